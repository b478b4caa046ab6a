// SPDX-License-Identifier: Apache-2.0
/// \file
/// Expressions: one hierarchy for patterns, templates, conditions, constructor
/// arguments and the architecture notation.
///
/// A dotted name such as `torch.nn.Linear` is a chain of Attribute over Name;
/// `qualifiedName` reads it back. Parentheses leave no trace.
#ifndef ADOPTER_COMPILER_AST_EXPR_H
#define ADOPTER_COMPILER_AST_EXPR_H

#include "compiler/ast/Node.h"
#include "runtime/support/Constant.h"
#include <string>

namespace adopter::ast {

class Expr : public Node {
public:
  static bool classof(const Node *node) {
    switch (node->kind()) {
#define ADOPTER_EXPR(Name) case NodeKind::Name:
#include "compiler/ast/AstNodes.def"
      return true;
    default:
      return false;
    }
  }

protected:
  using Node::Node;
};

using ExprList = llvm::ArrayRef<const Expr *>;

/// A plain identifier: the first part of a qualified name, a parameter, `self`.
class Name : public Expr {
public:
  Name(SourceRange range, llvm::StringRef name)
      : Expr(NodeKind::Name, range), name(name) {}
  static bool classof(const Node *n) { return n->kind() == NodeKind::Name; }

  llvm::StringRef name;
};

/// `$name`.
class Metavariable : public Expr {
public:
  Metavariable(SourceRange range, llvm::StringRef name)
      : Expr(NodeKind::Metavariable, range), name(name) {}
  static bool classof(const Node *n) {
    return n->kind() == NodeKind::Metavariable;
  }

  llvm::StringRef name; // without `$`
};

/// `_`.
class Wildcard : public Expr {
public:
  explicit Wildcard(SourceRange range) : Expr(NodeKind::Wildcard, range) {}
  static bool classof(const Node *n) { return n->kind() == NodeKind::Wildcard; }
};

/// None, True, 3, 1e-5, "text", `...`. A sign is a Unary around it, except for
/// the one integer that has no positive counterpart.
class Literal : public Expr {
public:
  Literal(SourceRange range, ConstantKind literalKind, int64_t integer,
          double number, llvm::StringRef string, llvm::StringRef spelling)
      : Expr(NodeKind::Literal, range), literalKind(literalKind),
        integer(integer), number(number), string(string), spelling(spelling) {}
  static bool classof(const Node *n) { return n->kind() == NodeKind::Literal; }

  ConstantKind literalKind;
  int64_t integer;          // Int; Bool as 0 or 1
  double number;            // Float
  llvm::StringRef string;   // String, escapes decoded
  llvm::StringRef spelling; // Int and Float as written
};

enum class ArgumentKind : uint8_t { Plain, Star, DoubleStar };

/// One argument of a call: `value`, `keyword = value`, `*value`, `**value`.
struct Argument {
  SourceRange range;
  ArgumentKind kind = ArgumentKind::Plain;
  Identifier keyword; // empty: positional
  const Expr *value = nullptr;
};

using ArgumentList = llvm::ArrayRef<Argument>;

class Call : public Expr {
public:
  Call(SourceRange range, const Expr *callee, ArgumentList args)
      : Expr(NodeKind::Call, range), callee(callee), args(args) {}
  static bool classof(const Node *n) { return n->kind() == NodeKind::Call; }

  const Expr *callee;
  ArgumentList args;
};

/// `object.name`.
class Attribute : public Expr {
public:
  Attribute(SourceRange range, const Expr *object, Identifier name)
      : Expr(NodeKind::Attribute, range), object(object), name(name) {}
  static bool classof(const Node *n) {
    return n->kind() == NodeKind::Attribute;
  }

  const Expr *object;
  Identifier name;
};

/// `object[index]`; with commas the index is a Tuple, as in Python; `f32[]` has
/// the empty Tuple.
class Index : public Expr {
public:
  Index(SourceRange range, const Expr *object, const Expr *index)
      : Expr(NodeKind::Index, range), object(object), index(index) {}
  static bool classof(const Node *n) { return n->kind() == NodeKind::Index; }

  const Expr *object;
  const Expr *index;
};

/// `start:stop:step`, only in an index; what is not written is null.
class Slice : public Expr {
public:
  Slice(SourceRange range, const Expr *start, const Expr *stop,
        const Expr *step)
      : Expr(NodeKind::Slice, range), start(start), stop(stop), step(step) {}
  static bool classof(const Node *n) { return n->kind() == NodeKind::Slice; }

