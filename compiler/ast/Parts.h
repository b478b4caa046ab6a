// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the blocks of declarations hold: op lines, sheet lines, alternatives,
/// the items of match, rewrite, checkpoint and example, and their clauses.
#ifndef ADOPTER_COMPILER_AST_PARTS_H
#define ADOPTER_COMPILER_AST_PARTS_H

#include "compiler/ast/Expr.h"

namespace adopter::ast {

enum class ParameterKind : uint8_t {
  Plain,
  Star,       // `*name`, or a bare `*` (no name): the rest is keyword-only
  DoubleStar, // `**name`
  Slash,      // `/`: what precedes is positional-only
};

/// `name`, `name = default`, `name: annotation = default`, `*`, `*name`,
/// `**name`, `/`.
struct Parameter {
  SourceRange range;
  ParameterKind kind = ParameterKind::Plain;
  Identifier name;
  const Expr *annotation = nullptr;
  const Expr *defaultValue = nullptr;
};

using ParameterList = llvm::ArrayRef<Parameter>;

/// `$name = value`, or `name = value` in op lines.
struct Binding {
  SourceRange range;
  Identifier name;
  const Expr *value = nullptr;
};

class MemberItem;

/// One condition of `where`: an expression, or `$m : Ctor(args)`.
struct Condition {
  const Expr *expr = nullptr;
  const MemberItem *member = nullptr;

  inline SourceRange range() const;
};

/// One condition of `require`, and what to tell the user when it fails.
struct Requirement {
  SourceRange range;
  const Expr *condition = nullptr;
  llvm::StringRef reason;
};

/// The items of one part of a declaration, and its whole range; an invalid
/// range means that the part is not written.
template <typename T> struct Part {
  SourceRange range;
  llvm::ArrayRef<T> items;

  explicit operator bool() const { return range.isValid(); }
  auto begin() const { return items.begin(); }
  auto end() const { return items.end(); }
};

using Conditions = Part<Condition>;
using Requirements = Part<Requirement>;
using Bindings = Part<Binding>;

enum class GradeKind : uint8_t { Exact, Rounding, Domain };

struct Grade {
  SourceRange range; // invalid: not written
  GradeKind kind = GradeKind::Exact;
  llvm::StringRef domain; // Domain

  explicit operator bool() const { return range.isValid(); }
};

//===-- op ----------------------------------------------------------------===//

enum class OpLineKind : uint8_t {
  Also,        // name, params, bindings: `also q.n(params) with p = expr, ...`
  Operator,    // text: `+`, `neg`, `[]`
  Commutative, // names: two parameters
  Pure,        //
  Mutates,     // names
  Aliases,     // names
  Module,      // params, value or null: `module (params) = expr`
  Attributes,  // names
  Parameter,   // name, shape, conditions: `parameter weight(shape) where cond`
  Deprecated,  // text
};

/// "also", "operator"...
llvm::StringRef opLineKeyword(OpLineKind kind);

class OpLine : public Node {
public:
  OpLine(SourceRange range, OpLineKind lineKind)
      : Node(NodeKind::OpLine, range), lineKind(lineKind) {}
  static bool classof(const Node *n) { return n->kind() == NodeKind::OpLine; }

  OpLineKind lineKind;
  Identifier name;                  // Also, Parameter
  ParameterList params;             // Also, Module
  Bindings bindings;                // Also
  ExprList shape;                   // Parameter
  Conditions conditions;            // Parameter
  const Expr *value = nullptr;      // Module
  llvm::ArrayRef<Identifier> names; // Commutative, Mutates, Aliases, Attributes
  llvm::StringRef text;             // Operator, Deprecated
};

//===-- kernel ------------------------------------------------------------===//

enum class SheetLineKind : uint8_t {
  Requires,      // text: `requires package "name >= 1.2"`
  Device,        // names and minimums: `device cuda >= sm80, rocm`
  Dtypes,        // names
  Modes,         // names
  Gradients,     // names; `all` and `none` are names
  Mutates,       // names; `nothing` and `gradient` are names
  Deterministic, //
  Layout,        // text
  Note,          // text
  Import,        // text
  Module,        // params
  Limit,         // name, op, value: `head_dim <= 256`
};

/// "requires", "device"...; empty for Limit.
llvm::StringRef sheetLineKeyword(SheetLineKind kind);

class SheetLine : public Node {
public:
  SheetLine(SourceRange range, SheetLineKind lineKind)
      : Node(NodeKind::SheetLine, range), lineKind(lineKind) {}
  static bool classof(const Node *n) {
    return n->kind() == NodeKind::SheetLine;
  }

