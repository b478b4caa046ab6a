// SPDX-License-Identifier: Apache-2.0
/// \file
/// Literals, truth, None and numbers; axes are in RankFacts.cpp, element types
/// in DtypeFacts.cpp.
#include "runtime/match/ValueFacts.h"
#include "runtime/match/LiteralArithmetic.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringSwitch.h"

using namespace adopter;
using namespace adopter::match;
using namespace adopter::model;

llvm::StringRef adopter::match::lastComponent(llvm::StringRef name) {
  return name.substr(name.rfind('.') + 1);
}

void ValueFacts::setPlace(OpId op) {
  if (op != place)
    ranks.clear();
  place = op;
}

ValueId ValueFacts::argument(const Op &op, llvm::StringRef name) const {
  SymbolId symbol = arch.symbols.find(name);
  return symbol ? arch.argument(op, symbol) : ValueId();
}

ValueId ValueFacts::firstArgument(const Op &op) const {
  llvm::ArrayRef<Argument> args = arch.args(op);
  return args.empty() || args[0].kind != ArgumentKind::Plain ? ValueId()
                                                             : args[0].value;
}

llvm::StringRef ValueFacts::shortName(const Op &op) const {
  bool isNamed =
      (op.kind == OpKind::Call || op.kind == OpKind::MethodCall) && op.name;
  return isNamed ? lastComponent(arch.text(op.name)) : llvm::StringRef();
}

// --- members and configuration ----------------------------------------------

MemberId ValueFacts::memberRead(ValueId value) {
  const Op *op = value ? arch.definition(value) : nullptr;
  if (!op || op->kind != OpKind::Attribute || op->args.count == 0)
    return {};
  ValueId object = arch.args(*op)[0].value;
  if (!calls.isSelf(object))
    return {};
  ClassId owner = arch.functions[arch.values[object].function].owner;
  return owner ? arch.findMember(owner, op->name) : MemberId();
}

bool ValueFacts::isRedefinedBelow(MemberId id) const {
  const Member &member = arch.members[id];
  if (!member.owner)
    return false;
  for (uint32_t i = 0; i < arch.classes.size(); ++i) {
    const Class &derived = arch.classes[ClassId(i)];
    llvm::SmallVector<ClassId, 4> work(derived.baseClasses.begin(),
                                       derived.baseClasses.end());
    bool derives = false;
    for (unsigned steps = 0; !work.empty() && steps < 64 && !derives; ++steps) {
      ClassId next = work.pop_back_val();
      derives = next == member.owner;
      work.append(arch.classes[next].baseClasses.begin(),
                  arch.classes[next].baseClasses.end());
    }
    if (!derives)
      continue;
    for (MemberId own : derived.members)
      if (arch.members[own].name == member.name &&
          arch.members[own].owner == ClassId(i))
        return true;
  }
  return false;
}

ValueId ValueFacts::onlyDefinition(MemberId member) {
  const Member &m = arch.members[member];
  if (m.definitions.size() != 1 || m.definitions[0].conditional ||
      isRedefinedBelow(member))
    return {};
  return m.definitions[0].value;
}

std::optional<std::string> ValueFacts::configPath(ValueId value) {
  if (!value || depth > MaxDepth)
    return std::nullopt;
  const Value &v = arch.values[value];
  if (v.kind == ValueKind::Parameter)
    return v.name && arch.text(v.name) == "config"
               ? std::optional<std::string>("")
               : std::nullopt;
  const Op *op = arch.definition(value);
  if (!op || op->kind != OpKind::Attribute || op->args.count == 0)
    return std::nullopt;
  ValueId object = arch.args(*op)[0].value;
  llvm::StringRef name = arch.text(op->name);
  if (calls.isSelf(object)) {
    if (name == "config")
      return "";
    MemberId member = memberRead(value);
    ValueId only = member ? onlyDefinition(member) : ValueId();
    if (!only)
      return std::nullopt;
    ++depth;
    auto leave = llvm::make_scope_exit([&] { --depth; });
    return configPath(only);
  }
  ++depth;
  auto leave = llvm::make_scope_exit([&] { --depth; });
  std::optional<std::string> path = configPath(object);
  if (!path)
    return std::nullopt;
  return path->empty() ? name.str() : *path + "." + name.str();
}

// --- literals ---------------------------------------------------------------

std::optional<Literal> ValueFacts::literal(ValueId value) {
  if (!value || depth > MaxDepth)
    return std::nullopt;
  ++depth;
  auto leave = llvm::make_scope_exit([&] { --depth; });
  return computeLiteral(value);
}

