// SPDX-License-Identifier: Apache-2.0
/// \file
/// The parts that rules and alternatives of patterns have in common: members
/// (`$m : Ctor(args)`), `where` and `require`.
#ifndef ADOPTER_COMPILER_SEMA_CLAUSES_H
#define ADOPTER_COMPILER_SEMA_CLAUSES_H

#include "compiler/sema/ExprSema.h"

namespace adopter::sema {

/// Makes the members in `items` and `where` known before anything calls them.
/// Their constructors are read in a second step, after every member is known.
class MemberClauses {
public:
  MemberClauses(Context &context, RuleState &rule, Scope &scope)
      : context(context), rule(rule), scope(scope) {}

  void declare(const ast::MemberItem &item);
  void declareAll(const ast::Conditions &where);
  /// Reads the constructors of all that were declared.
  void translate(std::vector<program::MemberPattern> &members);

private:
  Context &context;
  RuleState &rule;
  Scope &scope;
  std::vector<std::pair<program::CaptureId, const ast::MemberItem *>> declared;
};

/// Reads the conditions that are no members.
void translateConditions(Context &context, RuleState &rule, Scope &scope,
                         const ast::Conditions &where,
                         const ast::Requirements &require,
                         std::vector<program::Condition> &conditions);

/// One condition: an expression that is true or false; reported if it is
/// neither, or always the same.
program::ExprId translateCondition(Context &context, RuleState &rule,
                                   Scope &scope, const ast::Expr &expr);

/// All conditions of a part as one expression (And), or none.
program::ExprId translateConjunction(Context &context, RuleState &rule,
                                     Scope &scope,
                                     const ast::Conditions &where);

} // namespace adopter::sema

#endif // ADOPTER_COMPILER_SEMA_CLAUSES_H
