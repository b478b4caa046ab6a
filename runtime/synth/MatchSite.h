// SPDX-License-Identifier: Apache-2.0
/// \file
/// What all parts of synthesis share: the file, and what is decided so far of
/// the match at hand.
#ifndef ADOPTER_RUNTIME_SYNTH_MATCHSITE_H
#define ADOPTER_RUNTIME_SYNTH_MATCHSITE_H

#include "runtime/match/Match.h"
#include "runtime/synth/Availability.h"
#include "runtime/synth/Effects.h"
#include "runtime/synth/FileNames.h"
#include "runtime/synth/Refusal.h"

namespace adopter::synth {

/// One file, as lifted for one program.
struct FileModel {
  FileModel(const program::Program &program, const model::Architecture &arch,
            const python::PySource &source, const python::PyStyle &style,
            FileNames &names)
      : program(program), arch(arch), source(source), style(style),
        names(names), calls(program, arch), effects(program, arch, calls) {}

  const program::Program &program;
  const model::Architecture &arch;
  const python::PySource &source;
  const python::PyStyle &style;
  FileNames &names;
  match::CallView calls;
  Effects effects;

  /// Line number for messages.
  uint32_t lineOf(SourceRange range) const {
    return source.sourceFile().lineColumn(range.begin).line;
  }
};

/// The text that goes.
struct Removal {
  StatementSet deleted;              // whole statements
  std::vector<SourceRange> replaced; // expressions
  llvm::DenseSet<model::OpId> dead;  // ops that are not computed any more

  bool covers(const model::Architecture &arch, model::StatementId statement,
              SourceRange range) const {
    for (; statement; statement = arch.statements[statement].parent)
      if (deleted.contains(statement))
        return true;
    return llvm::any_of(
        replaced, [&](SourceRange outer) { return outer.contains(range); });
  }
};

/// A value that gets a name: `name = text` in the place of the deleted
/// statement that computed it, or before the statement that is rewritten.
struct Hoist {
  model::StatementId statement;
  bool isBefore = false;
  model::ValueId value;
  std::string name;
  std::string text;
};

/// A value of the constructor that methods need: `self.name = value` is added.
struct KeptAttribute {
  model::ValueId value;
  std::string name;
};

/// One match on its way to edits.
struct MatchSite {
  MatchSite(FileModel &file, const match::Match &match)
      : file(file), match(match), rule(match.ruleOf()) {}

  FileModel &file;
  const match::Match &match;
  const program::Rule &rule;
  Refusal refusal;

  Removal removal;
  std::vector<Hoist> hoists;
  std::vector<NeededImport> imports;
  /// Attributes that the constructor gets besides; only where it is edited.
  std::vector<KeptAttribute> keptAttributes;
  /// Attribute names of members that the rewrite adds, by capture.
  llvm::DenseMap<program::CaptureId, std::string> newMembers;
  /// Matched members whose definition goes.
  llvm::DenseSet<model::MemberId> removedMembers;

  /// The name of `self` in a method, or empty.
  std::string selfName(model::FunctionId function) const {
    const model::Function &f = file.arch.functions[function];
    if (!f.owner || f.isStatic || f.isClassMethod || f.parameters.empty())
      return {};
    return file.arch.text(f.parameters.front().name).str();
  }
};

} // namespace adopter::synth

#endif // ADOPTER_RUNTIME_SYNTH_MATCHSITE_H
