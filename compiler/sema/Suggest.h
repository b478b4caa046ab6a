// SPDX-License-Identifier: Apache-2.0
/// \file
/// "did you mean": the known name that is nearest to a mistyped one.
#ifndef ADOPTER_COMPILER_SEMA_SUGGEST_H
#define ADOPTER_COMPILER_SEMA_SUGGEST_H

#include "llvm/ADT/StringRef.h"

namespace adopter::sema {

/// Keeps the candidate with the smallest edit distance; the first one on a tie,
/// so that the result depends on the order of candidates only.
class Suggester {
public:
  explicit Suggester(llvm::StringRef typed);

  void consider(llvm::StringRef candidate);
  /// The best candidate, or empty when none is near enough to be meant. Valid
  /// as long as the candidate's text.
  llvm::StringRef best() const { return found; }

private:
  llvm::StringRef typed;
  unsigned limit; // worst distance that is still a likely slip
  llvm::StringRef found;
};

/// Nearest of `candidates`, or empty.
template <typename Range>
llvm::StringRef suggest(llvm::StringRef typed, const Range &candidates) {
  Suggester suggester(typed);
  for (const auto &candidate : candidates)
    suggester.consider(candidate);
  return suggester.best();
}

} // namespace adopter::sema

#endif // ADOPTER_COMPILER_SEMA_SUGGEST_H
