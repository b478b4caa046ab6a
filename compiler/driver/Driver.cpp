// SPDX-License-Identifier: Apache-2.0
#include "compiler/driver/Driver.h"
#include "compiler/driver/Command.h"
#include "compiler/sema/Suggest.h"
#include "runtime/support/TextRenderer.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/FileSystem.h"
#include <optional>

using namespace adopter;
using namespace adopter::driver;

static constexpr llvm::StringLiteral CommandNames[] = {
#define ADOPTER_COMMAND(Class, Name, Summary) Name,
#include "compiler/driver/Commands.def"
};

std::unique_ptr<Command> adopter::driver::makeCommand(llvm::StringRef name) {
#define ADOPTER_COMMAND(Class, Name, Summary)                                  \
  if (name == Name)                                                            \
    return make##Class();
#include "compiler/driver/Commands.def"
  return nullptr;
}

static void printHelp(llvm::raw_ostream &out) {
  out << "adoptc puts specialised kernels into PyTorch model code.\n\n"
         "Usage: adoptc [command] [options] FILE...\n\n"
         "Commands:\n";
#define ADOPTER_COMMAND(Class, Name, Summary)                                  \
  out << "  " << llvm::StringRef(Name);                                        \
  out.indent(static_cast<unsigned>(10 - llvm::StringRef(Name).size()));        \
  out << llvm::StringRef(Summary) << "\n";
#include "compiler/driver/Commands.def"
  out << "\n`adoptc COMMAND --help` lists the options of a command.\n"
         "`adoptc --version` prints the version.\n\n"
         "Exit codes: 0 done; 1 problems in the input were reported, or "
         "`--check` found\nchanges; 2 wrong usage; 3 internal error.\n";
}

static void printCommandHelp(llvm::raw_ostream &out, llvm::StringRef name,
                             const Command &command,
                             const OptionTable &options) {
  out << "Usage: adoptc " << name << " [options] " << options.usage() << "\n\n"
      << command.description() << "\n";
  options.printHelp(out);
}

static void printVersion(llvm::raw_ostream &out) {
  out << "adoptc " << ADOPTER_VERSION << " (LLVM Support "
      << LLVM_VERSION_STRING << ")\n";
}

/// `name` was written where a command stands, but is more likely one misspelt
/// than a file: there is no such file, and it looks like no path.
static llvm::StringRef misspeltCommand(llvm::StringRef name) {
  if (name.find_first_of("./\\*") != name.npos || name == "-" ||
      llvm::sys::fs::exists(name))
    return {};
  return sema::suggest(name, CommandNames);
}

int adopter::driver::runDriver(llvm::ArrayRef<llvm::StringRef> args,
                               DriverEnv &env) {
  SourceManager noSources;
  TextRenderer renderer(env.err, {env.errHasColours});
  DiagnosticEngine diags(noSources, renderer);

  llvm::StringRef name = "apply";
  bool isNamed = false;
  if (!args.empty() && !args[0].starts_with("-")) {
    for (llvm::StringRef known : CommandNames)
      isNamed |= known == args[0];
    if (isNamed) {
      name = args[0];
      args = args.drop_front();
    } else if (llvm::StringRef best = misspeltCommand(args[0]); !best.empty()) {
      diags.report({}, DiagKind::misspelt_command, args[0], best);
      return ExitUsage;
    }
  }
  if (!isNamed && args.empty()) {
    printHelp(env.err);
    return ExitUsage;
  }
  if (!isNamed && (args[0] == "--help" || args[0] == "-h")) {
    printHelp(env.out);
    return ExitDone;
  }
  if (!isNamed && args[0] == "--version") {
    printVersion(env.out);
    return ExitDone;
  }

  std::unique_ptr<Command> command = makeCommand(name);
  OptionTable options(name);
  command->registerOptions(options);
  bool wantsHelp = false;
  options.add(OptionGroup::Debugging, "help", 'h', "", "print this help",
              &wantsHelp);
  if (!options.parse(args, diags))
    return ExitUsage;
  if (wantsHelp) {
    printCommandHelp(env.out, name, *command, options);
    return ExitDone;
  }
  return command->run(env, options);
}
