// SPDX-License-Identifier: Apache-2.0
#include "runtime/program/ExprPrinter.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <charconv>
#include <cmath>

using namespace adopter;
using namespace adopter::program;

namespace {

/// How strongly an operator binds, as in Python.
enum Precedence : unsigned {
  ConditionalLevel,
  OrLevel,
  AndLevel,
  NotLevel,
  ComparisonLevel,
  BitOrLevel,
  BitXorLevel,
  BitAndLevel,
  ShiftLevel,
  SumLevel,
  ProductLevel,
  UnaryLevel,
  PowerLevel,
  PostfixLevel,
};

/// Level of a binary operator; ConditionalLevel: it is none.
Precedence binaryLevel(llvm::StringRef token) {
  return llvm::StringSwitch<Precedence>(token)
      .Cases("==", "!=", "<", "<=", ComparisonLevel)
      .Cases(">", ">=", ComparisonLevel)
      .Case("|", BitOrLevel)
      .Case("^", BitXorLevel)
      .Case("&", BitAndLevel)
      .Cases("<<", ">>", ShiftLevel)
      .Cases("+", "-", SumLevel)
      .Cases("*", "/", "//", "%", "@", ProductLevel)
      .Case("**", PowerLevel)
      .Default(ConditionalLevel);
}

/// The text of a unary operator; empty: it is none.
llvm::StringRef unaryToken(llvm::StringRef token) {
  return llvm::StringSwitch<llvm::StringRef>(token)
      .Case("neg", "-")
      .Case("pos", "+")
      .Case("invert", "~")
      .Default("");
}

class ExprPrinter {
public:
  ExprPrinter(const Program &program, const Rule *rule, llvm::raw_ostream &out)
      : program(program), rule(rule), out(out) {}

  void print(ExprId id, Precedence level = ConditionalLevel);

private:
  void printNode(const Expr &expr, Precedence level);
  void printOpCall(const Expr &expr, Precedence level);
  bool printOperator(const Expr &expr, Precedence level);
  void printIndex(ExprId id);
  void printSlice(const Expr &expr);
  void printNot(const Expr &expr, Precedence level);
  void printArguments(llvm::ArrayRef<ExprArgument> args);
  void printArgument(const ExprArgument &argument);
  void printCapture(CaptureId capture);
  void printInstance(const Expr &expr);
  void printBinary(const Expr &expr, llvm::StringRef token, Precedence own,
                   Precedence level);
  void printList(const Expr &expr, llvm::StringRef separator, Precedence own,
                 Precedence level);
  void printWord(const Expr &expr);

  /// Puts parentheses around `print` where `own` binds less than is needed.
  template <typename Print>
  void parenthesised(Precedence own, Precedence level, Print print) {
    if (own < level)
      out << '(';
    print();
    if (own < level)
      out << ')';
  }
  static Precedence above(Precedence level) {
    return static_cast<Precedence>(level + 1);
  }
  bool isNone(ExprId id) const {
    const Expr &expr = program.exprs[id];
    return expr.kind == ExprKind::Constant &&
           program.constants[expr.constant].kind == ConstantKind::None;
  }

  const Program &program;
  const Rule *rule;
  llvm::raw_ostream &out;
};

} // namespace

void ExprPrinter::print(ExprId id, Precedence level) {
  if (!program.exprs.contains(id)) {
    out << '?';
    return;
  }
  printNode(program.exprs[id], level);
}

