// SPDX-License-Identifier: Apache-2.0
/// \file
/// The names of a module: imports, aliases, classes, functions, variables, and
/// what each one stands for wherever the file reads it.
///
/// In: definitions, in source order. Out: one ModuleName per name. A name that
/// several places define differently stands for nothing but itself.
#ifndef ADOPTER_RUNTIME_LIFT_MODULENAMES_H
#define ADOPTER_RUNTIME_LIFT_MODULENAMES_H

#include "runtime/model/Ids.h"
#include "runtime/python/PyNode.h"
#include "runtime/support/SymbolTable.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace adopter::lift {

class FileContext;

enum class NameKind : uint8_t {
  Unresolved, // not defined here, no builtin
  Builtin,
  Qualified, // an import or an alias of one
  Class,
  Function,
  Variable,
};

struct ModuleName {
  NameKind kind = NameKind::Unresolved;
  SymbolId qualified; // always set
  model::ClassId theClass;
  model::FunctionId function;

  /// `x.y` means the qualified name followed by `.y`.
  bool isPath() const {
    return kind != NameKind::Unresolved && kind != NameKind::Variable;
  }
};

class ModuleNames {
public:
  explicit ModuleNames(FileContext &file) : file(file) {}

  /// One place at module level that binds a name. `always`: not inside if, try
  /// or a loop.
  struct Definition {
    NameKind kind = NameKind::Variable;
    SymbolId qualified;
    model::ClassId theClass;
    model::FunctionId function;
    python::PyNode value; // of an assignment that may be an alias
    bool isNone = false;  // assigns None: stands for nothing of its own
    bool always = false;
  };
  void define(SymbolId name, Definition definition);
  /// `from module import *`.
  void importAll(SymbolId module) { starred.push_back(module); }

  ModuleName lookUp(SymbolId name);
  /// Qualified name that `node`, a name or chain of attributes at module level,
  /// stands for; none if it is a value.
  SymbolId path(python::PyNode node);

private:
  ModuleName compute(SymbolId name);
  ModuleName single(const Definition &definition);

  FileContext &file;
  llvm::DenseMap<SymbolId, llvm::SmallVector<Definition, 1>> definitions;
  llvm::DenseMap<SymbolId, ModuleName> resolved;
  llvm::SmallVector<SymbolId, 2> starred;
  unsigned depth = 0;
};

/// `name` is a builtin function, class or constant of Python.
bool isPythonBuiltin(llvm::StringRef name);

} // namespace adopter::lift

#endif // ADOPTER_RUNTIME_LIFT_MODULENAMES_H
