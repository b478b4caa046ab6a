// SPDX-License-Identifier: Apache-2.0
/// \file
/// What conditions compare: captures, literals, words with a value, arithmetic.
#include "runtime/match/ConditionWord.h"
#include "runtime/match/Conditions.h"
#include "runtime/match/LiteralArithmetic.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringSwitch.h"

using namespace adopter;
using namespace adopter::match;
using namespace adopter::program;
using model::OpId;
using model::ValueId;

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
      result.isUnknown =
          !index.literal || index.literal->kind != ConstantKind::Int;
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
