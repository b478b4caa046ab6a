// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a command may touch of the outside world, so that the driver runs in
/// tests and fuzzers as it does from a shell.
#ifndef ADOPTER_COMPILER_DRIVER_DRIVERENV_H
#define ADOPTER_COMPILER_DRIVER_DRIVERENV_H

#include "llvm/Support/raw_ostream.h"

namespace adopter::driver {

/// Exit codes, as documented.
enum ExitCode : int {
  ExitDone = 0,
  ExitProblems = 1, // reported; or `--check` found changes
  ExitUsage = 2,
  ExitInternal = 3,
};

struct DriverEnv {
  llvm::raw_ostream &out; // results
  llvm::raw_ostream &err; // messages
  bool outHasColours = false;
  bool errHasColours = false;
  bool errIsTerminal = false; // progress may be shown there
};

} // namespace adopter::driver

#endif // ADOPTER_COMPILER_DRIVER_DRIVERENV_H
