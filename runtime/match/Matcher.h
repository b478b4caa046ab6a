// SPDX-License-Identifier: Apache-2.0
/// \file
/// Runs the automaton of a program over the lifted architecture of a file.
///
/// In: Program, Architecture. Out: every match that no condition refutes, in
/// the order of its root in the file. What may be done with each is decided
/// later (runtime/synth), as is which of two that overlap wins (Selection.h).
/// See docs/matching.md.
#ifndef ADOPTER_RUNTIME_MATCH_MATCHER_H
#define ADOPTER_RUNTIME_MATCH_MATCHER_H

#include "runtime/match/Match.h"
#include "runtime/match/MatchOptions.h"
#include "runtime/match/MatchState.h"

namespace adopter {
class DiagnosticEngine;
}

namespace adopter::match {

/// Finds the matches of the rules that `options` enables.
///
/// A rule is reported once per root, and once per set of roots. `state` holds
/// all memory of the run: one per thread, used again from file to file; after
/// the call `state.events` says where the search was cut or a match was
/// dropped by the exact check.
std::vector<Match> findMatches(const program::Program &program,
                               const model::Architecture &arch,
                               MatchState &state, const MatchOptions &options);

/// Reports the events of the last run as remarks.
void reportEvents(const program::Program &program,
                  const model::Architecture &arch, const MatchState &state,
                  const MatchOptions &options, DiagnosticEngine &diags);

} // namespace adopter::match

#endif // ADOPTER_RUNTIME_MATCH_MATCHER_H
