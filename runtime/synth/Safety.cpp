// SPDX-License-Identifier: Apache-2.0
#include "runtime/synth/Safety.h"
#include "runtime/synth/Stencil.h"
#include "llvm/ADT/StringSwitch.h"

using namespace adopter;
using namespace adopter::synth;
using namespace adopter::model;

std::string Safety::line(OpId op) const {
  while (arch.ops[op].inlined) {
    RegionId region = arch.ops[op].region;
    while (region && arch.regions[region].kind != RegionKind::Inline)
      region = regionAround(arch, region);
    if (!region || !arch.regions[region].parent)
      break;
    op = arch.regions[region].parent;
  }
  return std::to_string(site.file.lineOf(arch.ops[op].range));
}

bool Safety::checkFunction(MatchSite &site) {
  const Architecture &arch = site.file.arch;
  FunctionId id = site.match.function;
  for (FunctionId f = id; f; f = arch.functions[f].enclosing) {
    const Function &function = arch.functions[f];
    for (const Decorator &decorator : function.decorators) {
      llvm::StringRef name = arch.text(decorator.name);
      if (name == "torch.jit.script" || name == "torch.jit.script_if_tracing" ||
          name == "torch.jit.export" || name.ends_with("jit.script"))
        return site.refusal.because(DiagKind::refused_scripted, name);
    }
    if (function.isProperty)
      return site.refusal.because(DiagKind::refused_property);
    if (function.owner && (function.isStatic || function.isClassMethod))
      return site.refusal.because(DiagKind::refused_static);
  }
  return true;
}

bool Safety::check() {
  return checkPlaces() && checkRandomness() && checkWritesBetween() &&
         checkMatchedWrites() && checkKernels();
}

RegionId Safety::loopAround(OpId op) const {
  for (RegionId region = arch.ops[op].region; region;
       region = regionAround(arch, region))
    switch (arch.regions[region].kind) {
    case RegionKind::Loop:
    case RegionKind::Condition:
    case RegionKind::Element:
      return region;
    default:
      break;
    }
  return {};
}

/// Work done once must not move into a loop.
bool Safety::checkPlaces() {
  for (OpId root : roots)
    for (OpId op : site.match.ops)
      if (loopAround(op) != loopAround(root) && !arch.ops[op].inlined &&
          site.removal.dead.contains(op))
        return site.refusal.because(DiagKind::refused_loop, line(op));
  return true;
}

/// Matched ops that are no functions of their operands must go.
bool Safety::checkRandomness() {
  for (OpId op : site.match.ops)
    if (!site.removal.dead.contains(op) &&
        !effects.isDeterministic(arch.ops[op]))
      return site.refusal.because(DiagKind::refused_repeated, line(op));
  return true;
}

bool Safety::isExecuted(OpId op) const {
  if (guard.empty())
    return true;
  for (const Fact &fact : conditions.of({op, 0}))
    for (const Fact &assumed : guard)
      if (fact.contradicts(assumed))
        return false;
  return true;
}

/// Comes after `read`, and before `root` is computed.
bool Safety::isBetween(OpId writer, OpId read, OpId root) const {
  uint32_t at = arch.order(writer);
  if (arch.order(read) < at && at < arch.order(root))
    return true;
  for (RegionId region = loopAround(root); region;) {
    if (arch.isInside(writer, region) && !arch.isInside(read, region))
      return true;
    OpId parent = arch.regions[region].parent;
    region = parent ? loopAround(parent) : RegionId();
  }
  return false;
}

bool Safety::checkWritesBetween() {
  const Function &function = arch.functions[site.match.function];
  for (uint32_t i = function.firstOp.index(); i < function.endOp.index(); ++i) {
    OpId id(i);
    const Op &writer = arch.ops[id];
    if (llvm::is_contained(site.match.ops, id) ||
        site.removal.dead.contains(id))
      continue;
    Writes writes = effects.writesOf(writer);
    if (!writes.any())
      continue;
    for (OpId root : roots)
      for (OpId op : site.match.ops) {
        if (!isBetween(id, op, root) || !isExecuted(id))
          continue;
        const Op &read = arch.ops[op];
        bool changes = effects.mayChange(writer, read);
        for (ValueId written : writes.memory)
          for (uint32_t r = 0; r < read.resultCount && op != root; ++r)
            changes |= effects.mayAlias(written, read.result(r));
        if (changes)
          return site.refusal.because(DiagKind::refused_write, line(id));
      }
  }
  return true;
}

