// SPDX-License-Identifier: Apache-2.0
// Operators, conditionals and collections of a rewrite.
#include "runtime/synth/Stencil.h"
#include "llvm/ADT/StringSwitch.h"

using namespace adopter;
using namespace adopter::synth;
using namespace adopter::program;
using match::CaptureBinding;

static Rendered make(std::string text, Precedence precedence) {
  return {std::move(text), precedence, {}, {}};
}

static Precedence tighter(Precedence precedence) {
  return static_cast<Precedence>(static_cast<uint8_t>(precedence) + 1);
}

/// A constant may come from the rule or from the model: both tables are asked.
const Constant *Stencil::literal(ExprId id) {
  const Expr &expr = program.exprs[id];
  switch (expr.kind) {
  case ExprKind::Constant:
    return &program.constants[expr.constant];
  case ExprKind::Capture: {
    const CaptureBinding &binding = site.match.captures[expr.capture.index()];
    if (binding.kind == CaptureBinding::Kind::Value)
      return site.file.arch.constant(binding.value);
    if (binding.kind == CaptureBinding::Kind::Bound && depth < 60) {
      InstanceId outer = instance;
      instance = binding.instance;
      ++depth;
      const Constant *result = literal(binding.expr);
      --depth;
      instance = outer;
      return result;
    }
    return nullptr;
  }
  case ExprKind::Conditional: {
    // Both ways the same: `0.0 if self.training else 0.0`.
    const Constant *a = literal(expr.args[1].value);
    const Constant *b = literal(expr.args[2].value);
    return a && b && a->kind == b->kind && *a == *b ? a : nullptr;
  }
  case ExprKind::Hole:
    if (instance) {
      const auto &holes = site.match.instances[instance.index()].holes;
      if (expr.index < holes.size())
        return site.file.arch.constant(holes[expr.index]);
    }
    return nullptr;
  default:
    return nullptr;
  }
}

bool Stencil::isNumber(ExprId id, double number) {
  const Constant *constant = literal(id);
  return constant &&
         (constant->kind == ConstantKind::Int ||
          constant->kind == ConstantKind::Float) &&
         constant->asNumber() == number;
}

std::optional<Rendered> Stencil::operation(const Expr &expr,
                                           llvm::StringRef token) {
  // Extra parameters (alpha) have no operator form.
  size_t operands =
      token == "neg" || token == "pos" || token == "invert" ? 1 : 2;
  const OpDecl &decl = program.ops[expr.op];
  for (size_t i = operands; i < expr.args.size(); ++i)
    if (expr.args[i].value != decl.parameters[i].defaultValue)
      return std::nullopt;
  if (expr.args.size() < operands)
    return std::nullopt;
  ExprId left = expr.args[0].value;
  if (operands == 1) {
    std::optional<Rendered> operand = render(left);
    if (!operand)
      return std::nullopt;
    llvm::StringRef sign = llvm::StringSwitch<llvm::StringRef>(token)
                               .Case("neg", "-")
                               .Case("pos", "+")
                               .Default("~");
    return make(sign.str() + operand->within(Precedence::Unary),
                Precedence::Unary);
  }
  ExprId right = expr.args[1].value;
  if (token == "*" && isNumber(left, 1))
    return render(right);
  if ((token == "*" || token == "/") && isNumber(right, 1) &&
      (token == "*" || !literal(left)))
    return render(left);
  std::optional<Rendered> a = render(left), b = render(right);
  if (!a || !b)
    return std::nullopt;
  if (token == "[]") {
    std::string index = b->text;
    const Expr &key = program.exprs[right];
    // `x[a, b]` rather than `x[(a, b)]`.
    if (key.kind == ExprKind::Tuple && key.args.size() > 1)
      index = index.substr(1, index.size() - 2);
    return make(a->within(Precedence::Atom) + "[" + index + "]",
                Precedence::Atom);
  }
  Precedence precedence = precedenceOfOperator(token);
  if (precedence == Precedence::Tuple)
    return std::nullopt;
  bool isPower = precedence == Precedence::Power;
  bool isCompare = precedence == Precedence::Compare;
  std::string first =
      a->within(isPower || isCompare ? tighter(precedence) : precedence);
  std::string second =
      b->within(isPower ? Precedence::Unary : tighter(precedence));
  return make(first + " " + token.str() + " " + second, precedence);
}

std::optional<Rendered> Stencil::conditional(const Expr &expr) {
  if (expr.args.size() != 3)
    return std::nullopt;
  if (const Constant *test = literal(expr.args[0].value);
      test && test->kind == ConstantKind::Bool)
    return render(expr.args[test->integer ? 1 : 2].value);
  const Constant *a = literal(expr.args[1].value);
  const Constant *b = literal(expr.args[2].value);
  if (a && b && a->kind == b->kind && *a == *b)
    return render(expr.args[1].value);
  std::optional<Rendered> condition = render(expr.args[0].value);
  std::optional<Rendered> then = render(expr.args[1].value);
  std::optional<Rendered> otherwise = render(expr.args[2].value);
  if (!condition || !then || !otherwise)
    return std::nullopt;
  if (then->text == otherwise->text)
    return then;
  // `mask if mask is not None else None` is `mask`.
  if (otherwise->text == "None" &&
      condition->text == then->text + " is not None")
    return then;
  if (then->text == "None" && condition->text == otherwise->text + " is None")
    return otherwise;
  return make(then->within(Precedence::Or) + " if " +
                  condition->within(Precedence::Or) + " else " +
                  otherwise->within(Precedence::Conditional),
              Precedence::Conditional);
}

std::optional<Rendered> Stencil::junction(const Expr &expr, bool isAnd) {
  Precedence precedence = isAnd ? Precedence::And : Precedence::Or;
  std::string text;
  for (const ExprArgument &argument : expr.args) {
    std::optional<Rendered> operand = render(argument.value);
    if (!operand)
      return std::nullopt;
    if (!text.empty())
      text += isAnd ? " and " : " or ";
    text += operand->within(tighter(precedence));
  }
  if (text.empty())
    return std::nullopt;
  return make(std::move(text), precedence);
}

std::optional<Rendered> Stencil::slice(const Expr &expr) {
  std::string text;
  for (size_t i = 0; i < expr.args.size(); ++i) {
    const Constant *none = literal(expr.args[i].value);
    bool isOmitted = none && none->kind == ConstantKind::None;
    if (i == 2 && isOmitted)
      break;
    if (i != 0)
      text += ":";
    if (isOmitted)
      continue;
    std::optional<Rendered> part = render(expr.args[i].value);
    if (!part)
      return std::nullopt;
    text += part->within(Precedence::Lambda);
  }
  return make(std::move(text), Precedence::Atom);
}

std::optional<Rendered> Stencil::sequence(llvm::ArrayRef<ExprArgument> items,
                                          bool isTuple) {
  std::vector<std::string> texts;
  for (const ExprArgument &item : items)
    if (!addArgument(item, texts))
      return std::nullopt;
  std::string text = isTuple ? "(" : "[";
  for (size_t i = 0; i < texts.size(); ++i)
    text += (i == 0 ? "" : ", ") + texts[i];
  if (isTuple && texts.size() == 1)
    text += ",";
  return make(text + (isTuple ? ")" : "]"), Precedence::Atom);
}
