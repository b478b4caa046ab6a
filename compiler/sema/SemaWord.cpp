// SPDX-License-Identifier: Apache-2.0
/// \file
/// Words of conditions: which there are, and what their arguments must be.
#include "compiler/sema/ExprSema.h"
#include "compiler/sema/Suggest.h"
#include "compiler/sema/Words.h"

using namespace adopter;
using namespace adopter::sema;
using program::CaptureKind;
using program::ExprId;
using program::ExprKind;

static const Word words[] = {
#define ADOPTER_WORD(Name, spelling, Result, First, Rest, least, most, text)   \
  {                                                                            \
      spelling,                                                                \
      WordResult::Result,                                                      \
      WordArgument::First,                                                     \
      WordArgument::Rest,                                                      \
      least,                                                                   \
      most},
#include "runtime/program/Words.def"
};

const Word *adopter::sema::findWord(llvm::StringRef spelling) {
  const Word *found = llvm::find_if(
      words, [&](const Word &word) { return word.spelling == spelling; });
  return found == std::end(words) ? nullptr : found;
}

namespace {

/// The argument must be a string literal; reported if it is not.
const ast::Literal *asText(Context &context, const ast::Argument &argument,
                           llvm::StringRef word) {
  const auto *literal = llvm::dyn_cast<ast::Literal>(argument.value);
  if (literal && literal->literalKind == ConstantKind::String)
    return literal;
  context.report(argument.range, DiagKind::word_needs_text, word);
  return nullptr;
}

/// `training` or `inference`, as in `mode(training)`.
bool isMode(Context &context, const ast::Argument &argument,
            llvm::StringRef word) {
  const auto *name = llvm::dyn_cast<ast::Name>(argument.value);
  if (name && (name->name == "training" || name->name == "inference"))
    return true;
  context.report(argument.range, DiagKind::word_needs_mode, word);
  return false;
}

} // namespace

ExprId ExprSema::translateWord(const ast::Call &expr, llvm::StringRef name) {
  SourceRange callee = expr.callee->range();
  const Word *word = findWord(name);
  if (!word || word->spelling == "config") {
    Suggester suggester(name);
    for (const Word &known : words)
      if (known.spelling != "config")
        suggester.consider(known.spelling);
    auto diagnostic = context.report(callee, DiagKind::unknown_word, name);
    Context::suggest(diagnostic, callee, suggester.best());
    for (const ast::Argument &argument : expr.args)
      translate(*argument.value); // counts as a use of what it names
    return fail();
  }

  // `inherits($class, "x")` and `inherits("x")` mean the same.
  ast::ArgumentList args = expr.args;
  if (word->spelling == "inherits" && args.size() == 2)
    if (const auto *first =
            llvm::dyn_cast<ast::Metavariable>(args.front().value);
        first && first->name == "class")
      args = args.drop_front();

  if (args.size() < word->least || (word->most && args.size() > word->most)) {
    context.report(expr.range(), DiagKind::word_arguments, args.size(), name,
                   args.size() < word->least ? word->least : word->most);
    return fail();
  }

  program::Expr node;
  node.kind = ExprKind::Word;
  node.name = context.intern(name);
  bool failed = false;
  for (size_t i = 0; i < args.size(); ++i) {
    ExprId value =
        translateWordArgument(args[i], i == 0 ? word->first : word->rest, name);
    failed |= !value;
    node.args.push_back({{}, value});
  }
  return failed ? fail() : context.add(std::move(node), expr.range());
}

ExprId ExprSema::translateWordArgument(const ast::Argument &argument,
                                       WordArgument wanted,
                                       llvm::StringRef word) {
  if (argument.keyword || argument.kind != ast::ArgumentKind::Plain) {
    context.report(argument.range, DiagKind::word_argument_form, word);
    return fail();
  }
  if (wanted == WordArgument::Text) {
    const ast::Literal *literal = asText(context, argument, word);
    return literal ? translateLiteral(*literal) : fail();
  }
  if (wanted == WordArgument::Mode) {
    if (!isMode(context, argument, word))
      return fail();
    return makeName(ExprKind::Name, llvm::cast<ast::Name>(argument.value)->name,
                    argument.range);
  }

  ExprId value = translate(*argument.value);
  if (!value)
    return fail();
  const program::Expr &node = context.expr(value);
  std::optional<CaptureKind> kind;
  if (node.kind == ExprKind::Capture)
    kind = rule->kindOf(node.capture);
  bool isMember = kind == CaptureKind::Member;
  bool isCallee = kind == CaptureKind::Callee;
  switch (wanted) {
  case WordArgument::Member:
    if (isMember)
      return value;
    context.report(argument.range, DiagKind::word_needs_member, word);
    return fail();
  case WordArgument::Value:
    if (!isMember && !isCallee)
      return value;
    context.report(argument.range, DiagKind::word_needs_value, word);
    return fail();
  case WordArgument::Callee:
    if (kind || node.kind == ExprKind::Hole)
      return value;
    context.report(argument.range, DiagKind::word_needs_callee, word);
    return fail();
  case WordArgument::Any:
  case WordArgument::Text:
  case WordArgument::Mode:
    return value;
  }
  llvm_unreachable("all kinds are handled");
}
