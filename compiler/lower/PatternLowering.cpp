// SPDX-License-Identifier: Apache-2.0
#include "compiler/lower/PatternLowering.h"
#include "compiler/lower/RuleLowering.h"
#include "runtime/model/Architecture.h"
#include "llvm/ADT/STLExtras.h"

using namespace adopter;
using namespace adopter::lower;
using namespace adopter::program;

// --- steps ------------------------------------------------------------------

Gate RuleLowering::add(Step step, llvm::ArrayRef<Gate> gates) {
  for (Gate gate : gates)
    if (gate != NoGate && !llvm::is_contained(step.after, gate))
      step.after.push_back(gate);
  frame->steps.push_back(std::move(step));
  return static_cast<Gate>(frame->steps.size() - 1);
}

Gate RuleLowering::ask(QuestionKind question, PositionId at, uint32_t answer,
                       llvm::ArrayRef<Gate> gates) {
  // The same may be wanted twice, as in the link to a further root.
  for (size_t i = 0; i < frame->steps.size(); ++i) {
    const Step &step = frame->steps[i];
    if (step.kind == StepKind::Ask && step.position == at &&
        step.question == question && step.answer.value == answer)
      return static_cast<Gate>(i);
  }
  Step step;
  step.kind = StepKind::Ask;
  step.position = at;
  step.question = question;
  step.answer.value = answer;
  return add(std::move(step), gates);
}

Gate RuleLowering::askSame(QuestionKind question, PositionId at, Gate gate,
                           const Place &place, Frame &owner) {
  if (&owner == frame)
    return ask(question, at, place.position.raw(), {gate, place.gate});
  // Whoever chooses among the alternatives in `owner` comes after `place`.
  owner.choiceGates.push_back(place.gate);
  return ask(question, at, place.position.raw(), {gate});
}

// --- expressions ------------------------------------------------------------

Gate RuleLowering::lower(ExprId id, PositionId at, Gate gate) {
  const Expr &expr = program.exprs[id];
  switch (expr.kind) {
  case ExprKind::Wildcard:
    return gate;
  case ExprKind::Capture:
    return lowerCapture(expr.capture, at, gate);
  case ExprKind::Hole:
    return lowerHole(expr.index, at, gate);
  case ExprKind::Instance:
    return lowerInstance(expr.instance, at, gate);
  case ExprKind::Conditional:
    return lowerConditional(expr, at, gate);
  case ExprKind::OpCall:
    return lowerOpCall(expr, at, gate);
  case ExprKind::Constant:
  case ExprKind::Name:
  case ExprKind::Self:
  case ExprKind::Attribute:
  case ExprKind::KernelCall:
  case ExprKind::NameCall:
  case ExprKind::MemberCall:
  case ExprKind::CalleeCall:
  case ExprKind::MethodCall:
  case ExprKind::Tuple:
  case ExprKind::List:
  case ExprKind::Slice:
  case ExprKind::And:
  case ExprKind::Or:
  case ExprKind::Not:
  case ExprKind::Dict:
  case ExprKind::In:
  case ExprKind::Is:
    return lowerOperands(expr, at, gate);
  case ExprKind::Param:
  case ExprKind::Word:
    return gate; // no part of a pattern
  }
  llvm_unreachable("all kinds are handled");
}

