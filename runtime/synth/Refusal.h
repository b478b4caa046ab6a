// SPDX-License-Identifier: Apache-2.0
/// \file
/// Why a match is not applied: the first reason found, as text from
/// Diagnostics.def.
#ifndef ADOPTER_RUNTIME_SYNTH_REFUSAL_H
#define ADOPTER_RUNTIME_SYNTH_REFUSAL_H

#include "runtime/support/DiagnosticEngine.h"

namespace adopter::synth {

/// The text of `kind` with its arguments.
template <typename... Args>
std::string reasonText(DiagKind kind, const Args &...args) {
  return DiagnosticEngine::make({}, kind, {DiagnosticEngine::text(args)...})
      .message;
}

class Refusal {
public:
  /// Keeps the reason if it is the first; returns false, so that
  /// `return refusal.because(...)` fails a bool function.
  template <typename... Args> bool because(DiagKind kind, const Args &...args) {
    if (reason.empty())
      reason =
          DiagnosticEngine::make({}, kind, {DiagnosticEngine::text(args)...})
              .message;
    return false;
  }
  bool because(std::string text) {
    if (reason.empty())
      reason = std::move(text);
    return false;
  }
  bool isSet() const { return !reason.empty(); }
  const std::string &text() const { return reason; }

private:
  std::string reason;
};

} // namespace adopter::synth

#endif // ADOPTER_RUNTIME_SYNTH_REFUSAL_H
