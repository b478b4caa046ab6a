// SPDX-License-Identifier: Apache-2.0
/// \file
/// Number of axes of a tensor, from the ops that made it and from what the code
/// does with it on the way to the place asked about.
#include "runtime/match/LiteralArithmetic.h"
#include "runtime/match/ValueFacts.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <algorithm>

using namespace adopter;
using namespace adopter::match;
using namespace adopter::model;

namespace {

/// What an op does to the number of axes.
enum class RankRule : uint8_t {
  None,
  Same,      // as the first argument
  Broadcast, // the most of all tensor arguments
  Product,   // matmul
  Reduce,    // dim, keepdim
  Sizes,     // as many as the sizes given
};

} // namespace

static RankRule rankRule(llvm::StringRef name) {
  return llvm::StringSwitch<RankRule>(name)
      .Cases("softmax", "log_softmax", "dropout", "to", "contiguous",
             RankRule::Same)
      .Cases("transpose", "mT", "permute", "movedim", "roll", RankRule::Same)
      .Cases("flip", "detach", "clone", "neg", "positive", RankRule::Same)
      .Cases("rsqrt", "sqrt", "reciprocal", "exp", "log", RankRule::Same)
      .Cases("log2", "log1p", "abs", "sin", "cos", RankRule::Same)
      .Cases("tanh", "sigmoid", "erf", "clamp", "round", RankRule::Same)
      .Cases("floor", "ceil", "sign", "isnan", "isinf", RankRule::Same)
      .Cases("relu", "silu", "gelu", "leaky_relu", "softplus", RankRule::Same)
      .Cases("layer_norm", "rms_norm", "group_norm", "batch_norm", "normalize",
             RankRule::Same)
      .Cases("linear", "zeros_like", "ones_like", "full_like", "tril",
             RankRule::Same)
      .Cases("triu", "cumsum", "narrow", "index_select", "gather",
             RankRule::Same)
      .Cases("bitwise_not", "logical_not", "glu", "repeat_interleave",
             "empty_like", RankRule::Same)
      .Cases("scaled_dot_product_attention", "requires_grad_", "type_as",
             "requires_grad", "pad", RankRule::Same)
      .Cases("add", "sub", "mul", "div", "floor_divide", RankRule::Broadcast)
      .Cases("remainder", "pow", "maximum", "minimum", "eq",
             RankRule::Broadcast)
      .Cases("ne", "lt", "le", "gt", "ge", RankRule::Broadcast)
      .Cases("bitwise_and", "bitwise_or", "bitwise_xor", "logical_and",
             "logical_or", RankRule::Broadcast)
      .Cases("where", "masked_fill", RankRule::Broadcast)
      .Case("matmul", RankRule::Product)
      .Cases("mean", "sum", "amax", "amin", "var", RankRule::Reduce)
      .Cases("std", "argmax", "argmin", "vector_norm", RankRule::Reduce)
      .Cases("view", "reshape", "expand", "repeat", "zeros", RankRule::Sizes)
      .Cases("ones", "empty", "full", "rand", "randn", RankRule::Sizes)
      .Default(RankRule::None);
}

std::optional<int64_t> ValueFacts::rank(ValueId value) {
  if (!value || depth > MaxDepth)
    return std::nullopt;
  if (auto it = ranks.find(value); it != ranks.end())
    return it->second;
  ++depth;
  auto leave = llvm::make_scope_exit([&] { --depth; });
  std::optional<int64_t> found = computeRank(value);
  if (!found)
    found = rankFromUnpacking(value);
  // An answer that was not found near the depth limit may be found elsewhere.
  if (found || depth < MaxDepth / 2)
    ranks[value] = found;
  return found;
}

