// SPDX-License-Identifier: Apache-2.0
#include "runtime/model/PrintStatement.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace adopter;
using namespace adopter::model;

void StatementPrinter::line() { out.indent(indent * 2); }

//===-- functions ---------------------------------------------------------===//

void StatementPrinter::function(FunctionId id) {
  const Function &function = arch.functions[id];
  if (!function.enclosing)
    for (const Decorator &decorator : function.decorators) {
      line();
      out << "@";
      exprs.qualified(plan.qualified(decorator.name), {});
      out << "\n";
    }
  line();
  out << (function.owner && !function.enclosing ? "method " : "function ")
      << plan.functionName(id) << "(";
  parameters(function);
  out << ") ";
  block(function.body, true);
}

/// Annotations are printed where the notation can read them.
static bool isPlainAnnotation(llvm::StringRef text) {
  return !text.empty() && llvm::all_of(text, [](unsigned char c) {
    return llvm::isAlnum(c) || c == '_' || c == '.' || c == '[' || c == ']' ||
           c == ',' || c == ' ' || c == '|' || c == '"' || c == '\'';
  });
}

void StatementPrinter::parameters(const Function &function) {
  bool startsList = true;
  bool seenStar = false;
  for (const Parameter &parameter : function.parameters) {
    if (!startsList)
      out << ", ";
    startsList = false;
    if (parameter.keywordOnly && !seenStar) {
      out << "*, ";
      seenStar = true;
    }
    if (parameter.kind == ArgumentKind::Star) {
      out << "*";
      seenStar = true;
    } else if (parameter.kind == ArgumentKind::DoubleStar) {
      out << "**";
    }
    out << arch.text(parameter.name);
    if (isPlainAnnotation(arch.text(parameter.annotation)))
      out << ": " << arch.text(parameter.annotation);
    if (!parameter.hasDefault)
      continue;
    out << " = ";
    if (const Op *op = arch.definition(parameter.defaultValue);
        op && (op->kind == OpKind::Constant || op->kind == OpKind::Global))
      exprs.op(*op);
    else
      out << "opaque(\"default\")";
  }
}

//===-- regions -----------------------------------------------------------===//

void StatementPrinter::block(RegionId region, bool endsLine) {
  out << "{\n";
  ++indent;
  if (arch.regions.contains(region)) {
    const Region &body = arch.regions[region];
    // Functions that nothing refers to; the others stand before their value.
    if (!body.parent)
      for (FunctionId inner : plan.looseFunctions(body.function))
        function(inner);
    for (size_t i = 0; i < body.ops.size();)
      i += statement(body, i);
  }
  --indent;
  line();
  out << (endsLine ? "}\n" : "} ");
}

/// Prints the statement that starts at op `index`; returns how many ops it
/// consists of.
size_t StatementPrinter::statement(const Region &region, size_t index) {
  OpId id = region.ops[index];
  if (plan.isSilent(id))
    return 1;
  const Op &op = arch.ops[id];
  if (plan.definedMember(id)) {
    size_t end = index;
    members(region, end);
    return end - index;
  }
  if (uint32_t count = plan.unpackCount(region, index)) {
    line();
    llvm::SmallVector<ValueId, 4> parts;
    for (uint32_t i = 0; i < count; ++i)
      parts.push_back(arch.ops[region.ops[index + i]].result());
    out << "(";
    llvm::interleaveComma(parts, out, [&](ValueId part) {
      out << (plan.name(part).empty() ? "_" : plan.name(part));
    });
    out << (count == 1 ? ",) = " : ") = ");
    exprs.value(arch.args(op)[0].value);
    out << "\n";
    return count;
  }
  if (op.kind == OpKind::Lambda && arch.functions.contains(op.function))
    function(op.function);
  if (op.kind == OpKind::Next && op.args.count == 0)
    return 1;
  line();
  switch (op.kind) {
  case OpKind::SetAttribute:
  case OpKind::SetItem:
    set(op);
    break;
  case OpKind::Delete:
    word("del", op);
    break;
  case OpKind::If:
    ifStatement(op);
    break;
  case OpKind::For:
    forStatement(id, op);
    break;
  case OpKind::While:
    whileStatement(id, op);
    break;
  case OpKind::With:
    withStatement(op);
    break;
  case OpKind::Try:
    tryStatement(op);
    break;
  case OpKind::Inline:
    inlineStatement(op);
    break;
  case OpKind::Comprehension:
    comprehension(id, op);
    break;
  case OpKind::Return:
    word("return", op);
    break;
  case OpKind::Raise:
    word("raise", op);
    break;
  case OpKind::Assert:
    word("assert", op);
    break;
  case OpKind::Break:
    word("break", op);
    break;
  case OpKind::Continue:
    word("continue", op);
    break;
  case OpKind::Next:
    next(op);
    break;
  default:
    assignment(op);
    break;
  }
  return 1;
}

