// SPDX-License-Identifier: Apache-2.0
/// \file
/// Rules of one pack that can never apply: whatever they match, another one
/// matches too, and wins by benefit, size or order. Packs are chosen by users,
/// so a rule of another pack shadows nothing.
#include "compiler/lint/Generality.h"
#include "compiler/lint/Lint.h"

using namespace adopter;
using namespace adopter::lint;
using program::Rule;
using program::RuleId;

/// Users choose which grades they allow and what the model is for: the winner
/// must be allowed wherever the loser is.
static bool appliesWherever(const Rule &winner, const Rule &loser) {
  return winner.pack == loser.pack && winner.grade <= loser.grade &&
         (!winner.trainingOnly || loser.trainingOnly) &&
         (!winner.inferenceOnly || loser.inferenceOnly) &&
         !winner.benefitMeasured && !loser.benefitMeasured;
}

/// `winner` is chosen where both match.
static bool wins(const program::Program &program, const Rule &winner,
                 const Rule &loser, bool isEarlier) {
  if (winner.benefit != loser.benefit)
    return winner.benefit > loser.benefit;
  unsigned least = sizesOf(program, winner).first;
  unsigned most = sizesOf(program, loser).second;
  return least > most || (least == most && isEarlier);
}

/// One warning a rule, about the first rule that takes its place.
void adopter::lint::checkShadowed(const program::Program &program,
                                  const sema::Origins &origins,
                                  DiagnosticEngine &diags) {
  for (size_t i = 0; i < program.rules.size(); ++i) {
    RuleId loserId(i);
    const Rule &loser = program.rules[loserId];
    for (size_t j = 0; j < program.rules.size(); ++j) {
      RuleId winnerId(j);
      const Rule &winner = program.rules[winnerId];
      if (i == j || !appliesWherever(winner, loser))
        continue;
      if (!Generality(program, winner, loser, Side::Match).coversMatch())
        continue;
      bool isEqual =
          Generality(program, loser, winner, Side::Match).coversMatch();
      bool shadows = wins(program, winner, loser, j < i);
      if (!shadows && !(isEqual && j < i))
        continue;
      diags
          .report(origins.rules[loserId].name,
                  isEqual ? DiagKind::equal_patterns : DiagKind::rule_shadowed,
                  program.text(loser.name), program.text(winner.name))
          .note(origins.rules[winnerId].name, DiagKind::note_declared_here,
                program.text(winner.name));
      break;
    }
  }
}
