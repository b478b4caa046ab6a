// SPDX-License-Identifier: Apache-2.0
// The wording half of SyntaxErrors: from the tokens that would fit to a
// sentence of Diagnostics.def.
#include "compiler/syntax/SyntaxErrors.h"
#include "grammar/AdrParser.h"

using namespace adopter;
using namespace adopter::syntax;
using antlr4::misc::IntervalSet;
using grammar::AdrParser;

static bool has(const IntervalSet &set, size_t type) {
  return set.contains(type);
}

namespace {
/// A text for a token that was found, and one for the end of the line.
struct Wording {
  DiagKind found;
  DiagKind atEnd;
};
} // namespace

//===-- misspelt words ----------------------------------------------------===//

/// Words that begin a line in a block of rule `rule`.
static llvm::ArrayRef<size_t> lineWords(size_t rule) {
  static constexpr size_t File[] = {Lex::PACK,    Lex::OP,      Lex::KERNEL,
                                    Lex::PATTERN, Lex::ISO,     Lex::RULE,
                                    Lex::MODULE,  Lex::FUNCTION};
  static constexpr size_t Op[] = {
      Lex::ALSO,      Lex::OPERATOR,  Lex::COMMUTATIVE, Lex::PURE,
      Lex::MUTATES,   Lex::ALIASES,   Lex::MODULE,      Lex::ATTRIBUTES,
      Lex::PARAMETER, Lex::DEPRECATED};
  static constexpr size_t Sheet[] = {
      Lex::REQUIRES,  Lex::DEVICE,  Lex::DTYPES,        Lex::MODES,
      Lex::GRADIENTS, Lex::MUTATES, Lex::DETERMINISTIC, Lex::LAYOUT,
      Lex::NOTE,      Lex::IMPORT,  Lex::MODULE};
  static constexpr size_t Pattern[] = {Lex::WHERE, Lex::REQUIRE, Lex::WITH};
  static constexpr size_t Iso[] = {Lex::WHERE, Lex::GRADE};
  static constexpr size_t Rule[] = {
      Lex::MATCH, Lex::WHERE,   Lex::REQUIRE, Lex::REWRITE, Lex::CHECKPOINT,
      Lex::GRADE, Lex::BENEFIT, Lex::MODE,    Lex::EXAMPLE};
  static constexpr size_t Module[] = {Lex::METHOD};
  static constexpr size_t Block[] = {
      Lex::IF,     Lex::FOR,      Lex::WHILE,  Lex::WITH,
      Lex::TRY,    Lex::INLINE,   Lex::RETURN, Lex::RAISE,
      Lex::BREAK,  Lex::CONTINUE, Lex::PASS,   Lex::YIELD,
      Lex::ASSERT, Lex::DEL,      Lex::SET,    Lex::FUNCTION};
  switch (rule) {
  case AdrParser::RuleFile:
    return File;
  case AdrParser::RuleOpBody:
    return Op;
  case AdrParser::RuleSheet:
    return Sheet;
  case AdrParser::RulePatternBody:
    return Pattern;
  case AdrParser::RuleIsoBody:
    return Iso;
  case AdrParser::RuleRuleBody:
    return Rule;
  case AdrParser::RuleModuleBody:
    return Module;
  case AdrParser::RuleBlock:
    return Block;
  default:
    return {};
  }
}

/// The word of `candidates` that `written` was meant to be, or an empty text.
static llvm::StringRef nearest(llvm::StringRef written,
                               llvm::ArrayRef<size_t> candidates) {
  llvm::StringRef best;
  unsigned bestDistance = written.size() <= 3 ? 1 : written.size() <= 6 ? 2 : 3;
  ++bestDistance; // the first candidate must be nearer than this
  for (size_t type : candidates) {
    llvm::StringRef word = spelling(type);
    unsigned distance =
        written.edit_distance_insensitive(word, true, bestDistance);
    if (distance < bestDistance && distance < word.size()) {
      best = word;
      bestDistance = distance;
    }
  }
  return best;
}

/// Reports `token` as a misspelt one of `words`, if it looks like that.
bool SyntaxErrors::reportNearest(antlr4::Token &token,
                                 llvm::ArrayRef<size_t> words) {
  if (token.getType() != Lex::IDENT && !isWord(token.getType()))
    return false;
  llvm::StringRef word = nearest(bytes(token), words);
  if (word.empty() || word == bytes(token))
    return false;
  errors.add(range(token), DiagKind::misspelt_word, bytes(token), word)
      .fixIts.push_back({range(token), word.str()});
  return true;
}

