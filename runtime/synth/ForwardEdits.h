// SPDX-License-Identifier: Apache-2.0
/// \file
/// The edits inside the function that matched: results computed by the new
/// expression, statements that are not needed any more deleted.
///
/// In: match, targets, Removal. Out: edits; under a guard GuardEdits takes
/// them.
#ifndef ADOPTER_RUNTIME_SYNTH_FORWARDEDITS_H
#define ADOPTER_RUNTIME_SYNTH_FORWARDEDITS_H

#include "runtime/synth/Stencil.h"

namespace adopter::synth {

/// A result of the match that the rewrite computes.
struct Target {
  program::CaptureId capture;
  model::ValueId value;
  model::OpId root;
  model::StatementId statement;
  SourceRange range; // the expression that is replaced
};

/// `$y = expr` or `($a, $b) = expr`.
struct Replacement {
  const program::ValuePattern *pattern = nullptr;
  std::vector<Target> targets; // in the order of the pattern
};

class ForwardEdits {
public:
  /// \param isGuarded the old text stays for another case: its comments too.
  ForwardEdits(MatchSite &site, llvm::ArrayRef<Replacement> replacements,
               bool isGuarded)
      : site(site), file(site.file), arch(site.file.arch),
        replacements(replacements), isGuarded(isGuarded) {}

  /// False after a refusal.
  bool build(std::vector<patch::Edit> &out);
  /// The expression of a single replacement, for a guard inside it.
  bool buildInline(llvm::StringRef guard, std::vector<patch::Edit> &out);
  /// Statements that change, in order.
  std::vector<model::StatementId> changedStatements() const;

private:
  std::optional<Rendered> render(const program::ValuePattern &pattern,
                                 const Target &first);
  bool checkMoved(const Target &target, llvm::ArrayRef<SourceRange> moved);
  bool checkDeleted(llvm::ArrayRef<SourceRange> moved);
  bool replaceOne(const Replacement &replacement,
                  std::vector<patch::Edit> &out);
  bool replaceSeveral(const Replacement &replacement,
                      std::vector<patch::Edit> &out);
  bool ownsStatement(const Target &target, const Target &first) const;
  void deleteStatements(std::vector<patch::Edit> &out);
  void nameHoists(std::vector<patch::Edit> &out);
  bool fillBlocks(std::vector<patch::Edit> &out);
  void keepComments(const Target &target, std::vector<patch::Edit> &out);
  patch::Edit edit(uint32_t begin, uint32_t end, std::string text,
                   int32_t rank = 0) const {
    return {{file.source.file(), begin, end}, std::move(text), {}, rank};
  }

  MatchSite &site;
  FileModel &file;
  const model::Architecture &arch;
  llvm::ArrayRef<Replacement> replacements;
  bool isGuarded;
  /// Statements of several targets that go as a whole.
  std::vector<model::StatementId> absorbed;
  std::vector<SourceRange> movedTexts; // of all replacements
};

/// Where `expression` takes the place of the text at `range`: the range with
/// parentheses that are not needed any more, and the text laid out there.
patch::Edit replaceExpression(const FileModel &file, SourceRange range,
                              const Rendered &expression);

} // namespace adopter::synth

#endif // ADOPTER_RUNTIME_SYNTH_FORWARDEDITS_H
