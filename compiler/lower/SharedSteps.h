// SPDX-License-Identifier: Apache-2.0
/// \file
/// Moves out of a choice what need not be asked in each of its branches.
#ifndef ADOPTER_COMPILER_LOWER_SHAREDSTEPS_H
#define ADOPTER_COMPILER_LOWER_SHAREDSTEPS_H

#include "compiler/lower/Steps.h"

namespace adopter::lower {

/// Removes from `branches` the predicates that all of them ask, and returns
/// them; their `after` refers to the returned list. A predicate below a choice
/// stays where it is.
StepList takeSharedSteps(std::vector<StepList> &branches);

/// Puts a guard before each choice at the root of which nothing is asked
/// before: a match then starts from few ops only. Not possible if a branch
/// takes any op.
void addGuards(StepList &steps, PositionId root);

} // namespace adopter::lower

#endif // ADOPTER_COMPILER_LOWER_SHAREDSTEPS_H
