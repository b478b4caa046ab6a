// SPDX-License-Identifier: Apache-2.0
/// \file
/// Orders the steps of all rules so that shared and cheap ones come first.
///
/// In:  one RuleSteps per rule (PatternLowering). Out: each in the order in
/// which the matcher will take it; rules that ask the same ask it at the same
/// time, so that AutomatonBuilder can ask it once.
/// See docs/matching.md#ordering for the cost model.
#ifndef ADOPTER_COMPILER_LOWER_PREDICATEORDERING_H
#define ADOPTER_COMPILER_LOWER_PREDICATEORDERING_H

#include "compiler/lower/PatternLowering.h"

namespace adopter::lower {

/// Sorts the steps of each rule and of each branch of its choices. The result
/// depends only on the order of `rules`, never on hashing.
void orderPredicates(const program::Program &program,
                     const PositionTable &positions, ConstantTable &constants,
                     std::vector<RuleSteps> &rules);

} // namespace adopter::lower

#endif // ADOPTER_COMPILER_LOWER_PREDICATEORDERING_H
