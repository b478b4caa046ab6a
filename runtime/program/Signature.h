// SPDX-License-Identifier: Apache-2.0
/// \file
/// Maps the arguments of a call to the parameters of a signature, as Python
/// does: rules and models are canonicalised by the same function.
///
/// In: parameters, and the shape (keyword, star) of each argument. Out: which
/// arguments each parameter got, and every mistake.
#ifndef ADOPTER_RUNTIME_PROGRAM_SIGNATURE_H
#define ADOPTER_RUNTIME_PROGRAM_SIGNATURE_H

#include "runtime/program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace adopter::program {

/// What matters of one argument for the mapping.
struct ArgumentShape {
  SymbolId keyword; // none: positional
  ArgumentKind kind = ArgumentKind::Plain;
};

enum class MappingErrorKind : uint8_t {
  TooMany,        // positional argument `index` has no parameter
  UnknownKeyword, // argument `index` names no parameter
  Duplicate,      // argument `index` gives a parameter a second time
  Starred,        // argument `index` is `*x` or `**x`: not known what it gives
  Missing,        // parameter `index` is required and got nothing
};

struct MappingError {
  MappingErrorKind kind;
  uint32_t index;
  uint32_t parameter = 0; // Duplicate: which one
};

struct ArgumentMapping {
  /// Indexed by parameter: the arguments it got; empty: its default. Only
  /// `*args` and `**kwargs` parameters get more than one.
  llvm::SmallVector<llvm::SmallVector<uint32_t, 1>, 8> given;
  llvm::SmallVector<MappingError, 2> errors;

  bool fits() const { return errors.empty(); }
};

/// Maps `arguments` to `parameters`; goes on after a mistake, so that all are
/// reported. A `*args` parameter takes a single `*x` argument as it is.
ArgumentMapping mapArguments(llvm::ArrayRef<Parameter> parameters,
                             llvm::ArrayRef<ArgumentShape> arguments);

/// Index of the parameter called `name`, or none.
std::optional<uint32_t> findParameter(llvm::ArrayRef<Parameter> parameters,
                                      SymbolId name);

} // namespace adopter::program

#endif // ADOPTER_RUNTIME_PROGRAM_SIGNATURE_H
