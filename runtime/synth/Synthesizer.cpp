// SPDX-License-Identifier: Apache-2.0
#include "runtime/synth/Synthesizer.h"
#include "runtime/patch/EditSet.h"
#include "runtime/synth/CheckpointEdits.h"
#include "runtime/synth/Decision.h"
#include "runtime/synth/ForwardEdits.h"
#include "runtime/synth/GuardEdits.h"
#include "runtime/synth/Safety.h"

using namespace adopter;
using namespace adopter::synth;
using namespace adopter::model;
using python::PyNode;

namespace {

class Synthesis {
public:
  Synthesis(FileModel &file, const match::Match &match)
      : file(file), arch(file.arch), match(match), site(file, match),
        init(site) {}

  SiteOutcome run();

private:
  bool findTargets();
  bool findTarget(program::CaptureId capture, Replacement &replacement);
  bool build(SiteOutcome &outcome);
  bool buildGuarded(const Decision &decision, SiteOutcome &outcome);

  FileModel &file;
  const Architecture &arch;
  const match::Match &match;
  MatchSite site;
  InitEdits init;
  std::vector<Replacement> replacements;
};

} // namespace

SiteOutcome Synthesis::run() {
  SiteOutcome outcome;
  if (!match.roots.empty() && match.roots.front())
    outcome.range = arch.ops[match.roots.front()].range;
  if (!match.refusal.empty())
    site.refusal.because(match.refusal);
  if (!site.refusal.isSet() && findTargets()) {
    outcome.range = replacements.front().targets.front().range;
    if (build(outcome))
      return outcome;
  }
  if (outcome.kind != SiteOutcome::Kind::Original)
    outcome.kind = SiteOutcome::Kind::Refused;
  if (!site.refusal.isSet())
    site.refusal.because(DiagKind::refused_expression);
  outcome.reason = site.refusal.text();
  outcome.edits.clear();
  outcome.imports.clear();
  outcome.claims.clear();
  return outcome;
}

bool Synthesis::findTarget(program::CaptureId capture,
                           Replacement &replacement) {
  const match::CaptureBinding &binding = match.captures[capture.index()];
  OpId root = binding.value ? arch.definingOp(binding.value) : OpId();
  if (!root)
    return site.refusal.because(DiagKind::refused_expression);
  const Op &op = arch.ops[root];
  if (op.inlined) {
    FunctionId callee;
    for (RegionId region = op.region; region;
         region = regionAround(arch, region))
      if (arch.regions[region].kind == RegionKind::Inline && !callee)
        callee = arch.ops[arch.regions[region].parent].function;
    return site.refusal.because(DiagKind::refused_inlined,
                                callee ? arch.text(arch.functions[callee].name)
                                       : "?");
  }
  PyNode node = op.range.isValid() ? nodeAt(file.source, op.range) : PyNode();
  if (op.inPlace)
    return site.refusal.because(DiagKind::refused_in_place);
  if (!node || !isExpression(node) || !op.statement ||
      op.kind == OpKind::Element)
    return site.refusal.because(DiagKind::refused_joined);
  replacement.targets.push_back(
      {capture, binding.value, root, op.statement, op.range});
  return true;
}

bool Synthesis::findTargets() {
  for (const program::ValuePattern &pattern : site.rule.rewriteValues) {
    Replacement replacement;
    replacement.pattern = &pattern;
    for (program::CaptureId capture : pattern.targets)
      if (!capture || !findTarget(capture, replacement))
        return site.refusal.because(DiagKind::refused_expression);
    replacements.push_back(std::move(replacement));
  }
  if (replacements.empty() || replacements.front().targets.empty())
    return site.refusal.because(DiagKind::refused_expression);
  // Where one result is part of another's text neither can be replaced alone.
  std::vector<SourceRange> ranges;
  for (const Replacement &replacement : replacements)
    for (const Target &target : replacement.targets) {
      for (SourceRange other : ranges)
        if (other.overlaps(target.range))
          return site.refusal.because(DiagKind::refused_conflict);
      ranges.push_back(target.range);
    }
  return true;
}

bool Synthesis::build(SiteOutcome &outcome) {
  if (!Safety::checkFunction(site) || !init.plan())
    return false;
  Decision decision(site, replacements);
  if (!decision.decide()) {
    if (decision.isOriginal())
      outcome.kind = SiteOutcome::Kind::Original;
    return false;
  }
  if (!decision.isSafe())
    return false;
  if (decision.facts().empty()) {
    outcome.kind = SiteOutcome::Kind::Applied;
    ForwardEdits forward(site, replacements, false);
    if (!forward.build(outcome.edits))
      return false;
  } else {
    outcome.kind = SiteOutcome::Kind::Guarded;
    outcome.guard = conjunction(decision.facts());
    if (init.isNeeded())
      return site.refusal.because(DiagKind::refused_guarded_members,
                                  outcome.guard);
    if (!buildGuarded(decision, outcome))
      return false;
  }
  if (init.isNeeded()) {
    CheckpointEdits checkpoint(site, init);
    if (!checkpoint.plan() || !init.build(outcome.edits) ||
        !checkpoint.build(outcome.edits))
      return false;
    ClassId owner = arch.functions[match.function].owner;
    outcome.claims.push_back(arch.classes[owner].range);
  }
  patch::EditSet set;
  if (set.insert(outcome.edits))
    return site.refusal.because(DiagKind::refused_conflict);
  outcome.imports = site.imports;
  return true;
}

bool Synthesis::buildGuarded(const Decision &decision, SiteOutcome &outcome) {
  ForwardEdits forward(site, replacements, true);
  const Target &target = replacements.front().targets.front();
  switch (arch.statements[target.statement].kind) {
  case StatementKind::If:
  case StatementKind::For:
  case StatementKind::While:
  case StatementKind::With:
  case StatementKind::Try: {
    // In the head of a compound statement: a conditional expression.
    bool isAlone = replacements.size() == 1 &&
                   replacements.front().targets.size() == 1 &&
                   site.removal.deleted.empty();
    if (!isAlone || !forward.buildInline(outcome.guard, outcome.edits))
      return site.refusal.because(DiagKind::refused_guard,
                                  file.lineOf(target.range));
    return true;
  }
  default:
    break;
  }
  if (!forward.build(outcome.edits))
    return false;
  const Run &run = decision.run();
  if (!wrapInGuard(site, run, outcome.guard, outcome.edits))
    return false;
  outcome.claims.push_back(linesOf(file, run));
  return true;
}

SiteOutcome synth::synthesize(FileModel &file, const match::Match &match) {
  return Synthesis(file, match).run();
}
