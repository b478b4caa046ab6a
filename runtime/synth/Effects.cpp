// SPDX-License-Identifier: Apache-2.0
#include "runtime/synth/Effects.h"
#include "llvm/ADT/StringSwitch.h"

using namespace adopter;
using namespace adopter::synth;
using namespace adopter::model;

/// Values followed at most when looking for origins.
static constexpr size_t MaxValues = 200;

/// Attributes of tensors and modules that are no memory one could write to.
static bool isPlainAttribute(llvm::StringRef name) {
  return llvm::StringSwitch<bool>(name)
      .Cases("shape", "dtype", "device", "ndim", "training", true)
      .Cases("is_cuda", "requires_grad", "layout", "itemsize", true)
      .Default(false);
}

/// Methods that change their receiver without a trailing underscore: those of
/// lists, dictionaries, sets, and caches.
static bool changesReceiver(llvm::StringRef method) {
  if (method.ends_with("_") && !method.ends_with("__"))
    return true;
  return llvm::StringSwitch<bool>(method)
      .Cases("append", "extend", "insert", "remove", "pop", "clear", true)
      .Cases("update", "setdefault", "popitem", "sort", "reverse", "add", true)
      .Case("discard", true)
      .Default(false);
}

const program::OpDecl *Effects::calledModule(const Op &op) const {
  OpId constructor;
  if (op.member)
    constructor = calls.constructor(op.member);
  else if (op.callee)
    constructor = arch.definingOp(op.callee);
  if (!constructor || arch.ops[constructor].kind != OpKind::Call ||
      arch.ops[constructor].callee)
    return nullptr;
  const program::OpDecl *decl = declOf(arch.ops[constructor]);
  return decl && decl->module ? decl : nullptr;
}

bool Effects::makesFresh(const Op &op) const {
  if (op.kind != OpKind::Call || op.inPlace)
    return false;
  if (const program::OpDecl *decl = declOf(op))
    return decl->aliases.empty() && decl->mutates.empty();
  const program::OpDecl *module = calledModule(op);
  if (!module || program.text(module->name) == "torch.nn.Identity")
    return false;
  // Without a forward expression the sheet says nothing of aliases: modules
  // with parameters compute something new.
  return !module->module->parameters.empty();
}

/// The operands that the result may be, or be a part of.
/// \return false if it may be anything else as well.
bool Effects::aliasedArguments(const Op &op,
                               llvm::SmallVectorImpl<ValueId> &out) const {
  auto takeAll = [&] {
    for (const Argument &argument : arch.args(op))
      out.push_back(argument.value);
    if (op.callee)
      out.push_back(op.callee);
  };
  switch (op.kind) {
  case OpKind::Constant:
  case OpKind::Not:
  case OpKind::Is:
  case OpKind::In:
  case OpKind::Compare:
  case OpKind::Format:
  case OpKind::Slice:
  case OpKind::Undefined:
    return true;
  case OpKind::Attribute:
    if (isPlainAttribute(arch.text(op.name)))
      return true;
    takeAll();
    return false;
  case OpKind::Call: {
    if (makesFresh(op))
      return true;
    if (const program::OpDecl *decl = declOf(op)) {
      for (const Argument &argument : arch.args(op))
        if (llvm::is_contained(decl->aliases, argument.keyword) ||
            llvm::is_contained(decl->mutates, argument.keyword))
          out.push_back(argument.value);
      return true;
    }
    takeAll();
    return arch.text(op.name).starts_with("operator.") && op.inPlace;
  }
  case OpKind::Tuple:
  case OpKind::List:
  case OpKind::Dict:
  case OpKind::Set:
  case OpKind::Join:
  case OpKind::And:
  case OpKind::Or:
  case OpKind::Element:
    takeAll();
    return true;
  case OpKind::Select:
    for (const Argument &argument : arch.args(op).drop_front())
      out.push_back(argument.value);
    return true;
  case OpKind::For:
  case OpKind::While:
    takeAll();
    for (RegionId region : op.regions)
      for (OpId inner : arch.regions[region].ops)
        if (arch.ops[inner].kind == OpKind::Next)
          for (const Argument &argument : arch.args(arch.ops[inner]))
            out.push_back(argument.value);
    return true;
  default:
    takeAll();
    return false;
  }
}

