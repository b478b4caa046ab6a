// SPDX-License-Identifier: Apache-2.0
/// \file
/// One source line as it appears on a terminal: tabs expanded, wide and
/// unprintable characters accounted for, and cut when it is too long.
///
/// In: the bytes of a line. Out: text, and the column of each byte in it.
#ifndef ADOPTER_RUNTIME_SUPPORT_SOURCEEXCERPT_H
#define ADOPTER_RUNTIME_SUPPORT_SOURCEEXCERPT_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace adopter {

/// The display form of one line.
class SourceExcerpt {
public:
  /// \param line bytes without the line ending; invalid UTF-8 is allowed.
  explicit SourceExcerpt(llvm::StringRef line);

  /// Keeps at most `width` columns around the columns `[begin, end)`; what is
  /// cut off shows as `...`.
  void shorten(unsigned width, unsigned begin, unsigned end);

  /// What to print.
  std::string text() const;
  /// Column (from 0) of the byte `offset`; a byte after the end has the column
  /// that follows the text. A column that was cut off moves to the nearest one
  /// that was kept.
  unsigned column(size_t offset) const;
  /// Columns that `text()` takes.
  unsigned width() const;

private:
  struct Cell {
    std::string text;
    unsigned column; // where it starts in the whole line
    unsigned width;
  };
  unsigned wholeColumn(size_t offset) const;

  std::vector<Cell> cells;         // one per character
  std::vector<unsigned> byteCells; // indexed by byte: its cell
  unsigned wholeWidth = 0;
  unsigned keptBegin = 0; // columns of the whole line that are shown
  unsigned keptEnd = 0;
};

/// Columns that `text` takes on a terminal, shown as SourceExcerpt shows it.
unsigned displayWidth(llvm::StringRef text);

} // namespace adopter

#endif // ADOPTER_RUNTIME_SUPPORT_SOURCEEXCERPT_H
