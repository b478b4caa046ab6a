// SPDX-License-Identifier: Apache-2.0
/// \file
/// The edits of all matches that are applied to a file at once, with the
/// imports that they need, and the check of the text they lead to.
#ifndef ADOPTER_RUNTIME_SYNTH_ROUNDEDITS_H
#define ADOPTER_RUNTIME_SYNTH_ROUNDEDITS_H

#include "runtime/patch/EditSet.h"
#include "runtime/synth/Synthesizer.h"

namespace adopter::synth {

class RoundEdits {
public:
  RoundEdits(const python::PyStyle &style, const FileNames &names)
      : style(&style), names(&names) {}

  /// Takes the edits of a match that is applied or guarded; false if they and
  /// those of another one cannot both be made now.
  bool add(const SiteOutcome &outcome, llvm::StringRef cause);
  /// Everything so far, with imports, in order; line endings as in the file.
  std::vector<patch::Edit> edits() const;
  bool empty() const { return set.empty(); }

private:
  const python::PyStyle *style;
  const FileNames *names;
  patch::EditSet set;
  std::vector<SourceRange> claims;
  std::vector<NeededImport> imports;
  std::string importCause; // the first rule that needs an import
};

/// What is wrong with `result`, the text of `source` after `edits`; none if it
/// is valid Python, keeps all else, and defines the names it uses.
std::optional<std::string> findFault(const python::PySource &source,
                                     llvm::ArrayRef<patch::Edit> edits,
                                     llvm::StringRef result);

} // namespace adopter::synth

#endif // ADOPTER_RUNTIME_SYNTH_ROUNDEDITS_H