/// Asks what stands at `at`, not yet what its operands are.
Gate RuleLowering::lowerHead(const Expr &expr, PositionId at, Gate gate) {
  auto askOp = [&](QuestionKind question, uint32_t answer) {
    return ask(question, at, answer, {gate});
  };
  auto askKind = [&](model::OpKind kind) {
    return askOp(QuestionKind::OpKind, static_cast<uint32_t>(kind));
  };
  switch (expr.kind) {
  case ExprKind::Constant:
    return askOp(QuestionKind::Constant,
                 constants.canonical(expr.constant).raw());
  case ExprKind::Name:
  case ExprKind::NameCall:
    return askOp(QuestionKind::OpName, expr.name.raw());
  case ExprKind::OpCall:
    return askOp(QuestionKind::OpName, program.ops[expr.op].name.raw());
  case ExprKind::KernelCall:
    return askOp(QuestionKind::OpName, program.kernels[expr.kernel].name.raw());
  case ExprKind::Self:
    return askOp(QuestionKind::IsSelf, 1);
  case ExprKind::Attribute:
    return askOp(QuestionKind::AttributeName, expr.name.raw());
  case ExprKind::MemberCall:
    return askOp(QuestionKind::IsMemberCall, 1);
  case ExprKind::CalleeCall:
    return askOp(QuestionKind::IsCall, 1);
  case ExprKind::MethodCall:
    return askOp(QuestionKind::MethodName, expr.name.raw());
  case ExprKind::Tuple:
    return askKind(model::OpKind::Tuple);
  case ExprKind::List:
    return askKind(model::OpKind::List);
  case ExprKind::Slice:
    return askKind(model::OpKind::Slice);
  case ExprKind::Conditional:
    return askKind(model::OpKind::Select);
  case ExprKind::And:
    return askKind(model::OpKind::And);
  case ExprKind::Or:
    return askKind(model::OpKind::Or);
  case ExprKind::Not:
    return askKind(model::OpKind::Not);
  case ExprKind::Dict:
    return askKind(model::OpKind::Dict);
  case ExprKind::In:
    return askKind(model::OpKind::In);
  case ExprKind::Is:
    return askKind(model::OpKind::Is);
  case ExprKind::Wildcard:
  case ExprKind::Capture:
  case ExprKind::Hole:
  case ExprKind::Instance:
  case ExprKind::Param:
  case ExprKind::Word:
    return gate; // whatever it is
  }
  llvm_unreachable("all kinds are handled");
}

PositionId RuleLowering::operandPosition(const Expr &expr, size_t i,
                                         PositionId at) {
  auto index = static_cast<uint32_t>(i);
  switch (expr.kind) {
  case ExprKind::Attribute:
    return positions.get(PositionKind::Base, at);
  case ExprKind::Tuple:
  case ExprKind::List:
    return positions.get(PositionKind::Element, at, index);
  case ExprKind::OpCall:
  case ExprKind::KernelCall:
  case ExprKind::NameCall:
  case ExprKind::MemberCall:
  case ExprKind::CalleeCall:
  case ExprKind::MethodCall:
    return expr.args[i].keyword
               ? positions.argument(at, expr.args[i].keyword)
               : positions.get(PositionKind::Written, at, index);
  default:
    return positions.get(PositionKind::Operand, at, index);
  }
}

/// Kinds of which the model may hold more or fewer operands than the rule says.
static bool hasLength(ExprKind kind) {
  switch (kind) {
  case ExprKind::KernelCall:
  case ExprKind::NameCall:
  case ExprKind::MemberCall:
  case ExprKind::CalleeCall:
  case ExprKind::MethodCall:
  case ExprKind::Tuple:
  case ExprKind::List:
  case ExprKind::Dict:
  case ExprKind::And:
  case ExprKind::Or:
    return true;
  default:
    return false;
  }
}

Gate RuleLowering::lowerOperands(const Expr &expr, PositionId at, Gate gate) {
  Gate head = lowerHead(expr, at, gate);
  if (expr.kind == ExprKind::MemberCall || expr.kind == ExprKind::CalleeCall)
    lowerCallee(expr, at, head);
  if (hasLength(expr.kind))
    ask(QuestionKind::Length, at, static_cast<uint32_t>(expr.args.size()),
        {head});
  for (size_t i = 0; i < expr.args.size(); ++i)
    lower(expr.args[i].value, operandPosition(expr, i, at), head);
  return head;
}

void RuleLowering::lowerCallee(const Expr &expr, PositionId at, Gate gate) {
  PositionId callee = positions.get(PositionKind::Callee, at);
  QuestionKind question = expr.kind == ExprKind::MemberCall
                              ? QuestionKind::SameMember
                              : QuestionKind::SameValue;
  for (Frame *owner = frame; owner; owner = owner->outer) {
    auto known = owner->captures.find(expr.capture);
    if (known == owner->captures.end())
      continue;
    askSame(question, callee, gate, known->second, *owner);
    return;
  }
  frame->captures.insert({expr.capture, {callee, gate}});
}

