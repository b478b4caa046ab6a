// SPDX-License-Identifier: Apache-2.0
/// \file
/// One subcommand: what it is called, which options it has, what it does.
///
/// A command object is made for one run; its options are its members.
#ifndef ADOPTER_COMPILER_DRIVER_COMMAND_H
#define ADOPTER_COMPILER_DRIVER_COMMAND_H

#include "compiler/driver/DriverEnv.h"
#include "compiler/driver/Options.h"
#include <memory>

namespace adopter::driver {

class Command {
public:
  virtual ~Command() = default;

  /// Paragraphs that `--help` shows below the usage line.
  virtual llvm::StringRef description() const = 0;
  virtual void registerOptions(OptionTable &options) = 0;
  /// Runs with the options set. \return an ExitCode.
  virtual int run(DriverEnv &env, const OptionTable &options) = 0;
};

/// Makes the command of that name of Commands.def; null: there is none.
std::unique_ptr<Command> makeCommand(llvm::StringRef name);

// One for each line of Commands.def, defined in the command's file.
#define ADOPTER_COMMAND(Class, Name, Summary)                                  \
  std::unique_ptr<Command> make##Class();
#include "compiler/driver/Commands.def"

} // namespace adopter::driver

#endif // ADOPTER_COMPILER_DRIVER_COMMAND_H
