// SPDX-License-Identifier: Apache-2.0
#include "compiler/lower/CaptureUses.h"
#include "llvm/ADT/STLExtras.h"

using namespace adopter;
using namespace adopter::lower;
using namespace adopter::program;

CaptureUses::CaptureUses(const Program &program, const Rule &rule)
    : program(program), rule(rule), pattern(rule.captures.size()),
      conditions(static_cast<unsigned>(rule.captures.size())) {
  for (const ValuePattern &value : rule.values)
    count(value.value, pattern);
  countMembers(rule.members, pattern);

  Counts asked(rule.captures.size());
  for (const Condition &condition : rule.conditions)
    count(condition.expr, asked);
  for (const PatternInstance &use : rule.instances)
    for (const Alternative &alternative : use.alternatives)
      for (const Condition &condition : alternative.conditions)
        count(condition.expr, asked);
  for (unsigned i = 0; i < asked.size(); ++i)
    if (asked[i] != 0)
      conditions.set(i);
}

void CaptureUses::count(ExprId id, Counts &counts) const {
  if (!id)
    return;
  const Expr &expr = program.exprs[id];
  if (expr.capture)
    ++counts[expr.capture.index()];
  for (const ExprArgument &argument : expr.args)
    count(argument.value, counts);
  if (expr.kind != ExprKind::Instance)
    return;
  const PatternInstance &use = rule.instances[expr.instance];
  for (ExprId argument : use.arguments)
    count(argument, counts);
  countInstance(use, counts);
}

void CaptureUses::countInstance(const PatternInstance &use,
                                Counts &counts) const {
  for (const Alternative &alternative : use.alternatives) {
    count(alternative.body, counts);
    countMembers(alternative.members, counts);
  }
}

void CaptureUses::countMembers(const std::vector<MemberPattern> &members,
                               Counts &counts) const {
  // `$m : C(...)` itself is no use of `$m`: the call of it is.
  for (const MemberPattern &member : members)
    count(member.constructor, counts);
}

unsigned CaptureUses::inInstance(InstanceId instance, CaptureId capture) const {
  Counts counts(rule.captures.size());
  countInstance(rule.instances[instance], counts);
  return counts[capture.index()];
}

std::optional<CaptureUses::Target>
CaptureUses::target(CaptureId capture) const {
  for (uint32_t i = 0; i < rule.values.size(); ++i) {
    const std::vector<CaptureId> &targets = rule.values[i].targets;
    for (uint32_t j = 0; j < targets.size(); ++j)
      if (targets[j] == capture)
        return Target{i, j};
  }
  return std::nullopt;
}

bool CaptureUses::isRoot(uint32_t value) const {
  return llvm::none_of(rule.values[value].targets, [&](CaptureId target) {
    return target && inPattern(target) != 0;
  });
}