std::optional<int64_t> ValueFacts::computeRank(ValueId value) {
  const Op *op = arch.definition(value);
  if (!op)
    return std::nullopt;
  llvm::ArrayRef<Argument> args = arch.args(*op);
  switch (op->kind) {
  case OpKind::Call:
    return rankOfCall(*op);
  case OpKind::Attribute: {
    llvm::StringRef name = arch.text(op->name);
    if (name == "mT" || name == "data" || name == "T" || name == "real")
      return rank(args[0].value);
    MemberId member = memberRead(value);
    ValueId only = member ? onlyDefinition(member) : ValueId();
    bool isTensor =
        only && (arch.members[member].kind == MemberKind::Parameter ||
                 arch.members[member].kind == MemberKind::Buffer);
    return isTensor ? rank(only) : std::nullopt;
  }
  case OpKind::Select: {
    if (args.size() != 3)
      return std::nullopt;
    std::optional<int64_t> then = rank(args[1].value);
    return then && then == rank(args[2].value) ? then : std::nullopt;
  }
  case OpKind::Element: {
    bool removesAxis = false;
    ValueId whole =
        args.empty() ? ValueId() : splitTensor(args[0].value, removesAxis);
    std::optional<int64_t> axes = rank(whole);
    return axes ? std::optional(*axes - (removesAxis ? 1 : 0)) : std::nullopt;
  }
  default:
    return std::nullopt;
  }
}

/// The tensor whose parts make up the tuple `value` (split, chunk, unbind).
ValueId ValueFacts::splitTensor(ValueId value, bool &removesAxis) {
  const Op *op = arch.definition(value);
  if (!op || op->kind != OpKind::Call || op->decl == NoDecl)
    return {};
  llvm::StringRef name = shortName(*op);
  removesAxis = name == "unbind";
  bool splits = removesAxis || name == "split" || name == "chunk" ||
                name == "tensor_split";
  return splits ? firstArgument(*op) : ValueId();
}

std::optional<int64_t> ValueFacts::rankOfCall(const Op &op) {
  if (op.decl == NoDecl || arch.text(op.name).starts_with("torch.nn.Parameter"))
    return op.member ? rankOfMemberCall(op)
           : op.name && arch.text(op.name) == "torch.nn.Parameter"
               ? rank(firstArgument(op))
               : std::nullopt;
  llvm::StringRef full = arch.text(op.name);
  if (full.starts_with("math.") || full.starts_with("builtins."))
    return std::nullopt;
  if (full == "operator.getitem")
    return rankOfIndexed(op);
  llvm::StringRef name = lastComponent(full);
  ValueId input = firstArgument(op);
  auto plus = [&](int64_t more) {
    std::optional<int64_t> axes = rank(input);
    return axes ? std::optional(*axes + more) : std::nullopt;
  };
  switch (rankRule(name)) {
  case RankRule::Same:
    return rank(input);
  case RankRule::Broadcast: {
    llvm::SmallVector<ValueId, 3> values;
    for (const Argument &arg : arch.args(op))
      if (!arg.isDefault)
        values.push_back(arg.value);
    return broadcastRank(values);
  }
  case RankRule::Product:
    return rankOfProduct(op);
  case RankRule::Reduce:
    return rankOfReduced(op);
  case RankRule::Sizes:
    return sizeCount(op, name);
  case RankRule::None:
    break;
  }
  if (name == "unsqueeze")
    return plus(1);
  if (name == "embedding")
    return plus(1);
  if (name == "one_hot")
    return plus(1);
  if (name == "baddbmm")
    return 3;
  if (name == "addmm" || name == "outer" || name == "t")
    return 2;
  if (name == "arange" || name == "linspace")
    return 1;
  if (name == "tensor") {
    std::optional<Literal> data = literal(input);
    return data ? std::optional<int64_t>(0) : std::nullopt;
  }
  if (name == "stack" || name == "cat") {
    const Op *list = input ? arch.definition(input) : nullptr;
    if (!list || (list->kind != OpKind::Tuple && list->kind != OpKind::List))
      return std::nullopt;
    for (const Argument &part : arch.args(*list))
      if (std::optional<int64_t> axes = rank(part.value))
        return *axes + (name == "stack" ? 1 : 0);
    return std::nullopt;
  }
  if (name == "unflatten") {
    std::optional<int64_t> sizes = sequenceLength(argument(op, "sizes"));
    return sizes ? plus(*sizes - 1) : std::nullopt;
  }
  if (name == "flatten") {
    std::optional<int64_t> axes = rank(input);
    std::optional<Literal> from = literal(argument(op, "start_dim"));
    std::optional<Literal> to = literal(argument(op, "end_dim"));
    if (!axes || !from || !to)
      return std::nullopt;
    int64_t first = from->integer < 0 ? from->integer + *axes : from->integer;
    int64_t last = to->integer < 0 ? to->integer + *axes : to->integer;
    return last >= first ? std::optional(*axes - (last - first)) : std::nullopt;
  }
  if (name == "einsum") {
    const Constant *equation = input ? arch.constant(input) : nullptr;
    if (!equation || equation->kind != ConstantKind::String)
      return std::nullopt;
    auto [operands, result] = arch.text(equation->string).split("->");
    bool open = result.contains('.') ||
                operands.size() == arch.text(equation->string).size();
    return open ? std::nullopt
                : std::optional<int64_t>(
                      std::count_if(result.begin(), result.end(),
                                    [](char c) { return llvm::isAlpha(c); }));
  }
  return std::nullopt;
}

