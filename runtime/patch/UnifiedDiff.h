// SPDX-License-Identifier: Apache-2.0
/// \file
/// A patch in the form that `git apply` and `patch -p1` read.
#ifndef ADOPTER_RUNTIME_PATCH_UNIFIEDDIFF_H
#define ADOPTER_RUNTIME_PATCH_UNIFIEDDIFF_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

namespace adopter::patch {

/// Writes the unified diff from `before` to `after` with the names
/// `a/path` and `b/path`; nothing if the texts are equal.
/// \param context unchanged lines around each change.
void writeUnifiedDiff(llvm::raw_ostream &out, llvm::StringRef path,
                      llvm::StringRef before, llvm::StringRef after,
                      unsigned context = 3);

} // namespace adopter::patch

#endif // ADOPTER_RUNTIME_PATCH_UNIFIEDDIFF_H