bool SyntaxErrors::reportMisspelling(antlr4::Parser *parser,
                                     antlr4::Token &found,
                                     const IntervalSet &expected) {
  // A word that would fit here.
  llvm::SmallVector<size_t, 16> words;
  bool anyName = has(expected, Lex::IDENT);
  for (const antlr4::misc::Interval &run : expected.getIntervals())
    for (ssize_t type = std::max<ssize_t>(run.a, Lex::PACK);
         type <= std::min<ssize_t>(run.b, Lex::DEL); ++type)
      if (!anyName || !isWord(type))
        words.push_back(type);
  if (parser->getRuleContext()->getRuleIndex() == AdrParser::RulePatternBody)
    words.push_back(Lex::BINDS);
  if (reportNearest(found, words))
    return true;
  // The first word of this line, if nothing but it has been read.
  antlr4::TokenStream *stream = parser->getTokenStream();
  size_t at = found.getTokenIndex();
  if (at < 1)
    return false;
  size_t before =
      at < 2 ? size_t(Lex::NEWLINE) : stream->get(at - 2)->getType();
  if (before != Lex::NEWLINE && before != Lex::SEMICOLON &&
      before != Lex::LBRACE && before != Lex::RBRACE)
    return false;
  antlr4::RuleContext *context = parser->getRuleContext();
  while (context && lineWords(context->getRuleIndex()).empty())
    context = static_cast<antlr4::RuleContext *>(context->parent);
  return context && reportNearest(*stream->get(at - 1),
                                  lineWords(context->getRuleIndex()));
}

/// True if the filter has said what is wrong here.
bool SyntaxErrors::isReported(const antlr4::Token &found) const {
  bool isSynthetic = found.getStopIndex() + 1 == found.getStartIndex() &&
                     found.getType() != antlr4::Token::EOF;
  SourceRange place = range(found);
  return found.getType() == Lex::STRAY || isSynthetic ||
         llvm::any_of(mended,
                      [&](SourceRange whole) { return whole.contains(place); });
}

//===-- lines -------------------------------------------------------------===//

/// A line of a `rule` block begins with `found`, and no line does.
void SyntaxErrors::reportLine(antlr4::Token &found, size_t rule) {
  if (isReported(found) || reportNearest(found, lineWords(rule)))
    return;
  auto kind = [&] {
    switch (rule) {
    case AdrParser::RuleFile:
      return DiagKind::unknown_declaration;
    case AdrParser::RuleOpBody:
      return DiagKind::unknown_op_line;
    case AdrParser::RuleSheet:
      return DiagKind::unknown_sheet_line;
    case AdrParser::RulePatternBody:
    case AdrParser::RuleIsoBody:
      return DiagKind::expected_alternative;
    case AdrParser::RuleRuleBody:
      return DiagKind::unknown_rule_part;
    case AdrParser::RuleItemBlock:
      return DiagKind::expected_item;
    case AdrParser::RuleCheckpointBlock:
      return DiagKind::expected_checkpoint_item;
    case AdrParser::RuleExampleBlock:
      return DiagKind::expected_example;
    case AdrParser::RuleModuleBody:
      return DiagKind::expected_member;
    default:
      return DiagKind::expected_statement;
    }
  };
  errors.add(range(found), kind(), bytes(found));
}

/// After an error between declarations: only what is sure to be one.
void SyntaxErrors::reportMisspeltDeclaration(antlr4::Token &found) {
  if (found.getType() == Lex::IDENT)
    reportNearest(found, lineWords(AdrParser::RuleFile));
}

/// A line of a `rule` block goes on with `found` where it should end.
void SyntaxErrors::reportSeparator(antlr4::Parser *parser, antlr4::Token &found,
                                   size_t rule) {
  if (isReported(found) || reportMisspelling(parser, found, {}) ||
      reportNearest(found, lineWords(rule)))
    return;
  antlr4::TokenStream *stream = parser->getTokenStream();
  antlr4::Token &before = *stream->get(found.getTokenIndex() - 1);
  if (found.getType() == Lex::ASSIGN) {
    // After a condition, or after a value: the line tells which.
    for (size_t at = found.getTokenIndex(); at-- > 0;) {
      size_t type = stream->get(at)->getType();
      if (type == Lex::NEWLINE || type == Lex::ASSIGN)
        break;
      if (type == Lex::WHERE || type == Lex::REQUIRE || type == Lex::IF) {
        errors.add(range(found), DiagKind::single_equals)
            .fixIts.push_back({range(found), "=="});
        return;
      }
    }
  }
  Diagnostic &error = errors.add(range(found), DiagKind::expected_separator,
                                 bytes(before), bytes(found));
  addCommentNote(parser, found, error);
}

/// `exact // like torch` divides: says so where a line has a `//`.
void SyntaxErrors::addCommentNote(antlr4::Parser *parser, antlr4::Token &found,
                                  Diagnostic &error) {
  antlr4::TokenStream *stream = parser->getTokenStream();
  for (size_t at = found.getTokenIndex() + 1; at-- > 0;) {
    antlr4::Token &token = *stream->get(at);
    if (token.getType() == Lex::NEWLINE && &token != &found)
      return;
    if (token.getType() != Lex::FLOOR_DIV)
      continue;
    SourceRange place = range(token);
    error.notes.push_back(
        DiagnosticEngine::make(place, DiagKind::note_comment_needs_blanks, {}));
    return;
  }
}

