// SPDX-License-Identifier: Apache-2.0
#include "runtime/synth/ForwardEdits.h"
#include <algorithm>

using namespace adopter;
using namespace adopter::synth;
using namespace adopter::model;
using python::PyField;
using python::PyKind;
using python::PyNode;

patch::Edit synth::replaceExpression(const FileModel &file, SourceRange range,
                                     const Rendered &expression) {
  llvm::StringRef text = file.source.text();
  PyNode node = nodeAt(file.source, range);
  if (node)
    while (PyNode parent = node.parent()) {
      // `(a * b)` becomes `f(a, b)`, not `(f(a, b))`.
      if (!parent.is(PyKind::ParenthesizedExpression) ||
          !commentsIn(file.source, {range.file, parent.begin(), range.begin})
               .empty() ||
          !commentsIn(file.source, {range.file, range.end, parent.end()})
               .empty() ||
          expression.precedence < precedenceNeededAt(parent) ||
          expression.precedence != Precedence::Atom)
        break;
      node = parent;
      range = node.range();
    }
  Rendered fitted = expression;
  if (node && expression.precedence < precedenceNeededAt(node)) {
    fitted.text = "(" + fitted.text + ")";
    fitted.callee.clear();
  }
  llvm::StringRef indent = indentationAt(text, range.begin);
  uint32_t lineStart =
      lineBegin(text, range.begin) + static_cast<uint32_t>(indent.size());
  llvm::StringRef prefix = text.slice(lineStart, range.begin);
  llvm::StringRef rest = text.slice(range.end, lineEnd(text, range.end));
  llvm::StringRef comment = trailingComment(file.source, range);
  llvm::StringRef suffix = comment.empty() ? rest : rest.take_front(0);
  std::string laid = layOut(prefix, fitted, suffix, indent, file.style);
  laid =
      laid.substr(prefix.size(), laid.size() - prefix.size() - suffix.size());
  return {range, std::move(laid), {}, 0};
}

std::optional<Rendered>
ForwardEdits::render(const program::ValuePattern &pattern,
                     const Target &first) {
  ValueText text(site, {site.match.function, first.statement, first.root},
                 site.removal, &site.hoists);
  Stencil stencil(site, text);
  std::optional<Rendered> result = stencil.render(pattern.value);
  if (!result || !checkMoved(first, text.movedTexts()))
    return std::nullopt;
  movedTexts.insert(movedTexts.end(), text.movedTexts().begin(),
                    text.movedTexts().end());
  return result;
}

/// What disappears with the replaced text, and has an effect, must stand in the
/// new one, in the old order.
bool ForwardEdits::checkMoved(const Target &target,
                              llvm::ArrayRef<SourceRange> moved) {
  const Function &function = arch.functions[site.match.function];
  for (uint32_t i = function.firstOp.index(); i < function.endOp.index(); ++i) {
    const Op &op = arch.ops[OpId(i)];
    if (op.inlined || op.pure || !op.range.isValid() ||
        !target.range.contains(op.range) || site.removal.dead.contains(OpId(i)))
      continue;
    bool isHoisted = llvm::any_of(site.hoists, [&](const Hoist &hoist) {
      return arch.ops[arch.definingOp(hoist.value)].range.contains(op.range);
    });
    size_t count = llvm::count_if(
        moved, [&](SourceRange range) { return range.contains(op.range); });
    if (count != 1 && !isHoisted)
      return site.refusal.because(DiagKind::refused_dropped_effect,
                                  onOneLine(file.source, op.range));
  }
  const SourceRange *previous = nullptr;
  for (const SourceRange &range : moved) {
    bool isFree = true; // may be executed at any time
    for (uint32_t i = function.firstOp.index(); i < function.endOp.index();
         ++i) {
      const Op &op = arch.ops[OpId(i)];
      if (!op.inlined && op.range.isValid() && range.contains(op.range))
        isFree &= file.effects.isDeterministic(op);
    }
    if (isFree)
      continue;
    if (previous && range.begin < previous->begin)
      return site.refusal.because(DiagKind::refused_order, file.lineOf(range));
    previous = &range;
  }
  return true;
}

