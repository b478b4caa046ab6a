// SPDX-License-Identifier: Apache-2.0
/// \file
/// The positions of an automaton, each path once, so that equal positions of
/// all rules are equal ids.
#ifndef ADOPTER_COMPILER_LOWER_POSITIONTABLE_H
#define ADOPTER_COMPILER_LOWER_POSITIONTABLE_H

#include "runtime/program/Automaton.h"
#include "llvm/ADT/DenseMap.h"

namespace adopter::lower {

using program::PositionId;
using program::PositionKind;

/// Adds positions to an automaton, which must have none yet but Root.
class PositionTable {
public:
  explicit PositionTable(program::Automaton &automaton);

  PositionId root() const { return PositionId(0); }
  PositionId get(PositionKind kind, PositionId parent, SymbolId name = {},
                 uint32_t index = 0);
  PositionId argument(PositionId parent, SymbolId name) {
    return get(PositionKind::Argument, parent, name);
  }
  PositionId get(PositionKind kind, PositionId parent, uint32_t index) {
    return get(kind, parent, {}, index);
  }
  PositionId hole(PositionId parent, uint32_t index) {
    return get(PositionKind::Hole, parent, index);
  }
  const program::Position &operator[](PositionId id) const {
    return automaton.positions[id];
  }
  /// Steps from the root.
  uint32_t depth(PositionId id) const { return depths[id.index()]; }

private:
  using Key =
      std::pair<std::pair<uint32_t, uint32_t>, std::pair<uint32_t, uint32_t>>;
  program::Automaton &automaton;
  llvm::DenseMap<Key, PositionId> known;
  std::vector<uint32_t> depths; // indexed by PositionId
};

} // namespace adopter::lower

#endif // ADOPTER_COMPILER_LOWER_POSITIONTABLE_H
