// SPDX-License-Identifier: Apache-2.0
/// \file
/// One match to the edits it means, or to the reason why it means none.
///
/// In: a match on a lifted file. Out: SiteOutcome. Nothing is changed here:
/// Rewriter collects the edits of all matches and applies them.
/// See docs/architecture.md#safety.
#ifndef ADOPTER_RUNTIME_SYNTH_SYNTHESIZER_H
#define ADOPTER_RUNTIME_SYNTH_SYNTHESIZER_H

#include "runtime/synth/MatchSite.h"

namespace adopter::synth {

struct SiteOutcome {
  enum class Kind : uint8_t {
    Applied,
    Guarded,
    Refused,
    /// What an earlier rewrite kept for when its guard does not hold: no site.
    Original,
  };
  Kind kind = Kind::Refused;
  std::string reason;       // Refused
  bool isOvertaken = false; // Refused, because another match is better
  std::string guard;        // Guarded
  SourceRange range;        // what is replaced
  std::vector<patch::Edit> edits;
  std::vector<NeededImport> imports;
  /// Text that no other match may change in the same round: a wrapped run, a
  /// class whose members change.
  std::vector<SourceRange> claims;
};

SiteOutcome synthesize(FileModel &file, const match::Match &match);

} // namespace adopter::synth

#endif // ADOPTER_RUNTIME_SYNTH_SYNTHESIZER_H
