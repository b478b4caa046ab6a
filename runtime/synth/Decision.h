// SPDX-License-Identifier: Apache-2.0
/// \file
/// Decides under which conditions the results of a match may be computed the
/// new way, and what is not needed any more then.
///
/// In: match, targets. Out: facts (none: always), Removal, the run of
/// statements that a guard would wrap; or a refusal.
#ifndef ADOPTER_RUNTIME_SYNTH_DECISION_H
#define ADOPTER_RUNTIME_SYNTH_DECISION_H

#include "runtime/synth/DeadCode.h"
#include "runtime/synth/ForwardEdits.h"
#include "runtime/synth/GuardEdits.h"
#include "runtime/synth/GuardText.h"

namespace adopter::synth {

class Decision {
public:
  Decision(MatchSite &site, llvm::ArrayRef<Replacement> replacements);

  /// Fills `site.removal`; false after a refusal.
  bool decide();
  /// Nothing that the model computes changes (Safety).
  bool isSafe();

  llvm::ArrayRef<Fact> facts() const { return guard; }
  const Run &run() const { return guardedRun; }
  /// The match is what an earlier rewrite keeps for another case.
  bool isOriginal() const { return original; }

private:
  /// Statements are numbered in program order.
  model::StatementId firstPlace() const;
  model::OpId anchorOf(model::StatementId statement) const;
  bool decideAt(model::StatementId place);
  bool addAssumptions(ValueText &text);
  bool addOpenConditions(ValueText &text);
  bool decideLeaf(const match::Guard &leaf);
  void keepValues(DeadCode &dead, ValueText &text);
  void keepFor(model::ValueId value, DeadCode &dead, unsigned depth);
  bool removeObserved(DeadCode &dead);
  bool exclude(const model::Use &use, DeadCode &dead, unsigned depth);
  bool simplify(model::StatementId place);
  std::string nameOf(model::ValueId value) const;

  MatchSite &site;
  FileModel &file;
  const model::Architecture &arch;
  llvm::ArrayRef<Replacement> replacements;
  llvm::SmallVector<model::OpId, 4> roots;
  std::vector<SourceRange> ranges;
  std::vector<Fact> guard;
  std::vector<Fact> known;                         // at the place of the guard
  llvm::SmallVector<model::ValueId, 4> unobserved; // must not be needed
  Run guardedRun;
  bool original = false;

  Removal nothing;
  std::unique_ptr<ValueText> text;
  std::unique_ptr<PathConditions> conditions;
};

} // namespace adopter::synth

#endif // ADOPTER_RUNTIME_SYNTH_DECISION_H
