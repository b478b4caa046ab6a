// SPDX-License-Identifier: Apache-2.0
#include "compiler/ast/AstWriter.h"
#include "compiler/ast/Spelling.h"
#include "compiler/ast/Writer.h"

using namespace adopter;
using namespace adopter::ast;

//===-- lines -------------------------------------------------------------===//

void ast::layOut(const Item &item, Layout &layout) {
  ExprWriter exprs(layout);
  if (auto *member = llvm::dyn_cast<MemberItem>(&item)) {
    layout.text("$");
    layout.text(member->member.text);
    layout.text(" : ");
    exprs.write(*member->constructor);
    if (!member->attribute.empty()) {
      layout.text(" as ");
      layout.text(quote(member->attribute));
    }
    return;
  }
  const ValueItem &value = llvm::cast<ValueItem>(item);
  if (value.unpacks)
    layout.text("(");
  exprs.write(value.targets);
  if (value.unpacks)
    layout.text(value.targets.size() == 1 ? ",)" : ")");
  layout.text(" = ");
  exprs.write(*value.value);
}

void ast::layOut(const CheckpointItem &item, Layout &layout) {
  ExprWriter exprs(layout);
  exprs.write(*item.target);
  layout.text(" = ");
  exprs.write(*item.value);
  if (item.where) {
    layout.text("  where ");
    layout.open();
    exprs.write(item.where.items);
    layout.close();
  }
}

void ast::layOut(const Example &example, Layout &layout) {
  ExprWriter exprs(layout);
  exprs.write(example.names, "$");
  layout.text(": ");
  exprs.write(*example.value);
}

void ast::layOut(const Grade &grade, Layout &layout) {
  switch (grade.kind) {
  case GradeKind::Exact:
    return layout.text("grade exact");
  case GradeKind::Rounding:
    return layout.text("grade rounding");
  case GradeKind::Domain:
    layout.text("grade domain ");
    return layout.text(quote(grade.domain));
  }
}

//===-- parts -------------------------------------------------------------===//

/// `match { ... }`: on one line if it fits and says one thing, or if its items
/// may share a line; else an item a line.
template <typename T>
void Writer::writeBlockPart(llvm::StringRef word, const Part<const T *> &part,
                            bool mayShareLine) {
  if (part.items.empty() && !hasComment(part.range)) {
    out += word;
    out += " {}";
    return;
  }
  if ((mayShareLine || part.items.size() == 1) && !hasComment(part.range)) {
    Layout layout;
    layout.text(word);
    layout.text(" { ");
    for (size_t i = 0; i < part.items.size(); ++i) {
      if (i)
        layout.text("  ");
      layOut(*part.items[i], layout);
    }
    layout.text(" }");
    if (indent + layout.width() <= LineWidth)
      return emit(layout);
  }
  out += word;
  llvm::SmallVector<Extent, 8> units;
  for (const T *item : part.items)
    units.push_back({item->range(), item->range().end});
  writeBody(units, part.range.begin, part.range.end, [&](size_t i) {
    Layout layout;
    layOut(*part.items[i], layout);
    emit(layout);
  });
}

namespace {
/// Parts in the order in which they are written.
enum class RulePart : unsigned {
  Match,
  Where,
  Require,
  Rewrite,
  Checkpoint,
  Grade,
  Benefit,
  Mode,
  Example,
};
} // namespace

void Writer::writePart(const RuleDecl &rule, unsigned part) {
  Layout layout;
  ExprWriter exprs(layout);
  switch (static_cast<RulePart>(part)) {
  case RulePart::Match:
    return writeBlockPart("match", rule.match, false);
  case RulePart::Where:
    layout.text("where ");
    layout.open();
    exprs.write(rule.where.items);
    layout.close();
    return emit(layout);
  case RulePart::Require:
    layout.text("require ");
    layout.open();
    exprs.write(rule.require.items);
    layout.close();
    return emit(layout);
  case RulePart::Rewrite:
    return writeBlockPart("rewrite", rule.rewrite, false);
  case RulePart::Checkpoint:
    return writeBlockPart("checkpoint", rule.checkpoint, false);
  case RulePart::Grade:
    layOut(rule.grade, layout);
    return emit(layout);
  case RulePart::Benefit:
    out += "benefit ";
    out += rule.benefit.value ? spell(*rule.benefit.value) : "measured";
    return;
  case RulePart::Mode:
    out += "mode ";
    out += rule.mode.text;
    return;
  case RulePart::Example:
    return writeBlockPart("example", rule.example, true);
  }
}

void Writer::write(const RuleDecl &rule) {
  out += "rule ";
  out += rule.name.text;
  llvm::SmallVector<Extent, 9> units;
  llvm::SmallVector<unsigned, 9> parts;
  auto add = [&](RulePart part, SourceRange range, bool hasBlock) {
    if (!range.isValid())
      return;
    units.push_back({range, hasBlock ? range.begin : range.end});
    parts.push_back(static_cast<unsigned>(part));
  };
  add(RulePart::Match, rule.match.range, true);
  add(RulePart::Where, rule.where.range, false);
  add(RulePart::Require, rule.require.range, false);
  add(RulePart::Rewrite, rule.rewrite.range, true);
  add(RulePart::Checkpoint, rule.checkpoint.range, true);
  add(RulePart::Grade, rule.grade.range, false);
  add(RulePart::Benefit, rule.benefit.range, false);
  add(RulePart::Mode, rule.modeRange, false);
  add(RulePart::Example, rule.example.range, true);
  writeBody(units, rule.name.range.end, rule.range().end,
            [&](size_t i) { writePart(rule, parts[i]); });
}
