// SPDX-License-Identifier: Apache-2.0
// Statements without regions.
#include "runtime/lift/Declarations.h"
#include "runtime/lift/FunctionLifter.h"

using namespace adopter;
using namespace adopter::lift;
using namespace adopter::model;
using python::PyField;
using python::PyKind;
using python::PyNode;

StatementId FunctionLifter::openStatement(StatementKind kind, PyNode node) {
  Statement added;
  added.kind = kind;
  added.range = node.range();
  added.region = region;
  added.parent = currentStatement;
  added.firstOp = arch.ops.nextId();
  StatementId id = arch.statements.add(added);
  arch.regions[region].statements.push_back(id);
  currentStatement = id;
  return id;
}

void FunctionLifter::closeStatement(StatementId id) {
  arch.statements[id].endOp = arch.ops.nextId();
  currentStatement = arch.statements[id].parent;
}

void FunctionLifter::block(PyNode block) {
  if (!block)
    return;
  if (block.depth() - baseDepth > MaxStatementDepth) {
    opaqueStatement(block, "too_deep");
    return;
  }
  for (PyNode child : block.children()) {
    if (!reachable)
      return; // nothing after `return` is executed
    statement(child);
  }
}

static StatementKind kindOf(PyNode node) {
  switch (node.kind()) {
  case PyKind::ExpressionStatement: {
    PyNode inner = node.firstChild();
    if (!inner)
      return StatementKind::Expression;
    if (inner.is(PyKind::Assignment))
      return StatementKind::Assign;
    if (inner.is(PyKind::AugmentedAssignment))
      return StatementKind::AugAssign;
    bool isText = inner.is(PyKind::String) && !inner.nextSibling();
    return isText ? StatementKind::Docstring : StatementKind::Expression;
  }
  case PyKind::ReturnStatement:
    return StatementKind::Return;
  case PyKind::IfStatement:
    return StatementKind::If;
  case PyKind::ForStatement:
    return StatementKind::For;
  case PyKind::WhileStatement:
    return StatementKind::While;
  case PyKind::WithStatement:
    return StatementKind::With;
  case PyKind::TryStatement:
    return StatementKind::Try;
  case PyKind::FunctionDefinition:
    return StatementKind::FunctionDef;
  case PyKind::ClassDefinition:
    return StatementKind::ClassDef;
  case PyKind::DecoratedDefinition: {
    PyNode inner = node.field(PyField::Definition);
    return inner && inner.is(PyKind::ClassDefinition)
               ? StatementKind::ClassDef
               : StatementKind::FunctionDef;
  }
  case PyKind::ImportStatement:
  case PyKind::ImportFromStatement:
  case PyKind::FutureImportStatement:
    return StatementKind::Import;
  default:
    return StatementKind::Other;
  }
}

void FunctionLifter::statement(PyNode node) {
  StatementId id = openStatement(kindOf(node), node);
  statementKind(node);
  closeStatement(id);
}

void FunctionLifter::statementKind(PyNode node) {
  switch (node.kind()) {
  case PyKind::ExpressionStatement:
    return expressionStatement(node);
  case PyKind::ReturnStatement:
    return returnStatement(node);
  case PyKind::IfStatement:
    return ifStatement(node);
  case PyKind::ForStatement:
    return forStatement(node);
  case PyKind::WhileStatement:
    return whileStatement(node);
  case PyKind::WithStatement:
    return withStatement(node);
  case PyKind::TryStatement:
    return tryStatement(node);
  case PyKind::MatchStatement:
    return matchStatement(node);
  case PyKind::FunctionDefinition:
    return nestedFunction(node, {});
  case PyKind::ClassDefinition:
    return nestedClass(node);
  case PyKind::DecoratedDefinition: {
    PyNode inner = node.field(PyField::Definition);
    if (inner && inner.is(PyKind::FunctionDefinition))
      return nestedFunction(inner, node);
    return nestedClass(inner ? inner : node);
  }
  case PyKind::ImportStatement:
  case PyKind::ImportFromStatement:
    return importStatement(node);
  case PyKind::AssertStatement:
    return simpleEffect(node, OpKind::Assert);
  case PyKind::RaiseStatement:
    simpleEffect(node, OpKind::Raise);
    reachable = false;
    return;
  case PyKind::DeleteStatement:
    return deleteStatement(node);
  case PyKind::BreakStatement:
    return jump(OpKind::Break, node);
  case PyKind::ContinueStatement:
    return jump(OpKind::Continue, node);
  case PyKind::PassStatement:
  case PyKind::GlobalStatement:
  case PyKind::NonlocalStatement:
  case PyKind::FutureImportStatement:
    return;
  default:
    return opaqueStatement(node, python::pyKindName(node.kind()));
  }
}

