// SPDX-License-Identifier: Apache-2.0
#include "runtime/synth/GuardEdits.h"
#include "runtime/patch/EditSet.h"
#include "runtime/synth/PyText.h"

using namespace adopter;
using namespace adopter::synth;
using namespace adopter::model;

std::optional<Run> synth::smallestRun(const Architecture &arch,
                                      llvm::ArrayRef<StatementId> changed) {
  if (changed.empty())
    return std::nullopt;
  for (RegionId region = arch.statements[changed.front()].region; region;
       region = regionAround(arch, region)) {
    Run run{region, {}, {}};
    bool holdsAll = true;
    for (StatementId id : changed) {
      StatementId own = statementIn(arch, id, region);
      if (!own) {
        holdsAll = false;
        break;
      }
      if (!run.first || own < run.first)
        run.first = own;
      if (!run.last || run.last < own)
        run.last = own;
    }
    if (holdsAll)
      return run;
  }
  return std::nullopt;
}

SourceRange synth::linesOf(const FileModel &file, const Run &run) {
  llvm::StringRef text = file.source.text();
  SourceRange first = file.arch.statements[run.first].range;
  SourceRange last = file.arch.statements[run.last].range;
  return {first.file, lineBegin(text, first.begin), nextLine(text, last.end)};
}

bool synth::wrapInGuard(MatchSite &site, const Run &run, llvm::StringRef guard,
                        std::vector<patch::Edit> &edits) {
  const FileModel &file = site.file;
  const Architecture &arch = file.arch;
  llvm::StringRef text = file.source.text();
  SourceRange lines = linesOf(file, run);
  SourceRange first = arch.statements[run.first].range;
  SourceRange last = arch.statements[run.last].range;
  SourceRange whole{first.file, first.begin, last.end};
  if (!ownsLines(text, whole))
    return site.refusal.because(DiagKind::refused_layout, file.lineOf(first));
  for (patch::Edit &edit : edits) {
    // Comments above the first statement stay above the `if`.
    if (edit.range.begin < lines.begin && edit.range.end > lines.begin &&
        edit.text.empty())
      edit.range.begin = lines.begin;
    if (!lines.contains(edit.range))
      return site.refusal.because(DiagKind::refused_guard, file.lineOf(first));
  }

  std::string indent = indentationAt(text, first.begin).str();
  const std::string &step = file.style.indent;
  patch::EditSet inner;
  if (inner.insert(edits))
    return site.refusal.because(DiagKind::refused_conflict);
  std::string fast = indentedAfter(file.source, lines, inner.edits(), step);
  while (llvm::StringRef(fast).starts_with("\n"))
    fast.erase(0, 1);
  bool endsLine = llvm::StringRef(fast).ends_with("\n");
  std::string head =
      indent + "if " + guard.str() + ":\n" + fast + (endsLine ? "" : "\n");
  bool returns = arch.statements[run.last].kind == StatementKind::Return;
  if (!returns)
    head += indent + "else:\n";

  std::vector<patch::Edit> wrapped;
  wrapped.push_back(
      {{lines.file, lines.begin, lines.begin}, std::move(head), {}, INT32_MIN});
  if (!returns)
    for (uint32_t point : indentPoints(file.source, lines))
      wrapped.push_back({{lines.file, point, point}, step, {}, INT32_MAX});
  edits = std::move(wrapped);
  return true;
}
