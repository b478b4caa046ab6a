// SPDX-License-Identifier: Apache-2.0
/// \file
/// From the text of a `.adr` file to its syntax tree.
///
/// In: a file of a SourceManager. Out: `ast::File`, or diagnostics. ANTLR, its
/// exceptions and its wording end here.
#ifndef ADOPTER_COMPILER_SYNTAX_PARSEDRIVER_H
#define ADOPTER_COMPILER_SYNTAX_PARSEDRIVER_H

#include "compiler/ast/AstContext.h"
#include "compiler/ast/Decls.h"
#include "runtime/support/DiagnosticEngine.h"
#include "llvm/Support/raw_ostream.h"

namespace adopter {

/// The tree of `file`, or null when it has a syntax error; every error has been
/// reported then. Accepts any bytes.
const ast::File *parseFile(ast::AstContext &context,
                           const SourceManager &sources, FileId file,
                           DiagnosticEngine &diags);

/// Prints one token a line as the parser sees them: place, kind, text. For
/// `--emit=tokens`. False when a token is in error.
bool printTokens(const SourceManager &sources, FileId file,
                 DiagnosticEngine &diags, llvm::raw_ostream &out);

} // namespace adopter

#endif // ADOPTER_COMPILER_SYNTAX_PARSEDRIVER_H
