// SPDX-License-Identifier: Apache-2.0
/// \file
/// Ops, their values and operands, and the ways in which something is called.
#include "compiler/arch/Body.h"

using namespace adopter;
using namespace adopter::arch;

Body::Body(Context &file, model::FunctionId function, Body *outer)
    : file(file), arch(file.arch), function(function), outer(outer),
      region_(arch.functions[function].body) {
  arch.functions[function].firstOp = arch.ops.nextId();
  for (const model::Parameter &parameter :
       arch.functions[function].parameters) {
    names[arch.text(parameter.name)] = parameter.value;
    arch.functions[function].bindings.push_back(
        {parameter.name, parameter.value, {}, {}});
  }
}

void Body::finish() {
  arch.functions[function].endOp = arch.ops.nextId();
  for (auto [inner, decl] : nested)
    buildBody(file, inner, *decl, this);
}

ValueId Body::self() const {
  const model::Function &own = arch.functions[function];
  return own.owner && !own.isStatic && !own.parameters.empty()
             ? own.parameters[0].value
             : ValueId();
}

ValueId Body::lookUp(llvm::StringRef name) const {
  for (const Body *body = this; body; body = body->outer)
    if (auto found = body->names.find(name); found != body->names.end())
      return found->second;
  return {};
}

model::ClassId Body::classOfSelf(ValueId value) const {
  if (!value || arch.values[value].kind != model::ValueKind::Parameter ||
      arch.values[value].index != 0)
    return {};
  const model::Function &method = arch.functions[arch.values[value].function];
  return method.isStatic || method.isClassMethod ? model::ClassId()
                                                 : method.owner;
}

void Body::bind(llvm::StringRef name, ValueId value, SourceRange target) {
  names[name] = value;
  model::Value &bound = arch.values[value];
  if (!bound.name)
    bound.name = file.symbol(name);
  arch.functions[function].bindings.push_back(
      {file.symbol(name), value, statement_, target});
}

//===-- ops ---------------------------------------------------------------===//

static bool isPureKind(OpKind kind) {
  switch (kind) {
  case OpKind::Constant:
  case OpKind::Global:
  case OpKind::Attribute:
  case OpKind::Slice:
  case OpKind::Tuple:
  case OpKind::List:
  case OpKind::Dict:
  case OpKind::Set:
  case OpKind::Element:
  case OpKind::Select:
  case OpKind::Join:
  case OpKind::And:
  case OpKind::Or:
  case OpKind::Not:
  case OpKind::Compare:
  case OpKind::Is:
  case OpKind::In:
  case OpKind::Format:
  case OpKind::Lambda:
  case OpKind::Undefined:
    return true;
  default:
    return false;
  }
}

OpId Body::add(OpKind kind, SourceRange range) {
  model::Op op;
  op.kind = kind;
  op.pure = isPureKind(kind);
  op.inlined = inlineDepth != 0;
  op.region = region_;
  op.statement = statement_;
  op.range = range;
  OpId id = arch.ops.add(std::move(op));
  arch.regions[region_].ops.push_back(id);
  return id;
}

ValueId Body::addResult(OpId op, llvm::StringRef name) {
  ValueId value = arch.values.add(
      {model::ValueKind::Result, op, function, arch.ops[op].resultCount,
       name.empty() ? SymbolId() : file.symbol(name)});
  if (arch.ops[op].resultCount++ == 0)
    arch.ops[op].firstResult = value.index();
  return value;
}

void Body::setArgs(OpId op, llvm::ArrayRef<model::Argument> args) {
  arch.ops[op].args = {static_cast<uint32_t>(arch.arguments.size()),
                       static_cast<uint32_t>(args.size())};
  arch.arguments.insert(arch.arguments.end(), args.begin(), args.end());
}

void Body::setWritten(OpId op, llvm::ArrayRef<BuiltArgument> args) {
  arch.ops[op].written = {static_cast<uint32_t>(arch.arguments.size()),
                          static_cast<uint32_t>(args.size())};
  for (const BuiltArgument &arg : args)
    arch.arguments.push_back({arg.keyword, arg.value, arg.kind});
}

/// A declared op is pure, and writes to its arguments, as it says.
void Body::markPure(OpId id) {
  model::Op &op = arch.ops[id];
  const program::OpDecl &decl = file.program.ops[program::OpDeclId(op.decl)];
  op.pure = decl.pure && decl.mutates.empty();
  op.inPlace = !decl.mutates.empty();
}

