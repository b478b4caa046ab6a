// SPDX-License-Identifier: Apache-2.0
#include "runtime/match/ActivationFacts.h"
#include "runtime/match/LiteralArithmetic.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringSwitch.h"

using namespace adopter;
using namespace adopter::match;
using namespace adopter::model;

using Kind = ActivationFact::Kind;

static ActivationFact known(llvm::StringRef name) {
  return {Kind::Known, name.str(), {}, {}};
}

static ActivationFact other() { return {Kind::Other, {}, {}, {}}; }

// --- names ------------------------------------------------------------------

std::string ActivationFacts::canonical(llvm::StringRef key) {
  return key == "swish" ? "silu" : key.str();
}

std::vector<std::string> ActivationFacts::synonyms(llvm::StringRef key) {
  if (canonical(key) == "silu")
    return {"silu", "swish"};
  return {key.str()};
}

/// Activations as functions of torch; `gelu` is looked at more closely.
static llvm::StringRef functionActivation(llvm::StringRef name) {
  if (!name.consume_front("torch."))
    return {};
  name.consume_front("nn.functional.");
  name.consume_front("Tensor.");
  return llvm::StringSwitch<llvm::StringRef>(name)
      .Case("silu", "silu")
      .Case("gelu", "gelu")
      .Case("relu", "relu")
      .Case("relu6", "relu6")
      .Case("elu", "elu")
      .Case("selu", "selu")
      .Case("mish", "mish")
      .Case("tanh", "tanh")
      .Case("sigmoid", "sigmoid")
      .Case("hardswish", "hardswish")
      .Case("leaky_relu", "leaky_relu")
      .Case("softplus", "softplus")
      .Default({});
}

/// The name of something in transformers' module of activations, whatever path
/// a copied file imports it by; else empty.
static llvm::StringRef inActivations(llvm::StringRef name) {
  auto [module, last] = name.rsplit('.');
  return lastComponent(module) == "activations" ? last : llvm::StringRef();
}

/// Activations as modules: of torch and of transformers.activations.
static llvm::StringRef moduleActivation(llvm::StringRef name) {
  if (llvm::StringRef own = inActivations(name); !own.empty())
    return llvm::StringSwitch<llvm::StringRef>(own)
        .Case("SiLUActivation", "silu")
        .Case("GELUActivation", "gelu")
        .Case("NewGELUActivation", "gelu_new")
        .Case("FastGELUActivation", "gelu_fast")
        .Case("QuickGELUActivation", "quick_gelu")
        .Case("AccurateGELUActivation", "gelu_accurate")
        .Case("PytorchGELUTanh", "gelu_pytorch_tanh")
        .Case("GELUTanh", "gelu_pytorch_tanh")
        .Case("ReLUSquaredActivation", "relu2")
        .Case("MishActivation", "mish")
        .Case("LinearActivation", "linear")
        .Case("LaplaceActivation", "laplace")
        .Case("ClippedGELUActivation", "gelu_10")
        .Default({});
  return llvm::StringSwitch<llvm::StringRef>(name)
      .Case("torch.nn.SiLU", "silu")
      .Case("torch.nn.GELU", "gelu")
      .Case("torch.nn.ReLU", "relu")
      .Case("torch.nn.ReLU6", "relu6")
      .Case("torch.nn.ELU", "elu")
      .Case("torch.nn.SELU", "selu")
      .Case("torch.nn.Mish", "mish")
      .Case("torch.nn.Tanh", "tanh")
      .Case("torch.nn.Sigmoid", "sigmoid")
      .Case("torch.nn.Hardswish", "hardswish")
      .Case("torch.nn.LeakyReLU", "leaky_relu")
      .Case("torch.nn.Softplus", "softplus")
      .Case("torch.nn.Identity", "linear")
      .Default({});
}

/// A table of activations whose keys are the known ones. Tables that a file
/// makes itself are not: GPT's maps "gelu" to the tanh form.
static bool isActivationTable(llvm::StringRef name) {
  llvm::StringRef table = inActivations(name);
  return table == "ACT2FN" || table == "ACT2CLS";
}

// --- calls and values -------------------------------------------------------

ActivationFact ActivationFacts::ofCall(OpId id) {
  const Op &op = arch.ops[id];
  if (op.kind != OpKind::Call)
    return other();
  if (op.decl != NoDecl)
    if (ActivationFact fact = ofFunction(arch.text(op.name), &op);
        fact.kind != Kind::Other || !op.callee)
      return fact;
  if (op.member)
    return ofMember(op.member);
  if (op.callee)
    return ofValue(op.callee);
  if (op.function)
    return other(); // a function of this file: matched through its body
  return ofFunction(arch.text(op.name), nullptr);
}

/// `op` is the call, if its arguments may say more; null for a bare function.
ActivationFact ActivationFacts::ofFunction(llvm::StringRef name, const Op *op) {
  llvm::StringRef found = functionActivation(name);
  if (found.empty()) {
    llvm::StringRef own = inActivations(name);
    bool isFunction = own == "gelu_new" || own == "gelu_fast" ||
                      own == "quick_gelu" || own == "gelu_python";
    if (isFunction)
      return known(own);
    return other();
  }
  if (found != "gelu" || !op)
    return known(found);
  SymbolId parameter = arch.symbols.find("approximate");
  ValueId approximate = parameter ? arch.argument(*op, parameter) : ValueId();
  std::optional<Literal> how =
      approximate ? values.literal(approximate) : textLiteral("none");
  if (!how || how->kind != ConstantKind::String)
    return {};
  return known(how->text == "tanh" ? "gelu_pytorch_tanh" : "gelu");
}

