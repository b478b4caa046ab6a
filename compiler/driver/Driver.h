// SPDX-License-Identifier: Apache-2.0
/// \file
/// The command line as a whole: finds the command, parses its options, runs it.
///
/// In: arguments and DriverEnv. Out: an ExitCode.
#ifndef ADOPTER_COMPILER_DRIVER_DRIVER_H
#define ADOPTER_COMPILER_DRIVER_DRIVER_H

#include "compiler/driver/DriverEnv.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace adopter::driver {

/// Runs `adoptc` with `args`, the program's name not among them.
int runDriver(llvm::ArrayRef<llvm::StringRef> args, DriverEnv &env);

} // namespace adopter::driver

#endif // ADOPTER_COMPILER_DRIVER_DRIVER_H
