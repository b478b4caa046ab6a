// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which variables of a function are read after each statement where paths
/// meet, and which a loop or `try` assigns: joins are made for those only, so
/// that no join counts as a reader of a value that nobody reads.
///
/// In: FunctionScope. Out: LiveSets per if, for, while, try and match node.
#ifndef ADOPTER_RUNTIME_LIFT_LIVENESS_H
#define ADOPTER_RUNTIME_LIFT_LIVENESS_H

#include "runtime/lift/Scope.h"
#include "llvm/ADT/DenseMap.h"

namespace adopter::lift {

/// A set of slots.
class SlotSet {
public:
  SlotSet() = default;
  explicit SlotSet(size_t slots) : words((slots + 63) / 64, 0) {}
  void set(uint32_t slot) { words[slot / 64] |= uint64_t(1) << (slot % 64); }
  void reset(uint32_t slot) {
    words[slot / 64] &= ~(uint64_t(1) << (slot % 64));
  }
  bool test(uint32_t slot) const {
    return slot / 64 < words.size() && (words[slot / 64] >> (slot % 64) & 1);
  }
  void setAll() {
    for (uint64_t &word : words)
      word = ~uint64_t(0);
  }
  void clear() {
    for (uint64_t &word : words)
      word = 0;
  }
  SlotSet &operator|=(const SlotSet &other) {
    for (size_t i = 0; i < words.size(); ++i)
      words[i] |= other.words[i];
    return *this;
  }

private:
  llvm::SmallVector<uint64_t, 1> words;
};

struct LiveSets {
  SlotSet after;    // may be read after the statement
  SlotSet atHead;   // loops: may be read by a further round, or after it
  SlotSet assigned; // loops, try: assigned inside
};

class Liveness {
public:
  /// Analyses the body of the function that `scope` belongs to. Statements
  /// nested deeper than `maxDepth` below it are taken to read everything.
  Liveness(const python::PySource &source, const ScopeTable &table,
           const FunctionScope &scope, uint32_t maxDepth);

  const LiveSets &of(python::PyNode statement) const;

private:
  friend class LivenessBuilder;
  llvm::DenseMap<uint32_t, uint32_t> index; // node -> sets
  std::vector<LiveSets> sets;
  LiveSets everything; // for what was not analysed
};

/// `target.method_(...)`: writes to its receiver, by PyTorch's convention.
bool isInPlaceName(llvm::StringRef name);

} // namespace adopter::lift

#endif // ADOPTER_RUNTIME_LIFT_LIVENESS_H
