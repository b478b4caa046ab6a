// SPDX-License-Identifier: Apache-2.0
/// \file
/// Uses of named patterns, and conditionals: what the matcher has to choose.
#include "compiler/lower/RuleLowering.h"
#include "compiler/lower/SharedSteps.h"
#include "runtime/model/Architecture.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include <array>

using namespace adopter;
using namespace adopter::lower;
using namespace adopter::program;

/// Adds a choice to the frame, and before it what all its branches ask.
Gate RuleLowering::addChoice(Step choice, Gate gate) {
  llvm::SmallVector<Gate, 4> gates(frame->choiceGates);
  frame->choiceGates.clear();
  gates.push_back(gate);
  llvm::SmallVector<Gate, 8> moved; // indexed like `shared`
  for (Step &step : takeSharedSteps(choice.branches)) {
    llvm::SmallVector<Gate, 8> before(gates.begin(), gates.end());
    for (Gate inside : step.after)
      before.push_back(moved[inside]);
    step.after.clear();
    moved.push_back(add(std::move(step), before));
  }
  gates.append(moved.begin(), moved.end());
  return add(std::move(choice), gates);
}

// --- named patterns ---------------------------------------------------------

static void collectCaptures(const Program &program, ExprId id,
                            llvm::SmallSetVector<CaptureId, 4> &captures) {
  if (!id)
    return;
  const Expr &expr = program.exprs[id];
  if (expr.capture)
    captures.insert(expr.capture);
  for (const ExprArgument &argument : expr.args)
    collectCaptures(program, argument.value, captures);
}

Gate RuleLowering::lowerInstance(InstanceId id, PositionId at, Gate gate) {
  // Filling in a signature may have copied the use to a second place.
  auto [before, isNew] = instances.insert({id, at});
  if (!isNew) {
    ask(QuestionKind::SameValue, at, before->second.raw(), {gate});
    return gate;
  }
  // Holes belong to a position: where an alternative is as a whole another use,
  // that one stands at a second name of the position.
  while (isInsideUseAt(at)) {
    Step alias;
    alias.kind = StepKind::Bind;
    alias.position = at;
    alias.target = positions.hole(at, AliasHole);
    at = alias.target;
    gate = add(std::move(alias), {gate});
  }

  const PatternInstance &use = rule.instances[id];
  std::vector<Frame> frames;
  for (uint32_t i = 0; i < use.alternatives.size(); ++i)
    frames.push_back(lowerAlternative(id, i, at));
  llvm::SmallVector<CaptureId, 2> outputs = findOutputs(id, frames);

  Step choice;
  choice.kind = StepKind::Choose;
  choice.position = at;
  choice.instance = id;
  for (Frame &closed : frames) {
    closeAlternative(closed, outputs);
    gather(closed);
    choice.branches.push_back(std::move(closed.steps));
  }
  Gate chosen = addChoice(std::move(choice), gate);

  for (size_t i = 0; i < outputs.size(); ++i) {
    PositionId found =
        positions.hole(at, FirstOutputHole + static_cast<uint32_t>(i));
    auto target = uses.target(outputs[i]);
    if (target && !frame->instance)
      lowerTarget(*target, found, chosen);
    else
      frame->captures.insert({outputs[i], {found, chosen}});
  }
  for (uint32_t i = 0; i < use.arguments.size(); ++i)
    lower(use.arguments[i], positions.hole(at, i), chosen);
  return chosen;
}

/// An alternative of a use at `at` is being lowered.
bool RuleLowering::isInsideUseAt(PositionId at) const {
  for (const Frame *outer = frame; outer; outer = outer->outer)
    if (outer->instance && outer->at == at)
      return true;
  return false;
}

Frame RuleLowering::lowerAlternative(InstanceId id, uint32_t alternative,
                                     PositionId at) {
  const PatternInstance &use = rule.instances[id];
  const Alternative &taken = use.alternatives[alternative];
  Frame inner;
  inner.instance = id;
  inner.alternative = alternative;
  inner.at = at;
  inner.outer = frame;
  inner.holes.resize(use.arguments.size());
  frame = &inner;
  lower(taken.body, at, NoGate);
  for (const MemberPattern &member : taken.members)
    lowerMember(member);
  frame = inner.outer;
  return inner;
}

/// The captures that every alternative finds and that are compared with
/// something outside: each gets a hole, so that it has one position whichever
/// alternative is taken.
llvm::SmallVector<CaptureId, 2>
RuleLowering::findOutputs(InstanceId id, llvm::ArrayRef<Frame> frames) const {
  llvm::SmallVector<CaptureId, 2> outputs;
  if (frames.empty())
    return outputs;
  for (const auto &[capture, place] : frames.front().captures) {
    CaptureId found = capture;
    bool isWanted = rule.captures[found].kind == CaptureKind::Value &&
                    (uses.target(found) ||
                     uses.inPattern(found) > uses.inInstance(id, found));
    if (isWanted && llvm::all_of(frames, [&](const Frame &other) {
          return other.captures.count(found) != 0;
        }))
      outputs.push_back(found);
  }
  return outputs;
}

