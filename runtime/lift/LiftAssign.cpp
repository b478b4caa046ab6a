// SPDX-License-Identifier: Apache-2.0
// Assignments to names, attributes, items and tuples of them.
#include "runtime/lift/FunctionLifter.h"

using namespace adopter;
using namespace adopter::lift;
using namespace adopter::model;
using python::PyField;
using python::PyKind;
using python::PyNode;

void FunctionLifter::assignName(PyNode name, ValueId value) {
  Reference found = file.scopes.reference(name);
  if (found.isSlot())
    return bindSlot(found.index(), value, name.range());
  // `global x`, `nonlocal x`: others see it change.
  opaque(name, found.isCapture() ? "nonlocal_assignment" : "global_assignment",
         {value});
}

void FunctionLifter::assign(PyNode target, ValueId value, SourceRange range) {
  switch (target.kind()) {
  case PyKind::Identifier:
    return assignName(target, value);
  case PyKind::Attribute: {
    if (SymbolId name = path(target)) { // torch.backends.x = y, Class.z = w
      opaque(target, "global_assignment", {value});
      return;
    }
    ValueId object = expr(target.field(PyField::Object));
    return setAttribute(object, file.symbol(target.field(PyField::Attribute)),
                        value, range);
  }
  case PyKind::Subscript: {
    ValueId object = expr(target.field(PyField::Value));
    ValueId key = index(target);
    Args args;
    for (ValueId operand : {object, key, value})
      args.push_back({{}, operand});
    addOp(OpKind::SetItem, range, args);
    return;
  }
  case PyKind::PatternList:
  case PyKind::TuplePattern:
  case PyKind::ListPattern:
  case PyKind::Tuple:
  case PyKind::List:
  case PyKind::ExpressionList: {
    llvm::SmallVector<PyNode, 8> parts;
    for (PyNode part : target.children())
      parts.push_back(part);
    return unpack(parts, value, range);
  }
  case PyKind::ParenthesizedExpression:
    if (PyNode inner = target.firstChild(); inner && depth < 100) {
      ++depth;
      assign(inner, value, range);
      --depth;
      return;
    }
    [[fallthrough]];
  default:
    opaque(target, "target", {value});
  }
}

void FunctionLifter::setAttribute(ValueId object, SymbolId name, ValueId value,
                                  SourceRange range) {
  Args args;
  args.push_back({{}, object});
  args.push_back({{}, value});
  OpId op = addOp(OpKind::SetAttribute, range, args, name);
  if (isSelf(object) && classOfSelf(object) == selfClass)
    defineMember(name, value, op, memberKind(value));
}

void FunctionLifter::unpack(llvm::ArrayRef<PyNode> targets, ValueId value,
                            SourceRange range) {
  if (depth > 100) {
    for (PyNode target : targets)
      opaqueTree(target, "too_deep");
    return;
  }
  ++depth;
  size_t star = targets.size();
  for (size_t i = 0; i < targets.size(); ++i)
    if (targets[i].is(PyKind::ListSplatPattern) ||
        targets[i].is(PyKind::ListSplat))
      star = std::min(star, i);

  // The elements of a tuple are known wherever it was made; a list that was
  // made elsewhere may have changed.
  const Op *op = definition(value);
  bool isDisplay =
      op && (op->kind == OpKind::Tuple ||
             (op->kind == OpKind::List && range.contains(op->range)));
  llvm::SmallVector<ValueId, 8> elements;
  if (isDisplay && star == targets.size() && op->args.count == targets.size()) {
    for (const Argument &element : arch.args(*op))
      if (element.kind == ArgumentKind::Plain)
        elements.push_back(element.value);
    if (elements.size() != targets.size())
      elements.clear();
  }
  for (size_t i = 0; i < targets.size(); ++i) {
    PyNode target = targets[i];
    ValueId element;
    if (!elements.empty()) {
      element = elements[i];
    } else if (i < star) {
      element = emit(OpKind::Element, target.range(), {value});
      arch.ops[arch.definingOp(element)].index = static_cast<uint32_t>(i);
    } else {
      // `a, *b, c = x`: b is list(x[1:-1]), c is x[-1].
      auto fromEnd = static_cast<int64_t>(targets.size() - i);
      SourceRange part = target.range();
      if (i == star) {
        ValueId start = constant(Constant::ofInt(static_cast<int64_t>(star)));
        ValueId stop = fromEnd == 1 ? constant(Constant::none())
                                    : constant(Constant::ofInt(1 - fromEnd));
        ValueId step = constant(Constant::none());
        ValueId key = emit(OpKind::Slice, {}, {start, stop, step});
        ValueId rest = operation(PyKind::Subscript, part, {value, key});
        Args args;
        args.push_back({{}, rest});
        element = namedCall(file.symbol("builtins.list"), {}, args, part);
        target = target.firstChild();
      } else {
        ValueId key = constant(Constant::ofInt(-fromEnd));
        element = operation(PyKind::Subscript, part, {value, key});
      }
    }
    if (target)
      assign(target, element, range);
  }
  --depth;
}

