// SPDX-License-Identifier: Apache-2.0
/// \file
/// Breaks one logical line into lines of bounded width: texts, places where a
/// line may end, and groups whose continuation lines are aligned.
///
/// A group is filled: it breaks only where the next part does not fit, and an
/// inner group breaks only if it does not fit on a line of its own.
#ifndef ADOPTER_COMPILER_AST_LAYOUT_H
#define ADOPTER_COMPILER_AST_LAYOUT_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace adopter::ast {

class Layout {
public:
  /// Appends `text` to the line.
  void text(llvm::StringRef text);
  /// `blanks`, or the end of a line.
  void softBreak(unsigned blanks = 1) { add(Kind::Break, blanks, {}); }
  /// Opens a group; its continuation lines begin in the column where it begins
  /// plus `indent`.
  void open(unsigned indent = 0) { add(Kind::Open, indent, {}); }
  /// The same for what stands in brackets: where a part of it would not fit
  /// right of the bracket, it begins on a line of its own.
  void openHanging() { add(Kind::OpenHanging, 0, {}); }
  void close() { add(Kind::Close, 0, {}); }

  /// Columns of the whole on one line.
  size_t width() const;
  /// Text of at most `limit` columns a line where that is possible, the first
  /// line beginning in column `indent`.
  std::string str(size_t indent, size_t limit) const;

private:
  enum class Kind : uint8_t { Text, Break, Open, OpenHanging, Close };
  struct Piece {
    Kind kind;
    unsigned amount; // Text: its width; Break: blanks; Open: indent
    uint32_t begin;  // Text: in `texts`
    uint32_t length;
  };

  void add(Kind kind, unsigned amount, llvm::StringRef text);
  std::vector<size_t> measure() const;

  std::vector<Piece> pieces;
  std::string texts;
};

} // namespace adopter::ast

#endif // ADOPTER_COMPILER_AST_LAYOUT_H
