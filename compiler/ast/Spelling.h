// SPDX-License-Identifier: Apache-2.0
/// \file
/// How literals are written: strings in double quotes, numbers as their author
/// wrote them, or as Python prints them when nobody did.
#ifndef ADOPTER_COMPILER_AST_SPELLING_H
#define ADOPTER_COMPILER_AST_SPELLING_H

#include "compiler/ast/Expr.h"

namespace adopter::ast {

/// `value` as a string literal on one line.
std::string quote(llvm::StringRef value);

/// The shortest float literal that reads back as `value`, which is no NaN.
std::string spellFloat(double value);

std::string spell(const Literal &literal);

} // namespace adopter::ast

#endif // ADOPTER_COMPILER_AST_SPELLING_H
