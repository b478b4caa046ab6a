// SPDX-License-Identifier: Apache-2.0
/// \file
/// The generated lexer, with what a grammar cannot say: names that are words of
/// the language have a type of their own, and `//` is a floor division after an
/// operand, unless two blanks stand before it.
///
///   $x // 2        floor division
///   $x  // twice   comment
#ifndef ADOPTER_COMPILER_SYNTAX_SCANNER_H
#define ADOPTER_COMPILER_SYNTAX_SCANNER_H

#include "compiler/syntax/CodePoints.h"
#include "grammar/AdrLexer.h"

namespace adopter::syntax {

using TokenList = std::vector<std::unique_ptr<antlr4::Token>>;
using Lex = grammar::AdrLexer; // for the names of token types

/// True for a token that may be the last of an expression.
bool endsOperand(size_t type);
/// The spelling of a word or of punctuation; empty for names and literals.
llvm::StringRef spelling(size_t type);
/// True for what ends a line.
bool isSeparator(size_t type);
/// True for a word of the language that is also a name.
bool isWord(size_t type);

class Scanner : public grammar::AdrLexer {
public:
  explicit Scanner(AdrText &text);

  antlr4::Token *emit() override;

private:
  bool isFloorDivision() const;
  /// The type of a name: IDENT, or the word that it is.
  size_t typeOfName() const;

  AdrText &text;
  size_t last = antlr4::Token::EPSILON; // type of the last token on this line
  bool lastIsFirst = false;             // nothing stands before it on the line
  size_t lastEnd = 0;                   // code point after it
  bool tabbed = false;                  // a tab since then
};

} // namespace adopter::syntax

#endif // ADOPTER_COMPILER_SYNTAX_SCANNER_H
