// SPDX-License-Identifier: Apache-2.0
// A function as a whole: parameters, body, functions inside it.
#include "runtime/lift/Declarations.h"
#include "runtime/lift/FunctionLifter.h"

using namespace adopter;
using namespace adopter::lift;
using namespace adopter::model;
using python::PyField;
using python::PyKind;
using python::PyNode;

/// Functions inside functions beyond this are opaque.
static constexpr unsigned MaxNesting = 24;

FunctionLifter::FunctionLifter(FileContext &file, FunctionId function,
                               const Closure *closure, unsigned nesting)
    : file(file), arch(file.arch), function(function), closure(closure),
      nesting(nesting) {
  PyNode node = file.functions[function].node;
  scopeIndex = file.scopes.scopeOf(node);
  size_t slots = scope().slots.size();
  env.resize(slots);
  bindCount.resize(slots);
  lastBound.resize(slots);
  liveness = std::make_unique<Liveness>(file.source, file.scopes, scope(),
                                        MaxStatementDepth);
}

void FunctionLifter::run() {
  PyNode node = file.functions[function].node;
  file.functions[function].firstValue = arch.values.nextId();
  arch.functions[function].firstOp = arch.ops.nextId();
  region = addRegion(RegionKind::Body, {});
  arch.functions[function].body = region;
  RegionId body = region;
  parameters(node);
  const Function &self = arch.functions[function];
  if (self.owner && !self.isStatic && !self.isClassMethod &&
      !self.parameters.empty()) {
    selfValue = self.parameters.front().value;
    selfClass = self.owner;
  }
  PyNode bodyNode = node.field(PyField::Body);
  if (node.is(PyKind::Lambda)) {
    baseDepth = node.depth();
    Args args;
    args.push_back({{}, expr(bodyNode)});
    addOp(OpKind::Return, bodyNode ? bodyNode.range() : node.range(), args);
    reachable = false;
  } else if (bodyNode) {
    baseDepth = bodyNode.depth();
    block(bodyNode);
  }
  arch.regions[body].terminates = !reachable;
  arch.functions[function].endOp = arch.ops.nextId();
  file.functions[function].endValue = arch.values.nextId();
  file.functions[function].state = LiftState::Lifted;

  if (nested.empty())
    return;
  Closure outer = finalClosure();
  for (FunctionId inner : nested) {
    // What an inner function captures, in the order of its own captures.
    const FunctionScope &innerScope =
        file.scopes.scope(file.scopes.scopeOf(file.functions[inner].node));
    Closure values;
    for (const Capture &capture : innerScope.captures) {
      const std::vector<ValueId> &from =
          capture.outer.isSlot() ? outer.slots : outer.captures;
      values.captures.push_back(capture.outer.index() < from.size()
                                    ? from[capture.outer.index()]
                                    : ValueId());
    }
    FunctionLifter(file, inner, &values, nesting + 1).run();
  }
}

Closure FunctionLifter::finalClosure() const {
  Closure result;
  for (size_t slot = 0; slot < env.size(); ++slot)
    result.slots.push_back(bindCount[slot] == 1 ? lastBound[slot] : ValueId());
  if (closure)
    result.captures = closure->captures;
  return result;
}

static bool isLiteral(PyNode value) {
  switch (value.kind()) {
  case PyKind::Integer:
  case PyKind::Float:
  case PyKind::True:
  case PyKind::False:
  case PyKind::None:
  case PyKind::Ellipsis:
    return true;
  case PyKind::String:
    return !value.firstChild(); // no f-string
  case PyKind::UnaryOperator: {
    PyNode operand = value.field(PyField::Argument);
    return operand &&
           (operand.is(PyKind::Integer) || operand.is(PyKind::Float));
  }
  default:
    return false;
  }
}

/// Qualified name that a default is, unless a local variable hides it.
static SymbolId modulePath(FileContext &file, PyNode value) {
  PyNode root = value;
  while (root && root.is(PyKind::Attribute))
    root = root.field(PyField::Object);
  if (!root || !root.is(PyKind::Identifier))
    return {};
  Reference found = file.scopes.reference(root);
  return found.isSlot() || found.isCapture() ? SymbolId()
                                             : file.names.path(value);
}

