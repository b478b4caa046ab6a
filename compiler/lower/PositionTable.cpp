// SPDX-License-Identifier: Apache-2.0
#include "compiler/lower/PositionTable.h"

using namespace adopter;
using namespace adopter::lower;

PositionTable::PositionTable(program::Automaton &automaton)
    : automaton(automaton) {
  automaton.positions.clear();
  automaton.positions.add({PositionKind::Root, {}, {}, 0});
  depths.push_back(0);
}

PositionId PositionTable::get(PositionKind kind, PositionId parent,
                              SymbolId name, uint32_t index) {
  Key key{{static_cast<uint32_t>(kind), parent.raw()}, {name.raw(), index}};
  auto [entry, isNew] = known.try_emplace(key);
  if (isNew) {
    entry->second = automaton.positions.add({kind, parent, name, index});
    depths.push_back(depth(parent) + 1);
  }
  return entry->second;
}
