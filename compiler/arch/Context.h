// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the parts of the architecture builder share. (Private.)
#ifndef ADOPTER_COMPILER_ARCH_CONTEXT_H
#define ADOPTER_COMPILER_ARCH_CONTEXT_H

#include "compiler/arch/ArchBuilder.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

namespace adopter::arch {

class Context {
public:
  Context(const program::Program &program, DiagnosticEngine &diags,
          model::Architecture &arch)
      : program(program), diags(diags), arch(arch) {}

  const program::Program &program;
  DiagnosticEngine &diags;
  model::Architecture &arch;
  IdVector<model::ClassId, const ast::ModuleDecl *> classes;
  llvm::StringMap<model::ClassId> classNames;
  /// Functions of the file, and methods as `Class.method`.
  llvm::StringMap<model::FunctionId> functionNames;

  SymbolId symbol(llvm::StringRef text) { return arch.symbols.intern(text); }
  llvm::StringRef text(SymbolId symbol) const { return arch.text(symbol); }

  template <typename... Args>
  void report(SourceRange range, DiagKind kind, const Args &...args) {
    diags.report(range, kind, args...);
  }

  /// Declares a function with its parameters and an empty body.
  model::FunctionId declareFunction(const ast::FunctionDecl &decl,
                                    model::ClassId owner,
                                    model::FunctionId enclosing);
};

class Body;

/// Adds a parameter to `function`.
model::Parameter &addParameter(Context &file, model::FunctionId function,
                               llvm::StringRef name);
/// Gives `function` its empty body.
void addBody(Context &file, model::FunctionId function);
/// Fills the body of `function`; `outer` is that of the function around it.
void buildBody(Context &file, model::FunctionId function,
               const ast::FunctionDecl &decl, Body *outer);

/// Declares the members that the lines of `owner` name, then inherited ones.
void declareMembers(Context &file, model::ClassId owner);

/// `set` makes `value` the member `name` of `owner`.
void defineMember(Context &file, model::ClassId owner, SymbolId name,
                  model::ValueId value, model::OpId set);

/// A class derived from `owner` defines `name` again.
bool isRedefinedBelow(const Context &file, model::ClassId owner, SymbolId name);

/// Makes the constructor that the lines of a class without one stand for.
void buildConstructor(Context &file, model::ClassId owner);

/// An argument of a call that is being built, with its value.
struct BuiltArgument {
  SymbolId keyword;
  model::ArgumentKind kind = model::ArgumentKind::Plain;
  model::ValueId value;
  bool isLiteralTuple = false; // written as a tuple or list
};

} // namespace adopter::arch

#endif // ADOPTER_COMPILER_ARCH_CONTEXT_H
