// SPDX-License-Identifier: Apache-2.0
/// \file
/// Entry of `adoptc`: real streams, then the driver.
#include "compiler/driver/Driver.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Process.h"
#include <algorithm>

using namespace adopter::driver;

int main(int argc, char **argv) {
  llvm::SmallVector<llvm::StringRef, 16> args(argv + std::min(argc, 1),
                                              argv + argc);
  DriverEnv env{llvm::outs(), llvm::errs(),
                llvm::sys::Process::StandardOutHasColors(),
                llvm::sys::Process::StandardErrHasColors(),
                llvm::sys::Process::StandardErrIsDisplayed()};
  int code = runDriver(args, env);
  env.out.flush();
  // A result that could not be written is no result; a reader that went away
  // (`| head`) is its own business.
  if (llvm::outs().has_error()) {
    std::error_code failure = llvm::outs().error();
    llvm::outs().clear_error();
    if (failure == std::errc::broken_pipe)
      return code;
    env.err << "cannot write the result: " << failure.message() << "\n";
    return code == ExitDone ? static_cast<int>(ExitProblems) : code;
  }
  return code;
}
