// SPDX-License-Identifier: Apache-2.0
#include "compiler/sema/ExprWalk.h"

using namespace adopter;
using namespace adopter::sema;

void adopter::sema::walkExpr(
    const program::Program &program, const program::Rule &rule,
    program::ExprId id, WalkInto into,
    llvm::function_ref<void(program::ExprId, const program::Expr &)> visit) {
  if (!id)
    return;
  const program::Expr &expr = program.exprs[id];
  visit(id, expr);
  for (const program::ExprArgument &argument : expr.args)
    walkExpr(program, rule, argument.value, into, visit);
  if (expr.kind != program::ExprKind::Instance)
    return;
  const program::PatternInstance &instance = rule.instances[expr.instance];
  for (program::ExprId argument : instance.arguments)
    walkExpr(program, rule, argument, into, visit);
  if (into == WalkInto::Arguments)
    return;
  for (const program::Alternative &alternative : instance.alternatives)
    walkExpr(program, rule, alternative.body, into, visit);
}
