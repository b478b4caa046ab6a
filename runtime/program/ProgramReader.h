// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bytes of an `.adrp` file → Program. Trusts nothing: a foreign, truncated or
/// altered file, another version, a count or an id out of range are errors.
#ifndef ADOPTER_RUNTIME_PROGRAM_PROGRAMREADER_H
#define ADOPTER_RUNTIME_PROGRAM_PROGRAMREADER_H

#include "runtime/program/Program.h"
#include "llvm/Support/Error.h"

namespace adopter::program {

/// What is wrong with a pack.
enum class PackErrorKind : uint8_t {
  NotAPack,     // does not start like one
  WrongVersion, // another format; `detail`: its version
  Truncated,    // shorter than its header says
  TrailingData, // longer than its header says
  Checksum,     // altered
  Malformed,    // checksum right, content wrong; `detail`: what
};

class PackError : public llvm::ErrorInfo<PackError> {
public:
  static char ID;
  PackError(PackErrorKind kind, std::string detail = {})
      : kind(kind), detail(std::move(detail)) {}
  void log(llvm::raw_ostream &os) const override;
  std::error_code convertToErrorCode() const override;

  PackErrorKind kind;
  std::string detail;
};

/// Reads a pack.
/// \param symbols table that the program's names go into, shared with the
/// programs it is used with; null: a new one. The table must not be the parent
/// of another yet.
llvm::Expected<Program> readProgram(llvm::StringRef bytes,
                                    std::shared_ptr<SymbolTable> symbols = {});

} // namespace adopter::program

#endif // ADOPTER_RUNTIME_PROGRAM_PROGRAMREADER_H
