// SPDX-License-Identifier: Apache-2.0
#include "runtime/synth/Reindent.h"
#include "runtime/patch/Apply.h"
#include "runtime/synth/PyText.h"

using namespace adopter;
using namespace adopter::synth;
using python::PyKind;
using python::PyNode;

std::vector<uint32_t> synth::indentPoints(const python::PySource &source,
                                          SourceRange range) {
  llvm::StringRef text = source.text();
  std::vector<uint32_t> points;
  for (uint32_t at = range.begin; at < range.end; at = nextLine(text, at)) {
    llvm::StringRef line = text.slice(at, lineEnd(text, at));
    if (!line.trim(" \t").empty())
      points.push_back(at);
  }
  // Lines that start inside a string are not layout.
  auto dropInside = [&](PyNode node) {
    if (node.is(PyKind::String) && node.text().contains('\n'))
      std::erase_if(points, [&](uint32_t at) {
        return node.begin() < at && at < node.end();
      });
  };
  PyNode top = python::nodeCovering(source, range);
  dropInside(top);
  for (PyNode node : top.descendants()) {
    if (node.begin() >= range.end)
      break;
    dropInside(node);
  }
  return points;
}

std::string synth::indentedAfter(const python::PySource &source,
                                 SourceRange range,
                                 llvm::ArrayRef<patch::Edit> edits,
                                 llvm::StringRef extra) {
  std::vector<patch::Edit> all;
  for (const patch::Edit &edit : edits) {
    patch::Edit moved = edit;
    moved.text = indentFurtherLines(edit.text, extra);
    all.push_back(std::move(moved));
  }
  for (uint32_t point : indentPoints(source, range)) {
    bool isReplaced = llvm::any_of(edits, [&](const patch::Edit &edit) {
      return edit.range.begin <= point && point < edit.range.end;
    });
    if (!isReplaced)
      all.push_back({{range.file, point, point}, extra.str(), {}, INT32_MIN});
  }
  for (patch::Edit &edit : all) {
    edit.range.begin -= range.begin;
    edit.range.end -= range.begin;
  }
  patch::EditSet set;
  [[maybe_unused]] const patch::Edit *inTheWay = set.insert(all);
  assert(!inTheWay && "edits of a block overlap");
  return patch::applyEdits(source.text(range), set.edits());
}

std::string synth::indentFurtherLines(llvm::StringRef text,
                                      llvm::StringRef extra) {
  std::string result;
  while (!text.empty()) {
    size_t end = text.find('\n');
    if (end == llvm::StringRef::npos)
      return result + text.str();
    result += text.take_front(end + 1);
    text = text.drop_front(end + 1);
    if (!text.empty() && text.front() != '\n' && text.front() != '\r')
      result += extra;
  }
  return result;
}
