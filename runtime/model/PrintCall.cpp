// SPDX-License-Identifier: Apache-2.0
/// \file
/// Calls and subscripts of the notation.
#include "runtime/model/PrintExpr.h"
#include "llvm/ADT/StringSwitch.h"

using namespace adopter;
using namespace adopter::model;

static Strength above(Strength strength) {
  return static_cast<Strength>(static_cast<uint8_t>(strength) + 1);
}

void ExprPrinter::call(const Op &op) {
  bool saysInPlace = op.inPlace && !plan.notation(op).mutates;
  if (saysInPlace)
    out << "inplace(";
  llvm::StringRef name = plan.qualified(op.name);
  if (llvm::StringRef symbol = token(op); !symbol.empty()) {
    operatorCall(symbol, op);
  } else if (op.callee) {
    callee(op);
  } else if (isPlainName(name, functionOf(op))) {
    out << name << "(";
    if (op.decl != NoDecl) {
      canonicalArguments(op);
      out << ")";
    } else {
      arguments(arch.args(op));
    }
  } else {
    out << "call(";
    string(name);
    arguments(arch.args(op), false);
  }
  if (saysInPlace)
    out << ")";
}

/// A call of a value. `self.m(...)`, names and calls stand before the
/// parentheses; another attribute there would read as a method.
void ExprPrinter::callee(const Op &op) {
  const Op *def = arch.definition(op.callee);
  bool isDirect;
  if (!def || !plan.isInline(op.callee))
    isDirect = arch.values.contains(op.callee) &&
               !isReservedWord(plan.name(op.callee));
  else if (def->kind == OpKind::Attribute)
    isDirect = def->args.count == 1 && plan.isSelf(arch.args(*def)[0].value);
  else
    isDirect = def->kind == OpKind::Call || def->kind == OpKind::MethodCall;
  if (isDirect) {
    value(op.callee, Strength::Postfix);
    out << "(";
    arguments(plan.shownArgs(op));
    return;
  }
  out << "call(";
  value(op.callee);
  arguments(plan.shownArgs(op), false);
}

void ExprPrinter::methodCall(const Op &op) {
  llvm::ArrayRef<Argument> args = arch.args(op);
  bool saysInPlace = op.inPlace;
  if (saysInPlace)
    out << "inplace(";
  const Op *receiver = args.empty() ? nullptr : arch.definition(args[0].value);
  bool isDirect = !args.empty() && args[0].kind == ArgumentKind::Plain &&
                  !plan.isSelf(args[0].value);
  if (isDirect && receiver && plan.isInline(args[0].value))
    isDirect = receiver->kind != OpKind::Global &&
               receiver->kind != OpKind::Constant &&
               receiver->kind != OpKind::Undefined;
  if (isDirect) {
    value(args[0].value, Strength::Postfix);
    out << "." << arch.text(op.name) << "(";
    arguments(args.drop_front());
  } else {
    out << "send(";
    if (!args.empty())
      value(args[0].value);
    else
      out << "undefined()";
    out << ", ";
    string(arch.text(op.name));
    arguments(args.empty() ? args : args.drop_front(), false);
  }
  if (saysInPlace)
    out << ")";
}

/// The rest of an argument list, with the closing parenthesis.
void ExprPrinter::arguments(llvm::ArrayRef<Argument> args, bool startsList) {
  for (const Argument &arg : args) {
    if (!startsList)
      out << ", ";
    startsList = false;
    if (arg.kind == ArgumentKind::Star)
      out << "*";
    else if (arg.kind == ArgumentKind::DoubleStar)
      out << "**";
    else if (arg.keyword)
      out << arch.text(arg.keyword) << " = ";
    value(arg.value);
  }
  out << ")";
}

/// Arguments of a declared op: required ones by position, as long as none is
/// left out, the others by name; what equals its default is not written.
void ExprPrinter::canonicalArguments(const Op &op) {
  const CallNotation &notation = plan.notation(op);
  llvm::ArrayRef<Argument> args = arch.args(op);
  bool startsList = true;
  bool byPosition = true;
  for (uint32_t i = 0; i < args.size(); ++i) {
    if (plan.isOmitted(op, i)) {
      byPosition = false;
      continue;
    }
    if (i == notation.varArgs || i == notation.varKeywords) {
      startsList = spread(args[i].value, i == notation.varKeywords, startsList);
      continue;
    }
    if (!startsList)
      out << ", ";
    startsList = false;
    // Positions before a `*args` must all be filled.
    bool mayBePositional =
        i < notation.positional ||
        (notation.varArgs != CallNotation::None && i < notation.varArgs);
    if (!byPosition || !mayBePositional)
      out << arch.text(args[i].keyword) << " = ";
    value(args[i].value);
  }
}

