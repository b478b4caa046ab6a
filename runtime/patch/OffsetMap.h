// SPDX-License-Identifier: Apache-2.0
/// \file
/// The way back from a text after edits to the text before.
#ifndef ADOPTER_RUNTIME_PATCH_OFFSETMAP_H
#define ADOPTER_RUNTIME_PATCH_OFFSETMAP_H

#include "runtime/patch/Edit.h"
#include "llvm/ADT/ArrayRef.h"
#include <vector>

namespace adopter::patch {

/// Identity until `then` is called; each call adds one round of edits.
class OffsetMap {
public:
  /// `edits` (in order, not overlapping) lead from the newest text so far to
  /// the next one.
  void then(llvm::ArrayRef<Edit> edits);

  /// Range of the oldest text for one of the newest. New text stands for what
  /// it replaced.
  SourceRange toOriginal(SourceRange range) const;

private:
  struct Piece {
    uint32_t begin = 0; // in the new text; ends where the next one begins
    uint32_t from = 0;  // in the old text
    uint32_t fromEnd = 0;
    bool isCopy = false;
  };
  std::vector<std::vector<Piece>> rounds;
};

} // namespace adopter::patch

#endif // ADOPTER_RUNTIME_PATCH_OFFSETMAP_H
