// SPDX-License-Identifier: Apache-2.0
/// \file
/// The words of conditions, and the terms that comparisons are made of.
#include "runtime/match/Conditions.h"
#include "runtime/match/LiteralArithmetic.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringSwitch.h"

using namespace adopter;
using namespace adopter::match;
using namespace adopter::program;
using model::OpId;
using model::ValueId;

namespace {

enum class Word : uint8_t {
#define ADOPTER_WORD(Name, Spelling, ...) Name,
#include "runtime/program/Words.def"
  None
};

} // namespace

static Word wordOf(llvm::StringRef text) {
  return llvm::StringSwitch<Word>(text)
#define ADOPTER_WORD(Name, Spelling, ...) .Case(Spelling, Word::Name)
#include "runtime/program/Words.def"
      .Default(Word::None);
}

// --- captures ---------------------------------------------------------------

const CaptureBinding *Conditions::bindingOf(ExprId id) const {
  const Expr &expr = program.exprs[id];
  bool isCapture = expr.kind == ExprKind::Capture && expr.capture &&
                   expr.capture.index() < scope.captures.size();
  return isCapture ? &scope.captures[expr.capture.index()] : nullptr;
}

ValueId Conditions::valueOf(ExprId id) {
  const Expr &expr = program.exprs[id];
  if (expr.kind == ExprKind::Hole) {
    if (!scope.instance || scope.instance.index() >= scope.instances.size())
      return {};
    const auto &holes = scope.instances[scope.instance.index()].holes;
    return expr.index < holes.size() ? holes[expr.index] : ValueId();
  }
  const CaptureBinding *bound = bindingOf(id);
  if (!bound)
    return {};
  if (bound->kind != CaptureBinding::Kind::Bound)
    return bound->value;
  if (!bound->expr || depth > 100)
    return {};
  // `with $mask = $part`: the value of what it is bound to.
  ++depth;
  InstanceId outer = scope.instance;
  scope.instance = bound->instance;
  auto leave = llvm::make_scope_exit([&] {
    --depth;
    scope.instance = outer;
  });
  return valueOf(bound->expr);
}

std::optional<std::string> Conditions::textOf(ExprId id) const {
  const Expr &expr = program.exprs[id];
  if (expr.kind == ExprKind::Constant) {
    const Constant &constant = program.constants[expr.constant];
    if (constant.kind == ConstantKind::String)
      return program.text(constant.string).str();
  }
  if (expr.kind == ExprKind::Name || expr.kind == ExprKind::Word)
    return program.text(expr.name).str();
  return std::nullopt;
}

std::string Conditions::describe(const Operand &operand) const {
  const model::Architecture &arch = values.architecture();
  switch (operand.kind) {
  case OperandKind::Literal:
    return spelling(operand.literal);
  case OperandKind::Config:
    return "config." + operand.name;
  case OperandKind::Name:
    return operand.name;
  default:
    break;
  }
  if (operand.value) {
    ValueFacts &facts = values;
    if (std::optional<std::string> path = facts.configPath(operand.value))
      return "config." + *path;
    const model::Op *op = arch.definition(operand.value);
    if (op && op->kind == model::OpKind::Attribute)
      return ("." + arch.text(op->name)).str();
    if (SymbolId name = arch.values[operand.value].name)
      return arch.text(name).str();
    if (op && op->name)
      return lastComponent(arch.text(op->name)).str() + "(...)";
  }
  return "...";
}

llvm::StringRef Conditions::tokenOf(const Expr &expr) const {
  llvm::StringRef name = program.text(expr.name);
  if (expr.kind == ExprKind::NameCall) {
    name.consume_front("operator.");
    return name;
  }
  // As written it may be the token, the canonical name, or another spelling.
  if (expr.op && program.ops.contains(expr.op) &&
      !program.ops[expr.op].operators.empty())
    return program.text(program.ops[expr.op].operators.front());
  return name;
}

// --- terms ------------------------------------------------------------------

Term Conditions::termOfValue(ValueId value) {
  Term result;
  result.operand.kind = OperandKind::Value;
  result.operand.value = value;
  result.isUnknown = !value;
  if (!value)
    return result;
  result.literal = values.literal(value);
  const model::Op *op = values.architecture().definition(value);
  bool isDtype = op && (op->kind == model::OpKind::Attribute
                            ? values.architecture().text(op->name) == "dtype"
                            : op->kind == model::OpKind::Global);
  if (isDtype) {
    DtypeFact fact = values.namedDtype(value);
    if (!fact.name.empty() || fact.root)
      result.dtype = fact;
  }
  return result;
}

