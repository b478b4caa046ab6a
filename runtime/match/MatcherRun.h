// SPDX-License-Identifier: Apache-2.0
/// \file
/// One run of the matcher over one file; private to Matcher.cpp (exploring the
/// automaton) and Accept.cpp (testing and accepting what it finds).
#ifndef ADOPTER_RUNTIME_MATCH_MATCHERRUN_H
#define ADOPTER_RUNTIME_MATCH_MATCHERRUN_H

#include "runtime/match/Conditions.h"
#include "runtime/match/MatchTrace.h"
#include "runtime/match/Matcher.h"
#include "runtime/match/Registers.h"

namespace adopter::match {

/// One run over one file.
class MatcherRun {
public:
  MatcherRun(const program::Program &program, const model::Architecture &arch,
             MatchState &state, const MatchOptions &options)
      : program(program), automaton(program.automaton), arch(arch),
        state(state), options(options), index(state.prepare(program)),
        calls(program, arch), registers(program, arch, calls, state),
        facts(program, arch, calls, options), conditions(program, facts) {}

  std::vector<Match> run();

private:
  // --- exploring
  void startAt(model::OpId root);
  void explore(program::StateId id);
  void exploreSwitch(const program::State &s, program::StateId id);
  void seeThrough(const program::State &s, program::StateId id);
  void exploreBranch(const program::State &s, program::StateId id,
                     model::ValueId value);
  void exploreAlternatives(const program::State &s, program::StateId id);
  void exploreCommute(const program::State &s);
  void exploreUsers(const program::State &s);

  // --- testing and accepting
  bool test(const program::State &s);
  void accept(const program::State &s);
  void fillInstances(const program::State &s, Match &match) const;
  bool fillCaptures(const program::State &s, Match &match);
  void bindTargets(Match &match) const;
  bool fillRoots(const program::State &s, Match &match);
  bool isKnown(const Match &match) const;
  bool judgeConditions(Match &match);
  bool judgeCondition(const program::Condition &condition,
                      program::InstanceId instance, Match &match);
  CaptureBinding binding(program::CaptureKind kind, const Register &from) const;

  void note(Attempt attempt);
  void noteQuestion(const program::State &s, program::StateId id);

  const program::Program &program;
  const program::Automaton &automaton;
  const model::Architecture &arch;
  MatchState &state;
  const MatchOptions &options;
  const ProgramIndex &index;
  CallView calls;
  Registers registers;
  ValueFacts facts;
  Conditions conditions;

  model::OpId root;
  unsigned steps = 0;
  unsigned depth = 0;
  unsigned assumptionLimit = 0;
  bool limitReached = false; // more assumptions would have opened a branch
  bool isCut = false;
  std::vector<Match> found;
  std::vector<Match> refused; // by a `require`, unless found otherwise
  std::string lastReason;     // why the last condition was refuted
};

} // namespace adopter::match

#endif // ADOPTER_RUNTIME_MATCH_MATCHERRUN_H
