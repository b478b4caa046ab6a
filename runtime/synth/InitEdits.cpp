// SPDX-License-Identifier: Apache-2.0
#include "runtime/synth/InitEdits.h"
#include "runtime/synth/ForwardEdits.h"
#include "runtime/synth/MemberReferences.h"

using namespace adopter;
using namespace adopter::synth;
using namespace adopter::model;
using program::CaptureId;
using program::ExprId;
using python::PyField;
using python::PyKind;
using python::PyNode;

const MemberDefinition *InitEdits::onlyDefinition(const FileModel &file,
                                                  MemberId id) {
  const Architecture &arch = file.arch;
  const Member &member = arch.members[id];
  if (member.definitions.size() != 1)
    return nullptr;
  const MemberDefinition &definition = member.definitions.front();
  const Op &set = arch.ops[definition.set];
  if (definition.conditional || !definition.value || set.inlined ||
      set.kind != OpKind::SetAttribute || !set.statement ||
      arch.statements[set.statement].kind != StatementKind::Assign ||
      arch.text(arch.functions[definition.function].name) != "__init__" ||
      arch.functions[definition.function].owner != member.owner)
    return nullptr;
  return &definition;
}

bool InitEdits::mentions(ExprId id, CaptureId capture, unsigned depth) const {
  if (!id || depth > 40)
    return false;
  const program::Expr &expr = file.program.exprs[id];
  if (expr.capture == capture)
    return true;
  return llvm::any_of(expr.args, [&](const program::ExprArgument &argument) {
    return mentions(argument.value, capture, depth + 1);
  });
}

/// The rewrite itself refers to the matched member.
bool InitEdits::isReferenced(CaptureId member) const {
  for (const program::ValuePattern &pattern : site.rule.rewriteValues)
    if (mentions(pattern.value, member, 0))
      return true;
  for (const program::RewriteMember &other : site.rule.rewriteMembers)
    if (other.member == member || mentions(other.constructor, member, 0))
      return true;
  return false;
}

bool InitEdits::checkDefinition(MemberId member) {
  llvm::StringRef name = arch.text(arch.members[member].name);
  const MemberDefinition *definition = onlyDefinition(file, member);
  if (!definition ||
      arch.members[member].owner != arch.functions[site.match.function].owner ||
      (init && init != definition->function))
    return site.refusal.because(DiagKind::refused_member_conditional, name);
  init = definition->function;
  SourceRange range =
      arch.statements[arch.ops[definition->set].statement].range;
  if (!ownsLines(file.source.text(), range))
    return site.refusal.because(DiagKind::refused_layout, file.lineOf(range));
  return true;
}

bool InitEdits::plan() {
  if (!isNeeded())
    return true;
  for (const program::MemberPattern &pattern : site.rule.members) {
    MemberId member = site.match.captures[pattern.member.index()].member;
    if (!member)
      return site.refusal.because(DiagKind::refused_expression);
    bool isReplaced = llvm::any_of(site.rule.rewriteMembers,
                                   [&](const program::RewriteMember &other) {
                                     return other.member == pattern.member;
                                   });
    if (!isReplaced && isReferenced(pattern.member))
      continue;
    if (!checkDefinition(member))
      return false;
    if (isReplaced)
      continue;
    if (auto other = foreignReference(file, member,
                                      ownReferences(file, site.match, member)))
      return site.refusal.because(DiagKind::refused_member_used,
                                  arch.text(arch.members[member].name),
                                  file.lineOf(*other));
    removed.push_back(member);
    site.removedMembers.insert(member);
  }
  llvm::sort(removed, [&](MemberId a, MemberId b) {
    return onlyDefinition(file, a)->set < onlyDefinition(file, b)->set;
  });

  for (const program::RewriteMember &member : site.rule.rewriteMembers) {
    if (member.replaces)
      continue;
    std::string name = file.program.text(member.newName).str();
    SymbolId symbol = arch.symbols.find(name);
    ClassId owner = arch.functions[site.match.function].owner;
    bool isTaken = false;
    PyNode root = file.source.root();
    for (PyNode node : root.descendants())
      // Whoever reads or sets it: the class, or what derives from it.
      isTaken |= node.is(PyKind::Attribute) && node.field(PyField::Attribute) &&
                 node.field(PyField::Attribute).text() == name &&
                 arch.classes[owner].range.contains(node.range());
    if (isTaken || (symbol && (arch.findMember(owner, symbol) ||
                               arch.findMethod(owner, symbol))))
      return site.refusal.because(DiagKind::refused_member_name, name);
    site.newMembers[member.member] = name;
  }
  if (!site.newMembers.empty() && removed.empty())
    return site.refusal.because(DiagKind::refused_expression);
  return true;
}

