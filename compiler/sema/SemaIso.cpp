// SPDX-License-Identifier: Apache-2.0
/// \file
/// `iso` declarations: both sides are data flow over the same metavariables.
#include "compiler/sema/Clauses.h"
#include "compiler/sema/ExprWalk.h"

using namespace adopter;
using namespace adopter::sema;
using program::CaptureId;
using program::ExprId;

void adopter::sema::checkIso(Context &context, const ast::IsoDecl &iso) {
  ExprId mark = context.program.exprs.nextId();
  RuleState scratch(context, iso.name.text);
  RuleScope scope(scratch);
  if (!iso.grade)
    context.report(iso.name.range, DiagKind::grade_missing, iso.name.text);

  llvm::SmallVector<CaptureId, 4> onLeft, onRight;
  auto translate = [&](const ast::Expr &side,
                       llvm::SmallVectorImpl<CaptureId> &captures) {
    ExprId expr =
        ExprSema(context, scratch, scope, Place::Match).translate(side);
    walkExpr(context.program, scratch.rule, expr, WalkInto::Arguments,
             [&](ExprId, const program::Expr &node) {
               if (node.capture)
                 captures.push_back(node.capture);
             });
    return expr;
  };
  ExprId left = translate(*iso.left, onLeft);
  ExprId right = translate(*iso.right, onRight);
  std::vector<program::Condition> conditions;
  translateConditions(context, scratch, scope, iso.where, {}, conditions);

  // An equality is used in both directions.
  for (size_t i = 0; left && right && i < scratch.rule.captures.size(); ++i) {
    CaptureId capture(i);
    if (llvm::is_contained(onLeft, capture) ==
        llvm::is_contained(onRight, capture))
      continue;
    context.report(scratch.origin.captures[capture], DiagKind::iso_one_sided,
                   dollar(scratch.nameOf(capture)));
  }
  context.dropExprs(mark);
}
