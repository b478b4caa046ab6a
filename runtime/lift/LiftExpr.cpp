// SPDX-License-Identifier: Apache-2.0
// Expressions but calls and literals.
#include "runtime/lift/FunctionLifter.h"

#include "llvm/ADT/SmallString.h"

using namespace adopter;
using namespace adopter::lift;
using namespace adopter::model;
using python::PyField;
using python::PyKind;
using python::PyNode;

/// Expressions nested deeper are opaque.
static constexpr unsigned MaxExprDepth = 200;

ValueId FunctionLifter::expr(PyNode node) {
  if (!node)
    return constant(Constant::none());
  if (depth >= MaxExprDepth)
    return opaqueTree(node, "too_deep");
  ++depth;
  ValueId value = exprKind(node);
  --depth;
  return value;
}

ValueId FunctionLifter::exprKind(PyNode node) {
  switch (node.kind()) {
  case PyKind::Identifier:
    return identifier(node);
  case PyKind::Integer:
  case PyKind::Float:
    return number(node, false, node.range());
  case PyKind::True:
    return constant(Constant::boolean(true), node.range());
  case PyKind::False:
    return constant(Constant::boolean(false), node.range());
  case PyKind::None:
    return constant(Constant::none(), node.range());
  case PyKind::Ellipsis:
    return constant(Constant::ellipsis(), node.range());
  case PyKind::String:
  case PyKind::ConcatenatedString:
    return string(node);
  case PyKind::Attribute:
    return attribute(node);
  case PyKind::Subscript:
    return subscript(node);
  case PyKind::Slice:
    return slice(node);
  case PyKind::Call:
    return call(node);
  case PyKind::BinaryOperator:
    return binary(node);
  case PyKind::UnaryOperator:
    return unary(node);
  case PyKind::BooleanOperator:
    return boolean(node);
  case PyKind::NotOperator:
    return emit(OpKind::Not, node.range(),
                {expr(node.field(PyField::Argument))});
  case PyKind::ComparisonOperator:
    return comparison(node);
  case PyKind::ConditionalExpression:
    return conditional(node);
  case PyKind::NamedExpression:
    return named(node);
  case PyKind::ParenthesizedExpression:
    return expr(node.firstChild());
  case PyKind::Tuple:
  case PyKind::ExpressionList:
  case PyKind::PatternList:
  case PyKind::TuplePattern:
    return sequence(node, OpKind::Tuple);
  case PyKind::List:
  case PyKind::ListPattern:
    return sequence(node, OpKind::List);
  case PyKind::Set:
    return sequence(node, OpKind::Set);
  case PyKind::Dictionary:
    return dictionary(node);
  case PyKind::ListComprehension:
  case PyKind::SetComprehension:
  case PyKind::DictionaryComprehension:
  case PyKind::GeneratorExpression:
    return comprehension(node);
  case PyKind::Lambda:
    return lambda(node);
  case PyKind::Yield:
    return emit(OpKind::Yield, node.range(),
                node.firstChild() ? llvm::ArrayRef(expr(node.firstChild()))
                                  : llvm::ArrayRef<ValueId>());
  case PyKind::Await:
    return emit(OpKind::Yield, node.range(), {expr(node.firstChild())},
                file.symbol("await"));
  case PyKind::ListSplat: // the star belongs to what is around
  case PyKind::Type:      // `x: int` where an expression was expected
    return expr(node.firstChild());
  default:
    return opaqueTree(node, python::pyKindName(node.kind()));
  }
}

//===-- names and attributes ----------------------------------------------===//

ValueId FunctionLifter::identifier(PyNode node) {
  Reference found = file.scopes.reference(node);
  if (found.isSlot()) {
    if (ValueId value = env[found.index()])
      return value;
    file.remark(node, "unbound_name", node.text());
    return emit(OpKind::Undefined, node.range(), {}, file.symbol(node));
  }
  if (found.isCapture()) {
    if (closure && found.index() < closure->captures.size())
      if (ValueId value = closure->captures[found.index()])
        return value;
    // Bound several times: its value is that of the time of the call.
    ValueId value = emit(OpKind::Global, node.range(), {}, file.symbol(node));
    arch.ops[arch.definingOp(value)].pure = false;
    return value;
  }
  ModuleName name = file.names.lookUp(file.symbol(node));
  ValueId value = global(name.qualified, node.range());
  if (name.isPath())
    paths[value] = name.qualified;
  return value;
}

SymbolId FunctionLifter::path(PyNode node) {
  llvm::SmallVector<PyNode, 4> attributes; // outermost first
  while (node && node.is(PyKind::Attribute)) {
    attributes.push_back(node.field(PyField::Attribute));
    node = node.field(PyField::Object);
  }
  if (!node || !node.is(PyKind::Identifier))
    return {};
  Reference found = file.scopes.reference(node);
  SymbolId path;
  if (found.isSlot()) {
    ValueId value = env[found.index()];
    const Op *op = value ? definition(value) : nullptr;
    if (op && op->kind == OpKind::Global)
      path = paths.lookup(value);
  } else if (!found.isCapture()) {
    ModuleName name = file.names.lookUp(file.symbol(node));
    if (name.isPath())
      path = name.qualified;
  }
  if (!path)
    return {};
  for (size_t i = attributes.size(); i-- > 0;)
    path = file.join(path, file.symbol(attributes[i]));
  return path;
}

