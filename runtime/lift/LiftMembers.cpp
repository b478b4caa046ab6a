// SPDX-License-Identifier: Apache-2.0
// Attributes of self as members of the class, and calls of them.
#include "runtime/lift/FunctionLifter.h"

using namespace adopter;
using namespace adopter::lift;
using namespace adopter::model;
using python::PyNode;

bool FunctionLifter::isSelf(ValueId value) const {
  return classOfSelf(value).isValid();
}

/// Class of the instance that `self` is; none if it is no method's instance.
ClassId FunctionLifter::classOfSelf(ValueId self) const {
  if (!self)
    return {};
  const Value &value = arch.values[self];
  if (value.kind != ValueKind::Parameter || value.index != 0)
    return {};
  const Function &owner = arch.functions[value.function];
  if (owner.isStatic || owner.isClassMethod)
    return {};
  return owner.owner;
}

/// The method that a call of `self.name` reaches, if that is certain.
FunctionId FunctionLifter::ownMethod(ClassId owner, SymbolId name) const {
  FunctionId method = file.fixedMethod(owner, name);
  return method && !arch.functions[method].isProperty ? method : FunctionId();
}

ValueId FunctionLifter::selfCall(ValueId self, SymbolId name,
                                 SourceRange calleeRange, PyNode arguments,
                                 SourceRange range) {
  if (FunctionId method = ownMethod(classOfSelf(self), name)) {
    Args written = this->arguments(arguments);
    if (ValueId value = inlineCall(method, self, written, range))
      return value;
    ValueId callee = emit(OpKind::Attribute, calleeRange, {self}, name);
    return memberCall(callee, written, range);
  }
  ValueId callee = emit(OpKind::Attribute, calleeRange, {self}, name);
  Args written = this->arguments(arguments);
  return memberCall(callee, written, range);
}

ValueId FunctionLifter::memberCall(ValueId callee,
                                   llvm::ArrayRef<Argument> written,
                                   SourceRange range) {
  const Op &read = arch.ops[arch.definingOp(callee)];
  SymbolId name = read.name;
  ValueId self = arch.args(read)[0].value;
  ClassId owner = classOfSelf(self);
  MemberId member = arch.findMember(owner, name);
  FunctionId method = ownMethod(owner, name);

  Args args;
  program::OpDeclId decl;
  OpId built = member ? constructor(member) : OpId();
  bool hasFace = built && moduleFace(built, callee, written, args, decl, range);
  OpId op;
  if (hasFace) {
    op = addOp(OpKind::Call, range, args);
    arch.ops[op].written = addArguments(written);
    declare(op, decl);
  } else {
    op = addOp(OpKind::Call, range, written);
    arch.ops[op].written = arch.ops[op].args;
    if (method)
      arch.ops[op].name = arch.functions[method].qualifiedName;
  }
  arch.ops[op].callee = callee;
  arch.ops[op].member = member;
  arch.ops[op].function = method;
  if (!hasFace)
    arch.ops[op].inPlace = isInPlaceName(file.text(name));
  ValueId result = addResult(op);
  registerMember(op, name, written);
  return result;
}

//===-- definitions -------------------------------------------------------===//

/// `self.register_buffer("x", value)` and its like define a member; so does
/// `setattr(self, "x", value)`.
void FunctionLifter::registerMember(OpId call, SymbolId method,
                                    llvm::ArrayRef<Argument> written) {
  llvm::StringRef name = file.text(method);
  size_t first = 0;
  MemberKind kind = MemberKind::Plain;
  if (name == "builtins.setattr") {
    if (written.empty() || !isSelf(written[0].value))
      return;
    first = 1;
  } else if (!arch.ops[call].callee) {
    return;
  } else if (name == "register_buffer") {
    kind = MemberKind::Buffer;
  } else if (name == "register_parameter") {
    kind = MemberKind::Parameter;
  } else if (name == "add_module" || name == "register_module") {
    kind = MemberKind::Module;
  } else {
    return;
  }
  ValueId key, value;
  for (size_t i = 0; i < written.size(); ++i) {
    if (written[i].kind != ArgumentKind::Plain)
      return;
    llvm::StringRef keyword = file.text(written[i].keyword);
    if (keyword == "name" || (i == first && keyword.empty()))
      key = written[i].value;
    else if (keyword == "tensor" || keyword == "module" || keyword == "param" ||
             (i == first + 1 && keyword.empty()))
      value = written[i].value;
  }
  const Constant *text = key ? literal(key) : nullptr;
  if (!text || text->kind != ConstantKind::String || !value)
    return;
  if (kind == MemberKind::Plain)
    kind = memberKind(value);
  defineMember(text->string, value, call, kind);
}

