// SPDX-License-Identifier: Apache-2.0
#include "compiler/syntax/AstBuilder.h"

using namespace adopter;
using namespace adopter::syntax;
using namespace adopter::ast;

using Any = antlrcpp::Any;

static Any statement(const Statement *statement) { return statement; }

//===-- declarations ------------------------------------------------------===//

ExprList
AstBuilder::decorators(const std::vector<P::DecoratorContext *> &trees) {
  return getAll<const Expr *>(trees);
}

Any AstBuilder::visitDecorator(P::DecoratorContext *tree) {
  return expr(tree->expr());
}

Any AstBuilder::visitModuleDecl(P::ModuleDeclContext *tree) {
  // The documentation stands above the decorators.
  auto *whole = static_cast<antlr4::ParserRuleContext *>(tree->parent);
  auto *module = context.create<ModuleDecl>(
      range(whole), identifier(tree->name()), doc(whole));
  module->decorators = std::exchange(pendingDecorators, {});
  module->bases = arguments(tree->arguments());
  module->items = get<llvm::ArrayRef<const Decl *>>(tree->moduleBody());
  return static_cast<const Decl *>(module);
}

Any AstBuilder::visitModuleBody(P::ModuleBodyContext *tree) {
  return getAll<const Decl *>(tree->moduleItem());
}

Any AstBuilder::visitMethodItem(P::MethodItemContext *tree) {
  auto *method = context.create<FunctionDecl>(
      range(tree), identifier(tree->name()), doc(tree));
  method->isMethod = true;
  method->decorators = decorators(tree->decorator());
  method->params = params(tree->params());
  method->body = block(tree->block());
  return static_cast<const Decl *>(method);
}

Any AstBuilder::visitMemberItem(P::MemberItemContext *tree) {
  Conditions where;
  if (tree->WHERE())
    where = conditions(tree->WHERE()->getSymbol(), tree->conditions());
  return static_cast<const Decl *>(context.create<MemberDecl>(
      range(tree), identifier(tree->name()), doc(tree),
      tree->ASSIGN() != nullptr, expr(tree->expr()), where));
}

Any AstBuilder::visitFunctionDecl(P::FunctionDeclContext *tree) {
  bool isTop = dynamic_cast<P::DeclarationContext *>(tree->parent);
  antlr4::ParserRuleContext *whole =
      isTop ? static_cast<antlr4::ParserRuleContext *>(tree->parent) : tree;
  auto *function = context.create<FunctionDecl>(
      range(whole), identifier(tree->name()), doc(whole));
  function->decorators = std::exchange(pendingDecorators, {});
  function->params = params(tree->params());
  function->body = block(tree->block());
  return static_cast<const Decl *>(function);
}

//===-- statements --------------------------------------------------------===//

Block AstBuilder::block(P::BlockContext *tree) { return get<Block>(tree); }

Any AstBuilder::visitBlock(P::BlockContext *tree) {
  return Block{range(tree), getAll<const Statement *>(tree->statement())};
}

Any AstBuilder::visitRegionStmt(P::RegionStmtContext *tree) {
  return statement(region(tree, nullptr, tree->regionHead(), tree->block(),
                          tree->regionTail()));
}

Any AstBuilder::visitWordStmt(P::WordStmtContext *tree) {
  return statement(context.create<WordStatement>(
      range(tree), identifier(tree->word()), exprs(tree->exprs())));
}

Any AstBuilder::visitWord(P::WordContext *tree) {
  return identifier(tree->getStart());
}

Any AstBuilder::visitSetStmt(P::SetStmtContext *tree) {
  const Expr *target = expr(tree->expr(0));
  const Expr *value = expr(tree->expr(1));
  return statement(context.create<AssignStatement>(
      range(tree), true, target, value, optionalBlock(tree->block())));
}

Any AstBuilder::visitFunctionStmt(P::FunctionStmtContext *tree) {
  auto *decl = get<const Decl *>(tree->functionDecl());
  return statement(context.create<FunctionStatement>(
      range(tree), llvm::cast<FunctionDecl>(decl)));
}

/// Names, and tuples of them, can be bound.
static bool isTarget(const Expr *target) {
  if (auto *tuple = llvm::dyn_cast<Tuple>(target))
    return llvm::all_of(tuple->elements, isTarget);
  return llvm::isa<Name, Wildcard>(target);
}

void AstBuilder::checkTarget(const Expr *target) {
  if (!isTarget(target))
    errors.add(target->range(), DiagKind::invalid_target,
               text.bytes(target->range()));
}

Any AstBuilder::visitExprStmt(P::ExprStmtContext *tree) {
  const Expr *first = expr(tree->expr());
  if (!tree->ASSIGN())
    return statement(context.create<ExprStatement>(
        range(tree), first, optionalBlock(tree->block())));
  checkTarget(first);
  P::AssignedContext *assigned = tree->assigned();
  if (auto *clauses = dynamic_cast<P::AssignedRegionContext *>(assigned))
    return statement(region(tree, first, clauses->regionHead(),
                            clauses->block(), clauses->regionTail()));
  auto [value, body] = get<std::pair<const Expr *, Block>>(assigned);
  return statement(
      context.create<AssignStatement>(range(tree), false, first, value, body));
}

