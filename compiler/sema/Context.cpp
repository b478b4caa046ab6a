// SPDX-License-Identifier: Apache-2.0
#include "compiler/sema/Context.h"

using namespace adopter;
using namespace adopter::sema;

void Context::suggest(DiagnosticBuilder &diagnostic, SourceRange range,
                      llvm::StringRef best, llvm::StringRef prefix) {
  if (best.empty())
    return;
  std::string text = (prefix + best).str();
  std::move(diagnostic)
      .note(range, DiagKind::note_did_you_mean, text)
      .fixIt(range, text);
}

/// No name has a blank.
static std::string patternKey(program::PackId pack, llvm::StringRef name) {
  return (llvm::Twine(pack.raw()) + " " + name).str();
}

const ast::PatternDecl *Context::addPattern(const ast::PatternDecl &pattern) {
  auto [known, isNew] =
      patterns.try_emplace(patternKey(pack, pattern.name.text), &pattern);
  if (!isNew)
    return known->second;
  patternPacks[&pattern] = pack;
  patternList.push_back(pattern.name.text);
  return nullptr;
}

const ast::PatternDecl *Context::findPattern(llvm::StringRef name) const {
  if (const auto *own = patterns.lookup(patternKey(pack, name)))
    return own;
  return patterns.lookup(patternKey({}, name));
}

void Context::reportRecursion(llvm::ArrayRef<const ast::PatternDecl *> entered,
                              const ast::PatternDecl &pattern,
                              SourceRange range) {
  if (brokenPatterns.count(&pattern))
    return;
  // Loud even inside a use: the cycle may close far from where it is entered.
  loud.report(range, DiagKind::pattern_recursive, pattern.name.text)
      .note(pattern.name.range, DiagKind::note_declared_here,
            pattern.name.text);
  bool inCycle = false;
  for (const ast::PatternDecl *user : entered) {
    inCycle |= user == &pattern;
    if (inCycle)
      brokenPatterns.insert(user);
  }
}

program::SourceSpan Context::span(SourceRange range) const {
  const SourceFile &file = loud.sourceManager().file(range.file);
  LineColumn start = file.lineColumn(range.begin);
  return {file.path().str(), start.line, start.column};
}

program::ExprId Context::add(program::Expr expr, SourceRange range) {
  origins.exprs.add(range);
  return program.exprs.add(std::move(expr));
}

program::ExprId Context::constant(Constant value, SourceRange range) {
  // Few literals occur in a program's rules, many of them often.
  auto same = [&](const Constant &other) {
    return value.kind == other.kind && value.integer == other.integer &&
           std::bit_cast<uint64_t>(value.number) ==
               std::bit_cast<uint64_t>(other.number) &&
           value.string == other.string;
  };
  program::Expr expr;
  expr.kind = program::ExprKind::Constant;
  for (const auto &[literal, id] : literals)
    if (same(literal)) {
      expr.constant = id;
      return add(std::move(expr), range);
    }
  expr.constant = program.constants.add(value);
  literals.push_back({value, expr.constant});
  return add(std::move(expr), range);
}

void Context::dropExprs(program::ExprId mark) {
  program.exprs.resize(mark.index());
  origins.exprs.resize(mark.index());
}