Term Conditions::term(ExprId id) {
  const Expr &expr = program.exprs[id];
  Term result;
  if (depth > 100) {
    result.isUnknown = true;
    return result;
  }
  ++depth;
  auto leave = llvm::make_scope_exit([&] { --depth; });
  switch (expr.kind) {
  case ExprKind::Constant: {
    const Constant &constant = program.constants[expr.constant];
    result.literal = toLiteral(constant, program.text(constant.string));
    result.operand.literal = *result.literal;
    return result;
  }
  case ExprKind::Capture: {
    const CaptureBinding *bound = bindingOf(id);
    if (bound && bound->kind == CaptureBinding::Kind::Bound && bound->expr) {
      InstanceId outer = scope.instance;
      scope.instance = bound->instance;
      result = term(bound->expr);
      scope.instance = outer;
      return result;
    }
    return termOfValue(valueOf(id));
  }
  case ExprKind::Hole:
    return termOfValue(valueOf(id));
  case ExprKind::Name:
    result.operand.kind = OperandKind::Name;
    result.operand.name = program.text(expr.name).str();
    if (llvm::StringRef(result.operand.name).starts_with("torch."))
      result.dtype = DtypeFact{result.operand.name, {}};
    return result;
  case ExprKind::Tuple:
  case ExprKind::List:
    result.operand.kind = OperandKind::List;
    for (const ExprArgument &arg : expr.args) {
      result.items.push_back(term(arg.value));
      result.isUnknown |= result.items.back().isUnknown;
      result.operand.operands.push_back(result.items.back().operand);
    }
    return result;
  case ExprKind::Word:
    return termOfWord(expr);
  case ExprKind::Attribute: {
    // `$x.dtype`, `$x.shape`; anything else is not followed.
    llvm::StringRef name = program.text(expr.name);
    ValueId value = expr.args.empty() ? ValueId() : valueOf(expr.args[0].value);
    if (value && name == "dtype") {
      result.operand.kind = OperandKind::Dtype;
      result.operand.value = value;
      result.dtype = values.dtype(value);
      return result;
    }
    result.isUnknown = true;
    return result;
  }
  case ExprKind::OpCall:
  case ExprKind::NameCall: {
    llvm::StringRef token = tokenOf(expr);
    Term a = expr.args.empty() ? Term() : term(expr.args[0].value);
    if (token == "neg" && a.literal) {
      result.literal = unaryLiteral("neg", *a.literal);
      result.isUnknown = !result.literal;
      if (result.literal)
        result.operand.literal = *result.literal;
      return result;
    }
    bool isArithmetic = llvm::StringSwitch<bool>(token)
                            .Cases("+", "-", "*", "/", "//", "%", "**", true)
                            .Default(false);
    if (token == "[]" && expr.args.size() >= 2 &&
        a.operand.kind == OperandKind::Shape) {
      Term index = term(expr.args[1].value);
      result.operand.kind = OperandKind::Size;
      result.operand.value = a.operand.value;
      result.isUnknown = !index.literal ||
                         index.literal->kind != ConstantKind::Int;
      if (index.literal)
        result.operand.literal = *index.literal;
      return result;
    }
    if (!isArithmetic || expr.args.size() < 2) {
      result.isUnknown = true;
      return result;
    }
    Term b = term(expr.args[1].value);
    result.operand.kind = OperandKind::Binary;
    result.operand.name = token.str();
    result.isUnknown = a.isUnknown || b.isUnknown;
    if (a.literal && b.literal)
      result.literal = binaryLiteral(token, *a.literal, *b.literal);
    result.operand.operands = {std::move(a.operand), std::move(b.operand)};
    return result;
  }
  default:
    result.isUnknown = true;
    return result;
  }
}

Term Conditions::termOfWord(const Expr &expr) {
  Term result;
  ExprId first = expr.args.empty() ? ExprId() : expr.args[0].value;
  ValueId value = first ? valueOf(first) : ValueId();
  result.operand.value = value;
  result.isUnknown = !value;
  switch (wordOf(program.text(expr.name))) {
  case Word::Rank: {
    result.operand.kind = OperandKind::Rank;
    if (std::optional<int64_t> axes = values.rank(value))
      result.literal = intLiteral(*axes);
    return result;
  }
  case Word::Dtype:
    result.operand.kind = OperandKind::Dtype;
    result.dtype = values.dtype(value);
    return result;
  case Word::Shape:
    result.operand.kind = OperandKind::Shape;
    return result;
  case Word::Activation: {
    const CaptureBinding *bound = first ? bindingOf(first) : nullptr;
    result.operand.kind = OperandKind::Activation;
    result.isUnknown = !bound;
    if (!bound)
      return result;
    bool isCall = bound->op && bound->kind != CaptureBinding::Kind::Value;
    ActivationFact fact = isCall ? activations.ofCall(bound->op)
                                 : activations.ofValue(bound->value);
    result.operand.op = bound->op;
    result.operand.member = bound->member;
    result.operand.value = fact.key;
    result.activation = std::move(fact);
    return result;
  }
  case Word::Config: {
    std::optional<std::string> key = first ? textOf(first) : std::nullopt;
    result.operand.kind = OperandKind::Config;
    result.operand.value = {};
    result.isUnknown = !key;
    if (!key)
      return result;
    result.operand.name = *key;
    auto it = values.runOptions().config.find(*key);
    if (it != values.runOptions().config.end())
      result.literal = it->second;
    return result;
  }
  default:
    result.isUnknown = true;
    return result;
  }
}

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
    return isLiteral ? proved()
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
  Verdict verdict = isInt ? unknown(DiagKind::note_axis_unknown,
                                    {std::to_string(dim.literal->integer)})
                          : unknown(DiagKind::note_value_unknown,
                                    {describe(dim.operand)});
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
  model::ClassId owner = scope.function ? arch.functions[scope.function].owner
                                        : model::ClassId();
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
  Verdict verdict =
      unknown(DiagKind::note_mode_unknown, {wanted.value_or("")});
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

Verdict Conditions::judgePackage(const Expr &expr) {
  const auto &packages = values.runOptions().packages;
  std::optional<std::string> wanted = textOf(expr.args[0].value);
  if (!packages || !wanted)
    return proved();
  llvm::StringRef name = llvm::StringRef(*wanted).trim();
  name = name.take_until([](char c) { return c == ' ' || c == '>' || c == '=' || c == '<'; });
  return packages->count(name.lower())
             ? proved()
             : refuted(DiagKind::note_no_package, {name.str()});
}
