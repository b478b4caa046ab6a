// SPDX-License-Identifier: Apache-2.0
/// \file
/// Expressions of a program in the notation of rules.
#ifndef ADOPTER_RUNTIME_PROGRAM_EXPRPRINTER_H
#define ADOPTER_RUNTIME_PROGRAM_EXPRPRINTER_H

#include "runtime/program/Program.h"
#include "llvm/Support/raw_ostream.h"

namespace adopter::program {

/// Prints a literal as Python writes it.
void printConstant(const Program &program, const Constant &constant,
                   llvm::raw_ostream &out);

/// Prints `expr`, which stands in `rule` (null: in a declaration).
///
/// Operations stand under their canonical names with all arguments that differ
/// from their defaults, so that the text does not depend on how a rule was
/// written. A use of a named pattern is `name#instance(arguments)`, a hole
/// `$#index`.
void printExpr(const Program &program, const Rule *rule, ExprId expr,
               llvm::raw_ostream &out);

} // namespace adopter::program

#endif // ADOPTER_RUNTIME_PROGRAM_EXPRPRINTER_H