  const Expr *start;
  const Expr *stop;
  const Expr *step;
};

class Tuple : public Expr {
public:
  Tuple(SourceRange range, ExprList elements)
      : Expr(NodeKind::Tuple, range), elements(elements) {}
  static bool classof(const Node *n) { return n->kind() == NodeKind::Tuple; }

  ExprList elements;
};

class List : public Expr {
public:
  List(SourceRange range, ExprList elements)
      : Expr(NodeKind::List, range), elements(elements) {}
  static bool classof(const Node *n) { return n->kind() == NodeKind::List; }

  ExprList elements;
};

/// `key: value`, or `**value` with a null key.
struct DictEntry {
  const Expr *key = nullptr;
  const Expr *value = nullptr;
};

class Dict : public Expr {
public:
  Dict(SourceRange range, llvm::ArrayRef<DictEntry> entries)
      : Expr(NodeKind::Dict, range), entries(entries) {}
  static bool classof(const Node *n) { return n->kind() == NodeKind::Dict; }

  llvm::ArrayRef<DictEntry> entries;
};

enum class UnaryOp : uint8_t { Not, Minus, Plus, Invert };

/// "not", "-", "+", "~".
llvm::StringRef unaryOpToken(UnaryOp op);

class Unary : public Expr {
public:
  Unary(SourceRange range, UnaryOp op, const Expr *operand)
      : Expr(NodeKind::Unary, range), op(op), operand(operand) {}
  static bool classof(const Node *n) { return n->kind() == NodeKind::Unary; }

  UnaryOp op;
  const Expr *operand;
};

enum class BinaryOp : uint8_t {
  BitOr,
  BitXor,
  BitAnd,
  ShiftLeft,
  ShiftRight,
  Add,
  Subtract,
  Multiply,
  Divide,
  FloorDivide,
  Modulo,
  MatMul,
  Power,
};

/// "|", "^", "&", "<<", ">>", "+", "-", "*", "/", "//", "%", "@", "**".
llvm::StringRef binaryOpToken(BinaryOp op);

class Binary : public Expr {
public:
  Binary(SourceRange range, BinaryOp op, const Expr *left, const Expr *right)
      : Expr(NodeKind::Binary, range), op(op), left(left), right(right) {}
  static bool classof(const Node *n) { return n->kind() == NodeKind::Binary; }

  BinaryOp op;
  const Expr *left;
  const Expr *right;
};

enum class CompareOp : uint8_t {
  Equal,
  NotEqual,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  In,
  NotIn,
  Is,
  IsNot,
};

/// "==", "!=", "<", "<=", ">", ">=", "in", "not in", "is", "is not".
llvm::StringRef compareOpToken(CompareOp op);

/// `a < b <= c`: ops.size() + 1 operands.
class Compare : public Expr {
public:
  Compare(SourceRange range, ExprList operands, llvm::ArrayRef<CompareOp> ops)
      : Expr(NodeKind::Compare, range), operands(operands), ops(ops) {}
  static bool classof(const Node *n) { return n->kind() == NodeKind::Compare; }

  ExprList operands;
  llvm::ArrayRef<CompareOp> ops;
};

enum class BoolOpKind : uint8_t { And, Or };

/// `a and b and c`; an operand is never a BoolOp of the same kind.
class BoolOp : public Expr {
public:
  BoolOp(SourceRange range, BoolOpKind op, ExprList operands)
      : Expr(NodeKind::BoolOp, range), op(op), operands(operands) {}
  static bool classof(const Node *n) { return n->kind() == NodeKind::BoolOp; }

  BoolOpKind op;
  ExprList operands;
};

/// `thenValue if condition else elseValue`.
class Conditional : public Expr {
public:
  Conditional(SourceRange range, const Expr *thenValue, const Expr *condition,
              const Expr *elseValue)
      : Expr(NodeKind::Conditional, range), thenValue(thenValue),
        condition(condition), elseValue(elseValue) {}
  static bool classof(const Node *n) {
    return n->kind() == NodeKind::Conditional;
  }

  const Expr *thenValue;
  const Expr *condition;
  const Expr *elseValue;
};

/// "a.b.c" if `expr` is a Name or a chain of Attribute over one, else empty.
std::string qualifiedName(const Expr &expr);

} // namespace adopter::ast

#endif // ADOPTER_COMPILER_AST_EXPR_H