/// A call of a member whose class keeps the axes of its argument.
std::optional<int64_t> ValueFacts::rankOfMemberCall(const Op &op) {
  OpId built = calls.constructor(op.member);
  if (!built)
    return std::nullopt;
  ValueId input = calls.positional(op, 0);
  llvm::StringRef full = arch.text(arch.ops[built].name);
  if (full == "torch.nn.Embedding") {
    std::optional<int64_t> axes = rank(input);
    return axes ? std::optional(*axes + 1) : std::nullopt;
  }
  bool keeps =
      llvm::StringSwitch<bool>(full)
          .Cases("torch.nn.Linear", "torch.nn.LayerNorm", "torch.nn.RMSNorm",
                 true)
          .Cases("torch.nn.Dropout", "torch.nn.Softmax", "torch.nn.Identity",
                 true)
          .Cases("torch.nn.GroupNorm", "torch.nn.BatchNorm1d",
                 "torch.nn.BatchNorm2d", true)
          .Cases("torch.nn.SiLU", "torch.nn.ReLU", "torch.nn.GELU", true)
          .Cases("torch.nn.Tanh", "torch.nn.Sigmoid", "torch.nn.Conv2d", true)
          .Cases("torch.nn.Conv1d", "torch.nn.ELU", "torch.nn.Mish", true)
          .Default(false);
  return keeps ? rank(input) : std::nullopt;
}

std::optional<int64_t>
ValueFacts::broadcastRank(llvm::ArrayRef<ValueId> values) {
  int64_t most = 0;
  for (ValueId value : values) {
    const Constant *constant = arch.constant(value);
    if (constant && constant->kind == ConstantKind::None)
      continue;
    std::optional<int64_t> axes =
        constant ? std::optional<int64_t>(0) : rank(value);
    if (!axes && isScalar(value) == Truth::Proved)
      axes = 0;
    if (!axes)
      return std::nullopt;
    most = std::max(most, *axes);
  }
  return most;
}

std::optional<int64_t> ValueFacts::rankOfProduct(const Op &op) {
  llvm::ArrayRef<Argument> args = arch.args(op);
  if (args.size() < 2)
    return std::nullopt;
  std::optional<int64_t> a = rank(args[0].value);
  std::optional<int64_t> b = rank(args[1].value);
  if (!a || !b || *a < 1 || *b < 1)
    return std::nullopt;
  return *a >= 2 && *b >= 2 ? std::max(*a, *b) : std::max(*a, *b) - 1;
}

std::optional<int64_t> ValueFacts::rankOfReduced(const Op &op) {
  std::optional<Literal> keepdim = literal(argument(op, "keepdim"));
  ValueId dim = argument(op, "dim");
  ValueId input = firstArgument(op);
  if (!keepdim || !dim)
    return std::nullopt;
  if (isTrue(*keepdim))
    return rank(input);
  std::optional<Literal> one = literal(dim);
  if (one && one->kind == ConstantKind::None)
    return 0;
  std::optional<int64_t> axes = rank(input);
  std::optional<int64_t> removed =
      one && one->kind == ConstantKind::Int ? 1 : sequenceLength(dim);
  return axes && removed && *removed > 0 ? std::optional(*axes - *removed)
                                         : std::nullopt;
}

