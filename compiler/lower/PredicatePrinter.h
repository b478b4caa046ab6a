// SPDX-License-Identifier: Apache-2.0
/// \file
/// Prints the steps of rules (`adoptc compile --emit=predicates`).
#ifndef ADOPTER_COMPILER_LOWER_PREDICATEPRINTER_H
#define ADOPTER_COMPILER_LOWER_PREDICATEPRINTER_H

#include "compiler/lower/Steps.h"
#include "runtime/program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"

namespace adopter::lower {

/// One line per step, in order. \param automaton has the positions.
void printSteps(const program::Program &program,
                const program::Automaton &automaton,
                llvm::ArrayRef<RuleSteps> rules, llvm::raw_ostream &out);

} // namespace adopter::lower

#endif // ADOPTER_COMPILER_LOWER_PREDICATEPRINTER_H
