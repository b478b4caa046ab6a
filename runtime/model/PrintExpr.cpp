// SPDX-License-Identifier: Apache-2.0
#include "runtime/model/PrintExpr.h"
#include "runtime/model/ArchitecturePrinter.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <cmath>

using namespace adopter;
using namespace adopter::model;

//===-- literals ----------------------------------------------------------===//

static void printString(llvm::raw_ostream &out, llvm::StringRef text) {
  out << '"';
  for (unsigned char c : text) {
    switch (c) {
    case '"':
      out << "\\\"";
      break;
    case '\\':
      out << "\\\\";
      break;
    case '\n':
      out << "\\n";
      break;
    case '\r':
      out << "\\r";
      break;
    case '\t':
      out << "\\t";
      break;
    default:
      if (c < 0x20 || c == 0x7F)
        out << "\\x" << llvm::hexdigit(c >> 4, true)
            << llvm::hexdigit(c & 15, true);
      else
        out << c;
    }
  }
  out << '"';
}

/// Fewest digits that read back to the same number, as Python's repr.
static std::string shortestFloat(double number) {
  char buffer[40];
  for (int digits = 1; digits <= 17; ++digits) {
    snprintf(buffer, sizeof buffer, "%.*g", digits, number);
    if (std::strtod(buffer, nullptr) == number)
      break;
  }
  std::string text = buffer;
  if (text == "inf" || text == "-inf")
    return text == "inf" ? "1e999" : "-1e999";
  if (text.find_first_of(".e") == std::string::npos)
    text += ".0";
  return text;
}

void adopter::model::printConstant(llvm::raw_ostream &out,
                                   const Constant &constant,
                                   const SymbolTable &symbols) {
  switch (constant.kind) {
  case ConstantKind::None:
    out << "None";
    return;
  case ConstantKind::Bool:
    out << (constant.integer ? "True" : "False");
    return;
  case ConstantKind::Int:
    out << constant.integer;
    return;
  case ConstantKind::Float:
    out << shortestFloat(constant.number);
    return;
  case ConstantKind::String:
    printString(out, symbols.text(constant.string));
    return;
  case ConstantKind::Ellipsis:
    out << "...";
    return;
  }
  llvm_unreachable("not a constant kind");
}

void ExprPrinter::string(llvm::StringRef text) { printString(out, text); }

//===-- names -------------------------------------------------------------===//

FunctionId ExprPrinter::functionOf(const Op &op) const {
  return arch.regions.contains(op.region) ? arch.regions[op.region].function
                                          : FunctionId();
}

bool ExprPrinter::isPlainName(llvm::StringRef name, FunctionId function) const {
  if (name.empty())
    return false;
  auto [first, rest] = name.split('.');
  if (isReservedWord(first) || plan.isParameterName(function, first) ||
      name.back() == '.')
    return false;
  llvm::SmallVector<llvm::StringRef, 4> parts;
  name.split(parts, '.');
  for (llvm::StringRef part : parts) {
    if (part.empty() || llvm::isDigit(part.front()))
      return false;
    for (unsigned char c : part)
      if (c != '_' && c < 0x80 && !llvm::isAlnum(c))
        return false;
  }
  return true;
}

void ExprPrinter::qualified(llvm::StringRef name, FunctionId function) {
  if (isPlainName(name, function)) {
    out << name;
    return;
  }
  out << "named(";
  string(name);
  out << ")";
}

bool ExprPrinter::isInlineOf(ValueId value, OpKind kind) const {
  const Op *op = arch.definition(value);
  return op && plan.isInline(value) && op->kind == kind;
}

//===-- expressions -------------------------------------------------------===//

void ExprPrinter::value(ValueId value, Strength least) {
  const Op *def = arch.definition(value);
  if (def && plan.isInline(value))
    return op(*def, least);
  if (!arch.values.contains(value) || plan.name(value).empty())
    out << "undefined()";
  else
    out << plan.name(value);
}

/// The operator that means the call; empty: written as a call.
llvm::StringRef ExprPrinter::token(const Op &op) const {
  llvm::ArrayRef<Argument> args = arch.args(op);
  if (op.kind != OpKind::Call || op.callee)
    return {};
  llvm::StringRef token;
  if (op.decl != NoDecl) {
    token = plan.notation(op).operatorToken;
  } else {
    token = arch.text(op.name);
    if (!token.consume_front("operator."))
      return {};
    for (const Argument &arg : args)
      if (arg.keyword || arg.kind != ArgumentKind::Plain)
        return {};
  }
  unsigned operands = llvm::StringSwitch<unsigned>(token)
                          .Cases("neg", "pos", "invert", 1)
                          .Cases("+", "-", "*", "/", "//", "%", "**", "@", 2)
                          .Cases("&", "|", "^", "<<", ">>", "[]", 2)
                          .Cases("==", "!=", "<", "<=", ">", ">=", 2)
                          .Default(0);
  if (operands == 0 || args.size() < operands)
    return {};
  for (size_t i = 0; i < args.size(); ++i)
    if (i < operands ? args[i].kind != ArgumentKind::Plain
                     : op.decl == NoDecl || !plan.isOmitted(op, i))
      return {};
  // `-1` would be read as a literal.
  if (operands == 1 && isInlineOf(args[0].value, OpKind::Constant))
    return {};
  return token;
}

