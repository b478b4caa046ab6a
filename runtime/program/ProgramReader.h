// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bytes of an `.adrp` file → Program. Trusts nothing: a foreign, truncated or
/// altered file, another version, a count or an id out of range are errors.
#ifndef ADOPTER_RUNTIME_PROGRAM_PROGRAMREADER_H
#define ADOPTER_RUNTIME_PROGRAM_PROGRAMREADER_H

#include "runtime/program/Program.h"
#include "runtime/support/DiagnosticEngine.h"
#include "llvm/Support/Error.h"

namespace adopter::program {

/// Why a pack cannot be read: a diagnostic of the section runtime/program and
/// its arguments but the first one, which is the name of the pack.
class PackError : public llvm::ErrorInfo<PackError> {
public:
  static char ID;
  PackError(DiagKind kind, std::vector<std::string> details = {})
      : kind(kind), details(std::move(details)) {}
  void log(llvm::raw_ostream &os) const override;
  std::error_code convertToErrorCode() const override;

  DiagKind kind;
  std::vector<std::string> details;
};

/// Reads a pack.
/// \param symbols table that the program's names go into, shared with the
/// programs it is used with; null: a new one. The table must not be the parent
/// of another yet.
llvm::Expected<Program> readProgram(llvm::StringRef bytes,
                                    std::shared_ptr<SymbolTable> symbols = {});

/// Reports what `readProgram` found wrong with the pack called `name`.
void reportPackError(llvm::Error error, llvm::StringRef name,
                     DiagnosticEngine &diags);

} // namespace adopter::program

#endif // ADOPTER_RUNTIME_PROGRAM_PROGRAMREADER_H