ActivationFact ActivationFacts::ofValue(ValueId value) {
  if (!value || depth > 16)
    return {};
  ++depth;
  auto leave = llvm::make_scope_exit([&] { --depth; });
  const Op *op = arch.definition(value);
  if (!op)
    return {};
  llvm::ArrayRef<Argument> args = arch.args(*op);
  switch (op->kind) {
  case OpKind::Global:
    return ofFunction(arch.text(op->name), nullptr);
  case OpKind::Attribute: {
    MemberId member = values.memberRead(value);
    return member ? ofMember(member) : ActivationFact();
  }
  case OpKind::Select: {
    if (args.size() != 3)
      return {};
    Truth condition = values.truth(args[0].value);
    if (condition != Truth::Unknown)
      return ofValue(args[condition == Truth::Proved ? 1 : 2].value);
    return joined(ofValue(args[1].value), args[1].value, ofValue(args[2].value),
                  args[2].value);
  }
  case OpKind::Call:
    return ofConstruction(*op);
  case OpKind::Lambda:
    return other(); // a function of this file
  default:
    return {};
  }
}

/// What `op` makes: an activation module, or one taken from a table.
ActivationFact ActivationFacts::ofConstruction(const Op &op) {
  llvm::ArrayRef<Argument> args = arch.args(op);
  auto isTable = [&](ValueId value) {
    const Op *table = arch.definition(value);
    return table && table->kind == OpKind::Global &&
           isActivationTable(arch.text(table->name));
  };
  if (op.callee) { // ACT2CLS[key]()
    const Op *callee = arch.definition(op.callee);
    return callee && callee->kind == OpKind::Call && !callee->callee
               ? ofConstruction(*callee)
               : ActivationFact();
  }
  llvm::StringRef name = arch.text(op.name);
  if (name == "operator.getitem")
    return args.size() == 2 && isTable(args[0].value) ? ofKey(args[1].value)
                                                      : ActivationFact();
  if (inActivations(name) == "get_activation")
    return args.empty() ? ActivationFact() : ofKey(args[0].value);
  if (name == "builtins.getattr") {
    const Op *module =
        args.size() < 2 ? nullptr : arch.definition(args[0].value);
    bool isTorch = module && module->kind == OpKind::Global &&
                   (arch.text(module->name) == "torch.nn.functional" ||
                    arch.text(module->name) == "torch");
    return isTorch ? ofKey(args[1].value) : ActivationFact();
  }
  llvm::StringRef found = moduleActivation(name);
  if (found == "gelu" && name == "torch.nn.GELU")
    return ofFunction("torch.nn.functional.gelu", &op);
  return found.empty() ? other() : known(found);
}

ActivationFact ActivationFacts::ofKey(ValueId key) {
  if (std::optional<Literal> text = values.literal(key))
    return text->kind == ConstantKind::String ? known(canonical(text->text))
                                              : other();
  ActivationFact fact{Kind::Key, {}, key, {}};
  if (std::optional<std::string> path = values.configPath(key))
    fact.configKey = *path;
  return fact;
}

/// Of two ways of construction: equal ones are one, and
/// `ACT2FN[k] if isinstance(k, str) else k` is what k names. What may be a
/// layer or come from outside is a layer (embeddings that a caller may pass).
ActivationFact ActivationFacts::joined(const ActivationFact &a, ValueId valueA,
                                       const ActivationFact &b,
                                       ValueId valueB) {
  if (a.kind == Kind::Key && arch.sameValue(a.key, valueB))
    return a;
  if (b.kind == Kind::Key && arch.sameValue(b.key, valueA))
    return b;
  auto isOther = [](const ActivationFact &x, const ActivationFact &y) {
    return x.kind == Kind::Other &&
           (y.kind == Kind::Other || y.kind == Kind::Unknown);
  };
  if (isOther(a, b) || isOther(b, a))
    return other();
  if (a.kind != b.kind)
    return {};
  bool same =
      a.kind == Kind::Key ? arch.sameValue(a.key, b.key) : a.name == b.name;
  return same ? a : ActivationFact();
}

ActivationFact ActivationFacts::ofMember(MemberId id) {
  if (depth > 16 || values.isRedefinedBelow(id))
    return {};
  ++depth;
  auto leave = llvm::make_scope_exit([&] { --depth; });
  std::optional<ActivationFact> result;
  ValueId first;
  for (const MemberDefinition &definition : arch.members[id].definitions) {
    if (!definition.value)
      return {};
    if (values.isNone(definition.value) == Truth::Proved)
      continue; // calling it would fail
    ActivationFact fact = ofValue(definition.value);
    if (!result) {
      result = fact;
      first = definition.value;
      continue;
    }
    result = joined(*result, first, fact, definition.value);
  }
  return result.value_or(ActivationFact());
}
