// SPDX-License-Identifier: Apache-2.0
#include "runtime/Rewriter.h"
#include "runtime/lift/Lifter.h"
#include "runtime/match/Matcher.h"
#include "runtime/match/Selection.h"
#include "runtime/patch/Apply.h"
#include "runtime/patch/LineDiff.h"
#include "runtime/patch/OffsetMap.h"
#include "runtime/python/PyNode.h"
#include "runtime/python/PyStyle.h"
#include "runtime/synth/RoundEdits.h"
#include "runtime/synth/SiteReport.h"
#include "runtime/synth/Synthesizer.h"
#include "llvm/ADT/StringSet.h"
#include <algorithm>

using namespace adopter;
using synth::SiteOutcome;

llvm::StringRef adopter::siteStatusName(SiteStatus status) {
  switch (status) {
  case SiteStatus::Applied:
    return "applied";
  case SiteStatus::Guarded:
    return "guarded";
  case SiteStatus::Refused:
    return "refused";
  }
  return "refused";
}

namespace {

/// A text is rewritten until nothing more matches: two matches that change the
/// same statement, or what one makes possible for another. More rounds than
/// this mean that a rule rewrites its own result.
constexpr unsigned MaxRounds = 8;

/// A match with what would become of it.
struct Attempt {
  match::Match match;
  SiteOutcome outcome;
  Site site;
  std::string cause; // pack/rule
};

class FileRewriter {
public:
  FileRewriter(const python::PySource &source,
               llvm::ArrayRef<RuleSelection> rules,
               const RewriteOptions &options, RewriteState &state)
      : original(source), rules(rules), options(options), state(state),
        diags(sources, silent) {}

  FileResult run();

private:
  /// False if the text was still changing after the last round.
  bool runRounds(FileResult &result);
  bool runRound(const python::PySource &source,
                std::vector<patch::Edit> &edits);
  void attempt(const python::PySource &source, synth::FileNames &names,
               const python::PyStyle &style, const RuleSelection &selection,
               std::vector<Attempt> &out);
  void select(const model::Architecture &arch, std::vector<Attempt> &attempts,
              size_t first);
  void report(Site site, const SiteOutcome &outcome);
  Site describe(const python::PySource &source, const model::Architecture &arch,
                const match::Match &match, const SiteOutcome &outcome) const;

  class Silent : public DiagnosticConsumer {
    void handle(const Diagnostic &, const SourceManager &) override {}
  };

  const python::PySource &original;
  llvm::ArrayRef<RuleSelection> rules;
  const RewriteOptions &options;
  RewriteState &state;
  SourceManager sources; // of the texts between rounds
  Silent silent;
  DiagnosticEngine diags;
  patch::OffsetMap map;
  std::vector<Site> sites;
  std::vector<patch::Edit> firstEdits;
  llvm::StringSet<> restless; // causes that never come to an end
  llvm::StringSet<> lastApplied;
};

} // namespace

Site FileRewriter::describe(const python::PySource &source,
                            const model::Architecture &arch,
                            const match::Match &match,
                            const SiteOutcome &outcome) const {
  const program::Program &program = *match.program;
  const program::Rule &rule = match.ruleOf();
  synth::SiteNames names = synth::namesOf(arch, match.function);
  Site site;
  site.rule = program.text(rule.name).str();
  if (rule.pack)
    site.pack = program.text(program.packs[rule.pack].name).str();
  site.className = names.className;
  site.function = names.function;
  site.kernel = synth::kernelsOf(program, rule);
  site.notes = synth::notesOn(arch, source, match.function);
  site.guard = outcome.guard;
  site.range = map.toOriginal(outcome.range);
  site.range.file = original.file();
  const SourceFile &file = original.sourceFile();
  site.line = file.lineColumn(site.range.begin).line;
  site.endLine = file.lineColumn(site.range.end).line;
  return site;
}

void FileRewriter::attempt(const python::PySource &source,
                           synth::FileNames &names,
                           const python::PyStyle &style,
                           const RuleSelection &selection,
                           std::vector<Attempt> &out) {
  const program::Program &program = *selection.program;
  std::unique_ptr<model::Architecture> arch = lift::lift(source, program);
  match::MatchOptions matching = options.matching;
  matching.enabledRules = selection.enabledRules;
  std::vector<match::Match> matches =
      match::findMatches(program, *arch, state.matching, matching);
  synth::FileModel file(program, *arch, source, style, names);
  size_t first = out.size();
  for (match::Match &match : matches) {
    Attempt attempt;
    attempt.outcome = synth::synthesize(file, match);
    if (attempt.outcome.kind == SiteOutcome::Kind::Original)
      continue;
    attempt.site = describe(source, *arch, match, attempt.outcome);
    attempt.cause = attempt.site.pack + "/" + attempt.site.rule;
    attempt.match = std::move(match);
    out.push_back(std::move(attempt));
  }
  select(*arch, out, first);
}