/// Handled by visitExprStmt, which knows the target.
Any AstBuilder::visitAssignedRegion(P::AssignedRegionContext *) { return {}; }

Any AstBuilder::visitAssignedValue(P::AssignedValueContext *tree) {
  const Expr *value = expr(tree->expr());
  return std::pair<const Expr *, Block>(value, optionalBlock(tree->block()));
}

//===-- regions -----------------------------------------------------------===//

const Statement *
AstBuilder::region(antlr4::ParserRuleContext *tree, const Expr *target,
                   P::RegionHeadContext *head,
                   const std::vector<P::BlockContext *> &blocks,
                   const std::vector<P::RegionTailContext *> &tails) {
  llvm::SmallVector<RegionClause, 4> clauses;
  for (size_t i = 0; i < blocks.size(); ++i) {
    antlr4::ParserRuleContext *start = head;
    if (i)
      start = tails[i - 1];
    clauses.push_back(clause(start));
    clauses.back().body = block(blocks[i]);
    clauses.back().range.end = clauses.back().body.range.end;
  }
  return context.create<RegionStatement>(
      range(tree), target, context.copy(llvm::ArrayRef<RegionClause>(clauses)));
}

/// The clause that `head` begins, without its body.
RegionClause AstBuilder::clause(antlr4::ParserRuleContext *head) {
  auto result = get<RegionClause>(head);
  result.range = range(head);
  result.word = identifier(head->getStart());
  return result;
}

static llvm::ArrayRef<HeadItem> one(AstContext &context, const Expr *value) {
  return context.copy(llvm::ArrayRef<HeadItem>(HeadItem{value, nullptr}));
}

Any AstBuilder::visitIfHead(P::IfHeadContext *tree) {
  RegionClause clause;
  clause.operands = one(context, expr(tree->expr()));
  if (tree->carried())
    clause.carried = get<ArgumentList>(tree->carried());
  return clause;
}

Any AstBuilder::visitForHead(P::ForHeadContext *tree) {
  RegionClause clause;
  clause.target = get<const Expr *>(tree->loopTarget());
  clause.operands = one(context, expr(tree->expr()));
  if (tree->carried())
    clause.carried = get<ArgumentList>(tree->carried());
  return clause;
}

Any AstBuilder::visitWhileHead(P::WhileHeadContext *tree) {
  RegionClause clause;
  if (tree->expr())
    clause.operands = one(context, expr(tree->expr()));
  if (tree->carried())
    clause.carried = get<ArgumentList>(tree->carried());
  return clause;
}

Any AstBuilder::visitWithHead(P::WithHeadContext *tree) {
  RegionClause clause;
  clause.operands = getAll<HeadItem>(tree->withItem());
  return clause;
}

Any AstBuilder::visitTryHead(P::TryHeadContext *tree) {
  RegionClause clause;
  if (tree->carried())
    clause.carried = get<ArgumentList>(tree->carried());
  return clause;
}

Any AstBuilder::visitInlineHead(P::InlineHeadContext *tree) {
  RegionClause clause;
  clause.operands = one(context, expr(tree->expr()));
  return clause;
}

Any AstBuilder::visitElifTail(P::ElifTailContext *tree) {
  RegionClause clause;
  clause.operands = one(context, expr(tree->expr()));
  return clause;
}

Any AstBuilder::visitElseTail(P::ElseTailContext *) { return RegionClause(); }

Any AstBuilder::visitExceptTail(P::ExceptTailContext *tree) {
  RegionClause clause;
  if (tree->withItem())
    clause.operands =
        context.copy(llvm::ArrayRef(get<HeadItem>(tree->withItem())));
  return clause;
}

Any AstBuilder::visitFinallyTail(P::FinallyTailContext *) {
  return RegionClause();
}

Any AstBuilder::visitCarried(P::CarriedContext *tree) {
  return arguments(tree->arguments());
}

Any AstBuilder::visitWithItem(P::WithItemContext *tree) {
  HeadItem item{expr(tree->expr()), nullptr};
  if (tree->loopTarget())
    item.alias = get<const Expr *>(tree->loopTarget());
  return item;
}

Any AstBuilder::visitNameTarget(P::NameTargetContext *tree) {
  const Expr *target = nullptr;
  if (tree->anyName()->WILDCARD())
    target = context.create<Wildcard>(range(tree));
  else
    target =
        context.create<Name>(range(tree), identifier(tree->anyName()).text);
  return target;
}

Any AstBuilder::visitTupleTarget(P::TupleTargetContext *tree) {
  const Expr *target = context.create<Tuple>(
      range(tree), getAll<const Expr *>(tree->loopTarget()));
  return target;
}
