// SPDX-License-Identifier: Apache-2.0
/// \file
/// What is not needed any more once the results of a match are computed
/// another way: ops nobody uses, and statements that do nothing else.
///
/// In: the ops that are replaced, the values the new text needs, and facts
/// under which the result is valid. Out: Removal.
#ifndef ADOPTER_RUNTIME_SYNTH_DEADCODE_H
#define ADOPTER_RUNTIME_SYNTH_DEADCODE_H

#include "runtime/synth/PathConditions.h"

namespace adopter::synth {

class DeadCode {
public:
  /// \param roots ops whose results the new text computes.
  /// \param replaced their texts.
  DeadCode(FileModel &file, const match::Match &match,
           PathConditions &conditions, llvm::ArrayRef<model::OpId> roots,
           llvm::ArrayRef<SourceRange> replaced);

  /// The value must be there when the new text is evaluated.
  void keep(model::ValueId value);
  /// The text of the op stands in the new text again: it may be deleted here.
  void allowMove(model::OpId op) { movable.insert(op); }
  /// Uses that contradict `guard` do not count.
  Removal compute(llvm::ArrayRef<Fact> guard);
  /// The uses for whose sake `value` must still be computed.
  std::vector<model::Use> liveUses(const Removal &removal, model::ValueId value,
                                   llvm::ArrayRef<Fact> guard);

private:
  bool isExcluded(const model::Use &use, llvm::ArrayRef<Fact> guard);
  bool isRemovable(const model::Op &op, model::OpId id) const;
  void findDead(Removal &removal, llvm::ArrayRef<Fact> guard);
  bool isDead(model::OpId id, const Removal &removal,
              llvm::ArrayRef<Fact> guard);
  bool isCheckOfMatched(const model::Op &op) const;
  bool isInsideDeadCheck(const model::Op &op, const Removal &removal) const;
  bool looksAtDead(model::OpId check, const Removal &removal) const;
  bool onlyRaises(model::RegionId region) const;
  bool isDeadInside(const model::Op &holder, const Removal &removal,
                    llvm::ArrayRef<Fact> guard, bool &isRelated);
  void findDeletable(Removal &removal, llvm::ArrayRef<Fact> guard);
  bool isDeletable(model::StatementId id, const Removal &removal,
                   llvm::ArrayRef<Fact> guard);
  bool isCovered(model::OpId id, const Removal &removal) const;

  FileModel &file;
  const model::Architecture &arch;
  PathConditions &conditions;
  model::FunctionId function;
  llvm::DenseSet<model::OpId> matched;
  llvm::SmallVector<model::OpId, 4> roots;
  std::vector<SourceRange> replaced;
  llvm::DenseSet<model::OpId> kept;
  llvm::DenseSet<model::OpId> movable;
  llvm::DenseSet<model::OpId> checks; // that look at what is matched
};

} // namespace adopter::synth

#endif // ADOPTER_RUNTIME_SYNTH_DEADCODE_H
