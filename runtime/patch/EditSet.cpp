// SPDX-License-Identifier: Apache-2.0
#include "runtime/patch/EditSet.h"
#include <algorithm>

namespace adopter::patch {

static bool isInsertion(const Edit &edit) {
  return edit.range.begin == edit.range.end;
}

bool conflict(const Edit &a, const Edit &b) {
  if (a.range.file != b.range.file)
    return false;
  if (isInsertion(a) && isInsertion(b))
    return false;
  if (isInsertion(a))
    return b.range.begin < a.range.begin && a.range.begin < b.range.end;
  if (isInsertion(b))
    return conflict(b, a);
  return a.range.overlaps(b.range);
}

/// Strict order of two edits that do not conflict; equal: as added.
static bool isBefore(const Edit &a, const Edit &b) {
  if (a.range.begin != b.range.begin)
    return a.range.begin < b.range.begin;
  if (isInsertion(a) != isInsertion(b))
    return isInsertion(a);
  return a.rank < b.rank;
}

const Edit *EditSet::insert(llvm::ArrayRef<Edit> group) {
  for (size_t i = 0; i < group.size(); ++i) {
    const Edit &edit = group[i];
    if (edit.range.end < edit.range.begin)
      return &edit;
    for (size_t j = 0; j < i; ++j)
      if (conflict(edit, group[j]))
        return &edit;
    for (const Edit &other : ordered)
      if (conflict(edit, other))
        return &other;
  }
  ordered.insert(ordered.end(), group.begin(), group.end());
  std::stable_sort(ordered.begin(), ordered.end(), isBefore);
  return nullptr;
}

} // namespace adopter::patch
