// SPDX-License-Identifier: Apache-2.0
/// \file
/// The shortest way from one list of lines to another.
#ifndef ADOPTER_RUNTIME_PATCH_LINEDIFF_H
#define ADOPTER_RUNTIME_PATCH_LINEDIFF_H

#include "runtime/patch/Edit.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <vector>

namespace adopter::patch {

/// Lines `[oldBegin, oldEnd)` become `[newBegin, newEnd)`; numbers from 0.
struct LineChange {
  uint32_t oldBegin = 0;
  uint32_t oldEnd = 0;
  uint32_t newBegin = 0;
  uint32_t newEnd = 0;
};

/// Lines with their line endings; only the last one may have none.
std::vector<llvm::StringRef> splitLines(llvm::StringRef text);

/// Edits of whole lines that lead from `before`, the text of `file`, to
/// `after`.
std::vector<Edit> lineEdits(FileId file, llvm::StringRef before,
                            llvm::StringRef after);

/// Changes in order, with equal lines between any two. Minimal unless the
/// texts differ in thousands of lines.
std::vector<LineChange> diffLines(llvm::ArrayRef<llvm::StringRef> oldLines,
                                  llvm::ArrayRef<llvm::StringRef> newLines);

} // namespace adopter::patch

#endif // ADOPTER_RUNTIME_PATCH_LINEDIFF_H
