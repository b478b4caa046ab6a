// SPDX-License-Identifier: Apache-2.0
/// \file
/// What lies between lexer and parser: which newlines count, which braces are
/// dicts, whether brackets match, and what the lexer could not read.
///
/// In: the tokens of the Scanner. Out: tokens that the grammar can rely on (see
/// AdrParser.g4), each with its depth; comments and blank lines for the
/// formatter. A mistake is reported and mended, so that the parser does not
/// stumble over it again.
#ifndef ADOPTER_COMPILER_SYNTAX_TOKENFILTER_H
#define ADOPTER_COMPILER_SYNTAX_TOKENFILTER_H

#include "compiler/ast/Decls.h"
#include "compiler/syntax/ErrorList.h"
#include "compiler/syntax/Scanner.h"

namespace adopter::syntax {

/// Tokens for the parser, the last one EOF.
struct FilteredTokens {
  TokenList tokens;
  std::vector<uint32_t> depth;     // by token: brackets around it; the same for
                                   // both of a pair
  std::vector<SourceRange> mended; // parentheses that were not closed
  std::vector<ast::Comment> comments;
  std::vector<uint32_t> blankLines;
};

class TokenFilter {
public:
  /// Deeper nesting is refused: parser and compiler are recursive.
  static constexpr size_t MaxDepth = 200;

  TokenFilter(const AdrText &text, ErrorList &errors)
      : text(text), errors(errors) {}

  /// False if the text is nested too deeply to be parsed.
  bool run(TokenList tokens, FilteredTokens &filtered);

private:
  /// A token that counts, and where the line ended before it.
  struct Piece {
    std::unique_ptr<antlr4::CommonToken> token;
    bool startsLine = false;
    size_t lineEnd = 0; // code point of the newline, if startsLine
    size_t indent = 0;  // of the line, if startsLine

    size_t type() const { return token->getType(); }
  };
  /// A bracket that is open.
  struct Open {
    size_t type;
    size_t before; // type of the token before it
    SourceRange range;
    size_t indent; // of its line
  };

  SourceRange range(const antlr4::Token &token) const {
    return text.range(token.getStartIndex(), token.getStopIndex());
  }

  // TokenFilter.cpp: comments, and tokens in error.
  void collect(TokenList tokens);
  void addComment(const antlr4::Token &token, bool isTrailing, size_t before);
  void reportError(antlr4::CommonToken &token);

  // TokenBrackets.cpp: structure.
  bool structure();
  void closeBefore(size_t i);
  bool startsLine(size_t i) const;
  bool startsPart(size_t i) const;
  bool cannotBeInside(size_t i) const;
  bool startsDict() const;
  bool swallowsNewline(size_t i) const;
  bool handleCloser(Piece &piece);
  void open(Piece &piece);
  void closeMissing(size_t keep, bool atEnd);
  void reportMissing(const Open &innermost, SourceRange place, SourceRange last,
                     bool atEnd);
  void push(std::unique_ptr<antlr4::CommonToken> token);
  void pushSynthetic(size_t type, size_t at, size_t length);

  size_t typeAt(size_t i) const {
    return i < pieces.size() ? pieces[i].type() : antlr4::Token::EOF;
  }
  /// Type of the piece after `i` on its line; NEWLINE at the end of the line.
  size_t nextOnLine(size_t i) const {
    return i + 1 < pieces.size() && !pieces[i + 1].startsLine
               ? pieces[i + 1].type()
               : size_t(Lex::NEWLINE);
  }
  /// Type of the token last given to the parser, `back` tokens ago.
  size_t previous(size_t back = 0) const {
    return out->tokens.size() > back
               ? (out->tokens.end() - 1 - back)->get()->getType()
               : antlr4::Token::EPSILON;
  }

  const AdrText &text;
  ErrorList &errors;
  FilteredTokens *out = nullptr;
  std::vector<Piece> pieces;
  std::vector<Open> opened;
  size_t indent = 0;           // of the current line
  uint32_t badString = ~0u;    // where the last string without end begins
  bool isOperatorLine = false; // the current line is `operator TOKEN`
};

} // namespace adopter::syntax

#endif // ADOPTER_COMPILER_SYNTAX_TOKENFILTER_H
