// SPDX-License-Identifier: Apache-2.0
// if and with.
#include "runtime/lift/FunctionLifter.h"

using namespace adopter;
using namespace adopter::lift;
using namespace adopter::model;
using python::PyField;
using python::PyKind;
using python::PyNode;

ValueId FunctionLifter::undefined(uint32_t slot) {
  return emit(OpKind::Undefined, {}, {}, slotName(slot));
}

/// Lifts `body` into `target`, leaving `env` as it was; what it has become
/// there is returned.
FunctionLifter::Branch
FunctionLifter::liftBranch(RegionId target, llvm::function_ref<void()> body) {
  Branch branch;
  Env saved = env;
  RegionId outer = region;
  bool wasReachable = reachable;
  region = target;
  body();
  arch.regions[target].terminates = !reachable;
  branch.terminates = !reachable;
  region = outer;
  reachable = wasReachable;
  branch.env = std::move(env);
  env = std::move(saved);
  return branch;
}

void FunctionLifter::branches(ValueId condition, SourceRange range,
                              const SlotSet &live,
                              llvm::function_ref<void()> then,
                              llvm::function_ref<void()> otherwise) {
  Args args;
  args.push_back({{}, condition});
  OpId op = addOp(OpKind::If, range, args);
  RegionId thenRegion = addRegion(RegionKind::Then, op);
  RegionId elseRegion = addRegion(RegionKind::Else, op);
  Branch a = liftBranch(thenRegion, then);
  Branch b = liftBranch(elseRegion, otherwise);
  if (a.terminates && b.terminates) {
    reachable = false;
    return;
  }
  for (uint32_t slot = 0; slot < env.size(); ++slot) {
    ValueId x = a.env[slot], y = b.env[slot];
    if (a.terminates)
      x = y;
    if (b.terminates)
      y = x;
    if (x == y) {
      // The same value on every path that comes here; bound in a branch, it is
      // bound here too.
      if (x != env[slot]) {
        if (x)
          bindSlot(slot, x, {});
        else
          forget(slot);
      }
      continue;
    }
    if (!live.test(slot)) {
      forget(slot);
      continue;
    }
    if (!x)
      x = undefined(slot);
    if (!y)
      y = undefined(slot);
    ValueId joined = emit(OpKind::Select, range, {condition, x, y});
    arch.values[joined].name = slotName(slot);
    bindSlot(slot, joined, {});
  }
}

void FunctionLifter::ifStatement(PyNode node) {
  llvm::SmallVector<PyNode, 8> alternatives;
  for (PyNode child : node.children())
    if (child.fieldName() == PyField::Alternative)
      alternatives.push_back(child);
  // A copy: nested analysis does not change it, but the table may not move.
  SlotSet live = liveness->of(node).after;
  ValueId condition = expr(node.field(PyField::Condition));
  branches(
      condition, node.range(), live,
      [&] { block(node.field(PyField::Consequence)); },
      [&] { elseOf(alternatives, live, node.end()); });
}

/// `elif` is an `if` in the else branch.
void FunctionLifter::elseOf(llvm::ArrayRef<PyNode> alternatives,
                            const SlotSet &live, uint32_t end) {
  if (alternatives.empty())
    return;
  PyNode clause = alternatives.front();
  if (clause.is(PyKind::ElseClause))
    return block(clause.field(PyField::Body));
  if (depth > 150) {
    for (PyNode rest : alternatives)
      opaqueStatement(rest, "too_deep");
    return;
  }
  ++depth;
  ValueId condition = expr(clause.field(PyField::Condition));
  SourceRange range = clause.range();
  range.end = end;
  branches(
      condition, range, live,
      [&] { block(clause.field(PyField::Consequence)); },
      [&] { elseOf(alternatives.drop_front(), live, end); });
  --depth;
}

void FunctionLifter::withStatement(PyNode node) {
  struct Item {
    PyNode target;
    ValueId manager;
  };
  llvm::SmallVector<Item, 2> items;
  Args args;
  for (PyNode clause : node.children()) {
    if (!clause.is(PyKind::WithClause))
      continue;
    for (PyNode item : clause.children()) {
      if (!item.is(PyKind::WithItem))
        continue;
      PyNode value = item.field(PyField::Value);
      PyNode target;
      if (value && value.is(PyKind::AsPattern)) {
        target = value.field(PyField::Alias);
        value = value.firstChild();
      }
      ValueId manager = expr(value);
      args.push_back({{}, manager});
      items.push_back({target, manager});
    }
  }
  OpId op = addOp(OpKind::With, node.range(), args);
  RegionId body = addRegion(RegionKind::With, op);
  llvm::SmallVector<std::pair<PyNode, ValueId>, 2> targets;
  for (const Item &item : items)
    if (item.target)
      targets.push_back({item.target, addResult(op)});
  RegionId outer = region;
  region = body;
  for (auto [target, value] : targets)
    if (PyNode inner = target.firstChild())
      assign(inner, value, target.range());
  block(node.field(PyField::Body));
  arch.regions[body].terminates = !reachable;
  region = outer;
}
