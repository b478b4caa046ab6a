// SPDX-License-Identifier: Apache-2.0
#include "runtime/synth/DeadCode.h"

using namespace adopter;
using namespace adopter::synth;
using namespace adopter::model;

DeadCode::DeadCode(FileModel &file, const match::Match &match,
                   PathConditions &conditions, llvm::ArrayRef<OpId> roots,
                   llvm::ArrayRef<SourceRange> replaced)
    : file(file), arch(file.arch), conditions(conditions),
      function(match.function), roots(roots.begin(), roots.end()),
      replaced(replaced.begin(), replaced.end()) {
  matched.insert(match.ops.begin(), match.ops.end());
  const Function &f = arch.functions[function];
  for (uint32_t i = f.firstOp.index(); i < f.endOp.index(); ++i)
    if (isCheckOfMatched(arch.ops[OpId(i)]))
      checks.insert(OpId(i));
}

/// Nothing but the work for an exception that is raised.
bool DeadCode::onlyRaises(RegionId region) const {
  llvm::ArrayRef<OpId> ops = arch.regions[region].ops;
  if (ops.empty() || arch.ops[ops.back()].kind != OpKind::Raise)
    return false;
  return llvm::all_of(ops.drop_back(), [&](OpId id) {
    const Op &op = arch.ops[id];
    // The exception is made by a call of its class.
    return op.pure || (op.kind == OpKind::Call && !op.inPlace && op.name);
  });
}

/// `assert` or `if ...: raise` about a value that the match computes on its
/// way, such as its shape: it goes with that value.
bool DeadCode::isCheckOfMatched(const Op &op) const {
  if (op.kind == OpKind::If) {
    if (op.regions.size() != 2 || !onlyRaises(op.regions[0]) ||
        !arch.regions[op.regions[1]].ops.empty())
      return false;
  } else if (op.kind != OpKind::Assert) {
    return false;
  }
  llvm::SmallVector<ValueId, 8> worklist;
  for (const Argument &argument : arch.args(op))
    worklist.push_back(argument.value);
  llvm::DenseSet<ValueId> seen;
  while (!worklist.empty() && seen.size() < 60) {
    ValueId value = worklist.pop_back_val();
    OpId def = value ? arch.definingOp(value) : OpId();
    if (!def || !seen.insert(value).second)
      continue;
    if (matched.contains(def) && !llvm::is_contained(roots, def))
      return true;
    if (arch.ops[def].pure)
      for (const Argument &argument : arch.args(arch.ops[def]))
        worklist.push_back(argument.value);
  }
  return false;
}

void DeadCode::keep(ValueId value) {
  if (OpId def = value ? arch.definingOp(value) : OpId())
    kept.insert(def);
}

bool DeadCode::isExcluded(const Use &use, llvm::ArrayRef<Fact> guard) {
  if (guard.empty())
    return false;
  for (const Fact &fact : conditions.of(use))
    for (const Fact &assumed : guard)
      if (fact.contradicts(assumed))
        return true;
  return false;
}

/// Nothing is lost if the op is not executed and its results are not used.
bool DeadCode::isRemovable(const Op &op, OpId id) const {
  return op.pure || matched.contains(id) || checks.contains(id) ||
         movable.contains(id) || op.kind == OpKind::If ||
         op.kind == OpKind::Inline;
}

/// Everything inside `holder` is dead, or only there for what is.
bool DeadCode::isDeadInside(const Op &holder, const Removal &removal,
                            llvm::ArrayRef<Fact> guard, bool &isRelated) {
  for (RegionId region : holder.regions) {
    if (arch.regions[region].terminates &&
        arch.regions[region].kind != RegionKind::Inline)
      return false;
    for (OpId id : arch.regions[region].ops) {
      const Op &op = arch.ops[id];
      if (removal.dead.contains(id)) {
        isRelated = true;
        continue;
      }
      if (!op.regions.empty()) {
        if ((op.kind != OpKind::If && op.kind != OpKind::Inline) ||
            !isDeadInside(op, removal, guard, isRelated))
          return false;
        continue;
      }
      if (!op.pure || kept.contains(id))
        return false;
      for (uint32_t i = 0; i < op.resultCount; ++i)
        for (const Use &use : arch.uses(op.result(i)))
          if (!removal.dead.contains(use.user) &&
              !arch.isInside(use.user, region) && !isExcluded(use, guard))
            return false;
    }
  }
  return true;
}

bool DeadCode::isDead(OpId id, const Removal &removal,
                      llvm::ArrayRef<Fact> guard) {
  const Op &op = arch.ops[id];
  if (kept.contains(id) || !isRemovable(op, id))
    return false;
  if (checks.contains(id))
    return true;
  bool isRelated = false;
  for (uint32_t i = 0; i < op.resultCount; ++i)
    for (const Use &use : arch.uses(op.result(i))) {
      if (removal.dead.contains(use.user))
        isRelated = true;
      else if (!isExcluded(use, guard))
        return false;
      else
        isRelated = true;
    }
  if (!op.regions.empty() && !isDeadInside(op, removal, guard, isRelated))
    return false;
  if (isRelated)
    return true;
  // Without any use: it goes if what it looks at goes.
  for (const Argument &argument : arch.args(op))
    if (OpId def = arch.definingOp(argument.value))
      if (removal.dead.contains(def))
        return true;
  return false;
}

void DeadCode::findDead(Removal &removal, llvm::ArrayRef<Fact> guard) {
  removal.dead.clear();
  removal.dead.insert(roots.begin(), roots.end());
  const Function &f = arch.functions[function];
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = f.endOp.index(); i-- > f.firstOp.index();)
      if (!removal.dead.contains(OpId(i)) && isDead(OpId(i), removal, guard)) {
        removal.dead.insert(OpId(i));
        changed = true;
      }
  }
}

