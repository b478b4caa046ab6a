// SPDX-License-Identifier: Apache-2.0
// Entered calls: the ops of a short function with one exit are cloned into the
// caller, so that patterns see through the call.
#include "runtime/lift/FunctionLifter.h"

#include "runtime/program/Signature.h"

using namespace adopter;
using namespace adopter::lift;
using namespace adopter::model;
using python::PyNode;

namespace adopter::lift {

/// One entered call.
class Inliner {
public:
  Inliner(FunctionLifter &to, FunctionId callee)
      : to(to), arch(to.arch), callee(callee),
        first(to.file.functions[callee].firstValue.index()),
        map(to.file.functions[callee].endValue.index() - first) {}

  bool isSimple() const;
  bool fitsClass(ClassId caller) const;
  bool bindArguments(ValueId self, llvm::ArrayRef<Argument> written);
  ValueId cloneBody();

private:
  /// A place in the callee from which to go on.
  struct Rest {
    RegionId region;
    size_t next;
    const Rest *after; // what follows when the region is done
  };
  bool isSimpleRegion(RegionId region, bool isTail) const;
  bool returns(RegionId region) const;
  ValueId cloneRest(const Rest &rest);
  ValueId cloneIf(const Op &op, const Rest &after);
  void cloneRegion(RegionId from);
  OpId cloneOp(OpId id);
  void set(ValueId from, ValueId value) { map[from.index() - first] = value; }
  /// Twice for a parameter that got its default: to that, then to its clone.
  ValueId mapped(ValueId value) const {
    while (value && value.index() >= first &&
           value.index() - first < map.size() && map[value.index() - first])
      value = map[value.index() - first];
    return value;
  }
  ValueId none() { return to.constant(Constant::none()); }

  FunctionLifter &to;
  Architecture &arch;
  FunctionId callee;
  uint32_t first;
  std::vector<ValueId> map; // indexed by value of the callee
};

} // namespace adopter::lift

/// Decorators that leave what a call does as it is.
static bool isTransparent(llvm::StringRef decorator) {
  return decorator == "builtins.staticmethod" ||
         decorator == "torch.jit.script" || decorator == "torch.jit.ignore" ||
         decorator == "torch.jit.unused" || decorator == "torch.jit.export" ||
         decorator == "torch.jit.script_if_tracing" ||
         decorator == "torch.fx.wrap";
}

bool Inliner::isSimple() const {
  const Function &function = arch.functions[callee];
  for (const Decorator &decorator : function.decorators)
    if (!isTransparent(arch.text(decorator.name)))
      return false;
  for (const Parameter &parameter : function.parameters)
    if (parameter.kind != ArgumentKind::Plain)
      return false;
  if (function.isClassMethod || function.isProperty ||
      function.opaqueCount != 0 || !function.body ||
      function.endOp.index() - function.firstOp.index() >
          to.file.options.inlineLimit)
    return false;
  return isSimpleRegion(function.body, true);
}

bool Inliner::returns(RegionId region) const {
  for (OpId id : arch.regions[region].ops) {
    const Op &op = arch.ops[id];
    if (op.kind == OpKind::Return)
      return true;
    if (op.kind == OpKind::If)
      for (RegionId inner : op.regions)
        if (returns(inner))
          return true;
  }
  return false;
}

/// Only ops that can be cloned; a return only where nothing of the function
/// would have to be cloned twice.
bool Inliner::isSimpleRegion(RegionId region, bool isTail) const {
  for (OpId id : arch.regions[region].ops) {
    const Op &op = arch.ops[id];
    switch (op.kind) {
    case OpKind::Return:
      if (!isTail)
        return false;
      break;
    case OpKind::If: {
      bool exits = returns(op.regions[0]) || returns(op.regions[1]);
      if (exits && (!isTail || !(arch.regions[op.regions[0]].terminates ||
                                 arch.regions[op.regions[1]].terminates)))
        return false;
      if (!isSimpleRegion(op.regions[0], exits) ||
          !isSimpleRegion(op.regions[1], exits))
        return false;
      break;
    }
    case OpKind::Comprehension:
    case OpKind::Inline:
      for (RegionId inner : op.regions)
        if (!isSimpleRegion(inner, false))
          return false;
      break;
    case OpKind::For:
    case OpKind::While:
    case OpKind::With:
    case OpKind::Try:
    case OpKind::Yield:
    case OpKind::Lambda:
    case OpKind::SetAttribute:
    case OpKind::Delete:
    case OpKind::Break:
    case OpKind::Continue:
      return false;
    case OpKind::Opaque:
      if (!op.pure)
        return false;
      break;
    default:
      // In place on an argument: the caller's variables would change too. A
      // function that calls itself is not entered at all.
      if (op.inPlace || op.function == callee)
        return false;
      break;
    }
  }
  return true;
}

