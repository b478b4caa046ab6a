// SPDX-License-Identifier: Apache-2.0
// The writing end of the lifter: ops, values, regions and bindings.
#include "runtime/lift/FunctionLifter.h"

#include "llvm/ADT/DenseSet.h"

using namespace adopter;
using namespace adopter::lift;
using namespace adopter::model;
using python::PyField;
using python::PyKind;
using python::PyNode;

/// Kinds whose result depends on their operands only, and that do nothing else.
static bool isPureKind(OpKind kind) {
  switch (kind) {
  case OpKind::Constant:
  case OpKind::Global:
  case OpKind::Attribute:
  case OpKind::Slice:
  case OpKind::Tuple:
  case OpKind::List:
  case OpKind::Dict:
  case OpKind::Set:
  case OpKind::Element:
  case OpKind::Select:
  case OpKind::Join:
  case OpKind::And:
  case OpKind::Or:
  case OpKind::Not:
  case OpKind::Compare:
  case OpKind::Is:
  case OpKind::In:
  case OpKind::Format:
  case OpKind::Lambda:
  case OpKind::Undefined:
    return true;
  case OpKind::Call:
  case OpKind::MethodCall:
  case OpKind::Comprehension:
  case OpKind::Opaque:
  case OpKind::SetAttribute:
  case OpKind::SetItem:
  case OpKind::Delete:
  case OpKind::If:
  case OpKind::For:
  case OpKind::While:
  case OpKind::With:
  case OpKind::Try:
  case OpKind::Inline:
  case OpKind::Return:
  case OpKind::Raise:
  case OpKind::Yield:
  case OpKind::Assert:
  case OpKind::Break:
  case OpKind::Continue:
  case OpKind::Next:
    return false;
  }
  return false;
}

ArgumentRange FunctionLifter::addArguments(llvm::ArrayRef<Argument> args) {
  ArgumentRange range{static_cast<uint32_t>(arch.arguments.size()),
                      static_cast<uint32_t>(args.size())};
  arch.arguments.insert(arch.arguments.end(), args.begin(), args.end());
  return range;
}

OpId FunctionLifter::addOp(OpKind kind, SourceRange range,
                           llvm::ArrayRef<Argument> args, SymbolId name) {
  Op op;
  op.kind = kind;
  op.pure = isPureKind(kind);
  op.name = name;
  op.args = addArguments(args);
  op.region = region;
  op.statement = currentStatement;
  op.range = range;
  OpId id = arch.ops.add(std::move(op));
  arch.regions[region].ops.push_back(id);
  return id;
}

ValueId FunctionLifter::addResult(OpId op, SymbolId name) {
  Op &owner = arch.ops[op];
  ValueId value = arch.values.nextId();
  if (owner.resultCount == 0)
    owner.firstResult = value.index();
  arch.values.add({ValueKind::Result, op, function, owner.resultCount, name});
  ++owner.resultCount;
  return value;
}

ValueId FunctionLifter::addLoopArg(OpId op, uint32_t index, SymbolId name) {
  return arch.values.add({ValueKind::LoopArg, op, function, index, name});
}

ValueId FunctionLifter::emitArgs(OpKind kind, SourceRange range,
                                 llvm::ArrayRef<Argument> args, SymbolId name) {
  return addResult(addOp(kind, range, args, name));
}

ValueId FunctionLifter::emit(OpKind kind, SourceRange range,
                             llvm::ArrayRef<ValueId> operands, SymbolId name) {
  Args args;
  for (ValueId operand : operands)
    args.push_back({{}, operand});
  return emitArgs(kind, range, args, name);
}

ValueId FunctionLifter::constant(const Constant &constant, SourceRange range) {
  OpId op = addOp(OpKind::Constant, range);
  arch.ops[op].constant = constant;
  return addResult(op);
}

ValueId FunctionLifter::global(SymbolId name, SourceRange range) {
  return emit(OpKind::Global, range, {}, file.canonicalName(name));
}

ValueId FunctionLifter::opaque(PyNode node, llvm::StringRef kind,
                               llvm::ArrayRef<ValueId> operands) {
  ++arch.functions[function].opaqueCount;
  file.remark(node, kind,
              node.text()
                  .take_until([](char c) { return c == '\n' || c == '\r'; })
                  .take_front(100));
  return emit(OpKind::Opaque, node.range(), operands, file.symbol(kind));
}

/// Calls `use` with the slots that `tree` reads, nested functions included.
void FunctionLifter::forEachSlotIn(PyNode tree,
                                   llvm::function_ref<void(uint32_t)> use) {
  const auto &nodes = file.source.tree().nodes;
  uint32_t end = nodes[tree.order()].next;
  uint32_t classEnd = 0; // inside a class names are found by their text
  for (uint32_t i = tree.order(); i < end;) {
    PyNode at(file.source, i);
    PyNode parent = at.parent();
    bool isFunctionBody =
        i != tree.order() && i >= classEnd && at.fieldName() == PyField::Body &&
        parent &&
        (parent.is(PyKind::FunctionDefinition) || parent.is(PyKind::Lambda));
    if (isFunctionBody) {
      const FunctionScope &inner =
          file.scopes.scope(file.scopes.scopeOf(parent));
      for (const Capture &capture : inner.captures)
        if (capture.outer.isSlot())
          use(capture.outer.index());
      i = nodes[i].next;
      continue;
    }
    if (at.is(PyKind::ClassDefinition))
      classEnd = std::max(classEnd, nodes[i].next);
    if (at.is(PyKind::Identifier)) {
      Reference found = i < classEnd
                            ? file.scopes.slotNamed(scopeIndex, file.symbol(at))
                            : file.scopes.reference(at);
      if (found.isSlot())
        use(found.index());
    }
    ++i;
  }
}

ValueId FunctionLifter::opaqueTree(PyNode node, llvm::StringRef kind) {
  llvm::SmallVector<ValueId, 8> operands;
  llvm::SmallDenseSet<ValueId, 16> seen;
  forEachSlotIn(node, [&](uint32_t slot) {
    if (env[slot] && seen.insert(env[slot]).second)
      operands.push_back(env[slot]);
  });
  return opaque(node, kind, operands);
}

RegionId FunctionLifter::addRegion(RegionKind kind, OpId parent) {
  Region added;
  added.kind = kind;
  added.parent = parent;
  added.function = function;
  RegionId id = arch.regions.add(std::move(added));
  if (parent)
    arch.ops[parent].regions.push_back(id);
  return id;
}

void FunctionLifter::bindSlot(uint32_t slot, ValueId value,
                              SourceRange target) {
  SymbolId name = slotName(slot);
  env[slot] = value;
  lastBound[slot] = value;
  ++bindCount[slot];
  if (value && !arch.values[value].name)
    arch.values[value].name = name;
  if (recordsBindings)
    arch.functions[function].bindings.push_back(
        {name, value, currentStatement, target});
}

void FunctionLifter::forget(uint32_t slot) {
  env[slot] = ValueId();
  ++bindCount[slot];
  arch.functions[function].bindings.push_back(
      {slotName(slot), ValueId(), currentStatement, {}});
}
