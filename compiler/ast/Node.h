// SPDX-License-Identifier: Apache-2.0
/// \file
/// The root of the syntax tree's classes: a kind and a place.
///
/// Nodes are created by `AstContext::create`, live in its arena, have no
/// destructor and do not change afterwards. Use isa/cast/dyn_cast, or a
/// `switch (node.kind())` without `default`.
#ifndef ADOPTER_COMPILER_AST_NODE_H
#define ADOPTER_COMPILER_AST_NODE_H

#include "runtime/support/Source.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Casting.h"

namespace adopter::ast {

enum class NodeKind : uint8_t {
#define ADOPTER_NODE(Name) Name,
#include "compiler/ast/AstNodes.def"
};

/// "Call", "RuleDecl"...
llvm::StringRef nodeKindName(NodeKind kind);

class Node {
public:
  NodeKind kind() const { return nodeKind; }
  /// From the first to the last byte of the construct.
  SourceRange range() const { return sourceRange; }

protected:
  Node(NodeKind kind, SourceRange range) : nodeKind(kind), sourceRange(range) {}

private:
  NodeKind nodeKind;
  SourceRange sourceRange;
};

/// A name as it stands in the text, without the `$` of a metavariable; a dotted
/// name has its dots but no blanks. Empty text: not written.
struct Identifier {
  llvm::StringRef text;
  SourceRange range;

  explicit operator bool() const { return !text.empty(); }
};

} // namespace adopter::ast

#endif // ADOPTER_COMPILER_AST_NODE_H
