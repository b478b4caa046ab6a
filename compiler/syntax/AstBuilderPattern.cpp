// SPDX-License-Identifier: Apache-2.0
#include "compiler/syntax/AstBuilder.h"
#include "llvm/ADT/StringSwitch.h"

using namespace adopter;
using namespace adopter::syntax;
using namespace adopter::ast;

using Any = antlrcpp::Any;

//===-- clauses -----------------------------------------------------------===//

Conditions AstBuilder::conditions(antlr4::Token *from,
                                  P::ConditionsContext *tree) {
  SourceRange place = range(tree);
  place.begin = range(from).begin;
  return {place, get<llvm::ArrayRef<Condition>>(tree)};
}

Any AstBuilder::visitConditions(P::ConditionsContext *tree) {
  return getAll<Condition>(tree->condition());
}

Any AstBuilder::visitCondition(P::ConditionContext *tree) {
  const Expr *first = expr(tree->expr(0));
  if (!tree->COLON())
    return Condition{first, nullptr};
  Identifier member{"", first->range()};
  if (auto *metavariable = llvm::dyn_cast<Metavariable>(first))
    member.text = metavariable->name;
  else
    errors.add(first->range(), DiagKind::misplaced_member_pattern,
               text.bytes(first->range()));
  return Condition{nullptr, context.create<MemberItem>(range(tree), member,
                                                       expr(tree->expr(1)),
                                                       llvm::StringRef())};
}

Requirements
AstBuilder::requirements(antlr4::ParserRuleContext *part,
                         const std::vector<P::RequirementContext *> &trees) {
  return {range(part), getAll<Requirement>(trees)};
}

Any AstBuilder::visitRequirement(P::RequirementContext *tree) {
  return Requirement{range(tree), expr(tree->expr()), string(tree->STRING())};
}

Any AstBuilder::visitGrade(P::GradeContext *tree) {
  Identifier word = identifier(tree->name());
  auto kind = llvm::StringSwitch<std::optional<GradeKind>>(word.text)
                  .Case("exact", GradeKind::Exact)
                  .Case("rounding", GradeKind::Rounding)
                  .Case("domain", GradeKind::Domain)
                  .Default(std::nullopt);
  Grade grade{range(tree), kind.value_or(GradeKind::Exact), {}};
  if (!kind)
    errors.add(word.range, DiagKind::unknown_grade, word.text);
  if (tree->STRING())
    grade.domain = string(tree->STRING());
  if (grade.kind == GradeKind::Domain && !tree->STRING())
    errors.add(word.range, DiagKind::missing_domain);
  if (kind && grade.kind != GradeKind::Domain && tree->STRING())
    errors.add(range(tree->STRING()), DiagKind::expected_separator, word.text,
               text.bytes(range(tree->STRING())));
  return grade;
}

//===-- pattern -----------------------------------------------------------===//

Any AstBuilder::visitPatternDecl(P::PatternDeclContext *tree) {
  auto *pattern = context.create<PatternDecl>(
      range(tree), identifier(tree->name()), doc(tree));
  pattern->params = metavariables(tree->METAVAR());
  if (tree->patternBinds())
    pattern->binds = get<llvm::ArrayRef<Identifier>>(tree->patternBinds());
  pattern->alternatives =
      get<llvm::ArrayRef<const Alternative *>>(tree->patternBody());
  return static_cast<const Decl *>(pattern);
}

Any AstBuilder::visitPatternBinds(P::PatternBindsContext *tree) {
  return metavariables(tree->METAVAR());
}

Any AstBuilder::visitPatternBody(P::PatternBodyContext *tree) {
  return getAll<const Alternative *>(tree->alternative());
}

Any AstBuilder::visitAlternative(P::AlternativeContext *tree) {
  Clauses found;
  clauses = &found;
  for (P::ClauseContext *clause : tree->clause())
    visit(clause);
  clauses = nullptr;
  return static_cast<const Alternative *>(context.create<Alternative>(
      range(tree), expr(tree->expr()), found.where, found.require, found.with));
}

Any AstBuilder::visitWhereClause(P::WhereClauseContext *tree) {
  checkOnce(clauses->where.range, range(tree), "where");
  clauses->where = conditions(tree->getStart(), tree->conditions());
  return {};
}

Any AstBuilder::visitRequireClause(P::RequireClauseContext *tree) {
  checkOnce(clauses->require.range, range(tree), "require");
  clauses->require = requirements(tree, tree->requirement());
  return {};
}

Any AstBuilder::visitWithClause(P::WithClauseContext *tree) {
  checkOnce(clauses->with.range, range(tree), "with");
  clauses->with = {range(tree), getAll<Binding>(tree->binding())};
  return {};
}

Any AstBuilder::visitBinding(P::BindingContext *tree) {
  return Binding{range(tree), metavariable(tree->METAVAR()),
                 expr(tree->expr())};
}

//===-- iso ---------------------------------------------------------------===//

Any AstBuilder::visitIsoDecl(P::IsoDeclContext *tree) {
  auto *decl =
      context.create<IsoDecl>(range(tree), identifier(tree->name()), doc(tree));
  iso = decl;
  visit(tree->isoBody());
  iso = nullptr;
  if (!decl->left)
    errors.add(decl->name.range, DiagKind::expected_equation);
  return static_cast<const Decl *>(decl);
}

Any AstBuilder::visitIsoBody(P::IsoBodyContext *tree) {
  for (P::IsoGroupContext *group : tree->isoGroup())
    visit(group);
  return {};
}

Any AstBuilder::visitIsoGroup(P::IsoGroupContext *tree) {
  for (antlr4::tree::ParseTree *part : tree->children)
    visit(part);
  return {};
}

Any AstBuilder::visitIsoEquation(P::IsoEquationContext *tree) {
  const Expr *equation = expr(tree->expr());
  auto *compare = llvm::dyn_cast<Compare>(equation);
  bool isEquation = compare && compare->ops.size() == 1 &&
                    compare->ops[0] == CompareOp::Equal;
  if (!isEquation)
    errors.add(equation->range(), DiagKind::expected_equation);
  if (iso->left)
    checkOnce({text.file(), iso->left->range().begin, iso->right->range().end},
              equation->range(), "==");
  iso->left = isEquation ? compare->operands[0] : equation;
  iso->right = isEquation ? compare->operands[1] : equation;
  return {};
}

Any AstBuilder::visitIsoWhere(P::IsoWhereContext *tree) {
  checkOnce(iso->where.range, range(tree), "where");
  iso->where = conditions(tree->getStart(), tree->conditions());
  return {};
}

Any AstBuilder::visitIsoGrade(P::IsoGradeContext *tree) {
  checkOnce(iso->grade.range, range(tree), "grade");
  iso->grade = get<Grade>(tree->grade());
  iso->grade.range = range(tree);
  return {};
}
