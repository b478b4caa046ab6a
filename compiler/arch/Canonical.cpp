// SPDX-License-Identifier: Apache-2.0
/// \file
/// Calls of declared ops: arguments brought to the canonical signature, calls
/// of modules to what the prelude says that they compute.
#include "compiler/arch/Body.h"
#include "runtime/program/Signature.h"

using namespace adopter;
using namespace adopter::arch;
using program::ExprId;
using program::ExprKind;
using program::OpDecl;
using program::ParameterKind;

static constexpr unsigned MaxDepth = 100;

static llvm::SmallVector<program::ArgumentShape, 8>
shapes(llvm::ArrayRef<BuiltArgument> args) {
  llvm::SmallVector<program::ArgumentShape, 8> result;
  for (const BuiltArgument &arg : args)
    result.push_back(
        {arg.keyword, static_cast<program::ArgumentKind>(arg.kind)});
  return result;
}

/// The Tuple of what a `*args` or `**kwargs` parameter got; a starred value and
/// a tuple or list written as the only argument are that tuple.
ValueId Body::packTuple(llvm::ArrayRef<BuiltArgument> given,
                        SourceRange range) {
  if (given.size() == 1 && !given[0].keyword) {
    if (given[0].kind == model::ArgumentKind::Star)
      return given[0].value;
    if (const model::Op *op = arch.definition(given[0].value);
        op && given[0].isLiteralTuple) {
      if (op->kind == OpKind::Tuple)
        return given[0].value;
      llvm::SmallVector<model::Argument, 8> elements(arch.args(*op));
      OpId tuple = add(OpKind::Tuple, range);
      setArgs(tuple, elements);
      return addResult(tuple);
    }
  }
  OpId tuple = add(OpKind::Tuple, range);
  llvm::SmallVector<model::Argument, 8> elements;
  for (const BuiltArgument &arg : given)
    elements.push_back({arg.keyword, arg.value, arg.kind});
  setArgs(tuple, elements);
  return addResult(tuple);
}

namespace {

/// One spelling of an op, and what each of its parameters got.
struct Spelled {
  llvm::ArrayRef<program::Parameter> parameters;
  llvm::ArrayRef<std::pair<SymbolId, ExprId>> derived;
};

bool mentions(const program::Program &program, ExprId expr, SymbolId name,
              unsigned depth) {
  if (!expr || depth > MaxDepth)
    return false;
  const program::Expr &node = program.exprs[expr];
  if (node.kind == ExprKind::Param && node.name == name)
    return true;
  for (const program::ExprArgument &arg : node.args)
    if (mentions(program, arg.value, name, depth + 1))
      return true;
  return false;
}

/// `value` is the literal or name that `expr` is.
bool equalsDefault(const model::Architecture &arch,
                   const program::Program &program, ValueId value,
                   ExprId expr) {
  if (!expr)
    return false;
  const program::Expr &node = program.exprs[expr];
  if (node.kind == ExprKind::Constant) {
    const Constant *literal = arch.constant(value);
    return literal && *literal == program.constants[node.constant];
  }
  const model::Op *op = arch.definition(value);
  return node.kind == ExprKind::Name && op && op->kind == OpKind::Global &&
         op->name == node.name;
}

} // namespace

bool Body::canonical(llvm::StringRef name, llvm::ArrayRef<BuiltArgument> args,
                     SourceRange range, program::OpDeclId &decl,
                     llvm::SmallVectorImpl<model::Argument> &result) {
  SymbolId symbol = arch.symbols.find(name);
  const program::Program &program = file.program;
  const program::Program::SpellingRef *found =
      symbol ? program.findSpelling(symbol) : nullptr;
  if (!found)
    return false;
  decl = found->op;
  const OpDecl &op = program.ops[decl];
  llvm::SmallVector<Spelled, 4> ways;
  if (op.name == symbol)
    ways.push_back({op.parameters, {}});
  for (const program::Spelling &spelling : op.spellings)
    if (spelling.name == symbol)
      ways.push_back({spelling.parameters, spelling.derived});
  for (const Spelled &way : ways) {
    auto mapping = program::mapArguments(way.parameters, shapes(args));
    if (!mapping.fits())
      continue;
    // A parameter that the canonical signature does not know must be left at
    // its default.
    bool fits = true;
    for (uint32_t i = 0; i < way.parameters.size(); ++i) {
      const program::Parameter &parameter = way.parameters[i];
      bool isUsed =
          program::findParameter(op.parameters, parameter.name).has_value();
      for (auto [derivedName, expr] : way.derived)
        isUsed |= mentions(program, expr, parameter.name, 0);
      fits &= isUsed || mapping.given[i].empty() ||
              equalsDefault(arch, program, args[mapping.given[i][0]].value,
                            parameter.defaultValue);
    }
    if (!fits)
      continue;
    Environment values;
    for (uint32_t i = 0; i < way.parameters.size(); ++i) {
      const program::Parameter &parameter = way.parameters[i];
      bool isVariadic = parameter.kind == ParameterKind::VarPositional ||
                        parameter.kind == ParameterKind::VarKeyword;
      if (isVariadic) {
        llvm::SmallVector<BuiltArgument, 4> given;
        for (uint32_t index : mapping.given[i])
          given.push_back(args[index]);
        values[parameter.name] = packTuple(given, range);
      } else if (!mapping.given[i].empty()) {
        values[parameter.name] = args[mapping.given[i][0]].value;
      } else if (parameter.defaultValue) {
        values[parameter.name] =
            evaluate(parameter.defaultValue, Environment(), range);
      }
    }
    result.clear();
    for (const program::Parameter &parameter : op.parameters) {
      model::Argument argument;
      argument.keyword = parameter.name;
      ExprId derived;
      for (auto [derivedName, expr] : way.derived)
        if (derivedName == parameter.name)
          derived = expr;
      auto index = program::findParameter(way.parameters, parameter.name);
      if (derived) {
        argument.value = evaluate(derived, values, range);
      } else if (index) {
        argument.value = values.lookup(parameter.name);
        argument.isDefault = mapping.given[*index].empty();
      } else if (parameter.defaultValue) {
        argument.value = evaluate(parameter.defaultValue, Environment(), range);
        argument.isDefault = true;
      }
      fits &= argument.value.isValid();
      result.push_back(argument);
    }
    if (fits)
      return true;
  }
  return false;
}

