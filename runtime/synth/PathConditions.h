// SPDX-License-Identifier: Apache-2.0
/// \file
/// Under which conditions a use of a value is executed, read from the syntax
/// around it: branches, conditional expressions, `and`, `or`, and early
/// returns before it.
///
/// In: uses. Out: facts, each a condition as text at one place of the function
/// and whether it holds; uses that contradict a guard do not happen under it.
#ifndef ADOPTER_RUNTIME_SYNTH_PATHCONDITIONS_H
#define ADOPTER_RUNTIME_SYNTH_PATHCONDITIONS_H

#include "runtime/synth/ValueText.h"

namespace adopter::synth {

/// A condition as Python text and its truth. Never a negation itself: `x is
/// not None` is `x is None` that does not hold.
struct Fact {
  std::string text;
  std::string negation;
  Precedence precedence = Precedence::Atom;
  Precedence negationPrecedence = Precedence::Not;
  bool holds = true;

  const std::string &asText() const { return holds ? text : negation; }
  Precedence asPrecedence() const {
    return holds ? precedence : negationPrecedence;
  }
  bool contradicts(const Fact &other) const {
    return text == other.text && holds != other.holds;
  }
  friend bool operator==(const Fact &a, const Fact &b) {
    return a.text == b.text && a.holds == b.holds;
  }
};

/// `not text`, and a fact that says `holds`.
Fact makeFact(Rendered condition, bool holds);
/// `a and b and c`; empty for no facts.
std::string conjunction(llvm::ArrayRef<Fact> facts);

class PathConditions {
public:
  /// \param text renders at the place where a guard would stand.
  PathConditions(FileModel &file, ValueText &text)
      : file(file), arch(file.arch), text(text) {}

  /// Facts that hold whenever the use is executed; conditions that cannot be
  /// written at the place are left out.
  const std::vector<Fact> &of(const model::Use &use);
  /// Facts under which `range`, a part of `statement`, is evaluated.
  std::vector<Fact> at(SourceRange range, model::StatementId statement);
  /// The condition `value` (as the lifter has it) as facts that hold if its
  /// truth is `holds`; none if it cannot be written at the place.
  std::optional<std::vector<Fact>> facts(model::ValueId value, bool holds);

private:
  void collect(python::PyNode node, model::StatementId statement,
               std::vector<Fact> &out);
  void collectBranch(python::PyNode branch, model::StatementId statement,
                     std::vector<Fact> &out);
  void collectReturns(python::PyNode statementNode,
                      model::StatementId statement, std::vector<Fact> &out);
  /// Adds what `condition` being `holds` means; false if it cannot be written.
  bool add(python::PyNode condition, model::StatementId statement, bool holds,
           std::vector<Fact> &out);
  std::optional<Fact> leaf(python::PyNode condition,
                           model::StatementId statement, bool holds);
  model::StatementId around(SourceRange range,
                            model::StatementId statement) const;

  FileModel &file;
  const model::Architecture &arch;
  ValueText &text;
  llvm::DenseMap<std::pair<model::OpId, uint32_t>, std::vector<Fact>> known;
};

} // namespace adopter::synth

#endif // ADOPTER_RUNTIME_SYNTH_PATHCONDITIONS_H
