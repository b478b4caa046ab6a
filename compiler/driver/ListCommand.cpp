// SPDX-License-Identifier: Apache-2.0
/// \file
/// `adoptc list`: packs and their rules.
#include "compiler/driver/Command.h"
#include "compiler/driver/RuleSet.h"
#include "llvm/Support/JSON.h"

using namespace adopter;
using namespace adopter::driver;
using namespace adopter::program;

namespace {

class ListCommand : public Command {
public:
  llvm::StringRef description() const override {
    return "Lists the rules of the embedded packs, or of those that options "
           "name, with the first\nsentence of what each says of itself.";
  }

  void registerOptions(OptionTable &options) override {
    rules.addTo(options);
    options.add(OptionGroup::Output, "format", 0, "FORM",
                "text (default), or jsonl: one JSON object a rule",
                Choice{{"text", "jsonl"}, &format});
    diagnostics.addTo(options);
  }

  int run(DriverEnv &env, const OptionTable &) override {
    Messages messages(env, diagnostics);
    std::optional<RuleSet> set = RuleSet::load(rules, messages);
    if (!set)
      return ExitProblems;
    for (const RuleSelection &selection : set->selections()) {
      const Program &program = *selection.program;
      size_t width = 0;
      for (unsigned i : selection.enabledRules.set_bits())
        width = std::max(width, nameOf(program, RuleId(i)).size());
      PackId pack;
      for (unsigned i : selection.enabledRules.set_bits()) {
        if (format == 1) {
          printJson(program, RuleId(i), env.out);
          continue;
        }
        const Rule &rule = program.rules[RuleId(i)];
        if (rule.pack != pack)
          printPack(program, rule.pack, env.out);
        pack = rule.pack;
        std::string name = nameOf(program, RuleId(i));
        std::string doc = firstSentence(rule.documentation);
        env.out << "  " << name;
        if (!doc.empty())
          env.out.indent(static_cast<unsigned>(width - name.size() + 2)) << doc;
        env.out << "\n";
      }
    }
    return ExitDone;
  }

private:
  /// Up to the first full stop, on one line and of bearable length.
  static std::string firstSentence(llvm::StringRef text) {
    std::string sentence;
    for (char c : text.trim()) {
      if (!sentence.empty() && sentence.back() == '.' &&
          (c == ' ' || c == '\n'))
        break;
      sentence += c == '\n' ? ' ' : c;
    }
    constexpr size_t longest = 100;
    if (sentence.size() > longest) {
      sentence.resize(sentence.rfind(' ', longest - 3));
      sentence += "...";
    }
    return sentence;
  }
  static std::string nameOf(const Program &program, RuleId rule) {
    return (program.text(program.packs[program.rules[rule].pack].name) + "/" +
            program.text(program.rules[rule].name))
        .str();
  }

  static void printPack(const Program &program, PackId id,
                        llvm::raw_ostream &out) {
    const Pack &pack = program.packs[id];
    out << program.text(pack.name);
    if (!pack.version.empty())
      out << " " << pack.version;
    if (std::string doc = firstSentence(pack.documentation); !doc.empty())
      out << ": " << doc;
    out << "\n";
  }

  static void printJson(const Program &program, RuleId id,
                        llvm::raw_ostream &out) {
    const Rule &rule = program.rules[id];
    const Pack &pack = program.packs[rule.pack];
    llvm::json::OStream json(out);
    json.object([&] {
      json.attribute("rule", program.text(rule.name));
      json.attribute("pack", program.text(pack.name));
      json.attribute("version", pack.version);
      json.attribute("documentation", rule.documentation);
    });
    out << "\n";
  }

  RuleOptions rules;
  unsigned format = 0;
  DiagnosticOptions diagnostics;
};

} // namespace

std::unique_ptr<Command> adopter::driver::makeListCommand() {
  return std::make_unique<ListCommand>();
}