//===-- expressions of the program ----------------------------------------===//

ValueId Body::evaluate(ExprId id, const Environment &names, SourceRange range) {
  if (!id)
    return {};
  const program::Expr &node = file.program.exprs[id];
  auto operands = [&](llvm::SmallVectorImpl<model::Argument> &args) {
    for (const program::ExprArgument &arg : node.args) {
      ValueId value = evaluate(arg.value, names, range);
      if (!value)
        return false;
      args.push_back(
          {arg.keyword, value, static_cast<model::ArgumentKind>(arg.kind)});
    }
    return true;
  };
  auto build = [&](OpKind kind) -> ValueId {
    llvm::SmallVector<model::Argument, 4> args;
    if (!operands(args))
      return {};
    OpId op = add(kind, range);
    setArgs(op, args);
    return addResult(op);
  };
  switch (node.kind) {
  case ExprKind::Constant:
    return constant(file.program.constants[node.constant], range);
  case ExprKind::Name:
    return global(file.program.text(node.name), range);
  case ExprKind::Param:
    return names.lookup(node.name);
  case ExprKind::Self:
    return names.lookup(SymbolId());
  case ExprKind::Attribute: {
    if (node.args.size() != 1)
      return {};
    // A module's mode is that of the module around it.
    const program::Expr &object = file.program.exprs[node.args[0].value];
    llvm::StringRef name = file.program.text(node.name);
    ValueId from = object.kind == ExprKind::Self && name == "training" && self()
                       ? self()
                       : evaluate(node.args[0].value, names, range);
    return from ? attribute(from, name, range) : ValueId();
  }
  case ExprKind::OpCall: {
    const OpDecl &decl = file.program.ops[node.op];
    llvm::SmallVector<model::Argument, 8> args;
    if (!operands(args) || args.size() != decl.parameters.size())
      return {};
    for (size_t i = 0; i < args.size(); ++i) {
      args[i].keyword = decl.parameters[i].name;
      args[i].isDefault = node.args[i].value == decl.parameters[i].defaultValue;
    }
    OpId op = add(OpKind::Call, range);
    setArgs(op, args);
    arch.ops[op].name = decl.name;
    arch.ops[op].decl = node.op.index();
    markPure(op);
    return addResult(op);
  }
  case ExprKind::Tuple:
    return build(OpKind::Tuple);
  case ExprKind::List:
    return build(OpKind::List);
  case ExprKind::Slice:
    return build(OpKind::Slice);
  case ExprKind::Conditional:
    return build(OpKind::Select);
  case ExprKind::And:
    return build(OpKind::And);
  case ExprKind::Or:
    return build(OpKind::Or);
  case ExprKind::Not:
    return build(OpKind::Not);
  case ExprKind::In:
    return build(OpKind::In);
  case ExprKind::Is:
    return build(OpKind::Is);
  case ExprKind::Dict:
    return build(OpKind::Dict);
  case ExprKind::Capture:
  case ExprKind::Wildcard:
  case ExprKind::Hole:
  case ExprKind::KernelCall:
  case ExprKind::NameCall:
  case ExprKind::MemberCall:
  case ExprKind::CalleeCall:
  case ExprKind::MethodCall:
  case ExprKind::Instance:
  case ExprKind::Word:
    return {}; // no part of a declaration
  }
  llvm_unreachable("not an expression kind");
}

//===-- modules -----------------------------------------------------------===//

