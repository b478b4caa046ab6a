// SPDX-License-Identifier: Apache-2.0
// Calls of declared ops: one argument per canonical parameter, whatever the
// spelling, with defaults filled in.
#include "runtime/lift/FunctionLifter.h"

#include "runtime/program/Signature.h"

using namespace adopter;
using namespace adopter::lift;
using namespace adopter::model;
using program::ExprId;
using program::ExprKind;
using program::OpDecl;
using program::OpDeclId;
using program::ParameterKind;
using program::Spelling;

/// Shapes of `written` for program::mapArguments.
static llvm::SmallVector<program::ArgumentShape, 8>
shapes(llvm::ArrayRef<Argument> written) {
  llvm::SmallVector<program::ArgumentShape, 8> result;
  for (const Argument &argument : written)
    result.push_back(
        {argument.keyword, static_cast<program::ArgumentKind>(argument.kind)});
  return result;
}

void FunctionLifter::declare(OpId id, OpDeclId declId) {
  const OpDecl &decl = file.program.ops[declId];
  Op &op = arch.ops[id];
  op.decl = declId.index();
  op.name = decl.name;
  op.pure = decl.pure && decl.mutates.empty();
  op.inPlace |= !decl.mutates.empty();
}

/// `x.to(device)` is no cast, though it looks like one.
bool FunctionLifter::isDeviceMove(const OpDecl &decl,
                                  llvm::ArrayRef<Argument> args) const {
  if (args.size() != 2 || file.text(decl.name) != "torch.Tensor.to")
    return false;
  ValueId target = args[1].value;
  const Op *op = definition(target);
  if (op && op->kind == OpKind::Attribute)
    return file.text(op->name).ends_with("device");
  if (op && op->kind == OpKind::Constant)
    return op->constant.kind == ConstantKind::String ||
           op->constant.kind == ConstantKind::Int;
  return file.text(arch.values[target].name).ends_with("device");
}

ValueId
FunctionLifter::canonicalCall(const program::Program::SpellingRef &found,
                              SymbolId name, llvm::ArrayRef<Argument> written,
                              SourceRange range) {
  const OpDecl &decl = file.program.ops[found.op];
  Args args;
  if (!canonicalArguments(decl, name, written, args, range) ||
      isDeviceMove(decl, args))
    return {};
  OpId op = addOp(OpKind::Call, range, args);
  arch.ops[op].written = addArguments(written);
  declare(op, found.op);
  ValueId changed;
  for (const Argument &argument : args)
    if (llvm::is_contained(decl.mutates, argument.keyword))
      changed = argument.value;
  ValueId result = addResult(op);
  if (changed)
    rebind(changed, result);
  return result;
}

bool FunctionLifter::canonicalArguments(const OpDecl &decl, SymbolId name,
                                        llvm::ArrayRef<Argument> written,
                                        Args &out, SourceRange range) {
  if (decl.name == name && mapCanonical(decl, written, out, range))
    return true;
  for (const Spelling &spelling : decl.spellings) {
    out.clear();
    if (spelling.name == name &&
        mapSpelling(decl, spelling, written, out, range))
      return true;
  }
  out.clear();
  return false;
}

/// What a parameter got: an argument, or the tuple of all for `*args` and
/// `**kwargs`.
ValueId FunctionLifter::givenValue(const program::Parameter &parameter,
                                   llvm::ArrayRef<uint32_t> given,
                                   llvm::ArrayRef<Argument> written,
                                   SourceRange range) {
  if (parameter.kind == ParameterKind::Positional ||
      parameter.kind == ParameterKind::KeywordOnly)
    return written[given[0]].value;
  if (parameter.kind == ParameterKind::VarPositional && given.size() == 1) {
    const Argument &only = written[given[0]];
    if (only.kind == ArgumentKind::Star)
      return only.value;
    // A tuple or list written in the call itself is that tuple.
    const Op *op = definition(only.value);
    if (op && range.contains(op->range)) {
      if (op->kind == OpKind::Tuple)
        return only.value;
      if (op->kind == OpKind::List) {
        Args elements(arch.args(*op));
        return emitArgs(OpKind::Tuple, op->range, elements);
      }
    }
  }
  Args elements;
  for (uint32_t index : given)
    elements.push_back(written[index]);
  return emitArgs(OpKind::Tuple, {}, elements);
}