ValueId FunctionLifter::attribute(PyNode node) {
  if (SymbolId name = path(node)) {
    ValueId value = global(name, node.range());
    paths[value] = name;
    return value;
  }
  ValueId object = expr(node.field(PyField::Object));
  return emit(OpKind::Attribute, node.range(), {object},
              file.symbol(node.field(PyField::Attribute)));
}

//===-- operators ---------------------------------------------------------===//

ValueId FunctionLifter::operation(PyKind token, SourceRange range,
                                  llvm::ArrayRef<ValueId> operands) {
  Args written;
  for (ValueId operand : operands)
    written.push_back({{}, operand});
  llvm::StringRef text = operatorToken(token);
  if (operands.size() == 1)
    text = token == PyKind::TokenMinus  ? "neg"
           : token == PyKind::TokenPlus ? "pos"
                                        : "invert";
  else if (token == PyKind::Subscript)
    text = "[]";
  if (SymbolId symbol = arch.symbols.find(text))
    if (program::OpDeclId id = file.program.findOperator(symbol)) {
      const program::OpDecl &decl = file.program.ops[id];
      Args canonical;
      if (mapCanonical(decl, written, canonical, range)) {
        OpId op = addOp(OpKind::Call, range, canonical, decl.name);
        arch.ops[op].written = addArguments(written);
        declare(op, id);
        return addResult(op);
      }
    }
  llvm::SmallString<32> name("operator.");
  name += text;
  OpId op = addOp(OpKind::Call, range, written, file.symbol(name));
  arch.ops[op].written = arch.ops[op].args;
  return addResult(op);
}

ValueId FunctionLifter::binary(PyNode node) {
  // The left operand of a long sum is a sum: no recursion.
  llvm::SmallVector<PyNode, 8> spine;
  PyNode at = node;
  while (at && at.is(PyKind::BinaryOperator)) {
    spine.push_back(at);
    at = at.field(PyField::Left);
  }
  ValueId value = expr(at);
  for (size_t i = spine.size(); i-- > 0;) {
    ValueId right = expr(spine[i].field(PyField::Right));
    PyNode token = spine[i].field(PyField::Operator);
    value = operation(token ? token.kind() : PyKind::Unknown, spine[i].range(),
                      {value, right});
  }
  return value;
}

ValueId FunctionLifter::unary(PyNode node) {
  PyNode operand = node.field(PyField::Argument);
  PyNode token = node.field(PyField::Operator);
  PyKind kind = token ? token.kind() : PyKind::Unknown;
  if (operand && (operand.is(PyKind::Integer) || operand.is(PyKind::Float)) &&
      (kind == PyKind::TokenMinus || kind == PyKind::TokenPlus))
    return number(operand, kind == PyKind::TokenMinus, node.range());
  return operation(kind, node.range(), {expr(operand)});
}

ValueId FunctionLifter::boolean(PyNode node) {
  PyNode token = node.field(PyField::Operator);
  bool isAnd = token && token.is(PyKind::TokenAnd);
  // `a and b and c` is one op of three operands.
  llvm::SmallVector<PyNode, 8> operands; // last first
  PyNode at = node;
  while (at && at.is(PyKind::BooleanOperator)) {
    PyNode operatorNode = at.field(PyField::Operator);
    if (!operatorNode || operatorNode.is(PyKind::TokenAnd) != isAnd)
      break;
    operands.push_back(at.field(PyField::Right));
    at = at.field(PyField::Left);
  }
  operands.push_back(at);
  Args args;
  for (size_t i = operands.size(); i-- > 0;)
    args.push_back({{}, expr(operands[i])});
  return emitArgs(isAnd ? OpKind::And : OpKind::Or, node.range(), args);
}

ValueId FunctionLifter::comparison(PyNode node) {
  llvm::SmallVector<PyKind, 4> tokens;
  llvm::SmallVector<ValueId, 4> operands;
  for (PyNode part : node.children()) {
    if (part.fieldName() == PyField::Operators)
      tokens.push_back(part.kind());
    else
      operands.push_back(expr(part));
  }
  if (tokens.size() + 1 != operands.size())
    return opaque(node, "comparison_operator", operands);
  if (tokens.size() > 1) {
    llvm::SmallString<32> name;
    for (PyKind token : tokens) {
      if (!name.empty())
        name += " ";
      name += operatorToken(token);
    }
    return emit(OpKind::Compare, node.range(), operands, file.symbol(name));
  }
  switch (tokens.front()) {
  case PyKind::TokenIs:
    return emit(OpKind::Is, node.range(), operands);
  case PyKind::TokenIsNot:
    return emit(OpKind::Not, node.range(),
                {emit(OpKind::Is, node.range(), operands)});
  case PyKind::TokenIn:
    return emit(OpKind::In, node.range(), operands);
  case PyKind::TokenNotIn:
    return emit(OpKind::Not, node.range(),
                {emit(OpKind::In, node.range(), operands)});
  default:
    return operation(tokens.front(), node.range(), operands);
  }
}

