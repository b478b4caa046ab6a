// SPDX-License-Identifier: Apache-2.0
/// \file
/// Python's arithmetic and comparison on literals, as far as it is exact.
#ifndef ADOPTER_RUNTIME_MATCH_LITERALARITHMETIC_H
#define ADOPTER_RUNTIME_MATCH_LITERALARITHMETIC_H

#include "runtime/match/Guards.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace adopter::match {

Literal toLiteral(const Constant &constant, llvm::StringRef text);
Literal intLiteral(int64_t value);
Literal textLiteral(llvm::StringRef value);

bool isNumber(const Literal &value);
/// Python's bool(value).
bool isTrue(const Literal &value);
/// Python's `==`, except that True is not 1.
bool equal(const Literal &a, const Literal &b);
/// `a token b` for == != < <= > >= is; none if Python would raise.
std::optional<bool> compareLiterals(llvm::StringRef token, const Literal &a,
                                    const Literal &b);
/// Result of a canonical op (torch.neg, builtins.int, math.sqrt...) on a
/// literal; none if it is not one known here.
std::optional<Literal> unaryLiteral(llvm::StringRef op, const Literal &value);
/// Result of a canonical op (torch.add, torch.eq...) or operator token.
std::optional<Literal> binaryLiteral(llvm::StringRef op, const Literal &a,
                                     const Literal &b);
/// As it stands in Python: None, True, 1, 0.5, "silu".
std::string spelling(const Literal &value);

} // namespace adopter::match

#endif // ADOPTER_RUNTIME_MATCH_LITERALARITHMETIC_H
