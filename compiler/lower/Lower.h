// SPDX-License-Identifier: Apache-2.0
/// \file
/// From typed rules to the matcher automaton.
///
/// In: program::Program with rules. Out: its automaton.
/// See docs/matching.md.
#ifndef ADOPTER_COMPILER_LOWER_LOWER_H
#define ADOPTER_COMPILER_LOWER_LOWER_H

#include "runtime/program/Program.h"
#include "llvm/Support/raw_ostream.h"

namespace adopter::lower {

/// Fills the automaton from all rules. Returns the rules that are left out
/// because no value pattern of theirs leads to all others.
std::vector<program::RuleId> lowerRules(program::Program &program);

/// Prints what each rule asks, in the order in which it is asked; one line per
/// step, alternatives indented.
void printPredicates(const program::Program &program, llvm::raw_ostream &out);

} // namespace adopter::lower

#endif // ADOPTER_COMPILER_LOWER_LOWER_H
