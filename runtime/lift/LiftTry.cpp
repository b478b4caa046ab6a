// SPDX-License-Identifier: Apache-2.0
// try.
#include "runtime/lift/FunctionLifter.h"

using namespace adopter;
using namespace adopter::lift;
using namespace adopter::model;
using python::PyField;
using python::PyKind;
using python::PyNode;

/// Where several paths meet that no single condition tells apart.
void FunctionLifter::joinPaths(llvm::ArrayRef<Env> paths, const SlotSet &live,
                               SourceRange range) {
  for (uint32_t slot = 0; slot < env.size(); ++slot) {
    llvm::SmallVector<ValueId, 4> different;
    bool missing = false;
    for (const Env &path : paths) {
      if (!path[slot])
        missing = true;
      else if (!llvm::is_contained(different, path[slot]))
        different.push_back(path[slot]);
    }
    if (different.size() == 1 && !missing) {
      if (different[0] != env[slot])
        bindSlot(slot, different[0], {});
      continue;
    }
    if (different.empty() || !live.test(slot)) {
      if (env[slot])
        forget(slot);
      continue;
    }
    if (missing)
      different.push_back(undefined(slot));
    ValueId joined = emit(OpKind::Join, range, different);
    arch.values[joined].name = slotName(slot);
    bindSlot(slot, joined, {});
  }
}

void FunctionLifter::tryStatement(PyNode node) {
  OpId op = addOp(OpKind::Try, node.range());
  LiveSets sets = liveness->of(node);
  PyNode elseBlock, finallyBlock;
  llvm::SmallVector<PyNode, 4> handlers;
  for (PyNode part : node.children()) {
    if (part.is(PyKind::ExceptClause))
      handlers.push_back(part);
    else if (part.is(PyKind::ElseClause))
      elseBlock = part.field(PyField::Body);
    else if (part.is(PyKind::FinallyClause))
      finallyBlock = part.lastChild();
  }
  Env before = env;
  std::vector<Env> paths;
  RegionId body = addRegion(RegionKind::Try, op);
  Branch tried = liftBranch(body, [&] { block(node.field(PyField::Body)); });

  for (PyNode handler : handlers) {
    RegionId caught = addRegion(RegionKind::Handler, op);
    Branch branch = liftBranch(caught, [&] {
      // The body may have stopped anywhere: a variable it assigns is any of
      // what it was before and at the end.
      for (uint32_t slot = 0; slot < env.size(); ++slot) {
        if (!sets.assigned.test(slot) || tried.env[slot] == env[slot])
          continue;
        llvm::SmallVector<ValueId, 2> values;
        for (ValueId value : {env[slot], tried.env[slot]})
          if (value)
            values.push_back(value);
        if (values.size() < 2)
          values.push_back(undefined(slot));
        ValueId joined = emit(OpKind::Join, {}, values);
        arch.values[joined].name = slotName(slot);
        bindSlot(slot, joined, {});
      }
      PyNode block;
      for (PyNode part : handler.children()) {
        if (part.is(PyKind::Block)) {
          block = part;
          continue;
        }
        if (!part.is(PyKind::AsPattern)) {
          expr(part);
          continue;
        }
        ValueId type = expr(part.firstChild());
        PyNode target = part.field(PyField::Alias);
        if (target && target.firstChild()) {
          ValueId caughtValue = emit(OpKind::Opaque, part.range(), {type},
                                     file.symbol("exception"));
          arch.ops[arch.definingOp(caughtValue)].pure = true;
          assign(target.firstChild(), caughtValue, target.range());
        }
      }
      this->block(block);
    });
    if (!branch.terminates)
      paths.push_back(std::move(branch.env));
  }

  if (elseBlock && !tried.terminates) {
    RegionId otherwise = addRegion(RegionKind::Else, op);
    env = tried.env;
    Branch branch = liftBranch(otherwise, [&] { block(elseBlock); });
    env = before;
    tried = std::move(branch);
  }
  if (!tried.terminates)
    paths.insert(paths.begin(), std::move(tried.env));

  bool ends = paths.empty();
  SlotSet live = sets.after;
  RegionId outer = region;
  if (finallyBlock) {
    // Paths meet before it, and it may read anything.
    region = addRegion(RegionKind::Finally, op);
    live.setAll();
  }
  if (!ends)
    joinPaths(paths, live, node.range());
  if (finallyBlock) {
    block(finallyBlock);
    arch.regions[region].terminates = !reachable;
    region = outer;
  }
  if (ends)
    reachable = false;
}
