// SPDX-License-Identifier: Apache-2.0
#include "compiler/lower/StepKeys.h"
#include "llvm/ADT/STLExtras.h"

using namespace adopter;
using namespace adopter::lower;
using namespace adopter::program;

void StepKeys::assign(RuleSteps &rule) { assign(rule.rule, rule.steps); }

void StepKeys::assign(RuleId rule, StepList &steps) {
  for (Step &step : steps) {
    for (StepList &branch : step.branches)
      assign(rule, branch);
    auto next = static_cast<uint32_t>(known.size());
    step.key = known.try_emplace(describe(rule, step), next).first->second;
  }
}

StepKeys::Text StepKeys::describe(RuleId rule, const Step &step) const {
  Text text = {static_cast<uint32_t>(step.kind), step.position.raw()};
  switch (step.kind) {
  case StepKind::Ask:
    text.push_back(static_cast<uint32_t>(step.question));
    break;
  case StepKind::Guard:
    for (const GuardQuestion &guard : step.guards) {
      text.push_back(static_cast<uint32_t>(guard.question));
      text.push_back(static_cast<uint32_t>(guard.answers.size()));
      for (Answer answer : guard.answers)
        text.push_back(answer.value);
    }
    break;
  case StepKind::Bind:
    text.push_back(step.target.raw());
    break;
  case StepKind::Test:
    describeConditions(rule, step, text);
    break;
  case StepKind::Commute:
    break;
  case StepKind::Choose:
    text.push_back(step.instance.isValid());
    for (const StepList &branch : step.branches) {
      text.push_back(static_cast<uint32_t>(branch.size()));
      for (const Step &inner : branch) {
        text.push_back(inner.key);
        text.push_back(inner.answer.value);
      }
    }
    break;
  case StepKind::Users:
    text.push_back(step.target.raw());
    text.push_back(step.name.raw());
    break;
  }
  return text;
}

void StepKeys::describeConditions(RuleId rule, const Step &test,
                                  Text &text) const {
  const PatternInstance &use = program.rules[rule].instances[test.instance];
  for (const Condition &condition :
       use.alternatives[test.alternative].conditions)
    if (!condition.require)
      describeExpr(rule, test, condition.expr, text);
}

/// Captures stand for the places where they are found, so that conditions of
/// two uses of one pattern are equal whatever the rules call them.
void StepKeys::describeExpr(RuleId rule, const Step &test, ExprId id,
                            Text &text) const {
  const Expr &expr = program.exprs[id];
  text.push_back(static_cast<uint32_t>(expr.kind));
  text.push_back(expr.name.raw());
  text.push_back(expr.op.raw());
  text.push_back(expr.kernel.raw());
  text.push_back(expr.index);
  text.push_back(expr.constant ? constants.canonical(expr.constant).raw()
                               : expr.constant.raw());
  if (expr.capture) {
    auto found = llvm::find_if(test.captures, [&](const CaptureAt &at) {
      return at.capture == expr.capture;
    });
    bool isFound = found != test.captures.end();
    text.push_back(
        static_cast<uint32_t>(program.rules[rule].captures[expr.capture].kind));
    text.push_back(isFound ? found->position.raw() : rule.raw());
    text.push_back(isFound ? 0 : expr.capture.raw());
  }
  text.push_back(static_cast<uint32_t>(expr.args.size()));
  for (const ExprArgument &argument : expr.args) {
    text.push_back(argument.keyword.raw());
    text.push_back(static_cast<uint32_t>(argument.kind));
    describeExpr(rule, test, argument.value, text);
  }
}