/// Hands on what the alternative has found, if its conditions allow it.
void RuleLowering::closeAlternative(Frame &closed,
                                    llvm::ArrayRef<CaptureId> outputs) {
  Frame *outer = std::exchange(frame, &closed);
  auto bind = [&](const Place &place, uint32_t index) {
    Step step;
    step.kind = StepKind::Bind;
    step.position = place.position;
    step.target = positions.hole(closed.at, index);
    add(std::move(step), {place.gate});
  };
  for (uint32_t i = 0; i < closed.holes.size(); ++i)
    if (closed.holes[i].position)
      bind(closed.holes[i], i);
  for (uint32_t i = 0; i < outputs.size(); ++i)
    bind(closed.captures.find(outputs[i])->second, FirstOutputHole + i);

  const Alternative &taken =
      rule.instances[closed.instance].alternatives[closed.alternative];
  // A `require` does not choose between alternatives.
  bool isTested = llvm::any_of(taken.conditions,
                               [](const Condition &c) { return !c.require; });
  if (isTested)
    addTest(closed, taken);
  frame = outer;
}

/// The conditions of an alternative, once all that it matches is found.
void RuleLowering::addTest(Frame &closed, const Alternative &taken) {
  Step test;
  test.kind = StepKind::Test;
  test.position = closed.at;
  test.instance = closed.instance;
  test.alternative = closed.alternative;
  llvm::SmallSetVector<CaptureId, 4> asked;
  for (const Condition &condition : taken.conditions)
    if (!condition.require)
      collectCaptures(program, condition.expr, asked);
  for (CaptureId capture : asked)
    for (Frame *owner = &closed; owner; owner = owner->outer) {
      auto known = owner->captures.find(capture);
      if (known == owner->captures.end())
        continue;
      test.captures.push_back({capture, known->second.position, owner->instance,
                               owner->alternative});
      if (owner != &closed)
        owner->choiceGates.push_back(known->second.gate);
      break;
    }
  llvm::SmallVector<Gate, 16> all;
  for (size_t i = 0; i < closed.steps.size(); ++i)
    all.push_back(static_cast<Gate>(i));
  add(std::move(test), all);
}

/// Captures of alternatives are found where they are, whatever is handed on.
void RuleLowering::gather(const Frame &found) {
  for (const auto &[capture, place] : found.captures)
    if (found.instance || !uses.target(capture))
      result.captures.push_back(
          {capture, place.position, found.instance, found.alternative});
}

// --- conditionals -----------------------------------------------------------

/// `a if c else b` is `b if not c else a`: condition, then and else become
/// holes, so that what they must be is asked once, whichever way it was
/// written.
Gate RuleLowering::lowerConditional(const Expr &expr, PositionId at,
                                    Gate gate) {
  if (expr.args.size() != 3)
    return gate;
  ExprId condition = expr.args[0].value;
  std::array<uint32_t, 3> holes = {0, 1, 2};
  const Expr *asked = &program.exprs[condition];
  while (asked->kind == ExprKind::Not && asked->args.size() == 1) {
    condition = asked->args[0].value;
    asked = &program.exprs[condition];
    std::swap(holes[1], holes[2]);
  }
  Gate head = lowerHead(expr, at, gate);

  auto operand = [&](PositionId of, uint32_t index) {
    return positions.get(PositionKind::Operand, of, index);
  };
  auto bind = [&](StepList &steps, PositionId from, uint32_t index) {
    Step step;
    step.kind = StepKind::Bind;
    step.position = from;
    step.target = positions.hole(at, FirstConditionalHole + index);
    for (uint32_t i = 0; i < steps.size(); ++i)
      step.after.push_back(i);
    steps.push_back(std::move(step));
  };
  StepList plain, negated;
  for (uint32_t i : {0, 1, 2})
    bind(plain, operand(at, i), i);
  Step isNot;
  isNot.kind = StepKind::Ask;
  isNot.position = operand(at, 0);
  isNot.question = QuestionKind::OpKind;
  isNot.answer.value = static_cast<uint32_t>(model::OpKind::Not);
  negated.push_back(std::move(isNot));
  bind(negated, operand(operand(at, 0), 0), 0);
  bind(negated, operand(at, 1), 2);
  bind(negated, operand(at, 2), 1);

  Step choice;
  choice.kind = StepKind::Choose;
  choice.position = at;
  choice.branches.push_back(std::move(plain));
  choice.branches.push_back(std::move(negated));
  Gate chosen = addChoice(std::move(choice), head);
  auto hole = [&](uint32_t index) {
    return positions.hole(at, FirstConditionalHole + index);
  };
  lower(condition, hole(0), chosen);
  lower(expr.args[1].value, hole(holes[1]), chosen);
  lower(expr.args[2].value, hole(holes[2]), chosen);
  return chosen;
}
