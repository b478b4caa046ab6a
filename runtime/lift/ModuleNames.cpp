// SPDX-License-Identifier: Apache-2.0
#include "runtime/lift/ModuleNames.h"

#include "runtime/lift/FileContext.h"
#include "llvm/ADT/StringSet.h"

using namespace adopter;
using namespace adopter::lift;
using python::PyField;
using python::PyKind;
using python::PyNode;

/// Longest chain of aliases that is followed.
static constexpr unsigned MaxAliases = 32;

bool adopter::lift::isPythonBuiltin(llvm::StringRef name) {
  static const llvm::StringSet<> names = {"abs",
                                          "aiter",
                                          "all",
                                          "anext",
                                          "any",
                                          "ascii",
                                          "bin",
                                          "bool",
                                          "breakpoint",
                                          "bytearray",
                                          "bytes",
                                          "callable",
                                          "chr",
                                          "classmethod",
                                          "compile",
                                          "complex",
                                          "delattr",
                                          "dict",
                                          "dir",
                                          "divmod",
                                          "enumerate",
                                          "eval",
                                          "exec",
                                          "filter",
                                          "float",
                                          "format",
                                          "frozenset",
                                          "getattr",
                                          "globals",
                                          "hasattr",
                                          "hash",
                                          "help",
                                          "hex",
                                          "id",
                                          "input",
                                          "int",
                                          "isinstance",
                                          "issubclass",
                                          "iter",
                                          "len",
                                          "list",
                                          "locals",
                                          "map",
                                          "max",
                                          "memoryview",
                                          "min",
                                          "next",
                                          "object",
                                          "oct",
                                          "open",
                                          "ord",
                                          "pow",
                                          "print",
                                          "property",
                                          "range",
                                          "repr",
                                          "reversed",
                                          "round",
                                          "set",
                                          "setattr",
                                          "slice",
                                          "sorted",
                                          "staticmethod",
                                          "str",
                                          "sum",
                                          "super",
                                          "tuple",
                                          "type",
                                          "vars",
                                          "zip",
                                          "__import__",
                                          "NotImplemented",
                                          "BaseException",
                                          "Exception",
                                          "ArithmeticError",
                                          "AssertionError",
                                          "AttributeError",
                                          "EOFError",
                                          "FileExistsError",
                                          "FileNotFoundError",
                                          "FloatingPointError",
                                          "ImportError",
                                          "IndexError",
                                          "IOError",
                                          "KeyError",
                                          "KeyboardInterrupt",
                                          "LookupError",
                                          "MemoryError",
                                          "ModuleNotFoundError",
                                          "NameError",
                                          "NotImplementedError",
                                          "OSError",
                                          "OverflowError",
                                          "RecursionError",
                                          "ReferenceError",
                                          "RuntimeError",
                                          "StopIteration",
                                          "SyntaxError",
                                          "SystemError",
                                          "SystemExit",
                                          "TimeoutError",
                                          "TypeError",
                                          "UnboundLocalError",
                                          "UnicodeDecodeError",
                                          "UnicodeEncodeError",
                                          "UnicodeError",
                                          "ValueError",
                                          "ZeroDivisionError",
                                          "Warning",
                                          "DeprecationWarning",
                                          "FutureWarning",
                                          "PendingDeprecationWarning",
                                          "RuntimeWarning",
                                          "UserWarning"};
  return names.contains(name);
}

void ModuleNames::define(SymbolId name, Definition definition) {
  definitions[name].push_back(definition);
}

ModuleName ModuleNames::lookUp(SymbolId name) {
  auto found = resolved.find(name);
  if (found != resolved.end())
    return found->second;
  // An alias of itself, directly or not, is a plain variable.
  resolved[name] = {NameKind::Variable, file.ownName(name), {}, {}};
  ModuleName computed = compute(name);
  return resolved[name] = computed;
}

ModuleName ModuleNames::compute(SymbolId name) {
  auto found = definitions.find(name);
  if (found == definitions.end()) {
    if (isPythonBuiltin(file.text(name)))
      return {
          NameKind::Builtin, file.join(file.symbol("builtins"), name), {}, {}};
    // With a single `import *` it can only come from there.
    if (starred.size() == 1)
      return {NameKind::Qualified, file.join(starred.front(), name), {}, {}};
    return {NameKind::Unresolved, name, {}, {}};
  }
  llvm::ArrayRef<Definition> all = found->second;
  // What is bound before a binding that is always executed is gone.
  for (size_t i = all.size(); i-- > 0;)
    if (all[i].always) {
      all = all.drop_front(i);
      break;
    }
  ModuleName result;
  bool any = false;
  for (const Definition &definition : llvm::SmallVector<Definition, 2>(all)) {
    if (definition.isNone)
      continue;
    ModuleName candidate = single(definition);
    bool same = candidate.kind == result.kind &&
                candidate.qualified == result.qualified &&
                candidate.theClass == result.theClass &&
                candidate.function == result.function;
    if (any && !same)
      return {NameKind::Variable, file.ownName(name), {}, {}};
    result = candidate;
    any = true;
  }
  if (!any || result.kind == NameKind::Variable)
    return {NameKind::Variable, file.ownName(name), {}, {}};
  return result;
}

ModuleName ModuleNames::single(const Definition &definition) {
  if (definition.value) {
    ++depth;
    SymbolId path =
        depth < MaxAliases ? this->path(definition.value) : SymbolId();
    --depth;
    if (!path)
      return {NameKind::Variable, {}, {}, {}};
    // An alias of a class or function of this file is that one.
    if (definition.value.is(PyKind::Identifier))
      return lookUp(file.symbol(definition.value));
    return {NameKind::Qualified, path, {}, {}};
  }
  return {definition.kind, definition.qualified, definition.theClass,
          definition.function};
}

SymbolId ModuleNames::path(PyNode node) {
  llvm::SmallVector<PyNode, 4> attributes; // outermost first
  while (node && node.is(PyKind::Attribute)) {
    attributes.push_back(node.field(PyField::Attribute));
    node = node.field(PyField::Object);
  }
  if (!node || !node.is(PyKind::Identifier))
    return {};
  ModuleName name = lookUp(file.symbol(node));
  if (!name.isPath())
    return {};
  SymbolId path = name.qualified;
  for (size_t i = attributes.size(); i-- > 0;)
    path = file.join(path, file.symbol(attributes[i]));
  return path;
}
