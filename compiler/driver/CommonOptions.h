// SPDX-License-Identifier: Apache-2.0
/// \file
/// Groups of options that several commands share.
#ifndef ADOPTER_COMPILER_DRIVER_COMMONOPTIONS_H
#define ADOPTER_COMPILER_DRIVER_COMMONOPTIONS_H

#include "compiler/driver/DriverEnv.h"
#include "compiler/driver/Options.h"
#include "runtime/support/TextRenderer.h"

namespace adopter::driver {

/// `--color`.
struct DiagnosticOptions {
  unsigned colour = 0; // auto, always, never

  void addTo(OptionTable &options);
  bool wantsColour(bool terminalHasColours) const {
    return colour == 1 || (colour == 0 && terminalHasColours);
  }
};

/// Messages of a command that works on one thread: sources, renderer, engine.
class Messages {
public:
  Messages(DriverEnv &env, const DiagnosticOptions &options)
      : renderer(env.err, {options.wantsColour(env.errHasColours)}),
        engine(sources, renderer) {}

  SourceManager sources;
  TextRenderer renderer;
  DiagnosticEngine engine;
};

/// Which packs and rules take part: `--pack`, `--rules`, `--rule`.
struct RuleOptions {
  std::vector<std::string> packs;     // names of embedded ones, or files
  std::vector<std::string> ruleFiles; // .adr, compiled in process
  std::vector<std::string> rules;     // `pack/rule` or `rule`

  void addTo(OptionTable &options);
};

/// What is known of the run in which a model will be used.
struct TargetOptions {
  unsigned mode = 0; // any, training, inference
  std::string config;

  void addTo(OptionTable &options);
};

/// Python files of a command, and how many are worked on at once.
struct InputOptions {
  std::vector<std::string> inputs;
  unsigned threads = 0; // 0: one a core

  void addTo(OptionTable &options, llvm::StringRef help);
};

} // namespace adopter::driver

#endif // ADOPTER_COMPILER_DRIVER_COMMONOPTIONS_H
