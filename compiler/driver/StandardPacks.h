// SPDX-License-Identifier: Apache-2.0
/// \file
/// The packs that are part of the program: compiled at build time from
/// stdlib-rules/ and linked in (stdlib-rules/CMakeLists.txt).
#ifndef ADOPTER_COMPILER_DRIVER_STANDARDPACKS_H
#define ADOPTER_COMPILER_DRIVER_STANDARDPACKS_H

#include "llvm/ADT/StringRef.h"

namespace adopter::driver {

/// Bytes of the pack of all standard rules.
llvm::StringRef standardPack();
/// Text of the prelude's `.adr` files, one after the other: what rules of users
/// are compiled with.
llvm::StringRef preludeText();

} // namespace adopter::driver

#endif // ADOPTER_COMPILER_DRIVER_STANDARDPACKS_H
