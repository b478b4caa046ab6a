// SPDX-License-Identifier: Apache-2.0
/// \file
/// The matcher automaton of all rules: positions, questions, answers.
///
/// A *position* is a path from the root op of a match ("the op that defines
/// argument `other` of the root"); a run keeps one register per position. A
/// *state* asks one question about one position and branches on the answer.
/// After the branch of the answer has been explored, `otherwise` is explored
/// too, since other rules may hang there; a rule is reported at most once per
/// root. Choices (alternatives, exchanged operands, users of a value) are
/// states with several branches, tried in order and undone on return: no rule
/// is ever re-run. Alternatives of one choice end in the same `next` state, so
/// the size is the sum, never the product, of what rules say.
/// See docs/matching.md.
#ifndef ADOPTER_RUNTIME_PROGRAM_AUTOMATON_H
#define ADOPTER_RUNTIME_PROGRAM_AUTOMATON_H

#include "runtime/program/Ids.h"
#include "runtime/support/IdVector.h"
#include "runtime/support/SymbolTable.h"
#include <vector>

namespace adopter::program {

enum class PositionKind : uint8_t {
#define ADOPTER_POSITION(Name, Description) Name,
#include "runtime/program/Positions.def"
};

enum class QuestionKind : uint8_t {
#define ADOPTER_QUESTION(Name, Answer, Description) Name,
#include "runtime/program/Questions.def"
};

enum class StateKind : uint8_t {
  Switch,     // ask `question` at `position`; cases by answer
  Alternatives, // branches of instance `instance`: each ends in `next`
  Commute,    // both orders of the commutative arguments of `position`
  Users,      // each op that uses the value at `position`; sets `target`
  Bind,       // target := value at `position` (a Hole filled); then `next`
  Test,       // conditions of the alternative that is being tried
  Accept,     // rule matched
};

struct Position {
  PositionKind kind;
  PositionId parent;
  SymbolId name;      // argument keyword, attribute...
  uint32_t index = 0; // element, written argument, hole, user
};

/// The answer a case waits for; which field counts depends on the question.
struct Answer {
  uint32_t value = 0; // SymbolId, ConstantId, PositionId, count or kind, raw
  friend bool operator==(Answer, Answer) = default;
  friend auto operator<=>(Answer, Answer) = default;
};

struct Case {
  Answer answer;
  StateId next;
};

/// Where a capture of a rule is found.
struct CaptureAt {
  CaptureId capture;
  PositionId position;
};

/// Which Alternatives state decided an instance of a rule.
struct ChoiceAt {
  InstanceId instance;
  StateId state;
};

struct State {
  StateKind kind;
  QuestionKind question = {};
  PositionId position;
  PositionId target;          // Bind, Users: register that is set
  std::vector<Case> cases;    // Switch: sorted by answer
  std::vector<StateId> branches; // Alternatives: entry of each, in order
  StateId next;               // Alternatives, Commute, Users, Bind, Test
  StateId otherwise;          // explored after this state, whatever it found
  RuleId rule;                // Accept, Test
  InstanceId instance;        // Test
  uint32_t index = 0;         // Test: which alternative of `instance`
  SymbolId name;              // Users: the argument keyword, none: any
  std::vector<CaptureAt> captures; // Accept, Test
  std::vector<ChoiceAt> choices;   // Accept
  std::vector<PositionId> roots;   // Accept: position of each value pattern
};

struct Automaton {
  IdVector<PositionId, Position> positions; // positions[0] is Root
  IdVector<StateId, State> states;
  StateId start;
};

} // namespace adopter::program

#endif // ADOPTER_RUNTIME_PROGRAM_AUTOMATON_H
