// SPDX-License-Identifier: Apache-2.0
#include "runtime/lift/CallOrder.h"

#include "runtime/lift/MemberScan.h"

using namespace adopter;
using namespace adopter::lift;
using namespace adopter::model;
using python::PyField;
using python::PyKind;
using python::PyNode;

/// Functions of this file that must be lifted before `id`.
static llvm::SmallVector<FunctionId, 8> dependencies(FileContext &file,
                                                     FunctionId id) {
  llvm::SmallVector<FunctionId, 8> result;
  const Architecture &arch = file.arch;
  ClassId owner = arch.functions[id].owner;
  auto add = [&](FunctionId callee) {
    if (callee && callee != id && !llvm::is_contained(result, callee))
      result.push_back(callee);
  };
  if (owner) {
    // Constructors of bases first.
    llvm::SmallVector<ClassId, 4> classes = {owner};
    for (size_t i = 0; i < classes.size(); ++i)
      for (ClassId base : arch.classes[classes[i]].baseClasses)
        if (!llvm::is_contained(classes, base))
          classes.push_back(base);
    for (size_t i = classes.size(); i-- > 0;)
      add(file.classes[classes[i]].methods.lookup(file.known.init));
  }
  PyNode node = file.functions[id].node;
  SymbolId self = owner ? selfName(file, node) : SymbolId();
  for (PyNode call : node.descendants()) {
    if (!call.is(PyKind::Call))
      continue;
    PyNode callee = call.field(PyField::Function);
    if (callee.is(PyKind::Identifier)) {
      add(file.names.lookUp(file.symbol(callee)).function);
    } else if (self && callee.is(PyKind::Attribute)) {
      PyNode object = callee.field(PyField::Object);
      if (object.is(PyKind::Identifier) && file.symbol(object) == self)
        add(file.findMethod(owner,
                            file.symbol(callee.field(PyField::Attribute))));
    }
  }
  return result;
}

std::vector<FunctionId> adopter::lift::callOrder(FileContext &file) {
  std::vector<FunctionId> order;
  struct Frame {
    FunctionId function;
    llvm::SmallVector<FunctionId, 8> before;
    size_t next;
  };
  std::vector<Frame> stack;
  auto enter = [&](FunctionId id) {
    if (file.functions[id].state != LiftState::Declared)
      return;
    file.functions[id].state = LiftState::Ordered;
    stack.push_back({id, dependencies(file, id), 0});
  };
  uint32_t count = static_cast<uint32_t>(file.functions.size());
  for (uint32_t i = 0; i < count; ++i) {
    enter(FunctionId(i));
    while (!stack.empty()) {
      Frame &top = stack.back();
      if (top.next < top.before.size()) {
        FunctionId next = top.before[top.next++];
        enter(next); // may move `top`
        continue;
      }
      order.push_back(top.function);
      stack.pop_back();
    }
  }
  return order;
}
