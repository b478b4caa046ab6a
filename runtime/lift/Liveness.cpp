// SPDX-License-Identifier: Apache-2.0
#include "runtime/lift/Liveness.h"

using namespace adopter;
using namespace adopter::lift;
using python::PyField;
using python::PyKind;
using python::PyNode;

bool adopter::lift::isInPlaceName(llvm::StringRef name) {
  return name.size() > 1 && name.ends_with("_") && !name.ends_with("__") &&
         !name.starts_with("_");
}

namespace adopter::lift {

/// Walks statements backwards. `live` is what is read after the point the walk
/// has reached. One walk without recording finds what is live at the head of a
/// loop: sets only grow by what the body reads before it writes.
class LivenessBuilder {
public:
  LivenessBuilder(Liveness &out, const python::PySource &source,
                  const ScopeTable &table, const FunctionScope &scope,
                  uint32_t maxDepth)
      : out(out), source(source), table(table), scope(scope),
        maxDepth(maxDepth), assigned(scope.slots.size()),
        exceptional(scope.slots.size()), always(scope.slots.size()) {
    for (uint32_t i = 0; i < scope.slots.size(); ++i)
      if (scope.captured[i])
        always.set(i);
    exceptional |= always;
  }

  void run() {
    PyNode function(source, scope.node);
    PyNode body = function.field(PyField::Body);
    if (!body || !body.is(PyKind::Block))
      return; // a lambda has no statements
    baseDepth = body.depth();
    SlotSet live = always;
    block(body, live);
  }

private:
  void block(PyNode block, SlotSet &live);
  void statement(PyNode node, SlotSet &live);
  void simple(PyNode node, SlotSet &live);
  void conditional(PyNode node, SlotSet &live);
  void loop(PyNode node, SlotSet &live);
  void tryStatement(PyNode node, SlotSet &live);
  void match(PyNode node, SlotSet &live);
  void reads(PyNode node, SlotSet &live);
  void readsOfTarget(PyNode target, SlotSet &live);
  void writes(PyNode target, SlotSet &live);
  void record(PyNode node, LiveSets sets) {
    if (!recording)
      return;
    out.index[node.order()] = static_cast<uint32_t>(out.sets.size());
    out.sets.push_back(std::move(sets));
  }

  Liveness &out;
  const python::PySource &source;
  const ScopeTable &table;
  const FunctionScope &scope;
  uint32_t maxDepth;
  uint32_t baseDepth = 0;
  bool recording = true;
  SlotSet assigned;    // since the innermost loop or try began
  SlotSet exceptional; // read where an exception is caught
  SlotSet always;
  SlotSet afterLoop, nextRound; // targets of break and continue
};

} // namespace adopter::lift

void LivenessBuilder::block(PyNode block, SlotSet &live) {
  if (block.depth() - baseDepth > maxDepth) {
    live.setAll();
    assigned.setAll();
    return;
  }
  llvm::SmallVector<PyNode, 16> statements;
  for (PyNode child : block.children())
    statements.push_back(child);
  for (size_t i = statements.size(); i-- > 0;) {
    statement(statements[i], live);
    live |= exceptional;
  }
}

void LivenessBuilder::statement(PyNode node, SlotSet &live) {
  switch (node.kind()) {
  case PyKind::IfStatement:
    return conditional(node, live);
  case PyKind::ForStatement:
  case PyKind::WhileStatement:
    return loop(node, live);
  case PyKind::TryStatement:
    return tryStatement(node, live);
  case PyKind::MatchStatement:
    return match(node, live);
  case PyKind::WithStatement:
    block(node.field(PyField::Body), live);
    for (PyNode part : node.children())
      if (part.is(PyKind::WithClause)) {
        for (PyNode inner : part.descendants())
          if (inner.is(PyKind::AsPatternTarget))
            for (PyNode target : inner.children())
              writes(target, live);
        reads(part, live);
      }
    return;
  case PyKind::ReturnStatement:
  case PyKind::RaiseStatement:
    live = exceptional;
    return reads(node, live);
  case PyKind::BreakStatement:
    live = afterLoop;
    return;
  case PyKind::ContinueStatement:
    live = nextRound;
    return;
  default:
    return simple(node, live);
  }
}

