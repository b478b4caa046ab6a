// SPDX-License-Identifier: Apache-2.0
/// \file
/// Whether computing the results of a match in one go, at the place of its last
/// op, gives what the ops give where they stand: no write in between, no
/// randomness twice, no memory that somebody else sees.
///
/// In: match, what goes, the facts of the guard. Out: a refusal, or nothing.
#ifndef ADOPTER_RUNTIME_SYNTH_SAFETY_H
#define ADOPTER_RUNTIME_SYNTH_SAFETY_H

#include "runtime/synth/DeadCode.h"

namespace adopter::synth {

class Safety {
public:
  Safety(MatchSite &site, PathConditions &conditions,
         llvm::ArrayRef<model::OpId> roots, llvm::ArrayRef<Fact> guard)
      : site(site), arch(site.file.arch), effects(site.file.effects),
        conditions(conditions), roots(roots), guard(guard) {}

  /// The function may be changed at all.
  static bool checkFunction(MatchSite &site);
  bool check();

private:
  bool checkPlaces();
  bool checkRandomness();
  bool checkWritesBetween();
  bool checkMatchedWrites();
  bool checkKernels();
  bool checkOverwritten(model::ValueId value);
  bool isSafeToOverwrite(model::ValueId origin) const;
  bool isExecuted(model::OpId op) const;
  bool isBetween(model::OpId writer, model::OpId read, model::OpId root) const;
  /// The innermost loop around the op, or none.
  model::RegionId loopAround(model::OpId op) const;
  std::string line(model::OpId op) const;

  MatchSite &site;
  const model::Architecture &arch;
  const Effects &effects;
  PathConditions &conditions;
  llvm::ArrayRef<model::OpId> roots;
  llvm::ArrayRef<Fact> guard;
};

} // namespace adopter::synth

#endif // ADOPTER_RUNTIME_SYNTH_SAFETY_H