/// `view(*shape, -1)`: what goes to `*args` is one tuple, starred parts
/// included, if every parameter before it has its own argument.
FunctionLifter::Args
FunctionLifter::packed(llvm::ArrayRef<program::Parameter> parameters,
                       llvm::ArrayRef<Argument> written) {
  Args result(written);
  size_t var = 0;
  while (var < parameters.size() &&
         parameters[var].kind == ParameterKind::Positional)
    ++var;
  if (var == parameters.size() || var >= written.size() ||
      parameters[var].kind != ParameterKind::VarPositional)
    return result;
  auto isStar = [](const Argument &argument) {
    return argument.kind == ArgumentKind::Star;
  };
  size_t end = 0;
  while (end < written.size() && !written[end].keyword &&
         written[end].kind != ArgumentKind::DoubleStar)
    ++end;
  if (end <= var + 1 || llvm::any_of(written.take_front(var), isStar) ||
      llvm::none_of(written.slice(var, end - var), isStar) ||
      llvm::any_of(written.drop_front(end), isStar))
    return result;
  ValueId tuple = emitArgs(OpKind::Tuple, {}, written.slice(var, end - var));
  result.erase(result.begin() + var, result.begin() + end);
  result.insert(result.begin() + var, {{}, tuple, ArgumentKind::Star});
  return result;
}

bool FunctionLifter::mapCanonical(const OpDecl &decl,
                                  llvm::ArrayRef<Argument> source, Args &out,
                                  SourceRange range) {
  Args written = packed(decl.parameters, source);
  auto mapping = program::mapArguments(decl.parameters, shapes(written));
  if (!mapping.fits())
    return false;
  for (uint32_t i = 0; i < decl.parameters.size(); ++i) {
    const program::Parameter &parameter = decl.parameters[i];
    Argument argument;
    argument.keyword = parameter.name;
    argument.isDefault = mapping.given[i].empty();
    if (argument.isDefault && parameter.defaultValue)
      argument.value = evaluate(parameter.defaultValue, {}, {});
    else
      argument.value = givenValue(parameter, mapping.given[i], written, range);
    if (!argument.value)
      return false;
    out.push_back(argument);
  }
  return true;
}

/// Marks the parameters of `spelling` that `expr` names.
static void markUsed(const program::Program &program, const Spelling &spelling,
                     ExprId expr, llvm::SmallVectorImpl<bool> &used,
                     unsigned depth) {
  if (!expr || depth > 16)
    return;
  const program::Expr &e = program.exprs[expr];
  if (e.kind == ExprKind::Param)
    if (auto index = program::findParameter(spelling.parameters, e.name))
      used[*index] = true;
  for (const program::ExprArgument &argument : e.args)
    markUsed(program, spelling, argument.value, used, depth + 1);
}

