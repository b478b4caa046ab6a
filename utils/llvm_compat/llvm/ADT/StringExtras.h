// SPDX-License-Identifier: Apache-2.0
/// \file
/// LLVM's StringExtras.h with what releases before 19 lack. Only on the include
/// path for those, before the real one; see utils/cmake/AdopterLlvm.cmake.
#ifndef ADOPTER_UTILS_LLVM_COMPAT_LLVM_ADT_STRINGEXTRAS_H
#define ADOPTER_UTILS_LLVM_COMPAT_LLVM_ADT_STRINGEXTRAS_H

#include_next "llvm/ADT/StringExtras.h"

#ifndef ADOPTER_LLVM_HAS_IS_UPPER
namespace llvm {
inline bool isLower(char c) { return 'a' <= c && c <= 'z'; }
inline bool isUpper(char c) { return 'A' <= c && c <= 'Z'; }
} // namespace llvm
#endif

#endif // ADOPTER_UTILS_LLVM_COMPAT_LLVM_ADT_STRINGEXTRAS_H