/// The elements of what a `*args` or `**kwargs` parameter got.
bool ExprPrinter::spread(ValueId tuple, bool isKeywords, bool startsList) {
  auto separate = [&] {
    if (!startsList)
      out << ", ";
    startsList = false;
  };
  if (!isInlineOf(tuple, OpKind::Tuple)) {
    separate();
    out << (isKeywords ? "**" : "*");
    value(tuple);
    return startsList;
  }
  llvm::ArrayRef<Argument> elements = arch.args(*arch.definition(tuple));
  // `f((a, b))` gives `*args` that very tuple; a tuple of one tuple is starred.
  if (elements.size() == 1 && elements[0].kind == ArgumentKind::Plain &&
      !elements[0].keyword &&
      (isInlineOf(elements[0].value, OpKind::Tuple) ||
       isInlineOf(elements[0].value, OpKind::List))) {
    separate();
    out << "*";
    value(tuple);
    return startsList;
  }
  for (const Argument &element : elements) {
    separate();
    if (element.kind == ArgumentKind::Star)
      out << "*";
    else if (element.kind == ArgumentKind::DoubleStar)
      out << "**";
    else if (element.keyword)
      out << arch.text(element.keyword) << " = ";
    value(element.value);
  }
  return startsList;
}

void ExprPrinter::operatorCall(llvm::StringRef token, const Op &op) {
  llvm::ArrayRef<Argument> args = arch.args(op);
  if (token == "[]")
    return item(args[0].value, args[1].value);
  if (token == "neg" || token == "pos" || token == "invert") {
    out << (token == "neg" ? "-" : token == "pos" ? "+" : "~");
    return value(args[0].value, Strength::Sign);
  }
  Strength own = operatorStrength(token);
  bool isRight = token == "**";
  bool isCompare = own == Strength::Compare;
  value(args[0].value, isRight || isCompare ? above(own) : own);
  out << " " << token << " ";
  value(args[1].value, isRight ? own : above(own));
}

//===-- subscripts --------------------------------------------------------===//

void ExprPrinter::item(ValueId object, ValueId index) {
  if (isInlineOf(object, OpKind::Global) ||
      isInlineOf(object, OpKind::Constant)) {
    // `torch.x[i]` is fine; a literal needs its parentheses.
    bool isLiteral = isInlineOf(object, OpKind::Constant);
    out << (isLiteral ? "(" : "");
    value(object);
    out << (isLiteral ? ")" : "");
  } else {
    value(object, Strength::Postfix);
  }
  out << "[";
  const Op *tuple = arch.definition(index);
  bool isPlain = tuple && isInlineOf(index, OpKind::Tuple);
  if (isPlain)
    for (const Argument &element : arch.args(*tuple))
      isPlain &= element.kind == ArgumentKind::Plain && !element.keyword;
  if (isPlain) {
    llvm::ArrayRef<Argument> elements = arch.args(*tuple);
    llvm::interleaveComma(elements, out, [&](const Argument &element) {
      subscript(element.value);
    });
    if (elements.size() == 1)
      out << ",";
  } else {
    subscript(index);
  }
  out << "]";
}

void ExprPrinter::subscript(ValueId index) {
  const Op *op = arch.definition(index);
  if (op && isInlineOf(index, OpKind::Slice) && op->args.count == 3)
    slice(*op);
  else
    value(index);
}

/// `start:stop:step`; what is None is not written.
void ExprPrinter::slice(const Op &op) {
  llvm::ArrayRef<Argument> args = arch.args(op);
  auto isNone = [&](ValueId value) {
    const Constant *constant = arch.constant(value);
    return constant && constant->kind == ConstantKind::None;
  };
  if (!isNone(args[0].value))
    value(args[0].value);
  out << ":";
  if (!isNone(args[1].value))
    value(args[1].value);
  if (!isNone(args[2].value)) {
    out << ":";
    value(args[2].value);
  }
}
