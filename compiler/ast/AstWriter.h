// SPDX-License-Identifier: Apache-2.0
/// \file
/// Writes a tree back as text in the one canonical layout: what `adoptc fmt`
/// does. Parsing the text gives an equal tree, and writing that the same text.
///
/// Comments are kept: those on a line of their own before what they stood
/// before, trailing ones behind it; a comment inside an expression moves above
/// its line. Between lines one blank line is kept where there was one.
#ifndef ADOPTER_COMPILER_AST_ASTWRITER_H
#define ADOPTER_COMPILER_AST_ASTWRITER_H

#include "compiler/ast/Decls.h"
#include "llvm/Support/raw_ostream.h"

namespace adopter::ast {

/// Columns of a line, where it can be broken.
inline constexpr unsigned LineWidth = 100;

void writeFile(const File &file, llvm::raw_ostream &out);
std::string writeFile(const File &file);

/// One declaration, without comments.
void writeDecl(const Decl &decl, llvm::raw_ostream &out);

} // namespace adopter::ast

#endif // ADOPTER_COMPILER_AST_ASTWRITER_H