void LivenessBuilder::simple(PyNode node, SlotSet &live) {
  PyNode inner =
      node.is(PyKind::ExpressionStatement) ? node.firstChild() : node;
  if (!inner)
    return;
  switch (inner.kind()) {
  case PyKind::Assignment: {
    // Targets of a chain are written left to right, after the value is read.
    llvm::SmallVector<PyNode, 4> targets;
    PyNode value = inner;
    while (value && value.is(PyKind::Assignment)) {
      targets.push_back(value.field(PyField::Left));
      value = value.field(PyField::Right);
    }
    for (size_t i = targets.size(); i-- > 0;)
      writes(targets[i], live);
    for (PyNode target : targets)
      readsOfTarget(target, live);
    if (value)
      reads(value, live);
    return;
  }
  case PyKind::AugmentedAssignment: {
    PyNode left = inner.field(PyField::Left);
    writes(left, live);
    if (left.is(PyKind::Identifier)) {
      if (Reference slot = table.reference(left); slot.isSlot())
        live.set(slot.index());
    }
    reads(inner, live);
    return;
  }
  case PyKind::FunctionDefinition:
  case PyKind::ClassDefinition:
    writes(inner.field(PyField::Name), live);
    return reads(inner, live);
  case PyKind::DecoratedDefinition:
    if (PyNode definition = inner.field(PyField::Definition))
      writes(definition.field(PyField::Name), live);
    return reads(inner, live);
  case PyKind::ImportStatement:
  case PyKind::ImportFromStatement:
    for (PyNode name : inner.children()) {
      PyNode bound = name.is(PyKind::AliasedImport) ? name.field(PyField::Alias)
                                                    : PyNode();
      if (bound)
        writes(bound, live);
      // A plain imported name has no reference of its own; leaving it live is
      // harmless.
    }
    return;
  default:
    reads(inner, live);
  }
}

void LivenessBuilder::conditional(PyNode node, SlotSet &live) {
  LiveSets sets;
  sets.after = live;
  record(node, sets);
  SlotSet after = live;
  SlotSet otherwise = live;
  llvm::SmallVector<PyNode, 8> alternatives;
  for (PyNode child : node.children())
    if (child.fieldName() == PyField::Alternative)
      alternatives.push_back(child);
  for (size_t i = alternatives.size(); i-- > 0;) {
    PyNode clause = alternatives[i];
    SlotSet branch = after;
    if (clause.is(PyKind::ElseClause)) {
      block(clause.field(PyField::Body), branch);
      otherwise = branch;
      continue;
    }
    block(clause.field(PyField::Consequence), branch);
    otherwise |= branch;
    reads(clause.field(PyField::Condition), otherwise);
  }
  live = after;
  block(node.field(PyField::Consequence), live);
  live |= otherwise;
  reads(node.field(PyField::Condition), live);
}

void LivenessBuilder::loop(PyNode node, SlotSet &live) {
  bool isFor = node.is(PyKind::ForStatement);
  LiveSets sets;
  sets.after = live;
  SlotSet savedAfter = afterLoop, savedNext = nextRound;
  SlotSet savedAssigned = assigned;
  assigned.clear();
  SlotSet afterBreak = live;
  if (PyNode alternative = node.field(PyField::Alternative))
    block(alternative.field(PyField::Body), live);

  auto head = [&](SlotSet round) {
    afterLoop = afterBreak;
    nextRound = round;
    block(node.field(PyField::Body), round);
    if (isFor)
      writes(node.field(PyField::Left), round);
    round |= live;
    if (isFor)
      readsOfTarget(node.field(PyField::Left), round);
    else
      reads(node.field(PyField::Condition), round);
    return round;
  };
  bool wasRecording = recording;
  recording = false;
  SlotSet atHead = head(live);
  recording = wasRecording;
  if (recording)
    atHead |= head(atHead);

  sets.atHead = atHead;
  sets.assigned = assigned;
  record(node, sets);
  savedAssigned |= assigned;
  assigned = savedAssigned;
  afterLoop = savedAfter;
  nextRound = savedNext;
  live = atHead;
  if (isFor)
    reads(node.field(PyField::Right), live);
}

void LivenessBuilder::tryStatement(PyNode node, SlotSet &live) {
  LiveSets sets;
  sets.after = live;
  SlotSet savedAssigned = assigned;
  assigned.clear();
  SlotSet savedExceptional = exceptional;
  PyNode finallyBlock, elseBlock;
  for (PyNode part : node.children()) {
    if (part.is(PyKind::FinallyClause))
      finallyBlock = part.lastChild();
    else if (part.is(PyKind::ElseClause))
      elseBlock = part.field(PyField::Body);
  }
  if (finallyBlock) {
    block(finallyBlock, live);
    exceptional |= live;
  }
  SlotSet after = live;
  SlotSet caught = exceptional;
  for (PyNode part : node.children()) {
    if (!part.is(PyKind::ExceptClause))
      continue;
    SlotSet handler = after;
    for (PyNode inner : part.children())
      if (inner.is(PyKind::Block))
        block(inner, handler);
    for (PyNode inner : part.children()) {
      if (inner.is(PyKind::Block))
        continue;
      for (PyNode below : inner.descendants())
        if (below.is(PyKind::AsPatternTarget))
          for (PyNode target : below.children())
            writes(target, handler);
      reads(inner, handler);
    }
    caught |= handler;
  }
  if (elseBlock)
    block(elseBlock, live);
  exceptional = caught;
  block(node.field(PyField::Body), live);
  live |= caught;
  exceptional = savedExceptional;
  sets.assigned = assigned;
  record(node, sets);
  savedAssigned |= assigned;
  assigned = savedAssigned;
}

