// SPDX-License-Identifier: Apache-2.0
#include "Fixture.h"

using namespace adopter;
using namespace adopter::match::test;
using namespace adopter::model;

Model::Model(Rules &rules) : arch(rules.program.symbols.get()), rules(rules) {}

ClassId Model::beginClass(llvm::StringRef name) {
  Class c;
  c.name = c.qualifiedName = symbol(name);
  c.isModule = true;
  owner = arch.classes.add(std::move(c));
  return owner;
}

FunctionId Model::begin(llvm::StringRef name,
                        std::initializer_list<const char *> parameters) {
  Function f;
  f.name = f.qualifiedName = symbol(name);
  f.owner = owner;
  function = arch.functions.nextId();
  uint32_t index = 0;
  for (const char *parameter : parameters) {
    Parameter p;
    p.name = symbol(parameter);
    Value v{};
    v.kind = ValueKind::Parameter;
    v.function = function;
    v.index = index++;
    v.name = p.name;
    p.value = arch.values.add(v);
    f.parameters.push_back(p);
  }
  Region body{};
  body.kind = RegionKind::Body;
  body.function = function;
  f.body = arch.regions.add(std::move(body));
  open = {f.body};
  arch.functions.add(std::move(f));
  if (owner)
    arch.classes[owner].methods.push_back(function);
  return function;
}

ValueId Model::parameter(size_t index) const {
  return arch.functions[function].parameters[index].value;
}

void Model::openRegion(OpId op, RegionKind kind) {
  Region region{};
  region.kind = kind;
  region.parent = op;
  region.function = function;
  RegionId id = arch.regions.add(std::move(region));
  arch.ops[op].regions.push_back(id);
  open.push_back(id);
}

ArgumentRange Model::range(llvm::ArrayRef<Argument> args) {
  ArgumentRange result{uint32_t(arch.arguments.size()), uint32_t(args.size())};
  arch.arguments.insert(arch.arguments.end(), args.begin(), args.end());
  return result;
}

ValueId Model::addOp(Op op, llvm::ArrayRef<Argument> args,
                     llvm::ArrayRef<Argument> written) {
  op.args = range(args);
  op.written = range(written);
  op.region = open.back();
  OpId id = arch.ops.nextId();
  if (op.resultCount == 1) {
    op.firstResult = uint32_t(arch.values.size());
    Value v{};
    v.kind = ValueKind::Result;
    v.def = id;
    v.function = function;
    arch.values.add(v);
  }
  ValueId result = op.resultCount == 1 ? ValueId(op.firstResult) : ValueId();
  arch.regions[open.back()].ops.push_back(id);
  arch.ops.add(std::move(op));
  return result;
}

static std::vector<Argument> plain(llvm::ArrayRef<ValueId> values) {
  std::vector<Argument> args;
  for (ValueId value : values)
    args.push_back({{}, value});
  return args;
}

ValueId Model::make(OpKind kind, std::initializer_list<ValueId> args,
                    llvm::StringRef name) {
  Op op;
  op.kind = kind;
  op.pure = true;
  op.resultCount = 1;
  if (!name.empty())
    op.name = symbol(name);
  return addOp(std::move(op), plain(llvm::ArrayRef(args.begin(), args.size())),
               {});
}

ValueId Model::element(ValueId tuple, uint32_t index) {
  ValueId result = make(OpKind::Element, {tuple});
  opOf(result).index = index;
  return result;
}

OpId Model::effect(OpKind kind, std::initializer_list<ValueId> args) {
  Op op;
  op.kind = kind;
  OpId id = arch.ops.nextId();
  addOp(std::move(op), plain(llvm::ArrayRef(args.begin(), args.size())), {});
  return id;
}

ValueId Model::constant(Constant value) {
  ValueId result = make(OpKind::Constant, {});
  opOf(result).constant = value;
  return result;
}

ValueId Model::global(llvm::StringRef name) {
  return make(OpKind::Global, {}, name);
}

ValueId Model::attribute(ValueId object, llvm::StringRef name) {
  return make(OpKind::Attribute, {object}, name);
}

ValueId Model::call(llvm::StringRef name, llvm::ArrayRef<ValueId> args) {
  Op op;
  op.kind = OpKind::Call;
  op.resultCount = 1;
  op.name = symbol(name);
  op.pure = true;
  std::vector<Argument> canonical;
  for (uint32_t i = 0; i < rules.program.ops.size(); ++i) {
    const program::OpDecl &decl = rules.program.ops[program::OpDeclId(i)];
    if (decl.name != op.name)
      continue;
    op.decl = i;
    for (size_t j = 0; j < args.size(); ++j)
      canonical.push_back({decl.parameters[j].name, args[j]});
  }
  assert(op.decl != NoDecl && "declare the op first");
  return addOp(std::move(op), canonical, plain(args));
}

ValueId Model::callName(llvm::StringRef name,
                        std::initializer_list<ValueId> args) {
  Op op;
  op.kind = OpKind::Call;
  op.resultCount = 1;
  op.name = symbol(name);
  std::vector<Argument> written =
      plain(llvm::ArrayRef(args.begin(), args.size()));
  return addOp(std::move(op), written, written);
}

ValueId Model::callValue(ValueId callee, std::initializer_list<ValueId> args) {
  Op op;
  op.kind = OpKind::Call;
  op.resultCount = 1;
  op.callee = callee;
  std::vector<Argument> written =
      plain(llvm::ArrayRef(args.begin(), args.size()));
  return addOp(std::move(op), written, written);
}

ValueId Model::callMember(MemberId member,
                          std::initializer_list<ValueId> args) {
  SymbolId name = arch.members[member].name;
  ValueId callee = attribute(parameter(0), arch.text(name));
  ValueId result = callValue(callee, args);
  opOf(result).member = member;
  return result;
}

MemberId Model::member(llvm::StringRef name, MemberKind kind,
                       std::initializer_list<ValueId> definitions) {
  Member m;
  m.name = symbol(name);
  m.kind = kind;
  m.owner = owner;
  for (ValueId value : definitions)
    m.definitions.push_back({{}, value, function, definitions.size() > 1});
  MemberId id = arch.members.add(std::move(m));
  arch.classes[owner].members.push_back(id);
  return id;
}