/// Calls of deleted statements that are not part of the match must stand in the
/// new text, or keep a name.
bool ForwardEdits::checkDeleted(llvm::ArrayRef<SourceRange> moved) {
  for (OpId id : site.removal.dead) {
    const Op &op = arch.ops[id];
    if (op.pure || op.inlined || op.kind != OpKind::Call ||
        llvm::is_contained(site.match.ops, id))
      continue;
    bool isHoisted = llvm::any_of(site.hoists, [&](const Hoist &hoist) {
      return arch.ops[arch.definingOp(hoist.value)].range.contains(op.range);
    });
    size_t count = llvm::count_if(
        moved, [&](SourceRange range) { return range.contains(op.range); });
    if (!isHoisted && count != 1)
      return site.refusal.because(DiagKind::refused_dropped_effect,
                                  onOneLine(file.source, op.range));
  }
  return true;
}

/// Comments inside the replaced text go above its statement.
void ForwardEdits::keepComments(const Target &target,
                                std::vector<patch::Edit> &out) {
  if (isGuarded)
    return;
  uint32_t begin = arch.statements[target.statement].range.begin;
  llvm::StringRef indent = indentationAt(file.source.text(), begin);
  std::string text;
  for (llvm::StringRef comment : commentsIn(file.source, target.range))
    text += (comment + "\n" + indent).str();
  if (!text.empty())
    out.push_back(edit(begin, begin, std::move(text), 0));
}

bool ForwardEdits::replaceOne(const Replacement &replacement,
                              std::vector<patch::Edit> &out) {
  const Target &target = replacement.targets.front();
  std::optional<Rendered> text = render(*replacement.pattern, target);
  if (!text)
    return false;
  keepComments(target, out);
  out.push_back(replaceExpression(file, target.range, *text));
  return true;
}

bool ForwardEdits::buildInline(llvm::StringRef guard,
                               std::vector<patch::Edit> &out) {
  const Target &target = replacements.front().targets.front();
  std::optional<Rendered> text = render(*replacements.front().pattern, target);
  if (!text || !site.hoists.empty())
    return false;
  PyNode node = nodeAt(file.source, target.range);
  std::string old = onOneLine(file.source, target.range);
  Rendered whole;
  whole.text = text->within(Precedence::Or) + " if " + guard.str() + " else " +
               parenthesized(old, precedenceOf(node), Precedence::Conditional);
  whole.precedence = Precedence::Conditional;
  keepComments(target, out);
  out.push_back(replaceExpression(file, target.range, whole));
  return true;
}

//===-- several results at once -------------------------------------------===//

/// The statement only gives the result its name, and no other use of that name
/// stands between the first target and it.
bool ForwardEdits::ownsStatement(const Target &target,
                                 const Target &first) const {
  const Statement &statement = arch.statements[target.statement];
  PyNode node = nodeAt(file.source, statement.range);
  if (node && node.is(PyKind::ExpressionStatement))
    node = node.firstChild();
  if (!node || !node.is(PyKind::Assignment) ||
      !ownsLines(file.source.text(), statement.range))
    return false;
  PyNode left = node.field(PyField::Left), right = node.field(PyField::Right);
  if (!left || !right || !left.is(PyKind::Identifier) ||
      node.field(PyField::Type))
    return false;
  while (right.is(PyKind::ParenthesizedExpression))
    right = right.firstChild();
  if (right.range() != target.range)
    return false;
  bool isUsed = false;
  uint32_t from = arch.statements[first.statement].range.begin;
  if (target.statement != first.statement)
    forEachVariable(file.source,
                    {file.source.file(), from, statement.range.begin},
                    [&](PyNode name) { isUsed |= name.text() == left.text(); });
  return !isUsed;
}

