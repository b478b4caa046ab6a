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
///
/// What the matcher (runtime/match) relies on:
/// - A register is a value with the op that defines it, or (User, Callee,
///   Constructor) an op with its first result, or a member. It is read from the
///   parent's register when first asked for. A question about a register that
///   does not exist (no such argument, parent not yet known) has no answer.
/// - Ask what op stands at a position (OpName, OpKind, AttributeName,
///   MethodName, IsCall, IsMemberCall) before anything below it: if the value
///   is a Select, it is then that the register is replaced by one of its
///   branches under an assumption, for as long as the case is explored.
///   Registers of kind Root and User are never seen through.
/// - Argument: canonical argument of a declared op, else (undeclared call,
///   member call) the written one with that keyword. Written: of a call of a
///   callee or member, argument `index` of `written` (a member call given by
///   keyword is found through the sheet's call parameters); of an undeclared
///   call and of a MethodCall, argument `index` of `args`, so 0 is the method's
///   receiver. Literals written after the first argument of a declared function
///   (`gelu(x, approximate = "tanh")`) are part of what is called: neither
///   Written nor Length sees them. Element: of a Tuple or List its operand; of
///   any other value the first Element op with that index that unpacks it.
///   Operand: `args[index]` of any other op (And, Not, Is, In, Slice, Dict). Of
///   a Select, operand 0 is the condition without any `not` in front of it, and
///   1 and 2 are exchanged if their number is odd: a conditional pattern is to
///   be lowered in the same way.
/// - Length: operands of a Tuple, List, Slice, And, Or...; written arguments
///   (in the sense above) of a call; `args` of a MethodCall or undeclared call.
///   A call with starred arguments has no Length.
/// - Constructor's parent is the position of the call of the member, or its
///   Callee. A member has a constructor if all its definitions are equal.
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
  Switch,       // ask `question` at `position`; every case that holds, in order
  Alternatives, // the instance whose value is at `position`: `branches` in
                // order, number i is alternative i of every instance that a
                // ChoiceAt ties to this state; each branch ends in `next`
  Commute,      // `next` with the commutative arguments of the call at
                // `position` as they are, then exchanged
  Users,        // each op that uses the value at `position`; sets `target`
  Bind,         // target := value at `position` (a Hole filled); then `next`
  Test,         // conditions of alternative `index` of `instance` of `rule`,
                // whose value is at `position`: Hole(i) of a condition is the
                // register of {Hole, position, i}; `next` if none is refuted
  Accept,       // rule matched; its conditions are judged, and if one is
                // refuted the search goes on
};

struct Position {
  PositionKind kind;
  PositionId parent;
  SymbolId name;      // argument keyword, attribute...
  uint32_t index = 0; // element, written argument, hole, user
};

/// Holes with an index from here on are no parameters of a named pattern, but
/// registers of the compiler's own, set by Bind like the others: what each
/// alternative captures and something outside is compared with...
inline constexpr uint32_t FirstOutputHole = 0x100;
/// ...condition, then and else of the Select at parent, whichever of
/// `a if c else b` and `b if not c else a` it is (an Alternatives state that no
/// ChoiceAt mentions decides it)...
inline constexpr uint32_t FirstConditionalHole = 0x200;
/// ...the value at parent under a second name, where an alternative is as a
/// whole a use of another named pattern...
inline constexpr uint32_t AliasHole = 0x300;
/// ...and the root that is reached from parent through a use of a named
/// pattern, whichever alternative it is.
inline constexpr uint32_t FirstLinkHole = 0x400;

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

/// Where a capture of a rule is found. A capture of an alternative counts only
/// if `instance` has taken alternative `alternative`; two alternatives may have
/// the same capture at different positions.
struct CaptureAt {
  CaptureId capture;
  PositionId position;
  InstanceId instance = {}; // none: always there
  uint32_t alternative = 0;
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
  PositionId target;       // Bind, Users: register that is set
  std::vector<Case> cases; // Switch: sorted by answer; may have one `next`
  std::vector<StateId> branches; // Alternatives: entry of each, in order
  StateId next;                  // Alternatives, Commute, Users, Bind, Test
  StateId otherwise;             // explored after this state, whatever it found
  RuleId rule;                   // Accept, Test
  InstanceId instance;           // Test
  uint32_t index = 0;            // Test: which alternative of `instance`
  SymbolId name;                 // Users: the argument keyword, none: any
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
