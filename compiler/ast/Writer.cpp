// SPDX-License-Identifier: Apache-2.0
#include "compiler/ast/Writer.h"
#include "compiler/ast/AstWriter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

using namespace adopter;
using namespace adopter::ast;

Writer::Writer(const File *file)
    : file(file), isTaken(file ? file->comments.size() : 0, false) {}

//===-- text --------------------------------------------------------------===//

void Writer::newLine() {
  out += '\n';
  out.append(indent, ' ');
}

void Writer::emit(const Layout &layout) {
  // What is written already on this line counts.
  size_t lineStart = out.rfind('\n');
  size_t column =
      lineStart == std::string::npos ? out.size() : out.size() - lineStart - 1;
  out += layout.str(column, LineWidth);
}

//===-- comments ----------------------------------------------------------===//

size_t Writer::firstComment(uint32_t offset) const {
  return llvm::partition_point(file->comments,
                               [&](const Comment &comment) {
                                 return comment.range.begin < offset;
                               }) -
         file->comments.begin();
}

llvm::SmallVector<const Comment *, 4> Writer::takeComments(uint32_t begin,
                                                           uint32_t end) {
  llvm::SmallVector<const Comment *, 4> found;
  if (!file)
    return found;
  for (size_t i = firstComment(begin);
       i < file->comments.size() && file->comments[i].range.begin < end; ++i) {
    if (!isTaken[i])
      found.push_back(&file->comments[i]);
    isTaken[i] = true;
  }
  return found;
}

/// The comment behind what ends at `begin`, if it comes first.
const Comment *Writer::takeTrailing(uint32_t begin, uint32_t end) {
  if (!file)
    return nullptr;
  size_t i = firstComment(begin);
  if (i == file->comments.size() || isTaken[i] ||
      file->comments[i].range.begin >= end || !file->comments[i].isTrailing)
    return nullptr;
  isTaken[i] = true;
  return &file->comments[i];
}

bool Writer::hasComment(SourceRange range) const {
  if (!file)
    return false;
  size_t i = firstComment(range.begin);
  return i < file->comments.size() && file->comments[i].range.begin < range.end;
}

bool Writer::hasBlankLine(uint32_t begin, uint32_t end) const {
  if (!file)
    return false;
  const uint32_t *line = llvm::lower_bound(file->blankLines, begin);
  return line != file->blankLines.end() && *line < end;
}

//===-- units -------------------------------------------------------------===//

namespace {
/// A comment on a line of its own.
struct OwnLine {
  llvm::StringRef text;
  bool blankBefore;
};

/// What is written around a unit.
struct Surroundings {
  llvm::SmallVector<OwnLine, 2> above;
  bool blankBefore = false;
  const Comment *behind = nullptr;
};
} // namespace

void Writer::writeUnits(llvm::ArrayRef<Extent> units, uint32_t begin,
                        uint32_t end,
                        llvm::function_ref<void(size_t)> writeUnit) {
  // Comments belong to the unit they stood with, so they are dealt out in the
  // order of the source; units may be written in another.
  auto indices = llvm::seq<size_t>(0, units.size());
  llvm::SmallVector<size_t, 16> order(indices.begin(), indices.end());
  llvm::stable_sort(order, [&](size_t a, size_t b) {
    return units[a].range.begin < units[b].range.begin;
  });
  std::vector<Surroundings> around(units.size() + 1); // the last: the end
  uint32_t at = begin;
  auto addAbove = [&](Surroundings &place, uint32_t upTo, uint32_t start) {
    for (const Comment *comment : takeComments(at, upTo)) {
      bool blank = hasBlankLine(at, comment->range.begin);
      llvm::StringRef text = comment->text;
      // Above a declaration, what was inside would become its documentation.
      if (comment->range.begin >= start && text.starts_with("///"))
        text = text.drop_front();
      place.above.push_back({text, blank});
      at = comment->range.end;
    }
    place.blankBefore = hasBlankLine(at, start);
  };
  for (size_t i = 0; i < order.size(); ++i) {
    const Extent &unit = units[order[i]];
    Surroundings &place = around[order[i]];
    addAbove(place, unit.headEnd, unit.range.begin);
    uint32_t next =
        i + 1 < order.size() ? units[order[i + 1]].range.begin : end;
    place.behind = takeTrailing(unit.range.end, next);
    at = std::max(place.behind ? place.behind->range.end : unit.range.end, at);
  }
  addAbove(around.back(), end, end);

  bool isFirst = true;
  auto startLine = [&](bool blank) {
    if (blank && !isFirst)
      out += '\n';
    isFirst = false;
    out.append(indent, ' ');
  };
  for (size_t i = 0; i <= units.size(); ++i) {
    const Surroundings &place = around[i];
    bool apart =
        i < units.size() && i > 0 && (units[i].isApart || units[i - 1].isApart);
    for (const OwnLine &line : place.above) {
      startLine(line.blankBefore || apart);
      apart = false;
      out += line.text;
      out += '\n';
    }
    if (i == units.size())
      break;
    startLine(place.blankBefore || apart);
    writeUnit(i);
    if (place.behind) {
      out += "  ";
      out += place.behind->text;
    }
    out += '\n';
  }
}

void Writer::writeBody(llvm::ArrayRef<Extent> units, uint32_t begin,
                       uint32_t end,
                       llvm::function_ref<void(size_t)> writeUnit) {
  out += " {";
  uint32_t first = end;
  for (const Extent &unit : units)
    first = std::min(first, unit.range.begin);
  if (const Comment *comment = takeTrailing(begin, first)) {
    out += "  ";
    out += comment->text;
    begin = comment->range.end;
  }
  out += '\n';
  indent += 2;
  writeUnits(units, begin, end, writeUnit);
  indent -= 2;
  out.append(indent, ' ');
  out += '}';
}

void Writer::write(const File &whole) {
  llvm::SmallVector<Extent, 16> units;
  for (const Decl *decl : whole.decls)
    units.push_back(extentOf(*decl));
  uint32_t end = ~uint32_t(0);
  writeUnits(units, 0, end, [&](size_t i) { write(*whole.decls[i]); });
}

//===-- interface ---------------------------------------------------------===//

std::string ast::writeFile(const File &file) {
  Writer writer(&file);
  writer.write(file);
  return writer.take();
}

void ast::writeFile(const File &file, llvm::raw_ostream &out) {
  out << writeFile(file);
}

void ast::writeDecl(const Decl &decl, llvm::raw_ostream &out) {
  Writer writer(nullptr);
  writer.write(decl);
  out << writer.take() << '\n';
}
