// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a user says of the run in which a model will be used, and which rules
/// may match.
#ifndef ADOPTER_RUNTIME_MATCH_MATCHOPTIONS_H
#define ADOPTER_RUNTIME_MATCH_MATCHOPTIONS_H

#include "runtime/match/Guards.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"
#include <optional>

namespace adopter::match {

/// `--for training` or `--for inference`.
enum class Mode : uint8_t { Any, Training, Inference };

/// Values of a configuration by key, `a.b` for nested ones.
using ConfigFacts = llvm::StringMap<Literal>;

/// Reads the text of a `config.json`; lists, which no rule asks for, are left
/// out.
llvm::Expected<ConfigFacts> parseConfig(llvm::StringRef json);

struct MatchOptions {
  /// Indexed by RuleId; empty: all rules.
  llvm::BitVector enabledRules;
  Mode mode = Mode::Any;
  /// `--config`: what may be taken as known of the model's configuration.
  ConfigFacts config;
  /// Installed Python packages by lower-case name, version as value; none: not
  /// known, `has_package` then counts as proved, since the import that a patch
  /// adds is what finds out.
  std::optional<llvm::StringMap<std::string>> packages;
  /// States that may be visited from one root before the search is cut.
  unsigned maxSteps = 20000;
};

} // namespace adopter::match

#endif // ADOPTER_RUNTIME_MATCH_MATCHOPTIONS_H