  SheetLineKind lineKind;
  llvm::ArrayRef<Identifier> names; // Device, Dtypes, Modes, Gradients, Mutates
  llvm::StringRef text;             // Requires, Layout, Note, Import
  SourceRange textRange;            // of `text`
  Identifier name;                  // Limit
  CompareOp op = CompareOp::Equal;  // Limit
  const Expr *value = nullptr;      // Limit
  ExprList minimums;                // Device: one a name, null where none
  ParameterList params;             // Module
};

//===-- pattern -----------------------------------------------------------===//

/// One line of a pattern's body.
class Alternative : public Node {
public:
  Alternative(SourceRange range, const Expr *expr, Conditions where,
              Requirements require, Bindings with)
      : Node(NodeKind::Alternative, range), expr(expr), where(where),
        require(require), with(with) {}
  static bool classof(const Node *n) {
    return n->kind() == NodeKind::Alternative;
  }

  const Expr *expr;
  Conditions where;
  Requirements require;
  Bindings with;
};

//===-- rule --------------------------------------------------------------===//

/// Base of what `match` and `rewrite` hold.
class Item : public Node {
public:
  static bool classof(const Node *n) {
    return n->kind() == NodeKind::MemberItem ||
           n->kind() == NodeKind::ValueItem;
  }

protected:
  using Node::Node;
};

/// `$m : Ctor(args)`, in a rewrite optionally `as "name"`.
class MemberItem : public Item {
public:
  MemberItem(SourceRange range, Identifier member, const Expr *constructor,
             llvm::StringRef attribute)
      : Item(NodeKind::MemberItem, range), member(member),
        constructor(constructor), attribute(attribute) {}
  static bool classof(const Node *n) {
    return n->kind() == NodeKind::MemberItem;
  }

  Identifier member;
  const Expr *constructor;
  llvm::StringRef attribute; // empty: no `as`
};

/// `$y = value` or `($a, $b) = value`. A target is a Metavariable or a
/// Wildcard; `unpacks` tells `($a,) = v` from `$a = v`.
class ValueItem : public Item {
public:
  ValueItem(SourceRange range, ExprList targets, bool unpacks,
            const Expr *value)
      : Item(NodeKind::ValueItem, range), targets(targets), unpacks(unpacks),
        value(value) {}
  static bool classof(const Node *n) {
    return n->kind() == NodeKind::ValueItem;
  }

  ExprList targets;
  bool unpacks;
  const Expr *value;
};

/// `$m.weight = value [where condition]`.
class CheckpointItem : public Node {
public:
  CheckpointItem(SourceRange range, const Expr *target, const Expr *value,
                 Conditions where)
      : Node(NodeKind::CheckpointItem, range), target(target), value(value),
        where(where) {}
  static bool classof(const Node *n) {
    return n->kind() == NodeKind::CheckpointItem;
  }

  const Expr *target;
  const Expr *value;
  Conditions where;
};

/// `$a, $b: f32[2, 4]` or `$size: 16`.
class Example : public Node {
public:
  Example(SourceRange range, llvm::ArrayRef<Identifier> names,
          const Expr *value)
      : Node(NodeKind::Example, range), names(names), value(value) {}
  static bool classof(const Node *n) { return n->kind() == NodeKind::Example; }

  llvm::ArrayRef<Identifier> names;
  const Expr *value; // a tensor type is an Index over a Name
};

inline SourceRange Condition::range() const {
  return expr ? expr->range() : member->range();
}

} // namespace adopter::ast

#endif // ADOPTER_COMPILER_AST_PARTS_H