/// `a = ` or `(a, b) = ` before what gives the results of `op`.
bool StatementPrinter::results(const Op &op) {
  llvm::SmallVector<ValueId, 4> values;
  bool hasNames = false;
  for (uint32_t i = 0; i < op.resultCount; ++i) {
    values.push_back(op.result(i));
    hasNames |= !plan.name(op.result(i)).empty();
  }
  if (!hasNames && values.size() < 2)
    return false;
  targets(values);
  out << " = ";
  return true;
}

void StatementPrinter::targets(llvm::ArrayRef<ValueId> values) {
  if (values.size() != 1)
    out << "(";
  llvm::interleaveComma(values, out, [&](ValueId value) {
    out << (plan.name(value).empty() ? "_" : plan.name(value));
  });
  if (values.size() != 1)
    out << ")";
}

void StatementPrinter::assignment(const Op &op) {
  results(op);
  exprs.op(op);
  if (op.regions.empty()) {
    out << "\n";
    return;
  }
  out << " ";
  block(op.regions.front(), true);
}

/// `return a, b`: what is returned as a tuple has no parentheses.
void StatementPrinter::word(llvm::StringRef word, const Op &op) {
  out << word;
  llvm::ArrayRef<Argument> operands = arch.args(op);
  if (op.kind == OpKind::Return && operands.size() == 1 &&
      plan.isInline(operands[0].value)) {
    const Op *tuple = arch.definition(operands[0].value);
    if (tuple->kind == OpKind::Tuple && tuple->args.count > 1 &&
        llvm::all_of(arch.args(*tuple), [](const Argument &arg) {
          return arg.kind == ArgumentKind::Plain && !arg.keyword;
        }))
      operands = arch.args(*tuple);
  }
  if (!operands.empty())
    out << " ";
  llvm::interleaveComma(operands, out, [&](const Argument &operand) {
    exprs.value(operand.value);
  });
  out << "\n";
}

/// `pass a, b`; `next(*a)` if something is starred, as a nested comprehension
/// hands on all its elements.
void StatementPrinter::next(const Op &op) {
  llvm::ArrayRef<Argument> args = arch.args(op);
  if (llvm::all_of(args, [](const Argument &arg) {
        return arg.kind == ArgumentKind::Plain;
      }))
    return word("pass", op);
  out << "next(";
  exprs.arguments(args);
  out << "\n";
}

void StatementPrinter::set(const Op &op) {
  llvm::ArrayRef<Argument> args = arch.args(op);
  size_t expected = op.kind == OpKind::SetAttribute ? 2 : 3;
  if (args.size() != expected) {
    exprs.op(op);
    out << "\n";
    return;
  }
  out << "set ";
  if (op.kind == OpKind::SetItem) {
    exprs.item(args[0].value, args[1].value);
  } else {
    exprs.value(args[0].value, Strength::Postfix);
    out << "." << arch.text(op.name);
  }
  out << " = ";
  exprs.value(args.back().value);
  out << "\n";
}

/// `members(a, b)`: here the lines of the class take effect.
void StatementPrinter::members(const Region &region, size_t &index) {
  line();
  out << "members(";
  bool startsList = true;
  for (; index < region.ops.size(); ++index) {
    OpId id = region.ops[index];
    if (MemberId member = plan.definedMember(id)) {
      out << (startsList ? "" : ", ") << arch.text(arch.members[member].name);
      startsList = false;
    } else if (!plan.isSilent(id)) {
      break;
    }
  }
  out << ")\n";
}

//===-- control -----------------------------------------------------------===//

/// The region has nothing to print.
static bool isEmpty(const Architecture &arch, RegionId region) {
  if (!arch.regions.contains(region))
    return true;
  for (OpId id : arch.regions[region].ops)
    if (arch.ops[id].kind != OpKind::Next || arch.ops[id].args.count)
      return false;
  return true;
}

void StatementPrinter::ifStatement(const Op &op) {
  out << "if ";
  if (op.args.count == 1)
    exprs.value(arch.args(op)[0].value);
  else
    out << "undefined()";
  out << " ";
  bool hasElse = op.regions.size() > 1 && !isEmpty(arch, op.regions[1]);
  block(op.regions.empty() ? RegionId() : op.regions[0], !hasElse);
  if (hasElse) {
    out << "else ";
    block(op.regions[1], true);
  }
}

/// ` carried (h_2 = h)`: the loop's variables and what they are at first.
void StatementPrinter::carried(OpId id, llvm::ArrayRef<Argument> initial) {
  if (initial.empty())
    return;
  out << " carried (";
  llvm::ArrayRef<ValueId> loopArgs = plan.loopArgs(id);
  for (size_t i = 0; i < initial.size(); ++i) {
    if (i)
      out << ", ";
    llvm::StringRef name =
        i < loopArgs.size() ? plan.name(loopArgs[i]) : llvm::StringRef();
    if (!name.empty())
      out << name << " = ";
    exprs.value(initial[i].value);
  }
  out << ")";
}

