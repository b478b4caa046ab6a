// SPDX-License-Identifier: Apache-2.0
// Calls: of names, of methods, of values.
#include "runtime/lift/FunctionLifter.h"

using namespace adopter;
using namespace adopter::lift;
using namespace adopter::model;
using python::PyField;
using python::PyKind;
using python::PyNode;

FunctionLifter::Args FunctionLifter::arguments(PyNode node) {
  Args args;
  if (!node)
    return args;
  if (node.is(PyKind::GeneratorExpression)) { // f(x for x in y)
    args.push_back({{}, comprehension(node)});
    return args;
  }
  for (PyNode argument : node.children()) {
    switch (argument.kind()) {
    case PyKind::KeywordArgument: {
      SymbolId keyword = file.symbol(argument.field(PyField::Name));
      args.push_back({keyword, expr(argument.field(PyField::Value))});
      break;
    }
    case PyKind::ListSplat:
      args.push_back({{}, expr(argument.firstChild()), ArgumentKind::Star});
      break;
    case PyKind::DictionarySplat:
      args.push_back(
          {{}, expr(argument.firstChild()), ArgumentKind::DoubleStar});
      break;
    default:
      args.push_back({{}, expr(argument)});
    }
  }
  return args;
}

ValueId FunctionLifter::call(PyNode node) {
  PyNode callee = node.field(PyField::Function);
  PyNode argumentNode = node.field(PyField::Arguments);
  while (callee && callee.is(PyKind::ParenthesizedExpression))
    callee = callee.firstChild();
  if (!callee)
    return opaqueTree(node, "call");
  if (SymbolId name = path(callee)) {
    FunctionId known;
    if (callee.is(PyKind::Identifier) &&
        !file.scopes.reference(callee).isSlot())
      known = file.names.lookUp(file.symbol(callee)).function;
    Args args = arguments(argumentNode);
    return namedCall(name, known, args, node.range());
  }
  Reference local = callee.is(PyKind::Identifier)
                        ? file.scopes.reference(callee)
                        : Reference::slot(0);
  if (!local.isSlot() && !local.isCapture()) {
    // A variable of the module, or a name from nowhere.
    SymbolId name = file.names.lookUp(file.symbol(callee)).qualified;
    Args args = arguments(argumentNode);
    return namedCall(name, {}, args, node.range());
  }
  if (callee.is(PyKind::Attribute)) {
    ValueId object = expr(callee.field(PyField::Object));
    SymbolId name = file.symbol(callee.field(PyField::Attribute));
    if (!isSelf(object)) {
      Args args = arguments(argumentNode);
      return methodCall(object, name, args, node.range());
    }
    return selfCall(object, name, callee.range(), argumentNode, node.range());
  }
  ValueId value = expr(callee);
  Args args = arguments(argumentNode);
  return valueCall(value, args, node.range());
}

//===-- by name -----------------------------------------------------------===//

/// `torch.relu_`, `torch.nn.init.normal_`: writes to its first argument.
static bool isInPlaceFunction(llvm::StringRef name) {
  return name.starts_with("torch.") && isInPlaceName(name.rsplit('.').second);
}

ValueId FunctionLifter::namedCall(SymbolId name, FunctionId known,
                                  llvm::ArrayRef<Argument> written,
                                  SourceRange range) {
  if (known && !arch.functions[known].owner)
    if (ValueId value = inlineCall(known, {}, written, range))
      return value;
  if (const auto *found = file.spelling(name))
    if (ValueId value = canonicalCall(*found, name, written, range))
      return value;
  OpId op = addOp(OpKind::Call, range, written, name);
  arch.ops[op].written = arch.ops[op].args;
  arch.ops[op].function = known;
  ValueId changed;
  if (isInPlaceFunction(file.text(name)) && !written.empty() &&
      written[0].kind == ArgumentKind::Plain)
    changed = written[0].value;
  for (const Argument &argument : written)
    if (argument.keyword == file.known.out && !literal(argument.value))
      changed = argument.value;
  arch.ops[op].inPlace = changed.isValid();
  ValueId result = addResult(op);
  if (changed)
    rebind(changed, result);
  registerMember(op, name, written);
  return result;
}

