// SPDX-License-Identifier: Apache-2.0
#include "compiler/sema/Suggest.h"
#include <algorithm>

using namespace adopter;
using namespace adopter::sema;

// One slip for every three characters begun, at most three: more is another
// name. Two letters exchanged count as two slips.
Suggester::Suggester(llvm::StringRef typed)
    : typed(typed), limit(static_cast<unsigned>(
                        std::clamp<size_t>((typed.size() + 2) / 3, 1, 3))) {}

void Suggester::consider(llvm::StringRef candidate) {
  if (candidate.empty() || candidate == typed)
    return;
  unsigned bound = found.empty() ? limit : limit - 1;
  if (bound == 0) // to edit_distance, 0 is "no bound"
    return;
  unsigned distance = typed.edit_distance(candidate, true, bound);
  if (distance > bound || distance >= candidate.size())
    return;
  found = candidate;
  limit = distance;
}