bool FunctionLifter::mapSpelling(const OpDecl &decl, const Spelling &spelling,
                                 llvm::ArrayRef<Argument> source, Args &out,
                                 SourceRange range) {
  Args written = packed(spelling.parameters, source);
  auto mapping = program::mapArguments(spelling.parameters, shapes(written));
  if (!mapping.fits())
    return false;
  const program::Program &program = file.program;
  // A parameter that is neither canonical nor used must keep its default.
  llvm::SmallVector<bool, 8> used(spelling.parameters.size(), false);
  for (auto [name, expr] : spelling.derived)
    markUsed(program, spelling, expr, used, 0);
  for (uint32_t i = 0; i < spelling.parameters.size(); ++i) {
    const program::Parameter &parameter = spelling.parameters[i];
    if (mapping.given[i].empty() || used[i] ||
        program::findParameter(decl.parameters, parameter.name))
      continue;
    if (!parameter.defaultValue ||
        !equalsDefault(written[mapping.given[i][0]].value,
                       parameter.defaultValue))
      return false;
  }
  llvm::SmallVector<ValueId, 8> values(spelling.parameters.size());
  auto valueOf = [&](uint32_t i) -> ValueId {
    if (!values[i]) {
      const program::Parameter &parameter = spelling.parameters[i];
      values[i] = mapping.given[i].empty() && parameter.defaultValue
                      ? evaluate(parameter.defaultValue, {}, {})
                      : givenValue(parameter, mapping.given[i], written, range);
    }
    return values[i];
  };
  auto lookUp = [&](SymbolId name) -> ValueId {
    auto index = program::findParameter(spelling.parameters, name);
    return index ? valueOf(*index) : ValueId();
  };
  for (const program::Parameter &parameter : decl.parameters) {
    Argument argument;
    argument.keyword = parameter.name;
    ExprId derived;
    for (auto [name, expr] : spelling.derived)
      if (name == parameter.name)
        derived = expr;
    if (derived) {
      argument.value = evaluate(derived, lookUp, {});
    } else if (auto index = program::findParameter(spelling.parameters,
                                                   parameter.name)) {
      argument.value = valueOf(*index);
      // Left out, and left out means the same in the canonical spelling.
      ExprId other = spelling.parameters[*index].defaultValue;
      argument.isDefault = mapping.given[*index].empty() &&
                           (parameter.kind == ParameterKind::VarPositional ||
                            parameter.kind == ParameterKind::VarKeyword ||
                            (parameter.defaultValue && other &&
                             sameLiteral(parameter.defaultValue, other)));
    } else if (parameter.defaultValue) {
      argument.value = evaluate(parameter.defaultValue, {}, {});
      argument.isDefault = true;
    }
    if (!argument.value)
      return false;
    out.push_back(argument);
  }
  return true;
}

bool FunctionLifter::sameLiteral(ExprId a, ExprId b) const {
  if (a == b)
    return true;
  const program::Expr &x = file.program.exprs[a];
  const program::Expr &y = file.program.exprs[b];
  if (x.kind != y.kind || x.args.size() != y.args.size())
    return false;
  switch (x.kind) {
  case ExprKind::Constant:
    return file.program.constants[x.constant] ==
           file.program.constants[y.constant];
  case ExprKind::Name:
    return x.name == y.name;
  case ExprKind::Tuple:
  case ExprKind::List:
    for (size_t i = 0; i < x.args.size(); ++i)
      if (!sameLiteral(x.args[i].value, y.args[i].value))
        return false;
    return true;
  default:
    return false;
  }
}

bool FunctionLifter::equalsDefault(ValueId value, ExprId expr) const {
  const program::Expr &e = file.program.exprs[expr];
  if (e.kind == ExprKind::Constant) {
    const Constant *constant = literal(value);
    return constant && *constant == file.program.constants[e.constant];
  }
  const Op *op = definition(value);
  return e.kind == ExprKind::Name && op && op->kind == OpKind::Global &&
         op->name == e.name;
}

//===-- expressions of the program ----------------------------------------===//

