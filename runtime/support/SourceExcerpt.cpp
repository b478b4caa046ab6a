// SPDX-License-Identifier: Apache-2.0
#include "runtime/support/SourceExcerpt.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/Unicode.h"
#include <algorithm>

using namespace adopter;

static constexpr unsigned TabStop = 8;
static constexpr llvm::StringLiteral Ellipsis = "...";

/// Bytes of the well-formed UTF-8 character at the start of `text`, or 0.
static unsigned characterLength(llvm::StringRef text, llvm::UTF32 &code) {
  const auto *begin = reinterpret_cast<const llvm::UTF8 *>(text.begin());
  const auto *end = reinterpret_cast<const llvm::UTF8 *>(text.end());
  const auto *at = begin;
  if (llvm::convertUTF8Sequence(&at, end, &code, llvm::strictConversion) !=
      llvm::conversionOK)
    return 0;
  return static_cast<unsigned>(at - begin);
}

SourceExcerpt::SourceExcerpt(llvm::StringRef line) {
  while (!line.empty()) {
    Cell cell{{}, wholeWidth, 1};
    llvm::UTF32 code = 0;
    unsigned length = characterLength(line, code);
    if (length == 0) {
      length = 1;
      unsigned byte = static_cast<unsigned char>(line.front());
      cell.text = "<" + llvm::utohexstr(byte, /*LowerCase=*/false, 2) + ">";
      cell.width = static_cast<unsigned>(cell.text.size());
    } else if (code == '\t') {
      cell.width = TabStop - wholeWidth % TabStop;
      cell.text.assign(cell.width, ' ');
    } else {
      int columns =
          llvm::sys::unicode::columnWidthUTF8(line.take_front(length));
      if (columns >= 0) {
        cell.text = line.take_front(length).str();
        cell.width = static_cast<unsigned>(columns);
      } else {
        cell.text = "<U+" + llvm::utohexstr(code, /*LowerCase=*/false, 4) + ">";
        cell.width = static_cast<unsigned>(cell.text.size());
      }
    }
    byteCells.insert(byteCells.end(), length,
                     static_cast<unsigned>(cells.size()));
    wholeWidth += cell.width;
    cells.push_back(std::move(cell));
    line = line.drop_front(length);
  }
  keptEnd = wholeWidth;
}

unsigned SourceExcerpt::wholeColumn(size_t offset) const {
  return offset < byteCells.size() ? cells[byteCells[offset]].column
                                   : wholeWidth;
}

void SourceExcerpt::shorten(unsigned width, unsigned begin, unsigned end) {
  if (wholeWidth <= width)
    return;
  end = std::min(std::max(end, begin + 1), begin + width);
  unsigned spare = width - std::min(width, end - begin);
  unsigned first = begin - std::min(begin, spare / 2);
  first = std::min(first, wholeWidth > width ? wholeWidth - width : 0);
  // Cells are shown whole or not at all.
  keptBegin = 0;
  keptEnd = 0;
  bool started = false;
  for (const Cell &cell : cells) {
    if (cell.column < first || cell.column + cell.width > first + width)
      continue;
    if (!started)
      keptBegin = cell.column;
    started = true;
    keptEnd = cell.column + cell.width;
  }
}

std::string SourceExcerpt::text() const {
  std::string shown;
  if (keptBegin > 0)
    shown += Ellipsis;
  for (const Cell &cell : cells)
    if (cell.column >= keptBegin && cell.column + cell.width <= keptEnd)
      shown += cell.text;
  if (keptEnd < wholeWidth)
    shown += Ellipsis;
  return shown;
}

unsigned SourceExcerpt::column(size_t offset) const {
  unsigned column = std::clamp(wholeColumn(offset), keptBegin, keptEnd);
  unsigned shift = keptBegin > 0 ? unsigned(Ellipsis.size()) : 0;
  return column - keptBegin + shift;
}

unsigned SourceExcerpt::width() const {
  unsigned cuts = (keptBegin > 0) + (keptEnd < wholeWidth);
  return keptEnd - keptBegin + cuts * unsigned(Ellipsis.size());
}

unsigned adopter::displayWidth(llvm::StringRef text) {
  return SourceExcerpt(text).width();
}