/// A write that is part of the match must be seen by nobody else.
bool Safety::checkMatchedWrites() {
  const Function &function = arch.functions[site.match.function];
  for (OpId id : site.match.ops) {
    const Op &op = arch.ops[id];
    Writes writes = effects.writesOf(op);
    for (ValueId written : writes.memory) {
      if (!effects.isFresh(written))
        return site.refusal.because(DiagKind::refused_write_seen, line(id));
      for (uint32_t i = function.firstOp.index(); i < function.endOp.index();
           ++i) {
        const Op &other = arch.ops[OpId(i)];
        for (uint32_t r = 0; r < other.resultCount; ++r) {
          ValueId value = other.result(r);
          if (OpId(i) == id || !effects.mayAlias(value, written))
            continue;
          // The written tensor itself goes on as the result of the write.
          bool isAfter = arch.order(OpId(i)) > arch.order(id);
          for (const Use &use : arch.uses(value))
            if (!isAfter && arch.order(use.user) > arch.order(id) &&
                !site.removal.dead.contains(use.user) && isExecuted(use.user))
              return site.refusal.because(DiagKind::refused_write_seen,
                                          line(id));
        }
      }
    }
  }
  return true;
}

//===-- kernels that write to their arguments -----------------------------===//

bool Safety::checkKernels() {
  const program::Program &program = site.file.program;
  llvm::SmallVector<program::ExprId, 8> worklist;
  for (const program::ValuePattern &pattern : site.rule.rewriteValues)
    worklist.push_back(pattern.value);
  while (!worklist.empty()) {
    const program::Expr &expr = program.exprs[worklist.pop_back_val()];
    for (const program::ExprArgument &argument : expr.args)
      worklist.push_back(argument.value);
    if (expr.kind != program::ExprKind::KernelCall)
      continue;
    const program::Kernel &kernel = program.kernels[expr.kernel];
    size_t position = 0;
    for (const program::ExprArgument &argument : expr.args) {
      SymbolId name = argument.keyword;
      if (!name && position < kernel.parameters.size())
        name = kernel.parameters[position].name;
      ++position;
      if (!llvm::is_contained(kernel.mutates, name))
        continue;
      const program::Expr &given = program.exprs[argument.value];
      if (given.kind != program::ExprKind::Capture)
        continue; // computed for the kernel
      const match::CaptureBinding &binding =
          site.match.captures[given.capture.index()];
      if (binding.kind == match::CaptureBinding::Kind::Value &&
          !checkOverwritten(binding.value))
        return false;
    }
  }
  return true;
}

/// Autograd does not keep the result of the op for its backward pass.
bool Safety::isSafeToOverwrite(ValueId origin) const {
  const Op *op = arch.definition(origin);
  if (!op || op->kind != OpKind::Call)
    return false;
  if (op->decl == NoDecl)
    return effects.makesFresh(*op); // a module with parameters
  llvm::StringRef name = site.file.program.text(
      site.file.program.ops[program::OpDeclId(op->decl)].name);
  return llvm::StringSwitch<bool>(name)
      .Cases("torch.matmul", "torch.bmm", "torch.mm", "torch.einsum", true)
      .Cases("torch.nn.functional.linear", "torch.addmm", "torch.baddbmm", true)
      .Cases("torch.add", "torch.sub", "torch.mul", "torch.cat", true)
      .Cases("torch.clone", "torch.stack", "torch.nn.functional.embedding",
             true)
      .Default(false);
}

/// The kernel writes to `value`: nobody else may look at its memory, before or
/// after, since the write may happen in the backward pass.
bool Safety::checkOverwritten(ValueId value) {
  std::string name = arch.text(arch.values[value].name).str();
  if (name.empty())
    name = "value";
  Origins origins = effects.originsOf(value);
  if (!origins.others.empty())
    return site.refusal.because(DiagKind::refused_overwritten_shared, name);
  for (ValueId origin : origins.fresh) {
    if (!isSafeToOverwrite(origin))
      return site.refusal.because(DiagKind::refused_overwritten_saved, name);
    for (OpId root : roots)
      if (loopAround(arch.definingOp(origin)) != loopAround(root))
        return site.refusal.because(DiagKind::refused_overwritten_shared, name);
  }
  const Function &function = arch.functions[site.match.function];
  for (uint32_t i = function.firstOp.index(); i < function.endOp.index(); ++i) {
    const Op &op = arch.ops[OpId(i)];
    for (uint32_t r = 0; r < op.resultCount; ++r) {
      ValueId other = op.result(r);
      if (other != value && !effects.mayAlias(other, value))
        continue;
      if (llvm::is_contained(roots, OpId(i)) ||
          site.removal.dead.contains(OpId(i)))
        continue;
      for (const Use &use : arch.uses(other)) {
        const Op &user = arch.ops[use.user];
        if (site.removal.dead.contains(use.user) || !isExecuted(use.user))
          continue;
        // Views of it are looked at in their turn; sizes are no memory.
        bool isView = user.pure && user.hasResult() &&
                      effects.mayAlias(user.result(), value);
        llvm::StringRef method = arch.text(user.name);
        bool isSize = (user.kind == OpKind::Attribute &&
                       (method == "shape" || method == "dtype" ||
                        method == "device" || method == "ndim")) ||
                      method == "torch.Tensor.size" ||
                      method == "torch.Tensor.dim";
        if (!isView && !isSize)
          return site.refusal.because(DiagKind::refused_overwritten_read, name,
                                      line(use.user));
      }
    }
  }
  return true;
}
