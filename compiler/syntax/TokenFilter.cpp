// SPDX-License-Identifier: Apache-2.0
#include "compiler/syntax/TokenFilter.h"
#include "llvm/ADT/StringExtras.h"

using namespace adopter;
using namespace adopter::syntax;

bool TokenFilter::run(TokenList tokens, FilteredTokens &filtered) {
  out = &filtered;
  collect(std::move(tokens));
  return structure();
}

/// True for text such as `2`, `$x.y` or `(n)`: what follows a division.
static bool looksLikeOperand(llvm::StringRef text) {
  return !text.empty() &&
         (llvm::isDigit(text[0]) || text[0] == '$' || text[0] == '(') &&
         text.find_first_of(" \t") == llvm::StringRef::npos;
}

void TokenFilter::addComment(const antlr4::Token &token, bool isTrailing,
                             size_t before) {
  SourceRange place = range(token);
  llvm::StringRef comment = text.bytes(place).rtrim();
  place.end = place.begin + static_cast<uint32_t>(comment.size());
  out->comments.push_back({place, comment, isTrailing});
  llvm::StringRef operand = comment.ltrim('/').trim();
  if (isTrailing && endsOperand(before) && looksLikeOperand(operand))
    errors.add(place, DiagKind::comment_looks_like_division, operand);
}

/// Reports a token that the lexer could not read and makes it one that the
/// parser can.
void TokenFilter::reportError(antlr4::CommonToken &token) {
  SourceRange place = range(token);
  llvm::StringRef bytes = text.bytes(place);
  switch (token.getType()) {
  case Lex::BAD_STRING:
    badString = place.begin;
    errors.add(place, DiagKind::unterminated_string, bytes.take_front(1));
    return token.setType(Lex::STRING);
  case Lex::BAD_NUMBER:
    errors.add(place, DiagKind::invalid_number, bytes);
    return token.setType(Lex::INTEGER);
  case Lex::STRAY_DOLLAR:
    errors.add(place, DiagKind::expected_metavariable_name);
    return token.setType(Lex::METAVAR);
  default: {
    char32_t point = text.at(token.getStartIndex());
    bool isPrintable = point > ' ' && (point < 0x7F || point >= 0xA1);
    if (isPrintable)
      errors.add(place, DiagKind::stray_character, bytes);
    else
      errors.add(place, DiagKind::stray_code_point,
                 llvm::utohexstr(point, false, 4));
  }
  }
}

void TokenFilter::collect(TokenList tokens) {
  bool startsLine = true, isBlank = true, isSkipping = false;
  size_t lineStart = 0, lineEnd = 0, before = antlr4::Token::EPSILON;
  for (std::unique_ptr<antlr4::Token> &owner : tokens) {
    antlr4::Token &token = *owner;
    size_t type = token.getType();
    if (type == antlr4::Token::EOF)
      continue;
    if (type == Lex::NEWLINE) {
      if (isBlank)
        out->blankLines.push_back(text.offset(lineStart));
      if (!startsLine)
        lineEnd = token.getStartIndex();
      startsLine = isBlank = true;
      isSkipping = false;
      lineStart = token.getStopIndex() + 1;
      continue;
    }
    if (type == Lex::BLANK || isSkipping)
      continue;
    isBlank = false;
    if (type == Lex::COMMENT || type == Lex::DOC_COMMENT) {
      addComment(token, !startsLine, before);
      continue;
    }
    SourceRange place = range(token);
    if (type == Lex::STRAY && text.bytes(place) == "#") {
      errors.add(place, DiagKind::hash_comment).fixIts.push_back({place, "//"});
      isSkipping = true;
      continue;
    }
    if (type == Lex::STRAY && before == Lex::STRAY && !startsLine)
      continue; // one report a run
    before = type;
    auto *common = static_cast<antlr4::CommonToken *>(owner.release());
    pieces.push_back({std::unique_ptr<antlr4::CommonToken>(common), startsLine,
                      lineEnd, common->getStartIndex() - lineStart});
    startsLine = false;
    if (type == Lex::STRAY || type == Lex::STRAY_DOLLAR ||
        type == Lex::BAD_STRING || type == Lex::BAD_NUMBER)
      reportError(*common);
  }
}
