// SPDX-License-Identifier: Apache-2.0
/// \file
/// `adoptc show NAME`: a rule with its kernels, a kernel, or an operation.
#include "compiler/RulePrinter.h"
#include "compiler/driver/Command.h"
#include "compiler/driver/RuleSet.h"
#include "compiler/sema/Suggest.h"
#include "runtime/program/ExprPrinter.h"

using namespace adopter;
using namespace adopter::driver;
using namespace adopter::program;

namespace {
class ShowCommand : public Command {
public:
  llvm::StringRef description() const override {
    return "Shows rules (`rule` or `pack/rule`), kernels and operations by "
           "name: what they\nmatch, write, and ask for.";
  }

  void registerOptions(OptionTable &options) override {
    options.addInputs("NAME...", "rules, kernels, or operations", names);
    rules.addTo(options);
    diagnostics.addTo(options);
  }

  int run(DriverEnv &env, const OptionTable &) override {
    Messages messages(env, diagnostics);
    if (names.empty()) {
      messages.engine.report({}, DiagKind::no_name);
      return ExitUsage;
    }
    std::optional<RuleSet> set = RuleSet::load(rules, messages);
    if (!set)
      return ExitProblems;
    for (const std::string &name : names)
      if (!show(name, *set, env.out))
        notFound(name, *set, messages);
    return messages.engine.hasErrors() ? ExitProblems : ExitDone;
  }

private:
  static std::string fullName(const Program &program, const Rule &rule) {
    return (program.text(program.packs[rule.pack].name) + "/" +
            program.text(rule.name))
        .str();
  }

  /// `name` is `qualified` or its last components.
  static bool isName(llvm::StringRef qualified, llvm::StringRef name) {
    return qualified == name ||
           (qualified.ends_with(name) &&
            qualified.drop_back(name.size()).ends_with("."));
  }

  bool show(llvm::StringRef name, const RuleSet &set, llvm::raw_ostream &out) {
    bool found = false;
    for (const RuleSelection &selection : set.selections()) {
      const Program &program = *selection.program;
      for (unsigned index : selection.enabledRules.set_bits()) {
        const Rule &rule = program.rules[RuleId(index)];
        if (program.text(rule.name) != name && fullName(program, rule) != name)
          continue;
        out << "// " << fullName(program, rule) << ", " << rule.span.path << ":"
            << rule.span.line << "\n";
        printRule(program, RuleId(index), out);
        found = true;
      }
      for (const Kernel &kernel : program.kernels)
        if (isName(program.text(kernel.name), name)) {
          showKernel(program, kernel, out);
          found = true;
        }
      if (const Program::SpellingRef *spelling =
              program.findSpelling(program.symbols->find(name))) {
        showOp(program, program.ops[spelling->op], out);
        found = true;
      }
    }
    return found;
  }

  static void list(const Program &program, llvm::raw_ostream &out,
                   llvm::StringRef title, llvm::ArrayRef<SymbolId> symbols) {
    if (symbols.empty())
      return;
    out << "  " << title;
    llvm::StringRef separator = " ";
    for (SymbolId symbol : symbols) {
      out << separator << program.text(symbol);
      separator = ", ";
    }
    out << "\n";
  }

  static void showParameters(const Program &program,
                             llvm::ArrayRef<Parameter> parameters,
                             llvm::raw_ostream &out) {
    out << "(";
    for (const Parameter &parameter : parameters) {
      if (&parameter != parameters.begin())
        out << ", ";
      if (parameter.kind == ParameterKind::VarPositional)
        out << "*";
      if (parameter.kind == ParameterKind::VarKeyword)
        out << "**";
      out << program.text(parameter.name);
      if (parameter.defaultValue.isValid()) {
        out << " = ";
        printExpr(program, nullptr, parameter.defaultValue, out);
      }
    }
    out << ")";
  }

  static void showDocumentation(llvm::StringRef text, llvm::raw_ostream &out) {
    for (; !text.empty(); text = text.split('\n').second)
      out << "/// " << text.split('\n').first.trim() << "\n";
  }

