// SPDX-License-Identifier: Apache-2.0
#include "runtime/synth/MemberReferences.h"
#include "runtime/synth/PyText.h"

using namespace adopter;
using namespace adopter::synth;
using namespace adopter::model;
using python::PyField;
using python::PyKind;
using python::PyNode;

/// `derived` is `base` or derives from it in this file.
static bool derivesFrom(const Architecture &arch, ClassId derived,
                        ClassId base) {
  llvm::SmallVector<ClassId, 4> worklist = {derived};
  llvm::DenseSet<ClassId> seen;
  while (!worklist.empty()) {
    ClassId next = worklist.pop_back_val();
    if (next == base)
      return true;
    if (seen.insert(next).second)
      worklist.append(arch.classes[next].baseClasses.begin(),
                      arch.classes[next].baseClasses.end());
  }
  return false;
}

/// The class whose body holds `range`, the innermost one, or none.
static ClassId classAround(const Architecture &arch, SourceRange range) {
  ClassId found;
  for (uint32_t i = 0; i < arch.classes.size(); ++i) {
    SourceRange body = arch.classes[ClassId(i)].range;
    if (body.contains(range) &&
        (!found || arch.classes[found].range.contains(body)))
      found = ClassId(i);
  }
  return found;
}

/// A string by which code could find the member: the name itself, or a path
/// such as `layer.q_proj.weight`. Sentences that mention it are none.
static bool namesMember(PyNode string, llvm::StringRef name) {
  PyNode parent = string.parent();
  if (parent && parent.is(PyKind::ExpressionStatement))
    return false; // a docstring
  llvm::StringRef text = string.text();
  return text.find_first_of(" \t\n") == llvm::StringRef::npos &&
         containsWord(text, name);
}

std::optional<SourceRange>
synth::foreignReference(const FileModel &file, MemberId id,
                        llvm::ArrayRef<SourceRange> known) {
  const Architecture &arch = file.arch;
  const Member &member = arch.members[id];
  llvm::StringRef name = arch.text(member.name);
  PyNode root = file.source.root();
  for (PyNode node : root.descendants()) {
    if (node.is(PyKind::String)) {
      if (namesMember(node, name))
        return node.range();
      continue;
    }
    if (!node.is(PyKind::Attribute))
      continue;
    PyNode attribute = node.field(PyField::Attribute);
    if (!attribute || attribute.text() != name ||
        llvm::is_contained(known, node.range()))
      continue;
    PyNode object = node.field(PyField::Object);
    if (object && object.is(PyKind::Identifier) && object.text() == "self") {
      ClassId around = classAround(arch, node.range());
      // Another class has an attribute of that name.
      if (around && member.owner && !derivesFrom(arch, around, member.owner) &&
          !derivesFrom(arch, member.owner, around))
        continue;
    }
    return node.range();
  }
  return std::nullopt;
}

std::vector<SourceRange> synth::ownReferences(const FileModel &file,
                                              const match::Match &match,
                                              MemberId id) {
  const Architecture &arch = file.arch;
  std::vector<SourceRange> known;
  for (OpId opId : match.ops) {
    const Op &op = arch.ops[opId];
    if (op.member != id || !op.callee || op.inlined)
      continue;
    if (const Op *callee = arch.definition(op.callee))
      known.push_back(callee->range);
  }
  for (const MemberDefinition &definition : arch.members[id].definitions) {
    SourceRange range = arch.ops[definition.set].range;
    PyNode node = nodeAt(file.source, range);
    if (node && node.is(PyKind::ExpressionStatement))
      node = node.firstChild();
    if (node && node.is(PyKind::Assignment))
      if (PyNode target = node.field(PyField::Left))
        known.push_back(target.range());
  }
  return known;
}
