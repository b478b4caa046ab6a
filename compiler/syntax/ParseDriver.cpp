// SPDX-License-Identifier: Apache-2.0
#include "compiler/syntax/ParseDriver.h"
#include "compiler/syntax/AstBuilder.h"
#include "compiler/syntax/SyntaxErrors.h"

using namespace adopter;
using namespace adopter::syntax;

namespace {
/// Watches how deep the parser recurses.
class DepthGuard : public antlr4::tree::ParseTreeListener {
public:
  /// A pair of brackets is worth at most five levels.
  static constexpr size_t MaxDepth = 5 * TokenFilter::MaxDepth;

  void enterEveryRule(antlr4::ParserRuleContext *context) override {
    if (++depth > MaxDepth)
      throw TreeTooDeep{context->getStart()};
  }
  void exitEveryRule(antlr4::ParserRuleContext *) override { --depth; }
  void visitTerminal(antlr4::tree::TerminalNode *) override {}
  void visitErrorNode(antlr4::tree::ErrorNode *) override {}

private:
  size_t depth = 0;
};
} // namespace

/// The tokens of `text` as the parser wants them; false if they cannot be
/// parsed.
static bool readTokens(AdrText &text, FilteredTokens &filtered,
                       ErrorList &errors) {
  Scanner scanner(text);
  return TokenFilter(text, errors).run(scanner.getAllTokens(), filtered);
}

static const ast::File *parse(ast::AstContext &context, AdrText &text,
                              ErrorList &errors) {
  FilteredTokens filtered;
  if (!readTokens(text, filtered, errors))
    return nullptr;
  antlr4::ListTokenSource source(std::move(filtered.tokens));
  antlr4::CommonTokenStream stream(&source);
  grammar::AdrParser parser(&stream);
  parser.removeErrorListeners();
  parser.setErrorHandler(
      std::make_shared<SyntaxErrors>(text, filtered, errors));
  DepthGuard guard;
  parser.addParseListener(&guard);
  try {
    grammar::AdrParser::FileContext *tree = parser.file();
    if (errors.hasErrors())
      return nullptr;
    AstBuilder builder(context, text, stream, filtered.comments, errors);
    const ast::File *file = builder.build(tree, filtered.blankLines);
    return errors.hasErrors() ? nullptr : file;
  } catch (const TreeTooDeep &tooDeep) {
    errors.add(text.range(tooDeep.token->getStartIndex(),
                          tooDeep.token->getStopIndex()),
               DiagKind::nested_too_deeply, TokenFilter::MaxDepth);
  }
  return nullptr;
}

const ast::File *adopter::parseFile(ast::AstContext &context,
                                    const SourceManager &sources, FileId file,
                                    DiagnosticEngine &diags) {
  AdrText text;
  if (!text.load(sources, file, diags))
    return nullptr;
  ErrorList errors;
  const ast::File *result = parse(context, text, errors);
  errors.flush(diags);
  return result;
}

bool adopter::printTokens(const SourceManager &sources, FileId file,
                          DiagnosticEngine &diags, llvm::raw_ostream &out) {
  AdrText text;
  if (!text.load(sources, file, diags))
    return false;
  ErrorList errors;
  FilteredTokens filtered;
  bool succeeded = readTokens(text, filtered, errors) && !errors.hasErrors();
  Scanner names(text);
  for (const std::unique_ptr<antlr4::Token> &token : filtered.tokens) {
    SourceRange range =
        text.range(token->getStartIndex(), token->getStopIndex());
    LineColumn place = sources.file(file).lineColumn(range.begin);
    out << place.line << ':' << place.column << ' '
        << names.getVocabulary().getSymbolicName(token->getType());
    if (token->getType() != grammar::AdrLexer::NEWLINE)
      out << ' ' << text.bytes(range);
    out << '\n';
  }
  errors.flush(diags);
  return succeeded;
}
