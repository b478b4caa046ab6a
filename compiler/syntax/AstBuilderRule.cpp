// SPDX-License-Identifier: Apache-2.0
#include "compiler/syntax/AstBuilder.h"

using namespace adopter;
using namespace adopter::syntax;
using namespace adopter::ast;

using Any = antlrcpp::Any;

Any AstBuilder::visitRuleDecl(P::RuleDeclContext *tree) {
  auto *decl = context.create<RuleDecl>(range(tree), identifier(tree->name()),
                                        doc(tree));
  rule = decl;
  visit(tree->ruleBody());
  rule = nullptr;
  return static_cast<const Decl *>(decl);
}

Any AstBuilder::visitRuleBody(P::RuleBodyContext *tree) {
  for (P::RulePartContext *part : tree->rulePart())
    visit(part);
  return {};
}

//===-- parts -------------------------------------------------------------===//

Any AstBuilder::visitMatchPart(P::MatchPartContext *tree) {
  checkOnce(rule->match.range, range(tree), "match");
  rule->match = {range(tree),
                 get<llvm::ArrayRef<const Item *>>(tree->itemBlock())};
  for (P::ItemGroupContext *group : tree->itemBlock()->itemGroup())
    for (P::SingleItemContext *item : group->singleItem())
      if (item->AS())
        errors.add(range(item->AS()), DiagKind::as_outside_rewrite);
  return {};
}

Any AstBuilder::visitWherePart(P::WherePartContext *tree) {
  checkOnce(rule->where.range, range(tree), "where");
  rule->where = conditions(tree->getStart(), tree->conditions());
  return {};
}

Any AstBuilder::visitRequirePart(P::RequirePartContext *tree) {
  checkOnce(rule->require.range, range(tree), "require");
  rule->require = requirements(tree, tree->requirement());
  return {};
}

Any AstBuilder::visitRewritePart(P::RewritePartContext *tree) {
  checkOnce(rule->rewrite.range, range(tree), "rewrite");
  rule->rewrite = {range(tree),
                   get<llvm::ArrayRef<const Item *>>(tree->itemBlock())};
  return {};
}

Any AstBuilder::visitCheckpointPart(P::CheckpointPartContext *tree) {
  checkOnce(rule->checkpoint.range, range(tree), "checkpoint");
  rule->checkpoint = {range(tree), get<llvm::ArrayRef<const CheckpointItem *>>(
                                       tree->checkpointBlock())};
  return {};
}

Any AstBuilder::visitGradePart(P::GradePartContext *tree) {
  checkOnce(rule->grade.range, range(tree), "grade");
  rule->grade = get<Grade>(tree->grade());
  rule->grade.range = range(tree);
  return {};
}

Any AstBuilder::visitBenefitPart(P::BenefitPartContext *tree) {
  checkOnce(rule->benefit.range, range(tree), "benefit");
  rule->benefit = {range(tree), nullptr};
  if (tree->name()) {
    Identifier word = identifier(tree->name());
    if (word.text != "measured")
      errors.add(word.range, DiagKind::unknown_benefit, word.text);
    return {};
  }
  rule->benefit.value =
      number(tree->INTEGER() ? tree->INTEGER() : tree->FLOAT());
  return {};
}

Any AstBuilder::visitModePart(P::ModePartContext *tree) {
  checkOnce(rule->modeRange, range(tree), "mode");
  rule->mode = identifier(tree->name());
  rule->modeRange = range(tree);
  if (rule->mode.text != "training" && rule->mode.text != "inference")
    errors.add(rule->mode.range, DiagKind::unknown_mode, rule->mode.text);
  return {};
}

Any AstBuilder::visitExamplePart(P::ExamplePartContext *tree) {
  checkOnce(rule->example.range, range(tree), "example");
  rule->example = {range(tree),
                   get<llvm::ArrayRef<const Example *>>(tree->exampleBlock())};
  return {};
}

//===-- items -------------------------------------------------------------===//

Any AstBuilder::visitItemBlock(P::ItemBlockContext *tree) {
  llvm::SmallVector<const Item *, 8> items;
  for (P::ItemGroupContext *group : tree->itemGroup()) {
    auto some = get<llvm::ArrayRef<const Item *>>(group);
    items.append(some.begin(), some.end());
  }
  return context.copy(llvm::ArrayRef<const Item *>(items));
}

Any AstBuilder::visitItemGroup(P::ItemGroupContext *tree) {
  return getAll<const Item *>(tree->children);
}

Any AstBuilder::visitSingleItem(P::SingleItemContext *tree) {
  Identifier name = metavariable(tree->METAVAR());
  const Expr *value = expr(tree->expr());
  if (tree->COLON())
    return static_cast<const Item *>(context.create<MemberItem>(
        range(tree), name, value,
        tree->AS() ? string(tree->STRING()) : llvm::StringRef()));
  const Expr *target = context.create<Metavariable>(name.range, name.text);
  return static_cast<const Item *>(context.create<ValueItem>(
      range(tree), context.copy(ExprList(target)), false, value));
}

Any AstBuilder::visitUnpackItem(P::UnpackItemContext *tree) {
  return static_cast<const Item *>(context.create<ValueItem>(
      range(tree), getAll<const Expr *>(tree->target()), true,
      expr(tree->expr())));
}

Any AstBuilder::visitTarget(P::TargetContext *tree) {
  const Expr *target = nullptr;
  if (tree->METAVAR())
    target = context.create<Metavariable>(range(tree),
                                          metavariable(tree->METAVAR()).text);
  else
    target = context.create<Wildcard>(range(tree));
  return target;
}

Any AstBuilder::visitCheckpointBlock(P::CheckpointBlockContext *tree) {
  return getAll<const CheckpointItem *>(tree->checkpointItem());
}

Any AstBuilder::visitCheckpointItem(P::CheckpointItemContext *tree) {
  Identifier member = metavariable(tree->METAVAR());
  const Expr *target = context.create<Metavariable>(member.range, member.text);
  for (P::CheckpointPathContext *step : tree->checkpointPath()) {
    Identifier name = get<Identifier>(step);
    target = context.create<Attribute>(
        SourceRange{text.file(), member.range.begin, name.range.end}, target,
        name);
  }
  Conditions where;
  if (tree->WHERE())
    where = conditions(tree->WHERE()->getSymbol(), tree->conditions());
  return static_cast<const CheckpointItem *>(context.create<CheckpointItem>(
      range(tree), target, expr(tree->expr()), where));
}

Any AstBuilder::visitCheckpointPath(P::CheckpointPathContext *tree) {
  return identifier(tree->name());
}

Any AstBuilder::visitExampleBlock(P::ExampleBlockContext *tree) {
  return getAll<const Example *>(tree->exampleItem());
}

Any AstBuilder::visitExampleItem(P::ExampleItemContext *tree) {
  return static_cast<const Example *>(context.create<Example>(
      range(tree), metavariables(tree->METAVAR()), expr(tree->expr())));
}
