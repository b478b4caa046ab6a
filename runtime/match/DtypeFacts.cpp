// SPDX-License-Identifier: Apache-2.0
/// \file
/// Element type of a tensor, through casts and ops that keep it. Nothing is
/// said of products and norms: under autocast they choose their own.
#include "runtime/match/ValueFacts.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringSwitch.h"

using namespace adopter;
using namespace adopter::match;
using namespace adopter::model;

DtypeFact ValueFacts::dtype(ValueId value) {
  if (!value || depth > MaxDepth)
    return {"", value};
  ++depth;
  auto leave = llvm::make_scope_exit([&] { --depth; });
  return computeDtype(value);
}

DtypeFact ValueFacts::namedDtype(ValueId value) {
  if (!value || depth > MaxDepth)
    return {"", {}};
  ++depth;
  auto leave = llvm::make_scope_exit([&] { --depth; });
  const Op *op = arch.definition(value);
  if (!op)
    return {"", {}};
  if (op->kind == OpKind::Global)
    return arch.text(op->name).starts_with("torch.")
               ? DtypeFact{arch.text(op->name).str(), {}}
               : DtypeFact{};
  if (op->kind == OpKind::Attribute && arch.text(op->name) == "dtype" &&
      !calls.isSelf(arch.args(*op)[0].value))
    return dtype(arch.args(*op)[0].value);
  return {"", {}};
}

DtypeFact ValueFacts::computeDtype(ValueId value) {
  const DtypeFact own{"", value};
  const Op *op = arch.definition(value);
  if (!op)
    return own;
  if (op->kind == OpKind::Select && op->args.count == 3) {
    DtypeFact then = dtype(arch.args(*op)[1].value);
    DtypeFact other = dtype(arch.args(*op)[2].value);
    bool same = then.name.empty()
                    ? other.name.empty() && then.root && other.root &&
                          arch.sameValue(then.root, other.root)
                    : then.name == other.name;
    return same ? then : own;
  }
  if (op->kind != OpKind::Call || op->decl == NoDecl)
    return own;
  auto fromArgument = [&](llvm::StringRef name, DtypeFact otherwise) {
    ValueId wanted = argument(*op, name);
    const Constant *none = wanted ? arch.constant(wanted) : nullptr;
    if (!wanted || (none && none->kind == ConstantKind::None))
      return otherwise;
    DtypeFact named = namedDtype(wanted);
    return named.name.empty() && !named.root ? own : named;
  };
  llvm::StringRef full = arch.text(op->name);
  if (full == "torch.Tensor.to")
    return fromArgument("dtype", own);
  llvm::StringRef name = lastComponent(full);
  if (full == "torch.softmax" || full == "torch.log_softmax" ||
      name == "zeros" || name == "ones" || name == "full" || name == "mean" ||
      name == "sum" || name == "cumsum")
    return fromArgument("dtype", own);
  if (name == "zeros_like" || name == "ones_like" || name == "full_like")
    return fromArgument("dtype", dtype(firstArgument(*op)));
  bool keeps =
      llvm::StringSwitch<bool>(name)
          .Cases("transpose", "mT", "t", "permute", "view", "reshape", true)
          .Cases("flatten", "unflatten", "squeeze", "unsqueeze", "movedim",
                 true)
          .Cases("contiguous", "expand", "expand_as", "repeat", true)
          .Cases("repeat_interleave", "roll", "flip", "narrow", "detach", true)
          .Cases("clone", "neg", "abs", "dropout", "tril", "triu", true)
          .Cases("clamp", "masked_fill", "pad", "gather", true)
          .Case("getitem", true)
          .Default(false);
  if (keeps)
    return dtype(firstArgument(*op));
  bool elementwise = name == "add" || name == "sub" || name == "mul" ||
                     name == "maximum" || name == "minimum";
  llvm::ArrayRef<Argument> args = arch.args(*op);
  if (elementwise && args.size() >= 2) {
    DtypeFact a = dtype(args[0].value);
    DtypeFact b = dtype(args[1].value);
    if (!a.name.empty() && a.name == b.name)
      return a;
    if (a.name.empty() && b.name.empty() && a.root && b.root &&
        arch.sameValue(a.root, b.root))
      return a;
  }
  return own;
}
