// SPDX-License-Identifier: Apache-2.0
/// \file
/// The habits of a Python file that new text must follow.
#ifndef ADOPTER_RUNTIME_PYTHON_PYSTYLE_H
#define ADOPTER_RUNTIME_PYTHON_PYSTYLE_H

#include "runtime/python/PySource.h"

namespace adopter::python {

struct PyStyle {
  std::string indent = "    ";       // one level
  char quote = '"';                  // of one-line strings
  llvm::StringRef lineEnding = "\n"; // or "\r\n"
  unsigned lineWidth = 79; // the usual limit that nearly all lines keep
  bool finalNewline = true;
};

/// Reads the habits of `source`; where it has none, those of PEP 8.
PyStyle readStyle(const PySource &source);

} // namespace adopter::python

#endif // ADOPTER_RUNTIME_PYTHON_PYSTYLE_H