std::optional<int64_t> ValueFacts::rankOfIndexed(const Op &op) {
  llvm::ArrayRef<Argument> args = arch.args(op);
  if (args.size() < 2)
    return std::nullopt;
  bool removesAxis = false;
  if (ValueId whole = splitTensor(args[0].value, removesAxis)) {
    const Constant *index = arch.constant(args[1].value);
    std::optional<int64_t> axes = rank(whole);
    if (!index || index->kind != ConstantKind::Int || !axes)
      return std::nullopt;
    return *axes - (removesAxis ? 1 : 0);
  }
  std::optional<int64_t> axes = rank(args[0].value);
  if (!axes)
    return std::nullopt;
  llvm::SmallVector<ValueId, 4> indices;
  const Op *index = arch.definition(args[1].value);
  if (index && index->kind == OpKind::Tuple) {
    for (const Argument &part : arch.args(*index)) {
      if (part.kind != ArgumentKind::Plain)
        return std::nullopt;
      indices.push_back(part.value);
    }
  } else {
    indices.push_back(args[1].value);
  }
  for (ValueId one : indices) {
    const Op *part = arch.definition(one);
    const Constant *constant = arch.constant(one);
    if (constant && constant->kind == ConstantKind::None)
      ++*axes;
    else if (constant && constant->kind == ConstantKind::Int)
      --*axes;
    else if (part && part->kind == OpKind::Slice)
      continue;
    else if (constant && constant->kind == ConstantKind::Ellipsis)
      continue;
    else
      return std::nullopt; // a tensor, a mask, an unknown number
  }
  return *axes < 0 ? std::nullopt : axes;
}

// --- shapes -----------------------------------------------------------------

bool ValueFacts::isShape(ValueId value) const {
  for (unsigned steps = 0; value && steps < 8; ++steps) {
    const Op *op = arch.definition(value);
    if (!op)
      return false;
    if (op->kind == OpKind::Attribute)
      return arch.text(op->name) == "shape";
    if (op->kind == OpKind::MethodCall)
      return arch.text(op->name) == "size" && op->args.count == 1;
    if (op->kind != OpKind::Call || op->decl == NoDecl)
      return false;
    llvm::StringRef full = arch.text(op->name);
    if (full == "torch.Tensor.size") {
      ValueId dim = argument(*op, "dim");
      const Constant *none = dim ? arch.constant(dim) : nullptr;
      return !dim || (none && none->kind == ConstantKind::None);
    }
    const Op *index = full == "operator.getitem" && op->args.count == 2
                          ? arch.definition(arch.args(*op)[1].value)
                          : nullptr;
    if (!index || index->kind != OpKind::Slice)
      return false;
    value = arch.args(*op)[0].value;
  }
  return false;
}

