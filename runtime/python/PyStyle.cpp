// SPDX-License-Identifier: Apache-2.0
#include "runtime/python/PyStyle.h"

#include "runtime/python/PyNode.h"
#include <array>
#include <map>

using namespace adopter;
using namespace adopter::python;

/// White space before `offset`, if nothing else stands before it on its line.
static std::optional<llvm::StringRef> indentationBefore(const PySource &source,
                                                        uint32_t offset) {
  llvm::StringRef text = source.text();
  size_t start = text.take_front(offset).find_last_of('\n');
  start = start == llvm::StringRef::npos ? 0 : start + 1;
  llvm::StringRef before = text.slice(start, offset);
  if (before.find_first_not_of(" \t") != llvm::StringRef::npos)
    return std::nullopt;
  return before;
}

/// The step by which most blocks are indented relative to the block around.
static void readIndent(const PySource &source, PyStyle &style) {
  std::map<llvm::StringRef, unsigned> counts;
  PyNode root = source.root();
  for (PyNode node : root.descendants()) {
    if (!node.is(PyKind::Block))
      continue;
    PyNode first = node.firstChild();
    PyNode owner = node.parent();
    if (!first || !owner)
      continue;
    // `else`, `except` and `case` bodies are measured from their own clause.
    std::optional<llvm::StringRef> inner =
        indentationBefore(source, first.begin());
    std::optional<llvm::StringRef> outer =
        indentationBefore(source, owner.begin());
    if (inner && outer && inner->size() > outer->size() &&
        inner->starts_with(*outer))
      ++counts[inner->drop_front(outer->size())];
  }
  unsigned best = 0;
  for (auto [indent, count] : counts)
    if (count > best) {
      best = count;
      style.indent = indent.str();
    }
}

static void readQuote(const PySource &source, PyStyle &style) {
  unsigned single = 0, twofold = 0;
  PyNode root = source.root();
  for (PyNode node : root.descendants()) {
    if (!node.is(PyKind::String))
      continue;
    llvm::StringRef text = node.text().ltrim("rRbBuUfFtT");
    if (text.starts_with("'''") || text.starts_with("\"\"\""))
      continue;
    single += text.starts_with("'");
    twofold += text.starts_with("\"");
  }
  style.quote = single > twofold ? '\'' : '"';
}

/// The smallest usual limit that all but one line in a hundred keep.
static void readLines(const PySource &source, PyStyle &style) {
  static constexpr std::array<unsigned, 6> Limits = {79, 88, 99, 100, 119, 120};
  std::array<unsigned, Limits.size()> over{};
  const SourceFile &file = source.sourceFile();
  unsigned lines = 0;
  for (uint32_t i = 1; i <= file.lineCount(); ++i) {
    llvm::StringRef line = file.line(i);
    if (line.empty())
      continue;
    ++lines;
    if (line.size() <= Limits.front())
      continue;
    // Code points, since that is what a limit counts.
    size_t width = 0;
    for (char c : line)
      width += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
    for (size_t k = 0; k < Limits.size(); ++k)
      over[k] += width > Limits[k];
  }
  style.lineWidth = Limits.back();
  for (size_t k = Limits.size(); k-- > 0;)
    if (over[k] * 100 <= lines)
      style.lineWidth = Limits[k];

  llvm::StringRef text = source.text();
  size_t crlf = text.count("\r\n");
  style.lineEnding = crlf * 2 > text.count('\n') ? "\r\n" : "\n";
  style.finalNewline = text.empty() || text.ends_with("\n");
}

PyStyle adopter::python::readStyle(const PySource &source) {
  PyStyle style;
  readIndent(source, style);
  readQuote(source, style);
  readLines(source, style);
  return style;
}
