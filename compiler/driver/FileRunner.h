// SPDX-License-Identifier: Apache-2.0
/// \file
/// Works on many files with several threads; what each gives is printed in the
/// order of the files, whatever finished first.
#ifndef ADOPTER_COMPILER_DRIVER_FILERUNNER_H
#define ADOPTER_COMPILER_DRIVER_FILERUNNER_H

#include "compiler/driver/DriverEnv.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <string>

namespace adopter::driver {

/// What the work on one file prints.
struct FileOutput {
  std::string out;
  std::string err;
};

/// Calls `work(file, thread)` for each file number below `count`, with `thread`
/// below the number returned by `threadCount`.
void runFiles(
    size_t count, unsigned threads, DriverEnv &env,
    llvm::function_ref<FileOutput(size_t file, unsigned thread)> work);

/// Threads that `runFiles` uses for `count` files when `wanted` are asked for.
unsigned threadCount(size_t count, unsigned wanted);

} // namespace adopter::driver

#endif // ADOPTER_COMPILER_DRIVER_FILERUNNER_H
