// SPDX-License-Identifier: Apache-2.0
#include "runtime/synth/Layout.h"
#include "llvm/ADT/StringExtras.h"

using namespace adopter;
using namespace adopter::synth;

Rendered Rendered::call(std::string callee,
                        std::vector<std::string> arguments) {
  Rendered result;
  result.text = callee + "(" + llvm::join(arguments, ", ") + ")";
  result.callee = std::move(callee);
  result.arguments = std::move(arguments);
  return result;
}

/// `open` `items` `close` over several lines.
static std::string broken(llvm::StringRef open,
                          llvm::ArrayRef<std::string> items,
                          llvm::StringRef close, llvm::StringRef indent,
                          const python::PyStyle &style) {
  std::string inner = (indent + style.indent).str();
  std::string joined = llvm::join(items, ", ");
  if (width(inner) + width(joined) <= style.lineWidth)
    return (open + "\n" + inner + joined + "\n" + indent + close).str();
  std::string text = open.str() + "\n";
  for (const std::string &item : items) {
    // `*args,` and `**kwargs,` are fine in calls since Python 3.5.
    text += inner + item + ",\n";
  }
  return text + indent.str() + close.str();
}

std::string synth::layOut(llvm::StringRef prefix, const Rendered &expression,
                          llvm::StringRef suffix, llvm::StringRef indent,
                          const python::PyStyle &style) {
  std::string line = (prefix + expression.text + suffix).str();
  if (expression.callee.empty() || expression.arguments.empty() ||
      width(indent) + width(line) <= style.lineWidth)
    return line;
  return broken((prefix + expression.callee + "(").str(), expression.arguments,
                (")" + suffix).str(), indent, style);
}

std::string synth::layOutImport(llvm::StringRef module,
                                llvm::ArrayRef<std::string> names,
                                llvm::StringRef indent,
                                const python::PyStyle &style) {
  std::string start = ("from " + module + " import ").str();
  std::string line = start + llvm::join(names, ", ");
  if (width(indent) + width(line) <= style.lineWidth || names.size() < 2)
    return line;
  return broken(start + "(", names, ")", indent, style);
}
