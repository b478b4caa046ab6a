// SPDX-License-Identifier: Apache-2.0
// Myers, "An O(ND) difference algorithm and its variations", 1986: the greedy
// form, which remembers the furthest points of each step to walk back.
#include "runtime/patch/LineDiff.h"
#include "llvm/ADT/BitVector.h"
#include <algorithm>

namespace adopter::patch {

namespace {

/// More steps than this are not worth the memory: all lines count as changed.
constexpr int32_t MaxSteps = 3000;

/// Which lines go and which come.
struct Marks {
  llvm::BitVector removed;
  llvm::BitVector added;
};

using Lines = llvm::ArrayRef<llvm::StringRef>;

/// Marks the changes between `a` and `b`, whose first lines have the numbers
/// `base` in both texts.
void markChanges(Lines a, Lines b, uint32_t base, Marks &marks) {
  auto n = static_cast<int32_t>(a.size());
  auto m = static_cast<int32_t>(b.size());
  int32_t limit = std::min(n + m, MaxSteps);
  // furthest[k + limit + 1]: the largest x reached on diagonal k = x - y.
  std::vector<int32_t> furthest(2 * static_cast<size_t>(limit) + 3, 0);
  std::vector<std::vector<int32_t>> history; // of diagonals -d..d before step d
  auto at = [&](int32_t k) -> int32_t & { return furthest[k + limit + 1]; };

  int32_t steps = -1;
  for (int32_t d = 0; d <= limit && steps < 0; ++d) {
    history.emplace_back(&at(-d - 1), &at(d + 1) + 1);
    for (int32_t k = -d; k <= d; k += 2) {
      bool isDown = k == -d || (k != d && at(k - 1) < at(k + 1));
      int32_t x = isDown ? at(k + 1) : at(k - 1) + 1;
      int32_t y = x - k;
      while (x < n && y < m && a[x] == b[y])
        ++x, ++y;
      at(k) = x;
      if (x >= n && y >= m) {
        steps = d;
        break;
      }
    }
  }
  if (steps < 0) {
    marks.removed.set(base, base + a.size());
    marks.added.set(base, base + b.size());
    return;
  }
  int32_t x = n, y = m;
  for (int32_t d = steps; d > 0; --d) {
    const std::vector<int32_t> &before = history[d];
    auto was = [&](int32_t k) { return before[k + d + 1]; };
    int32_t k = x - y;
    bool isDown = k == -d || (k != d && was(k - 1) < was(k + 1));
    int32_t fromX = isDown ? was(k + 1) : was(k - 1);
    int32_t fromY = fromX - (isDown ? k + 1 : k - 1);
    if (isDown)
      marks.added.set(base + fromY);
    else
      marks.removed.set(base + fromX);
    x = fromX;
    y = fromY;
  }
}

} // namespace

std::vector<LineChange> diffLines(Lines oldLines, Lines newLines) {
  size_t shorter = std::min(oldLines.size(), newLines.size());
  size_t prefix = 0;
  while (prefix < shorter && oldLines[prefix] == newLines[prefix])
    ++prefix;
  size_t suffix = 0;
  while (suffix < shorter - prefix &&
         oldLines[oldLines.size() - 1 - suffix] ==
             newLines[newLines.size() - 1 - suffix])
    ++suffix;

  Marks marks{llvm::BitVector(oldLines.size()),
              llvm::BitVector(newLines.size())};
  markChanges(oldLines.drop_front(prefix).drop_back(suffix),
              newLines.drop_front(prefix).drop_back(suffix),
              static_cast<uint32_t>(prefix), marks);

  std::vector<LineChange> changes;
  uint32_t i = 0, j = 0;
  auto isRemoved = [&] { return i < oldLines.size() && marks.removed.test(i); };
  auto isAdded = [&] { return j < newLines.size() && marks.added.test(j); };
  while (i < oldLines.size() || j < newLines.size()) {
    if (!isRemoved() && !isAdded()) {
      ++i, ++j;
      continue;
    }
    LineChange change{i, i, j, j};
    while (isRemoved() || isAdded())
      isRemoved() ? ++i : ++j;
    change.oldEnd = i;
    change.newEnd = j;
    changes.push_back(change);
  }
  return changes;
}

std::vector<llvm::StringRef> splitLines(llvm::StringRef text) {
  std::vector<llvm::StringRef> lines;
  while (!text.empty()) {
    size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.take_front(end));
    text = text.drop_front(end);
  }
  return lines;
}

std::vector<Edit> lineEdits(FileId file, llvm::StringRef before,
                            llvm::StringRef after) {
  std::vector<llvm::StringRef> oldLines = splitLines(before);
  std::vector<llvm::StringRef> newLines = splitLines(after);
  auto offset = [](llvm::StringRef text, llvm::ArrayRef<llvm::StringRef> lines,
                   uint32_t line) {
    return static_cast<uint32_t>(
        line < lines.size() ? lines[line].begin() - text.begin() : text.size());
  };
  std::vector<Edit> edits;
  for (const LineChange &change : diffLines(oldLines, newLines))
    edits.push_back({{file, offset(before, oldLines, change.oldBegin),
                      offset(before, oldLines, change.oldEnd)},
                     after
                         .slice(offset(after, newLines, change.newBegin),
                                offset(after, newLines, change.newEnd))
                         .str(),
                     {},
                     0});
  return edits;
}

} // namespace adopter::patch