void FunctionLifter::assignment(PyNode node) {
  llvm::SmallVector<PyNode, 4> targets;
  PyNode value = node;
  while (value && value.is(PyKind::Assignment)) {
    targets.push_back(value.field(PyField::Left));
    value = value.field(PyField::Right);
  }
  StatementId statement = currentStatement;
  if (!value) {
    // `x: int` alone assigns nothing; `a = b: int` is not Python.
    arch.statements[statement].valueRange = {};
    return;
  }
  arch.statements[statement].valueRange = value.range();
  if (value.is(PyKind::AugmentedAssignment)) {
    opaqueTree(value, "augmented_assignment");
    return;
  }
  if (targets.size() == 1 && assignElements(targets[0], value, node.range()))
    return;
  ValueId assigned = expr(value);
  for (PyNode target : targets)
    assign(target, assigned, node.range());
}

/// `a, b = x, y` makes no tuple. False if it is something else.
bool FunctionLifter::assignElements(PyNode target, PyNode value,
                                    SourceRange range) {
  auto isDisplay = [](PyNode node) {
    return node.is(PyKind::Tuple) || node.is(PyKind::ExpressionList) ||
           node.is(PyKind::PatternList) || node.is(PyKind::TuplePattern);
  };
  auto isSplat = [](PyNode node) {
    return node.is(PyKind::ListSplat) || node.is(PyKind::ListSplatPattern) ||
           node.is(PyKind::ParenthesizedListSplat) || leadingSplat(node);
  };
  if (!isDisplay(target) || !isDisplay(value))
    return false;
  llvm::SmallVector<PyNode, 8> targets, sources;
  for (PyNode part : target.children())
    targets.push_back(part);
  for (PyNode part : value.children())
    sources.push_back(part);
  if (targets.size() != sources.size() || llvm::any_of(targets, isSplat) ||
      llvm::any_of(sources, isSplat))
    return false;
  // All of them are evaluated before the first is assigned.
  llvm::SmallVector<ValueId, 8> values;
  for (PyNode source : sources)
    values.push_back(expr(source));
  for (size_t i = 0; i < targets.size(); ++i)
    assign(targets[i], values[i], range);
  return true;
}

void FunctionLifter::augmented(PyNode node) {
  PyNode target = node.field(PyField::Left);
  PyNode right = node.field(PyField::Right);
  PyNode token = node.field(PyField::Operator);
  PyKind kind = token ? token.kind() : PyKind::Unknown;
  arch.statements[currentStatement].valueRange =
      right ? right.range() : node.range();
  auto compute = [&](ValueId before) {
    ValueId operand = expr(right);
    ValueId after = operation(kind, node.range(), {before, operand});
    arch.ops[arch.definingOp(after)].inPlace = true;
    return after;
  };
  switch (target.kind()) {
  case PyKind::Identifier: {
    ValueId before = identifier(target);
    return assignName(target, compute(before));
  }
  case PyKind::Attribute: {
    ValueId object = expr(target.field(PyField::Object));
    SymbolId name = file.symbol(target.field(PyField::Attribute));
    ValueId before = emit(OpKind::Attribute, target.range(), {object}, name);
    ValueId after = compute(before);
    return setAttribute(object, name, after, node.range());
  }
  case PyKind::Subscript: {
    ValueId object = expr(target.field(PyField::Value));
    ValueId key = index(target);
    ValueId before =
        operation(PyKind::Subscript, target.range(), {object, key});
    ValueId after = compute(before);
    Args args;
    for (ValueId operand : {object, key, after})
      args.push_back({{}, operand});
    addOp(OpKind::SetItem, node.range(), args);
    return;
  }
  default:
    opaqueTree(node, "augmented_assignment");
  }
}
