// SPDX-License-Identifier: Apache-2.0
/// \file
/// Typed index: `Id<Tag>` names one element of a table and cannot be mixed up
/// with an index into another.
#ifndef ADOPTER_RUNTIME_SUPPORT_ID_H
#define ADOPTER_RUNTIME_SUPPORT_ID_H

#include "llvm/ADT/DenseMapInfo.h"
#include <cassert>
#include <compare>
#include <cstddef>
#include <cstdint>

namespace adopter {

/// A 32-bit index into the table that `Tag` stands for; default: none.
template <typename Tag> class Id {
public:
  constexpr Id() = default;
  constexpr explicit Id(uint32_t index) : value(index) {}
  constexpr explicit Id(size_t index) : value(static_cast<uint32_t>(index)) {}
  constexpr explicit Id(int index) : value(static_cast<uint32_t>(index)) {}

  static constexpr Id none() { return Id(); }

  constexpr bool isValid() const { return value != NoneValue; }
  constexpr explicit operator bool() const { return isValid(); }
  /// The index; only for a valid id.
  constexpr uint32_t index() const {
    assert(isValid() && "index of an id that names nothing");
    return value;
  }
  /// The stored bits, valid or not: for serialisation and hashing.
  constexpr uint32_t raw() const { return value; }

  friend constexpr bool operator==(Id, Id) = default;
  friend constexpr auto operator<=>(Id, Id) = default;

private:
  static constexpr uint32_t NoneValue = 0xFFFFFFFFu;
  uint32_t value = NoneValue;
};

} // namespace adopter

namespace llvm {
template <typename Tag> struct DenseMapInfo<adopter::Id<Tag>> {
  static adopter::Id<Tag> getEmptyKey() {
    return adopter::Id<Tag>(uint32_t(0xFFFFFFFEu));
  }
  static adopter::Id<Tag> getTombstoneKey() {
    return adopter::Id<Tag>(uint32_t(0xFFFFFFFDu));
  }
  static unsigned getHashValue(adopter::Id<Tag> id) {
    return DenseMapInfo<uint32_t>::getHashValue(id.raw());
  }
  static bool isEqual(adopter::Id<Tag> a, adopter::Id<Tag> b) { return a == b; }
};
} // namespace llvm

#endif // ADOPTER_RUNTIME_SUPPORT_ID_H
