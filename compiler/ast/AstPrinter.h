// SPDX-License-Identifier: Apache-2.0
/// \file
/// Prints the tree node by node, for `--emit=ast` and for tests: one line a
/// node, two blanks a level, the role of the node in its parent first.
#ifndef ADOPTER_COMPILER_AST_ASTPRINTER_H
#define ADOPTER_COMPILER_AST_ASTPRINTER_H

#include "compiler/ast/Decls.h"
#include "llvm/Support/raw_ostream.h"

namespace adopter::ast {

void printTree(const File &file, llvm::raw_ostream &out);
void printTree(const Node &node, llvm::raw_ostream &out);

} // namespace adopter::ast

#endif // ADOPTER_COMPILER_AST_ASTPRINTER_H
