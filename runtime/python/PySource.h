// SPDX-License-Identifier: Apache-2.0
/// \file
/// A Python file that can be lifted: text and syntax tree without errors.
///
/// In: a file of a SourceManager. Out: PyNode handles from `root()`.
#ifndef ADOPTER_RUNTIME_PYTHON_PYSOURCE_H
#define ADOPTER_RUNTIME_PYTHON_PYSOURCE_H

#include "runtime/python/PyTree.h"
#include "runtime/support/DiagnosticEngine.h"
#include "runtime/support/Source.h"
#include "llvm/ADT/ArrayRef.h"
#include <memory>

namespace adopter::python {

class PyNode;

class PySource {
public:
  /// Parses `file`, whose text must live as long as the result. Null after a
  /// diagnostic if it is not UTF-8, holds NUL bytes or is not valid Python.
  static std::unique_ptr<PySource> parse(FileId file, DiagnosticEngine &diags);
  /// True if `text` would parse: for texts that no file holds.
  static bool isValid(llvm::StringRef text);

  FileId file() const { return id; }
  llvm::StringRef path() const { return source.path(); }
  llvm::StringRef text() const { return source.text(); }
  llvm::StringRef text(SourceRange range) const { return source.text(range); }
  const SourceFile &sourceFile() const { return source; }
  /// The module node.
  PyNode root() const;
  const PyTree &tree() const { return syntax; }
  /// Comments in order, without the line ending.
  llvm::ArrayRef<PyTree::Span> comments() const { return syntax.comments; }

private:
  PySource(FileId id, const SourceFile &source, PyTree tree)
      : id(id), source(source), syntax(std::move(tree)) {}

  FileId id;
  const SourceFile &source;
  PyTree syntax;
};

} // namespace adopter::python

#endif // ADOPTER_RUNTIME_PYTHON_PYSOURCE_H