void LivenessBuilder::match(PyNode node, SlotSet &live) {
  LiveSets sets;
  sets.after = live;
  record(node, sets);
  SlotSet after = live;
  PyNode body = node.field(PyField::Body);
  if (body)
    for (PyNode clause : body.children()) {
      SlotSet branch = after;
      if (PyNode consequence = clause.field(PyField::Consequence))
        block(consequence, branch);
      // Names that the pattern binds stay live: they need not be known here.
      reads(clause, branch);
      live |= branch;
    }
  for (PyNode part : node.children())
    if (part.fieldName() == PyField::Subject)
      reads(part, live);
}

/// Marks every variable that the expression or statement `node` reads; what it
/// binds by `:=` or writes to in place counts as assigned too.
void LivenessBuilder::reads(PyNode node, SlotSet &live) {
  if (!node)
    return;
  const auto &nodes = source.tree().nodes;
  uint32_t end = nodes[node.order()].next;
  for (uint32_t i = node.order(); i < end;) {
    PyNode at(source, i);
    switch (at.kind()) {
    case PyKind::FunctionDefinition:
    case PyKind::Lambda: {
      // Captured variables are always live; defaults are read here.
      if (PyNode parameters = at.field(PyField::Parameters))
        for (PyNode parameter : parameters.children())
          if (PyNode value = parameter.field(PyField::Value))
            reads(value, live);
      i = nodes[i].next;
      continue;
    }
    case PyKind::ClassDefinition:
    case PyKind::Type:
    case PyKind::AsPatternTarget:
    case PyKind::Block: // of a clause: was walked as statements
      i = nodes[i].next;
      continue;
    case PyKind::NamedExpression:
      if (Reference slot = table.reference(at.field(PyField::Name));
          slot.isSlot())
        assigned.set(slot.index());
      break;
    case PyKind::Call: {
      PyNode callee = at.field(PyField::Function);
      PyNode written;
      if (callee && callee.is(PyKind::Attribute) &&
          isInPlaceName(callee.field(PyField::Attribute).text())) {
        written = callee.field(PyField::Object);
        PyNode first = at.field(PyField::Arguments).firstChild();
        if (first && first.is(PyKind::Identifier))
          if (Reference slot = table.reference(first); slot.isSlot())
            assigned.set(slot.index()); // torch.relu_(x)
      }
      if (written && written.is(PyKind::Identifier))
        if (Reference slot = table.reference(written); slot.isSlot())
          assigned.set(slot.index());
      break;
    }
    case PyKind::Identifier:
      if (Reference slot = table.reference(at); slot.isSlot())
        live.set(slot.index());
      break;
    default:
      break;
    }
    ++i;
  }
}

/// Objects and indices of attribute and item targets are read.
void LivenessBuilder::readsOfTarget(PyNode target, SlotSet &live) {
  if (!target)
    return;
  llvm::SmallVector<PyNode, 8> work = {target};
  while (!work.empty()) {
    PyNode at = work.pop_back_val();
    if (at.is(PyKind::Attribute) || at.is(PyKind::Subscript))
      reads(at, live);
    else
      for (PyNode part : at.children())
        work.push_back(part);
  }
}

/// `target` is assigned: its names are not live before.
void LivenessBuilder::writes(PyNode target, SlotSet &live) {
  if (!target)
    return;
  forEachBoundName(target, [&](PyNode name) {
    if (Reference slot = table.reference(name); slot.isSlot()) {
      live.reset(slot.index());
      assigned.set(slot.index());
    }
  });
}

Liveness::Liveness(const python::PySource &source, const ScopeTable &table,
                   const FunctionScope &scope, uint32_t maxDepth) {
  size_t slots = scope.slots.size();
  everything = {SlotSet(slots), SlotSet(slots), SlotSet(slots)};
  everything.after.setAll();
  everything.atHead.setAll();
  everything.assigned.setAll();
  LivenessBuilder(*this, source, table, scope, maxDepth).run();
}

const LiveSets &Liveness::of(PyNode statement) const {
  auto found = index.find(statement.order());
  return found == index.end() ? everything : sets[found->second];
}