void StatementPrinter::forStatement(OpId id, const Op &op) {
  results(op);
  llvm::ArrayRef<Argument> args = arch.args(op);
  llvm::ArrayRef<Argument> initial = args.empty() ? args : args.drop_front();
  llvm::ArrayRef<ValueId> items = plan.loopArgs(id);
  items = items.drop_front(std::min(items.size(), initial.size()));
  out << "for ";
  if (items.empty())
    out << "_";
  else
    targets(items);
  out << " in ";
  if (args.empty())
    out << "undefined()";
  else
    exprs.value(args[0].value);
  carried(id, initial);
  out << " ";
  block(op.regions.empty() ? RegionId() : op.regions[0], true);
}

/// The condition, if the region computes nothing that needs a line.
ValueId StatementPrinter::simpleCondition(RegionId region) const {
  if (!arch.regions.contains(region))
    return {};
  ValueId condition;
  for (OpId id : arch.regions[region].ops) {
    const Op &op = arch.ops[id];
    if (plan.isSilent(id))
      continue;
    if (op.kind != OpKind::Next || op.args.count != 1)
      return {};
    condition = arch.args(op)[0].value;
  }
  return condition;
}

/// `while c carried (...) { body }`, or, when the condition takes statements,
/// `while carried (...) { ... pass c } else { body }`.
void StatementPrinter::whileStatement(OpId id, const Op &op) {
  results(op);
  out << "while";
  RegionId first = op.regions.empty() ? RegionId() : op.regions[0];
  RegionId body = op.regions.size() > 1 ? op.regions[1] : RegionId();
  ValueId condition = simpleCondition(first);
  if (condition) {
    out << " ";
    exprs.value(condition);
    carried(id, arch.args(op));
    out << " ";
    return block(body, true);
  }
  if (op.args.count)
    carried(id, arch.args(op));
  else
    out << " carried ()";
  out << " ";
  block(first, false);
  out << "else ";
  block(body, true);
}

void StatementPrinter::withStatement(const Op &op) {
  out << "with ";
  llvm::ArrayRef<Argument> args = arch.args(op);
  for (size_t i = 0; i < args.size(); ++i) {
    if (i)
      out << ", ";
    exprs.value(args[i].value);
    if (i < op.resultCount) {
      llvm::StringRef name = plan.name(op.result(i));
      out << " as " << (name.empty() ? "_" : name);
    }
  }
  if (args.empty())
    out << "undefined()";
  out << " ";
  block(op.regions.empty() ? RegionId() : op.regions[0], true);
}

void StatementPrinter::tryStatement(const Op &op) {
  out << "try ";
  for (size_t i = 0; i < op.regions.size(); ++i) {
    switch (arch.regions.contains(op.regions[i])
                ? arch.regions[op.regions[i]].kind
                : RegionKind::Try) {
    case RegionKind::Handler:
      out << "except ";
      break;
    case RegionKind::Else:
      out << "else ";
      break;
    case RegionKind::Finally:
      out << "finally ";
      break;
    default:
      break;
    }
    block(op.regions[i], i + 1 == op.regions.size());
  }
}

void StatementPrinter::inlineStatement(const Op &op) {
  results(op);
  out << "inline ";
  llvm::StringRef name = plan.qualified(op.name);
  if (exprs.isPlainName(name, arch.regions[op.region].function)) {
    out << name << "(";
  } else {
    out << "call(";
    exprs.string(name);
    out << (op.args.count ? ", " : "");
  }
  llvm::interleaveComma(arch.args(op), out, [&](const Argument &arg) {
    if (arg.kind != ArgumentKind::Plain)
      out << (arg.kind == ArgumentKind::Star ? "*" : "**");
    else if (arg.keyword)
      out << arch.text(arg.keyword) << " = ";
    exprs.value(arg.value);
  });
  out << ") ";
  block(op.regions.empty() ? RegionId() : op.regions[0], true);
}

/// `xs = each("list", x in items) { ... pass element }`.
void StatementPrinter::comprehension(OpId id, const Op &op) {
  results(op);
  out << "each(";
  exprs.string(arch.text(op.name));
  llvm::ArrayRef<ValueId> items = plan.loopArgs(id);
  llvm::ArrayRef<Argument> args = arch.args(op);
  for (size_t i = 0; i < args.size(); ++i) {
    out << ", ";
    // What the last iterable gives more than one value of stands together.
    llvm::ArrayRef<ValueId> own = items.slice(std::min(i, items.size()));
    if (i + 1 < args.size())
      own = own.take_front(1);
    if (own.empty())
      out << "_";
    else
      targets(own);
    out << " in ";
    exprs.value(args[i].value, Strength::BitOr);
  }
  out << ") ";
  block(op.regions.empty() ? RegionId() : op.regions[0], true);
}
