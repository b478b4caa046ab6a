// SPDX-License-Identifier: Apache-2.0
/// \file
/// Statements of the architecture notation. Few and general, so that what the
/// lifter learns to print needs no new node.
#ifndef ADOPTER_COMPILER_AST_STATEMENTS_H
#define ADOPTER_COMPILER_AST_STATEMENTS_H

#include "compiler/ast/Expr.h"

namespace adopter::ast {

class Statement : public Node {
public:
  static bool classof(const Node *node) {
    switch (node->kind()) {
#define ADOPTER_STATEMENT(Name) case NodeKind::Name:
#include "compiler/ast/AstNodes.def"
      return true;
    default:
      return false;
    }
  }

protected:
  using Node::Node;
};

/// The statements between two braces; an invalid range means no braces.
struct Block {
  SourceRange range;
  llvm::ArrayRef<const Statement *> statements;

  explicit operator bool() const { return range.isValid(); }
};

/// `value` or `value { body }`.
class ExprStatement : public Statement {
public:
  ExprStatement(SourceRange range, const Expr *value, Block body)
      : Statement(NodeKind::ExprStatement, range), value(value), body(body) {}
  static bool classof(const Node *n) {
    return n->kind() == NodeKind::ExprStatement;
  }

  const Expr *value;
  Block body;
};

/// `target = value`, `(a, b) = value`, with `set` for attributes and items:
/// `set self.x = value`; optionally a body after the value, for an op that has
/// a region.
class AssignStatement : public Statement {
public:
  AssignStatement(SourceRange range, bool isSet, const Expr *target,
                  const Expr *value, Block body)
      : Statement(NodeKind::AssignStatement, range), isSet(isSet),
        target(target), value(value), body(body) {}
  static bool classof(const Node *n) {
    return n->kind() == NodeKind::AssignStatement;
  }

  bool isSet;
  const Expr *target; // Name, Wildcard or Tuple; any expression after `set`
  const Expr *value;
  Block body;
};

/// `return a, b`, `raise e`, `break`, `yield v`, `assert c, m`, `del x`: a word
/// and its operands. `return a, b` has two operands, `return (a, b)` one.
class WordStatement : public Statement {
public:
  WordStatement(SourceRange range, Identifier word, ExprList operands)
      : Statement(NodeKind::WordStatement, range), word(word),
        operands(operands) {}
  static bool classof(const Node *n) {
    return n->kind() == NodeKind::WordStatement;
  }

  Identifier word;
  ExprList operands;
};

/// `value as name` of a `with` or `except` head.
struct HeadItem {
  const Expr *value = nullptr;
  const Expr *alias = nullptr; // null: no `as`
};

/// One head and its block: `for (a, b) in xs carried (h = h0) { ... }`.
struct RegionClause {
  SourceRange range;
  Identifier word;                   // if, elif, else, for, while, with, ...
  const Expr *target = nullptr;      // for: what stands before `in`
  llvm::ArrayRef<HeadItem> operands; // if, while: condition; for: iterable
  ArgumentList carried;              // `carried (x = x0, ...)`
  Block body;
};

/// `[target =] clause clause...`, as `if c { } else { }`.
class RegionStatement : public Statement {
public:
  RegionStatement(SourceRange range, const Expr *target,
                  llvm::ArrayRef<RegionClause> clauses)
      : Statement(NodeKind::RegionStatement, range), target(target),
        clauses(clauses) {}
  static bool classof(const Node *n) {
    return n->kind() == NodeKind::RegionStatement;
  }

  const Expr *target; // null: none
  llvm::ArrayRef<RegionClause> clauses;
};

class FunctionDecl;

/// A function inside a body.
class FunctionStatement : public Statement {
public:
  FunctionStatement(SourceRange range, const FunctionDecl *decl)
      : Statement(NodeKind::FunctionStatement, range), decl(decl) {}
  static bool classof(const Node *n) {
    return n->kind() == NodeKind::FunctionStatement;
  }

  const FunctionDecl *decl;
};

} // namespace adopter::ast

#endif // ADOPTER_COMPILER_AST_STATEMENTS_H
