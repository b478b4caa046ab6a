// SPDX-License-Identifier: Apache-2.0
#include "runtime/lift/MemberScan.h"

#include "runtime/lift/FunctionLifter.h"

using namespace adopter;
using namespace adopter::lift;
using namespace adopter::model;
using python::PyField;
using python::PyKind;
using python::PyNode;

SymbolId adopter::lift::selfName(FileContext &file, PyNode node) {
  PyNode parameters = node.field(PyField::Parameters);
  PyNode first = parameters ? parameters.firstChild() : PyNode();
  PyNode name = first ? parameterName(first) : PyNode();
  return name && name.is(PyKind::Identifier) ? file.symbol(name) : SymbolId();
}

namespace {

class MemberScanner {
public:
  MemberScanner(FileContext &file, ClassId owner) : file(file), owner(owner) {}

  void method(FunctionId id) {
    const Function &function = file.arch.functions[id];
    if (function.isStatic || function.isClassMethod)
      return;
    PyNode node = file.functions[id].node;
    self = selfName(file, node);
    if (!self)
      return;
    selfText = file.text(self);
    for (PyNode inner : node.descendants()) {
      switch (inner.kind()) {
      case PyKind::Assignment:
        if (inner.field(PyField::Right))
          target(inner.field(PyField::Left));
        break;
      case PyKind::AugmentedAssignment:
      case PyKind::ForStatement:
        target(inner.field(PyField::Left));
        break;
      case PyKind::AsPatternTarget:
        target(inner.firstChild());
        break;
      case PyKind::Call:
        call(inner);
        break;
      default:
        break;
      }
    }
  }

private:
  bool isSelf(PyNode node) const {
    return node && node.is(PyKind::Identifier) && node.text() == selfText;
  }
  void add(SymbolId name) {
    unsigned &count = file.classes[owner].assignments[name];
    if (count++ != 0)
      return;
    Member member;
    member.name = name;
    member.owner = owner;
    file.arch.classes[owner].members.push_back(
        file.arch.members.add(std::move(member)));
  }
  void target(PyNode node) {
    llvm::SmallVector<PyNode, 4> work = {node};
    while (!work.empty()) {
      PyNode at = work.pop_back_val();
      if (!at)
        continue;
      if (at.is(PyKind::Attribute)) {
        if (isSelf(at.field(PyField::Object)))
          add(file.symbol(at.field(PyField::Attribute)));
      } else if (!at.is(PyKind::Subscript)) {
        for (PyNode part : at.children())
          work.push_back(part);
      }
    }
  }
  void call(PyNode node);

  FileContext &file;
  ClassId owner;
  SymbolId self;
  llvm::StringRef selfText;
};

} // namespace

/// `self.register_buffer("x", ...)`, `setattr(self, "x", ...)`.
void MemberScanner::call(PyNode node) {
  PyNode callee = node.field(PyField::Function);
  PyNode arguments = node.field(PyField::Arguments);
  PyNode key = arguments ? arguments.firstChild() : PyNode();
  if (!key)
    return;
  if (callee.is(PyKind::Attribute)) {
    if (!isSelf(callee.field(PyField::Object)))
      return;
    llvm::StringRef name = callee.field(PyField::Attribute).text();
    if (name != "register_buffer" && name != "register_parameter" &&
        name != "add_module" && name != "register_module")
      return;
  } else if (callee.text() == "setattr") {
    if (!isSelf(key))
      return;
    key = key.nextSibling();
  } else {
    return;
  }
  if (key && key.is(PyKind::KeywordArgument)) {
    key = {};
    for (PyNode argument : arguments.children())
      if (argument.is(PyKind::KeywordArgument) &&
          argument.field(PyField::Name).text() == "name")
        key = argument.field(PyField::Value);
  }
  std::string text;
  if (key && key.is(PyKind::String) && !key.firstChild() &&
      decodePythonString(key.text(), false, text))
    add(file.symbol(text));
}

void adopter::lift::scanMembers(FileContext &file) {
  Architecture &arch = file.arch;
  for (uint32_t i = 0; i < arch.classes.size(); ++i) {
    MemberScanner scanner(file, ClassId(i));
    // What the constructor defines comes first.
    std::vector<FunctionId> methods = arch.classes[ClassId(i)].methods;
    for (bool constructors : {true, false})
      for (FunctionId method : methods)
        if ((arch.functions[method].name == file.known.init) == constructors)
          scanner.method(method);
  }
  // Bases come before the classes derived from them.
  for (uint32_t i = 0; i < arch.classes.size(); ++i) {
    Class &theClass = arch.classes[ClassId(i)];
    for (ClassId base : llvm::drop_begin(file.classes[ClassId(i)].order))
      for (MemberId inherited : arch.classes[base].members)
        if (!arch.findMember(ClassId(i), arch.members[inherited].name))
          theClass.members.push_back(inherited);
  }
}
