// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a qualified name means: operations by each of their spellings, kernels
/// by their full name or by its last components.
///
/// In: Program::ops and Program::kernels as they are filled. Out: look-ups for
/// the translation of expressions, and suggestions for mistyped names.
#ifndef ADOPTER_COMPILER_SEMA_NAMES_H
#define ADOPTER_COMPILER_SEMA_NAMES_H

#include "runtime/program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"

namespace adopter::sema {

/// One way to call an operation.
struct OpSpelling {
  program::OpDeclId op;
  int32_t spelling = -1; // index into OpDecl::spellings; -1: canonical

  llvm::ArrayRef<program::Parameter>
  parameters(const program::Program &program) const;
};

class Names {
public:
  explicit Names(const program::Program &program) : program(program) {}

  /// Makes the names of a declaration known; spellings and operators included.
  void addOp(program::OpDeclId op);
  void addKernel(program::KernelId kernel, program::PackId pack);

  /// Every signature under which `name` may be called, in order of declaration.
  llvm::ArrayRef<OpSpelling> findOp(llvm::StringRef name) const;
  program::OpDeclId findOperator(llvm::StringRef token) const;
  /// Kernels called `name` or whose name ends in `.name`; a full match hides
  /// the others, and what `pack` declares hides what other packs do.
  llvm::SmallVector<program::KernelId, 2>
  findKernel(llvm::StringRef name, program::PackId pack) const;

  /// The nearest name of an op, or empty. For a dotted name only ops of the
  /// same parent are near.
  llvm::StringRef suggestOp(llvm::StringRef name) const;
  llvm::StringRef suggestKernel(llvm::StringRef name) const;

private:
  const program::Program &program;
  llvm::StringMap<llvm::SmallVector<OpSpelling, 2>> ops;
  llvm::StringMap<program::OpDeclId> operators;
  llvm::StringMap<llvm::SmallVector<program::KernelId, 2>> kernels; // suffixes
  std::vector<llvm::StringRef> opNames; // in order of declaration
  std::vector<llvm::StringRef> kernelNames;
  IdVector<program::KernelId, program::PackId> kernelPacks;
};

/// `torch.nn` of `torch.nn.Linear`; empty for a name without dots.
llvm::StringRef parentName(llvm::StringRef qualified);
/// `Linear` of `torch.nn.Linear`.
llvm::StringRef lastName(llvm::StringRef qualified);

} // namespace adopter::sema

#endif // ADOPTER_COMPILER_SEMA_NAMES_H