ValueId FunctionLifter::evaluate(ExprId id, ParameterLookup parameter,
                                 ValueId self) {
  if (!id || depth > 120)
    return {};
  const program::Expr &e = file.program.exprs[id];
  auto operands = [&](llvm::SmallVectorImpl<Argument> &out) {
    ++depth;
    bool ok = true;
    for (const program::ExprArgument &argument : e.args) {
      ValueId value = evaluate(argument.value, parameter, self);
      ok &= value.isValid();
      out.push_back(
          {argument.keyword, value, static_cast<ArgumentKind>(argument.kind)});
    }
    --depth;
    return ok;
  };
  auto simple = [&](OpKind kind, SymbolId name = {}) -> ValueId {
    Args args;
    return operands(args) ? emitArgs(kind, {}, args, name) : ValueId();
  };
  switch (e.kind) {
  case ExprKind::Constant:
    return constant(file.program.constants[e.constant]);
  case ExprKind::Name:
    return global(e.name, {});
  case ExprKind::Param:
    return parameter ? parameter(e.name) : ValueId();
  case ExprKind::Self:
    return self;
  case ExprKind::Attribute: {
    // The mode of a submodule is that of the module it is called from.
    const program::Expr &object = file.program.exprs[e.args[0].value];
    if (object.kind == ExprKind::Self && e.name == file.known.training &&
        selfValue)
      return emit(OpKind::Attribute, {}, {selfValue}, e.name);
    return simple(OpKind::Attribute, e.name);
  }
  case ExprKind::OpCall: {
    if (!e.op)
      return {};
    const OpDecl &decl = file.program.ops[e.op];
    Args args;
    if (!operands(args) || args.size() != decl.parameters.size())
      return {};
    for (size_t i = 0; i < args.size(); ++i) {
      args[i].keyword = decl.parameters[i].name;
      args[i].isDefault = e.args[i].value == decl.parameters[i].defaultValue;
    }
    OpId op = addOp(OpKind::Call, {}, args);
    arch.ops[op].written = arch.ops[op].args;
    declare(op, e.op);
    return addResult(op);
  }
  case ExprKind::Tuple:
    return simple(OpKind::Tuple);
  case ExprKind::List:
    return simple(OpKind::List);
  case ExprKind::Slice:
    return simple(OpKind::Slice);
  case ExprKind::Conditional:
    return simple(OpKind::Select);
  case ExprKind::And:
    return simple(OpKind::And);
  case ExprKind::Or:
    return simple(OpKind::Or);
  case ExprKind::Not:
    return simple(OpKind::Not);
  case ExprKind::In:
    return simple(OpKind::In);
  case ExprKind::Is:
    return simple(OpKind::Is);
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
  case ExprKind::Dict:
    return {}; // no part of a declaration
  }
  return {};
}

bool FunctionLifter::moduleFace(OpId constructor, ValueId callee,
                                llvm::ArrayRef<Argument> written, Args &out,
                                OpDeclId &declId, SourceRange range) {
  const Op &built = arch.ops[constructor];
  if (built.decl == NoDecl)
    return false;
  const OpDecl &theClass = file.program.ops[OpDeclId(built.decl)];
  if (!theClass.module || !theClass.module->forward)
    return false;
  const program::ModuleSheet &sheet = *theClass.module;
  const program::Expr &forward = file.program.exprs[sheet.forward];
  if (forward.kind != ExprKind::OpCall || !forward.op)
    return false;
  auto mapping = program::mapArguments(sheet.callParameters, shapes(written));
  if (!mapping.fits())
    return false;
  auto lookUp = [&](SymbolId name) -> ValueId {
    if (auto index = program::findParameter(sheet.callParameters, name)) {
      const program::Parameter &parameter = sheet.callParameters[*index];
      return mapping.given[*index].empty() && parameter.defaultValue
                 ? evaluate(parameter.defaultValue, {}, {})
                 : givenValue(parameter, mapping.given[*index], written, range);
    }
    return arch.argument(arch.ops[constructor], name);
  };
  declId = forward.op;
  const OpDecl &decl = file.program.ops[declId];
  if (!decl.mutates.empty() || forward.args.size() != decl.parameters.size())
    return false;
  for (size_t i = 0; i < forward.args.size(); ++i) {
    Argument argument;
    argument.keyword = decl.parameters[i].name;
    argument.value = evaluate(forward.args[i].value, lookUp, callee);
    argument.isDefault =
        forward.args[i].value == decl.parameters[i].defaultValue;
    if (!argument.value)
      return false;
    out.push_back(argument);
  }
  return true;
}
