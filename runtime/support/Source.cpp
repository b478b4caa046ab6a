// SPDX-License-Identifier: Apache-2.0
#include "runtime/support/Source.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include <algorithm>

using namespace adopter;

SourceFile::SourceFile(std::string path, std::string text)
    : name(std::move(path)), contents(std::move(text)) {
  lineStarts.push_back(0);
  for (size_t i = 0; i < contents.size(); ++i)
    if (contents[i] == '\n')
      lineStarts.push_back(static_cast<uint32_t>(i + 1));
}

LineColumn SourceFile::lineColumn(uint32_t offset) const {
  offset = std::min<uint32_t>(offset, contents.size());
  auto next = std::upper_bound(lineStarts.begin(), lineStarts.end(), offset);
  uint32_t line = static_cast<uint32_t>(next - lineStarts.begin());
  uint32_t column = 1;
  // Continuation bytes of UTF-8 do not start a character.
  for (uint32_t i = lineStarts[line - 1]; i < offset; ++i)
    if ((static_cast<unsigned char>(contents[i]) & 0xC0) != 0x80)
      ++column;
  return {line, column};
}

uint32_t SourceFile::lineStart(uint32_t line) const {
  assert(line >= 1);
  return line > lineCount() ? static_cast<uint32_t>(contents.size())
                            : lineStarts[line - 1];
}

llvm::StringRef SourceFile::line(uint32_t line) const {
  if (line < 1 || line > lineCount())
    return {};
  llvm::StringRef whole = text().slice(lineStart(line), lineStart(line + 1));
  return whole.rtrim("\r\n");
}

FileId SourceManager::add(std::string path, std::string text) {
  return files.add(
      std::make_unique<SourceFile>(std::move(path), std::move(text)));
}

llvm::Expected<FileId> SourceManager::read(llvm::StringRef path) {
  if (path != "-" && llvm::sys::fs::is_directory(path))
    return llvm::createStringError(std::errc::is_a_directory, "is a directory");
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(path, /*IsText=*/false);
  if (!buffer)
    return llvm::errorCodeToError(buffer.getError());
  if ((*buffer)->getBufferSize() > 0x7FFFFFFFu)
    return llvm::createStringError(std::errc::file_too_large,
                                   "is larger than 2 GiB");
  return add(path == "-" ? "<stdin>" : path.str(),
             (*buffer)->getBuffer().str());
}
