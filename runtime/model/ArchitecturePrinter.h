// SPDX-License-Identifier: Apache-2.0
/// \file
/// Prints an architecture in the notation of rules; compiler/arch reads it back
/// to an equal one. See docs/model-ir.md for the notation.
///
/// In: Architecture. Out: text that depends on nothing but what `equal`
/// (ArchitectureEqual.h) compares, and names.
#ifndef ADOPTER_RUNTIME_MODEL_ARCHITECTUREPRINTER_H
#define ADOPTER_RUNTIME_MODEL_ARCHITECTUREPRINTER_H

#include "runtime/model/CallNotation.h"
#include "llvm/Support/raw_ostream.h"

namespace adopter::model {

struct PrintOptions {
  /// Only this class; empty: everything.
  std::string onlyClass;
  /// Only methods and functions of this name; empty: all.
  std::string onlyMethod;
};

/// Prints `arch`; `notations` may be empty.
void printArchitecture(llvm::raw_ostream &out, const Architecture &arch,
                       const CallNotations &notations,
                       const PrintOptions &options = {});

/// Prints a literal as Python reads it back.
void printConstant(llvm::raw_ostream &out, const Constant &constant,
                   const SymbolTable &symbols);

} // namespace adopter::model

#endif // ADOPTER_RUNTIME_MODEL_ARCHITECTUREPRINTER_H
