// SPDX-License-Identifier: Apache-2.0
/// \file
/// How one Python file writes qualified names: through which of its imports,
/// and with which new imports where it has none.
///
/// In: PySource. Out: names for Stencil; edits of the import block.
#ifndef ADOPTER_RUNTIME_SYNTH_FILENAMES_H
#define ADOPTER_RUNTIME_SYNTH_FILENAMES_H

#include "runtime/patch/Edit.h"
#include "runtime/python/PyNode.h"
#include "runtime/python/PyStyle.h"
#include "llvm/ADT/StringSet.h"
#include <optional>
#include <string>
#include <vector>

namespace adopter::synth {

/// An import that new text needs: `from module import name [as local]`, or
/// `import module` if `name` is empty.
struct NeededImport {
  std::string module;
  std::string name;
  std::string local;

  friend bool operator==(const NeededImport &, const NeededImport &) = default;
};

class FileNames {
public:
  FileNames(const python::PySource &source, const python::PyStyle &style);

  /// Some identifier or module-level name of the file is `name`.
  bool occurs(llvm::StringRef name) const { return identifiers.contains(name); }
  /// `name`, or the first of `name_1`, `name_2`... that nothing in the file is
  /// called; the same name is not handed out twice.
  std::string fresh(llvm::StringRef name);

  /// Text for `qualified` that the imports of the file allow, in the spelling
  /// used most; none if no import leads there.
  /// \param isHidden says which local names mean something else at the place.
  std::optional<std::string>
  existing(llvm::StringRef qualified,
           llvm::function_ref<bool(llvm::StringRef)> isHidden) const;
  /// The local name under which `from module import name` is, or will be, at
  /// hand; `needed` gets what has to be added.
  std::string imported(llvm::StringRef module, llvm::StringRef name,
                       llvm::function_ref<bool(llvm::StringRef)> isHidden,
                       std::vector<NeededImport> &needed);

  /// Edits that add `needed` to the import block, each once.
  std::vector<patch::Edit>
  importEdits(llvm::ArrayRef<NeededImport> needed) const;

private:
  /// One name that a top-level import binds.
  struct Imported {
    std::string local;
    std::string qualified;
  };
  /// A top-level import statement before the first definition.
  struct Statement {
    python::PyNode node;
    std::string module; // first module of `import a, b`
    bool isFrom = false;
    unsigned block = 0; // statements without a blank line between them
  };

  void readImports();
  void readIdentifiers();
  /// Qualified name that `existing` may reach through `prefix`.
  static bool isReachable(llvm::StringRef qualified, llvm::StringRef prefix);
  size_t countSpelling(llvm::StringRef text) const;
  std::optional<patch::Edit>
  mergedInto(const Statement &statement,
             llvm::ArrayRef<NeededImport> needed) const;
  patch::Edit newLine(llvm::StringRef line, llvm::StringRef module,
                      bool isFrom) const;
  /// Offset after the docstring, leading comments and `__future__` imports.
  uint32_t topOfImports() const;

  const python::PySource &source;
  const python::PyStyle &style;
  std::vector<Imported> names;
  std::vector<Statement> statements;
  llvm::StringSet<> identifiers;
  /// New imports so far: the same name for the same thing.
  std::vector<NeededImport> requested;
};

} // namespace adopter::synth

#endif // ADOPTER_RUNTIME_SYNTH_FILENAMES_H
