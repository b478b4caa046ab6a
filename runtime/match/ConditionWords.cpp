// SPDX-License-Identifier: Apache-2.0
/// \file
/// The words that are conditions by themselves.
#include "runtime/match/ConditionWord.h"
#include "runtime/match/Conditions.h"
#include "runtime/match/LiteralArithmetic.h"
#include "llvm/ADT/StringSwitch.h"

using namespace adopter;
using namespace adopter::match;
using namespace adopter::program;
using model::OpId;
using model::ValueId;

// --- words that are conditions ----------------------------------------------

Verdict Conditions::judgeWord(ExprId condition) {
  const Expr &expr = program.exprs[condition];
  ExprId first = expr.args.empty() ? ExprId() : expr.args[0].value;
  switch (wordOf(program.text(expr.name))) {
  case Word::Private: {
    const CaptureBinding *bound = first ? bindingOf(first) : nullptr;
    Verdict verdict = unknown(DiagKind::note_condition_unknown, {});
    Guard guard;
    guard.kind = GuardKind::Private;
    guard.member = bound ? bound->member : model::MemberId();
    verdict.guard = std::move(guard);
    verdict.deferred = true;
    return verdict;
  }
  case Word::NotObserved: {
    ValueId value = first ? valueOf(first) : ValueId();
    if (!value) // bound to a literal: nobody can read it
      return proved();
    Verdict verdict = unknown(DiagKind::note_condition_unknown, {});
    Guard guard;
    guard.kind = GuardKind::NotObserved;
    guard.lhs.kind = OperandKind::Value;
    guard.lhs.value = value;
    verdict.guard = std::move(guard);
    verdict.deferred = true;
    return verdict;
  }
  case Word::Parameter:
    return judgeParameter(expr);
  case Word::Const: {
    ValueId value = first ? valueOf(first) : ValueId();
    Term t = first ? term(first) : Term();
    bool isLiteral = value ? values.architecture().constant(value) != nullptr
                           : t.literal.has_value();
    return isLiteral
               ? proved()
               : refuted(DiagKind::note_not_literal, {describe(t.operand)});
  }
  case Word::Scalar: {
    Term t = first ? term(first) : Term();
    Truth truth = t.literal ? truthOf(isNumber(*t.literal))
                            : values.isScalar(t.operand.value);
    if (truth == Truth::Proved)
      return proved();
    if (truth == Truth::Refuted)
      return refuted(DiagKind::note_not_number, {describe(t.operand)});
    Verdict verdict =
        unknown(DiagKind::note_number_unknown, {describe(t.operand)});
    if (t.operand.value) {
      Guard guard;
      guard.kind = GuardKind::IsScalar;
      guard.lhs = t.operand;
      verdict.guard = std::move(guard);
    }
    return verdict;
  }
  case Word::Distinct:
    return judgeDistinct(expr);
  case Word::LastAxis:
    return judgeLastAxis(expr);
  case Word::Inherits:
    return judgeInherits(expr);
  case Word::Mode:
    return judgeMode(expr);
  case Word::HasPackage:
    return judgePackage(expr);
  case Word::Activation:
  case Word::Config:
  case Word::Dtype:
  case Word::Rank:
  case Word::Shape:
    return judgeTruth(condition);
  case Word::None:
    break;
  }
  return unknown(DiagKind::note_condition_unknown, {});
}

Verdict Conditions::judgeParameter(const Expr &expr) {
  ValueId value = valueOf(expr.args[0].value);
  Term t = termOfValue(value);
  const model::Architecture &arch = values.architecture();
  const model::Op *op = value ? arch.definition(value) : nullptr;
  bool readsSelf = op && op->kind == model::OpKind::Attribute &&
                   op->args.count != 0 &&
                   values.callView().isSelf(arch.args(*op)[0].value);
  if (!readsSelf)
    return refuted(DiagKind::note_not_parameter, {describe(t.operand)});
  model::MemberId member = values.memberRead(value);
  if (!member) // defined by a base class that is not in this file
    return unknown(DiagKind::note_parameter_unknown, {describe(t.operand)});
  return arch.members[member].kind == model::MemberKind::Parameter
             ? proved()
             : refuted(DiagKind::note_not_parameter, {describe(t.operand)});
}

Verdict Conditions::judgeDistinct(const Expr &expr) {
  const model::Architecture &arch = values.architecture();
  for (size_t i = 0; i < expr.args.size(); ++i)
    for (size_t j = 0; j < i; ++j) {
      const CaptureBinding *a = bindingOf(expr.args[i].value);
      const CaptureBinding *b = bindingOf(expr.args[j].value);
      bool same = false;
      if (a && b && a->member && b->member) {
        same = a->member == b->member;
      } else {
        ValueId x = valueOf(expr.args[i].value);
        ValueId y = valueOf(expr.args[j].value);
        same = x && y && arch.sameValue(x, y);
      }
      if (same)
        return refuted(DiagKind::note_not_distinct, {});
    }
  return proved();
}

