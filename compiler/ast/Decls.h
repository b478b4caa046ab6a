// SPDX-License-Identifier: Apache-2.0
/// \file
/// Declarations, and the file that holds them.
#ifndef ADOPTER_COMPILER_AST_DECLS_H
#define ADOPTER_COMPILER_AST_DECLS_H

#include "compiler/ast/Parts.h"
#include "compiler/ast/Statements.h"

namespace adopter::ast {

class Decl : public Node {
public:
  static bool classof(const Node *node) {
    switch (node->kind()) {
#define ADOPTER_DECL(Name) case NodeKind::Name:
#include "compiler/ast/AstNodes.def"
      return true;
    default:
      return false;
    }
  }

  Identifier name;
  /// The `///` lines above it, without the slashes and one blank.
  llvm::ArrayRef<llvm::StringRef> doc;

protected:
  Decl(NodeKind kind, SourceRange range, Identifier name,
       llvm::ArrayRef<llvm::StringRef> doc)
      : Node(kind, range), name(name), doc(doc) {}
};

/// `pack acme "0.1"`.
class PackDecl : public Decl {
public:
  PackDecl(SourceRange range, Identifier name,
           llvm::ArrayRef<llvm::StringRef> doc)
      : Decl(NodeKind::PackDecl, range, name, doc) {}
  static bool classof(const Node *n) { return n->kind() == NodeKind::PackDecl; }

  llvm::StringRef version;
  SourceRange versionRange; // invalid: no version written
};

class OpDecl : public Decl {
public:
  OpDecl(SourceRange range, Identifier name,
         llvm::ArrayRef<llvm::StringRef> doc)
      : Decl(NodeKind::OpDecl, range, name, doc) {}
  static bool classof(const Node *n) { return n->kind() == NodeKind::OpDecl; }

  ParameterList params;
  llvm::ArrayRef<const OpLine *> lines;
};

class KernelDecl : public Decl {
public:
  KernelDecl(SourceRange range, Identifier name,
             llvm::ArrayRef<llvm::StringRef> doc)
      : Decl(NodeKind::KernelDecl, range, name, doc) {}
  static bool classof(const Node *n) {
    return n->kind() == NodeKind::KernelDecl;
  }

  ParameterList params;
  llvm::ArrayRef<const SheetLine *> lines;
};

class PatternDecl : public Decl {
public:
  PatternDecl(SourceRange range, Identifier name,
              llvm::ArrayRef<llvm::StringRef> doc)
      : Decl(NodeKind::PatternDecl, range, name, doc) {}
  static bool classof(const Node *n) {
    return n->kind() == NodeKind::PatternDecl;
  }

  llvm::ArrayRef<Identifier> params; // metavariables
  llvm::ArrayRef<Identifier> binds;  // metavariables
  llvm::ArrayRef<const Alternative *> alternatives;
};

/// `left == right [where ...]`, and a grade.
class IsoDecl : public Decl {
public:
  IsoDecl(SourceRange range, Identifier name,
          llvm::ArrayRef<llvm::StringRef> doc)
      : Decl(NodeKind::IsoDecl, range, name, doc) {}
  static bool classof(const Node *n) { return n->kind() == NodeKind::IsoDecl; }

  const Expr *left = nullptr;
  const Expr *right = nullptr;
  Conditions where;
  Grade grade;
};

/// `benefit 2` or `benefit measured`.
struct Benefit {
  SourceRange range;              // invalid: not written
  const Literal *value = nullptr; // null: measured

  explicit operator bool() const { return range.isValid(); }
};

class RuleDecl : public Decl {
public:
  RuleDecl(SourceRange range, Identifier name,
           llvm::ArrayRef<llvm::StringRef> doc)
      : Decl(NodeKind::RuleDecl, range, name, doc) {}
  static bool classof(const Node *n) { return n->kind() == NodeKind::RuleDecl; }

  Part<const Item *> match;
  Conditions where;
  Requirements require;
  Part<const Item *> rewrite;
  Part<const CheckpointItem *> checkpoint;
  Grade grade;
  Benefit benefit;
  Identifier mode;       // training or inference; empty: not written
  SourceRange modeRange; // the whole part
  Part<const Example *> example;
};

/// `module LlamaMLP(torch.nn.Module) { ... }`: a lifted class.
class ModuleDecl : public Decl {
public:
  ModuleDecl(SourceRange range, Identifier name,
             llvm::ArrayRef<llvm::StringRef> doc)
      : Decl(NodeKind::ModuleDecl, range, name, doc) {}
  static bool classof(const Node *n) {
    return n->kind() == NodeKind::ModuleDecl;
  }

  llvm::ArrayRef<const Expr *> decorators;
  ArgumentList bases;
  llvm::ArrayRef<const Decl *> items; // MemberDecl and FunctionDecl, in order
};

/// `name : value` (a module or parameter) or `name = value` (a plain
/// attribute), optionally `where condition`.
class MemberDecl : public Decl {
public:
  MemberDecl(SourceRange range, Identifier name,
             llvm::ArrayRef<llvm::StringRef> doc, bool isPlain,
             const Expr *value, Conditions where)
      : Decl(NodeKind::MemberDecl, range, name, doc), isPlain(isPlain),
        value(value), where(where) {}
  static bool classof(const Node *n) {
    return n->kind() == NodeKind::MemberDecl;
  }

  bool isPlain; // `=` instead of `:`
  const Expr *value;
  Conditions where;
};

/// `method name(params) { ... }` in a module, `function name(params) { ... }`
/// at file level.
class FunctionDecl : public Decl {
public:
  FunctionDecl(SourceRange range, Identifier name,
               llvm::ArrayRef<llvm::StringRef> doc)
      : Decl(NodeKind::FunctionDecl, range, name, doc) {}
  static bool classof(const Node *n) {
    return n->kind() == NodeKind::FunctionDecl;
  }

  bool isMethod = false;
  llvm::ArrayRef<const Expr *> decorators;
  ParameterList params;
  Block body;
};

/// A comment that is not the documentation of a declaration.
struct Comment {
  SourceRange range;    // from the first slash, without the line ending
  llvm::StringRef text; // slashes included, no blanks at the end
  bool isTrailing;      // something else stands before it on its line
};

/// One file. Comments and blank lines are kept in the order of the text, for
/// the formatter.
class File {
public:
  FileId id;
  llvm::ArrayRef<const Decl *> decls;
  llvm::ArrayRef<Comment> comments;
  llvm::ArrayRef<uint32_t> blankLines; // offsets of lines without text
};

} // namespace adopter::ast

#endif // ADOPTER_COMPILER_AST_DECLS_H
