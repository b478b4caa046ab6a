// SPDX-License-Identifier: Apache-2.0
/// \file
/// How calls of declared ops are written in the architecture notation: what the
/// model, which knows no declarations, must be told to print them well.
#ifndef ADOPTER_RUNTIME_MODEL_CALLNOTATION_H
#define ADOPTER_RUNTIME_MODEL_CALLNOTATION_H

#include "runtime/model/Architecture.h"
#include <string>
#include <vector>

namespace adopter::model {

/// One declared op.
struct CallNotation {
  static constexpr uint32_t None = 0xFFFFFFFFu;
  /// "+", "neg", "[]"...: the operator that means the op; empty: none.
  std::string operatorToken;
  /// Leading parameters that are written without their name.
  uint32_t positional = 0;
  /// Index of the `*args` and `**kwargs` parameter.
  uint32_t varArgs = None;
  uint32_t varKeywords = None;
  /// Text of each parameter's default; empty: none, or not a literal or name.
  std::vector<std::string> defaults;
  /// It always writes to an argument: no need to say so.
  bool mutates = false;
};

/// Indexed by DeclIndex; may be short: what is not in it is written in full.
using CallNotations = std::vector<CallNotation>;

} // namespace adopter::model

#endif // ADOPTER_RUNTIME_MODEL_CALLNOTATION_H
