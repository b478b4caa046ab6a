// SPDX-License-Identifier: Apache-2.0
#include "compiler/Compiler.h"
#include "compiler/RulePrinter.h"
#include "compiler/ast/AstPrinter.h"
#include "compiler/lint/Lint.h"
#include "compiler/lower/Lower.h"
#include "compiler/sema/Sema.h"
#include "compiler/syntax/ParseDriver.h"
#include "runtime/program/AutomatonPrinter.h"

using namespace adopter;

namespace {

/// Text to typed rules: what `check` and `compile` have in common. None after
/// an error; files with syntax errors are left out, so that the others are
/// checked all the same.
std::optional<sema::SemaResult> analyse(llvm::ArrayRef<FileId> files,
                                        const SourceManager &sources,
                                        DiagnosticEngine &diags,
                                        const CompileOptions &options) {
  unsigned errorsBefore = diags.errorCount();
  ast::AstContext context;
  std::vector<const ast::File *> trees;
  for (FileId file : files)
    if (const ast::File *tree = parseFile(context, sources, file, diags))
      trees.push_back(tree);
  sema::SemaResult result = sema::analyse(trees, diags);
  if (options.lint)
    lint::lint(result.program, result.origins, diags);
  if (diags.errorCount() != errorsBefore)
    return std::nullopt;
  return result;
}

/// Adds the automaton.
bool lowerAll(sema::SemaResult &result, DiagnosticEngine &diags) {
  std::vector<program::RuleId> left = lower::lowerRules(result.program);
  for (program::RuleId rule : left)
    diags.report(result.origins.rules[rule].name, DiagKind::match_not_lowered,
                 result.program.text(result.program.rules[rule].name));
  return left.empty();
}

} // namespace

std::optional<program::Program>
adopter::compile(llvm::ArrayRef<FileId> files, const SourceManager &sources,
                 DiagnosticEngine &diags, const CompileOptions &options) {
  std::optional<sema::SemaResult> result =
      analyse(files, sources, diags, options);
  if (!result || !lowerAll(*result, diags))
    return std::nullopt;
  return std::move(result->program);
}

bool adopter::check(llvm::ArrayRef<FileId> files, const SourceManager &sources,
                    DiagnosticEngine &diags, const CompileOptions &options) {
  return compile(files, sources, diags, options).has_value();
}

bool adopter::emit(Stage stage, llvm::ArrayRef<FileId> files,
                   const SourceManager &sources, DiagnosticEngine &diags,
                   llvm::raw_ostream &out, const CompileOptions &options) {
  if (stage == Stage::Tokens)
    return llvm::all_of(files, [&](FileId file) {
      return printTokens(sources, file, diags, out);
    });
  if (stage == Stage::Ast)
    return llvm::all_of(files, [&](FileId file) {
      ast::AstContext context;
      const ast::File *tree = parseFile(context, sources, file, diags);
      if (tree)
        ast::printTree(*tree, out);
      return tree != nullptr;
    });
  std::optional<program::Program> program =
      compile(files, sources, diags, options);
  if (!program)
    return false;
  switch (stage) {
  case Stage::Tokens:
  case Stage::Ast:
    break; // printed above
  case Stage::Typed:
    printTyped(*program, out);
    break;
  case Stage::Predicates:
    lower::printPredicates(*program, out);
    break;
  case Stage::Automaton:
    program::printAutomaton(*program, out);
    break;
  case Stage::Templates:
    printTemplates(*program, out);
    break;
  case Stage::Dot:
    program::printAutomatonDot(*program, out);
    break;
  }
  return true;
}