std::optional<Rendered> InitEdits::render(ExprId constructor,
                                          StatementId statement, OpId anchor,
                                          const Removal &removal) {
  ValueText text(site, {init, statement, anchor}, removal, nullptr);
  Stencil stencil(site, text);
  return stencil.render(constructor);
}

/// The lines of a member's definition go; a comment above them stays.
void InitEdits::removeStatement(StatementId statement,
                                std::vector<patch::Edit> &out) {
  SourceRange range = arch.statements[statement].range;
  llvm::StringRef text = file.source.text();
  out.push_back(
      {{range.file, lineBegin(text, range.begin), nextLine(text, range.end)},
       {},
       {},
       0});
}

/// `self.q_proj_out_features = hidden_size`.
bool InitEdits::addKeptAttributes(llvm::StringRef indent, OpId anchor,
                                  const Removal &removal, std::string &lines) {
  for (const KeptAttribute &kept : site.keptAttributes) {
    ValueText text(site, {init, newPlace, anchor}, removal, nullptr);
    std::optional<Rendered> value = text.render(kept.value);
    if (!value)
      return site.refusal.because(DiagKind::refused_no_text, kept.name);
    if (!lines.empty())
      lines += "\n" + indent.str();
    lines += site.selfName(init) + "." + kept.name + " = " + value->text;
  }
  return true;
}

bool InitEdits::build(std::vector<patch::Edit> &out) {
  if (!isNeeded())
    return true;
  Removal removal;
  for (MemberId member : removed)
    removal.deleted.insert(
        arch.ops[onlyDefinition(file, member)->set].statement);

  std::string lines;
  if (!removed.empty()) {
    OpId last = onlyDefinition(file, removed.back())->set;
    newPlace = arch.ops[last].statement;
    SourceRange range = arch.statements[newPlace].range;
    llvm::StringRef indent = indentationAt(file.source.text(), range.begin);
    if (!addKeptAttributes(indent, last, removal, lines))
      return false;
    for (const program::RewriteMember &member : site.rule.rewriteMembers) {
      if (member.replaces)
        continue;
      std::optional<Rendered> built =
          render(member.constructor, newPlace, last, removal);
      if (!built)
        return false;
      std::string target = site.selfName(init) + "." +
                           site.newMembers.lookup(member.member) + " = ";
      if (!lines.empty())
        lines += "\n" + indent.str();
      lines += layOut(target, *built, "", indent, file.style);
    }
  }
  for (MemberId member : removed) {
    StatementId statement =
        arch.ops[onlyDefinition(file, member)->set].statement;
    if (statement == newPlace && !lines.empty()) {
      SourceRange range = arch.statements[statement].range;
      out.push_back({range, lines, {}, 0});
    } else {
      removeStatement(statement, out);
    }
  }

  if (removed.empty() && !site.keptAttributes.empty())
    return site.refusal.because(DiagKind::refused_no_text,
                                site.keptAttributes.front().name);
  for (const program::RewriteMember &member : site.rule.rewriteMembers) {
    if (!member.replaces)
      continue;
    MemberId old = site.match.captures[member.member.index()].member;
    const MemberDefinition *definition = onlyDefinition(file, old);
    OpId built = arch.definingOp(definition->value);
    const Op &op = arch.ops[built];
    if (op.inlined || op.statement != arch.ops[definition->set].statement)
      return site.refusal.because(DiagKind::refused_member_conditional,
                                  arch.text(arch.members[old].name));
    Removal replaced = removal;
    replaced.replaced.push_back(op.range);
    std::optional<Rendered> text =
        render(member.constructor, op.statement, built, replaced);
    if (!text)
      return false;
    out.push_back(replaceExpression(file, op.range, *text));
    if (!newPlace || newPlace < op.statement)
      newPlace = op.statement;
  }
  return true;
}
