// SPDX-License-Identifier: Apache-2.0
// Recovery: which rule takes an error, and where parsing goes on.
#include "compiler/syntax/SyntaxErrors.h"
#include "grammar/AdrParser.h"

using namespace adopter;
using namespace adopter::syntax;
using grammar::AdrParser;

/// Rules that are one line or part of a block: an error inside is theirs.
static bool takesErrors(size_t rule) {
  switch (rule) {
  case AdrParser::RuleOpLine:
  case AdrParser::RuleSheetLine:
  case AdrParser::RuleAlternative:
  case AdrParser::RuleIsoEquation:
  case AdrParser::RuleIsoPart:
  case AdrParser::RuleRulePart:
  case AdrParser::RuleSingleItem:
  case AdrParser::RuleUnpackItem:
  case AdrParser::RuleCheckpointItem:
  case AdrParser::RuleExampleItem:
  case AdrParser::RuleModuleItem:
  case AdrParser::RuleStatement:
    return true;
  default:
    return false;
  }
}

/// Rules that repeat lines: `{ line? (sep line?)* }`, or `(line | sep)*`.
static bool isBlock(size_t rule) {
  switch (rule) {
  case AdrParser::RuleFile:
  case AdrParser::RuleOpBody:
  case AdrParser::RuleSheet:
  case AdrParser::RulePatternBody:
  case AdrParser::RuleIsoBody:
  case AdrParser::RuleRuleBody:
  case AdrParser::RuleItemBlock:
  case AdrParser::RuleCheckpointBlock:
  case AdrParser::RuleExampleBlock:
  case AdrParser::RuleModuleBody:
  case AdrParser::RuleBlock:
    return true;
  default:
    return false;
  }
}

antlr4::Token *SyntaxErrors::recoverInline(antlr4::Parser *parser) {
  // No guess: the rule that takes errors skips its line instead.
  throw antlr4::InputMismatchException(parser);
}

void SyntaxErrors::recover(antlr4::Parser *parser, std::exception_ptr error) {
  antlr4::ParserRuleContext *context = parser->getRuleContext();
  size_t rule = context->getRuleIndex();
  if (takesErrors(rule)) {
    skipLine(parser, context->getStart()->getTokenIndex());
  } else if (rule == AdrParser::RuleDeclaration) {
    skipDeclaration(parser);
  } else if (rule != AdrParser::RuleFile) {
    std::rethrow_exception(error);
  }
  endErrorCondition(parser);
}

/// Goes to the end of the line that token `start` begins: to a separator that
/// is not in deeper brackets, or to the bracket around the line.
void SyntaxErrors::skipLine(antlr4::Parser *parser, size_t start) {
  antlr4::TokenStream *stream = parser->getTokenStream();
  for (;;) {
    size_t type = stream->LA(1), at = stream->index();
    bool isOutside = depth[at] < depth[start] ||
                     (depth[at] == depth[start] && isSeparator(type));
    if (type == antlr4::Token::EOF || (isOutside && at >= start))
      return;
    parser->consume();
  }
}

/// Goes to the end of the declaration that is in error. What follows may still
/// be a part of it, so lines that are no declaration are passed over in
/// silence.
void SyntaxErrors::skipDeclaration(antlr4::Parser *parser) {
  antlr4::TokenStream *stream = parser->getTokenStream();
  while (stream->LA(1) != antlr4::Token::EOF &&
         !(depth[stream->index()] == 0 && isSeparator(stream->LA(1))))
    parser->consume();
  isLost = true;
}

void SyntaxErrors::sync(antlr4::Parser *parser) {
  size_t rule = parser->getRuleContext()->getRuleIndex();
  if (!isBlock(rule) || inErrorRecoveryMode(parser))
    return;
  const antlr4::atn::ATN &atn = parser->getATN();
  const antlr4::misc::IntervalSet &expected =
      atn.nextTokens(atn.states[parser->getState()]);
  antlr4::TokenStream *stream = parser->getTokenStream();
  // Not a loop of the block, but what precedes it.
  if (!expected.contains(size_t(Lex::NEWLINE)))
    return;
  for (;;) {
    size_t type = stream->LA(1);
    if (expected.contains(type) || type == antlr4::Token::EOF ||
        type == Lex::RBRACE) {
      isLost &= rule != AdrParser::RuleFile || isSeparator(type);
      return;
    }
    size_t before = stream->index() ? stream->LA(-1) : size_t(Lex::NEWLINE);
    bool isSeparated =
        isSeparator(before) || before == Lex::LBRACE || before == Lex::RBRACE;
    antlr4::Token &found = *stream->LT(1);
    if (rule == AdrParser::RuleFile && isLost)
      reportMisspeltDeclaration(found);
    else if (isSeparated)
      reportLine(found, rule);
    else
      reportSeparator(parser, found, rule);
    if (rule == AdrParser::RuleFile)
      skipDeclaration(parser);
    else
      skipLine(parser, found.getTokenIndex());
  }
}

void SyntaxErrors::reportError(antlr4::Parser *parser,
                               const antlr4::RecognitionException &error) {
  if (inErrorRecoveryMode(parser))
    return; // on its way to the rule that takes it
  beginErrorCondition(parser);
  antlr4::Token &found = *error.getOffendingToken();
  auto *choice = dynamic_cast<const antlr4::NoViableAltException *>(&error);
  if (!choice || choice->getStartToken() == &found)
    return report(parser, found, parser->getExpectedTokens());
  // The state is still that of the first token of the choice: look at the
  // states that were reached before the token in error.
  antlr4::misc::IntervalSet expected;
  if (antlr4::atn::ATNConfigSet *configs = choice->getDeadEndConfigs())
    for (const auto &config : configs->configs)
      expected.addAll(parser->getATN().nextTokens(config->state));
  report(parser, found, expected);
}
