// SPDX-License-Identifier: Apache-2.0
// for, while and comprehensions.
#include "runtime/lift/FunctionLifter.h"

using namespace adopter;
using namespace adopter::lift;
using namespace adopter::model;
using python::PyField;
using python::PyKind;
using python::PyNode;

/// Variables that the body assigns and that a further round, or the code
/// after, may read.
FunctionLifter::Loop FunctionLifter::openLoop(PyNode node) {
  Loop loop;
  const LiveSets &sets = liveness->of(node);
  loop.assigned = sets.assigned;
  for (uint32_t slot = 0; slot < env.size(); ++slot)
    if (sets.assigned.test(slot) &&
        (sets.atHead.test(slot) || sets.after.test(slot)))
      loop.carried.push_back(slot);
  return loop;
}

FunctionLifter::Args FunctionLifter::carriedValues() {
  Args args;
  for (uint32_t slot : loops.back().carried) {
    if (!env[slot])
      env[slot] = undefined(slot);
    args.push_back({{}, env[slot]});
  }
  return args;
}

/// At the start of a round carried variables are LoopArgs, the others that the
/// body assigns are what nobody reads.
void FunctionLifter::enterRound(const Loop &loop, OpId op) {
  for (uint32_t slot = 0; slot < env.size(); ++slot)
    if (loop.assigned.test(slot) && env[slot] &&
        !llvm::is_contained(loop.carried, slot))
      forget(slot);
  for (uint32_t i = 0; i < loop.carried.size(); ++i) {
    uint32_t slot = loop.carried[i];
    bindSlot(slot, addLoopArg(op, i, slotName(slot)), {});
  }
}

void FunctionLifter::closeRound(RegionId body) {
  if (reachable)
    addOp(OpKind::Next, {}, carriedValues());
  arch.regions[body].terminates = !reachable;
}

/// After the loop carried variables are its results.
void FunctionLifter::leaveLoop(OpId op, const Env &before, PyNode node) {
  Loop loop = std::move(loops.back());
  loops.pop_back();
  env = before;
  for (uint32_t slot = 0; slot < env.size(); ++slot)
    if (loop.assigned.test(slot) && env[slot] &&
        !llvm::is_contained(loop.carried, slot))
      forget(slot);
  for (uint32_t slot : loop.carried)
    bindSlot(slot, addResult(op, slotName(slot)), {});
  reachable = true;
  elseOfLoop(node, loop.hasBreak);
}

/// Executed unless the loop was left by `break`.
void FunctionLifter::elseOfLoop(PyNode node, bool hasBreak) {
  PyNode clause = node.field(PyField::Alternative);
  if (!clause)
    return;
  PyNode body = clause.field(PyField::Body);
  if (!hasBreak)
    return block(body);
  ValueId condition =
      emit(OpKind::Opaque, clause.range(), {}, file.symbol("for_else"));
  arch.ops[arch.definingOp(condition)].pure = true;
  SlotSet live = liveness->of(node).after;
  branches(condition, clause.range(), live, [&] { block(body); }, [] {});
}

void FunctionLifter::forStatement(PyNode node) {
  PyNode right = node.field(PyField::Right);
  ValueId iterable = expr(right);
  Loop loop = openLoop(node);
  Args args;
  args.push_back({{}, iterable});
  for (uint32_t slot : loop.carried) {
    ValueId value = env[slot];
    args.push_back({{}, value ? value : undefined(slot)});
  }
  OpId op = addOp(OpKind::For, node.range(), args);
  RegionId body = addRegion(RegionKind::Loop, op);
  Env before = env;
  RegionId outer = region;
  region = body;
  enterRound(loop, op);
  ValueId item = addLoopArg(op, static_cast<uint32_t>(loop.carried.size()), {});
  loops.push_back(std::move(loop));
  if (PyNode target = node.field(PyField::Left))
    assign(target, item, target.range());
  block(node.field(PyField::Body));
  closeRound(body);
  region = outer;
  leaveLoop(op, before, node);
}

