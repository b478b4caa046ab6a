// SPDX-License-Identifier: Apache-2.0
/// \file
/// Source texts, byte ranges in them, and the way back to line and column.
#ifndef ADOPTER_RUNTIME_SUPPORT_SOURCE_H
#define ADOPTER_RUNTIME_SUPPORT_SOURCE_H

#include "runtime/support/IdVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>

namespace adopter {

struct FileTag;
using FileId = Id<FileTag>;

/// Bytes `[begin, end)` of a file.
struct SourceRange {
  FileId file;
  uint32_t begin = 0;
  uint32_t end = 0;

  bool isValid() const { return file.isValid(); }
  uint32_t size() const { return end - begin; }
  bool contains(SourceRange inner) const {
    return file == inner.file && begin <= inner.begin && inner.end <= end;
  }
  bool overlaps(SourceRange other) const {
    return file == other.file && begin < other.end && other.begin < end;
  }
  friend bool operator==(SourceRange, SourceRange) = default;
};

/// A place as people read it: both numbers start at 1; `column` counts
/// characters (code points), not bytes.
struct LineColumn {
  uint32_t line = 0;
  uint32_t column = 0;
};

/// One text with its name and line starts.
class SourceFile {
public:
  SourceFile(std::string path, std::string text);

  llvm::StringRef path() const { return name; }
  llvm::StringRef text() const { return contents; }
  llvm::StringRef text(SourceRange range) const {
    return text().slice(range.begin, range.end);
  }
  LineColumn lineColumn(uint32_t offset) const;
  /// Line `line` (from 1) without its line ending; empty when out of range.
  llvm::StringRef line(uint32_t line) const;
  /// Offset of the first byte of line `line` (from 1).
  uint32_t lineStart(uint32_t line) const;
  uint32_t lineCount() const {
    return static_cast<uint32_t>(lineStarts.size());
  }

private:
  std::string name;
  std::string contents;
  std::vector<uint32_t> lineStarts; // indexed by line - 1
};

/// Owns the files that ranges refer to. Not shared between threads.
class SourceManager {
public:
  FileId add(std::string path, std::string text);
  /// Reads `path` (`-` is standard input); an error says why it cannot, a
  /// folder or a text over 2 GiB included.
  llvm::Expected<FileId> read(llvm::StringRef path);

  const SourceFile &file(FileId id) const { return *files[id]; }
  llvm::StringRef text(SourceRange range) const {
    return range.isValid() ? files[range.file]->text(range) : llvm::StringRef();
  }

private:
  IdVector<FileId, std::unique_ptr<SourceFile>> files;
};

} // namespace adopter

#endif // ADOPTER_RUNTIME_SUPPORT_SOURCE_H
