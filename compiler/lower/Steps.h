// SPDX-License-Identifier: Apache-2.0
/// \file
/// What one rule asks, before it is put into an order: predicates (position,
/// question, answer) and the choices among which they are asked.
///
/// In: PatternLowering. Out: PredicateOrdering, AutomatonBuilder.
/// See docs/matching.md#predicates.
#ifndef ADOPTER_COMPILER_LOWER_STEPS_H
#define ADOPTER_COMPILER_LOWER_STEPS_H

#include "runtime/program/Automaton.h"
#include "llvm/ADT/SmallVector.h"

namespace adopter::lower {

using program::Answer;
using program::CaptureAt;
using program::CaptureId;
using program::InstanceId;
using program::PositionId;
using program::QuestionKind;
using program::RuleId;

/// Declaration order is the order among steps that may come next: what can
/// fail at once stands before what multiplies the work that follows it.
enum class StepKind : uint8_t {
  Ask,     // the answer to `question` at `position` is `answers[0]`
  Guard,   // the op at `position` gives one of the answers of `guards`
  Bind,    // `target` is the value at `position`
  Test,    // conditions of alternative `alternative` of `instance`
  Commute, // the commutative arguments of the call at `position`, both ways
  Choose,  // one of `branches`
  Users,   // `target` is an op that uses the value at `position`
};

struct Step;
using StepList = std::vector<Step>;

/// A question of a guard and the answers that pass it.
struct GuardQuestion {
  QuestionKind question;
  std::vector<Answer> answers; // sorted, each once
};

struct Step {
  StepKind kind;
  PositionId position;
  QuestionKind question = {};
  Answer answer;
  PositionId target;
  SymbolId name;                     // Users: the argument keyword, if any
  InstanceId instance;               // Test; Choose: none for a conditional
  uint32_t alternative = 0;          // Test
  std::vector<GuardQuestion> guards; // Guard
  std::vector<StepList> branches;    // Choose: in the order of alternatives
  std::vector<CaptureAt> captures;   // Test
  /// Equal keys: one state serves both (PredicateOrdering).
  uint32_t key = 0;
  /// Steps of the same list that come before this one.
  llvm::SmallVector<uint32_t, 4> after;
};

/// All that one rule asks.
struct RuleSteps {
  RuleId rule;
  StepList steps;
  std::vector<CaptureAt> captures;
  std::vector<PositionId> roots; // indexed like Rule::values
};

} // namespace adopter::lower

#endif // ADOPTER_COMPILER_LOWER_STEPS_H
