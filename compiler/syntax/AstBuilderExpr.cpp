// SPDX-License-Identifier: Apache-2.0
#include "compiler/syntax/AstBuilder.h"
#include "compiler/syntax/Literals.h"
#include <limits>

using namespace adopter;
using namespace adopter::syntax;
using namespace adopter::ast;

using Any = antlrcpp::Any;

static Any node(const Expr *expr) { return expr; }

/// -2^63 has no positive counterpart that could be negated.
static constexpr uint64_t MinMagnitude = uint64_t(1) << 63;

const Expr *AstBuilder::expr(P::ExprContext *tree) {
  if (!tree)
    return nullptr;
  if (++exprDepth > MaxDepth)
    throw TreeTooDeep{tree->getStart()};
  auto *result = get<const Expr *>(tree);
  --exprDepth;
  return result;
}

//===-- atoms -------------------------------------------------------------===//

Any AstBuilder::visitNameExpr(P::NameExprContext *tree) {
  return node(context.create<Name>(range(tree), identifier(tree->name()).text));
}

Any AstBuilder::visitMetavariableExpr(P::MetavariableExprContext *tree) {
  return node(context.create<Metavariable>(range(tree),
                                           metavariable(tree->METAVAR()).text));
}

Any AstBuilder::visitWildcardExpr(P::WildcardExprContext *tree) {
  return node(context.create<Wildcard>(range(tree)));
}

Any AstBuilder::visitLiteralExpr(P::LiteralExprContext *tree) {
  SourceRange place = range(tree);
  auto make = [&](ConstantKind kind, int64_t integer = 0,
                  llvm::StringRef value = {}) {
    return node(context.create<Literal>(place, kind, integer, 0.0, value,
                                        llvm::StringRef()));
  };
  if (tree->NONE())
    return make(ConstantKind::None);
  if (tree->ELLIPSIS())
    return make(ConstantKind::Ellipsis);
  if (tree->TRUE() || tree->FALSE())
    return make(ConstantKind::Bool, tree->TRUE() != nullptr);
  if (tree->STRING())
    return make(ConstantKind::String, 0, string(tree->STRING()));
  return node(number(tree->INTEGER() ? tree->INTEGER() : tree->FLOAT()));
}

const Literal *AstBuilder::number(antlr4::tree::TerminalNode *leaf) {
  SourceRange place = range(leaf);
  llvm::StringRef spelling = context.copy(text.bytes(place));
  if (leaf->getSymbol()->getType() == P::FLOAT)
    return context.create<Literal>(place, ConstantKind::Float, 0,
                                   decodeFloat(spelling), llvm::StringRef(),
                                   spelling);
  std::optional<uint64_t> value = decodeInteger(spelling);
  if (!value)
    errors.add(place, DiagKind::invalid_number, spelling);
  auto *sign = dynamic_cast<P::SignExprContext *>(leaf->parent->parent);
  bool isMin = value == MinMagnitude && sign && sign->MINUS();
  if (value && *value >= MinMagnitude && !isMin)
    errors.add(place, DiagKind::integer_too_large, spelling);
  return context.create<Literal>(place, ConstantKind::Int,
                                 static_cast<int64_t>(value.value_or(0)), 0.0,
                                 llvm::StringRef(), spelling);
}

//===-- brackets ----------------------------------------------------------===//

Any AstBuilder::visitExprs(P::ExprsContext *tree) {
  return getAll<const Expr *>(tree->expr());
}

ExprList AstBuilder::exprs(P::ExprsContext *tree) {
  return tree ? get<ExprList>(tree) : ExprList();
}

Any AstBuilder::visitParenExpr(P::ParenExprContext *tree) {
  ExprList elements = exprs(tree->exprs());
  if (elements.size() == 1 && tree->exprs()->COMMA().empty())
    return node(elements[0]);
  return node(context.create<Tuple>(range(tree), elements));
}

Any AstBuilder::visitListExpr(P::ListExprContext *tree) {
  return node(context.create<List>(range(tree), exprs(tree->exprs())));
}

Any AstBuilder::visitDictExpr(P::DictExprContext *tree) {
  return node(
      context.create<Dict>(range(tree), getAll<DictEntry>(tree->dictEntry())));
}

Any AstBuilder::visitDictEntry(P::DictEntryContext *tree) {
  if (tree->POWER())
    return DictEntry{nullptr, expr(tree->expr(0))};
  return DictEntry{expr(tree->expr(0)), expr(tree->expr(1))};
}

//===-- postfix -----------------------------------------------------------===//

Any AstBuilder::visitAttributeExpr(P::AttributeExprContext *tree) {
  return node(context.create<Attribute>(range(tree), expr(tree->expr()),
                                        identifier(tree->anyName())));
}