Strength ExprPrinter::operatorStrength(llvm::StringRef token) {
  return llvm::StringSwitch<Strength>(token)
      .Cases("==", "!=", "<", "<=", ">", ">=", Strength::Compare)
      .Case("|", Strength::BitOr)
      .Case("^", Strength::BitXor)
      .Case("&", Strength::BitAnd)
      .Cases("<<", ">>", Strength::Shift)
      .Cases("+", "-", Strength::Sum)
      .Cases("*", "/", "//", "%", "@", Strength::Product)
      .Cases("neg", "pos", "invert", Strength::Sign)
      .Case("**", Strength::Power)
      .Default(Strength::Postfix);
}

Strength ExprPrinter::strength(const Op &op) const {
  if (op.inPlace && !plan.notation(op).mutates)
    return Strength::Postfix;
  switch (op.kind) {
  case OpKind::Constant: {
    const Constant &constant = op.constant;
    bool isNegative =
        constant.kind == ConstantKind::Int
            ? constant.integer < 0
            : constant.kind == ConstantKind::Float &&
                  (constant.number < 0 || std::signbit(constant.number));
    return isNegative ? Strength::Sign : Strength::Postfix;
  }
  case OpKind::Select:
    return Strength::Conditional;
  case OpKind::Or:
    return Strength::Or;
  case OpKind::And:
    return Strength::And;
  case OpKind::Not: {
    ValueId operand =
        arch.args(op).empty() ? ValueId() : arch.args(op)[0].value;
    bool isNegated =
        isInlineOf(operand, OpKind::Is) || isInlineOf(operand, OpKind::In);
    return isNegated ? Strength::Compare : Strength::Not;
  }
  case OpKind::Is:
  case OpKind::In:
  case OpKind::Compare:
    return Strength::Compare;
  case OpKind::Call:
    return operatorStrength(token(op));
  default:
    return Strength::Postfix;
  }
}

static Strength above(Strength strength) {
  return static_cast<Strength>(static_cast<uint8_t>(strength) + 1);
}

void ExprPrinter::op(const Op &op, Strength least) {
  bool isWeak = strength(op) < least;
  if (isWeak)
    out << "(";
  llvm::ArrayRef<Argument> args = arch.args(op);
  auto operand = [&](size_t i, Strength strength) {
    if (i < args.size())
      value(args[i].value, strength);
    else
      out << "undefined()";
  };
  auto joined = [&](llvm::StringRef word, Strength strength) {
    for (size_t i = 0; i < args.size(); ++i) {
      if (i)
        out << word;
      value(args[i].value, above(strength));
    }
  };
  auto pair = [&](llvm::StringRef word, const Op &compared) {
    llvm::ArrayRef<Argument> both = arch.args(compared);
    for (size_t i = 0; i < both.size(); ++i) {
      if (i)
        out << word;
      value(both[i].value, above(Strength::Compare));
    }
  };
  switch (op.kind) {
  case OpKind::Constant:
    printConstant(out, op.constant, arch.symbols);
    break;
  case OpKind::Global:
    qualified(plan.qualified(op.name), functionOf(op));
    break;
  case OpKind::Attribute:
    if (args.size() == 1 && !isInlineOf(args[0].value, OpKind::Global) &&
        !isInlineOf(args[0].value, OpKind::Constant)) {
      value(args[0].value, Strength::Postfix);
      out << "." << arch.text(op.name);
    } else {
      form("attribute", op, true);
    }
    break;
  case OpKind::Call:
    call(op);
    break;
  case OpKind::MethodCall:
    methodCall(op);
    break;
  case OpKind::Slice:
    form("slice", op, false);
    break;
  case OpKind::Tuple:
    sequence(op, "(", args.size() == 1 ? ",)" : ")", "tupleof");
    break;
  case OpKind::List:
    sequence(op, "[", "]", "listof");
    break;
  case OpKind::Set:
    form("setof", op, false);
    break;
  case OpKind::Dict:
    dict(op);
    break;
  case OpKind::Element:
    out << "element(";
    operand(0, Strength::Any);
    out << ", " << op.index << ")";
    break;
  case OpKind::Select:
    operand(1, above(Strength::Conditional));
    out << " if ";
    operand(0, above(Strength::Conditional));
    out << " else ";
    operand(2, Strength::Conditional);
    break;
  case OpKind::And:
    joined(" and ", Strength::And);
    break;
  case OpKind::Or:
    joined(" or ", Strength::Or);
    break;
  case OpKind::Not: {
    const Op *inner =
        args.size() == 1 ? arch.definition(args[0].value) : nullptr;
    if (inner && isInlineOf(args[0].value, OpKind::Is)) {
      pair(" is not ", *inner);
    } else if (inner && isInlineOf(args[0].value, OpKind::In)) {
      pair(" not in ", *inner);
    } else {
      out << "not ";
      operand(0, Strength::Not);
    }
    break;
  }
  case OpKind::Is:
    pair(" is ", op);
    break;
  case OpKind::In:
    pair(" in ", op);
    break;
  case OpKind::Compare:
    chain(op);
    break;
  case OpKind::Format:
    form("formatted", op, true);
    break;
  case OpKind::Join:
    form("join", op, false);
    break;
  case OpKind::Undefined:
    out << "undefined(";
    if (op.name)
      string(arch.text(op.name));
    out << ")";
    break;
  case OpKind::Yield:
    form(arch.text(op.name) == "await" ? "awaited" : "yielded", op, false);
    break;
  case OpKind::Lambda:
    out << "closure(";
    string(arch.functions.contains(op.function) ? plan.functionName(op.function)
                                                : "");
    arguments(args, false);
    break;
  case OpKind::Opaque:
    form("opaque", op, true);
    break;
  default: // statements; PrintStatement writes them
    form("opaque", op, true);
    break;
  }
  if (isWeak)
    out << ")";
}