void ExprPrinter::printNode(const Expr &expr, Precedence level) {
  switch (expr.kind) {
  case ExprKind::Constant:
    printConstant(program, program.constants[expr.constant], out);
    return;
  case ExprKind::Capture:
    printCapture(expr.capture);
    return;
  case ExprKind::Wildcard:
    out << '_';
    return;
  case ExprKind::Param:
  case ExprKind::Name:
    out << program.text(expr.name);
    return;
  case ExprKind::Hole:
    out << "$#" << expr.index;
    return;
  case ExprKind::Self:
    out << "self";
    return;
  case ExprKind::Attribute:
    print(expr.args[0].value, PostfixLevel);
    out << '.' << program.text(expr.name);
    return;
  case ExprKind::OpCall:
    printOpCall(expr, level);
    return;
  case ExprKind::KernelCall:
    out << program.text(program.kernels[expr.kernel].name);
    printArguments(expr.args);
    return;
  case ExprKind::NameCall:
    out << program.text(expr.name);
    printArguments(expr.args);
    return;
  case ExprKind::MemberCall:
  case ExprKind::CalleeCall:
    printCapture(expr.capture);
    printArguments(expr.args);
    return;
  case ExprKind::MethodCall:
    print(expr.args[0].value, PostfixLevel);
    out << '.' << program.text(expr.name);
    printArguments(llvm::ArrayRef(expr.args).drop_front());
    return;
  case ExprKind::Instance:
    printInstance(expr);
    return;
  case ExprKind::Word:
    printWord(expr);
    return;
  case ExprKind::Tuple:
    out << '(';
    llvm::interleaveComma(expr.args, out, [&](const ExprArgument &argument) {
      printArgument(argument);
    });
    out << (expr.args.size() == 1 ? ",)" : ")");
    return;
  case ExprKind::List:
    out << '[';
    llvm::interleaveComma(expr.args, out, [&](const ExprArgument &argument) {
      printArgument(argument);
    });
    out << ']';
    return;
  case ExprKind::Slice:
    out << "slice";
    printArguments(expr.args);
    return;
  case ExprKind::Conditional:
    parenthesised(ConditionalLevel, level, [&] {
      print(expr.args[1].value, OrLevel);
      out << " if ";
      print(expr.args[0].value, OrLevel);
      out << " else ";
      print(expr.args[2].value, ConditionalLevel);
    });
    return;
  case ExprKind::And:
    printList(expr, " and ", AndLevel, level);
    return;
  case ExprKind::Or:
    printList(expr, " or ", OrLevel, level);
    return;
  case ExprKind::Not:
    printNot(expr, level);
    return;
  case ExprKind::Dict:
    out << '{';
    for (size_t i = 0; i < expr.args.size(); ++i) {
      if (i != 0)
        out << ", ";
      printArgument(expr.args[i]);
      if (expr.args[i].kind == ArgumentKind::DoubleStar ||
          i + 1 == expr.args.size())
        continue;
      out << ": ";
      printArgument(expr.args[++i]);
    }
    out << '}';
    return;
  case ExprKind::In:
    printBinary(expr, "in", ComparisonLevel, level);
    return;
  case ExprKind::Is:
    printBinary(expr, "is", ComparisonLevel, level);
    return;
  }
  llvm_unreachable("all kinds are handled");
}

void ExprPrinter::printCapture(CaptureId capture) {
  if (rule && rule->captures.contains(capture))
    out << '$' << program.text(rule->captures[capture].name);
  else
    out << "$?";
}

void ExprPrinter::printInstance(const Expr &expr) {
  if (!rule || !rule->instances.contains(expr.instance)) {
    out << '?';
    return;
  }
  const PatternInstance &use = rule->instances[expr.instance];
  out << program.text(use.pattern) << '#' << expr.instance.index() << '(';
  llvm::interleaveComma(use.arguments, out, [&](ExprId id) { print(id); });
  out << ')';
}

void ExprPrinter::printWord(const Expr &expr) {
  llvm::StringRef name = program.text(expr.name);
  if (name == "config" && expr.args.size() == 1) {
    const Expr &key = program.exprs[expr.args[0].value];
    if (key.kind == ExprKind::Constant &&
        program.constants[key.constant].kind == ConstantKind::String) {
      out << "config." << program.text(program.constants[key.constant].string);
      return;
    }
  }
  out << name;
  printArguments(expr.args);
}

void ExprPrinter::printBinary(const Expr &expr, llvm::StringRef token,
                              Precedence own, Precedence level) {
  // `**` groups to the right, comparisons must not be chained.
  bool isRight = own == PowerLevel;
  bool isComparison = own == ComparisonLevel;
  parenthesised(own, level, [&] {
    print(expr.args[0].value, isRight || isComparison ? above(own) : own);
    out << ' ' << token << ' ';
    print(expr.args[1].value, isRight ? UnaryLevel : above(own));
  });
}

void ExprPrinter::printList(const Expr &expr, llvm::StringRef separator,
                            Precedence own, Precedence level) {
  parenthesised(own, level, [&] {
    llvm::interleave(
        expr.args, out,
        [&](const ExprArgument &argument) {
          print(argument.value, above(own));
        },
        separator);
  });
}

void ExprPrinter::printNot(const Expr &expr, Precedence level) {
  const Expr &inner = program.exprs[expr.args[0].value];
  if (inner.kind == ExprKind::Is || inner.kind == ExprKind::In) {
    printBinary(inner, inner.kind == ExprKind::Is ? "is not" : "not in",
                ComparisonLevel, level);
    return;
  }
  parenthesised(NotLevel, level, [&] {
    out << "not ";
    print(expr.args[0].value, NotLevel);
  });
}

// --- calls ------------------------------------------------------------------

void ExprPrinter::printOpCall(const Expr &expr, Precedence level) {
  const OpDecl &op = program.ops[expr.op];
  if (printOperator(expr, level))
    return;
  out << program.text(op.name) << '(';
  bool byKeyword = false; // one before was left out
  llvm::StringRef separator;
  for (size_t i = 0; i < expr.args.size(); ++i) {
    bool isDefault = i < op.parameters.size() &&
                     op.parameters[i].defaultValue == expr.args[i].value;
    if (isDefault) {
      byKeyword = true;
      continue;
    }
    byKeyword |= i < op.parameters.size() &&
                 op.parameters[i].kind == ParameterKind::KeywordOnly;
    out << separator;
    separator = ", ";
    ExprArgument argument = expr.args[i];
    if (!byKeyword)
      argument.keyword = {};
    printArgument(argument);
  }
  out << ')';
}