/// Literals, names, and attributes of the same parameter.
static bool sameSimple(const model::Architecture &arch, ValueId a, ValueId b,
                       unsigned depth) {
  if (a == b)
    return true;
  const model::Op *x = arch.definition(a), *y = arch.definition(b);
  if (!x || !y || x->kind != y->kind || x->name != y->name || depth > 8)
    return false;
  if (x->kind == OpKind::Constant)
    return x->constant.kind == y->constant.kind && x->constant == y->constant;
  return x->kind == OpKind::Global ||
         (x->kind == OpKind::Attribute &&
          sameSimple(arch, arch.args(*x)[0].value, arch.args(*y)[0].value,
                     depth + 1));
}

static bool sameConstruction(const model::Architecture &arch, OpId a, OpId b) {
  const model::Op &x = arch.ops[a], &y = arch.ops[b];
  if (x.decl != y.decl || x.args.count != y.args.count)
    return false;
  for (uint32_t i = 0; i < x.args.count; ++i)
    if (!sameSimple(arch, arch.args(x)[i].value, arch.args(y)[i].value, 0))
      return false;
  return true;
}

/// The call that builds what `callee` is: a constructor right there, or that of
/// a member which is always built the same way.
OpId Body::constructorOf(ValueId callee) const {
  const model::Op *op = arch.definition(callee);
  if (!op)
    return {};
  if (op->kind == OpKind::Call)
    return op->decl != model::NoDecl && !op->callee ? arch.definingOp(callee)
                                                    : OpId();
  if (op->kind != OpKind::Attribute || op->args.count != 1)
    return {};
  model::ClassId owner = classOfSelf(arch.args(*op)[0].value);
  model::MemberId id =
      owner ? arch.findMember(owner, op->name) : model::MemberId();
  if (!id || isRedefinedBelow(file, arch.members[id].owner, op->name))
    return {};
  OpId found;
  for (const model::MemberDefinition &definition :
       arch.members[id].definitions) {
    // A None is nothing that could be called.
    const Constant *none = arch.constant(definition.value);
    if (none && none->kind == ConstantKind::None)
      continue;
    OpId built = arch.definingOp(definition.value);
    if (!built || arch.ops[built].kind != OpKind::Call ||
        arch.ops[built].decl == model::NoDecl || arch.ops[built].callee ||
        arch.text(arch.functions[definition.function].name) != "__init__" ||
        (found && !sameConstruction(arch, found, built)))
      return {};
    if (!found)
      found = built;
  }
  return found;
}

bool Body::forwardOf(ValueId callee, llvm::ArrayRef<BuiltArgument> args,
                     SourceRange range, program::OpDeclId &decl,
                     llvm::SmallVectorImpl<model::Argument> &result) {
  OpId constructor = constructorOf(callee);
  if (!constructor || arch.ops[constructor].decl == model::NoDecl)
    return false;
  const program::Program &program = file.program;
  const OpDecl &theClass =
      program.ops[program::OpDeclId(arch.ops[constructor].decl)];
  if (!theClass.module || !theClass.module->forward)
    return false;
  const program::ModuleSheet &sheet = *theClass.module;
  const program::Expr &forward = program.exprs[sheet.forward];
  if (forward.kind != ExprKind::OpCall)
    return false;
  decl = forward.op;
  const OpDecl &op = program.ops[decl];
  auto mapping = program::mapArguments(sheet.callParameters, shapes(args));
  if (!mapping.fits() || !op.mutates.empty() ||
      forward.args.size() != op.parameters.size())
    return false;
  Environment values;
  values[SymbolId()] = callee; // what `self` is in the declaration
  for (const model::Argument &argument : arch.args(arch.ops[constructor]))
    values[argument.keyword] = argument.value;
  for (uint32_t i = 0; i < sheet.callParameters.size(); ++i) {
    const program::Parameter &parameter = sheet.callParameters[i];
    bool isVariadic = parameter.kind == ParameterKind::VarPositional ||
                      parameter.kind == ParameterKind::VarKeyword;
    if (isVariadic) {
      llvm::SmallVector<BuiltArgument, 4> given;
      for (uint32_t index : mapping.given[i])
        given.push_back(args[index]);
      values[parameter.name] = packTuple(given, range);
    } else if (!mapping.given[i].empty()) {
      values[parameter.name] = args[mapping.given[i][0]].value;
    } else {
      values[parameter.name] =
          evaluate(parameter.defaultValue, Environment(), range);
    }
  }
  result.clear();
  for (uint32_t i = 0; i < forward.args.size(); ++i) {
    model::Argument argument;
    argument.keyword = op.parameters[i].name;
    argument.value = evaluate(forward.args[i].value, values, range);
    argument.isDefault = forward.args[i].value == op.parameters[i].defaultValue;
    if (!argument.value)
      return false;
    result.push_back(argument);
  }
  return true;
}
