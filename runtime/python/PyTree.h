// SPDX-License-Identifier: Apache-2.0
/// \file
/// The syntax tree of one Python text as a flat table in preorder: what
/// tree-sitter built, without punctuation, comments and the insides of strings.
///
/// A table of 20 bytes a node is read several times faster than tree-sitter's
/// own tree, whose nodes know neither their field nor their siblings.
#ifndef ADOPTER_RUNTIME_PYTHON_PYTREE_H
#define ADOPTER_RUNTIME_PYTHON_PYTREE_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace adopter::python {

enum class PyKind : uint8_t {
  Unknown, // a named node that PyNodes.def does not list
#define ADOPTER_PY_NODE(Kind, Name) Kind,
#include "runtime/python/PyNodes.def"
#define ADOPTER_PY_TOKEN(Kind, Text) Token##Kind,
#include "runtime/python/PyNodes.def"
};

enum class PyField : uint8_t {
  None,
#define ADOPTER_PY_FIELD(Field, Name) Field,
#include "runtime/python/PyNodes.def"
};

/// The grammar's name of `kind`; a token's text; "unknown".
llvm::StringRef pyKindName(PyKind kind);

/// Names of PyNodes.def that the linked grammar does not have.
std::vector<llvm::StringRef> missingGrammarNames();

struct PyTree {
  struct Node {
    PyKind kind = PyKind::Unknown;
    PyField field = PyField::None;
    uint16_t depth = 0; // saturates
    uint32_t begin = 0;
    uint32_t end = 0;
    uint32_t next = 0;   // index one after the last node inside
    uint32_t parent = 0; // the root is its own parent
  };
  struct Span {
    uint32_t begin;
    uint32_t end;
  };
  enum class ProblemKind : uint8_t {
    Syntax,
    MissingToken, // `expected` is missing
    EmptyBlock,   // tree-sitter takes a block without statements
    Indentation,  // ... and statements of one block at different columns
  };
  /// The first place that is not Python.
  struct Problem {
    ProblemKind kind = ProblemKind::Syntax;
    Span span = {0, 0};
    std::string expected;
  };

  std::vector<Node> nodes;    // preorder; nodes[0] is the module
  std::vector<Span> comments; // in order, `#` to the end of the line
  std::optional<Problem> problem;
};

/// Parses `text`, valid UTF-8 without NUL bytes. A tree with a `problem` is
/// not to be read.
PyTree parsePython(llvm::StringRef text);

} // namespace adopter::python

#endif // ADOPTER_RUNTIME_PYTHON_PYTREE_H