void FunctionLifter::expressionStatement(PyNode node) {
  PyNode inner = node.firstChild();
  if (!inner)
    return;
  if (inner.is(PyKind::Assignment))
    return assignment(inner);
  if (inner.is(PyKind::AugmentedAssignment))
    return augmented(inner);
  arch.statements[currentStatement].valueRange = node.range();
  if (arch.statements[currentStatement].kind == StatementKind::Docstring)
    return;
  if (inner.nextSibling()) { // `a, b` is a tuple without a node of its own
    for (PyNode part : node.children())
      expr(part);
    return;
  }
  expr(inner);
}

void FunctionLifter::returnStatement(PyNode node) {
  Args args;
  if (PyNode value = node.firstChild()) {
    arch.statements[currentStatement].valueRange = value.range();
    args.push_back({{}, expr(value)});
  }
  addOp(OpKind::Return, node.range(), args);
  reachable = false;
}

void FunctionLifter::simpleEffect(PyNode node, OpKind kind) {
  Args args;
  for (PyNode part : node.children())
    args.push_back({{}, expr(part)});
  addOp(kind, node.range(), args);
}

void FunctionLifter::jump(OpKind kind, PyNode node) {
  if (loops.empty())
    return opaqueStatement(node, python::pyKindName(node.kind()));
  if (kind == OpKind::Break)
    loops.back().hasBreak = true;
  addOp(kind, node.range(), carriedValues());
  reachable = false;
}

void FunctionLifter::importStatement(PyNode node) {
  for (const ImportedName &name : readImports(file, node)) {
    if (!name.local)
      continue; // `import *` is not allowed in a function
    ValueId value = global(name.qualified, name.node.range());
    paths[value] = name.qualified;
    Reference slot = file.scopes.slotNamed(scopeIndex, name.local);
    if (slot.isSlot())
      bindSlot(slot.index(), value, name.node.range());
  }
}

void FunctionLifter::deleteStatement(PyNode node) {
  llvm::SmallVector<PyNode, 4> targets;
  for (PyNode child : node.children()) {
    if (child.is(PyKind::ExpressionList) || child.is(PyKind::Tuple) ||
        child.is(PyKind::List))
      for (PyNode part : child.children())
        targets.push_back(part);
    else
      targets.push_back(child);
  }
  Args args;
  llvm::SmallVector<uint32_t, 4> gone;
  for (PyNode target : targets) {
    if (target.is(PyKind::Identifier)) {
      Reference found = file.scopes.reference(target);
      if (found.isSlot()) {
        if (ValueId value = env[found.index()])
          args.push_back({{}, value});
        gone.push_back(found.index());
        continue;
      }
      args.push_back({{}, identifier(target)});
    } else if (target.is(PyKind::Subscript)) {
      args.push_back({{}, expr(target.field(PyField::Value))});
      args.push_back({{}, index(target)});
    } else {
      args.push_back({{}, expr(target)});
    }
  }
  addOp(OpKind::Delete, node.range(), args);
  for (uint32_t slot : gone)
    forget(slot);
}

/// Every variable that the statement names may be bound by it, and is unknown
/// afterwards.
void FunctionLifter::opaqueStatement(PyNode node, llvm::StringRef kind) {
  ValueId value = opaqueTree(node, kind);
  llvm::SmallVector<uint32_t, 8> named;
  forEachSlotIn(node, [&](uint32_t slot) { named.push_back(slot); });
  llvm::sort(named);
  named.erase(std::unique(named.begin(), named.end()), named.end());
  for (uint32_t slot : named)
    bindSlot(slot, value, {});
}