Origins Effects::originsOf(ValueId value) const {
  Origins origins;
  llvm::SmallVector<ValueId, 8> worklist = {value};
  llvm::DenseSet<ValueId> seen;
  while (!worklist.empty()) {
    ValueId next = worklist.pop_back_val();
    if (!next || !seen.insert(next).second)
      continue;
    if (seen.size() > MaxValues) {
      origins.others.insert(next);
      break;
    }
    const Value &v = arch.values[next];
    if (v.kind == ValueKind::Parameter) {
      origins.others.insert(next);
      continue;
    }
    const Op &def = arch.ops[v.def];
    llvm::SmallVector<ValueId, 8> from;
    bool isKnown = aliasedArguments(def, from);
    if (!isKnown)
      origins.others.insert(next);
    else if (from.empty())
      origins.fresh.insert(next);
    bool isSame =
        def.kind == OpKind::Select || def.kind == OpKind::Join || def.inPlace;
    origins.isView |= !from.empty() && !isSame;
    worklist.append(from.begin(), from.end());
  }
  return origins;
}

bool Effects::mayAlias(ValueId a, ValueId b) const {
  if (a == b)
    return true;
  Origins x = originsOf(a), y = originsOf(b);
  if (!x.others.empty() && !y.others.empty())
    return true;
  for (ValueId origin : x.fresh)
    if (y.fresh.contains(origin))
      return true;
  return false;
}

bool Effects::isFresh(ValueId value) const {
  return originsOf(value).others.empty();
}

Writes Effects::writesOf(const Op &op) const {
  Writes writes;
  llvm::ArrayRef<Argument> args = arch.args(op);
  switch (op.kind) {
  case OpKind::SetAttribute:
    writes.attribute = op.name;
    break;
  case OpKind::SetItem:
    writes.memory.push_back(args[0].value);
    break;
  case OpKind::Delete:
  case OpKind::Opaque:
  case OpKind::Yield:
    for (const Argument &argument : args)
      writes.memory.push_back(argument.value);
    break;
  case OpKind::MethodCall:
    if (!args.empty() && (op.inPlace || changesReceiver(arch.text(op.name))))
      writes.memory.push_back(args[0].value);
    break;
  case OpKind::Call: {
    const program::OpDecl *decl = declOf(op);
    if (decl && !decl->mutates.empty()) {
      for (const Argument &argument : args)
        if (llvm::is_contained(decl->mutates, argument.keyword))
          writes.memory.push_back(argument.value);
    } else if (op.inPlace) {
      // An augmented assignment writes to its first operand; of a call that is
      // not declared (`out=`) it may be any.
      bool isOperator = decl || arch.text(op.name).starts_with("operator.");
      for (const Argument &argument : isOperator ? args.take_front() : args)
        writes.memory.push_back(argument.value);
    }
    break;
  }
  default:
    break;
  }
  return writes;
}

bool Effects::mayChange(const Op &writer, const Op &read) const {
  Writes writes = writesOf(writer);
  if (!writes.any() || read.kind == OpKind::Constant ||
      read.kind == OpKind::Global)
    return false;
  if (read.kind == OpKind::Attribute) {
    if (writes.attribute)
      return writes.attribute == read.name;
    if (isPlainAttribute(arch.text(read.name)))
      return false;
  }
  for (ValueId written : writes.memory)
    for (const Argument &argument : arch.args(read))
      if (mayAlias(written, argument.value))
        return true;
  return false;
}

bool Effects::isDeterministic(const Op &op) const {
  if (op.pure)
    return true;
  if (op.kind != OpKind::Call || op.inPlace || op.decl != NoDecl)
    return false;
  const program::OpDecl *module = calledModule(op);
  return module && !module->module->forward &&
         !program.text(module->name).contains("BatchNorm") &&
         !program.text(module->name).contains("Dropout");
}
