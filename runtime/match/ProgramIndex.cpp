// SPDX-License-Identifier: Apache-2.0
#include "runtime/match/ProgramIndex.h"

using namespace adopter;
using namespace adopter::match;
using namespace adopter::program;

ProgramIndex::ProgramIndex(const Program &program) {
  const Automaton &automaton = program.automaton;
  children.resize(automaton.positions.size());
  for (uint32_t i = 0; i < automaton.positions.size(); ++i) {
    const Position &position = automaton.positions[PositionId(i)];
    if (!position.parent || position.parent.index() == i)
      continue;
    children[position.parent.index()].push_back(PositionId(i));
    if (position.kind == PositionKind::Hole)
      holes[{position.parent.index(), position.index}] = PositionId(i);
  }
  reachable.assign(
      automaton.states.size(),
      llvm::BitVector(static_cast<unsigned>(program.rules.size())));
  computeReachable(automaton);
  computeStarts(automaton, program.symbols->size());
}

PositionId ProgramIndex::hole(PositionId position, uint32_t index) const {
  return position ? holes.lookup({position.index(), index}) : PositionId();
}

/// Calls `visit` with each state that can follow `state`.
static void forEachSuccessor(const State &state,
                             llvm::function_ref<void(StateId)> visit) {
  for (const Case &c : state.cases)
    visit(c.next);
  for (StateId branch : state.branches)
    visit(branch);
  visit(state.next);
  visit(state.otherwise);
}

void ProgramIndex::computeReachable(const Automaton &automaton) {
  // Post-order without recursion: chains of `otherwise` may be long.
  enum : uint8_t { New, Open, Closed };
  std::vector<uint8_t> marks(automaton.states.size(), New);
  std::vector<StateId> stack;
  for (uint32_t i = 0; i < automaton.states.size(); ++i) {
    if (marks[i] == New)
      stack.push_back(StateId(i));
    while (!stack.empty()) {
      StateId id = stack.back();
      const State &state = automaton.states[id];
      if (marks[id.index()] != New) {
        stack.pop_back();
        if (marks[id.index()] == Closed)
          continue;
        marks[id.index()] = Closed;
        llvm::BitVector &rules = reachable[id.index()];
        if (state.kind == StateKind::Accept)
          rules.set(state.rule.index());
        forEachSuccessor(state, [&](StateId next) {
          if (automaton.states.contains(next))
            rules |= reachable[next.index()];
        });
        continue;
      }
      marks[id.index()] = Open;
      forEachSuccessor(state, [&](StateId next) {
        if (automaton.states.contains(next) && marks[next.index()] == New)
          stack.push_back(next);
      });
    }
  }
}

void ProgramIndex::computeStarts(const Automaton &automaton,
                                 uint32_t symbolCount) {
  startNames.resize(symbolCount);
  startMethods.resize(symbolCount);
  startAttributes.resize(symbolCount);
  auto add = [&](llvm::BitVector &names, const State &state) {
    for (const Case &c : state.cases)
      if (c.answer.value < symbolCount)
        names.set(c.answer.value);
  };
  uint32_t steps = 0;
  for (StateId id = automaton.start; automaton.states.contains(id);
       id = automaton.states[id].otherwise) {
    const State &state = automaton.states[id];
    bool isRootQuestion =
        state.kind == StateKind::Switch && state.position &&
        automaton.positions[state.position].kind == PositionKind::Root;
    if (!isRootQuestion || ++steps > automaton.states.size()) {
      startsAnywhere = true;
      return;
    }
    switch (state.question) {
    case QuestionKind::OpName:
      add(startNames, state);
      break;
    case QuestionKind::MethodName:
      add(startMethods, state);
      break;
    case QuestionKind::AttributeName:
      add(startAttributes, state);
      break;
    case QuestionKind::OpKind:
      for (const Case &c : state.cases)
        startKinds |= c.answer.value < 64 ? uint64_t(1) << c.answer.value : 0;
      break;
    case QuestionKind::IsMemberCall:
      startsAtMemberCalls = true;
      break;
    case QuestionKind::IsCall:
      startsAtCalls = true;
      break;
    case QuestionKind::Constant:
    case QuestionKind::Length:
    case QuestionKind::IsSelf:
    case QuestionKind::SameValue:
    case QuestionKind::SameMember:
      startsAnywhere = true;
      break;
    }
  }
}

bool ProgramIndex::mayStart(const model::Op &op) const {
  if (startsAnywhere ||
      ((startKinds >> static_cast<unsigned>(op.kind)) & 1) != 0)
    return true;
  switch (op.kind) {
  case model::OpKind::Call:
    return startsAtCalls || (startsAtMemberCalls && op.member) ||
           test(startNames, op.name);
  case model::OpKind::Global:
    return test(startNames, op.name);
  case model::OpKind::MethodCall:
    return test(startMethods, op.name);
  case model::OpKind::Attribute:
    return test(startAttributes, op.name);
  default:
    return false;
  }
}
