// SPDX-License-Identifier: Apache-2.0
/// \file
/// What happens when the tokens do not fit the grammar: one report in our own
/// words, then on with the next line, so that one mistake is one error and the
/// mistakes after it are still found.
///
/// In: a failing AdrParser. Out: an entry of the ErrorList, and a parser that
/// stands at the end of the line, part or declaration in error.
#ifndef ADOPTER_COMPILER_SYNTAX_SYNTAXERRORS_H
#define ADOPTER_COMPILER_SYNTAX_SYNTAXERRORS_H

#include "compiler/syntax/TokenFilter.h"

namespace adopter::syntax {

class SyntaxErrors : public antlr4::DefaultErrorStrategy {
public:
  /// \param tokens what the parser reads, though the tokens themselves are
  /// with it; must outlive this.
  SyntaxErrors(const AdrText &text, const FilteredTokens &tokens,
               ErrorList &errors)
      : text(text), depth(tokens.depth), mended(tokens.mended), errors(errors) {
  }

  antlr4::Token *recoverInline(antlr4::Parser *parser) override;
  void recover(antlr4::Parser *parser, std::exception_ptr error) override;
  /// Before each round of a loop: whether a block goes on with a line of it.
  void sync(antlr4::Parser *parser) override;
  void reportError(antlr4::Parser *parser,
                   const antlr4::RecognitionException &error) override;

private:
  // Going on.
  void skipLine(antlr4::Parser *parser, size_t start);
  void skipDeclaration(antlr4::Parser *parser);

  // Wording.
  bool isReported(const antlr4::Token &found) const;
  void report(antlr4::Parser *parser, antlr4::Token &found,
              const antlr4::misc::IntervalSet &expected);
  bool reportMisspelling(antlr4::Parser *parser, antlr4::Token &found,
                         const antlr4::misc::IntervalSet &expected);
  void reportLine(antlr4::Token &found, size_t rule);
  void reportMisspeltDeclaration(antlr4::Token &found);
  void reportSeparator(antlr4::Parser *parser, antlr4::Token &found,
                       size_t rule);
  bool reportNearest(antlr4::Token &token, llvm::ArrayRef<size_t> words);
  void addCommentNote(antlr4::Parser *parser, antlr4::Token &found,
                      Diagnostic &error);

  SourceRange range(const antlr4::Token &token) const {
    return text.range(token.getStartIndex(), token.getStopIndex());
  }
  llvm::StringRef bytes(const antlr4::Token &token) const {
    return text.bytes(range(token));
  }

  const AdrText &text;
  const std::vector<uint32_t> &depth;
  const std::vector<SourceRange> &mended;
  ErrorList &errors;
  bool isLost = false; // after an error between declarations
};

} // namespace adopter::syntax

#endif // ADOPTER_COMPILER_SYNTAX_SYNTAXERRORS_H
