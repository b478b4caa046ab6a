// SPDX-License-Identifier: Apache-2.0
/// \file
/// Structural equality of trees: what is said, not where and how it is written.
///
/// Ranges, comments, blank lines and the spelling of numbers do not count;
/// documentation does.
#ifndef ADOPTER_COMPILER_AST_ASTEQUAL_H
#define ADOPTER_COMPILER_AST_ASTEQUAL_H

#include "compiler/ast/Decls.h"

namespace adopter::ast {

bool equal(const Node &a, const Node &b);
bool equal(const File &a, const File &b);

} // namespace adopter::ast

#endif // ADOPTER_COMPILER_AST_ASTEQUAL_H
