// SPDX-License-Identifier: Apache-2.0
#include "compiler/syntax/Scanner.h"

using namespace adopter;
using namespace adopter::syntax;

bool syntax::isWord(size_t type) {
  return type >= Lex::PACK && type <= Lex::CARRIED;
}

bool syntax::isSeparator(size_t type) {
  return type == Lex::NEWLINE || type == Lex::SEMICOLON;
}

bool syntax::endsOperand(size_t type) {
  switch (type) {
  case Lex::TRUE:
  case Lex::FALSE:
  case Lex::NONE:
  case Lex::WILDCARD:
  case Lex::IDENT:
  case Lex::METAVAR:
  case Lex::INTEGER:
  case Lex::FLOAT:
  case Lex::BAD_NUMBER:
  case Lex::STRING:
  case Lex::BAD_STRING:
  case Lex::ELLIPSIS:
  case Lex::RPAREN:
  case Lex::RBRACKET:
  case Lex::DICT_CLOSE:
    return true;
  default:
    return isWord(type);
  }
}

Scanner::Scanner(AdrText &text) : AdrLexer(&text), text(text) {
  removeErrorListeners();
}

bool Scanner::isFloorDivision() const {
  if (last == OPERATOR && lastIsFirst)
    return true;
  bool apart = tabbed || tokenStartCharIndex - lastEnd >= 2;
  return endsOperand(last) && !apart;
}

antlr4::Token *Scanner::emit() {
  if (type == COMMENT && isFloorDivision()) {
    _input->seek(tokenStartCharIndex + 2);
    hitEOF = false; // the comment may have been the last of the file
    type = FLOOR_DIV;
    channel = DEFAULT_TOKEN_CHANNEL;
  }
  antlr4::Token *token = AdrLexer::emit();
  if (type == NEWLINE) {
    last = antlr4::Token::EPSILON;
  } else if (type == BLANK) {
    for (size_t i = tokenStartCharIndex; i < getCharIndex(); ++i)
      tabbed |= text.at(i) == '\t';
  } else {
    lastIsFirst = last == antlr4::Token::EPSILON;
    last = type;
    lastEnd = getCharIndex();
    tabbed = false;
  }
  return token;
}
