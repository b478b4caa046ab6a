// SPDX-License-Identifier: Apache-2.0
/// \file
/// Hooks by which old checkpoints load into the new parameters, and what is
/// saved has the old names: two methods, registered in `__init__`.
///
/// In: the `checkpoint` part of a rule. Out: edits, or a refusal where the new
/// parameters do not determine the old ones.
#ifndef ADOPTER_RUNTIME_SYNTH_CHECKPOINTEDITS_H
#define ADOPTER_RUNTIME_SYNTH_CHECKPOINTEDITS_H

#include "runtime/synth/InitEdits.h"

namespace adopter::synth {

class CheckpointEdits {
public:
  CheckpointEdits(MatchSite &site, const InitEdits &init)
      : site(site), file(site.file), arch(site.file.arch), init(init) {}

  /// Finds out how old and new parameters correspond; before `init.build`,
  /// since methods may need more of the constructor.
  bool plan();
  bool build(std::vector<patch::Edit> &out);

private:
  /// A parameter of an old member.
  struct Source {
    program::CaptureId member;
    SymbolId parameter;
    std::string name; // of the member
  };
  /// `new.parameter = torch.cat([old.parameter, ...], dim)`.
  struct Entry {
    std::string member;
    std::string parameter;
    std::vector<Source> sources;
    int64_t dim = 0;
    std::vector<std::string> sizes; // of each source along `dim`
  };
  /// Entries of one new member that differ only in the parameter.
  struct Group {
    std::string member;
    std::vector<std::string> names; // of the old members
    std::vector<std::string> parameters;
    std::vector<std::string> sizes;
    int64_t dim = 0;
  };
  std::optional<Entry> read(const program::CheckpointEntry &entry);
  std::optional<Source> source(program::ExprId expr);
  std::optional<std::string> sizeOf(const Source &source, int64_t dim);
  std::string loadMethod(llvm::StringRef name, llvm::StringRef indent);
  std::string saveMethod(llvm::StringRef name, llvm::StringRef indent);

  MatchSite &site;
  FileModel &file;
  const model::Architecture &arch;
  const InitEdits &init;
  std::vector<Group> groups;
  std::string torch; // local name of torch
};

} // namespace adopter::synth

#endif // ADOPTER_RUNTIME_SYNTH_CHECKPOINTEDITS_H
