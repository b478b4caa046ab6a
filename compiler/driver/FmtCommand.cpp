// SPDX-License-Identifier: Apache-2.0
/// \file
/// `adoptc fmt`: rule files in the canonical layout.
#include "compiler/ast/AstWriter.h"
#include "compiler/driver/Command.h"
#include "compiler/driver/CommonOptions.h"
#include "compiler/driver/OutputFile.h"
#include "compiler/syntax/ParseDriver.h"

using namespace adopter;
using namespace adopter::driver;

namespace {

class FmtCommand : public Command {
public:
  llvm::StringRef description() const override {
    return "Prints rule files in the one canonical layout.";
  }

  void registerOptions(OptionTable &options) override {
    options.addInputs("FILE.adr...", "rule files; `-` is standard input",
                      inputs);
    options.add(OptionGroup::Output, "in-place", 'i', "", "rewrite the files",
                &inPlace);
    options.add(OptionGroup::Output, "check", 0, "",
                "change nothing; report the files that would change, and\n"
                "exit with 1 if there are any",
                &checkOnly);
    diagnostics.addTo(options);
  }

  int run(DriverEnv &env, const OptionTable &) override {
    Messages messages(env, diagnostics);
    DiagnosticEngine &diags = messages.engine;
    if (inputs.empty())
      diags.report({}, DiagKind::no_input);
    if (inPlace && checkOnly)
      diags.report({}, DiagKind::incompatible_options, "--in-place", "--check");
    for (const std::string &path : inputs)
      if (inPlace && path == "-")
        diags.report({}, DiagKind::stdin_in_place);
    if (diags.hasErrors())
      return ExitUsage;
    for (const std::string &path : inputs)
      format(path, messages, env);
    return diags.hasErrors() ? ExitProblems : ExitDone;
  }

private:
  void format(const std::string &path, Messages &messages, DriverEnv &env) {
    llvm::Expected<FileId> file = messages.sources.read(path);
    if (!file) {
      messages.engine.report({}, DiagKind::cannot_read_file, path,
                             llvm::toString(file.takeError()));
      return;
    }
    ast::AstContext context;
    const ast::File *tree =
        parseFile(context, messages.sources, *file, messages.engine);
    if (!tree)
      return;
    std::string text = ast::writeFile(*tree);
    llvm::StringRef before = messages.sources.file(*file).text();
    bool isChanged = before != text;
    if (checkOnly) {
      if (isChanged)
        messages.engine.report({}, DiagKind::other_layout, path);
    } else if (!inPlace) {
      env.out << text;
    } else if (isChanged) {
      if (llvm::Error error = writeFile(path, text, before))
        messages.engine.report({}, DiagKind::cannot_write_file, path,
                               llvm::toString(std::move(error)));
    }
  }

  std::vector<std::string> inputs;
  bool inPlace = false;
  bool checkOnly = false;
  DiagnosticOptions diagnostics;
};

} // namespace

std::unique_ptr<Command> adopter::driver::makeFmtCommand() {
  return std::make_unique<FmtCommand>();
}