Any AstBuilder::visitCallExpr(P::CallExprContext *tree) {
  const Expr *callee = expr(tree->expr());
  return node(
      context.create<Call>(range(tree), callee, arguments(tree->arguments())));
}

ArgumentList AstBuilder::arguments(P::ArgumentsContext *tree) {
  return tree ? get<ArgumentList>(tree) : ArgumentList();
}

Any AstBuilder::visitArguments(P::ArgumentsContext *tree) {
  ArgumentList list = getAll<Argument>(tree->argument());
  bool hasKeyword = false;
  for (const Argument &argument : list) {
    if (argument.keyword || argument.kind == ArgumentKind::DoubleStar)
      hasKeyword = true;
    else if (hasKeyword && argument.kind == ArgumentKind::Plain)
      errors.add(argument.range, DiagKind::misplaced_positional);
  }
  return list;
}

Any AstBuilder::visitArgument(P::ArgumentContext *tree) {
  Argument argument{range(tree), ArgumentKind::Plain, {}, expr(tree->expr(0))};
  if (tree->STAR())
    argument.kind = ArgumentKind::Star;
  if (tree->POWER())
    argument.kind = ArgumentKind::DoubleStar;
  if (tree->ASSIGN()) {
    const Expr *keyword = argument.value;
    if (auto *name = llvm::dyn_cast<Name>(keyword))
      argument.keyword = {name->name, name->range()};
    else
      errors.add(keyword->range(), DiagKind::invalid_keyword,
                 text.bytes(keyword->range()));
    argument.value = expr(tree->expr(1));
  }
  return argument;
}

Any AstBuilder::visitIndexExpr(P::IndexExprContext *tree) {
  const Expr *object = expr(tree->expr());
  ExprList subscripts = getAll<const Expr *>(tree->subscript());
  const Expr *index = nullptr;
  if (subscripts.size() == 1 && tree->COMMA().empty()) {
    index = subscripts[0];
  } else {
    SourceRange place = range(tree->RBRACKET());
    place.end = place.begin;
    if (!subscripts.empty()) {
      place.begin = subscripts.front()->range().begin;
      place.end = subscripts.back()->range().end;
    }
    index = context.create<Tuple>(place, subscripts);
  }
  return node(context.create<Index>(range(tree), object, index));
}

Any AstBuilder::visitSubscript(P::SubscriptContext *tree) {
  const Expr *first = expr(tree->expr());
  if (!tree->sliceRest())
    return node(first);
  auto rest = get<std::pair<const Expr *, const Expr *>>(tree->sliceRest());
  return node(
      context.create<Slice>(range(tree), first, rest.first, rest.second));
}

/// `: stop : step`: which of two expressions is which tells their place.
Any AstBuilder::visitSliceRest(P::SliceRestContext *tree) {
  std::pair<const Expr *, const Expr *> rest{nullptr, nullptr};
  unsigned colons = 0;
  for (antlr4::tree::ParseTree *child : tree->children) {
    if (auto *value = dynamic_cast<P::ExprContext *>(child))
      (colons == 1 ? rest.first : rest.second) = expr(value);
    else
      ++colons;
  }
  return rest;
}

//===-- operators ---------------------------------------------------------===//

void AstBuilder::refuseNot(P::ExprContext *operand) {
  if (dynamic_cast<P::NotExprContext *>(operand))
    errors.add(range(operand), DiagKind::not_needs_parentheses);
}

const Expr *AstBuilder::binary(antlr4::ParserRuleContext *tree, BinaryOp op,
                               P::ExprContext *left, P::ExprContext *right) {
  refuseNot(right);
  const Expr *leftExpr = expr(left);
  return context.create<Binary>(range(tree), op, leftExpr, expr(right));
}

Any AstBuilder::visitPowerExpr(P::PowerExprContext *tree) {
  return node(binary(tree, BinaryOp::Power, tree->expr(0), tree->expr(1)));
}

Any AstBuilder::visitSignExpr(P::SignExprContext *tree) {
  refuseNot(tree->expr());
  const Expr *operand = expr(tree->expr());
  auto *literal = llvm::dyn_cast<Literal>(operand);
  bool isBare = dynamic_cast<P::LiteralExprContext *>(tree->expr());
  if (literal && isBare && literal->literalKind == ConstantKind::Int &&
      literal->integer == std::numeric_limits<int64_t>::min())
    return node(context.create<Literal>(
        range(tree), ConstantKind::Int, literal->integer, 0, llvm::StringRef(),
        context.copy(("-" + literal->spelling).str())));
  UnaryOp op = tree->MINUS()  ? UnaryOp::Minus
               : tree->PLUS() ? UnaryOp::Plus
                              : UnaryOp::Invert;
  return node(context.create<Unary>(range(tree), op, operand));
}