  static void showKernel(const Program &program, const Kernel &kernel,
                         llvm::raw_ostream &out) {
    showDocumentation(kernel.documentation, out);
    out << "kernel " << program.text(kernel.name);
    showParameters(program, kernel.parameters, out);
    out << " {\n  import \"from " << kernel.importModule << " import "
        << kernel.importName << "\"\n";
    for (const std::string &package : kernel.packages)
      out << "  requires package \"" << package << "\"\n";
    out << "  device ";
    if (kernel.devices.empty())
      out << "any";
    for (const std::string &device : kernel.devices)
      out << (&device == &kernel.devices.front() ? "" : ", ") << device;
    out << "\n";
    list(program, out, "dtypes", kernel.dtypes);
    out << "  modes"
        << (kernel.training
                ? kernel.inference ? " training, inference" : " training"
                : " inference")
        << "\n";
    if (kernel.allGradients)
      out << "  gradients all\n";
    else if (kernel.gradients.empty())
      out << "  gradients none\n";
    list(program, out, "gradients", kernel.gradients);
    if (kernel.mutates.empty() && !kernel.mutatesGradient)
      out << "  mutates nothing\n";
    list(program, out, "mutates", kernel.mutates);
    if (kernel.mutatesGradient)
      out << "  mutates gradient\n";
    if (kernel.deterministic)
      out << "  deterministic\n";
    for (const auto &[key, value] : kernel.notes)
      out << "  " << key << " " << value << "\n";
    out << "}\n";
  }

  static void showOp(const Program &program, const OpDecl &op,
                     llvm::raw_ostream &out) {
    out << "op " << program.text(op.name);
    showParameters(program, op.parameters, out);
    out << " {\n";
    for (const Spelling &spelling : op.spellings) {
      out << "  also " << program.text(spelling.name);
      showParameters(program, spelling.parameters, out);
      for (const auto &[parameter, value] : spelling.derived) {
        out << (&parameter == &spelling.derived.front().first ? " with " : ", ")
            << program.text(parameter) << " = ";
        printExpr(program, nullptr, value, out);
      }
      out << "\n";
    }
    list(program, out, "operator", op.operators);
    if (op.commutative)
      out << "  commutative "
          << program.text(op.parameters[op.commutative->first].name) << ", "
          << program.text(op.parameters[op.commutative->second].name) << "\n";
    list(program, out, "mutates", op.mutates);
    list(program, out, "aliases", op.aliases);
    if (op.pure)
      out << "  pure\n";
    if (op.module) {
      out << "  module ";
      showParameters(program, op.module->callParameters, out);
      if (op.module->forward.isValid()) {
        out << " = ";
        printExpr(program, nullptr, op.module->forward, out);
      }
      out << "\n";
      list(program, out, "attributes", op.module->attributes);
    }
    out << "}\n";
  }

  static void notFound(llvm::StringRef name, const RuleSet &set,
                       Messages &messages) {
    std::vector<std::string> known;
    for (const RuleSelection &selection : set.selections()) {
      const Program &program = *selection.program;
      for (const Rule &rule : program.rules) {
        known.push_back(fullName(program, rule));
        known.push_back(program.text(rule.name).str());
      }
      for (const Kernel &kernel : program.kernels)
        known.push_back(program.text(kernel.name).str());
      for (const OpDecl &op : program.ops)
        known.push_back(program.text(op.name).str());
    }
    std::vector<llvm::StringRef> candidates(known.begin(), known.end());
    llvm::StringRef best = sema::suggest(name, candidates);
    if (best.empty())
      messages.engine.report({}, DiagKind::no_such_name, name);
    else
      messages.engine.report({}, DiagKind::misspelt_name, name, best);
  }

  std::vector<std::string> names;
  RuleOptions rules;
  DiagnosticOptions diagnostics;
};
} // namespace

std::unique_ptr<Command> adopter::driver::makeShowCommand() {
  return std::make_unique<ShowCommand>();
}
