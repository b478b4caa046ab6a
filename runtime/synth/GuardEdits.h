// SPDX-License-Identifier: Apache-2.0
/// \file
/// Keeps the original text for when a guard does not hold:
///
///   if guard:
///       rewritten statements
///   else:
///       original statements
#ifndef ADOPTER_RUNTIME_SYNTH_GUARDEDITS_H
#define ADOPTER_RUNTIME_SYNTH_GUARDEDITS_H

#include "runtime/synth/MatchSite.h"
#include "runtime/synth/Reindent.h"

namespace adopter::synth {

/// Consecutive statements of one region.
struct Run {
  model::RegionId region;
  model::StatementId first;
  model::StatementId last;
};

/// The smallest run that holds all of `changed`.
std::optional<Run> smallestRun(const model::Architecture &arch,
                               llvm::ArrayRef<model::StatementId> changed);

/// The whole lines of `run`.
SourceRange linesOf(const FileModel &file, const Run &run);

/// Turns `edits` of `run` into edits that insert the rewritten run under
/// `guard` before the original one; false (after a refusal) if lines hold more
/// than the run.
bool wrapInGuard(MatchSite &site, const Run &run, llvm::StringRef guard,
                 std::vector<patch::Edit> &edits);

} // namespace adopter::synth

#endif // ADOPTER_RUNTIME_SYNTH_GUARDEDITS_H
