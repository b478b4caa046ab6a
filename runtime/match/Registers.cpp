// SPDX-License-Identifier: Apache-2.0
#include "runtime/match/Registers.h"
#include <algorithm>

using namespace adopter;
using namespace adopter::match;
using namespace adopter::program;
using model::OpId;
using model::OpKind;
using model::ValueId;

bool adopter::match::asksForOp(QuestionKind question) {
  switch (question) {
  case QuestionKind::OpName:
  case QuestionKind::OpKind:
  case QuestionKind::AttributeName:
  case QuestionKind::MethodName:
  case QuestionKind::IsMemberCall:
  case QuestionKind::IsCall:
    return true;
  case QuestionKind::Constant:
  case QuestionKind::Length:
  case QuestionKind::IsSelf:
  case QuestionKind::SameValue:
  case QuestionKind::SameMember:
    return false;
  }
  return false;
}

// --- positions --------------------------------------------------------------

const Register &Registers::read(PositionId id) {
  static const Register Nothing;
  if (!program.automaton.positions.contains(id))
    return Nothing;
  if (state.at(id).isSet)
    return state.at(id);
  Register found = compute(program.automaton.positions[id]);
  if (!found.isSet)
    return Nothing;
  state.set(id, found);
  return state.at(id);
}

void Registers::write(PositionId id, const Register &content,
                      const ProgramIndex &index) {
  state.set(id, content);
  llvm::SmallVector<PositionId, 8> work(index.below(id).begin(),
                                        index.below(id).end());
  while (!work.empty()) {
    PositionId below = work.pop_back_val();
    if (state.at(below).isSet)
      state.set(below, Register());
    work.append(index.below(below).begin(), index.below(below).end());
  }
}

/// Canonical argument `name`, with the exchange of commutative ones that is
/// being tried.
ValueId Registers::argument(const Register &call, SymbolId name) const {
  const model::Op &op = arch.ops[call.op];
  if (op.decl == model::NoDecl)
    return calls.keyword(op, name);
  const OpDecl &decl = program.ops[OpDeclId(op.decl)];
  if (call.isSwapped && decl.commutative) {
    SymbolId first = decl.parameters[decl.commutative->first].name;
    SymbolId second = decl.parameters[decl.commutative->second].name;
    name = name == first ? second : name == second ? first : name;
  }
  ValueId value = arch.argument(op, name);
  return value || !op.member ? value : calls.keyword(op, name);
}

ValueId Registers::operand(const model::Op &op, uint32_t index) const {
  llvm::ArrayRef<model::Argument> args = arch.args(op);
  if (op.kind == OpKind::Select && args.size() == 3) {
    SelectView select(arch, op);
    return index == 0   ? select.condition
           : index == 1 ? select.whenTrue
           : index == 2 ? select.whenFalse
                        : ValueId();
  }
  return index < args.size() && args[index].kind == model::ArgumentKind::Plain
             ? args[index].value
             : ValueId();
}

Register Registers::compute(const Position &position) {
  const Register parent = position.parent ? read(position.parent) : Register();
  if (!parent.isSet)
    return {};
  auto ofValue = [&](ValueId value) {
    return value ? Register{value, arch.definingOp(value), {}, true}
                 : Register();
  };
  if (position.kind == PositionKind::Element)
    return parent.value ? ofValue(calls.element(parent.value, position.index))
                        : Register();
  const model::Op *op = parent.op ? &arch.ops[parent.op] : nullptr;
  if (!op)
    return {};
  bool isCall = op->kind == OpKind::Call;
  switch (position.kind) {
  case PositionKind::Root:
  case PositionKind::Hole:
  case PositionKind::User:
  case PositionKind::Element:
    return {}; // set by the run, or done above
  case PositionKind::Argument:
    return isCall || op->kind == OpKind::MethodCall
               ? ofValue(argument(parent, position.name))
               : Register();
  case PositionKind::Written:
    return isCall || op->kind == OpKind::MethodCall
               ? ofValue(calls.positional(*op, position.index))
               : Register();
  case PositionKind::Base:
    return op->kind == OpKind::Attribute && op->args.count != 0
               ? ofValue(arch.args(*op)[0].value)
               : Register();
  case PositionKind::Operand:
    return ofValue(operand(*op, position.index));
  case PositionKind::Callee:
    return isCall ? Register{op->callee, parent.op, op->member, true}
                  : Register();
  case PositionKind::Constructor: {
    OpId built = op->member ? calls.constructor(op->member) : OpId();
    if (!built || !arch.ops[built].hasResult())
      return {};
    return {arch.ops[built].result(), built, op->member, true};
  }
  }
  return {};
}

// --- questions --------------------------------------------------------------

/// Explores the case that waits for `answer`; cases are sorted.
void Registers::answerOne(const State &s, uint32_t answer,
                          llvm::function_ref<void(StateId)> explore) {
  auto it = std::lower_bound(
      s.cases.begin(), s.cases.end(), answer,
      [](const Case &c, uint32_t value) { return c.answer.value < value; });
  for (; it != s.cases.end() && it->answer.value == answer; ++it)
    explore(it->next);
}

void Registers::forEachCase(const State &s,
                            llvm::function_ref<void(StateId)> explore) {
  const Register r = read(s.position);
  if (!r.isSet)
    return;
  const model::Op *op = r.op ? &arch.ops[r.op] : nullptr;
  auto all = [&] {
    for (const Case &c : s.cases)
      explore(c.next);
  };
  switch (s.question) {
  case QuestionKind::OpName:
    if (op && op->name &&
        (op->kind == OpKind::Call || op->kind == OpKind::Global))
      answerOne(s, op->name.raw(), explore);
    return;
  case QuestionKind::OpKind:
    if (op)
      answerOne(s, static_cast<uint32_t>(op->kind), explore);
    return;
  case QuestionKind::Constant: {
    const Constant *constant = r.value ? arch.constant(r.value) : nullptr;
    if (constant) // few cases, and 1 answers 1.0 too
      for (const Case &c : s.cases)
        if (program.constants[ConstantId(c.answer.value)] == *constant)
          explore(c.next);
    return;
  }
  case QuestionKind::AttributeName:
    if (op && op->kind == OpKind::Attribute)
      answerOne(s, op->name.raw(), explore);
    return;
  case QuestionKind::MethodName:
    if (op && op->kind == OpKind::MethodCall)
      answerOne(s, op->name.raw(), explore);
    return;
  case QuestionKind::Length:
    if (op)
      if (std::optional<uint32_t> count = calls.length(*op))
        answerOne(s, *count, explore);
    return;
  case QuestionKind::IsMemberCall:
    if (op && op->kind == OpKind::Call && op->member)
      all();
    return;
  case QuestionKind::IsCall:
    if (op && calls.isCalleeCall(*op))
      all();
    return;
  case QuestionKind::IsSelf:
    if (calls.isSelf(r.value))
      all();
    return;
  case QuestionKind::SameValue:
    for (const Case &c : s.cases) {
      const Register other = read(PositionId(c.answer.value));
      if (other.isSet && other.value && r.value &&
          arch.sameValue(r.value, other.value))
        explore(c.next);
    }
    return;
  case QuestionKind::SameMember:
    for (const Case &c : s.cases) {
      const Register other = read(PositionId(c.answer.value));
      if (other.isSet && r.member && r.member == other.member)
        explore(c.next);
    }
    return;
  }
}
