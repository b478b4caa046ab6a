// SPDX-License-Identifier: Apache-2.0
// Values of the constructor, written in another method: the argument that a
// submodule keeps, the attribute that holds it, or its expression over such.
#include "runtime/synth/ValueText.h"

using namespace adopter;
using namespace adopter::synth;
using namespace adopter::model;
using python::PyKind;
using python::PyNode;

static Rendered atom(std::string text) {
  return {std::move(text), Precedence::Atom, {}, {}};
}

std::optional<Rendered> ValueText::fromConstructor(ValueId value) {
  FunctionId owner = arch.values[value].function;
  if (!owner || self().empty())
    return std::nullopt;
  // Of this class or a base of it, as far as the file tells.
  ClassId here = arch.functions[place.function].owner;
  ClassId there = arch.functions[owner].owner;
  if (!there)
    return std::nullopt;
  bool isRelated = false;
  llvm::SmallVector<ClassId, 4> worklist = {here};
  llvm::DenseSet<ClassId> seen;
  while (!worklist.empty()) {
    ClassId next = worklist.pop_back_val();
    if (!seen.insert(next).second)
      continue;
    isRelated |= next == there;
    worklist.append(arch.classes[next].baseClasses.begin(),
                    arch.classes[next].baseClasses.end());
  }
  if (!isRelated)
    return std::nullopt;
  const Value &v = arch.values[value];
  if (v.kind == ValueKind::Parameter && v.index == 0)
    return atom(self());
  if (auto text = attributeOfMember(value))
    return text;
  if (auto text = attributeHolding(value))
    return text;
  if (arch.constant(value))
    return literal(value);
  if (auto text = rebuilt(value))
    return text;
  return keptAttribute(value);
}

/// Where the constructor is edited anyway, it can keep one more value: called
/// after the argument of the member that it was.
std::optional<Rendered> ValueText::keptAttribute(ValueId value) {
  for (const KeptAttribute &kept : site.keptAttributes)
    if (kept.value == value || arch.sameValue(kept.value, value))
      return atom(self() + "." + kept.name);
  if (site.rule.rewriteMembers.empty())
    return std::nullopt;
  for (const match::CaptureBinding &binding : site.match.captures) {
    if (binding.kind != match::CaptureBinding::Kind::Member || !binding.member)
      continue;
    OpId built = file.calls.constructor(binding.member);
    if (!built || arch.ops[built].decl == NoDecl)
      continue;
    for (const Argument &argument : arch.args(arch.ops[built])) {
      if (argument.value != value)
        continue;
      std::string name =
          file.names.fresh((arch.text(arch.members[binding.member].name) + "_" +
                            arch.text(argument.keyword))
                               .str());
      site.keptAttributes.push_back({value, name});
      return atom(self() + "." + name);
    }
  }
  return std::nullopt;
}

/// The member is assigned once, whatever the configuration, and stays.
bool ValueText::isSettled(MemberId member) const {
  const Member &m = arch.members[member];
  if (m.definitions.size() != 1 || m.definitions.front().conditional ||
      site.removedMembers.contains(member))
    return false;
  // Nor assigned anywhere else: by a subclass, or through another object.
  SymbolId name = m.name;
  for (const Member &other : arch.members)
    if (&other != &m && other.name == name && !other.definitions.empty()) {
      for (const MemberDefinition &definition : other.definitions) {
        ClassId owner = arch.functions[definition.function].owner;
        bool isBelow = false;
        llvm::SmallVector<ClassId, 4> worklist;
        if (owner)
          worklist.push_back(owner);
        llvm::DenseSet<ClassId> seen;
        while (!worklist.empty()) {
          ClassId next = worklist.pop_back_val();
          if (!seen.insert(next).second)
            continue;
          isBelow |= next == m.owner;
          worklist.append(arch.classes[next].baseClasses.begin(),
                          arch.classes[next].baseClasses.end());
        }
        if (isBelow)
          return false;
      }
    }
  for (const Op &op : arch.ops)
    if (op.kind == OpKind::SetAttribute && op.name == name && !op.inlined &&
        !file.calls.isSelf(arch.args(op)[0].value))
      return false;
  return true;
}

/// `self.dropout.p`: a constructor argument of a called submodule, which keeps
/// it, and which somebody may have changed since.
std::optional<Rendered> ValueText::attributeOfMember(ValueId value) {
  llvm::SmallVector<MemberId, 4> members;
  auto add = [&](MemberId member) {
    if (member && !llvm::is_contained(members, member))
      members.push_back(member);
  };
  for (OpId id : site.match.ops)
    add(arch.ops[id].member);
  for (const match::CaptureBinding &binding : site.match.captures)
    add(binding.member);
  for (MemberId member : members) {
    if (arch.members[member].kind != MemberKind::Module || !isSettled(member))
      continue;
    OpId built = file.calls.constructor(member);
    if (!built || arch.ops[built].decl == NoDecl)
      continue;
    const auto &sheet =
        file.program.ops[program::OpDeclId(arch.ops[built].decl)].module;
    if (!sheet)
      continue;
    for (const Argument &argument : arch.args(arch.ops[built]))
      if (argument.value == value &&
          llvm::is_contained(sheet->attributes, argument.keyword))
        return atom(self() + "." + arch.text(arch.members[member].name).str() +
                    "." + arch.text(argument.keyword).str());
  }
  return std::nullopt;
}

/// `self.eps`, where the constructor says `self.eps = eps`.
std::optional<Rendered> ValueText::attributeHolding(ValueId value) {
  ClassId here = arch.functions[place.function].owner;
  for (MemberId id : arch.classes[here].members) {
    const Member &member = arch.members[id];
    if (member.kind == MemberKind::Module || member.definitions.size() != 1)
      continue;
    const MemberDefinition &definition = member.definitions.front();
    bool isSame = definition.value == value;
    if (!isSame && definition.value && !arch.constant(value) &&
        arch.values[definition.value].function == arch.values[value].function)
      isSame = arch.sameValue(definition.value, value);
    if (isSame && isSettled(id))
      return atom(self() + "." + arch.text(member.name).str());
  }
  return std::nullopt;
}

/// The constructor's expression, with each variable as it is known here.
std::optional<Rendered> ValueText::rebuilt(ValueId value) {
  const Op *def = arch.definition(value);
  if (!def)
    return std::nullopt;
  FunctionId owner = arch.values[value].function;
  if (def->inlined || !def->range.isValid())
    return structural(value);
  PyNode node = nodeAt(file.source, def->range);
  if (!node || !isExpression(node))
    return std::nullopt;
  // Only what is the same whenever it is computed: sizes and flags.
  for (OpId id : opsIn(def->range, owner)) {
    const Op &op = arch.ops[id];
    switch (op.kind) {
    case OpKind::Constant:
    case OpKind::Global:
      continue;
    case OpKind::Attribute: {
      ValueId object = arch.args(op)[0].value;
      MemberId member =
          file.calls.isSelf(object)
              ? arch.findMember(arch.functions[owner].owner, op.name)
              : MemberId();
      if (file.calls.isSelf(object) && (!member || !isSettled(member)))
        return std::nullopt;
      continue;
    }
    case OpKind::Call:
      if (op.pure && !op.callee && !op.inPlace)
        continue;
      return std::nullopt;
    case OpKind::Select:
    case OpKind::Not:
    case OpKind::Is:
    case OpKind::And:
    case OpKind::Or:
    case OpKind::Compare:
    case OpKind::Tuple:
    case OpKind::List:
      continue;
    default:
      return std::nullopt;
    }
  }
  return moved(def->range, owner, def->statement);
}
