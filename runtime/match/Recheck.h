// SPDX-License-Identifier: Apache-2.0
/// \file
/// Checks a match once more, exactly: the rule's pattern is laid over the model
/// node by node with the bindings that the automaton found. Knows nothing of
/// the automaton.
///
/// In: a Match with `values`, `captures`, `instances` and `assumptions`. Out:
/// whether it holds, and in `ops` every op that the pattern names.
#ifndef ADOPTER_RUNTIME_MATCH_RECHECK_H
#define ADOPTER_RUNTIME_MATCH_RECHECK_H

#include "runtime/match/CallView.h"
#include "runtime/match/Match.h"

namespace adopter::match {

/// True if every value, member and alternative of `match`'s rule is what the
/// pattern says; then `match.ops` is filled.
bool recheck(const model::Architecture &arch, const CallView &calls,
             Match &match);

} // namespace adopter::match

#endif // ADOPTER_RUNTIME_MATCH_RECHECK_H