std::optional<Literal> ValueFacts::computeLiteral(ValueId value) {
  if (const Constant *constant = arch.constant(value))
    return toLiteral(*constant, arch.text(constant->string));
  const Op *op = arch.definition(value);
  if (!op)
    return std::nullopt;
  switch (op->kind) {
  case OpKind::Attribute: {
    if (!options.config.empty())
      if (std::optional<std::string> path = configPath(value)) {
        auto it = options.config.find(*path);
        return it == options.config.end() ? std::nullopt
                                          : std::optional(it->second);
      }
    MemberId member = memberRead(value);
    ValueId only = member ? onlyDefinition(member) : ValueId();
    return only ? literal(only) : std::nullopt;
  }
  case OpKind::Select: {
    llvm::ArrayRef<Argument> args = arch.args(*op);
    Truth condition = args.size() == 3 ? truth(args[0].value) : Truth::Unknown;
    if (condition == Truth::Unknown)
      return std::nullopt;
    return literal(args[condition == Truth::Proved ? 1 : 2].value);
  }
  case OpKind::Call:
    return literalOfCall(*op);
  default:
    return std::nullopt;
  }
}

std::optional<Literal> ValueFacts::literalOfCall(const Op &op) {
  if (op.decl == NoDecl || op.callee)
    return std::nullopt;
  llvm::ArrayRef<Argument> args = arch.args(op);
  if (args.empty() || args[0].kind != ArgumentKind::Plain)
    return std::nullopt;
  llvm::StringRef name = arch.text(op.name);
  std::optional<Literal> first = literal(args[0].value);
  if (!first)
    return std::nullopt;
  if (name.starts_with("builtins.") || name.starts_with("math.") ||
      name == "torch.neg")
    return args.size() == 1 ? unaryLiteral(name, *first) : std::nullopt;
  if (args.size() < 2 || args[1].kind != ArgumentKind::Plain)
    return std::nullopt;
  for (const Argument &further : args.drop_front(2))
    if (!further.isDefault)
      return std::nullopt;
  std::optional<Literal> second = literal(args[1].value);
  return second ? binaryLiteral(name, *first, *second) : std::nullopt;
}

// --- truth ------------------------------------------------------------------

Truth ValueFacts::truth(ValueId value) {
  if (!value || depth > MaxDepth)
    return Truth::Unknown;
  ++depth;
  auto leave = llvm::make_scope_exit([&] { --depth; });
  if (std::optional<Literal> known = literal(value))
    return truthOf(isTrue(*known));
  const Op *op = arch.definition(value);
  if (op) {
    llvm::ArrayRef<Argument> args = arch.args(*op);
    switch (op->kind) {
    case OpKind::Not:
      if (Truth inner = truth(args[0].value); inner != Truth::Unknown)
        return negated(inner);
      break;
    case OpKind::And:
    case OpKind::Or: {
      Truth deciding = truthOf(op->kind == OpKind::Or);
      Truth result = negated(deciding);
      for (const Argument &arg : args) {
        Truth part = truth(arg.value);
        if (part == deciding)
          return deciding;
        if (part == Truth::Unknown)
          result = Truth::Unknown;
      }
      if (result != Truth::Unknown)
        return result;
      break;
    }
    case OpKind::Is:
      if (const Constant *none = arch.constant(args[1].value))
        if (none->kind == ConstantKind::None)
          if (Truth is = isNone(args[0].value); is != Truth::Unknown)
            return is;
      break;
    case OpKind::Attribute:
      if (arch.text(op->name) == "training" && calls.isSelf(args[0].value) &&
          options.mode != Mode::Any)
        return truthOf(options.mode == Mode::Training);
      break;
    default:
      break;
    }
  }
  // Inside `if value:` it is true, inside its else false.
  if (place) {
    RegionId region = arch.ops[place].region;
    for (unsigned steps = 0; region && steps < 64; ++steps) {
      const Region &r = arch.regions[region];
      if (!r.parent)
        break;
      const Op &parent = arch.ops[r.parent];
      if (parent.kind == OpKind::If && parent.args.count != 0 &&
          (r.kind == RegionKind::Then || r.kind == RegionKind::Else) &&
          arch.sameValue(arch.args(parent)[0].value, value))
        return truthOf(r.kind == RegionKind::Then);
      region = parent.region;
    }
  }
  return Truth::Unknown;
}