//===-- of methods --------------------------------------------------------===//

/// The value is known not to be a tensor: literals, collections, modules,
/// objects of classes.
bool FunctionLifter::isNoTensor(ValueId value) const {
  const Op *op = definition(value);
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
    ValueId object = arch.args(*op)[0].value;
    if (!isSelf(object))
      return false;
    MemberId member = arch.findMember(classOfSelf(object), op->name);
    return member && arch.members[member].kind == MemberKind::Module;
  }
  case OpKind::Call: {
    if (op->decl != NoDecl && !op->callee)
      return file.program.ops[program::OpDeclId(op->decl)].module.has_value();
    llvm::StringRef name = file.text(op->name).rsplit('.').second;
    if (name.empty())
      name = file.text(op->name);
    return op->decl == NoDecl && !name.empty() && name.front() >= 'A' &&
           name.front() <= 'Z' && name != "Parameter" && name != "Tensor";
  }
  default:
    return false;
  }
}

ValueId FunctionLifter::methodCall(ValueId receiver, SymbolId name,
                                   llvm::ArrayRef<Argument> arguments,
                                   SourceRange range) {
  Args written;
  written.push_back({{}, receiver});
  written.append(arguments.begin(), arguments.end());
  if (const auto *found = file.tensorMethod(name);
      found && !isNoTensor(receiver)) {
    SymbolId qualified = file.join(file.known.tensor, name);
    if (ValueId value = canonicalCall(*found, qualified, written, range))
      return value;
  }
  OpId op = addOp(OpKind::MethodCall, range, written, name);
  arch.ops[op].written = arch.ops[op].args;
  bool inPlace = isInPlaceName(file.text(name));
  arch.ops[op].inPlace = inPlace;
  if (const Op *super = definition(receiver);
      super && super->kind == OpKind::Call && super->name == file.known.super &&
      selfClass && super->args.count == 0)
    for (ClassId base : arch.classes[selfClass].baseClasses)
      if (FunctionId method = file.findMethod(base, name)) {
        arch.ops[op].function = method;
        break;
      }
  ValueId result = addResult(op);
  if (inPlace)
    rebind(receiver, result);
  return result;
}

void FunctionLifter::rebind(ValueId before, ValueId after) {
  for (uint32_t slot = 0; slot < env.size(); ++slot) {
    if (env[slot] != before)
      continue;
    // A variable that no enclosing loop carries keeps the old version: the
    // writing op itself says that both are one tensor.
    if (!loops.empty() && !loops.back().assigned.test(slot))
      continue;
    bindSlot(slot, after, {});
  }
}

//===-- of values ---------------------------------------------------------===//

ValueId FunctionLifter::valueCall(ValueId callee,
                                  llvm::ArrayRef<Argument> written,
                                  SourceRange range) {
  const Op *definition = this->definition(callee);
  if (definition && definition->kind == OpKind::Global)
    if (SymbolId name = paths.lookup(callee))
      return namedCall(name, {}, written, range);
  if (definition && definition->kind == OpKind::Attribute &&
      isSelf(arch.args(*definition)[0].value))
    return memberCall(callee, written, range);
  FunctionId known;
  OpId construction;
  if (definition && definition->kind == OpKind::Lambda)
    known = definition->function;
  if (definition && definition->kind == OpKind::Call &&
      definition->decl != NoDecl && !definition->callee)
    construction = arch.definingOp(callee);
  Args args;
  program::OpDeclId decl;
  if (construction &&
      moduleFace(construction, callee, written, args, decl, range)) {
    OpId op = addOp(OpKind::Call, range, args);
    arch.ops[op].written = addArguments(written);
    arch.ops[op].callee = callee;
    declare(op, decl);
    return addResult(op);
  }
  OpId op = addOp(OpKind::Call, range, written);
  arch.ops[op].written = arch.ops[op].args;
  arch.ops[op].callee = callee;
  arch.ops[op].function = known;
  return addResult(op);
}
