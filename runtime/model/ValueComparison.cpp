// SPDX-License-Identifier: Apache-2.0
#include "runtime/model/ValueComparison.h"
#include "llvm/ADT/STLExtras.h"

using namespace adopter;
using namespace adopter::model;

static constexpr unsigned MaxDepth = 24;
static constexpr unsigned MaxCalls = 4;

bool Architecture::sameValue(ValueId a, ValueId b) const {
  return ValueComparison(*this).equal(a, b);
}

bool ValueComparison::equal(ValueId a, ValueId b) {
  if (!a || !b)
    return false;
  return a == b || (sameTree(a, b, 0) && !changesBetween());
}

bool ValueComparison::sameTree(ValueId a, ValueId b, unsigned depth) {
  if (budget == 0 || depth > MaxDepth)
    return false;
  --budget;
  if (a == b) {
    inside.push_back(a);
    return true;
  }
  OpId opA = arch.definingOp(a), opB = arch.definingOp(b);
  if (!opA || !opB || arch.values[a].index != arch.values[b].index ||
      !sameOp(arch.ops[opA], arch.ops[opB], depth))
    return false;
  // Literals and names hold everywhere; the rest is read at its place.
  if (arch.ops[opA].kind != OpKind::Constant &&
      arch.ops[opA].kind != OpKind::Global) {
    note(opA);
    note(opB);
    inside.push_back(a);
    inside.push_back(b);
  }
  return true;
}

bool ValueComparison::sameOp(const Op &a, const Op &b, unsigned depth) {
  if (a.kind != b.kind || a.inPlace || b.inPlace)
    return false;
  switch (a.kind) {
  case OpKind::Constant:
    return a.constant.kind == b.constant.kind && a.constant == b.constant;
  case OpKind::Global:
    return a.name == b.name;
  case OpKind::Attribute:
    if (a.name != b.name)
      return false;
    read.push_back(a.name);
    break;
  case OpKind::Call:
    if (!a.pure || !b.pure || a.name != b.name || a.decl != b.decl)
      return false;
    // Without a declared op, the member or value that is called says what.
    if (a.decl == NoDecl && (a.callee || b.callee))
      return false;
    break;
  case OpKind::Element:
    if (a.index != b.index)
      return false;
    break;
  case OpKind::Compare:
  case OpKind::Format:
    if (a.name != b.name)
      return false;
    break;
  case OpKind::Tuple:
  case OpKind::List:
  case OpKind::Dict:
  case OpKind::Set:
  case OpKind::Slice:
  case OpKind::Select:
  case OpKind::And:
  case OpKind::Or:
  case OpKind::Not:
  case OpKind::Is:
  case OpKind::In:
    break;
  default: // calls of the unknown, effects, control
    return false;
  }
  llvm::ArrayRef<Argument> argsA = arch.args(a), argsB = arch.args(b);
  if (argsA.size() != argsB.size())
    return false;
  for (size_t i = 0; i < argsA.size(); ++i)
    if (argsA[i].keyword != argsB[i].keyword ||
        argsA[i].kind != argsB[i].kind ||
        !sameTree(argsA[i].value, argsB[i].value, depth + 1))
      return false;
  return true;
}

void ValueComparison::note(OpId op) {
  if (!first || arch.order(op) < arch.order(first))
    first = op;
  if (!last || arch.order(op) > arch.order(last))
    last = op;
}

/// Something that may be executed after one tree was evaluated and before the
/// other one writes to what they read.
bool ValueComparison::changesBetween() const {
  if (!first)
    return false;
  if (arch.values[inside.front()].function !=
      arch.values[inside.back()].function)
    return true;
  // From the first tree, or from where the paths to the two part.
  OpId start = first;
  while (!arch.isInside(last, arch.ops[start].region)) {
    OpId parent = arch.regions[arch.ops[start].region].parent;
    if (!parent)
      return true;
    start = parent;
  }
  // To the second, or to the end of the outermost loop around it alone: there
  // the first round is followed by others.
  RegionId loop;
  for (RegionId region = arch.ops[last].region;
       region && region != arch.ops[start].region;) {
    RegionKind kind = arch.regions[region].kind;
    if (kind == RegionKind::Loop || kind == RegionKind::Condition ||
        kind == RegionKind::Element)
      loop = region;
    OpId parent = arch.regions[region].parent;
    region = parent ? arch.ops[parent].region : RegionId();
  }
  auto writer = llvm::lower_bound(arch.writers, start, [&](OpId a, OpId b) {
    return arch.order(a) < arch.order(b);
  });
  for (; writer != arch.writers.end(); ++writer) {
    bool between = arch.order(*writer) <= arch.order(last) ||
                   (loop && arch.isInside(*writer, loop));
    if (!between && !loop)
      break;
    if (between && writes(arch.ops[*writer], 0))
      return true;
  }
  return false;
}

bool ValueComparison::writes(const Op &op, unsigned depth) const {
  llvm::ArrayRef<Argument> args = arch.args(op);
  switch (op.kind) {
  case OpKind::Opaque:
    return true;
  case OpKind::SetAttribute:
    // `x.data = y` changes the tensor itself.
    return llvm::is_contained(read, op.name) || arch.text(op.name) == "data";
  case OpKind::SetItem:
    return !args.empty() && reaches(args.front().value);
  case OpKind::Delete:
    return llvm::any_of(
        args, [&](const Argument &arg) { return reaches(arg.value); });
  default:
    break;
  }
  if (op.inPlace)
    for (size_t i = 0; i < args.size(); ++i)
      if ((i == 0 || arch.text(args[i].keyword) == "out") &&
          reaches(args[i].value))
        return true;
  return op.kind == OpKind::Call && op.function &&
         functionWrites(op.function, depth + 1);
}

/// A call of a function that is not entered: whatever it writes to may be ours.
bool ValueComparison::functionWrites(FunctionId function,
                                     unsigned depth) const {
  if (depth > MaxCalls || !arch.functions.contains(function))
    return true;
  RegionId body = arch.functions[function].body;
  for (OpId writer : arch.writers) {
    if (!arch.isInside(writer, body))
      continue;
    const Op &op = arch.ops[writer];
    bool isCall = op.kind == OpKind::Call && op.function && !op.inPlace;
    if (op.kind == OpKind::SetAttribute || isCall ? writes(op, depth) : true)
      return true;
  }
  return false;
}

/// `written` is one of our values, or a part or view of one.
bool ValueComparison::reaches(ValueId written) const {
  for (unsigned i = 0; i < MaxDepth; ++i) {
    if (llvm::is_contained(inside, written))
      return true;
    const Op *op = arch.definition(written);
    if (!op || arch.args(*op).empty())
      return false;
    if (op->kind == OpKind::Attribute && llvm::is_contained(read, op->name))
      return true;
    if (op->kind != OpKind::Attribute && op->kind != OpKind::Element &&
        op->kind != OpKind::Call && op->kind != OpKind::MethodCall)
      return false;
    written = arch.args(*op).front().value;
  }
  return true;
}
