// SPDX-License-Identifier: Apache-2.0
#include "compiler/driver/CommonOptions.h"

using namespace adopter;
using namespace adopter::driver;

void DiagnosticOptions::addTo(OptionTable &options) {
  options.add(OptionGroup::Diagnostics, "color", 0, "WHEN",
              "colours in messages: auto (default), always, never",
              Choice{{"auto", "always", "never"}, &colour});
}

void RuleOptions::addTo(OptionTable &options) {
  options.add(OptionGroup::Rules, "pack", 'p', "PACK",
              "use this pack: the name of an embedded one, or a file\n"
              "FILE.adrp; repeatable (default: all embedded packs)",
              &packs);
  options.add(OptionGroup::Rules, "rules", 0, "FILE",
              "use the rules of FILE.adr; repeatable", &ruleFiles);
  options.add(OptionGroup::Rules, "rule", 0, "RULE",
              "use only this rule, written `rule` or `pack/rule`;\n"
              "repeatable",
              &rules);
}

void TargetOptions::addTo(OptionTable &options) {
  options.add(OptionGroup::Rules, "for", 0, "MODE",
              "what the model is for: training, inference, or any\n"
              "(default)",
              Choice{{"any", "training", "inference"}, &mode});
  options.add(OptionGroup::Rules, "config", 0, "FILE",
              "config.json of the model: its values count as known", &config);
}

void InputOptions::addTo(OptionTable &options, llvm::StringRef help) {
  options.addInputs("FILE...", help, inputs);
  options.add(OptionGroup::Input, "jobs", 'j', "N",
              "work on N files at once; 0 (default): one a core", &threads);
}