/// The constructor of a member that is called somewhere in this frame.
void RuleLowering::lowerMember(const MemberPattern &member) {
  auto called = frame->captures.find(member.member);
  if (called == frame->captures.end())
    return;
  Place callee = called->second;
  PositionId call = positions[callee.position].parent;
  lower(member.constructor, positions.get(PositionKind::Constructor, call),
        callee.gate);
}

Gate RuleLowering::lowerOpCall(const Expr &expr, PositionId at, Gate gate) {
  Gate head = lowerHead(expr, at, gate);
  Gate operands = head;
  if (needsExchange(expr)) {
    Step step;
    step.kind = StepKind::Commute;
    step.position = at;
    operands = add(std::move(step), {head});
  }
  const OpDecl &decl = program.ops[expr.op];
  for (size_t i = 0; i < expr.args.size(); ++i) {
    ExprId value = expr.args[i].value;
    bool isExchanged = decl.commutative && (i == decl.commutative->first ||
                                            i == decl.commutative->second);
    // A literal beside the exchanged arguments can be looked at before.
    bool isEarly =
        !isExchanged && program.exprs[value].kind == ExprKind::Constant;
    lower(value, operandPosition(expr, i, at), isEarly ? head : operands);
  }
  return operands;
}

/// The commutative operands have to be tried both ways, unless nothing tells
/// one from the other.
bool RuleLowering::needsExchange(const Expr &expr) const {
  const OpDecl &decl = program.ops[expr.op];
  if (!decl.commutative || decl.commutative->first >= expr.args.size() ||
      decl.commutative->second >= expr.args.size())
    return false;
  const Expr &a = program.exprs[expr.args[decl.commutative->first].value];
  const Expr &b = program.exprs[expr.args[decl.commutative->second].value];
  // `$h * $h`
  if (a.kind == b.kind &&
      ((a.kind == ExprKind::Capture && a.capture == b.capture) ||
       (a.kind == ExprKind::Hole && a.index == b.index)))
    return false;
  auto isAnything = [&](const Expr &operand) {
    return operand.kind == ExprKind::Wildcard ||
           (operand.kind == ExprKind::Capture &&
            uses.inPattern(operand.capture) == 1 &&
            !uses.inConditions(operand.capture) &&
            !uses.target(operand.capture));
  };
  return !isAnything(a) || !isAnything(b);
}

Gate RuleLowering::lowerCapture(CaptureId capture, PositionId at, Gate gate) {
  for (Frame *owner = frame; owner; owner = owner->outer) {
    auto known = owner->captures.find(capture);
    if (known != owner->captures.end()) {
      askSame(QuestionKind::SameValue, at, gate, known->second, *owner);
      return gate;
    }
  }
  bool isRule = !frame->instance;
  if (isRule && rule.captures[capture].kind == CaptureKind::Bound)
    return gate; // an expression: nothing can be compared with it
  if (isRule)
    if (auto target = uses.target(capture)) {
      lowerTarget(*target, at, gate);
      return gate;
    }
  frame->captures.insert({capture, {at, gate}});
  return gate;
}

Gate RuleLowering::lowerHole(uint32_t index, PositionId at, Gate gate) {
  if (!frame->instance || index >= frame->holes.size())
    return gate;
  Place &hole = frame->holes[index];
  if (hole.position)
    askSame(QuestionKind::SameValue, at, gate, hole, *frame);
  else
    hole = {at, gate};
  return gate;
}

// --- constants --------------------------------------------------------------

ConstantId ConstantTable::canonical(ConstantId id) {
  auto [entry, isNew] = known.try_emplace(id, id);
  if (!isNew)
    return entry->second;
  for (ConstantId other : representatives)
    if (program.constants[other] == program.constants[id])
      return entry->second = other;
  representatives.push_back(id);
  return id;
}

std::optional<RuleSteps>
adopter::lower::lowerPattern(const Program &program, RuleId rule,
                             PositionTable &positions,
                             ConstantTable &constants) {
  return RuleLowering(program, positions, constants, rule).run();
}
