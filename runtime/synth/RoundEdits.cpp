// SPDX-License-Identifier: Apache-2.0
#include "runtime/synth/RoundEdits.h"
#include "runtime/patch/Apply.h"
#include "runtime/synth/NameCheck.h"

using namespace adopter;
using namespace adopter::synth;

/// Touching counts: two insertions at one place do not commute here.
static bool meet(SourceRange a, SourceRange b) {
  return a.begin <= b.end && b.begin <= a.end;
}

bool RoundEdits::add(const SiteOutcome &outcome, llvm::StringRef cause) {
  for (SourceRange claim : outcome.claims) {
    for (SourceRange other : claims)
      if (claim.overlaps(other))
        return false;
    for (const patch::Edit &edit : set.edits())
      if (meet(claim, edit.range))
        return false;
  }
  for (const patch::Edit &edit : outcome.edits)
    for (SourceRange claim : claims)
      if (meet(claim, edit.range))
        return false;
  std::vector<patch::Edit> group = outcome.edits;
  for (patch::Edit &edit : group)
    edit.cause = cause.str();
  if (set.insert(group))
    return false;
  claims.insert(claims.end(), outcome.claims.begin(), outcome.claims.end());
  if (imports.empty() && !outcome.imports.empty())
    importCause = cause.str();
  imports.insert(imports.end(), outcome.imports.begin(), outcome.imports.end());
  return true;
}

std::vector<patch::Edit> RoundEdits::edits() const {
  patch::EditSet all = set;
  for (patch::Edit edit : names->importEdits(imports)) {
    edit.cause = importCause;
    // Imports stand before all definitions; nothing else is changed there.
    [[maybe_unused]] const patch::Edit *inTheWay = all.insert(edit);
    assert(!inTheWay && "a match changes the import block");
  }
  std::vector<patch::Edit> result(all.edits().begin(), all.edits().end());
  if (style->lineEnding != "\n")
    for (patch::Edit &edit : result) {
      std::string text;
      for (size_t i = 0; i < edit.text.size(); ++i) {
        if (edit.text[i] == '\n' && (i == 0 || edit.text[i - 1] != '\r'))
          text += '\r';
        text += edit.text[i];
      }
      edit.text = std::move(text);
    }
  return result;
}

namespace {
/// Of the check only whether there is a problem counts.
class Silent : public DiagnosticConsumer {
  void handle(const Diagnostic &, const SourceManager &) override {}
};
} // namespace

std::optional<std::string> synth::findFault(const python::PySource &source,
                                            llvm::ArrayRef<patch::Edit> edits,
                                            llvm::StringRef result) {
  if (!patch::keepsTheRest(source.text(), edits, result))
    return "text outside the edits";
  SourceManager sources;
  Silent consumer;
  DiagnosticEngine diags(sources, consumer);
  std::unique_ptr<python::PySource> parsed = python::PySource::parse(
      sources.add(source.path().str(), result.str()), diags);
  if (!parsed)
    return "syntax";
  std::vector<SourceRange> ranges;
  int64_t shift = 0;
  for (const patch::Edit &edit : edits) {
    auto begin = static_cast<uint32_t>(edit.range.begin + shift);
    auto size = static_cast<uint32_t>(edit.text.size());
    ranges.push_back({parsed->file(), begin, begin + size});
    shift += static_cast<int64_t>(size) - edit.range.size();
  }
  if (auto name = undefinedName(*parsed, ranges))
    return "`" + *name + "`";
  return std::nullopt;
}