bool ExprPrinter::printOperator(const Expr &expr, Precedence level) {
  const OpDecl &op = program.ops[expr.op];
  llvm::StringRef token = program.text(expr.name);
  bool isOperator = false;
  for (SymbolId known : op.operators)
    isOperator |= known == expr.name;
  Precedence binary = binaryLevel(token);
  llvm::StringRef unary = unaryToken(token);
  size_t operands = unary.empty() ? 2 : 1;
  if (!isOperator || expr.args.size() < operands)
    return false;
  for (size_t i = operands; i < expr.args.size(); ++i)
    if (i >= op.parameters.size() ||
        op.parameters[i].defaultValue != expr.args[i].value)
      return false;
  if (token == "[]") {
    print(expr.args[0].value, PostfixLevel);
    out << '[';
    printIndex(expr.args[1].value);
    out << ']';
    return true;
  }
  if (!unary.empty()) {
    parenthesised(UnaryLevel, level, [&] {
      out << unary;
      print(expr.args[0].value, UnaryLevel);
    });
    return true;
  }
  if (binary == ConditionalLevel)
    return false;
  printBinary(expr, token, binary, level);
  return true;
}

void ExprPrinter::printIndex(ExprId id) {
  const Expr &expr = program.exprs[id];
  if (expr.kind == ExprKind::Slice) {
    printSlice(expr);
    return;
  }
  bool hasSlice = false;
  if (expr.kind == ExprKind::Tuple)
    for (const ExprArgument &argument : expr.args)
      hasSlice |= program.exprs[argument.value].kind == ExprKind::Slice;
  if (!hasSlice) {
    print(id);
    return;
  }
  llvm::interleaveComma(expr.args, out, [&](const ExprArgument &argument) {
    printIndex(argument.value);
  });
  if (expr.args.size() == 1)
    out << ',';
}

void ExprPrinter::printSlice(const Expr &expr) {
  for (size_t i = 0; i < expr.args.size(); ++i) {
    bool isWritten = !isNone(expr.args[i].value);
    if (i == 1 || (i == 2 && isWritten))
      out << ':';
    if (isWritten)
      print(expr.args[i].value);
  }
}

void ExprPrinter::printArguments(llvm::ArrayRef<ExprArgument> args) {
  out << '(';
  llvm::interleaveComma(args, out, [&](const ExprArgument &argument) {
    printArgument(argument);
  });
  out << ')';
}

void ExprPrinter::printArgument(const ExprArgument &argument) {
  if (argument.kind == ArgumentKind::Star)
    out << '*';
  else if (argument.kind == ArgumentKind::DoubleStar)
    out << "**";
  else if (argument.keyword)
    out << program.text(argument.keyword) << " = ";
  print(argument.value);
}

// --- literals ---------------------------------------------------------------

static void printFloat(double value, llvm::raw_ostream &out) {
  if (std::isnan(value) || std::isinf(value)) {
    out << "float(\""
        << (std::isnan(value) ? "nan"
            : value < 0       ? "-inf"
                              : "inf")
        << "\")";
    return;
  }
  char buffer[32];
  auto end = std::to_chars(std::begin(buffer), std::end(buffer), value).ptr;
  llvm::StringRef text(buffer, static_cast<size_t>(end - buffer));
  out << text;
  if (text.find_first_of(".en") == llvm::StringRef::npos)
    out << ".0";
}

static void printString(llvm::StringRef text, llvm::raw_ostream &out) {
  out << '"';
  for (char c : text) {
    auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      out << '\\' << c;
    else if (c == '\n')
      out << "\\n";
    else if (c == '\t')
      out << "\\t";
    else if (byte < 0x20 || byte == 0x7F)
      out << "\\x" << llvm::hexdigit(byte >> 4, true)
          << llvm::hexdigit(byte & 15, true);
    else
      out << c;
  }
  out << '"';
}

void adopter::program::printConstant(const Program &program,
                                     const Constant &constant,
                                     llvm::raw_ostream &out) {
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
    printFloat(constant.number, out);
    return;
  case ConstantKind::String:
    printString(program.text(constant.string), out);
    return;
  case ConstantKind::Ellipsis:
    out << "...";
    return;
  }
  llvm_unreachable("all kinds are handled");
}

void adopter::program::printExpr(const Program &program, const Rule *rule,
                                 ExprId expr, llvm::raw_ostream &out) {
  ExprPrinter(program, rule, out).print(expr);
}
