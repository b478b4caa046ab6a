// SPDX-License-Identifier: Apache-2.0
#include "runtime/model/Architecture.h"
#include "llvm/ADT/BitVector.h"

using namespace adopter;
using namespace adopter::model;

llvm::StringRef adopter::model::opKindName(OpKind kind) {
  switch (kind) {
#define ADOPTER_OP(Name, Description)                                          \
  case OpKind::Name:                                                           \
    return #Name;
#include "runtime/model/Ops.def"
  }
  llvm_unreachable("not an op kind");
}

ValueId Architecture::argument(const Op &op, SymbolId keyword) const {
  for (const Argument &arg : args(op))
    if (arg.keyword == keyword)
      return arg.value;
  return {};
}

OpId Architecture::definingOp(ValueId value) const {
  if (!values.contains(value) || values[value].kind != ValueKind::Result)
    return {};
  return values[value].def;
}

const Op *Architecture::definition(ValueId value) const {
  OpId op = definingOp(value);
  return ops.contains(op) ? &ops[op] : nullptr;
}

const Constant *Architecture::constant(ValueId value) const {
  const Op *op = definition(value);
  return op && op->kind == OpKind::Constant ? &op->constant : nullptr;
}

llvm::StringRef Architecture::ownPrefix() const {
  auto prefixOf = [&](SymbolId qualified, SymbolId name) -> llvm::StringRef {
    llvm::StringRef whole = text(qualified);
    return whole.consume_back(text(name)) && whole.ends_with(".")
               ? whole
               : llvm::StringRef();
  };
  for (const Function &function : functions)
    if (!function.owner && !function.enclosing)
      return prefixOf(function.qualifiedName, function.name);
  return classes.empty() ? llvm::StringRef()
                         : prefixOf(classes[ClassId(0)].qualifiedName,
                                    classes[ClassId(0)].name);
}

//===-- order and uses ----------------------------------------------------===//

namespace {

/// Ops in program order: each before those of its regions. Ops that stand in no
/// region, or in a malformed one, come last.
std::vector<OpId> programOrder(const Architecture &arch) {
  std::vector<OpId> order;
  order.reserve(arch.ops.size());
  llvm::BitVector seenRegions(arch.regions.size());
  llvm::BitVector seenOps(arch.ops.size());
  struct Cursor {
    RegionId region;
    size_t next = 0;
  };
  std::vector<Cursor> stack;
  auto enter = [&](RegionId region) {
    if (!arch.regions.contains(region) || seenRegions[region.index()])
      return;
    seenRegions.set(region.index());
    stack.push_back({region});
  };
  for (const Function &function : arch.functions) {
    enter(function.body);
    while (!stack.empty()) {
      Cursor &top = stack.back();
      const Region &region = arch.regions[top.region];
      if (top.next == region.ops.size()) {
        stack.pop_back();
        continue;
      }
      OpId id = region.ops[top.next++];
      if (!arch.ops.contains(id) || seenOps[id.index()])
        continue;
      seenOps.set(id.index());
      order.push_back(id);
      const Op &op = arch.ops[id];
      for (size_t i = op.regions.size(); i-- > 0;)
        enter(op.regions[i]); // the first one on top of the stack
    }
  }
  for (uint32_t i = 0; i < arch.ops.size(); ++i)
    if (!seenOps[i])
      order.push_back(OpId(i));
  return order;
}

/// Calls `use(value, argument)` for each operand of `op`.
template <typename Callback>
void forEachUse(const Architecture &arch, const Op &op, Callback use) {
  llvm::ArrayRef<Argument> args = arch.args(op);
  for (uint32_t i = 0; i < args.size(); ++i)
    use(args[i].value, i);
  if (op.callee)
    use(op.callee, Use::CalleeUse);
  for (const Argument &written : arch.written(op)) {
    bool isCanonical = false;
    for (const Argument &arg : args)
      isCanonical |= arg.value == written.value;
    if (!isCanonical)
      use(written.value, Use::WrittenUse);
  }
}

bool mayWrite(const Op &op) {
  switch (op.kind) {
  case OpKind::SetAttribute:
  case OpKind::SetItem:
  case OpKind::Delete:
  case OpKind::Opaque:
    return true;
  default:
    return op.inPlace || (op.kind == OpKind::Call && op.function);
  }
}

} // namespace

