// SPDX-License-Identifier: Apache-2.0
/// \file
/// Rewriting must come to an end: applying a pack to its own output changes
/// nothing.
#include "compiler/lint/Generality.h"
#include "compiler/lint/Lint.h"

using namespace adopter;
using namespace adopter::lint;
using program::RuleId;

void adopter::lint::checkTermination(const program::Program &program,
                                     const sema::Origins &origins,
                                     DiagnosticEngine &diags) {
  auto matchesRewriteOf = [&](RuleId rule, RuleId written) {
    return Generality(program, program.rules[rule], program.rules[written],
                      Side::Rewrite)
        .coversRewrite();
  };
  std::vector<bool> loops(program.rules.size());
  for (size_t i = 0; i < program.rules.size(); ++i) {
    RuleId id(i);
    loops[i] = matchesRewriteOf(id, id);
    if (loops[i])
      diags
          .report(origins.rules[id].name, DiagKind::rewrite_matches_itself,
                  program.text(program.rules[id].name))
          .note(origins.rules[id].rewrite, DiagKind::note_rewritten_here);
  }
  for (size_t i = 0; i < program.rules.size(); ++i)
    for (size_t j = i + 1; j < program.rules.size(); ++j) {
      RuleId first(i), second(j);
      if (loops[i] || loops[j] ||
          program.rules[first].pack != program.rules[second].pack ||
          !matchesRewriteOf(first, second) || !matchesRewriteOf(second, first))
        continue;
      diags
          .report(origins.rules[second].name, DiagKind::rewrite_loop,
                  program.text(program.rules[first].name),
                  program.text(program.rules[second].name))
          .note(origins.rules[first].name, DiagKind::note_declared_here,
                program.text(program.rules[first].name));
    }
}
