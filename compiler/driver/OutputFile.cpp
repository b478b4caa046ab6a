// SPDX-License-Identifier: Apache-2.0
#include "compiler/driver/OutputFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace adopter;
using namespace adopter::driver;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

/// Writes to the open temporary file; the stream owns its end.
static std::error_code fill(int descriptor, llvm::StringRef text) {
  llvm::raw_fd_ostream stream(descriptor, /*shouldClose=*/true);
  stream << text;
  stream.close();
  std::error_code error = stream.error();
  stream.clear_error();
  return error;
}

llvm::Error
adopter::driver::writeFile(llvm::StringRef path, llvm::StringRef text,
                           std::optional<llvm::StringRef> expected) {
  if (expected) {
    auto now = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                           /*RequiresNullTerminator=*/false);
    if (!now)
      return llvm::errorCodeToError(now.getError());
    if ((*now)->getBuffer() != *expected)
      return llvm::createStringError(std::errc::operation_canceled,
                                     "it was changed meanwhile");
  }
  llvm::SmallString<256> folder(path::parent_path(path));
  llvm::SmallString<256> model(folder);
  path::append(model, "." + path::filename(path) + ".%%%%%%%%.tmp");
  int descriptor = -1;
  llvm::SmallString<256> temporary;
  if (std::error_code error =
          fs::createUniqueFile(model, descriptor, temporary, fs::OF_None,
                               fs::all_read | fs::owner_write))
    return llvm::errorCodeToError(error);
  std::error_code error = fill(descriptor, text);
  fs::file_status status;
  if (!error && !fs::status(path, status))
    error = fs::setPermissions(temporary, status.permissions());
  if (!error)
    error = fs::rename(temporary, path);
  if (error) {
    (void)fs::remove(temporary);
    return llvm::errorCodeToError(error);
  }
  return llvm::Error::success();
}
