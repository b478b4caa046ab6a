// SPDX-License-Identifier: Apache-2.0
/// \file
/// Decides which of the matches that overlap is applied: by benefit, then by
/// the number of ops covered, then by the order of rules.
///
/// In: matches, and which of them could be applied at all. Out: for each the
/// one it lost to, if any; reports name it.
#ifndef ADOPTER_RUNTIME_MATCH_SELECTION_H
#define ADOPTER_RUNTIME_MATCH_SELECTION_H

#include "runtime/match/Match.h"

namespace adopter::match {

/// One match that takes part.
struct Candidate {
  const Match *match = nullptr;
  double benefit = 1.0; // Rule::benefit, or what a tuning file measured
};

/// For each candidate the index of the candidate that won over it, or none if
/// it is selected itself.
std::vector<std::optional<size_t>>
selectMatches(const model::Architecture &arch,
              llvm::ArrayRef<Candidate> candidates);

/// Both would change the same op, or rebuild the same member.
bool overlap(const model::Architecture &arch, const Match &a, const Match &b);

} // namespace adopter::match

#endif // ADOPTER_RUNTIME_MATCH_SELECTION_H
