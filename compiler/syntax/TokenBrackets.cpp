// SPDX-License-Identifier: Apache-2.0
// The structural half of TokenFilter: newlines, dicts, brackets.
#include "compiler/syntax/TokenFilter.h"

using namespace adopter;
using namespace adopter::syntax;

static bool isDeclWord(size_t type) {
  return type >= Lex::PACK && type <= Lex::MODULE;
}

static bool isBlock(size_t type) { return type == Lex::LBRACE; }

static size_t closerOf(size_t opener) {
  switch (opener) {
  case Lex::LPAREN:
    return Lex::RPAREN;
  case Lex::LBRACKET:
    return Lex::RBRACKET;
  case Lex::DICT_OPEN:
    return Lex::DICT_CLOSE;
  default:
    return Lex::RBRACE;
  }
}

static llvm::StringRef bracketText(size_t type) {
  switch (type) {
  case Lex::RPAREN:
    return ")";
  case Lex::RBRACKET:
    return "]";
  default:
    return "}";
  }
}

/// A line cannot end here: an operand must follow.
static bool wantsOperand(size_t type) {
  switch (type) {
  case Lex::AND:
  case Lex::OR:
  case Lex::NOT:
  case Lex::IF:
  case Lex::ELSE:
  case Lex::IN:
  case Lex::IS:
    return true;
  default:
    return (type >= Lex::COMMA && type <= Lex::GREATER &&
            type != Lex::SEMICOLON);
  }
}

//===-- what a line begins ------------------------------------------------===//

/// `rewrite {`, `where private(...)`, `dtypes float16`: piece `i` can only be
/// the word of a line, for no expression goes on from it like that.
bool TokenFilter::startsLine(size_t i) const {
  if (!isWord(typeAt(i)))
    return false;
  switch (size_t next = nextOnLine(i)) {
  case Lex::LBRACE:
    return typeAt(i) == Lex::MATCH || typeAt(i) == Lex::REWRITE ||
           typeAt(i) == Lex::CHECKPOINT || typeAt(i) == Lex::EXAMPLE;
  case Lex::NOT:
    return typeAt(i + 2) != Lex::IN;
  case Lex::IDENT:
  case Lex::METAVAR:
  case Lex::INTEGER:
  case Lex::FLOAT:
    return true;
  case Lex::WITH: // these may follow an expression
  case Lex::WHERE:
  case Lex::REQUIRE:
  case Lex::AS:
  case Lex::CARRIED:
    return false;
  default:
    return isWord(next);
  }
}

/// A part of a rule, which cannot stand inside another part.
bool TokenFilter::startsPart(size_t i) const {
  switch (typeAt(i)) {
  case Lex::MATCH:
  case Lex::REWRITE:
  case Lex::CHECKPOINT:
  case Lex::EXAMPLE:
  case Lex::WHERE:
  case Lex::REQUIRE:
  case Lex::GRADE:
  case Lex::BENEFIT:
  case Lex::MODE:
    return startsLine(i);
  default:
    return false;
  }
}

/// The line at piece `i` cannot stand inside the innermost bracket, which is no
/// block: somebody forgot to close it.
bool TokenFilter::cannotBeInside(size_t i) const {
  size_t type = typeAt(i), next = nextOnLine(i);
  if (startsLine(i) || (isWord(type) && next == Lex::STRING))
    return true;
  switch (type) {
  case Lex::METAVAR:
    return next == Lex::ASSIGN ||
           (next == Lex::COLON && opened.back().type == Lex::LPAREN);
  case Lex::WHILE:
  case Lex::TRY:
  case Lex::RETURN:
  case Lex::RAISE:
  case Lex::BREAK:
  case Lex::CONTINUE:
  case Lex::PASS:
  case Lex::YIELD:
  case Lex::ASSERT:
  case Lex::DEL:
    return true;
  default:
    break;
  }
  // `name =` after an operand: a missing comma or a missing bracket? The
  // indentation decides.
  return (isWord(type) || type == Lex::IDENT) && endsOperand(previous()) &&
         (next == Lex::ASSIGN || next == Lex::COLON) &&
         pieces[i].indent <= opened.back().indent;
}

