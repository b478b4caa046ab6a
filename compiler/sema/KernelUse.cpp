// SPDX-License-Identifier: Apache-2.0
/// \file
/// A rewrite keeps what the sheets of its kernels ask for: modes, gradients,
/// and that nothing else reads what a kernel overwrites.
#include "compiler/sema/ExprWalk.h"
#include "compiler/sema/SemaRule.h"

using namespace adopter;
using namespace adopter::sema;
using program::CaptureId;
using program::CaptureKind;
using program::ExprId;
using program::ExprKind;

namespace {

class KernelUse {
public:
  explicit KernelUse(RuleState &state)
      : state(state), context(state.context), rule(state.rule) {}

  void check() {
    for (const program::RewriteMember &member : rule.rewriteMembers)
      visitKernels(member.constructor, [&](ExprId id, const program::Expr &e) {
        checkModes(id, e);
      });
    for (const program::ValuePattern &value : rule.rewriteValues)
      visitKernels(value.value, [&](ExprId id, const program::Expr &e) {
        checkModes(id, e);
        checkArguments(e);
      });
  }

private:
  void
  visitKernels(ExprId root,
               llvm::function_ref<void(ExprId, const program::Expr &)> visit) {
    walkExpr(context.program, rule, root, WalkInto::Arguments,
             [&](ExprId id, const program::Expr &expr) {
               if (expr.kind == ExprKind::KernelCall)
                 visit(id, expr);
             });
  }

  const program::Kernel &kernelOf(const program::Expr &call) const {
    return context.program.kernels[call.kernel];
  }

  void report(SourceRange range, DiagKind kind, const program::Expr &call,
              llvm::StringRef what) {
    llvm::StringRef name = context.text(kernelOf(call).name);
    context.report(range, kind, name, what)
        .note(context.origins.kernels[call.kernel],
              DiagKind::note_declared_here, name);
    state.failed |= diagSeverity(kind) == Severity::Error;
  }

  void checkModes(ExprId id, const program::Expr &call) {
    const program::Kernel &kernel = kernelOf(call);
    if (!kernel.training && !rule.inferenceOnly)
      report(context.range(id), DiagKind::kernel_mode, call, "training");
    if (!kernel.inference && !rule.trainingOnly)
      report(context.range(id), DiagKind::kernel_mode, call, "inference");
  }

  void checkArguments(const program::Expr &call) {
    const program::Kernel &kernel = kernelOf(call);
    for (size_t i = 0; i < call.args.size(); ++i) {
      // Arguments come in the kernel's order; after a gap they have keywords.
      SymbolId parameter = call.args[i].keyword;
      if (!parameter && i < kernel.parameters.size())
        parameter = kernel.parameters[i].name;
      if (!parameter)
        continue;
      if (llvm::is_contained(kernel.mutates, parameter))
        checkMutated(call, call.args[i].value);
      bool differentiates = !kernel.allGradients && kernel.training &&
                            !rule.inferenceOnly &&
                            !llvm::is_contained(kernel.gradients, parameter);
      if (differentiates)
        checkGradient(call, parameter, call.args[i].value);
    }
  }

  void checkMutated(const program::Expr &call, ExprId value) {
    const program::Expr &argument = context.program.exprs[value];
    if (argument.kind != ExprKind::Capture)
      return; // a value made for this call
    unsigned uses = 0;
    for (const program::ValuePattern &other : rule.rewriteValues)
      uses += countUses(other.value, argument.capture, 0);
    if (uses > 1)
      report(context.range(value), DiagKind::kernel_mutates, call,
             dollar(state.nameOf(argument.capture)));
  }

  /// Times that `expr` reads `capture`; a matched value that the rewrite keeps
  /// reads what it is computed from.
  unsigned countUses(ExprId expr, CaptureId capture, unsigned depth) const {
    unsigned uses = 0;
    walkExpr(context.program, rule, expr, WalkInto::Alternatives,
             [&](ExprId, const program::Expr &node) {
               if (node.kind != ExprKind::Capture)
                 return;
               uses += node.capture == capture;
               if (node.capture == capture || depth > rule.values.size())
                 return;
               for (const program::ValuePattern &value : rule.values)
                 if (llvm::is_contained(value.targets, node.capture) &&
                     countUses(value.value, capture, depth + 1))
                   ++uses;
             });
    return uses;
  }

  void checkGradient(const program::Expr &call, SymbolId parameter,
                     ExprId value) {
    const program::Expr &argument = context.program.exprs[value];
    if (isTrained(argument))
      return report(context.range(value), DiagKind::kernel_gradient, call,
                    context.text(parameter));
    if (argument.kind == ExprKind::Capture && isFloatTensor(argument.capture))
      report(context.range(value), DiagKind::kernel_gradient_missing, call,
             context.text(parameter));
  }

  /// A parameter of the model: `parameter($w)` or `$norm.weight`.
  bool isTrained(const program::Expr &argument) const {
    if (argument.kind == ExprKind::Attribute) {
      const program::Expr &object =
          context.program.exprs[argument.args[0].value];
      if (object.kind != ExprKind::Capture ||
          state.kindOf(object.capture) != CaptureKind::Member)
        return false;
      return isTensorOf(object.capture, argument.name);
    }
    if (argument.kind != ExprKind::Capture)
      return false;
    bool found = false;
    for (const program::Condition &condition : rule.conditions)
      walkExpr(context.program, rule, condition.expr, WalkInto::Arguments,
               [&](ExprId, const program::Expr &expr) {
                 if (expr.kind != ExprKind::Word ||
                     context.text(expr.name) != "parameter")
                   return;
                 const program::Expr &word =
                     context.program.exprs[expr.args[0].value];
                 found |= word.kind == ExprKind::Capture &&
                          word.capture == argument.capture;
               });
    return found;
  }

  bool isTensorOf(CaptureId member, SymbolId name) const {
    ExprId constructor = state.constructors.lookup(member);
    if (!constructor)
      return false;
    const program::Expr &call = context.program.exprs[constructor];
    if (call.kind != ExprKind::OpCall || !context.program.ops[call.op].module)
      return false;
    return llvm::any_of(context.program.ops[call.op].module->parameters,
                        [&](const program::ParameterTensor &tensor) {
                          return tensor.name == name;
                        });
  }

  bool isFloatTensor(CaptureId capture) const {
    return llvm::any_of(rule.example,
                        [&](const program::ExampleBinding &binding) {
                          llvm::StringRef dtype = binding.dtype;
                          return binding.capture == capture &&
                                 (dtype == "f64" || dtype == "f32" ||
                                  dtype == "f16" || dtype == "bf16");
                        });
  }

  RuleState &state;
  Context &context;
  const program::Rule &rule;
};

} // namespace

void adopter::sema::checkKernelUse(RuleState &state) {
  KernelUse(state).check();
}
