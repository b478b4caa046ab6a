// SPDX-License-Identifier: Apache-2.0
/// \file
/// New Python code as it is put into a file: expressions that know where they
/// may be broken, and statements laid out within the file's line width.
#ifndef ADOPTER_RUNTIME_SYNTH_LAYOUT_H
#define ADOPTER_RUNTIME_SYNTH_LAYOUT_H

#include "runtime/python/PyStyle.h"
#include "runtime/synth/PyText.h"

namespace adopter::synth {

/// An expression as text on one line. A call also in parts, for when that line
/// is too long.
struct Rendered {
  std::string text;
  Precedence precedence = Precedence::Atom;
  std::string callee;                 // empty: not a call, or not to be broken
  std::vector<std::string> arguments; // `name=value` for keywords

  static Rendered call(std::string callee, std::vector<std::string> arguments);
  std::string within(Precedence needed) const {
    return parenthesized(text, precedence, needed);
  }
};

/// `prefix` `expression` `suffix` (`y = f(x)`), whose first line already
/// starts with `indent` in the file. Broken at the call's arguments if the line
/// would be longer than the file's lines are: on one line of their own if they
/// fit there, else one a line.
std::string layOut(llvm::StringRef prefix, const Rendered &expression,
                   llvm::StringRef suffix, llvm::StringRef indent,
                   const python::PyStyle &style);

/// `from module import name`-like lines broken in the same way.
std::string layOutImport(llvm::StringRef module,
                         llvm::ArrayRef<std::string> names,
                         llvm::StringRef indent, const python::PyStyle &style);

} // namespace adopter::synth

#endif // ADOPTER_RUNTIME_SYNTH_LAYOUT_H
