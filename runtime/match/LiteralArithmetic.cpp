// SPDX-License-Identifier: Apache-2.0
#include "runtime/match/LiteralArithmetic.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace adopter;
using namespace adopter::match;

Literal adopter::match::toLiteral(const Constant &constant,
                                  llvm::StringRef text) {
  return {constant.kind, constant.integer, constant.number,
          constant.kind == ConstantKind::String ? text.str() : std::string()};
}

Literal adopter::match::intLiteral(int64_t value) {
  return {ConstantKind::Int, value, 0.0, {}};
}

Literal adopter::match::textLiteral(llvm::StringRef value) {
  return {ConstantKind::String, 0, 0.0, value.str()};
}

static Literal floatLiteral(double value) {
  return {ConstantKind::Float, 0, value, {}};
}

static Literal boolLiteral(bool value) {
  return {ConstantKind::Bool, value ? 1 : 0, 0.0, {}};
}

bool adopter::match::isNumber(const Literal &value) {
  return value.kind == ConstantKind::Int || value.kind == ConstantKind::Float;
}

bool adopter::match::isTrue(const Literal &value) {
  switch (value.kind) {
  case ConstantKind::None:
    return false;
  case ConstantKind::Bool:
  case ConstantKind::Int:
    return value.integer != 0;
  case ConstantKind::Float:
    return value.number != 0.0;
  case ConstantKind::String:
    return !value.text.empty();
  case ConstantKind::Ellipsis:
    return true;
  }
  return true;
}

bool adopter::match::equal(const Literal &a, const Literal &b) {
  if (isNumber(a) && isNumber(b))
    return a.kind == b.kind && a.kind == ConstantKind::Int
               ? a.integer == b.integer
               : a.asNumber() == b.asNumber();
  return a.kind == b.kind && a.integer == b.integer && a.text == b.text;
}

std::optional<bool> adopter::match::compareLiterals(llvm::StringRef token,
                                                    const Literal &a,
                                                    const Literal &b) {
  if (token == "==" || token == "is")
    return equal(a, b);
  if (token == "!=")
    return !equal(a, b);
  if (!isNumber(a) || !isNumber(b))
    return std::nullopt;
  double left = a.asNumber();
  double right = b.asNumber();
  return llvm::StringSwitch<std::optional<bool>>(token)
      .Case("<", left < right)
      .Case("<=", left <= right)
      .Case(">", left > right)
      .Case(">=", left >= right)
      .Default(std::nullopt);
}

std::optional<Literal> adopter::match::unaryLiteral(llvm::StringRef op,
                                                    const Literal &value) {
  if (op == "builtins.bool")
    return boolLiteral(isTrue(value));
  if (!isNumber(value))
    return std::nullopt;
  bool isInt = value.kind == ConstantKind::Int;
  double number = value.asNumber();
  if (op == "torch.neg" || op == "neg") {
    if (!isInt)
      return floatLiteral(-number);
    int64_t result;
    if (llvm::SubOverflow(int64_t(0), value.integer, result))
      return std::nullopt;
    return intLiteral(result);
  }
  if (op == "builtins.float")
    return floatLiteral(number);
  if (op == "builtins.int" && (isInt || std::fabs(number) < 1e15))
    return intLiteral(isInt ? value.integer : static_cast<int64_t>(number));
  if (op == "math.sqrt" && number >= 0.0)
    return floatLiteral(std::sqrt(number));
  return std::nullopt;
}

/// Python's floor division and its remainder, which have the divisor's sign.
static int64_t floorDivide(int64_t a, int64_t b) {
  int64_t quotient = a / b;
  return (a % b != 0 && (a < 0) != (b < 0)) ? quotient - 1 : quotient;
}

std::optional<Literal> adopter::match::binaryLiteral(llvm::StringRef op,
                                                     const Literal &a,
                                                     const Literal &b) {
  llvm::StringRef token = llvm::StringSwitch<llvm::StringRef>(op)
                              .Case("torch.add", "+")
                              .Case("torch.sub", "-")
                              .Case("torch.mul", "*")
                              .Case("torch.div", "/")
                              .Case("torch.floor_divide", "//")
                              .Case("torch.remainder", "%")
                              .Case("torch.pow", "**")
                              .Case("torch.eq", "==")
                              .Case("torch.ne", "!=")
                              .Case("torch.lt", "<")
                              .Case("torch.le", "<=")
                              .Case("torch.gt", ">")
                              .Case("torch.ge", ">=")
                              .Default(op);
  if (std::optional<bool> truth = compareLiterals(token, a, b))
    return boolLiteral(*truth);
  if (!isNumber(a) || !isNumber(b))
    return std::nullopt;
  double x = a.asNumber();
  double y = b.asNumber();
  if (token == "/")
    return y == 0.0 ? std::nullopt : std::optional(floatLiteral(x / y));
  if (token == "**") {
    bool exact = a.kind == ConstantKind::Int && b.kind == ConstantKind::Int;
    double power = std::pow(x, y);
    if (!std::isfinite(power))
      return std::nullopt;
    if (!exact || b.integer < 0)
      return floatLiteral(power);
    return std::fabs(power) < 9e15
               ? std::optional(intLiteral(static_cast<int64_t>(power)))
               : std::nullopt;
  }
  if (a.kind == ConstantKind::Int && b.kind == ConstantKind::Int) {
    int64_t result = 0;
    bool overflow = false;
    if (token == "+")
      overflow = llvm::AddOverflow(a.integer, b.integer, result);
    else if (token == "-")
      overflow = llvm::SubOverflow(a.integer, b.integer, result);
    else if (token == "*")
      overflow = llvm::MulOverflow(a.integer, b.integer, result);
    else if ((token == "//" || token == "%") && b.integer != 0 &&
             a.integer != INT64_MIN) {
      int64_t quotient = floorDivide(a.integer, b.integer);
      result = token == "//" ? quotient : a.integer - quotient * b.integer;
    } else
      return std::nullopt;
    return overflow ? std::nullopt : std::optional(intLiteral(result));
  }
  return llvm::StringSwitch<std::optional<Literal>>(token)
      .Case("+", floatLiteral(x + y))
      .Case("-", floatLiteral(x - y))
      .Case("*", floatLiteral(x * y))
      .Default(std::nullopt);
}

std::string adopter::match::spelling(const Literal &value) {
  switch (value.kind) {
  case ConstantKind::None:
    return "None";
  case ConstantKind::Bool:
    return value.integer != 0 ? "True" : "False";
  case ConstantKind::Int:
    return std::to_string(value.integer);
  case ConstantKind::Float: {
    std::string text;
    llvm::raw_string_ostream(text) << llvm::format("%.17g", value.number);
    return text;
  }
  case ConstantKind::String:
    return "\"" + value.text + "\"";
  case ConstantKind::Ellipsis:
    return "...";
  }
  return {};
}