/// `word("name", operands...)`.
void ExprPrinter::form(llvm::StringRef word, const Op &op, bool hasName) {
  out << word << "(";
  // What an attribute is read from comes before its name.
  if (op.kind == OpKind::Attribute && op.args.count == 1) {
    value(arch.args(op)[0].value);
    out << ", ";
    string(arch.text(op.name));
    out << ")";
    return;
  }
  if (hasName)
    string(arch.text(op.name));
  arguments(arch.args(op), !hasName);
}

void ExprPrinter::sequence(const Op &op, llvm::StringRef open,
                           llvm::StringRef close, llvm::StringRef starred) {
  for (const Argument &arg : arch.args(op))
    if (arg.kind != ArgumentKind::Plain || arg.keyword)
      return form(starred, op, false);
  out << open;
  llvm::interleaveComma(arch.args(op), out,
                        [&](const Argument &arg) { value(arg.value); });
  out << close;
}

void ExprPrinter::dict(const Op &op) {
  llvm::ArrayRef<Argument> args = arch.args(op);
  out << "{";
  for (size_t i = 0; i < args.size(); ++i) {
    if (i)
      out << ", ";
    if (args[i].kind == ArgumentKind::DoubleStar) {
      out << "**";
      value(args[i].value, Strength::BitOr);
      continue;
    }
    value(args[i].value);
    out << ": ";
    if (++i < args.size())
      value(args[i].value);
  }
  out << "}";
}

/// `a < b <= c`; the name of the op holds the tokens, separated by blanks.
void ExprPrinter::chain(const Op &op) {
  llvm::ArrayRef<Argument> args = arch.args(op);
  llvm::SmallVector<llvm::StringRef, 4> words, tokens;
  arch.text(op.name).split(words, ' ', -1, /*KeepEmpty=*/false);
  bool isKnown = true;
  for (size_t i = 0; i < words.size(); ++i) {
    llvm::StringRef word = words[i];
    if (i + 1 < words.size() && ((word == "is" && words[i + 1] == "not") ||
                                 (word == "not" && words[i + 1] == "in"))) {
      word = word == "is" ? "is not" : "not in";
      ++i;
    }
    isKnown &= llvm::StringSwitch<bool>(word)
                   .Cases("==", "!=", "<", "<=", ">", ">=", true)
                   .Cases("is", "is not", "in", "not in", true)
                   .Default(false);
    tokens.push_back(word);
  }
  if (!isKnown || tokens.size() < 2 || args.size() != tokens.size() + 1)
    return form("compare", op, true);
  for (size_t i = 0; i < args.size(); ++i) {
    if (i)
      out << " " << tokens[i - 1] << " ";
    value(args[i].value, above(Strength::Compare));
  }
}
