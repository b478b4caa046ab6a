// SPDX-License-Identifier: Apache-2.0
/// \file
/// Value patterns: from which one a match starts, and what each stands for.
#include "compiler/lower/RuleLowering.h"
#include "compiler/lower/SharedSteps.h"
#include "runtime/model/Architecture.h"
#include "llvm/ADT/STLExtras.h"

using namespace adopter;
using namespace adopter::lower;
using namespace adopter::program;

std::optional<RuleSteps> RuleLowering::run() {
  for (uint32_t i = 0; i < rule.values.size(); ++i)
    if (uses.isRoot(i) && lowerFrom(i))
      return std::move(result);
  return std::nullopt;
}

bool RuleLowering::lowerFrom(uint32_t start) {
  Frame whole;
  frame = &whole;
  result = RuleSteps();
  result.rule = ruleId;
  userCount = 0;
  linkCount = 0;
  values.assign(rule.values.size(), Place());
  instances.clear();

  lowerValue(start, positions.root(), NoGate);
  // Each further root hangs on what has been found by then.
  for (bool moved = true; moved;) {
    moved = false;
    for (uint32_t i = 0; i < rule.values.size() && !moved; ++i) {
      if (values[i].position || !uses.isRoot(i))
        continue;
      if (std::optional<Link> link = findLink(i)) {
        lowerLink(*link, i);
        moved = true;
      }
    }
  }
  bool isComplete = llvm::all_of(
      values, [](const Place &place) { return place.position.isValid(); });
  if (isComplete) {
    for (const MemberPattern &member : rule.members)
      lowerMember(member);
    gather(whole);
    result.steps = std::move(whole.steps);
    addGuards(result.steps, positions.root());
    for (const Place &place : values)
      result.roots.push_back(place.position);
  }
  frame = nullptr;
  return isComplete;
}

/// Value pattern `value` stands at `at`.
void RuleLowering::lowerValue(uint32_t value, PositionId at, Gate gate) {
  const ValuePattern &pattern = rule.values[value];
  values[value] = {at, gate};
  if (pattern.targets.size() == 1) {
    if (pattern.targets[0])
      frame->captures.insert({pattern.targets[0], {at, gate}});
    lower(pattern.value, at, gate);
    return;
  }
  // The elements are there once it is known what is unpacked.
  Gate head = lower(pattern.value, at, gate);
  for (uint32_t i = 0; i < pattern.targets.size(); ++i)
    if (pattern.targets[i])
      frame->captures.insert(
          {pattern.targets[i],
           {positions.get(PositionKind::Element, at, i), head}});
}

/// A pattern uses the result of a value pattern that has not been met yet: what
/// stands at `at` is defined by it.
void RuleLowering::lowerTarget(CaptureUses::Target target, PositionId at,
                               Gate gate) {
  if (rule.values[target.value].targets.size() == 1) {
    lowerValue(target.value, at, gate);
    return;
  }
  Gate head = ask(QuestionKind::OpKind, at,
                  static_cast<uint32_t>(model::OpKind::Element), {gate});
  PositionId unpacked = positions.get(PositionKind::Operand, at, 0u);
  lowerValue(target.value, unpacked, head);
  // Of all elements it must be this one.
  PositionId element =
      positions.get(PositionKind::Element, unpacked, target.index);
  ask(QuestionKind::SameValue, at, element.raw(), {head});
}
