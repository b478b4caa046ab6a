// SPDX-License-Identifier: Apache-2.0
#include "compiler/ast/Layout.h"
#include "llvm/Support/Unicode.h"

using namespace adopter::ast;

void Layout::add(Kind kind, unsigned amount, llvm::StringRef text) {
  pieces.push_back({kind, amount, static_cast<uint32_t>(texts.size()),
                    static_cast<uint32_t>(text.size())});
  texts += text;
}

void Layout::text(llvm::StringRef text) {
  int columns = llvm::sys::unicode::columnWidthUTF8(text);
  add(Kind::Text,
      columns < 0 ? static_cast<unsigned>(text.size())
                  : static_cast<unsigned>(columns),
      text);
}

size_t Layout::width() const {
  size_t sum = 0;
  for (const Piece &piece : pieces)
    if (piece.kind == Kind::Text || piece.kind == Kind::Break)
      sum += piece.amount;
  return sum;
}

/// By piece. For a break: the columns up to the next break of its group or of
/// one around it; they must fit, or the line ends here. For a hanging group:
/// the widest of its parts.
std::vector<size_t> Layout::measure() const {
  struct Level {
    size_t distance; // from here to the next break at this depth or above
    size_t widest;   // part of the group that has been seen
  };
  std::vector<size_t> sizes(pieces.size(), 0);
  llvm::SmallVector<Level, 16> levels{{0, 0}};
  for (size_t i = pieces.size(); i-- > 0;) {
    const Piece &piece = pieces[i];
    switch (piece.kind) {
    case Kind::Text:
      for (Level &level : levels)
        level.distance += piece.amount;
      break;
    case Kind::Close:
      levels.push_back({levels.back().distance, 0});
      break;
    case Kind::Open:
    case Kind::OpenHanging:
      sizes[i] = std::max(levels.back().widest, levels.back().distance);
      levels.pop_back();
      break;
    case Kind::Break: {
      Level &own = levels.back();
      sizes[i] = own.distance;
      own.widest = std::max(own.widest, own.distance);
      for (Level &level : levels)
        level.distance += piece.amount;
      own.distance = 0;
      break;
    }
    }
  }
  return sizes;
}

std::string Layout::str(size_t indent, size_t limit) const {
  std::vector<size_t> sizes = measure();
  std::string out;
  size_t column = indent;
  llvm::SmallVector<size_t, 16> starts{indent + 4};
  auto breakLine = [&](size_t to) {
    out += '\n';
    out.append(to, ' ');
    column = to;
  };
  for (size_t i = 0; i < pieces.size(); ++i) {
    const Piece &piece = pieces[i];
    switch (piece.kind) {
    case Kind::Text:
      out.append(texts, piece.begin, piece.length);
      column += piece.amount;
      break;
    case Kind::OpenHanging:
      if (column + sizes[i] > limit && starts.back() + 4 < column)
        breakLine(starts.back() + 4);
      starts.push_back(column);
      break;
    case Kind::Open:
      starts.push_back(column + piece.amount);
      break;
    case Kind::Close:
      starts.pop_back();
      break;
    case Kind::Break:
      if (column + piece.amount + sizes[i] <= limit ||
          column <= starts.back()) {
        out.append(piece.amount, ' ');
        column += piece.amount;
      } else {
        breakLine(starts.back());
      }
      break;
    }
  }
  return out;
}
