// SPDX-License-Identifier: Apache-2.0
/// \file
/// `adoptc check`: everything that can be said of rule files without a model.
#include "compiler/Compiler.h"
#include "compiler/driver/Command.h"
#include "compiler/driver/RuleSet.h"
#include "runtime/support/VerifyConsumer.h"

using namespace adopter;
using namespace adopter::driver;

namespace {

class CheckCommand : public Command {
public:
  llvm::StringRef description() const override {
    return "Checks rule files: syntax, names and signatures, each rule on its "
           "own, then the\nset of them (rules that shadow each other, "
           "rewrites that are matched again).";
  }

  void registerOptions(OptionTable &options) override {
    options.addInputs("FILE.adr...", "rule files", inputs);
    diagnostics.addTo(options);
    options.add(OptionGroup::Diagnostics, "werror", 0, "",
                "warnings are errors", &werror);
    options.add(OptionGroup::Debugging, "verify", 0, "",
                "compare the messages with the `expected-` comments of the\n"
                "files",
                &verify);
  }

  int run(DriverEnv &env, const OptionTable &) override {
    Messages messages(env, diagnostics);
    messages.engine.setWarningsAsErrors(werror);
    if (inputs.empty()) {
      messages.engine.report({}, DiagKind::no_input);
      return ExitUsage;
    }
    std::vector<FileId> files = readWithPrelude(inputs, messages);
    if (files.empty())
      return ExitProblems;
    if (verify) {
      VerifyConsumer seen;
      DiagnosticEngine engine(messages.sources, seen);
      engine.setWarningsAsErrors(werror);
      check(files, messages.sources, engine);
      seen.verify(messages.sources, llvm::ArrayRef(files).drop_front(),
                  messages.engine);
    } else {
      check(files, messages.sources, messages.engine);
    }
    return messages.engine.hasErrors() ? ExitProblems : ExitDone;
  }

private:
  std::vector<std::string> inputs;
  bool werror = false;
  bool verify = false;
  DiagnosticOptions diagnostics;
};

} // namespace

std::unique_ptr<Command> adopter::driver::makeCheckCommand() {
  return std::make_unique<CheckCommand>();
}
