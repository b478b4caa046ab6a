// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which module a Python file is, and what its relative imports name.
///
/// In: the path of a file. Out: qualified module names.
#ifndef ADOPTER_RUNTIME_LIFT_PACKAGEPATH_H
#define ADOPTER_RUNTIME_LIFT_PACKAGEPATH_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace adopter::lift {

class PackagePath {
public:
  /// Reads `path` and looks for `__init__.py` in the folders above. A file of
  /// transformers that stands alone is known by its name, `modeling_x.py`.
  static PackagePath ofFile(llvm::StringRef path);
  /// The module is called `name`.
  static PackagePath ofModule(llvm::StringRef name);

  /// Qualified name of the module; empty when it is not in a known package.
  llvm::StringRef moduleName() const { return module; }
  /// Absolute name of the module that `written` (`torch.nn`, `...activations`,
  /// `.`) means; `written` itself when that is not known.
  std::string resolve(llvm::StringRef written) const;

private:
  std::string module;  // known and trusted for names of its own definitions
  std::string package; // what one leading dot means; empty: not known
};

} // namespace adopter::lift

#endif // ADOPTER_RUNTIME_LIFT_PACKAGEPATH_H
