// SPDX-License-Identifier: Apache-2.0
/// \file
/// The Python files that arguments name: files as they are, folders with all
/// `.py` files below them.
///
/// In: paths. Out: files in a stable order, each with the folder it was found
/// under. Hidden folders and `__pycache__` are skipped, links to folders are
/// not followed, and links to files only while they stay under that folder.
#ifndef ADOPTER_COMPILER_DRIVER_INPUTFILES_H
#define ADOPTER_COMPILER_DRIVER_INPUTFILES_H

#include "runtime/support/DiagnosticEngine.h"
#include <string>
#include <vector>

namespace adopter::driver {

struct InputFile {
  std::string path;     // as messages show it; `-`: standard input
  std::string root;     // folder that it may not leave through a link
  std::string relative; // below `root`
};

/// Files that `paths` name, folders in the order of their names. Reports what
/// is not there; the rest is returned all the same.
std::vector<InputFile> findInputs(llvm::ArrayRef<std::string> paths,
                                  DiagnosticEngine &diags);

/// The file that `file` really is, or an error if a link leads out of its root.
llvm::Expected<std::string> resolveInside(const InputFile &file);

} // namespace adopter::driver

#endif // ADOPTER_COMPILER_DRIVER_INPUTFILES_H
