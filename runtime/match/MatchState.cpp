// SPDX-License-Identifier: Apache-2.0
#include "runtime/match/MatchState.h"

using namespace adopter;
using namespace adopter::match;

const ProgramIndex &MatchState::prepare(const program::Program &program) {
  events.clear();
  if (prepared == &program &&
      registers.size() == program.automaton.positions.size() &&
      choices.size() == program.automaton.states.size()) {
    clear();
    return *index;
  }
  prepared = &program;
  index = std::make_unique<ProgramIndex>(program);
  log.clear();
  registers.assign(program.automaton.positions.size(), Register());
  choices.assign(program.automaton.states.size(), NoChoice);
  clear();
  return *index;
}
