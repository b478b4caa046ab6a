// SPDX-License-Identifier: Apache-2.0
/// \file
/// Verifier of positions and states.
#include "runtime/program/VerifierParts.h"
#include <algorithm>

using namespace adopter;
using namespace adopter::program;

namespace {

#define ADOPTER_OP(Name, Description) +1
constexpr unsigned ModelOpKinds = 0
#include "runtime/model/Ops.def"
    ;

class AutomatonVerifier {
public:
  explicit AutomatonVerifier(const Program &program)
      : program(program), automaton(program.automaton) {}

  const char *run() {
    if (automaton.states.empty() && !automaton.start)
      return nullptr; // no rules
    need(automaton.start.isValid(), "automaton_without_start");
    checkPositions();
    for (const State &state : automaton.states)
      checkState(state);
    if (!mistake)
      checkOrder();
    return mistake;
  }

private:
  void need(bool condition, const char *what) {
    if (!condition && !mistake)
      mistake = what;
  }

  /// Number 0 is the root, and the only one; the others hang below earlier
  /// ones.
  void checkPositions() {
    need(!automaton.positions.empty(), "automaton_without_root");
    for (uint32_t i = 0; i < automaton.positions.size(); ++i) {
      const Position &position = automaton.positions[PositionId(i)];
      bool isRoot = position.kind == PositionKind::Root;
      need(isRoot == (i == 0), "misplaced_root");
      need(isRoot ? !position.parent
                  : position.parent && position.parent.index() < i,
           "position_before_parent");
      need(position.kind != PositionKind::Argument || position.name,
           "position_without_name");
    }
  }

  void checkState(const State &state) {
    need(state.kind == StateKind::Accept || state.position,
         "state_without_position");
    switch (state.kind) {
    case StateKind::Switch:
      checkCases(state);
      break;
    case StateKind::Bind:
    case StateKind::Users:
      need(state.target.isValid(), "state_without_target");
      break;
    case StateKind::Alternatives:
      need(!state.branches.empty(), "state_without_branch");
      for (StateId branch : state.branches)
        need(branch.isValid(), "state_leads_nowhere");
      break;
    case StateKind::Test:
      need(state.rule && state.instance &&
               state.index < program.rules[state.rule]
                                 .instances[state.instance]
                                 .alternatives.size(),
           "test_of_nothing");
      break;
    case StateKind::Commute:
      break;
    case StateKind::Accept:
      checkAccept(state);
      break;
    }
    bool isEnd =
        state.kind == StateKind::Switch || state.kind == StateKind::Accept;
    need(isEnd || state.next, "state_leads_nowhere");
    for (const CaptureAt &at : state.captures)
      need(at.capture && at.position, "capture_missing");
  }

  void checkCases(const State &state) {
    need(std::is_sorted(
             state.cases.begin(), state.cases.end(),
             [](const Case &a, const Case &b) { return a.answer < b.answer; }),
         "cases_not_sorted");
    for (const Case &entry : state.cases) {
      need(entry.next.isValid(), "state_leads_nowhere");
      need(entry.answer.value < answerLimit(state.question),
           "answer_out_of_range");
    }
  }

  size_t answerLimit(QuestionKind question) const {
    switch (question) {
    case QuestionKind::OpName:
    case QuestionKind::AttributeName:
    case QuestionKind::MethodName:
      return program.symbols->size();
    case QuestionKind::OpKind:
      return ModelOpKinds;
    case QuestionKind::Constant:
      return program.constants.size();
    case QuestionKind::SameValue:
    case QuestionKind::SameMember:
      return automaton.positions.size();
    case QuestionKind::Length:
      return UINT32_MAX;
    case QuestionKind::IsMemberCall:
    case QuestionKind::IsCall:
    case QuestionKind::IsSelf:
      return 2;
    }
    return 0;
  }

  void checkAccept(const State &state) {
    need(state.rule.isValid(), "accept_without_rule");
    if (!state.rule)
      return;
    const Rule &rule = program.rules[state.rule];
    need(state.roots.size() == rule.values.size(), "accept_without_root");
    for (PositionId root : state.roots)
      need(root.isValid(), "accept_without_root");
    for (const ChoiceAt &choice : state.choices) {
      need(choice.instance && choice.state, "choice_of_nothing");
      if (mistake)
        return;
      const State &made = automaton.states[choice.state];
      need(made.kind == StateKind::Alternatives &&
               made.branches.size() ==
                   rule.instances[choice.instance].alternatives.size(),
           "choice_of_nothing");
    }
  }

  /// Successors never lead back: the matcher needs no other bound to stop.
  void checkOrder() {
    enum : uint8_t { New, Open, Done };
    std::vector<uint8_t> marks(automaton.states.size(), New);
    struct Visit {
      StateId state;
      bool isLeaving;
    };
    std::vector<Visit> work = {{automaton.start, false}};
    while (!work.empty() && !mistake) {
      Visit visit = work.back();
      work.pop_back();
      if (!visit.state)
        continue;
      uint8_t &mark = marks[visit.state.index()];
      if (visit.isLeaving) {
        mark = Done;
        continue;
      }
      need(mark != Open, "automaton_with_cycle");
      if (mark != New)
        continue;
      mark = Open;
      work.push_back({visit.state, true});
      const State &state = automaton.states[visit.state];
      work.push_back({state.next, false});
      work.push_back({state.otherwise, false});
      for (const Case &entry : state.cases)
        work.push_back({entry.next, false});
      for (StateId branch : state.branches)
        work.push_back({branch, false});
    }
    need(std::find(marks.begin(), marks.end(), New) == marks.end(),
         "state_not_reached");
  }

  const Program &program;
  const Automaton &automaton;
  const char *mistake = nullptr;
};

} // namespace

const char *adopter::program::verifyAutomaton(const Program &program) {
  return AutomatonVerifier(program).run();
}