/// Of matches that overlap only the best stays; the others say which it was.
void FileRewriter::select(const model::Architecture &arch,
                          std::vector<Attempt> &attempts, size_t first) {
  std::vector<size_t> possible;
  std::vector<match::Candidate> candidates;
  for (size_t i = first; i < attempts.size(); ++i)
    if (attempts[i].outcome.kind != SiteOutcome::Kind::Refused) {
      possible.push_back(i);
      candidates.push_back(
          {&attempts[i].match, attempts[i].match.ruleOf().benefit});
    }
  std::vector<std::optional<size_t>> winners =
      match::selectMatches(arch, candidates);
  for (size_t i = 0; i < possible.size(); ++i)
    if (winners[i]) {
      SiteOutcome &outcome = attempts[possible[i]].outcome;
      outcome.kind = SiteOutcome::Kind::Refused;
      outcome.reason = synth::reasonText(DiagKind::refused_overlap,
                                         attempts[possible[*winners[i]]].cause);
      outcome.isOvertaken = true;
    }
}

/// Adds a site unless it is known; what was applied once is not refused later.
void FileRewriter::report(Site site, const SiteOutcome &outcome) {
  site.status = outcome.kind == SiteOutcome::Kind::Applied ? SiteStatus::Applied
                : outcome.kind == SiteOutcome::Kind::Guarded
                    ? SiteStatus::Guarded
                    : SiteStatus::Refused;
  site.reason = outcome.reason;
  if (site.status != SiteStatus::Guarded)
    site.guard.clear();
  for (const Site &known : sites)
    if (known.rule == site.rule && known.pack == site.pack &&
        known.range == site.range)
      return;
  sites.push_back(std::move(site));
}

bool FileRewriter::runRound(const python::PySource &source,
                            std::vector<patch::Edit> &edits) {
  python::PyStyle style = python::readStyle(source);
  synth::FileNames names(source, style);
  std::vector<Attempt> attempts;
  for (const RuleSelection &selection : rules)
    attempt(source, names, style, selection, attempts);

  auto isWanted = [&](const Attempt &attempt) {
    return attempt.outcome.kind != SiteOutcome::Kind::Refused;
  };
  for (Attempt &attempt : attempts)
    if (isWanted(attempt) && restless.contains(attempt.cause)) {
      attempt.outcome.kind = SiteOutcome::Kind::Refused;
      attempt.outcome.reason = synth::reasonText(DiagKind::refused_restless);
    }
  // All at once; if that is no valid file, one by one, to find which is not.
  synth::RoundEdits all(style, names);
  std::vector<Attempt *> taken;
  if (!options.scanOnly) {
    for (Attempt &attempt : attempts)
      if (isWanted(attempt) && all.add(attempt.outcome, attempt.cause))
        taken.push_back(&attempt);
    edits = all.edits();
    if (synth::findFault(source, edits,
                         patch::applyEdits(source.text(), edits))) {
      synth::RoundEdits good(style, names);
      taken.clear();
      for (Attempt &attempt : attempts) {
        if (!isWanted(attempt))
          continue;
        synth::RoundEdits more = good;
        if (!more.add(attempt.outcome, attempt.cause))
          continue;
        edits = more.edits();
        if (auto fault = synth::findFault(
                source, edits, patch::applyEdits(source.text(), edits))) {
          attempt.outcome.kind = SiteOutcome::Kind::Refused;
          attempt.outcome.reason =
              synth::reasonText(DiagKind::refused_unverified, *fault);
          continue;
        }
        good = std::move(more);
        taken.push_back(&attempt);
      }
      edits = good.edits();
    }
  }
  lastApplied.clear();
  for (const Attempt *attempt : taken) {
    lastApplied.insert(attempt->cause);
    report(attempt->site, attempt->outcome);
  }
  // Refusals count when nothing is left to do, and the file looks as it will.
  for (const Attempt &attempt : attempts)
    if (taken.empty() || attempt.outcome.isOvertaken)
      report(attempt.site, attempt.outcome);
  return !taken.empty();
}

bool FileRewriter::runRounds(FileResult &result) {
  const python::PySource *source = &original;
  std::unique_ptr<python::PySource> next;
  std::vector<patch::Edit> edits;
  for (unsigned round = 0; round < MaxRounds; ++round) {
    if (!runRound(*source, edits)) {
      result.isChanged = round != 0;
      result.newText = source->text().str();
      if (round == 1)
        result.edits = std::move(firstEdits);
      else if (round > 1)
        result.edits =
            patch::lineEdits(original.file(), original.text(), result.newText);
      return true;
    }
    map.then(edits);
    FileId id = sources.add(source->path().str(),
                            patch::applyEdits(source->text(), edits));
    if (round == 0)
      firstEdits = std::move(edits);
    std::unique_ptr<python::PySource> parsed =
        python::PySource::parse(id, diags);
    assert(parsed && "a verified text does not parse");
    next = std::move(parsed);
    source = next.get();
  }
  return false;
}

FileResult FileRewriter::run() {
  FileResult result;
  while (!runRounds(result)) {
    // Start again without the rules that never come to rest.
    for (const auto &cause : lastApplied)
      restless.insert(cause.getKey());
    map = patch::OffsetMap();
    sites.clear();
    result = FileResult();
  }
  std::stable_sort(
      sites.begin(), sites.end(), [](const Site &a, const Site &b) {
        return std::tie(a.range.begin, a.range.end, a.pack, a.rule) <
               std::tie(b.range.begin, b.range.end, b.pack, b.rule);
      });
  result.sites = std::move(sites);
  return result;
}

FileResult adopter::rewriteFile(const python::PySource &source,
                                llvm::ArrayRef<RuleSelection> rules,
                                const RewriteOptions &options,
                                RewriteState &state) {
  return FileRewriter(source, rules, options, state).run();
}