Verdict Conditions::judgeLastAxis(const Expr &expr) {
  Term dim = term(expr.args[0].value);
  ValueId x = valueOf(expr.args[1].value);
  std::optional<int64_t> axes = values.rank(x);
  bool isInt = dim.literal && dim.literal->kind == ConstantKind::Int;
  if (dim.literal && !isInt)
    return refuted(DiagKind::note_no_axis, {spelling(*dim.literal)});
  if (isInt) {
    int64_t axis = dim.literal->integer;
    if (axis == -1 || (axes && axis == *axes - 1))
      return proved();
    if (axes)
      return refuted(DiagKind::note_not_last_axis,
                     {std::to_string(axis), std::to_string(*axes)});
    if (axis < 0)
      return refuted(DiagKind::note_axis_from_end, {std::to_string(axis)});
  }
  Verdict verdict =
      isInt ? unknown(DiagKind::note_axis_unknown,
                      {std::to_string(dim.literal->integer)})
            : unknown(DiagKind::note_value_unknown, {describe(dim.operand)});
  if (dim.isUnknown || !x)
    return verdict;
  Operand minusOne;
  minusOne.literal = intLiteral(-1);
  Operand last;
  last.kind = OperandKind::LastAxis;
  last.value = x;
  Guard guard;
  guard.kind = GuardKind::Compare;
  if (isInt) { // x.dim() == 4
    guard.token = "==";
    guard.lhs.kind = OperandKind::Rank;
    guard.lhs.value = x;
    guard.rhs.literal = intLiteral(dim.literal->integer + 1);
  } else { // dim in (-1, x.dim() - 1)
    guard.token = "in";
    guard.lhs = dim.operand;
    guard.rhs.kind = OperandKind::List;
    guard.rhs.operands = {std::move(minusOne), std::move(last)};
  }
  verdict.guard = std::move(guard);
  return verdict;
}

Verdict Conditions::judgeInherits(const Expr &expr) {
  std::optional<std::string> wanted = textOf(expr.args.back().value);
  const model::Architecture &arch = values.architecture();
  model::ClassId owner =
      scope.function ? arch.functions[scope.function].owner : model::ClassId();
  if (!wanted || !owner)
    return refuted(DiagKind::note_not_derived, {wanted.value_or("")});
  bool isKnown = true; // all bases lead to classes whose own bases are known
  llvm::SmallVector<model::ClassId, 4> work{owner};
  for (unsigned steps = 0; !work.empty() && steps < 64; ++steps) {
    const model::Class &c = arch.classes[work.pop_back_val()];
    if (c.qualifiedName && arch.text(c.qualifiedName) == *wanted)
      return proved();
    work.append(c.baseClasses.begin(), c.baseClasses.end());
    for (SymbolId base : c.bases) {
      llvm::StringRef name = arch.text(base);
      if (name == *wanted)
        return proved();
      bool inFile = false;
      for (model::ClassId known : c.baseClasses)
        inFile |= arch.classes[known].qualifiedName == base ||
                  arch.classes[known].name == base;
      isKnown &= inFile || name == "object" || name == "builtins.object" ||
                 name == "torch.nn.Module";
    }
  }
  return isKnown ? refuted(DiagKind::note_not_derived, {*wanted})
                 : unknown(DiagKind::note_derived_unknown, {*wanted});
}

Verdict Conditions::judgeMode(const Expr &expr) {
  std::optional<std::string> wanted = textOf(expr.args[0].value);
  bool training = wanted && *wanted == "training";
  Mode mode = values.runOptions().mode;
  if (mode != Mode::Any)
    return (mode == Mode::Training) == training
               ? proved()
               : refuted(DiagKind::note_other_mode, {wanted.value_or("")});
  Verdict verdict = unknown(DiagKind::note_mode_unknown, {wanted.value_or("")});
  Guard guard;
  guard.kind = GuardKind::Training;
  if (!training) {
    Guard inner = std::move(guard);
    guard = Guard();
    guard.kind = GuardKind::Not;
    guard.operands.push_back(std::move(inner));
  }
  verdict.guard = std::move(guard);
  return verdict;
}

/// Compares versions number by number: 0.10 is later than 0.9.
static int compareVersions(llvm::StringRef a, llvm::StringRef b) {
  while (!a.empty() || !b.empty()) {
    auto [headA, restA] = a.split('.');
    auto [headB, restB] = b.split('.');
    uint64_t x = 0, y = 0;
    (void)headA.trim().consumeInteger(10, x); // "2rc1" counts as 2
    (void)headB.trim().consumeInteger(10, y);
    if (x != y)
      return x < y ? -1 : 1;
    a = restA;
    b = restB;
  }
  return 0;
}

/// `name`, or `name >= 1.2`; what cannot be read asks for the package alone.
Verdict Conditions::judgePackage(const Expr &expr) {
  const auto &packages = values.runOptions().packages;
  std::optional<std::string> wanted = textOf(expr.args[0].value);
  if (!packages || !wanted)
    return proved();
  llvm::StringRef rest = llvm::StringRef(*wanted).trim();
  llvm::StringRef name = rest.take_until(
      [](char c) { return llvm::StringRef(" <>=!").contains(c); });
  rest = rest.drop_front(name.size()).trim();
  llvm::StringRef token = rest.take_while(
      [](char c) { return llvm::StringRef("<>=!").contains(c); });
  auto it = packages->find(name.lower());
  bool fits = it != packages->end();
  if (fits && !token.empty()) {
    int order =
        compareVersions(it->second, rest.drop_front(token.size()).trim());
    fits = llvm::StringSwitch<bool>(token)
               .Case(">=", order >= 0)
               .Case(">", order > 0)
               .Case("==", order == 0)
               .Case("<=", order <= 0)
               .Case("<", order < 0)
               .Case("!=", order != 0)
               .Default(true);
  }
  return fits ? proved() : refuted(DiagKind::note_no_package, {name.str()});
}
