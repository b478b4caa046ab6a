// SPDX-License-Identifier: Apache-2.0
/// \file
/// First round over a file: imports, names of the module, classes with their
/// bases, methods and attributes, functions; no body is lifted yet.
///
/// In: FileContext with its source. Out: its tables and those of Architecture.
#ifndef ADOPTER_RUNTIME_LIFT_DECLARATIONS_H
#define ADOPTER_RUNTIME_LIFT_DECLARATIONS_H

#include "runtime/lift/FileContext.h"

namespace adopter::lift {

/// Declares everything in the module of `file`.
void declareModule(FileContext &file);

/// Reads decorators of `definition` into `decorators`; `path` gives the
/// qualified name of an expression, or none.
void readDecorators(FileContext &file, python::PyNode decorated,
                    std::vector<model::Decorator> &decorators,
                    llvm::function_ref<SymbolId(python::PyNode)> path);

/// The import statement `node`, name by name.
struct ImportedName {
  SymbolId qualified; // what the local name stands for
  SymbolId local;
  python::PyNode node; // the name in the statement
  model::Import import;
};
llvm::SmallVector<ImportedName, 4> readImports(FileContext &file,
                                               python::PyNode node);

} // namespace adopter::lift

#endif // ADOPTER_RUNTIME_LIFT_DECLARATIONS_H
