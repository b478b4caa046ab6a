// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the parts of the lifter share while they lift one file. (Private.)
#ifndef ADOPTER_RUNTIME_LIFT_FILECONTEXT_H
#define ADOPTER_RUNTIME_LIFT_FILECONTEXT_H

#include "runtime/lift/Lifter.h"
#include "runtime/lift/ModuleNames.h"
#include "runtime/lift/PackagePath.h"
#include "runtime/lift/Scope.h"

namespace adopter::lift {

/// Blocks nested deeper than this below their function are not lifted.
inline constexpr uint32_t MaxStatementDepth = 240;

enum class LiftState : uint8_t { Declared, Ordered, Lifted };

/// A function beyond what the model keeps of it.
struct FunctionInfo {
  python::PyNode node; // function_definition or lambda
  LiftState state = LiftState::Declared;
  model::ValueId firstValue, endValue; // values of its own, once lifted
};

/// A class beyond what the model keeps of it.
struct ClassInfo {
  explicit ClassInfo(python::PyNode node) : node(node) {}

  python::PyNode node;
  /// How often the text of its own methods assigns each attribute of self.
  llvm::DenseMap<SymbolId, uint32_t> assignments;
  /// Own methods by name; the last definition holds.
  llvm::DenseMap<SymbolId, model::FunctionId> methods;
  llvm::SmallVector<model::ClassId, 2> derived; // classes based on it
  /// The class and its bases in this file, in the order in which Python looks
  /// attributes up.
  std::vector<model::ClassId> order;
};

class FileContext {
public:
  FileContext(const python::PySource &source, const program::Program &program,
              const LiftOptions &options, model::Architecture &arch);

  const python::PySource &source;
  const program::Program &program;
  const LiftOptions &options;
  model::Architecture &arch;
  ScopeTable scopes;
  PackagePath package;
  ModuleNames names;
  IdVector<model::FunctionId, FunctionInfo> functions;
  IdVector<model::ClassId, ClassInfo> classes;

  SymbolId symbol(python::PyNode node) { return scopes.symbol(node); }
  SymbolId symbol(llvm::StringRef text) { return arch.symbols.intern(text); }
  llvm::StringRef text(SymbolId symbol) const { return arch.text(symbol); }
  /// `base.name`.
  SymbolId join(SymbolId base, SymbolId name);
  /// Qualified name of what this module defines as `name`.
  SymbolId ownName(SymbolId name);

  model::FunctionId declareFunction(python::PyNode node);
  void remark(python::PyNode node, llvm::StringRef kind, llvm::StringRef text);
  void remark(SourceRange range, llvm::StringRef kind, llvm::StringRef text);

  /// Declared op or spelling called `name`, or null.
  const program::Program::SpellingRef *spelling(SymbolId name) const {
    return program.findSpelling(name);
  }
  /// The same for the method `name` of tensors.
  const program::Program::SpellingRef *tensorMethod(SymbolId name);
  /// Canonical name for `name` where it names a declared op; else `name`.
  SymbolId canonicalName(SymbolId name) const;

  /// Method that `self.name` means in `owner`: own, or of a base in this file;
  /// none when a subclass in this file redefines it.
  model::FunctionId fixedMethod(model::ClassId owner, SymbolId name) const;
  model::FunctionId findMethod(model::ClassId owner, SymbolId name) const;
  /// `name` is assigned as an attribute of self in `owner` or its bases.
  bool isAssigned(model::ClassId owner, SymbolId name) const;
  /// A class derived from `owner` assigns `name` or defines it as a method.
  bool isRedefinedBelow(model::ClassId owner, SymbolId name) const;

  /// Names that are asked for often.
  struct {
    SymbolId init, training, super, tensor, parameter, out;
  } known;

private:
  llvm::DenseMap<std::pair<SymbolId, SymbolId>, SymbolId> joined;
  llvm::DenseMap<SymbolId, const program::Program::SpellingRef *> methods;
};

/// Value of a module-level `operator` token in Program, e.g. "+" or "neg".
llvm::StringRef operatorToken(python::PyKind token);

} // namespace adopter::lift

#endif // ADOPTER_RUNTIME_LIFT_FILECONTEXT_H