ValueId Body::simple(OpKind kind, SourceRange range,
                     llvm::ArrayRef<ValueId> operands, llvm::StringRef name) {
  OpId op = add(kind, range);
  llvm::SmallVector<model::Argument, 4> args;
  for (ValueId operand : operands)
    args.push_back({{}, operand});
  setArgs(op, args);
  if (!name.empty())
    arch.ops[op].name = file.symbol(name);
  return addResult(op);
}

ValueId Body::constant(Constant constant, SourceRange range) {
  OpId op = add(OpKind::Constant, range);
  arch.ops[op].constant = constant;
  return addResult(op);
}

ValueId Body::global(llvm::StringRef name, SourceRange range) {
  SymbolId symbol = file.symbol(name);
  if (const auto *found = file.program.findSpelling(symbol))
    symbol = file.program.ops[found->op].name;
  return simple(OpKind::Global, range, {}, arch.text(symbol));
}

ValueId Body::attribute(ValueId object, llvm::StringRef name,
                        SourceRange range) {
  return simple(OpKind::Attribute, range, {object}, name);
}

//===-- calls -------------------------------------------------------------===//

llvm::SmallVector<BuiltArgument, 4> Body::arguments(ast::ArgumentList args,
                                                    size_t first) {
  llvm::SmallVector<BuiltArgument, 4> result;
  for (const ast::Argument &arg :
       args.drop_front(std::min(first, args.size()))) {
    BuiltArgument built;
    if (arg.keyword)
      built.keyword = file.symbol(arg.keyword.text);
    built.kind = static_cast<model::ArgumentKind>(arg.kind);
    built.isLiteralTuple = llvm::isa<ast::Tuple, ast::List>(arg.value);
    built.value = expr(arg.value);
    result.push_back(built);
  }
  return result;
}

ValueId Body::namedCall(llvm::StringRef name,
                        llvm::ArrayRef<BuiltArgument> args, SourceRange range) {
  program::OpDeclId decl;
  llvm::SmallVector<model::Argument, 8> canonicalArgs;
  auto own = file.functionNames.find(name);
  bool isOwn = own != file.functionNames.end();
  if (!isOwn && canonical(name, args, range, decl, canonicalArgs)) {
    OpId op = add(OpKind::Call, range);
    setArgs(op, canonicalArgs);
    setWritten(op, args);
    arch.ops[op].decl = decl.index();
    arch.ops[op].name = file.program.ops[decl].name;
    markPure(op);
    return addResult(op);
  }
  OpId op = add(OpKind::Call, range);
  setWritten(op, args);
  arch.ops[op].args = arch.ops[op].written;
  arch.ops[op].name = file.symbol(name);
  if (isOwn)
    arch.ops[op].function = own->second;
  // `setattr(self, "x", value)` defines a member.
  if (name == "builtins.setattr" && args.size() == 3 &&
      classOfSelf(args[0].value))
    registerMember(op, "add_module", args.drop_front());
  return addResult(op);
}

ValueId Body::operatorCall(llvm::StringRef token,
                           llvm::ArrayRef<ValueId> operands,
                           SourceRange range) {
  llvm::SmallVector<BuiltArgument, 2> args;
  for (ValueId operand : operands)
    args.push_back({{}, model::ArgumentKind::Plain, operand});
  SymbolId symbol = arch.symbols.find(token);
  if (program::OpDeclId decl =
          symbol ? file.program.findOperator(symbol) : program::OpDeclId())
    return namedCall(file.program.text(file.program.ops[decl].name), args,
                     range);
  OpId op = add(OpKind::Call, range);
  setWritten(op, args);
  arch.ops[op].args = arch.ops[op].written;
  arch.ops[op].name = file.symbol(("operator." + token).str());
  return addResult(op);
}

/// Literals, collections, modules, objects of classes: their methods are not
/// those of tensors.
bool Body::isNoTensor(ValueId value) const {
  const model::Op *op = arch.definition(value);
  if (!op)
    return false;
  switch (op->kind) {
  case OpKind::Constant:
  case OpKind::Format:
  case OpKind::List:
  case OpKind::Tuple:
  case OpKind::Dict:
  case OpKind::Set:
  case OpKind::Comprehension:
  case OpKind::Lambda:
  case OpKind::Global:
  case OpKind::Slice:
    return true;
  case OpKind::Attribute: {
    model::ClassId owner = classOfSelf(arch.args(*op)[0].value);
    model::MemberId member =
        owner ? arch.findMember(owner, op->name) : model::MemberId();
    return member && arch.members[member].kind == model::MemberKind::Module;
  }
  case OpKind::Call: {
    if (op->decl != model::NoDecl && !op->callee)
      return file.program.ops[program::OpDeclId(op->decl)].module.has_value();
    llvm::StringRef name = arch.text(op->name);
    name = name.substr(name.rfind('.') + 1);
    return op->decl == model::NoDecl && !name.empty() && name.front() >= 'A' &&
           name.front() <= 'Z' && name != "Parameter" && name != "Tensor";
  }
  default:
    return false;
  }
}