bool ForwardEdits::replaceSeveral(const Replacement &replacement,
                                  std::vector<patch::Edit> &out) {
  const Target *first = &replacement.targets.front();
  for (const Target &target : replacement.targets) {
    if (arch.statements[target.statement].region !=
        arch.statements[first->statement].region)
      return site.refusal.because(DiagKind::refused_regions);
    if (arch.order(target.root) < arch.order(first->root))
      first = &target;
  }
  for (const Target &target : replacement.targets)
    for (const Target &other : replacement.targets)
      if (&target != &other && target.range.overlaps(other.range))
        return site.refusal.because(DiagKind::refused_conflict);
  const Statement &place = arch.statements[first->statement];
  if (!ownsLines(file.source.text(), place.range))
    return site.refusal.because(DiagKind::refused_layout,
                                file.lineOf(place.range));
  std::optional<Rendered> text = render(*replacement.pattern, *first);
  if (!text)
    return false;

  std::string names;
  bool isFirstOwned = false;
  for (const Target &target : replacement.targets) {
    std::string name;
    bool isShared = false; // another target in the same statement
    for (const Target &other : replacement.targets)
      isShared |= &other != &target && other.statement == target.statement;
    if (!isShared && ownsStatement(target, *first)) {
      PyNode node =
          nodeAt(file.source, arch.statements[target.statement].range);
      if (node.is(PyKind::ExpressionStatement))
        node = node.firstChild();
      name = node.field(PyField::Left).text().str();
      absorbed.push_back(target.statement);
      isFirstOwned |= &target == first;
    } else {
      name = file.names.fresh(
          file.program.text(site.rule.captures[target.capture].name));
      out.push_back(edit(target.range.begin, target.range.end, name));
    }
    names += (names.empty() ? "" : ", ") + name;
  }
  llvm::StringRef indent = indentationAt(file.source.text(), place.range.begin);
  std::string line = layOut(names + " = ", *text, "", indent, file.style);
  if (isFirstOwned) {
    std::erase(absorbed, first->statement);
    out.push_back(edit(place.range.begin, place.range.end, std::move(line)));
  } else {
    out.push_back(edit(place.range.begin, place.range.begin,
                       line + "\n" + indent.str(), 2));
  }
  return true;
}

//===-- statements --------------------------------------------------------===//

std::vector<StatementId> ForwardEdits::changedStatements() const {
  std::vector<StatementId> changed(site.removal.deleted.begin(),
                                   site.removal.deleted.end());
  for (const Replacement &replacement : replacements)
    for (const Target &target : replacement.targets)
      changed.push_back(target.statement);
  llvm::sort(changed);
  changed.erase(std::unique(changed.begin(), changed.end()), changed.end());
  return changed;
}

static bool isBlank(llvm::StringRef line) { return line.trim().empty(); }

void ForwardEdits::deleteStatements(std::vector<patch::Edit> &out) {
  llvm::StringRef text = file.source.text();
  std::vector<StatementId> all(site.removal.deleted.begin(),
                               site.removal.deleted.end());
  all.insert(all.end(), absorbed.begin(), absorbed.end());
  llvm::sort(all);
  std::vector<patch::Edit> cuts;
  for (StatementId id : all) {
    if (llvm::any_of(site.hoists, [&](const Hoist &hoist) {
          return !hoist.isBefore && hoist.statement == id;
        }))
      continue;
    SourceRange range = arch.statements[id].range;
    std::string kept;
    if (!isGuarded) {
      llvm::StringRef indent = indentationAt(text, range.begin);
      for (llvm::StringRef comment : commentsIn(file.source, range))
        kept += (indent + comment + "\n").str();
      llvm::StringRef trailing = trailingComment(file.source, range);
      if (!trailing.empty())
        kept += (indent + trailing.rtrim() + "\n").str();
    }
    uint32_t begin = lineBegin(text, range.begin);
    if (isGuarded) {
      // Comments about it stay with the original.
      while (begin > 0) {
        uint32_t above = lineBegin(text, begin - 1);
        if (!text.slice(above, lineEnd(text, above)).ltrim().starts_with("#"))
          break;
        begin = above;
      }
    }
    uint32_t end = nextLine(text, range.end);
    if (!cuts.empty() && cuts.back().range.end >= begin &&
        cuts.back().text.empty() && kept.empty())
      cuts.back().range.end = end;
    else
      cuts.push_back(edit(begin, end, std::move(kept)));
  }
  for (patch::Edit &cut : cuts) {
    // Two blank lines must not become neighbours, nor one start a block.
    uint32_t next = cut.range.end;
    if (!cut.text.empty() || next >= text.size() ||
        !isBlank(text.slice(next, lineEnd(text, next))))
      continue;
    uint32_t above =
        cut.range.begin == 0 ? 0 : lineBegin(text, cut.range.begin - 1);
    llvm::StringRef before = text.slice(above, cut.range.begin).trim();
    if (before.empty() || before.ends_with(":"))
      cut.range.end = nextLine(text, next);
  }
  out.insert(out.end(), cuts.begin(), cuts.end());
}

