// SPDX-License-Identifier: Apache-2.0
/// \file
/// The edits of one file: ordered, never overlapping, and taken in groups, so
/// that what one match changes goes in together or not at all.
#ifndef ADOPTER_RUNTIME_PATCH_EDITSET_H
#define ADOPTER_RUNTIME_PATCH_EDITSET_H

#include "runtime/patch/Edit.h"
#include "llvm/ADT/ArrayRef.h"
#include <vector>

namespace adopter::patch {

/// The two cannot both be made: their ranges overlap, or one inserts inside
/// what the other replaces. Insertions at one place, and at the borders of a
/// replacement, are no conflict.
bool conflict(const Edit &a, const Edit &b);

class EditSet {
public:
  /// Adds all of `group`, or nothing if one of them conflicts with an edit of
  /// the set or of the group, or ends before it begins.
  /// \return the edit of the set that is in the way, `&group[i]` if it is the
  /// group itself, null if all went in.
  const Edit *insert(llvm::ArrayRef<Edit> group);

  /// By place; at one place insertions stand before the replacement.
  llvm::ArrayRef<Edit> edits() const { return ordered; }
  bool empty() const { return ordered.empty(); }

private:
  std::vector<Edit> ordered;
};

} // namespace adopter::patch

#endif // ADOPTER_RUNTIME_PATCH_EDITSET_H
