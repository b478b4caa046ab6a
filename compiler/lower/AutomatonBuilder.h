// SPDX-License-Identifier: Apache-2.0
/// \file
/// Merges the ordered steps of all rules into one automaton.
///
/// In: RuleSteps in order (PredicateOrdering). Out: the states of
/// program::Automaton; its positions are there already.
/// See docs/matching.md#automaton.
#ifndef ADOPTER_COMPILER_LOWER_AUTOMATONBUILDER_H
#define ADOPTER_COMPILER_LOWER_AUTOMATONBUILDER_H

#include "compiler/lower/Steps.h"
#include "llvm/ADT/ArrayRef.h"

namespace adopter::lower {

/// Pushes each rule through the tree of states built so far: where its next
/// step is already there it goes on from there, else it adds a state.
void buildAutomaton(llvm::ArrayRef<RuleSteps> rules,
                    program::Automaton &automaton);

} // namespace adopter::lower

#endif // ADOPTER_COMPILER_LOWER_AUTOMATONBUILDER_H
