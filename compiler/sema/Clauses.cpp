// SPDX-License-Identifier: Apache-2.0
#include "compiler/sema/Clauses.h"

using namespace adopter;
using namespace adopter::sema;
using program::CaptureKind;
using program::ExprId;
using program::ExprKind;

void MemberClauses::declare(const ast::MemberItem &item) {
  llvm::StringRef name = item.member.text;
  SourceRange range = item.member.range;
  Meaning meaning = scope.lookUp(name, range, true, CaptureKind::Member);
  if (meaning.kind != Meaning::Kind::Capture || !meaning.isNew ||
      rule.kindOf(meaning.capture) != CaptureKind::Member) {
    rule.failed = true;
    auto diagnostic =
        context.report(range, DiagKind::member_bound_twice, dollar(name));
    if (meaning.capture)
      std::move(diagnostic)
          .note(rule.origin.captures[meaning.capture],
                DiagKind::note_first_bound_here, dollar(name));
    return;
  }
  declared.push_back({meaning.capture, &item});
}

void MemberClauses::declareAll(const ast::Conditions &where) {
  for (const ast::Condition &condition : where)
    if (condition.member)
      declare(*condition.member);
}

void MemberClauses::translate(std::vector<program::MemberPattern> &members) {
  for (auto [capture, item] : declared) {
    ExprId constructor = ExprSema(context, rule, scope, Place::Constructor)
                             .translateConstructor(*item->constructor);
    if (!constructor)
      continue;
    rule.constructors[capture] = constructor;
    members.push_back({capture, constructor});
  }
  declared.clear();
}

namespace {

/// What a condition is made of.
class ConditionShape {
public:
  explicit ConditionShape(const Context &context) : context(context) {}

  /// Something in it depends on the match or on the model.
  bool isOpen(ExprId id) const {
    const program::Expr &expr = context.program.exprs[id];
    switch (expr.kind) {
    case ExprKind::Capture:
    case ExprKind::Hole:
    case ExprKind::Self:
    case ExprKind::Word:
    case ExprKind::Wildcard:
      return true;
    default:
      return llvm::any_of(expr.args, [&](const program::ExprArgument &arg) {
        return isOpen(arg.value);
      });
    }
  }

  /// `rank($x) == rank($x)`: true or false whatever the match is.
  bool comparesWithItself(ExprId id) const {
    const program::Expr &expr = context.program.exprs[id];
    bool isComparison =
        expr.kind == ExprKind::Is || expr.kind == ExprKind::In ||
        (expr.kind == ExprKind::OpCall && expr.args.size() == 2 &&
         llvm::is_contained({"==", "!=", "<", "<=", ">", ">="},
                            context.program.text(expr.name)));
    return isComparison && isSame(expr.args[0].value, expr.args[1].value);
  }

  /// It may be true or false: a word that says so, a comparison, a value.
  bool isTruth(ExprId id) const {
    const program::Expr &expr = context.program.exprs[id];
    switch (expr.kind) {
    case ExprKind::Word: {
      const Word *word = findWord(context.program.text(expr.name));
      return word && (word->result == WordResult::Truth ||
                      word->result == WordResult::Any);
    }
    case ExprKind::And:
    case ExprKind::Or:
    case ExprKind::Not:
      return llvm::all_of(expr.args, [&](const program::ExprArgument &arg) {
        return isTruth(arg.value);
      });
    case ExprKind::Tuple:
    case ExprKind::List:
    case ExprKind::Dict:
    case ExprKind::Slice:
    case ExprKind::Name:
      return false;
    default:
      return true;
    }
  }

private:
  bool isSame(ExprId a, ExprId b) const {
    const program::Expr &left = context.program.exprs[a];
    const program::Expr &right = context.program.exprs[b];
    if (left.kind != right.kind || left.name != right.name ||
        left.capture != right.capture || left.constant != right.constant ||
        left.op != right.op || left.index != right.index ||
        left.args.size() != right.args.size())
      return false;
    for (size_t i = 0; i < left.args.size(); ++i)
      if (!isSame(left.args[i].value, right.args[i].value))
        return false;
    return true;
  }

  const Context &context;
};

} // namespace

ExprId adopter::sema::translateCondition(Context &context, RuleState &rule,
                                         Scope &scope, const ast::Expr &expr) {
  ExprId condition =
      ExprSema(context, rule, scope, Place::Condition).translate(expr);
  if (!condition)
    return {};
  ConditionShape shape(context);
  if (!shape.isOpen(condition) || shape.comparesWithItself(condition)) {
    context.report(expr.range(), DiagKind::constant_condition);
    rule.failed = true;
    return {};
  }
  if (!shape.isTruth(condition)) {
    context.report(expr.range(), DiagKind::condition_not_truth);
    rule.failed = true;
    return {};
  }
  return condition;
}

void adopter::sema::translateConditions(
    Context &context, RuleState &rule, Scope &scope,
    const ast::Conditions &where, const ast::Requirements &require,
    std::vector<program::Condition> &conditions) {
  for (const ast::Condition &condition : where) {
    if (!condition.expr)
      continue;
    if (ExprId expr = translateCondition(context, rule, scope, *condition.expr))
      conditions.push_back(
          {expr, false, {}, context.span(condition.expr->range())});
  }
  for (const ast::Requirement &requirement : require) {
    if (!requirement.condition)
      continue;
    if (ExprId expr =
            translateCondition(context, rule, scope, *requirement.condition))
      conditions.push_back({expr, true, requirement.reason.str(),
                            context.span(requirement.range)});
  }
}

ExprId adopter::sema::translateConjunction(Context &context, RuleState &rule,
                                           Scope &scope,
                                           const ast::Conditions &where) {
  program::Expr conjunction;
  conjunction.kind = ExprKind::And;
  for (const ast::Condition &condition : where) {
    if (!condition.expr) {
      context.report(condition.range(), DiagKind::member_outside_match);
      rule.failed = true;
      continue;
    }
    if (ExprId expr = translateCondition(context, rule, scope, *condition.expr))
      conjunction.args.push_back({{}, expr});
  }
  if (conjunction.args.size() < 2)
    return conjunction.args.empty() ? ExprId() : conjunction.args[0].value;
  return context.add(std::move(conjunction), where.range);
}
