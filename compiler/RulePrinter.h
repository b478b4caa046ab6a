// SPDX-License-Identifier: Apache-2.0
/// \file
/// Rules of a program in the notation of rules, in canonical form: what the
/// semantic analysis made of them (`--emit=typed`), and what they write
/// (`--emit=templates`).
#ifndef ADOPTER_COMPILER_RULEPRINTER_H
#define ADOPTER_COMPILER_RULEPRINTER_H

#include "runtime/program/Program.h"
#include "llvm/Support/raw_ostream.h"

namespace adopter {

/// Every rule: its captures with their kinds, uses of named patterns with all
/// alternatives, conditions, and what it writes.
void printTyped(const program::Program &program, llvm::raw_ostream &out);
/// One rule, as `printTyped` prints it.
void printRule(const program::Program &program, program::RuleId rule,
               llvm::raw_ostream &out);
/// What each rule writes, with the imports of its kernels.
void printTemplates(const program::Program &program, llvm::raw_ostream &out);

} // namespace adopter

#endif // ADOPTER_COMPILER_RULEPRINTER_H