/// Members and methods of self are the same for `caller`, which may be derived
/// from the class that defines the callee.
bool Inliner::fitsClass(ClassId caller) const {
  const Function &function = arch.functions[callee];
  if (!function.owner || function.owner == caller)
    return true;
  for (uint32_t i = function.firstOp.index(); i < function.endOp.index(); ++i) {
    const Op &op = arch.ops[OpId(i)];
    if (op.member &&
        arch.findMember(caller, arch.members[op.member].name) != op.member)
      return false;
    if (op.function && op.kind == OpKind::Call &&
        arch.functions[op.function].owner &&
        to.file.findMethod(caller, arch.functions[op.function].name) !=
            op.function)
      return false;
    if (op.kind == OpKind::Inline && arch.functions[op.function].owner &&
        to.file.findMethod(caller, arch.functions[op.function].name) !=
            op.function)
      return false;
  }
  return true;
}

bool Inliner::bindArguments(ValueId self, llvm::ArrayRef<Argument> written) {
  // Copies: emitting ops moves the tables.
  std::vector<Parameter> parameters = arch.functions[callee].parameters;
  size_t skipped = 0;
  if (self && !arch.functions[callee].isStatic) {
    if (parameters.empty())
      return false;
    set(parameters.front().value, self);
    skipped = 1;
  }
  std::vector<program::Parameter> signature;
  for (size_t i = skipped; i < parameters.size(); ++i) {
    program::Parameter parameter;
    parameter.name = parameters[i].name;
    parameter.kind = parameters[i].keywordOnly
                         ? program::ParameterKind::KeywordOnly
                         : program::ParameterKind::Positional;
    if (parameters[i].hasDefault)
      parameter.defaultValue = program::ExprId(0); // some
    signature.push_back(parameter);
  }
  llvm::SmallVector<program::ArgumentShape, 8> shapes;
  for (const Argument &argument : written)
    shapes.push_back(
        {argument.keyword, static_cast<program::ArgumentKind>(argument.kind)});
  auto mapping = program::mapArguments(signature, shapes);
  if (!mapping.fits())
    return false;
  for (size_t i = 0; i < signature.size(); ++i) {
    const Parameter &parameter = parameters[i + skipped];
    if (!mapping.given[i].empty())
      set(parameter.value, written[mapping.given[i][0]].value);
    else if (parameter.defaultValue)
      set(parameter.value, parameter.defaultValue);
    else
      return false; // made where the function is defined
  }
  return true;
}

ValueId Inliner::cloneBody() {
  Rest all{arch.functions[callee].body, 0, nullptr};
  return cloneRest(all);
}

/// Clones what is left from `rest` on into the caller's current region; the
/// result is the value that is returned, or none if it raises.
ValueId Inliner::cloneRest(const Rest &rest) {
  for (size_t i = rest.next; i < arch.regions[rest.region].ops.size(); ++i) {
    OpId id = arch.regions[rest.region].ops[i];
    const Op &op = arch.ops[id];
    if (op.kind == OpKind::Return) {
      if (op.args.count == 0)
        return none();
      return mapped(arch.args(op)[0].value);
    }
    if (op.kind == OpKind::If &&
        (returns(op.regions[0]) || returns(op.regions[1]))) {
      Op copy = op;
      return cloneIf(copy, {rest.region, i + 1, rest.after});
    }
    if (op.kind == OpKind::Raise) {
      cloneOp(id);
      return {};
    }
    cloneOp(id);
  }
  return rest.after ? cloneRest(*rest.after) : none();
}