std::optional<int64_t> ValueFacts::sequenceLength(ValueId value) {
  if (!value || depth > MaxDepth)
    return std::nullopt;
  ++depth;
  auto leave = llvm::make_scope_exit([&] { --depth; });
  const Op *op = arch.definition(value);
  if (!op)
    return std::nullopt;
  llvm::ArrayRef<Argument> args = arch.args(*op);
  if (op->kind == OpKind::Tuple || op->kind == OpKind::List) {
    int64_t count = 0;
    for (const Argument &part : args) {
      std::optional<int64_t> more = part.kind == ArgumentKind::Plain
                                        ? std::optional<int64_t>(1)
                                        : sequenceLength(part.value);
      if (!more)
        return std::nullopt;
      count += *more;
    }
    return count;
  }
  if (op->kind == OpKind::Select && args.size() == 3) {
    std::optional<int64_t> then = sequenceLength(args[1].value);
    return then && then == sequenceLength(args[2].value) ? then : std::nullopt;
  }
  bool isGetItem = op->kind == OpKind::Call && op->name &&
                   arch.text(op->name) == "operator.getitem";
  if (isShape(value) && !isGetItem)
    return args.empty() ? std::nullopt : rank(args[0].value);
  if (op->kind != OpKind::Call || !op->name || args.empty())
    return std::nullopt;
  llvm::StringRef full = arch.text(op->name);
  if (full == "builtins.tuple" || full == "builtins.list" ||
      full == "torch.Size")
    return sequenceLength(args[0].value);
  if (full == "torch.add" && args.size() >= 2) {
    std::optional<int64_t> a = sequenceLength(args[0].value);
    std::optional<int64_t> b = sequenceLength(args[1].value);
    return a && b ? std::optional(*a + *b) : std::nullopt;
  }
  if (!isGetItem || args.size() < 2)
    return std::nullopt;
  // s[a:b] with literal ends.
  std::optional<int64_t> whole = sequenceLength(args[0].value);
  const Op *slice = arch.definition(args[1].value);
  if (!whole || !slice || slice->kind != OpKind::Slice ||
      slice->args.count != 3)
    return std::nullopt;
  auto end = [&](uint32_t i, int64_t open) -> std::optional<int64_t> {
    const Constant *constant = arch.constant(arch.args(*slice)[i].value);
    if (!constant || (constant->kind != ConstantKind::None &&
                      constant->kind != ConstantKind::Int))
      return std::nullopt;
    int64_t at =
        constant->kind == ConstantKind::None ? open : constant->integer;
    at = at < 0 ? at + *whole : at;
    return std::clamp<int64_t>(at, 0, *whole);
  };
  std::optional<int64_t> from = end(0, 0);
  std::optional<int64_t> to = end(1, *whole);
  const Constant *step = arch.constant(arch.args(*slice)[2].value);
  if (!from || !to || !step || step->kind != ConstantKind::None)
    return std::nullopt;
  return std::max<int64_t>(*to - *from, 0);
}

/// How many sizes `view(a, b)`, `view(shape)`, `zeros((a, b))` are given.
std::optional<int64_t> ValueFacts::sizeCount(const Op &op,
                                             llvm::StringRef name) {
  bool first = name == "zeros" || name == "ones" || name == "empty" ||
               name == "full" || name == "rand" || name == "randn";
  llvm::ArrayRef<Argument> args = arch.args(op);
  if (args.size() < (first ? 1u : 2u))
    return std::nullopt;
  ValueId sizes = args[first ? 0 : 1].value;
  const Op *tuple = arch.definition(sizes);
  if (!tuple || (tuple->kind != OpKind::Tuple && tuple->kind != OpKind::List))
    return sequenceLength(sizes);
  if (tuple->args.count != 1)
    return sequenceLength(sizes);
  // One argument: a sequence of sizes, or the only size.
  Argument only = arch.args(*tuple)[0];
  if (only.kind != ArgumentKind::Plain)
    return sequenceLength(only.value);
  if (std::optional<int64_t> count = sequenceLength(only.value))
    return count;
  return isScalar(only.value) == Truth::Proved ? std::optional<int64_t>(1)
                                               : std::nullopt;
}

/// `b, s, d = x.shape` before the place: it would have failed otherwise.
std::optional<int64_t> ValueFacts::rankFromUnpacking(ValueId value) {
  if (!place)
    return std::nullopt;
  for (const Use &use : arch.uses(value)) {
    const Op &shape = arch.ops[use.user];
    if (use.argument != 0 || !shape.hasResult() || !isShape(shape.result()) ||
        (shape.kind == OpKind::Call &&
         arch.text(shape.name) == "operator.getitem"))
      continue;
    int64_t count = 0;
    bool isStarred = false; // b, s, *rest = x.shape
    for (const Use &element : arch.uses(shape.result())) {
      const Op &user = arch.ops[element.user];
      if (user.kind == OpKind::Element &&
          (element.user == place || arch.dominates(element.user, place)))
        count = std::max<int64_t>(count, int64_t(user.index) + 1);
      const Op *key = user.kind == OpKind::Call && user.args.count == 2
                          ? arch.definition(arch.args(user)[1].value)
                          : nullptr;
      isStarred |= key && key->kind == OpKind::Slice;
    }
    if (count >= 2 && !isStarred)
      return count;
  }
  return std::nullopt;
}
