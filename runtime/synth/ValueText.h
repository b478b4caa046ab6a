// SPDX-License-Identifier: Apache-2.0
/// \file
/// Text that denotes a value of the model at a place where new text goes: a
/// variable that holds it there, its own text moved, a literal, or for a value
/// of `__init__` an attribute that keeps it.
///
/// In: values, the place, what is deleted. Out: text that evaluates to the
/// same, or a refusal.
#ifndef ADOPTER_RUNTIME_SYNTH_VALUETEXT_H
#define ADOPTER_RUNTIME_SYNTH_VALUETEXT_H

#include "runtime/synth/Layout.h"
#include "runtime/synth/MatchSite.h"

namespace adopter::synth {

/// Where new text goes: it is evaluated with the variables as they are when
/// `statement` starts, after what comes before `anchor` in program order.
struct Place {
  model::FunctionId function;
  model::StatementId statement;
  model::OpId anchor;
};

class ValueText {
public:
  /// \param removal what goes; must live as long as this.
  /// \param hoists gets values that need a name of their own; null: a value
  /// that needs one has no text.
  ValueText(MatchSite &site, Place place, const Removal &removal,
            std::vector<Hoist> *hoists)
      : site(site), file(site.file), arch(site.file.arch), place(place),
        removal(removal), hoists(hoists),
        variables(arch, place.function, &removal.deleted) {}

  /// \param uses how often the text will be evaluated.
  /// \param wish a name for it, should it need one.
  std::optional<Rendered> render(model::ValueId value, unsigned uses = 1,
                                 llvm::StringRef wish = "value");
  /// The expression at `range` of the function, evaluated when `from` starts,
  /// as text for here; none if a variable in it holds something else here.
  std::optional<Rendered> moved(SourceRange range, model::FunctionId owner,
                                model::StatementId from);
  /// Name of the module instance here; empty outside methods.
  std::string self() const { return site.selfName(place.function); }
  const Place &where() const { return place; }
  /// Texts that were used as they stand in the source, in the order of use.
  llvm::ArrayRef<SourceRange> movedTexts() const { return movedRanges; }
  /// The function binds a variable of that name.
  bool isHidden(llvm::StringRef name) const;

private:
  std::optional<Rendered> renderInner(model::ValueId value, unsigned uses,
                                      llvm::StringRef wish);
  std::optional<Rendered> literal(model::ValueId value) const;
  std::optional<Rendered> structural(model::ValueId value);
  std::optional<Rendered> ownText(model::ValueId value, unsigned uses,
                                  llvm::StringRef wish);
  std::optional<Rendered> hoisted(model::ValueId value, llvm::StringRef wish);
  std::optional<Rendered> hoistedBefore(model::ValueId value,
                                        llvm::StringRef wish);
  std::optional<Rendered> fromEnclosing(model::ValueId value);
  // --- InitValueText.cpp
  std::optional<Rendered> fromConstructor(model::ValueId value);
  std::optional<Rendered> attributeOfMember(model::ValueId value);
  std::optional<Rendered> attributeHolding(model::ValueId value);
  std::optional<Rendered> keptAttribute(model::ValueId value);
  std::optional<Rendered> rebuilt(model::ValueId value);
  bool isSettled(model::MemberId member) const;

  bool isInside(SourceRange range, const model::Op &op) const;
  /// Ops whose text lies in `range`.
  llvm::SmallVector<model::OpId, 8> opsIn(SourceRange range,
                                          model::FunctionId owner) const;
  /// Nothing between the op and here changes what it reads.
  bool isStable(model::OpId op) const;
  bool isCheap(llvm::ArrayRef<model::OpId> ops) const;

  MatchSite &site;
  FileModel &file;
  const model::Architecture &arch;
  Place place;
  const Removal &removal;
  std::vector<Hoist> *hoists;
  Availability variables;
  std::vector<SourceRange> movedRanges;
  unsigned depth = 0;
};

/// The Python literal of a constant.
std::string literalText(const Constant &constant, const SymbolTable &symbols,
                        char quote);

} // namespace adopter::synth

#endif // ADOPTER_RUNTIME_SYNTH_VALUETEXT_H
