// SPDX-License-Identifier: Apache-2.0
/// \file
/// Expressions of the notation.
#include "compiler/arch/Body.h"
#include "runtime/model/ReservedWords.h"

using namespace adopter;
using namespace adopter::arch;

ValueId Body::expr(const ast::Expr *expr) {
  SourceRange range = expr->range();
  switch (expr->kind()) {
  case ast::NodeKind::Name:
  case ast::NodeKind::Attribute:
    return name(*expr);
  case ast::NodeKind::Metavariable:
  case ast::NodeKind::Wildcard:
    file.report(range, DiagKind::hole_in_architecture,
                file.diags.sourceManager().text(range));
    return simple(OpKind::Undefined, range, {});
  case ast::NodeKind::Literal:
    return literal(*llvm::cast<ast::Literal>(expr), false, range);
  case ast::NodeKind::Call:
    return call(*llvm::cast<ast::Call>(expr));
  case ast::NodeKind::Index: {
    const auto *index = llvm::cast<ast::Index>(expr);
    ValueId object = this->expr(index->object);
    return item(object, subscript(index->index), range);
  }
  case ast::NodeKind::Slice:
    return subscript(expr);
  case ast::NodeKind::Tuple:
    return sequence(OpKind::Tuple, llvm::cast<ast::Tuple>(expr)->elements,
                    range);
  case ast::NodeKind::List:
    return sequence(OpKind::List, llvm::cast<ast::List>(expr)->elements, range);
  case ast::NodeKind::Dict: {
    llvm::SmallVector<model::Argument, 8> entries;
    for (const ast::DictEntry &entry : llvm::cast<ast::Dict>(expr)->entries) {
      if (!entry.key) {
        entries.push_back(
            {{}, this->expr(entry.value), model::ArgumentKind::DoubleStar});
        continue;
      }
      entries.push_back({{}, this->expr(entry.key)});
      entries.push_back({{}, this->expr(entry.value)});
    }
    OpId op = add(OpKind::Dict, range);
    setArgs(op, entries);
    return addResult(op);
  }
  case ast::NodeKind::Unary: {
    const auto *unary = llvm::cast<ast::Unary>(expr);
    if (unary->op == ast::UnaryOp::Not)
      return simple(OpKind::Not, range, {this->expr(unary->operand)});
    const auto *number = llvm::dyn_cast<ast::Literal>(unary->operand);
    if (number && unary->op == ast::UnaryOp::Minus &&
        (number->literalKind == ConstantKind::Int ||
         number->literalKind == ConstantKind::Float))
      return literal(*number, true, range);
    llvm::StringRef token = unary->op == ast::UnaryOp::Minus  ? "neg"
                            : unary->op == ast::UnaryOp::Plus ? "pos"
                                                              : "invert";
    return operatorCall(token, {this->expr(unary->operand)}, range);
  }
  case ast::NodeKind::Binary: {
    const auto *binary = llvm::cast<ast::Binary>(expr);
    ValueId left = this->expr(binary->left);
    ValueId right = this->expr(binary->right);
    return operatorCall(ast::binaryOpToken(binary->op), {left, right}, range);
  }
  case ast::NodeKind::Compare:
    return compare(*llvm::cast<ast::Compare>(expr));
  case ast::NodeKind::BoolOp: {
    const auto *operation = llvm::cast<ast::BoolOp>(expr);
    return sequence(operation->op == ast::BoolOpKind::And ? OpKind::And
                                                          : OpKind::Or,
                    operation->operands, range);
  }
  case ast::NodeKind::Conditional: {
    const auto *conditional = llvm::cast<ast::Conditional>(expr);
    ValueId condition = this->expr(conditional->condition);
    ValueId thenValue = this->expr(conditional->thenValue);
    ValueId elseValue = this->expr(conditional->elseValue);
    return simple(OpKind::Select, range, {condition, thenValue, elseValue});
  }
  default:
    llvm_unreachable("not an expression");
  }
}

ValueId Body::literal(const ast::Literal &literal, bool isNegated,
                      SourceRange range) {
  Constant value;
  value.kind = literal.literalKind;
  value.integer = literal.integer;
  value.number = literal.number;
  if (literal.literalKind == ConstantKind::String)
    value.string = file.symbol(literal.string);
  if (isNegated) {
    value.number = -value.number;
    // The least integer has no positive counterpart.
    value.integer = static_cast<int64_t>(-static_cast<uint64_t>(value.integer));
  }
  return constant(value, range);
}