void Architecture::finalize() {
  std::vector<OpId> order = programOrder(*this);
  orders.assign(ops.size(), 0);
  writers.clear();
  for (uint32_t i = 0; i < order.size(); ++i) {
    orders[order[i].index()] = i;
    if (mayWrite(ops[order[i]]))
      writers.push_back(order[i]);
  }

  // Compressed rows: count, sum up, fill in program order.
  useStarts.assign(values.size() + 1, 0);
  for (const Op &op : ops)
    forEachUse(*this, op, [&](ValueId value, uint32_t) {
      if (values.contains(value))
        ++useStarts[value.index() + 1];
    });
  for (size_t i = 1; i < useStarts.size(); ++i)
    useStarts[i] += useStarts[i - 1];
  useTable.resize(useStarts.back());
  std::vector<uint32_t> next(useStarts.begin(), useStarts.end() - 1);
  for (OpId id : order)
    forEachUse(*this, ops[id], [&](ValueId value, uint32_t argument) {
      if (values.contains(value))
        useTable[next[value.index()]++] = {id, argument};
    });
}

llvm::ArrayRef<OpId> Architecture::writersOf(FunctionId function) const {
  // Functions follow each other in program order, but for those without ops.
  auto isOf = [&](OpId op) {
    return regions.contains(ops[op].region) &&
           regions[ops[op].region].function == function;
  };
  auto begin = std::find_if(writers.begin(), writers.end(), isOf);
  auto end = std::find_if_not(begin, writers.end(), isOf);
  return llvm::ArrayRef(writers).slice(begin - writers.begin(), end - begin);
}

llvm::ArrayRef<Use> Architecture::uses(ValueId value) const {
  if (!value || value.index() + 1 >= useStarts.size())
    return {};
  uint32_t begin = useStarts[value.index()];
  return llvm::ArrayRef(useTable).slice(begin,
                                        useStarts[value.index() + 1] - begin);
}

//===-- look-up -----------------------------------------------------------===//

MemberId Architecture::findMember(ClassId owner, SymbolId name) const {
  if (!classes.contains(owner))
    return {};
  for (MemberId member : classes[owner].members)
    if (members[member].name == name)
      return member;
  return {};
}

/// `@x.setter` and `@x.deleter` functions do not stand for the attribute `x`.
static bool isAccessor(const Architecture &arch, const Function &function) {
  for (const Decorator &decorator : function.decorators) {
    llvm::StringRef name = arch.text(decorator.name);
    if (name.ends_with(".setter") || name.ends_with(".deleter"))
      return true;
  }
  return false;
}

FunctionId Architecture::findMethod(ClassId owner, SymbolId name) const {
  // Depth first, left to right: Python's order but for diamonds.
  llvm::SmallVector<ClassId, 4> stack = {owner};
  llvm::SmallVector<ClassId, 8> seen;
  while (!stack.empty()) {
    ClassId id = stack.pop_back_val();
    if (!classes.contains(id) || llvm::is_contained(seen, id))
      continue;
    seen.push_back(id);
    const Class &theClass = classes[id];
    for (size_t i = theClass.methods.size(); i-- > 0;) {
      FunctionId method = theClass.methods[i];
      if (functions[method].name == name &&
          !isAccessor(*this, functions[method]))
        return method;
    }
    for (size_t i = theClass.baseClasses.size(); i-- > 0;)
      stack.push_back(theClass.baseClasses[i]);
  }
  return {};
}

ClassId Architecture::findClass(SymbolId name) const {
  // The last definition of a name is the one that holds.
  for (size_t i = classes.size(); i-- > 0;) {
    const Class &theClass = classes[ClassId(i)];
    if (theClass.name == name || theClass.qualifiedName == name)
      return ClassId(i);
  }
  return {};
}

//===-- regions -----------------------------------------------------------===//

bool Architecture::isInside(OpId op, RegionId region) const {
  if (!region)
    return false;
  RegionId current = ops[op].region;
  while (current && current != region) {
    OpId parent = regions[current].parent;
    current = parent ? ops[parent].region : RegionId();
  }
  return current == region;
}

/// Regions whose ops are executed whenever the op they belong to is.
static bool isStraightLine(RegionKind kind) {
  switch (kind) {
  case RegionKind::With:
  case RegionKind::Inline:
  case RegionKind::Condition:
  case RegionKind::Finally:
    return true;
  case RegionKind::Body:
  case RegionKind::Then:
  case RegionKind::Else:
  case RegionKind::Loop:
  case RegionKind::Try:
  case RegionKind::Handler:
  case RegionKind::Element:
    return false;
  }
  llvm_unreachable("not a region kind");
}

bool Architecture::dominates(OpId a, OpId b) const {
  if (order(a) >= order(b))
    return false;
  RegionId region = ops[a].region;
  while (region && isStraightLine(regions[region].kind)) {
    OpId parent = regions[region].parent;
    if (!parent)
      break;
    region = ops[parent].region;
  }
  return isInside(b, region);
}
