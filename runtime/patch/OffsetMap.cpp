// SPDX-License-Identifier: Apache-2.0
#include "runtime/patch/OffsetMap.h"
#include <algorithm>

namespace adopter::patch {

void OffsetMap::then(llvm::ArrayRef<Edit> edits) {
  std::vector<Piece> pieces;
  uint32_t position = 0; // in the new text
  uint32_t done = 0;     // in the old text
  for (const Edit &edit : edits) {
    uint32_t kept = edit.range.begin - done;
    if (kept != 0)
      pieces.push_back({position, done, edit.range.begin, true});
    position += kept;
    if (!edit.text.empty())
      pieces.push_back({position, edit.range.begin, edit.range.end, false});
    position += static_cast<uint32_t>(edit.text.size());
    done = edit.range.end;
  }
  pieces.push_back({position, done, UINT32_MAX, true});
  rounds.push_back(std::move(pieces));
}

SourceRange OffsetMap::toOriginal(SourceRange range) const {
  for (size_t i = rounds.size(); i-- > 0;) {
    const std::vector<Piece> &pieces = rounds[i];
    auto pieceAt = [&](uint32_t offset) {
      auto after = std::upper_bound(pieces.begin(), pieces.end(), offset,
                                    [](uint32_t value, const Piece &piece) {
                                      return value < piece.begin;
                                    });
      return after == pieces.begin() ? *after : *std::prev(after);
    };
    bool wasEmpty = range.begin == range.end;
    Piece first = pieceAt(range.begin);
    uint32_t begin =
        first.isCopy ? first.from + (range.begin - first.begin) : first.from;
    uint32_t end = begin;
    if (!wasEmpty) {
      // Of the last byte inside, so that what follows the range has no say.
      Piece last = pieceAt(range.end - 1);
      end = last.isCopy ? last.from + (range.end - last.begin) : last.fromEnd;
    } else if (!first.isCopy) {
      end = first.fromEnd;
    }
    range.begin = begin;
    range.end = std::max(begin, end);
  }
  return range;
}

} // namespace adopter::patch