bool DeadCode::isInsideDeadCheck(const Op &op, const Removal &removal) const {
  for (RegionId region = op.region; region; region = regionAround(arch, region))
    if (OpId parent = arch.regions[region].parent)
      if (checks.contains(parent) && removal.dead.contains(parent))
        return true;
  return false;
}

/// The statement computes and binds nothing that is still needed.
bool DeadCode::isDeletable(StatementId id, const Removal &removal,
                           llvm::ArrayRef<Fact> guard) {
  const Statement &statement = arch.statements[id];
  switch (statement.kind) {
  case StatementKind::Assign:
  case StatementKind::AugAssign:
  case StatementKind::Expression:
  case StatementKind::If:
    break;
  case StatementKind::Other:
    // An `assert`; anything else that is no assignment stays.
    if (!arch.ops.contains(statement.firstOp) ||
        llvm::none_of(checks, [&](OpId check) {
          return arch.ops[check].statement == id;
        }))
      return false;
    break;
  default:
    return false;
  }
  if (!ownsLines(file.source.text(), statement.range))
    return false;
  for (SourceRange range : replaced)
    if (statement.range.contains(range))
      return false;
  bool isRelated = false;
  const Function &f = arch.functions[function];
  for (uint32_t i = f.firstOp.index(); i < f.endOp.index(); ++i) {
    const Op &op = arch.ops[OpId(i)];
    if (!op.statement || !isWithin(arch, op.statement, id))
      continue;
    if (removal.dead.contains(OpId(i))) {
      isRelated = true;
      continue;
    }
    if (isInsideDeadCheck(op, removal))
      continue;
    if (!op.pure || kept.contains(OpId(i)))
      return false;
    for (uint32_t r = 0; r < op.resultCount; ++r)
      for (const Use &use : arch.uses(op.result(r)))
        if (!removal.dead.contains(use.user) &&
            !isWithin(arch, arch.ops[use.user].statement, id) &&
            !isExcluded(use, guard))
          return false;
  }
  for (const Binding &binding : f.bindings) {
    if (!binding.statement || !isWithin(arch, binding.statement, id) ||
        !binding.value)
      continue;
    OpId def = arch.definingOp(binding.value);
    // `a = b` goes with the value; a value that lives may be read as `a`.
    if (!def)
      return false;
    if (removal.dead.contains(def)) {
      isRelated = true;
      continue;
    }
    bool isLocal = isWithin(arch, arch.ops[def].statement, id);
    if (!isLocal || kept.contains(def))
      return false;
  }
  return isRelated;
}

void DeadCode::findDeletable(Removal &removal, llvm::ArrayRef<Fact> guard) {
  removal.deleted.clear();
  for (uint32_t i = 0; i < arch.statements.size(); ++i) {
    StatementId id(i);
    const Statement &statement = arch.statements[id];
    if (!statement.region ||
        arch.regions[statement.region].function != function)
      continue;
    bool isInside = false;
    for (StatementId around = statement.parent; around;
         around = arch.statements[around].parent)
      isInside |= removal.deleted.contains(around);
    if (!isInside && isDeletable(id, removal, guard))
      removal.deleted.insert(id);
  }
}

bool DeadCode::isCovered(OpId id, const Removal &removal) const {
  const Op &op = arch.ops[id];
  if (op.inlined || !op.range.isValid())
    return true; // goes with the call, or was never written
  if (op.kind == OpKind::Select || op.kind == OpKind::Element) {
    // Joins and unpacked elements go with their statement.
    return removal.covers(arch, op.statement, op.range) ||
           (nodeAt(file.source, op.range) == python::PyNode());
  }
  return removal.covers(arch, op.statement, op.range);
}

/// Something that the check looks at is not computed any more.
bool DeadCode::looksAtDead(OpId check, const Removal &removal) const {
  llvm::SmallVector<OpId, 8> worklist = {check};
  llvm::DenseSet<OpId> seen;
  while (!worklist.empty() && seen.size() < 60) {
    OpId id = worklist.pop_back_val();
    if (!seen.insert(id).second)
      continue;
    if (matched.contains(id) && !llvm::is_contained(roots, id) &&
        removal.dead.contains(id))
      return true;
    for (const Argument &argument : arch.args(arch.ops[id]))
      if (OpId def = arch.definingOp(argument.value))
        worklist.push_back(def);
  }
  return false;
}

Removal DeadCode::compute(llvm::ArrayRef<Fact> guard) {
  llvm::DenseSet<OpId> wanted = kept;
  Removal removal;
  removal.replaced = replaced;
  for (;;) {
    findDead(removal, guard);
    findDeletable(removal, guard);
    // What stays in the text is still computed, and needs its operands.
    bool changed = false;
    for (OpId id : removal.dead) {
      // A check stays if all that it looks at does.
      bool stays = !isCovered(id, removal) ||
                   (checks.contains(id) && !looksAtDead(id, removal));
      if (stays && kept.insert(id).second)
        changed = true;
    }
    if (!changed)
      break;
  }
  kept = std::move(wanted);
  return removal;
}

std::vector<Use> DeadCode::liveUses(const Removal &removal, ValueId value,
                                    llvm::ArrayRef<Fact> guard) {
  std::vector<Use> found;
  for (const Use &use : arch.uses(value))
    if (!removal.dead.contains(use.user) && !isExcluded(use, guard))
      found.push_back(use);
  return found;
}