Any AstBuilder::visitProductExpr(P::ProductExprContext *tree) {
  BinaryOp op = tree->STAR()        ? BinaryOp::Multiply
                : tree->SLASH()     ? BinaryOp::Divide
                : tree->FLOOR_DIV() ? BinaryOp::FloorDivide
                : tree->PERCENT()   ? BinaryOp::Modulo
                                    : BinaryOp::MatMul;
  return node(binary(tree, op, tree->expr(0), tree->expr(1)));
}

Any AstBuilder::visitSumExpr(P::SumExprContext *tree) {
  BinaryOp op = tree->PLUS() ? BinaryOp::Add : BinaryOp::Subtract;
  return node(binary(tree, op, tree->expr(0), tree->expr(1)));
}

Any AstBuilder::visitShiftExpr(P::ShiftExprContext *tree) {
  BinaryOp op = tree->SHIFT_LEFT() ? BinaryOp::ShiftLeft : BinaryOp::ShiftRight;
  return node(binary(tree, op, tree->expr(0), tree->expr(1)));
}

Any AstBuilder::visitBitAndExpr(P::BitAndExprContext *tree) {
  return node(binary(tree, BinaryOp::BitAnd, tree->expr(0), tree->expr(1)));
}

Any AstBuilder::visitBitXorExpr(P::BitXorExprContext *tree) {
  return node(binary(tree, BinaryOp::BitXor, tree->expr(0), tree->expr(1)));
}

Any AstBuilder::visitBitOrExpr(P::BitOrExprContext *tree) {
  return node(binary(tree, BinaryOp::BitOr, tree->expr(0), tree->expr(1)));
}

Any AstBuilder::visitCompareExpr(P::CompareExprContext *tree) {
  refuseNot(tree->expr(1));
  llvm::SmallVector<const Expr *, 4> operands;
  llvm::SmallVector<CompareOp, 4> ops;
  const Expr *left = expr(tree->expr(0));
  // `a < b < c` is one chain, `(a < b) < c` is not.
  if (dynamic_cast<P::CompareExprContext *>(tree->expr(0))) {
    auto *chain = llvm::cast<Compare>(left);
    operands.append(chain->operands.begin(), chain->operands.end());
    ops.append(chain->ops.begin(), chain->ops.end());
  } else {
    operands.push_back(left);
  }
  ops.push_back(get<CompareOp>(tree->compareOp()));
  operands.push_back(expr(tree->expr(1)));
  return node(
      context.create<Compare>(range(tree), context.copy(ExprList(operands)),
                              context.copy(llvm::ArrayRef<CompareOp>(ops))));
}

Any AstBuilder::visitCompareOp(P::CompareOpContext *tree) {
  switch (tree->getStart()->getType()) {
  case P::EQUAL:
    return CompareOp::Equal;
  case P::NOT_EQUAL:
    return CompareOp::NotEqual;
  case P::LESS:
    return CompareOp::Less;
  case P::LESS_EQUAL:
    return CompareOp::LessEqual;
  case P::GREATER:
    return CompareOp::Greater;
  case P::GREATER_EQUAL:
    return CompareOp::GreaterEqual;
  case P::IN:
    return CompareOp::In;
  case P::NOT:
    return CompareOp::NotIn;
  default:
    return tree->NOT() ? CompareOp::IsNot : CompareOp::Is;
  }
}

Any AstBuilder::visitNotExpr(P::NotExprContext *tree) {
  return node(
      context.create<Unary>(range(tree), UnaryOp::Not, expr(tree->expr())));
}

const Expr *AstBuilder::boolOp(antlr4::ParserRuleContext *tree, BoolOpKind op,
                               const std::vector<P::ExprContext *> &operands) {
  llvm::SmallVector<const Expr *, 4> flat;
  for (P::ExprContext *operand : operands) {
    const Expr *value = expr(operand);
    auto *inner = llvm::dyn_cast<BoolOp>(value);
    if (inner && inner->op == op)
      flat.append(inner->operands.begin(), inner->operands.end());
    else
      flat.push_back(value);
  }
  return context.create<BoolOp>(range(tree), op, context.copy(ExprList(flat)));
}

Any AstBuilder::visitAndExpr(P::AndExprContext *tree) {
  return node(boolOp(tree, BoolOpKind::And, tree->expr()));
}

Any AstBuilder::visitOrExpr(P::OrExprContext *tree) {
  return node(boolOp(tree, BoolOpKind::Or, tree->expr()));
}

Any AstBuilder::visitConditionalExpr(P::ConditionalExprContext *tree) {
  const Expr *thenValue = expr(tree->expr(0));
  const Expr *condition = expr(tree->expr(1));
  return node(context.create<Conditional>(range(tree), thenValue, condition,
                                          expr(tree->expr(2))));
}
