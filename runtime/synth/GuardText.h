// SPDX-License-Identifier: Apache-2.0
/// \file
/// Conditions that the matcher left open, as Python text.
///
/// In: match::Guard, and the place where it will stand. Out: facts, or no
/// answer where an operand has no text there.
#ifndef ADOPTER_RUNTIME_SYNTH_GUARDTEXT_H
#define ADOPTER_RUNTIME_SYNTH_GUARDTEXT_H

#include "runtime/synth/PathConditions.h"

namespace adopter::synth {

/// Decides the leaves that only safety can: `private`, `not_observed`.
using LeafDecision = llvm::function_ref<bool(const match::Guard &)>;

class GuardText {
public:
  GuardText(MatchSite &site, ValueText &text, PathConditions &conditions,
            LeafDecision decide)
      : site(site), text(text), conditions(conditions), decide(decide) {}

  /// Adds what has to hold to `out`; false if it cannot be written, or never
  /// holds.
  bool add(const match::Guard &guard, std::vector<Fact> &out);

private:
  /// True, false, or text.
  struct Outcome {
    enum class Kind : uint8_t { True, False, Text, None } kind = Kind::None;
    std::vector<Fact> facts; // Text: all of them
  };
  Outcome decideGuard(const match::Guard &guard, bool holds);
  Outcome junction(const match::Guard &guard, bool isAnd, bool holds);
  Outcome comparison(const match::Guard &guard, bool holds);
  static Outcome truth(bool value);
  static Outcome facts(std::vector<Fact> all);
  std::optional<Rendered> operand(const match::Operand &operand);
  std::optional<Rendered> configuration(llvm::StringRef key);

  MatchSite &site;
  ValueText &text;
  PathConditions &conditions;
  LeafDecision decide;
};

} // namespace adopter::synth

#endif // ADOPTER_RUNTIME_SYNTH_GUARDTEXT_H
