// SPDX-License-Identifier: Apache-2.0
/// \file
/// `adoptc lift`: the architecture of Python files, or of its own output.
#include "compiler/arch/ArchBuilder.h"
#include "compiler/arch/Notation.h"
#include "compiler/driver/Command.h"
#include "compiler/driver/RuleSet.h"
#include "compiler/syntax/ParseDriver.h"
#include "runtime/lift/Lifter.h"
#include "runtime/model/ArchitectureEqual.h"
#include "runtime/model/ArchitecturePrinter.h"
#include "runtime/model/ArchitectureVerifier.h"

using namespace adopter;
using namespace adopter::driver;

namespace {

class LiftCommand : public Command {
public:
  llvm::StringRef description() const override {
    return "Prints what adoptc understands of each file: classes with their "
           "members, methods as\nsingle operations with canonical names. The "
           "output is in the notation of rules; a\nfile FILE.adr with it is "
           "read back.";
  }

  void registerOptions(OptionTable &options) override {
    options.addInputs("FILE...", "Python files, or architectures FILE.adr",
                      inputs);
    options.add(OptionGroup::Input, "class", 0, "NAME", "only this class",
                &print.onlyClass);
    options.add(OptionGroup::Input, "method", 0, "NAME",
                "only methods and functions of this name", &print.onlyMethod);
    rules.addTo(options);
    options.add(OptionGroup::Output, "remarks", 0, "",
                "list what was not understood instead", &remarks);
    diagnostics.addTo(options);
    options.add(OptionGroup::Debugging, "verify", 0, "",
                "check that the architecture is well formed and that its\n"
                "text reads back to an equal one",
                &verify);
  }

  int run(DriverEnv &env, const OptionTable &) override {
    Messages messages(env, diagnostics);
    if (inputs.empty()) {
      messages.engine.report({}, DiagKind::no_input);
      return ExitUsage;
    }
    std::optional<RuleSet> set = RuleSet::load(rules, messages);
    if (!set)
      return ExitProblems;
    const program::Program &program = set->vocabulary();
    model::CallNotations notations = arch::callNotations(program);
    bool isFirst = true;
    for (const std::string &path : inputs) {
      ast::AstContext context; // of this file: its trees are not kept
      auto arch = read(path, program, context, messages);
      if (!arch)
        continue;
      if (verify)
        check(path, *arch, program, notations, messages);
      if (remarks) {
        for (const model::Remark &remark : arch->remarks)
          messages.engine.report(remark.range, DiagKind::not_understood,
                                 remark.kind, remark.text);
        continue;
      }
      if (!isFirst)
        env.out << "\n";
      isFirst = false;
      model::printArchitecture(env.out, *arch, notations, print);
    }
    return messages.engine.hasErrors() ? ExitProblems : ExitDone;
  }

private:
  /// The architecture of the file, or null after a diagnostic.
  std::unique_ptr<model::Architecture> read(llvm::StringRef path,
                                            const program::Program &program,
                                            ast::AstContext &context,
                                            Messages &messages) {
    llvm::Expected<FileId> file = messages.sources.read(path);
    if (!file) {
      messages.engine.report({}, DiagKind::cannot_read_file, path,
                             llvm::toString(file.takeError()));
      return nullptr;
    }
    if (path.ends_with(".adr")) {
      const ast::File *tree =
          parseFile(context, messages.sources, *file, messages.engine);
      return tree ? arch::buildArchitecture(*tree, program, messages.engine)
                  : nullptr;
    }
    auto source = python::PySource::parse(*file, messages.engine);
    return source ? lift::lift(*source, program) : nullptr;
  }

  /// What is wrong here is a mistake of ours, or of the notation's.
  void check(llvm::StringRef path, const model::Architecture &arch,
             const program::Program &program,
             const model::CallNotations &notations, Messages &messages) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    if (!model::verifyArchitecture(arch, stream)) {
      messages.engine.report({}, DiagKind::architecture_broken, path, text);
      return;
    }
    model::printArchitecture(stream, arch, notations);
    FileId file = messages.sources.add((path + " (lifted)").str(), text);
    ast::AstContext context;
    const ast::File *tree =
        parseFile(context, messages.sources, file, messages.engine);
    if (!tree)
      return;
    auto again = arch::buildArchitecture(*tree, program, messages.engine);
    if (auto difference = model::firstDifference(arch, *again))
      messages.engine.report({}, DiagKind::architecture_differs, path,
                             *difference);
  }

  std::vector<std::string> inputs;
  model::PrintOptions print;
  RuleOptions rules;
  DiagnosticOptions diagnostics;
  bool remarks = false;
  bool verify = false;
};

} // namespace

std::unique_ptr<Command> adopter::driver::makeLiftCommand() {
  return std::make_unique<LiftCommand>();
}