/// The name that `expr`, a name or a chain of attributes, starts with is a
/// value of the function, so that it is no qualified name.
bool Body::isLocal(const ast::Expr &expr) const {
  const ast::Expr *root = &expr;
  while (const auto *attribute = llvm::dyn_cast<ast::Attribute>(root))
    root = attribute->object;
  const auto *name = llvm::dyn_cast<ast::Name>(root);
  return !name || lookUp(name->name);
}

ValueId Body::name(const ast::Expr &expr) {
  if (!isLocal(expr))
    return global(ast::qualifiedName(expr), expr.range());
  // A long chain is no reason for deep recursion.
  llvm::SmallVector<const ast::Attribute *, 4> attributes; // outermost first
  const ast::Expr *root = &expr;
  while (const auto *attribute = llvm::dyn_cast<ast::Attribute>(root)) {
    attributes.push_back(attribute);
    root = attribute->object;
  }
  ValueId value = llvm::isa<ast::Name>(root)
                      ? lookUp(llvm::cast<ast::Name>(root)->name)
                      : this->expr(root);
  for (const ast::Attribute *attribute : llvm::reverse(attributes))
    value = this->attribute(value, attribute->name.text, attribute->range());
  return value;
}

ValueId Body::call(const ast::Call &call) {
  SourceRange range = call.range();
  if (const auto *word = llvm::dyn_cast<ast::Name>(call.callee);
      word && model::isReservedWord(word->name))
    return form(word->name, call);
  if (!isLocal(*call.callee)) {
    std::string name = ast::qualifiedName(*call.callee);
    return namedCall(name, arguments(call.args), range);
  }
  if (const auto *method = llvm::dyn_cast<ast::Attribute>(call.callee)) {
    ValueId receiver = expr(method->object);
    if (!classOfSelf(receiver)) {
      auto args = arguments(call.args);
      return methodCall(receiver, method->name.text, args, range);
    }
    ValueId callee = attribute(receiver, method->name.text, method->range());
    auto args = arguments(call.args);
    return valueCall(callee, args, range);
  }
  ValueId callee = expr(call.callee);
  auto args = arguments(call.args);
  return valueCall(callee, args, range);
}

//===-- collections and comparisons ---------------------------------------===//

ValueId Body::sequence(OpKind kind, ast::ExprList elements, SourceRange range) {
  llvm::SmallVector<ValueId, 8> values;
  for (const ast::Expr *element : elements)
    values.push_back(expr(element));
  return simple(kind, range, values);
}

ValueId Body::subscript(const ast::Expr *index) {
  if (const auto *slice = llvm::dyn_cast<ast::Slice>(index)) {
    llvm::SmallVector<ValueId, 3> parts;
    for (const ast::Expr *part : {slice->start, slice->stop, slice->step})
      parts.push_back(part ? expr(part)
                           : constant(Constant::none(), slice->range()));
    return simple(OpKind::Slice, slice->range(), parts);
  }
  if (const auto *tuple = llvm::dyn_cast<ast::Tuple>(index)) {
    llvm::SmallVector<ValueId, 4> elements;
    for (const ast::Expr *element : tuple->elements)
      elements.push_back(subscript(element));
    return simple(OpKind::Tuple, tuple->range(), elements);
  }
  return expr(index);
}

ValueId Body::item(ValueId object, ValueId index, SourceRange range) {
  return operatorCall("[]", {object, index}, range);
}

ValueId Body::compare(const ast::Compare &compare) {
  SourceRange range = compare.range();
  llvm::SmallVector<ValueId, 4> operands;
  for (const ast::Expr *operand : compare.operands)
    operands.push_back(expr(operand));
  if (compare.ops.size() > 1) {
    std::string tokens;
    for (ast::CompareOp op : compare.ops)
      tokens += (tokens.empty() ? "" : " ") + ast::compareOpToken(op).str();
    return simple(OpKind::Compare, range, operands, tokens);
  }
  switch (compare.ops.front()) {
  case ast::CompareOp::Is:
    return simple(OpKind::Is, range, operands);
  case ast::CompareOp::IsNot:
    return simple(OpKind::Not, range, {simple(OpKind::Is, range, operands)});
  case ast::CompareOp::In:
    return simple(OpKind::In, range, operands);
  case ast::CompareOp::NotIn:
    return simple(OpKind::Not, range, {simple(OpKind::In, range, operands)});
  default:
    return operatorCall(ast::compareOpToken(compare.ops.front()), operands,
                        range);
  }
}
