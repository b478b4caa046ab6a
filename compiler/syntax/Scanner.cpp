// SPDX-License-Identifier: Apache-2.0
#include "compiler/syntax/Scanner.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace adopter;
using namespace adopter::syntax;

/// Spellings by token type. Words are the names of their types in small
/// letters, but for Python's three literals.
static const std::vector<std::string> &spellings() {
  static const std::vector<std::string> all = [] {
    AdrText nothing;
    Lex lexer(&nothing);
    const antlr4::dfa::Vocabulary &vocabulary = lexer.getVocabulary();
    std::vector<std::string> texts(vocabulary.getMaxTokenType() + 1);
    for (size_t type = 1; type < texts.size(); ++type) {
      std::string literal = vocabulary.getLiteralName(type);
      texts[type] = llvm::StringRef(literal).trim('\'').str();
    }
    for (size_t type = Lex::PACK; type <= Lex::NONE; ++type)
      texts[type] = llvm::StringRef(vocabulary.getSymbolicName(type)).lower();
    for (size_t type = Lex::TRUE; type <= Lex::NONE; ++type)
      texts[type][0] = llvm::toUpper(texts[type][0]);
    texts[Lex::DICT_OPEN] = "{";
    texts[Lex::DICT_CLOSE] = "}";
    return texts;
  }();
  return all;
}

llvm::StringRef syntax::spelling(size_t type) {
  return type < spellings().size() ? spellings()[type] : llvm::StringRef();
}

static const llvm::StringMap<size_t> &words() {
  static const llvm::StringMap<size_t> map = [] {
    llvm::StringMap<size_t> words;
    for (size_t type = Lex::PACK; type <= Lex::NONE; ++type)
      words[spelling(type)] = type;
    return words;
  }();
  return map;
}

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

size_t Scanner::typeOfName() const {
  llvm::SmallString<16> name;
  for (size_t i = tokenStartCharIndex, end = _input->index(); i < end; ++i) {
    char32_t point = text.at(i);
    if (point >= 0x80)
      return IDENT; // no word has such a letter
    name += static_cast<char>(point);
  }
  size_t word = words().lookup(name);
  return word ? word : size_t(IDENT);
}

bool Scanner::isFloorDivision() const {
  if (last == OPERATOR && lastIsFirst)
    return true;
  bool apart = tabbed || tokenStartCharIndex - lastEnd >= 2;
  return endsOperand(last) && !apart;
}

antlr4::Token *Scanner::emit() {
  if (type == IDENT)
    type = typeOfName();
  if (type == COMMENT && isFloorDivision()) {
    _input->seek(tokenStartCharIndex + 2);
    hitEOF = false; // the comment may have been the last of the file
    type = FLOOR_DIV;
    channel = DEFAULT_TOKEN_CHANNEL;
  } else if (type == FLOOR_DIV && !isFloorDivision()) {
    type = COMMENT; // an empty one
    channel = HIDDEN;
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
