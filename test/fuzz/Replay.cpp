// SPDX-License-Identifier: Apache-2.0
// Stands in for libFuzzer where the compiler has none: runs the fuzz target
// once on every file of the folders given.
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int main(int argc, char **argv) {
  std::vector<std::string> paths;
  for (int i = 1; i < argc; ++i) {
    std::error_code error;
    for (llvm::sys::fs::directory_iterator it(argv[i], error), end;
         it != end && !error; it.increment(error))
      paths.push_back(it->path());
  }
  std::sort(paths.begin(), paths.end());
  for (const std::string &path : paths) {
    llvm::errs() << path << '\n'; // the last one named is the one that crashed
    auto buffer = llvm::MemoryBuffer::getFile(path);
    if (!buffer)
      return 1;
    LLVMFuzzerTestOneInput(
        reinterpret_cast<const uint8_t *>((*buffer)->getBufferStart()),
        (*buffer)->getBufferSize());
  }
  llvm::errs() << paths.size() << " inputs\n";
  return paths.empty();
}