ValueId FunctionLifter::conditional(PyNode node) {
  PyNode then = node.child(0);
  PyNode condition = node.child(1);
  PyNode otherwise = node.child(2);
  if (!otherwise)
    return opaqueTree(node, "conditional_expression");
  ValueId test = expr(condition);
  ValueId a = expr(then);
  ValueId b = expr(otherwise);
  return emit(OpKind::Select, node.range(), {test, a, b});
}

ValueId FunctionLifter::named(PyNode node) {
  ValueId value = expr(node.field(PyField::Value));
  if (PyNode name = node.field(PyField::Name))
    assignName(name, value);
  return value;
}

//===-- subscripts and collections ----------------------------------------===//

PyNode adopter::lift::leadingSplat(PyNode node) {
  PyNode at = node;
  while (at && (at.is(PyKind::Attribute) || at.is(PyKind::Subscript) ||
                at.is(PyKind::Call) || at.is(PyKind::BinaryOperator)))
    at = at.firstChild();
  return at && at.is(PyKind::ListSplat) ? at : PyNode();
}

/// Lifts `element`, which starts by `splat`, without the star.
ValueId FunctionLifter::starred(PyNode element, PyNode splat) {
  if (element == splat)
    return expr(splat.firstChild());
  OpId first = arch.ops.nextId();
  ValueId value = expr(element);
  if (PyNode inner = splat.firstChild())
    for (uint32_t i = first.index(); i < arch.ops.size(); ++i) {
      SourceRange &range = arch.ops[OpId(i)].range;
      if (range.isValid() && range.begin == splat.begin())
        range.begin = inner.begin();
    }
  return value;
}

ValueId FunctionLifter::subscript(PyNode node) {
  ValueId object = expr(node.field(PyField::Value));
  ValueId key = index(node);
  return operation(PyKind::Subscript, node.range(), {object, key});
}

/// What stands between the brackets: one value or a tuple of several.
ValueId FunctionLifter::index(PyNode subscript) {
  Args parts;
  SourceRange range;
  for (PyNode part : subscript.children()) {
    if (part.fieldName() != PyField::Subscript)
      continue;
    range = range.isValid() ? SourceRange{range.file, range.begin, part.end()}
                            : part.range();
    if (PyNode splat = leadingSplat(part))
      parts.push_back({{}, starred(part, splat), ArgumentKind::Star});
    else
      parts.push_back({{}, expr(part)});
  }
  // `x[a,]` has a tuple between its brackets.
  llvm::StringRef rest = file.source.text().slice(range.end, subscript.end());
  bool isTuple = parts.size() > 1 ||
                 (parts.size() == 1 && parts[0].kind != ArgumentKind::Plain) ||
                 rest.ltrim().starts_with(",");
  if (parts.size() == 1 && !isTuple)
    return parts[0].value;
  return emitArgs(OpKind::Tuple, range, parts);
}

ValueId FunctionLifter::slice(PyNode node) {
  ValueId parts[3];
  unsigned at = 0;
  for (PyNode part : node.children()) {
    if (part.is(PyKind::TokenColon))
      ++at;
    else if (at < 3)
      parts[at] = expr(part);
  }
  for (ValueId &part : parts)
    if (!part)
      part = constant(Constant::none());
  return emit(OpKind::Slice, node.range(), parts);
}

ValueId FunctionLifter::sequence(PyNode node, OpKind kind) {
  Args elements;
  for (PyNode element : node.children()) {
    if (element.is(PyKind::ListSplatPattern)) {
      elements.push_back({{}, expr(element.firstChild()), ArgumentKind::Star});
      continue;
    }
    if (PyNode splat = leadingSplat(element)) {
      elements.push_back({{}, starred(element, splat), ArgumentKind::Star});
      continue;
    }
    if (element.is(PyKind::ParenthesizedListSplat)) {
      PyNode inner = element.firstChild();
      elements.push_back({{},
                          inner ? expr(inner.firstChild()) : expr(inner),
                          ArgumentKind::Star});
      continue;
    }
    elements.push_back({{}, expr(element)});
  }
  return emitArgs(kind, node.range(), elements);
}

ValueId FunctionLifter::dictionary(PyNode node) {
  Args entries;
  for (PyNode entry : node.children()) {
    if (entry.is(PyKind::DictionarySplat)) {
      entries.push_back(
          {{}, expr(entry.firstChild()), ArgumentKind::DoubleStar});
      continue;
    }
    ValueId key = expr(entry.field(PyField::Key));
    entries.push_back({{}, key});
    entries.push_back({{}, expr(entry.field(PyField::Value))});
  }
  return emitArgs(OpKind::Dict, node.range(), entries);
}