void ForwardEdits::nameHoists(std::vector<patch::Edit> &out) {
  llvm::DenseMap<StatementId, std::string> lines;
  std::vector<StatementId> order;
  std::vector<const Hoist *> sorted;
  for (const Hoist &hoist : site.hoists)
    sorted.push_back(&hoist);
  llvm::sort(sorted, [&](const Hoist *a, const Hoist *b) {
    return arch.order(arch.definingOp(a->value)) <
           arch.order(arch.definingOp(b->value));
  });
  for (const Hoist *hoist : sorted) {
    SourceRange range = arch.statements[hoist->statement].range;
    llvm::StringRef indent = indentationAt(file.source.text(), range.begin);
    std::string line = hoist->name + " = " + hoist->text;
    if (hoist->isBefore) {
      out.push_back(
          edit(range.begin, range.begin, line + "\n" + indent.str(), 1));
      continue;
    }
    std::string &text = lines[hoist->statement];
    if (text.empty())
      order.push_back(hoist->statement);
    else
      text += "\n" + indent.str();
    text += line;
  }
  for (StatementId id : order) {
    SourceRange range = arch.statements[id].range;
    out.push_back(edit(range.begin, range.end, lines[id]));
  }
}

/// A block that loses all its statements needs a `pass`.
bool ForwardEdits::fillBlocks(std::vector<patch::Edit> &out) {
  auto isGone = [&](StatementId id) {
    bool isHoisted = llvm::any_of(site.hoists, [&](const Hoist &hoist) {
      return !hoist.isBefore && hoist.statement == id;
    });
    return !isHoisted && (site.removal.deleted.contains(id) ||
                          llvm::is_contained(absorbed, id));
  };
  for (uint32_t i = 0; i < arch.regions.size(); ++i) {
    const Region &region = arch.regions[RegionId(i)];
    if (region.function != site.match.function || region.statements.empty())
      continue;
    // Of an `elif` chain the statements share the region of its blocks.
    if (!llvm::all_of(region.statements, isGone))
      continue;
    bool isInside = false;
    for (StatementId around = arch.statements[region.statements[0]].parent;
         around; around = arch.statements[around].parent)
      isInside |= isGone(around);
    if (isInside)
      continue;
    SourceRange first = arch.statements[region.statements[0]].range;
    uint32_t begin = lineBegin(file.source.text(), first.begin);
    llvm::StringRef indent = indentationAt(file.source.text(), first.begin);
    for (patch::Edit &cut : out)
      if (cut.range.begin <= begin && begin < cut.range.end) {
        cut.range.begin = begin + static_cast<uint32_t>(indent.size());
        cut.text = "pass\n" + cut.text;
        break;
      }
  }
  return true;
}

bool ForwardEdits::build(std::vector<patch::Edit> &out) {
  for (const Replacement &replacement : replacements) {
    bool built = replacement.targets.size() == 1
                     ? replaceOne(replacement, out)
                     : replaceSeveral(replacement, out);
    if (!built)
      return false;
  }
  if (!checkDeleted(movedTexts))
    return false;
  deleteStatements(out);
  nameHoists(out);
  return fillBlocks(out);
}
