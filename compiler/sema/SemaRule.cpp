// SPDX-License-Identifier: Apache-2.0
#include "compiler/sema/SemaRule.h"
#include "compiler/sema/IsoClosure.h"
#include "compiler/sema/Suggest.h"
#include "llvm/ADT/StringExtras.h"

using namespace adopter;
using namespace adopter::sema;
using program::CaptureId;
using program::CaptureKind;
using program::ExprId;

bool RuleSema::run(program::PackId pack) {
  program::Rule &rule = state.rule;
  rule.pack = pack;
  context.enterPack(pack);
  rule.documentation = llvm::join(decl.doc, "\n");
  rule.span = context.span(decl.name.range);
  state.origin.name = decl.name.range;
  state.origin.rewrite = decl.rewrite.range;
  ExprId firstExpr = context.program.exprs.nextId();

  translateMatch();
  state.matchFailed = state.failed;
  translateConditions(context, state, scope, decl.where, decl.require,
                      rule.conditions);
  translateRewrite();
  translateCheckpoint();
  translateGrade();
  translateBenefit();
  translateMode();
  translateExample();

  // The checks of the whole assume that every part could be read.
  if (!state.failed) {
    checkDataFlow(state);
    checkCheckpoint(state, decl);
    checkKernelUse(state);
    if (decl.example)
      checkExampleShapes(state, decl.example.range);
  }
  if (state.failed)
    return false;
  closeUnderIsos(state, firstExpr);
  context.program.rules.add(std::move(rule));
  context.origins.rules.add(std::move(state.origin));
  return true;
}

void RuleSema::translateMatch() {
  if (!decl.match) {
    error(context.report(decl.name.range, DiagKind::match_missing,
                         decl.name.text));
    return;
  }
  MemberClauses members(context, state, scope);
  for (const ast::Item *item : decl.match)
    if (const auto *member = llvm::dyn_cast<ast::MemberItem>(item))
      members.declare(*member);
  members.declareAll(decl.where);
  members.translate(state.rule.members);

  for (const ast::Item *item : decl.match)
    if (const auto *value = llvm::dyn_cast<ast::ValueItem>(item))
      translateValue(*value);
  bool hasValue = llvm::any_of(decl.match, [](const ast::Item *item) {
    return llvm::isa<ast::ValueItem>(item);
  });
  if (!hasValue)
    error(context.report(decl.match.range, DiagKind::match_without_value));
}

void RuleSema::translateValue(const ast::ValueItem &item) {
  program::ValuePattern pattern;
  if (item.unpacks && item.targets.size() < 2)
    error(context.report(item.range(), DiagKind::unpack_one));
  for (const ast::Expr *target : item.targets) {
    const auto *variable = llvm::dyn_cast<ast::Metavariable>(target);
    if (!variable) { // `_`
      pattern.targets.push_back({});
      continue;
    }
    Meaning meaning = scope.lookUp(variable->name, variable->range(), true,
                                   CaptureKind::Value);
    CaptureFacts &facts = state.facts[meaning.capture];
    SourceRange first = state.origin.captures[meaning.capture];
    CaptureKind kind = state.kindOf(meaning.capture);
    if (kind == CaptureKind::Member || kind == CaptureKind::Callee)
      error(context
                .report(target->range(),
                        kind == CaptureKind::Member ? DiagKind::member_as_value
                                                    : DiagKind::callee_as_value,
                        dollar(variable->name))
                .note(first, DiagKind::note_first_bound_here,
                      dollar(variable->name)));
    else if (facts.isTarget || kind == CaptureKind::Bound)
      error(context
                .report(target->range(), DiagKind::metavariable_bound_twice,
                        dollar(variable->name))
                .note(first, DiagKind::note_first_bound_here,
                      dollar(variable->name)));
    facts.isTarget = true;
    pattern.targets.push_back(meaning.capture);
  }
  pattern.value =
      ExprSema(context, state, scope, Place::Match).translate(*item.value);
  if (!pattern.value)
    return;
  program::ExprKind kind = context.expr(pattern.value).kind;
  if (kind == program::ExprKind::Capture ||
      kind == program::ExprKind::Wildcard ||
      kind == program::ExprKind::Constant) {
    error(context.report(item.value->range(), DiagKind::match_of_nothing));
    return;
  }
  state.rule.values.push_back(std::move(pattern));
}

void RuleSema::translateGrade() {
  if (!decl.grade) {
    error(context.report(decl.name.range, DiagKind::grade_missing,
                         decl.name.text));
    return;
  }
  state.rule.grade = static_cast<program::Grade>(decl.grade.kind);
  state.rule.domain = decl.grade.domain.str();
}

void RuleSema::translateBenefit() {
  if (!decl.benefit)
    return;
  const ast::Literal *value = decl.benefit.value;
  if (!value) {
    state.rule.benefitMeasured = true;
    return;
  }
  state.rule.benefit = value->literalKind == ConstantKind::Float
                           ? value->number
                           : static_cast<double>(value->integer);
}

void RuleSema::translateMode() {
  state.rule.trainingOnly = decl.mode.text == "training";
  state.rule.inferenceOnly = decl.mode.text == "inference";
}