ValueId Body::methodCall(ValueId receiver, llvm::StringRef name,
                         llvm::ArrayRef<BuiltArgument> args,
                         SourceRange range) {
  llvm::SmallVector<BuiltArgument, 4> whole;
  whole.push_back({{}, model::ArgumentKind::Plain, receiver});
  whole.append(args.begin(), args.end());
  std::string qualified = ("torch.Tensor." + name).str();
  program::OpDeclId decl;
  llvm::SmallVector<model::Argument, 8> canonicalArgs;
  OpId op;
  if (!isNoTensor(receiver) &&
      canonical(qualified, whole, range, decl, canonicalArgs)) {
    op = add(OpKind::Call, range);
    setArgs(op, canonicalArgs);
    setWritten(op, whole);
    arch.ops[op].decl = decl.index();
    arch.ops[op].name = file.program.ops[decl].name;
    markPure(op);
  } else {
    op = add(OpKind::MethodCall, range);
    setWritten(op, whole);
    arch.ops[op].args = arch.ops[op].written;
    arch.ops[op].name = file.symbol(name);
    // `super().method()`: that of a base in this file, if there is one.
    const model::Op *super = arch.definition(receiver);
    model::ClassId owner = arch.functions[function].owner;
    if (owner && super && super->kind == OpKind::Call &&
        super->args.count == 0 && arch.text(super->name) == "builtins.super")
      for (model::ClassId base : arch.classes[owner].baseClasses)
        if (!arch.ops[op].function)
          arch.ops[op].function = arch.findMethod(base, arch.ops[op].name);
  }
  return addResult(op);
}

/// A call of a member, or of whatever `callee` holds.
ValueId Body::valueCall(ValueId callee, llvm::ArrayRef<BuiltArgument> args,
                        SourceRange range) {
  model::MemberId member;
  model::FunctionId known;
  SymbolId name; // of what is read from self
  SymbolId called;
  const model::Op *read = arch.definition(callee);
  if (read && read->kind == OpKind::Attribute && read->args.count == 1) {
    model::ClassId owner = classOfSelf(arch.args(*read)[0].value);
    if (owner) {
      name = read->name;
      member = arch.findMember(owner, name);
      if (!member && !isRedefinedBelow(file, owner, name))
        known = arch.findMethod(owner, name);
      if (known && arch.functions[known].isProperty)
        known = {};
      if (known)
        called = arch.functions[known].qualifiedName;
    }
  } else if (read && read->kind == OpKind::Lambda) {
    known = read->function;
  }
  program::OpDeclId decl;
  llvm::SmallVector<model::Argument, 8> canonicalArgs;
  bool isCanonical = forwardOf(callee, args, range, decl, canonicalArgs);
  OpId id = add(OpKind::Call, range);
  setWritten(id, args);
  model::Op &op = arch.ops[id];
  op.callee = callee;
  op.member = member;
  op.function = known;
  op.name = called;
  op.args = op.written;
  if (isCanonical) {
    op.decl = decl.index();
    op.name = file.program.ops[decl].name;
    setArgs(id, canonicalArgs);
    markPure(id);
  }
  if (name)
    registerMember(id, arch.text(name), args);
  return addResult(id);
}

/// `self.register_buffer("x", value)` and its like define a member.
void Body::registerMember(OpId call, llvm::StringRef method,
                          llvm::ArrayRef<BuiltArgument> args) {
  bool registers = method == "register_buffer" ||
                   method == "register_parameter" || method == "add_module" ||
                   method == "register_module";
  if (!registers)
    return;
  ValueId key, value;
  for (size_t i = 0; i < args.size(); ++i) {
    llvm::StringRef keyword = arch.text(args[i].keyword);
    if (keyword == "name" || (i == 0 && keyword.empty()))
      key = args[i].value;
    else if (keyword == "tensor" || keyword == "module" || keyword == "param" ||
             (i == 1 && keyword.empty()))
      value = args[i].value;
  }
  const Constant *text = key ? arch.constant(key) : nullptr;
  if (text && text->kind == ConstantKind::String && value)
    defineMember(file, arch.functions[function].owner, text->string, value,
                 call);
}
