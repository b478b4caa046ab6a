// SPDX-License-Identifier: Apache-2.0
/// \file
/// `adoptc compile`: rule files to a pack, or any stage on the way.
#include "compiler/Compiler.h"
#include "compiler/driver/Command.h"
#include "compiler/driver/OutputFile.h"
#include "compiler/driver/RuleSet.h"
#include "runtime/program/ProgramWriter.h"

using namespace adopter;
using namespace adopter::driver;

namespace {

class CompileCommand : public Command {
public:
  llvm::StringRef description() const override {
    return "Compiles rule files, together with the prelude, into a pack that "
           "`--pack FILE.adrp`\nloads; or prints a stage of that.";
  }

  void registerOptions(OptionTable &options) override {
    options.addInputs("FILE.adr...", "rule files", inputs);
    options.add(OptionGroup::Output, "output", 'o', "FILE.adrp",
                "write the pack to this file", &output);
    options.add(OptionGroup::Output, "emit", 0, "STAGE",
                "print tokens, ast, typed, predicates, automaton,\n"
                "templates or dot (the automaton as a graph)",
                Choice{{"tokens", "ast", "typed", "predicates", "automaton",
                        "templates", "dot"},
                       &stage});
    diagnostics.addTo(options);
    options.add(OptionGroup::Diagnostics, "werror", 0, "",
                "warnings are errors", &werror);
  }

  int run(DriverEnv &env, const OptionTable &options) override {
    Messages messages(env, diagnostics);
    messages.engine.setWarningsAsErrors(werror);
    bool emits = options.wasGiven("emit");
    if (inputs.empty()) {
      messages.engine.report({}, DiagKind::no_input);
      return ExitUsage;
    }
    if (emits == !output.empty()) {
      if (emits)
        messages.engine.report({}, DiagKind::incompatible_options, "--emit",
                               "--output");
      else
        messages.engine.report({}, DiagKind::no_output);
      return ExitUsage;
    }
    std::vector<FileId> files = readWithPrelude(inputs, messages);
    if (files.empty())
      return ExitProblems;
    if (emits) {
      bool isText = stage <= static_cast<unsigned>(Stage::Ast);
      llvm::ArrayRef<FileId> shown = files;
      emit(static_cast<Stage>(stage), isText ? shown.drop_front() : shown,
           messages.sources, messages.engine, env.out);
      return messages.engine.hasErrors() ? ExitProblems : ExitDone;
    }
    std::optional<program::Program> program =
        compile(files, messages.sources, messages.engine);
    if (!program || messages.engine.hasErrors())
      return ExitProblems;
    if (llvm::Error error =
            writeFile(output, program::writeProgram(*program))) {
      messages.engine.report({}, DiagKind::cannot_write_file, output,
                             llvm::toString(std::move(error)));
      return ExitProblems;
    }
    return ExitDone;
  }

private:
  std::vector<std::string> inputs;
  std::string output;
  unsigned stage = 0;
  bool werror = false;
  DiagnosticOptions diagnostics;
};

} // namespace

std::unique_ptr<Command> adopter::driver::makeCompileCommand() {
  return std::make_unique<CompileCommand>();
}