/// `if c: return a` and what follows: the rest goes into the branch that goes
/// on, and the results of both are joined.
ValueId Inliner::cloneIf(const Op &op, const Rest &after) {
  Argument condition = arch.args(op)[0];
  condition.value = mapped(condition.value);
  OpId clone = to.addOp(OpKind::If, op.range, {condition});
  arch.ops[clone].inlined = true;
  ValueId results[2];
  for (unsigned i = 0; i < 2; ++i) {
    RegionId from = op.regions[i];
    RegionId into = to.addRegion(arch.regions[from].kind, clone);
    RegionId outer = to.region;
    to.region = into;
    bool ends = arch.regions[from].terminates;
    Rest branch{from, 0, ends ? nullptr : &after};
    results[i] = cloneRest(branch);
    arch.regions[into].terminates = !results[i];
    to.region = outer;
  }
  if (!results[0] || !results[1])
    return results[0] ? results[0] : results[1];
  if (results[0] == results[1])
    return results[0];
  ValueId joined = to.emit(OpKind::Select, op.range,
                           {condition.value, results[0], results[1]});
  arch.ops[arch.definingOp(joined)].inlined = true;
  return joined;
}

void Inliner::cloneRegion(RegionId from) {
  for (size_t i = 0; i < arch.regions[from].ops.size(); ++i)
    cloneOp(arch.regions[from].ops[i]);
}

OpId Inliner::cloneOp(OpId id) {
  Op op = arch.ops[id]; // a copy: the table grows
  FunctionLifter::Args args;
  for (Argument argument : arch.args(op)) {
    argument.value = mapped(argument.value);
    args.push_back(argument);
  }
  OpId clone = to.addOp(op.kind, op.range, args, op.name);
  bool sameWritten =
      op.written.begin == op.args.begin && op.written.count == op.args.count;
  FunctionLifter::Args written;
  if (!sameWritten)
    for (Argument argument : arch.written(op)) {
      argument.value = mapped(argument.value);
      written.push_back(argument);
    }
  ArgumentRange writtenRange =
      sameWritten ? arch.ops[clone].args : to.addArguments(written);
  Op &made = arch.ops[clone];
  made.written = writtenRange;
  made.inPlace = op.inPlace;
  made.inlined = true;
  made.pure = op.pure;
  made.decl = op.decl;
  made.callee = mapped(op.callee);
  made.member = op.member;
  made.function = op.function;
  made.index = op.index;
  made.constant = op.constant;
  ++to.inlinedOps;
  // Targets of comprehensions are values of their regions.
  if (op.kind == OpKind::Comprehension)
    for (uint32_t value = first; value < first + map.size(); ++value) {
      const Value old = arch.values[ValueId(value)];
      if (old.kind == ValueKind::LoopArg && old.def == id)
        set(ValueId(value), to.addLoopArg(clone, old.index, old.name));
    }
  for (RegionId inner : op.regions) {
    RegionId into = to.addRegion(arch.regions[inner].kind, clone);
    RegionId outer = to.region;
    to.region = into;
    cloneRegion(inner);
    arch.regions[into].terminates = arch.regions[inner].terminates;
    to.region = outer;
  }
  for (uint32_t i = 0; i < op.resultCount; ++i) {
    SymbolId name = arch.values[op.result(i)].name;
    set(op.result(i), to.addResult(clone, name));
  }
  return clone;
}

/// The value of the call if it was entered, else none.
ValueId FunctionLifter::inlineCall(FunctionId callee, ValueId self,
                                   llvm::ArrayRef<Argument> written,
                                   SourceRange range) {
  if (file.options.inlineLimit == 0 ||
      file.functions[callee].state != LiftState::Lifted)
    return {};
  const Function &known = arch.functions[callee];
  uint32_t size = known.endOp.index() - known.firstOp.index();
  if (inlinedOps + size > file.options.inlineBudget)
    return {};
  Inliner inliner(*this, callee);
  if (!inliner.isSimple() ||
      !inliner.fitsClass(self ? classOfSelf(self) : ClassId()) ||
      !inliner.bindArguments(self, written))
    return {};
  OpId op = addOp(OpKind::Inline, range, written,
                  arch.functions[callee].qualifiedName);
  arch.ops[op].written = arch.ops[op].args;
  arch.ops[op].function = callee;
  RegionId body = addRegion(RegionKind::Inline, op);
  RegionId outer = region;
  region = body;
  ValueId value = inliner.cloneBody();
  if (!value) // it always raises
    value = constant(Constant::none());
  region = outer;
  return value;
}
