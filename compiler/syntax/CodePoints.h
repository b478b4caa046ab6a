// SPDX-License-Identifier: Apache-2.0
/// \file
/// A source text as ANTLR counts it, by code points, and the way back to bytes.
///
/// In: the bytes of a file. Out: `AdrText`, which ANTLR reads, or a diagnostic
/// when the bytes are no text.
#ifndef ADOPTER_COMPILER_SYNTAX_CODEPOINTS_H
#define ADOPTER_COMPILER_SYNTAX_CODEPOINTS_H

#include "runtime/support/DiagnosticEngine.h"
#include <antlr4-runtime.h>

namespace adopter::syntax {

/// Code points of one file, without byte order marks at its start.
class AdrText : public antlr4::ANTLRInputStream {
public:
  /// False, with a diagnostic, if the file is not UTF-8 or has a NUL byte.
  bool load(const SourceManager &sources, FileId file, DiagnosticEngine &diags);

  FileId file() const { return fileId; }
  llvm::StringRef bytes() const { return text; }
  llvm::StringRef bytes(SourceRange range) const {
    return text.slice(range.begin, range.end);
  }
  /// Number of code points.
  size_t length() const { return _data.size(); }
  char32_t at(size_t index) const { return _data[index]; }
  /// Byte offset of code point `index`; the size of the file for the end.
  uint32_t offset(size_t index) const {
    return isAscii ? static_cast<uint32_t>(index) : offsets[index];
  }
  /// The bytes of code points [first, last], as ANTLR's tokens hold them; an
  /// empty range when last is before first.
  SourceRange range(size_t first, size_t last) const {
    size_t end = last + 1; // last may be -1
    return {fileId, offset(first), offset(end < first ? first : end)};
  }

private:
  using antlr4::ANTLRInputStream::load;

  FileId fileId;
  llvm::StringRef text;
  bool isAscii = true;
  std::vector<uint32_t> offsets; // by code point, one more for the end
};

} // namespace adopter::syntax

#endif // ADOPTER_COMPILER_SYNTAX_CODEPOINTS_H
