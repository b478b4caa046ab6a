// SPDX-License-Identifier: Apache-2.0
#include "compiler/lower/Lower.h"
#include "compiler/lower/AutomatonBuilder.h"
#include "compiler/lower/PredicateOrdering.h"
#include "compiler/lower/PredicatePrinter.h"

using namespace adopter;
using namespace adopter::lower;

/// All rules in order; the ones that cannot be lowered go to `failed`.
static std::vector<RuleSteps> lowerAndOrder(const program::Program &program,
                                            program::Automaton &automaton,
                                            std::vector<RuleId> &failed) {
  PositionTable positions(automaton);
  ConstantTable constants(program);
  std::vector<RuleSteps> rules;
  for (uint32_t i = 0; i < program.rules.size(); ++i) {
    if (auto steps = lowerPattern(program, RuleId(i), positions, constants))
      rules.push_back(std::move(*steps));
    else
      failed.push_back(RuleId(i));
  }
  orderPredicates(program, positions, constants, rules);
  return rules;
}

std::vector<RuleId> adopter::lower::lowerRules(program::Program &program) {
  std::vector<RuleId> failed;
  program::Automaton automaton;
  buildAutomaton(lowerAndOrder(program, automaton, failed), automaton);
  program.automaton = std::move(automaton);
  return failed;
}

void adopter::lower::printPredicates(const program::Program &program,
                                     llvm::raw_ostream &out) {
  std::vector<RuleId> failed;
  program::Automaton automaton;
  printSteps(program, automaton, lowerAndOrder(program, automaton, failed),
             out);
}