/// What the list that a construct of rule `rule` encloses is made of.
static Wording elementWording(size_t rule) {
  switch (rule) {
  case AdrParser::RulePatternDecl:
  case AdrParser::RuleUnpackItem:
    return {DiagKind::expected_metavariable,
            DiagKind::expected_metavariable_at_end};
  case AdrParser::RuleOpDecl:
  case AdrParser::RuleKernelDecl:
  case AdrParser::RuleOpLine:
  case AdrParser::RuleSheetLine:
  case AdrParser::RuleModuleItem:
  case AdrParser::RuleFunctionDecl:
  case AdrParser::RuleLoopTarget:
    return {DiagKind::expected_name, DiagKind::expected_name_at_end};
  default:
    return {DiagKind::expected_expression,
            DiagKind::expected_expression_at_end};
  }
}

//===-- tokens ------------------------------------------------------------===//

void SyntaxErrors::report(antlr4::Parser *parser, antlr4::Token &found,
                          const IntervalSet &expected) {
  size_t type = found.getType();
  size_t at = found.getTokenIndex();
  antlr4::Token *last = at ? parser->getTokenStream()->get(at - 1) : nullptr;
  // After an operator the filter joins lines: what is missing is missing there.
  bool isEnd =
      type == Lex::NEWLINE || type == antlr4::Token::EOF ||
      (last && !isSeparator(last->getType()) &&
       text.bytes().slice(range(*last).end, range(found).begin).contains('\n'));
  if (isReported(found) || reportMisspelling(parser, found, expected))
    return;
  assert(last && "a file cannot fail at its first token");
  while (isSeparator(last->getType()) && last->getTokenIndex() > 0)
    last = parser->getTokenStream()->get(last->getTokenIndex() - 1);
  antlr4::Token &before = *last;
  SourceRange place = range(found);
  if (isEnd) {
    place = range(before);
    place.begin = place.end;
  }

  auto add = [&](Wording wording) {
    Diagnostic &error =
        isEnd ? errors.add(place, wording.atEnd, bytes(before))
              : errors.add(place, wording.found, bytes(before), bytes(found));
    addCommentNote(parser, found, error);
  };
  llvm::SmallVector<size_t, 4> few;
  for (const antlr4::misc::Interval &run : expected.getIntervals())
    for (ssize_t i = run.a; i <= run.b && few.size() < 4; ++i)
      if (i > 0 && !isSeparator(i))
        few.push_back(i);

  if (has(expected, Lex::METAVAR) && has(expected, Lex::LPAREN))
    return add(
        {DiagKind::expected_expression, DiagKind::expected_expression_at_end});
  if (has(expected, Lex::INTEGER))
    return add({DiagKind::expected_benefit, DiagKind::expected_benefit_at_end});
  if (has(expected, Lex::LESS))
    return add(
        {DiagKind::expected_comparison, DiagKind::expected_comparison_at_end});
  if (has(expected, Lex::METAVAR))
    return add({DiagKind::expected_metavariable,
                DiagKind::expected_metavariable_at_end});
  if (has(expected, Lex::IDENT))
    return add({DiagKind::expected_name, DiagKind::expected_name_at_end});
  if (few.size() == 1 && few[0] == Lex::STRING)
    return add({DiagKind::expected_string, DiagKind::expected_string_at_end});

  // The comma first; and the loop of a list has been left when its closing
  // bracket is looked for.
  if (few.size() == 2 && few[1] == Lex::COMMA)
    std::swap(few[0], few[1]);
  size_t only = few.size() == 1 ? few[0] : 0;
  bool closesList =
      only == Lex::RPAREN || only == Lex::RBRACKET || only == Lex::DICT_CLOSE;
  if (closesList && endsOperand(before.getType()))
    few.insert(few.begin(), size_t(Lex::COMMA));
  else if (closesList) // after a comma or the opening bracket
    return add(elementWording(parser->getRuleContext()->getRuleIndex()));
  // After decorators: another one is not what is missing.
  if (few.size() > 1)
    llvm::erase(few, size_t(Lex::AT));
  if (few.empty() || spelling(few[0]).empty())
    return add(
        {DiagKind::expected_expression, DiagKind::expected_expression_at_end});
  llvm::StringRef first = spelling(few[0]);
  llvm::StringRef second = few.size() == 2 ? spelling(few[1]) : "";
  Diagnostic *error = nullptr;
  if (second.empty())
    error = isEnd ? &errors.add(place, DiagKind::expected_token_at_end, first,
                                bytes(before))
                  : &errors.add(place, DiagKind::expected_token, first,
                                bytes(before), bytes(found));
  else
    error = isEnd ? &errors.add(place, DiagKind::expected_either_at_end, first,
                                second, bytes(before))
                  : &errors.add(place, DiagKind::expected_either, first, second,
                                bytes(before), bytes(found));
  addCommentNote(parser, found, *error);
}
