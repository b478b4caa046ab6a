// SPDX-License-Identifier: Apache-2.0
/// \file
/// Named patterns: each use is a copy of the alternatives whose metavariables
/// are renamed apart, with holes where the parameters stood.
#include "compiler/sema/Clauses.h"
#include "compiler/sema/ExprSema.h"
#include "compiler/sema/ExprWalk.h"
#include "compiler/sema/Suggest.h"

using namespace adopter;
using namespace adopter::sema;
using program::CaptureId;
using program::CaptureKind;
using program::ExprId;
using program::ExprKind;

/// Uses of patterns in one rule, nested ones included; a pattern that uses
/// another twice, and so on, grows without bound.
static constexpr size_t MaxInstances = 256;

namespace {

/// Translates the alternatives of one use.
class AlternativeSema {
public:
  AlternativeSema(Context &context, RuleState &rule,
                  const ast::PatternDecl &pattern,
                  llvm::ArrayRef<CaptureId> outputs)
      : context(context), rule(rule), pattern(pattern), outputs(outputs) {}

  program::Alternative translate(const ast::Alternative &alternative) {
    program::Alternative result;
    AlternativeScope scope(rule, pattern, alternative, outputs);
    MemberClauses members(context, rule, scope);
    members.declareAll(alternative.where);
    members.translate(result.members);
    result.body = ExprSema(context, rule, scope, Place::Match)
                      .translate(*alternative.expr);
    scope.endBody();
    checkMembersCalled(result);
    translateConditions(context, rule, scope, alternative.where,
                        alternative.require, result.conditions);
    translateBindings(scope, alternative, result);
    checkComplete(scope, alternative);
    return result;
  }

private:
  void translateBindings(AlternativeScope &scope,
                         const ast::Alternative &alternative,
                         program::Alternative &result) {
    llvm::StringMap<SourceRange> seen;
    for (const ast::Binding &binding : alternative.with) {
      llvm::StringRef name = binding.name.text;
      auto [first, isNew] = seen.try_emplace(name, binding.name.range);
      if (!isNew) {
        context.report(binding.name.range, DiagKind::with_twice, dollar(name))
            .note(first->second, DiagKind::note_first_bound_here, dollar(name));
        rule.failed = true;
        continue;
      }
      ExprId value =
          ExprSema(context, rule, scope, Place::With).translate(*binding.value);
      std::optional<uint32_t> output = scope.findOutput(name);
      if (!output) {
        reportUnboundOutput(binding);
        continue;
      }
      scope.give(*output);
      rule.rule.captures[scope.output(*output)].kind = CaptureKind::Bound;
      if (value)
        result.bindings.push_back({scope.output(*output), value});
    }
  }

  void reportUnboundOutput(const ast::Binding &binding) {
    llvm::StringRef name = binding.name.text;
    std::vector<llvm::StringRef> candidates;
    for (const ast::Identifier &bound : pattern.binds)
      candidates.push_back(bound.text);
    auto diagnostic =
        context.report(binding.name.range, DiagKind::with_not_bound,
                       dollar(name), pattern.name.text);
    Context::suggest(diagnostic, binding.name.range, suggest(name, candidates),
                     "$");
    rule.failed = true;
  }

  void checkMembersCalled(const program::Alternative &alternative) {
    for (const program::MemberPattern &member : alternative.members) {
      bool isCalled = false;
      walkExpr(context.program, rule.rule, alternative.body,
               WalkInto::Arguments, [&](ExprId, const program::Expr &expr) {
                 isCalled |= expr.kind == ExprKind::MemberCall &&
                             expr.capture == member.member;
               });
      if (isCalled || rule.failed)
        continue;
      context.report(rule.origin.captures[member.member],
                     DiagKind::member_not_called,
                     dollar(lastName(rule.nameOf(member.member))));
      rule.failed = true;
    }
  }

