// SPDX-License-Identifier: Apache-2.0
#include "runtime/match/CallView.h"
#include <utility>

using namespace adopter;
using namespace adopter::match;
using namespace adopter::model;

bool CallView::isCalleeCall(const Op &op) const {
  return op.kind == OpKind::Call && !op.inPlace && op.hasResult();
}

llvm::ArrayRef<Argument> CallView::arguments(const Op &op) const {
  if (op.kind != OpKind::Call)
    return arch.args(op);
  // A call of a value has no canonical arguments unless it is declared.
  bool declared = op.decl != NoDecl;
  if (!declared && !op.callee && !op.member)
    return arch.args(op);
  llvm::ArrayRef<Argument> written = arch.written(op);
  if (written.empty() && !declared)
    return arch.args(op);
  if (op.callee || op.member || written.size() < 2)
    return written;
  for (const Argument &argument : written.drop_front())
    if (argument.kind != ArgumentKind::Plain || !arch.constant(argument.value))
      return written;
  return written.take_front(1);
}

const std::vector<program::Parameter> *
CallView::callParameters(const Op &op) const {
  if (!op.member)
    return nullptr;
  OpId built = constructor(op.member);
  if (!built || arch.ops[built].decl == NoDecl)
    return nullptr;
  const auto &sheet =
      program.ops[program::OpDeclId(arch.ops[built].decl)].module;
  return sheet ? &sheet->callParameters : nullptr;
}

ValueId CallView::positional(const Op &op, uint32_t index) const {
  llvm::ArrayRef<Argument> args = arguments(op);
  if (index < args.size() && !args[index].keyword) {
    for (uint32_t i = 0; i <= index; ++i)
      if (args[i].kind != ArgumentKind::Plain)
        return {};
    return args[index].value;
  }
  const auto *parameters = callParameters(op);
  SymbolId name;
  if (parameters && index < parameters->size())
    name = (*parameters)[index].name;
  else if (!parameters && op.decl != NoDecl && index == 0)
    // A function called as f(input = x): its first argument all the same.
    return args.size() == 1 ? args[0].value : ValueId();
  if (!name)
    return {};
  for (const Argument &argument : args)
    if (argument.keyword == name && argument.kind == ArgumentKind::Plain)
      return argument.value;
  return {};
}

ValueId CallView::keyword(const Op &op, SymbolId name) const {
  llvm::ArrayRef<Argument> args = arguments(op);
  for (const Argument &argument : args)
    if (argument.keyword == name && argument.kind == ArgumentKind::Plain)
      return argument.value;
  if (const auto *parameters = callParameters(op))
    for (uint32_t i = 0; i < parameters->size() && i < args.size(); ++i)
      if ((*parameters)[i].name == name && !args[i].keyword)
        return positional(op, i);
  return {};
}

std::optional<uint32_t> CallView::length(const Op &op) const {
  llvm::ArrayRef<Argument> args = arguments(op);
  for (const Argument &argument : args)
    if (argument.kind != ArgumentKind::Plain)
      return std::nullopt;
  return static_cast<uint32_t>(args.size());
}

bool CallView::sameConstruction(OpId a, OpId b) const {
  const Op &opA = arch.ops[a];
  const Op &opB = arch.ops[b];
  if (opA.name != opB.name || opA.decl != opB.decl ||
      opA.args.count != opB.args.count)
    return false;
  llvm::ArrayRef<Argument> argsA = arch.args(opA);
  llvm::ArrayRef<Argument> argsB = arch.args(opB);
  for (uint32_t i = 0; i < argsA.size(); ++i)
    if (argsA[i].keyword != argsB[i].keyword ||
        argsA[i].kind != argsB[i].kind ||
        !arch.sameValue(argsA[i].value, argsB[i].value))
      return false;
  return true;
}

OpId CallView::constructor(MemberId member) const {
  auto [it, isNew] = constructors.try_emplace(member);
  if (!isNew)
    return it->second;
  OpId found;
  for (const MemberDefinition &definition : arch.members[member].definitions) {
    OpId op = definition.value ? arch.definingOp(definition.value) : OpId();
    bool isConstruction =
        op && arch.ops[op].kind == OpKind::Call && arch.ops[op].name;
    if (!isConstruction || (found && !sameConstruction(found, op)))
      return OpId();
    if (!found)
      found = op;
  }
  constructors[member] = found;
  return found;
}

bool CallView::isSelf(ValueId value) const {
  if (!value)
    return false;
  const Value &v = arch.values[value];
  if (v.kind != ValueKind::Parameter || v.index != 0 || !v.function)
    return false;
  const Function &function = arch.functions[v.function];
  return function.owner && !function.isStatic && !function.isClassMethod;
}

ValueId CallView::element(ValueId value, uint32_t index) const {
  const Op *op = arch.definition(value);
  if (op && (op->kind == OpKind::Tuple || op->kind == OpKind::List)) {
    llvm::ArrayRef<Argument> args = arch.args(*op);
    for (uint32_t i = 0; i <= index; ++i)
      if (i >= args.size() || args[i].kind != ArgumentKind::Plain)
        return {};
    return args[index].value;
  }
  for (const Use &use : arch.uses(value)) {
    const Op &user = arch.ops[use.user];
    if (user.kind == OpKind::Element && user.index == index)
      return user.result();
  }
  return {};
}

SelectView::SelectView(const Architecture &arch, const Op &select) {
  llvm::ArrayRef<Argument> args = arch.args(select);
  condition = args[0].value;
  whenTrue = args[1].value;
  whenFalse = args[2].value;
  for (const Op *op = arch.definition(condition);
       op && op->kind == OpKind::Not && op->args.count == 1;
       op = arch.definition(condition)) {
    condition = arch.args(*op)[0].value;
    std::swap(whenTrue, whenFalse);
  }
}
