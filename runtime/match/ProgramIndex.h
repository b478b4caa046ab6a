// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the matcher derives from an automaton once: which rules a state can
/// still reach, which ops a match can start from, where holes are.
///
/// Immutable once built; built again when another program is run.
#ifndef ADOPTER_RUNTIME_MATCH_PROGRAMINDEX_H
#define ADOPTER_RUNTIME_MATCH_PROGRAMINDEX_H

#include "runtime/model/Architecture.h"
#include "runtime/program/Program.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace adopter::match {

class ProgramIndex {
public:
  explicit ProgramIndex(const program::Program &program);

  /// Some rule in `wanted` can be accepted from `state`.
  bool reaches(program::StateId state, const llvm::BitVector &wanted) const {
    return reachable[state.index()].anyCommon(wanted);
  }
  /// The automaton may have a case for `op` as a root.
  bool mayStart(const model::Op &op) const;
  /// Positions directly below `position`.
  llvm::ArrayRef<program::PositionId>
  below(program::PositionId position) const {
    return children[position.index()];
  }
  /// The register of Hole `index` of the instance at `position`, or none.
  program::PositionId hole(program::PositionId position, uint32_t index) const;

private:
  void computeReachable(const program::Automaton &automaton);
  void computeStarts(const program::Automaton &automaton, uint32_t symbolCount);
  static bool test(const llvm::BitVector &names, SymbolId name) {
    return name && name.index() < names.size() && names.test(name.index());
  }

  std::vector<llvm::BitVector> reachable; // indexed by StateId
  std::vector<llvm::SmallVector<program::PositionId, 2>> children;
  llvm::DenseMap<std::pair<uint32_t, uint32_t>, program::PositionId> holes;

  bool startsAnywhere = false; // the start asks what has no table here
  bool startsAtCalls = false;
  bool startsAtMemberCalls = false;
  uint64_t startKinds = 0;         // bit per model::OpKind
  llvm::BitVector startNames;      // indexed by symbol: calls and globals
  llvm::BitVector startMethods;    // method calls
  llvm::BitVector startAttributes; // attribute reads
};

} // namespace adopter::match

#endif // ADOPTER_RUNTIME_MATCH_PROGRAMINDEX_H