  /// Every parameter and every name of `binds` must be found by each
  /// alternative: whoever uses the pattern cannot know which one it was.
  void checkComplete(const AlternativeScope &scope,
                     const ast::Alternative &alternative) {
    for (uint32_t i = 0; i < pattern.params.size(); ++i)
      if (!scope.usesHole(i) && !rule.failed) {
        context
            .report(alternative.expr->range(),
                    DiagKind::pattern_parameter_unused,
                    dollar(pattern.params[i].text))
            .note(pattern.params[i].range, DiagKind::note_declared_here,
                  dollar(pattern.params[i].text));
        rule.failed = true;
      }
    for (uint32_t i = 0; i < pattern.binds.size(); ++i)
      if (!scope.isBound(i) && !rule.failed) {
        context
            .report(alternative.range(), DiagKind::pattern_binds_missing,
                    dollar(pattern.binds[i].text))
            .note(pattern.binds[i].range, DiagKind::note_declared_here,
                  dollar(pattern.binds[i].text));
        rule.failed = true;
      }
    for (CaptureId local : scope.locals())
      if (rule.facts[local].uses == 1 && !rule.failed) {
        SourceRange range = rule.origin.captures[local];
        context
            .report(range, DiagKind::unused_metavariable,
                    dollar(lastName(rule.nameOf(local))))
            .fixIt(range, "_");
      }
  }

  Context &context;
  RuleState &rule;
  const ast::PatternDecl &pattern;
  llvm::ArrayRef<CaptureId> outputs;
};

} // namespace

ExprId ExprSema::usePattern(const ast::Call &expr,
                            const ast::PatternDecl &pattern) {
  llvm::StringRef name = pattern.name.text;
  SourceRange callee = expr.callee->range();

  program::PatternInstance instance;
  instance.pattern = context.intern(name);
  llvm::StringMap<const ast::Argument *> renamed;
  size_t positional = 0;
  bool failed = false;
  for (const ast::Argument &argument : expr.args) {
    if (argument.kind != ast::ArgumentKind::Plain) {
      context.report(argument.range, DiagKind::argument_starred, name);
      failed = true;
    } else if (argument.keyword) {
      renamed[argument.keyword.text] = &argument;
    } else {
      ++positional;
      instance.arguments.push_back(translate(*argument.value));
      failed |= !instance.arguments.back();
    }
  }
  if (positional != pattern.params.size()) {
    context
        .report(expr.range(), DiagKind::pattern_arity, positional, name,
                pattern.params.size())
        .note(pattern.name.range, DiagKind::note_declared_here, name);
    failed = true;
  }

  // `binds $scale`: the user's `$scale`, or `$s` if used as p(x, scale = $s).
  llvm::SmallVector<CaptureId, 4> outputs;
  llvm::SmallVector<SourceRange, 4> boundBefore; // invalid: bound by this use
  for (const ast::Identifier &bound : pattern.binds) {
    llvm::StringRef outer = bound.text;
    SourceRange range = callee;
    if (const ast::Argument *argument = renamed.lookup(bound.text)) {
      renamed.erase(bound.text);
      const auto *given = llvm::dyn_cast<ast::Metavariable>(argument->value);
      if (!given) {
        context.report(argument->range, DiagKind::pattern_binds_value,
                       bound.text);
        failed = true;
        continue;
      }
      outer = given->name;
      range = given->range();
    }
    Meaning meaning = scope->lookUp(outer, range, true, CaptureKind::Value);
    if (meaning.kind != Meaning::Kind::Capture) {
      context.report(range, DiagKind::metavariable_bound_twice, dollar(outer));
      failed = true;
      continue;
    }
    CaptureKind kind = rule->kindOf(meaning.capture);
    if (kind == CaptureKind::Member || kind == CaptureKind::Callee) {
      context
          .report(range,
                  kind == CaptureKind::Member ? DiagKind::member_as_value
                                              : DiagKind::callee_as_value,
                  dollar(outer))
          .note(rule->origin.captures[meaning.capture],
                DiagKind::note_first_bound_here, dollar(outer));
      failed = true;
    }
    rule->facts[meaning.capture].fromPattern |= meaning.isNew;
    outputs.push_back(meaning.capture);
    boundBefore.push_back(
        meaning.isNew ? SourceRange() : rule->origin.captures[meaning.capture]);
  }
  for (const ast::Argument &argument : expr.args) {
    if (!argument.keyword || !renamed.count(argument.keyword.text))
      continue;
    std::vector<llvm::StringRef> candidates;
    for (const ast::Identifier &bound : pattern.binds)
      candidates.push_back(bound.text);
    auto diagnostic =
        context.report(argument.keyword.range, DiagKind::pattern_binds_unknown,
                       name, argument.keyword.text);
    Context::suggest(diagnostic, argument.keyword.range,
                     suggest(argument.keyword.text, candidates));
    failed = true;
  }

  if (llvm::is_contained(rule->entered, &pattern)) {
    context.reportRecursion(rule->entered, pattern, callee);
    failed = true;
  }
  if (failed || context.brokenPatterns.count(&pattern))
    return fail();
  if (!context.isQuiet())
    rule->outermostUse = callee;
  if (rule->rule.instances.size() >= MaxInstances) {
    // The limit is passed deep inside, but it is the outermost use that asks
    // for so much.
    bool wasQuiet = context.setQuiet(false);
    if (!std::exchange(rule->tooLarge, true))
      context.report(rule->outermostUse, DiagKind::pattern_too_large,
                     MaxInstances);
    context.setQuiet(wasQuiet);
    return fail();
  }

  program::InstanceId id = rule->rule.instances.add(std::move(instance));
  rule->entered.push_back(&pattern);
  bool wasQuiet = context.setQuiet(true); // the pattern is checked by itself
  bool hadFailed = std::exchange(rule->failed, false);
  program::PackId user = context.enterPack(context.packOf(pattern));
  std::vector<program::Alternative> alternatives;
  for (const ast::Alternative *alternative : pattern.alternatives)
    alternatives.push_back(AlternativeSema(context, *rule, pattern, outputs)
                               .translate(*alternative));
  context.enterPack(user);
  context.setQuiet(wasQuiet);
  rule->entered.pop_back();
  bool bodyFailed = rule->failed;
  rule->failed |= hadFailed;
  if (bodyFailed)
    return fail();
  rule->rule.instances[id].alternatives = std::move(alternatives);

  // What `with` gives cannot be compared with another value.
  for (size_t i = 0; i < outputs.size(); ++i)
    if (boundBefore[i].isValid() &&
        rule->kindOf(outputs[i]) == CaptureKind::Bound) {
      std::string outer = dollar(lastName(rule->nameOf(outputs[i])));
      context.report(callee, DiagKind::metavariable_bound_twice, outer)
          .note(boundBefore[i], DiagKind::note_first_bound_here, outer);
      return fail();
    }

  program::Expr node;
  node.kind = ExprKind::Instance;
  node.instance = id;
  return context.add(std::move(node), expr.range());
}

