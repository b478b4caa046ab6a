// SPDX-License-Identifier: Apache-2.0
/// \file
/// `kernel` declarations: the signature, where it is imported from, and the
/// sheet of its conditions.
#ifndef ADOPTER_COMPILER_SEMA_SEMAKERNEL_H
#define ADOPTER_COMPILER_SEMA_SEMAKERNEL_H

#include "compiler/sema/Context.h"

namespace adopter::sema {

class KernelSema {
public:
  explicit KernelSema(Context &context) : context(context) {}

  /// Name and signature.
  void declare(const ast::KernelDecl &decl);
  /// Defaults and sheets of all that were declared.
  void define();

private:
  void defineSheet(const ast::KernelDecl &decl, program::Kernel &kernel);
  void defineLine(const ast::SheetLine &line, program::Kernel &kernel);
  void defineDevices(const ast::SheetLine &line, program::Kernel &kernel);
  void defineModes(const ast::SheetLine &line, program::Kernel &kernel);
  void defineGradients(const ast::SheetLine &line, program::Kernel &kernel);
  void defineMutates(const ast::SheetLine &line, program::Kernel &kernel);
  void defineImport(const ast::SheetLine &line, program::Kernel &kernel);
  void checkParameter(const ast::Identifier &name,
                      const program::Kernel &kernel);
  void reportUnknown(const ast::Identifier &value, llvm::StringRef line,
                     llvm::ArrayRef<llvm::StringRef> known);

  Context &context;
  std::vector<std::pair<program::KernelId, const ast::KernelDecl *>> declared;
  llvm::StringMap<SourceRange> names; // by pack and name
};

} // namespace adopter::sema

#endif // ADOPTER_COMPILER_SEMA_SEMAKERNEL_H