Truth ValueFacts::isNone(ValueId value) {
  if (!value || depth > MaxDepth)
    return Truth::Unknown;
  ++depth;
  auto leave = llvm::make_scope_exit([&] { --depth; });
  if (std::optional<Literal> known = literal(value))
    return truthOf(known->kind == ConstantKind::None);
  const Op *op = arch.definition(value);
  if (!op)
    return Truth::Unknown;
  switch (op->kind) {
  case OpKind::Tuple:
  case OpKind::List:
  case OpKind::Dict:
  case OpKind::Set:
  case OpKind::Slice:
  case OpKind::Format:
  case OpKind::Lambda:
  case OpKind::Comprehension:
  case OpKind::Is:
  case OpKind::In:
  case OpKind::Not:
    return Truth::Refuted;
  case OpKind::Call: {
    if (op->decl == NoDecl)
      return Truth::Unknown;
    llvm::StringRef name = arch.text(op->name);
    return name.starts_with("torch.") || name.starts_with("math.")
               ? Truth::Refuted
               : Truth::Unknown;
  }
  case OpKind::Attribute: {
    MemberId member = memberRead(value);
    ValueId only = member ? onlyDefinition(member) : ValueId();
    return only ? isNone(only) : Truth::Unknown;
  }
  case OpKind::Select: {
    llvm::ArrayRef<Argument> args = arch.args(*op);
    if (args.size() != 3)
      return Truth::Unknown;
    Truth condition = truth(args[0].value);
    if (condition != Truth::Unknown)
      return isNone(args[condition == Truth::Proved ? 1 : 2].value);
    Truth then = isNone(args[1].value);
    return then == isNone(args[2].value) ? then : Truth::Unknown;
  }
  default:
    return Truth::Unknown;
  }
}

// --- numbers ----------------------------------------------------------------

Truth ValueFacts::isScalar(ValueId value) {
  if (!value || depth > MaxDepth)
    return Truth::Unknown;
  ++depth;
  auto leave = llvm::make_scope_exit([&] { --depth; });
  return computeIsScalar(value);
}

Truth ValueFacts::computeIsScalar(ValueId value) {
  if (std::optional<Literal> known = literal(value))
    return truthOf(known->kind == ConstantKind::Int ||
                   known->kind == ConstantKind::Float);
  if (configPath(value))
    return Truth::Proved; // configurations hold no tensors
  const Value &v = arch.values[value];
  if (v.kind == ValueKind::Parameter && v.function) {
    for (const Parameter &parameter : arch.functions[v.function].parameters)
      if (parameter.value == value && parameter.annotation) {
        llvm::StringRef annotation = arch.text(parameter.annotation);
        if (annotation == "float" || annotation == "int")
          return Truth::Proved;
      }
    return Truth::Unknown;
  }
  const Op *op = arch.definition(value);
  if (!op)
    return Truth::Unknown;
  llvm::ArrayRef<Argument> args = arch.args(*op);
  if (op->kind == OpKind::Attribute) {
    MemberId member = memberRead(value);
    ValueId only = member ? onlyDefinition(member) : ValueId();
    return only ? isScalar(only) : Truth::Unknown;
  }
  if (op->kind == OpKind::Select && args.size() == 3) {
    Truth then = isScalar(args[1].value);
    return then == isScalar(args[2].value) ? then : Truth::Unknown;
  }
  if (std::optional<int64_t> axes = rank(value))
    return truthOf(*axes == 0);
  // Sizes are numbers, and so is one element of a shape or of a list of sizes.
  if (op->kind == OpKind::Element && !args.empty() &&
      sequenceLength(args[0].value))
    return isShape(args[0].value) ? Truth::Proved : Truth::Unknown;
  if (op->kind != OpKind::Call || op->decl == NoDecl)
    return Truth::Unknown;
  llvm::StringRef full = arch.text(op->name);
  if (full == "operator.getitem")
    return isShape(args[0].value) && arch.constant(args[1].value)
               ? Truth::Proved
               : Truth::Unknown;
  if (full == "torch.Tensor.size")
    return isShape(value) ? Truth::Unknown : Truth::Proved;
  bool isNumeric = full.starts_with("math.") || full == "builtins.len" ||
                   full == "builtins.int" || full == "builtins.float" ||
                   full == "torch.Tensor.dim" || full == "torch.Tensor.numel";
  if (isNumeric)
    return Truth::Proved;
  bool isArithmetic = llvm::StringSwitch<bool>(full)
                          .Cases("torch.add", "torch.sub", "torch.mul", true)
                          .Cases("torch.div", "torch.pow", "torch.neg", true)
                          .Cases("torch.floor_divide", "torch.remainder", true)
                          .Default(false);
  if (!isArithmetic)
    return llvm::StringSwitch<Truth>(full)
        .Cases("torch.matmul", "torch.softmax", Truth::Refuted)
        .Cases("torch.nn.functional.linear", "torch.baddbmm", Truth::Refuted)
        .Default(Truth::Unknown);
  Truth result = Truth::Proved;
  for (const Argument &arg : args) {
    if (arg.isDefault)
      continue;
    Truth part = isScalar(arg.value);
    if (part == Truth::Refuted)
      return part;
    if (part == Truth::Unknown)
      result = part;
  }
  return result;
}