/// Closes what cannot be open any more at piece `i`.
void TokenFilter::closeBefore(size_t i) {
  if (opened.empty())
    return;
  const Piece &piece = pieces[i];
  size_t type = piece.type();
  if (piece.startsLine && isDeclWord(type) && startsLine(i))
    return closeMissing(0, false);

  size_t keep = opened.size();
  while (keep && !isBlock(opened[keep - 1].type))
    --keep;
  if (keep < opened.size()) {
    bool startsBlock = type == Lex::LBRACE && !startsDict();
    if (startsBlock || (piece.startsLine && cannotBeInside(i)))
      closeMissing(keep, false);
  }
  // A part of a rule inside another part.
  if (piece.startsLine && keep && keep == opened.size() && startsPart(i)) {
    switch (opened.back().before) {
    case Lex::MATCH:
    case Lex::REWRITE:
    case Lex::CHECKPOINT:
    case Lex::EXAMPLE:
      return closeMissing(keep - 1, false);
    default:
      break;
    }
  }
}

//===-- brackets ----------------------------------------------------------===//

/// Reports that the innermost bracket is not closed, and closes all but the
/// outer `keep`.
void TokenFilter::closeMissing(size_t keep, bool atEnd) {
  const Open &innermost = opened.back();
  SourceRange last = range(*out->tokens.back());
  SourceRange place{last.file, last.end, last.end};
  if (!isBlock(innermost.type))
    out->mended.push_back({place.file, innermost.range.begin, place.end});
  // A string without an end has swallowed the bracket.
  if (last.begin != badString)
    reportMissing(innermost, place, last, atEnd);
  size_t at = out->tokens.back()->getStopIndex() + 1;
  while (opened.size() > keep) {
    size_t type = closerOf(opened.back().type);
    opened.pop_back();
    pushSynthetic(type, at, 0);
  }
}

void TokenFilter::reportMissing(const Open &innermost, SourceRange place,
                                SourceRange last, bool atEnd) {
  llvm::StringRef closer = bracketText(closerOf(innermost.type));
  Diagnostic &error =
      atEnd ? errors.add(place, DiagKind::missing_bracket_at_end, closer)
            : errors.add(place, DiagKind::missing_bracket, closer,
                         text.bytes(last));
  error.notes.push_back(
      DiagnosticEngine::make(innermost.range, DiagKind::note_to_match,
                             {text.bytes(innermost.range).str()}));
  error.fixIts.push_back({place, closer.str()});
}

/// Handles a closing bracket; false if it is dropped.
bool TokenFilter::handleCloser(Piece &piece) {
  size_t type = piece.type();
  auto closes = [&](const Open &open) {
    return closerOf(open.type) == type ||
           (type == Lex::RBRACE && open.type == Lex::DICT_OPEN);
  };
  // A parenthesis does not reach beyond its block.
  size_t match = opened.size();
  while (match && !closes(opened[match - 1]) &&
         (type == Lex::RBRACE || !isBlock(opened[match - 1].type)))
    --match;
  SourceRange place = range(*piece.token);
  if (match && closes(opened[match - 1])) {
    if (match < opened.size())
      closeMissing(match, false);
  } else if (opened.empty() || isBlock(opened.back().type) ||
             type == Lex::RBRACE) {
    errors.add(place, DiagKind::unmatched_bracket, text.bytes(place));
    return false;
  } else {
    llvm::StringRef closer = bracketText(closerOf(opened.back().type));
    Diagnostic &error = errors.add(place, DiagKind::mismatched_bracket, closer,
                                   text.bytes(place));
    error.notes.push_back(
        DiagnosticEngine::make(opened.back().range, DiagKind::note_to_match,
                               {text.bytes(opened.back().range).str()}));
    error.fixIts.push_back({place, closer.str()});
  }
  piece.token->setType(closerOf(opened.back().type));
  opened.pop_back();
  return true;
}

