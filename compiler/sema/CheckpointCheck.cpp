// SPDX-License-Identifier: Apache-2.0
/// \file
/// Parameters of the model that a rewrite moves, merges or drops: each needs an
/// entry in `checkpoint`, or old checkpoints would load without it.
#include "compiler/sema/ExprWalk.h"
#include "compiler/sema/SemaRule.h"
#include "runtime/program/Signature.h"

using namespace adopter;
using namespace adopter::sema;
using program::CaptureId;
using program::ExprId;
using program::ExprKind;

namespace {

class CheckpointCheck {
public:
  CheckpointCheck(RuleState &state, const ast::RuleDecl &decl)
      : state(state), context(state.context), rule(state.rule), decl(decl) {}

  void check() {
    for (const program::RewriteMember &member : rule.rewriteMembers)
      checkAdded(member);
    for (const program::MemberPattern &member : rule.members)
      if (isRemoved(member.member))
        checkDropped(member.member, member.constructor, nullptr);
    for (const program::PatternInstance &instance : rule.instances)
      for (const program::Alternative &alternative : instance.alternatives)
        for (const program::MemberPattern &member : alternative.members)
          checkDropped(member.member, member.constructor, nullptr);
  }

private:
  /// The literal given for parameter `name` is false: `bias = False`.
  bool isFalse(const program::Expr &constructor, SymbolId name) const {
    for (const program::ExprArgument &argument : constructor.args) {
      const program::Expr &value = context.program.exprs[argument.value];
      if (argument.keyword != name || value.kind != ExprKind::Constant)
        continue;
      const Constant &literal = context.program.constants[value.constant];
      return literal.kind == ConstantKind::None ||
             (literal.kind == ConstantKind::Bool && literal.integer == 0);
    }
    return false;
  }
  bool isAbsent(const program::Expr &constructor, ExprId condition) const {
    if (!condition)
      return false;
    const program::Expr &expr = context.program.exprs[condition];
    if (expr.kind == ExprKind::Param)
      return isFalse(constructor, expr.name);
    return expr.kind == ExprKind::And &&
           llvm::any_of(expr.args, [&](const program::ExprArgument &part) {
             return isAbsent(constructor, part.value);
           });
  }

  /// The parameter tensors that a module built so may have.
  std::vector<SymbolId> tensorsOf(ExprId constructor) const {
    std::vector<SymbolId> names;
    if (!constructor)
      return names;
    const program::Expr &expr = context.program.exprs[constructor];
    if (expr.kind != ExprKind::OpCall || !context.program.ops[expr.op].module)
      return names;
    for (const program::ParameterTensor &tensor :
         context.program.ops[expr.op].module->parameters)
      if (!isAbsent(expr, tensor.condition))
        names.push_back(tensor.name);
    return names;
  }

  void checkAdded(const program::RewriteMember &member) {
    std::vector<SymbolId> before;
    ExprId old = state.constructors.lookup(member.member);
    if (member.replaces)
      before = tensorsOf(old);
    bool isKernel =
        context.expr(member.constructor).kind == ExprKind::KernelCall;
    std::vector<SymbolId> after = tensorsOf(member.constructor);
    for (SymbolId tensor : after)
      if (!llvm::is_contained(before, tensor) &&
          !isGiven(member.member, tensor))
        report(DiagKind::checkpoint_incomplete, member.member, tensor);
    // Of a kernel's class the sheet says nothing: it is taken to have the
    // parameters of what it replaces.
    if (member.replaces && !isKernel)
      checkDropped(member.member, old, &after);
  }

  /// Each tensor of a member that goes is used by some entry.
  void checkDropped(CaptureId member, ExprId constructor,
                    const std::vector<SymbolId> *kept) {
    for (SymbolId tensor : tensorsOf(constructor))
      if (!(kept && llvm::is_contained(*kept, tensor)) &&
          !isSaved(member, tensor))
        report(DiagKind::checkpoint_drops, member, tensor);
  }

  bool isGiven(CaptureId member, SymbolId tensor) const {
    return llvm::any_of(
        rule.checkpoint, [&](const program::CheckpointEntry &entry) {
          return entry.member == member && entry.parameter == tensor;
        });
  }

  bool isSaved(CaptureId member, SymbolId tensor) const {
    bool found = false;
    for (const program::CheckpointEntry &entry : rule.checkpoint)
      walkExpr(context.program, rule, entry.value, WalkInto::Arguments,
               [&](ExprId, const program::Expr &expr) {
                 if (expr.kind != ExprKind::Attribute || expr.name != tensor)
                   return;
                 const program::Expr &object =
                     context.program.exprs[expr.args[0].value];
                 found |= object.kind == ExprKind::Capture &&
                          object.capture == member;
               });
    return found;
  }

  bool isRemoved(CaptureId member) const {
    bool mentioned = false;
    auto visit = [&](ExprId, const program::Expr &expr) {
      mentioned |= expr.capture == member;
    };
    for (const program::RewriteMember &item : rule.rewriteMembers) {
      mentioned |= item.member == member;
      walkExpr(context.program, rule, item.constructor, WalkInto::Arguments,
               visit);
    }
    for (const program::ValuePattern &value : rule.rewriteValues)
      walkExpr(context.program, rule, value.value, WalkInto::Arguments, visit);
    return !mentioned;
  }

  void report(DiagKind kind, CaptureId member, SymbolId tensor) {
    std::string name =
        dollar(state.nameOf(member)) + "." + context.text(tensor).str();
    bool hasBlock = static_cast<bool>(decl.checkpoint);
    state.failed = true;
    if (!hasBlock && reported)
      return; // one message asks for the whole block
    reported = true;
    context
        .report(hasBlock ? decl.checkpoint.range : state.origin.rewrite,
                hasBlock ? kind : DiagKind::checkpoint_missing, name)
        .note(state.origin.captures[member], DiagKind::note_first_bound_here,
              dollar(state.nameOf(member)));
  }

  RuleState &state;
  Context &context;
  const program::Rule &rule;
  const ast::RuleDecl &decl;
  bool reported = false;
};

} // namespace

void adopter::sema::checkCheckpoint(RuleState &state,
                                    const ast::RuleDecl &decl) {
  CheckpointCheck(state, decl).check();
}