void FunctionLifter::defineMember(SymbolId name, ValueId value, OpId set,
                                  MemberKind kind) {
  if (!selfClass)
    return;
  MemberId found;
  for (MemberId member : arch.classes[selfClass].members)
    if (arch.members[member].name == name &&
        arch.members[member].owner == selfClass)
      found = member;
  if (!found)
    return; // not seen when attributes were counted: not reliably known
  Member &member = arch.members[found];
  bool conditional = false;
  for (RegionId at = region; at;) {
    RegionKind around = arch.regions[at].kind;
    conditional |= around != RegionKind::Body && around != RegionKind::With;
    OpId parent = arch.regions[at].parent;
    at = parent ? arch.ops[parent].region : RegionId();
  }
  // A definition by None only says that the attribute exists.
  bool isFirst =
      member.definitions.empty() ||
      (member.kind == MemberKind::Plain && kind != MemberKind::Plain);
  if (isFirst)
    member.kind = kind;
  member.definitions.push_back({set, value, function, conditional});
}

static bool startsUpper(llvm::StringRef qualified) {
  size_t dot = qualified.rfind('.');
  llvm::StringRef last =
      dot == llvm::StringRef::npos ? qualified : qualified.drop_front(dot + 1);
  last = last.ltrim('_');
  return !last.empty() && last.front() >= 'A' && last.front() <= 'Z';
}

MemberKind FunctionLifter::memberKind(ValueId value, unsigned depth) const {
  const Op *op = definition(value);
  if (!op || depth > 8)
    return MemberKind::Plain;
  llvm::ArrayRef<Argument> args = arch.args(*op);
  if (op->kind == OpKind::Select && args.size() == 3) {
    MemberKind then = memberKind(args[1].value, depth + 1);
    return then != MemberKind::Plain ? then
                                     : memberKind(args[2].value, depth + 1);
  }
  if (op->kind != OpKind::Call)
    return MemberKind::Plain;
  if (op->callee) {
    // A class out of a table: ATTENTION_CLASSES[...](config).
    const Op *callee = definition(op->callee);
    if (callee && callee->kind == OpKind::Call &&
        file.text(callee->name).ends_with("getitem") && callee->args.count) {
      const Op *table = definition(arch.args(*callee)[0].value);
      if (table && table->kind == OpKind::Global)
        return MemberKind::Module;
    }
    return MemberKind::Plain;
  }
  llvm::StringRef name = file.text(op->name);
  if (name == "torch.nn.Parameter" || name == "torch.nn.parameter.Parameter")
    return MemberKind::Parameter;
  if (op->decl != NoDecl)
    return file.program.ops[program::OpDeclId(op->decl)].module
               ? MemberKind::Module
               : MemberKind::Plain;
  if (name.starts_with("torch.") && !name.starts_with("torch.nn."))
    return MemberKind::Plain;
  return startsUpper(name) ? MemberKind::Module : MemberKind::Plain;
}

//===-- constructors ------------------------------------------------------===//

/// Every definition must be known, stand in a constructor and build the same;
/// None does not count, since it cannot be called.
OpId FunctionLifter::constructor(MemberId id) const {
  const Member &member = arch.members[id];
  const ClassInfo &info = file.classes[member.owner];
  if (member.definitions.size() != info.assignments.lookup(member.name))
    return {};
  if (file.isRedefinedBelow(member.owner, member.name))
    return {};
  OpId found;
  for (const MemberDefinition &definition : member.definitions) {
    const Constant *none = literal(definition.value);
    if (none && none->kind == ConstantKind::None)
      continue;
    OpId op = arch.definingOp(definition.value);
    bool isConstruction =
        op && arch.ops[op].kind == OpKind::Call &&
        arch.ops[op].decl != NoDecl && !arch.ops[op].callee &&
        arch.functions[definition.function].name == file.known.init;
    if (!isConstruction || (found && !sameConstruction(found, op, 0)))
      return {};
    if (!found)
      found = op;
  }
  return found;
}

bool FunctionLifter::sameConstruction(OpId a, OpId b, unsigned depth) const {
  const Op &x = arch.ops[a];
  const Op &y = arch.ops[b];
  if (x.decl != y.decl || x.args.count != y.args.count)
    return false;
  llvm::ArrayRef<Argument> argsX = arch.args(x), argsY = arch.args(y);
  for (size_t i = 0; i < argsX.size(); ++i)
    if (!sameSimple(argsX[i].value, argsY[i].value, depth + 1))
      return false;
  return true;
}

/// Literals, names, and attributes of the same parameter (`config.eps`).
bool FunctionLifter::sameSimple(ValueId a, ValueId b, unsigned depth) const {
  if (a == b)
    return true;
  const Op *x = definition(a), *y = definition(b);
  if (!x || !y || x->kind != y->kind || depth > 8)
    return false;
  switch (x->kind) {
  case OpKind::Constant:
    return x->constant.kind == y->constant.kind && x->constant == y->constant;
  case OpKind::Global:
    return x->name == y->name;
  case OpKind::Attribute: {
    ValueId object = arch.args(*x)[0].value;
    return x->name == y->name && !isSelf(object) &&
           sameSimple(object, arch.args(*y)[0].value, depth + 1);
  }
  default:
    return false;
  }
}