void FunctionLifter::whileStatement(PyNode node) {
  Loop loop = openLoop(node);
  Args args;
  for (uint32_t slot : loop.carried) {
    ValueId value = env[slot];
    args.push_back({{}, value ? value : undefined(slot)});
  }
  OpId op = addOp(OpKind::While, node.range(), args);
  RegionId test = addRegion(RegionKind::Condition, op);
  RegionId body = addRegion(RegionKind::Loop, op);
  Env before = env;
  RegionId outer = region;
  region = test;
  enterRound(loop, op);
  loops.push_back(std::move(loop));
  Env atHead = env;
  Args condition;
  condition.push_back({{}, expr(node.field(PyField::Condition))});
  addOp(OpKind::Next, {}, condition);
  llvm::SmallVector<uint32_t, 2> boundByTest;
  for (uint32_t slot = 0; slot < env.size(); ++slot)
    if (env[slot] != atHead[slot])
      boundByTest.push_back(slot);
  region = body;
  block(node.field(PyField::Body));
  closeRound(body);
  region = outer;
  leaveLoop(op, before, node);
  // `while x := f():` ends after a test, not at the head.
  for (uint32_t slot : boundByTest)
    if (ValueId value = env[slot])
      bindSlot(
          slot,
          opaque(node.field(PyField::Condition), "named_expression", {value}),
          {});
}

//===-- comprehensions ----------------------------------------------------===//

static llvm::StringRef comprehensionName(PyKind kind) {
  switch (kind) {
  case PyKind::ListComprehension:
    return "list";
  case PyKind::SetComprehension:
    return "set";
  case PyKind::DictionaryComprehension:
    return "dict";
  default:
    return "generator";
  }
}

ValueId FunctionLifter::comprehension(PyNode node) {
  llvm::SmallVector<PyNode, 4> clauses;
  for (PyNode child : node.children())
    if (child.is(PyKind::ForInClause) || child.is(PyKind::IfClause))
      clauses.push_back(child);
  if (clauses.empty() || !clauses.front().is(PyKind::ForInClause))
    return opaqueTree(node, python::pyKindName(node.kind()));
  Env before = env;
  ValueId result = comprehensionLevel(node, clauses);
  // `:=` inside binds outside, once per element.
  for (uint32_t slot = 0; slot < env.size(); ++slot) {
    if (env[slot] == before[slot])
      continue;
    bool isOwn = false;
    for (PyNode clause : clauses)
      if (PyNode target = clause.field(PyField::Left))
        forEachBoundName(target, [&](PyNode name) {
          Reference found = file.scopes.reference(name);
          isOwn |= found.isSlot() && found.index() == slot;
        });
    env[slot] = before[slot];
    if (!isOwn)
      bindSlot(slot, opaque(node, "named_expression", {result}), {});
  }
  return result;
}

/// One `for` of a comprehension with the filters behind it; a further `for` is
/// a comprehension inside, whose elements are strung together.
ValueId FunctionLifter::comprehensionLevel(PyNode node,
                                           llvm::ArrayRef<PyNode> clauses) {
  PyNode clause = clauses.front();
  // `for x in a, b`: several nodes make one tuple.
  llvm::SmallVector<ValueId, 2> sources;
  SourceRange range;
  for (PyNode part : clause.children())
    if (part.fieldName() == PyField::Right) {
      sources.push_back(expr(part));
      range = range.isValid() ? SourceRange{range.file, range.begin, part.end()}
                              : part.range();
    }
  ValueId iterable = sources.size() == 1 ? sources.front()
                                         : emit(OpKind::Tuple, range, sources);
  Args args;
  args.push_back({{}, iterable});
  OpId op = addOp(OpKind::Comprehension, node.range(), args,
                  file.symbol(comprehensionName(node.kind())));
  RegionId element = addRegion(RegionKind::Element, op);
  RegionId outer = region;
  region = element;
  ValueId item = addLoopArg(op, 0, {});
  if (PyNode target = clause.field(PyField::Left)) {
    // The target is a variable of the comprehension alone.
    bool recorded = std::exchange(recordsBindings, false);
    assign(target, item, target.range());
    recordsBindings = recorded;
  }
  llvm::SmallVector<ValueId, 2> filters;
  clauses = clauses.drop_front();
  while (!clauses.empty() && clauses.front().is(PyKind::IfClause)) {
    filters.push_back(expr(clauses.front().firstChild()));
    clauses = clauses.drop_front();
  }
  Args next;
  if (!clauses.empty() && depth < 150) {
    ++depth;
    next.push_back({{}, comprehensionLevel(node, clauses), ArgumentKind::Star});
    --depth;
  } else {
    PyNode body = node.field(PyField::Body);
    if (body && body.is(PyKind::Pair)) {
      next.push_back({{}, expr(body.field(PyField::Key))});
      next.push_back({{}, expr(body.field(PyField::Value))});
    } else {
      next.push_back({{}, expr(body)});
    }
  }
  for (ValueId filter : filters)
    next.push_back({{}, filter});
  addOp(OpKind::Next, {}, next);
  region = outer;
  return addResult(op);
}