void FunctionLifter::parameters(PyNode node) {
  PyNode list = node.field(PyField::Parameters);
  if (!list)
    return;
  bool keywordOnly = false;
  for (PyNode child : list.children()) {
    if (child.is(PyKind::KeywordSeparator)) {
      keywordOnly = true;
      continue;
    }
    PyNode name = parameterName(child);
    if (!name)
      continue;
    Parameter parameter;
    parameter.keywordOnly = keywordOnly;
    PyNode shape =
        child.is(PyKind::TypedParameter) ? child.firstChild() : child;
    if (shape && shape.is(PyKind::ListSplatPattern)) {
      parameter.kind = ArgumentKind::Star;
      parameter.keywordOnly = false;
      keywordOnly = true;
    } else if (shape && shape.is(PyKind::DictionarySplatPattern)) {
      parameter.kind = ArgumentKind::DoubleStar;
      parameter.keywordOnly = false;
    }
    parameter.name = file.symbol(name);
    if (PyNode type = child.field(PyField::Type))
      parameter.annotation = file.symbol(type);
    if (PyNode value = child.field(PyField::Value)) {
      parameter.hasDefault = true;
      // Other defaults are made once, where the function is defined.
      if (isLiteral(value))
        parameter.defaultValue = expr(value);
      else if (SymbolId path = modulePath(file, value))
        parameter.defaultValue = global(path, value.range());
    }
    Value value;
    value.kind = ValueKind::Parameter;
    value.function = function;
    value.index =
        static_cast<uint32_t>(arch.functions[function].parameters.size());
    value.name = parameter.name;
    parameter.value = arch.values.add(value);
    arch.functions[function].parameters.push_back(parameter);
    if (name.is(PyKind::Identifier)) {
      Reference found = file.scopes.reference(name);
      if (found.isSlot())
        bindSlot(found.index(), parameter.value, name.range());
    } else {
      assign(name, parameter.value, name.range());
    }
  }
}

//===-- functions inside --------------------------------------------------===//

/// The function as a value, with the values it captures now as operands.
ValueId FunctionLifter::closureOf(FunctionId inner, PyNode node) {
  Function &declared = arch.functions[inner];
  declared.enclosing = function;
  declared.qualifiedName =
      file.symbol((file.text(arch.functions[function].qualifiedName) +
                   ".<locals>." + file.text(declared.name))
                      .str());
  const FunctionScope &innerScope =
      file.scopes.scope(file.scopes.scopeOf(node));
  llvm::SmallVector<ValueId, 4> captured;
  // Defaults are evaluated here and now.
  if (PyNode list = node.field(PyField::Parameters))
    for (PyNode parameter : list.children()) {
      PyNode value = parameter.field(PyField::Value);
      if (value && !isLiteral(value) && !modulePath(file, value))
        captured.push_back(expr(value));
    }
  for (const Capture &capture : innerScope.captures) {
    ValueId value;
    if (capture.outer.isSlot())
      value = env[capture.outer.index()];
    else if (closure && capture.outer.index() < closure->captures.size())
      value = closure->captures[capture.outer.index()];
    if (value && !llvm::is_contained(captured, value))
      captured.push_back(value);
  }
  ValueId value = emit(OpKind::Lambda, node.range(), captured);
  arch.ops[arch.definingOp(value)].function = inner;
  nested.push_back(inner);
  return value;
}

ValueId FunctionLifter::lambda(PyNode node) {
  if (nesting >= MaxNesting)
    return opaqueTree(node, "too_deep");
  return closureOf(file.declareFunction(node), node);
}

void FunctionLifter::nestedFunction(PyNode node, PyNode decorated) {
  PyNode name = node.field(PyField::Name);
  if (nesting >= MaxNesting || !name)
    return opaqueStatement(node, "too_deep");
  FunctionId inner = file.declareFunction(node);
  llvm::SmallVector<ValueId, 2> wrappers;
  if (decorated) {
    readDecorators(file, decorated, arch.functions[inner].decorators,
                   [&](PyNode decorator) { return path(decorator); });
    for (PyNode decorator : decorated.children())
      if (decorator.is(PyKind::Decorator))
        wrappers.push_back(expr(decorator.firstChild()));
  }
  ValueId value = closureOf(inner, node);
  // The decorator that stands nearest is applied first.
  for (size_t i = wrappers.size(); i-- > 0;) {
    Args args;
    args.push_back({{}, value});
    value = valueCall(wrappers[i], args, decorated.range());
  }
  assignName(name, value);
}

void FunctionLifter::nestedClass(PyNode node) {
  ValueId value = opaqueTree(node, "class_definition");
  if (PyNode name = node.field(PyField::Name))
    assignName(name, value);
}