/// True if a brace after the last token opens a dict.
bool TokenFilter::startsDict() const {
  size_t type = previous();
  switch (type) {
  case Lex::ELIF:
  case Lex::WHILE:
  case Lex::RETURN:
  case Lex::RAISE:
  case Lex::YIELD:
  case Lex::ASSERT:
  case Lex::DEL:
  case Lex::LPAREN:
  case Lex::LBRACKET:
  case Lex::DICT_OPEN:
    return true;
  case Lex::ELSE: // of a conditional expression, not of a statement
    return previous(1) != Lex::RBRACE;
  default:
    return wantsOperand(type);
  }
}

void TokenFilter::open(Piece &piece) {
  size_t type = piece.type();
  if (type == Lex::LBRACE && startsDict())
    type = Lex::DICT_OPEN;
  piece.token->setType(type);
  // In `rule match {` the word is a name.
  size_t before = isDeclWord(previous(1)) ? size_t(Lex::IDENT) : previous();
  opened.push_back({type, before, range(*piece.token), indent});
}

//===-- newlines and the whole --------------------------------------------===//

bool TokenFilter::swallowsNewline(size_t i) const {
  if (!opened.empty() && !isBlock(opened.back().type))
    return true;
  switch (typeAt(i)) {
  case Lex::ELSE:
  case Lex::ELIF:
  case Lex::EXCEPT:
  case Lex::FINALLY:
    if (previous() == Lex::RBRACE)
      return true;
    break;
  default:
    break;
  }
  // `$y =` and `$m :` begin an item, whatever the line before lacks.
  size_t next = nextOnLine(i);
  bool isBound = next == Lex::ASSIGN || next == Lex::COLON;
  bool startsItem = isBound && previous() != Lex::COMMA &&
                    (typeAt(i) == Lex::METAVAR || typeAt(i) == Lex::IDENT ||
                     isWord(typeAt(i)));
  return wantsOperand(previous()) && !isOperatorLine && !startsItem &&
         !startsLine(i);
}

void TokenFilter::push(std::unique_ptr<antlr4::CommonToken> token) {
  out->tokens.push_back(std::move(token));
  out->depth.push_back(static_cast<uint32_t>(opened.size()));
}

void TokenFilter::pushSynthetic(size_t type, size_t at, size_t length) {
  auto token = std::make_unique<antlr4::CommonToken>(type, std::string());
  token->setStartIndex(at);
  token->setStopIndex(at + length - 1);
  push(std::move(token));
}

bool TokenFilter::structure() {
  for (size_t i = 0; i < pieces.size(); ++i) {
    Piece &piece = pieces[i];
    if (piece.startsLine)
      indent = piece.indent;
    closeBefore(i);
    if (piece.startsLine && !out->tokens.empty() && !swallowsNewline(i)) {
      pushSynthetic(Lex::NEWLINE, piece.lineEnd, 1);
      isOperatorLine = false;
    }
    switch (piece.type()) {
    case Lex::OPERATOR:
      isOperatorLine |= piece.startsLine;
      break;
    case Lex::LPAREN:
    case Lex::LBRACKET:
    case Lex::LBRACE:
      if (opened.size() == MaxDepth) {
        errors.add(range(*piece.token), DiagKind::nested_too_deeply, MaxDepth);
        return false;
      }
      open(piece);
      // Its own depth is that of what surrounds it.
      push(std::move(piece.token));
      --out->depth.back();
      continue;
    case Lex::RPAREN:
    case Lex::RBRACKET:
    case Lex::RBRACE:
      if (!handleCloser(piece))
        continue;
      break;
    default:
      break;
    }
    push(std::move(piece.token));
  }
  if (!opened.empty())
    closeMissing(0, true);
  pushSynthetic(antlr4::Token::EOF, text.length(), 0);
  return true;
}
