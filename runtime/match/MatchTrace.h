// SPDX-License-Identifier: Apache-2.0
/// \file
/// How far each rule came at each root: the record behind `adoptc explain`.
///
/// Filled only if a MatchState points to one, so that a run without it pays a
/// comparison with null.
#ifndef ADOPTER_RUNTIME_MATCH_MATCHTRACE_H
#define ADOPTER_RUNTIME_MATCH_MATCHTRACE_H

#include "runtime/match/Match.h"
#include "llvm/ADT/MapVector.h"

namespace adopter::match {

/// The farthest a rule came from one root.
struct Attempt {
  enum class Outcome : uint8_t {
    Question,  // `state` asked what `found` had no answer for
    Condition, // the pattern fits; `reason` refutes a condition
    Recheck,   // the automaton accepted it, the exact check did not
    Duplicate, // the same ops were found from another root
    Matched,
  };
  program::RuleId rule;
  model::OpId root;
  Outcome outcome = Outcome::Question;
  unsigned depth = 0;     // questions answered on the way
  program::StateId state; // Question
  model::ValueId found;   // Question: what stood there; none: nothing
  std::string reason;     // Condition
};

class MatchTrace {
public:
  /// Only roots in `[begin, end)` of the file are recorded; default: all.
  uint32_t begin = 0;
  uint32_t end = 0xFFFFFFFFu;

  /// Keeps `attempt` unless its rule already came farther from that root.
  void record(const Attempt &attempt) {
    auto [it, isNew] =
        attempts.insert({{attempt.rule.raw(), attempt.root.raw()}, attempt});
    bool farther = attempt.outcome != Attempt::Outcome::Question
                       ? it->second.outcome != Attempt::Outcome::Matched
                       : it->second.outcome == Attempt::Outcome::Question &&
                             attempt.depth > it->second.depth;
    if (!isNew && farther)
      it->second = attempt;
  }
  /// In the order in which rules and roots were first tried.
  const auto &all() const { return attempts; }

private:
  llvm::MapVector<std::pair<uint32_t, uint32_t>, Attempt> attempts;
};

} // namespace adopter::match

#endif // ADOPTER_RUNTIME_MATCH_MATCHTRACE_H
