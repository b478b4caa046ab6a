// SPDX-License-Identifier: Apache-2.0
/// \file
/// The edits where members are built: constructors exchanged in place, old
/// members removed, new ones put where the last of them stood.
///
/// In: match with its member captures. Out: edits of `__init__`, and what
/// CheckpointEdits has to know.
#ifndef ADOPTER_RUNTIME_SYNTH_INITEDITS_H
#define ADOPTER_RUNTIME_SYNTH_INITEDITS_H

#include "runtime/synth/Stencil.h"

namespace adopter::synth {

class InitEdits {
public:
  explicit InitEdits(MatchSite &site)
      : site(site), file(site.file), arch(site.file.arch) {}

  /// Decides which members go and which come; fills `site.newMembers` and
  /// `site.removedMembers`. Call before anything is rendered.
  bool plan();
  bool build(std::vector<patch::Edit> &out);

  bool isNeeded() const { return !site.rule.rewriteMembers.empty(); }
  /// The only definition of a member, in the constructor of the class.
  static const model::MemberDefinition *onlyDefinition(const FileModel &file,
                                                       model::MemberId member);
  /// Statement after which new lines of the constructor go, and the capture
  /// and constructor text of each new member; after `build`.
  model::StatementId place() const { return newPlace; }
  model::FunctionId constructor() const { return init; }

private:
  bool isReferenced(program::CaptureId member) const;
  bool mentions(program::ExprId expr, program::CaptureId capture,
                unsigned depth) const;
  bool checkDefinition(model::MemberId member);
  std::optional<Rendered> render(program::ExprId constructor,
                                 model::StatementId statement,
                                 model::OpId anchor, const Removal &removal);
  bool addKeptAttributes(llvm::StringRef indent, model::OpId anchor,
                         const Removal &removal, std::string &lines);
  void removeStatement(model::StatementId statement,
                       std::vector<patch::Edit> &out);

  MatchSite &site;
  FileModel &file;
  const model::Architecture &arch;
  model::FunctionId init;
  model::StatementId newPlace;
  std::vector<model::MemberId> removed; // in the order of their definitions
};

} // namespace adopter::synth

#endif // ADOPTER_RUNTIME_SYNTH_INITEDITS_H