void adopter::sema::checkPattern(Context &context,
                                 const ast::PatternDecl &pattern) {
  ExprId mark = context.program.exprs.nextId();
  context.enterPack(context.packOf(pattern));
  RuleState scratch(context, pattern.name.text);
  scratch.entered.push_back(&pattern);
  llvm::SmallVector<CaptureId, 4> outputs;
  for (const ast::Identifier &bound : pattern.binds)
    outputs.push_back(
        scratch.addCapture(bound.text, CaptureKind::Value, bound.range));

  llvm::StringMap<SourceRange> seen;
  for (llvm::ArrayRef<ast::Identifier> names : {pattern.params, pattern.binds})
    for (const ast::Identifier &name : names) {
      auto [first, isNew] = seen.try_emplace(name.text, name.range);
      if (isNew)
        continue;
      context.report(name.range, DiagKind::duplicate_name, dollar(name.text))
          .note(first->second, DiagKind::note_declared_here, dollar(name.text));
      scratch.failed = true;
    }
  if (pattern.alternatives.empty()) {
    context.report(pattern.name.range, DiagKind::pattern_empty,
                   pattern.name.text);
    scratch.failed = true;
  }
  bool failed = scratch.failed;
  for (const ast::Alternative *alternative : pattern.alternatives) {
    if (failed && scratch.failed)
      break; // the parameters are wrong: nothing can be said of the bodies
    AlternativeSema(context, scratch, pattern, outputs).translate(*alternative);
    failed |= std::exchange(scratch.failed, false);
  }
  if (failed)
    context.brokenPatterns.insert(&pattern);
  context.dropExprs(mark);
}
