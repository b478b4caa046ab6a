// SPDX-License-Identifier: Apache-2.0
/// \file
/// `iso` declarations: both sides are data flow over the same metavariables.
/// What is done with them: IsoClosure.
#include "compiler/sema/Clauses.h"
#include "compiler/sema/ExprWalk.h"

using namespace adopter;
using namespace adopter::sema;
using program::CaptureId;
using program::ExprId;

void adopter::sema::analyseIso(Context &context, const ast::IsoDecl &decl,
                               program::PackId pack) {
  ExprId mark = context.program.exprs.nextId();
  context.enterPack(pack);
  RuleState scratch(context, decl.name.text);
  RuleScope scope(scratch);
  if (!decl.grade) {
    context.report(decl.name.range, DiagKind::grade_missing, decl.name.text);
    scratch.failed = true;
  }

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
  Iso iso;
  iso.name = context.intern(decl.name.text);
  iso.pack = pack;
  iso.grade = static_cast<program::Grade>(decl.grade.kind);
  iso.left = translate(*decl.left, onLeft);
  iso.right = translate(*decl.right, onRight);
  std::vector<program::Condition> conditions;
  translateConditions(context, scratch, scope, decl.where, {}, conditions);
  for (const program::Condition &condition : conditions)
    iso.conditions.push_back(condition.expr);

  // An equality is used in both directions.
  for (size_t i = 0; !scratch.failed && i < scratch.rule.captures.size(); ++i) {
    CaptureId capture(i);
    if (llvm::is_contained(onLeft, capture) ==
        llvm::is_contained(onRight, capture))
      continue;
    context.report(scratch.origin.captures[capture], DiagKind::iso_one_sided,
                   dollar(scratch.nameOf(capture)));
    scratch.failed = true;
  }
  if (!scratch.failed && !scratch.rule.instances.empty()) {
    context.report(decl.left->range(), DiagKind::iso_with_pattern);
    scratch.failed = true;
  }
  if (scratch.failed)
    context.dropExprs(mark);
  else
    context.isos.push_back(std::move(iso));
}
