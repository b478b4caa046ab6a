// SPDX-License-Identifier: Apache-2.0
/// \file
/// Values of number and string literals, as Python reads them.
#ifndef ADOPTER_COMPILER_SYNTAX_LITERALS_H
#define ADOPTER_COMPILER_SYNTAX_LITERALS_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace adopter::syntax {

/// The value of `12`, `0x1F`, `1_000`; none if it is no Python integer
/// (`007`), `UINT64_MAX` if it does not fit.
std::optional<uint64_t> decodeInteger(llvm::StringRef spelling);

/// The value of `1.5`, `.5`, `1e-5`; infinite if it is too large.
double decodeFloat(llvm::StringRef spelling);

/// A string that could not be decoded: bytes [begin, end) of the spelling.
struct EscapeError {
  size_t begin;
  size_t end;
};

/// Decodes `spelling`, quotes included, into `value`.
std::optional<EscapeError> decodeString(llvm::StringRef spelling,
                                        std::string &value);

} // namespace adopter::syntax

#endif // ADOPTER_COMPILER_SYNTAX_LITERALS_H
