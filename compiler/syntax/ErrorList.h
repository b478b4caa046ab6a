// SPDX-License-Identifier: Apache-2.0
/// \file
/// The syntax errors of one file: collected from all passes, then reported in
/// the order of the text, one a place, not too many.
#ifndef ADOPTER_COMPILER_SYNTAX_ERRORLIST_H
#define ADOPTER_COMPILER_SYNTAX_ERRORLIST_H

#include "runtime/support/DiagnosticEngine.h"

namespace adopter::syntax {

class ErrorList {
public:
  /// More than this many errors say nothing new.
  static constexpr size_t Limit = 50;

  /// The diagnostic can be given notes and fix-its until the next `add`.
  template <typename... Args>
  Diagnostic &add(SourceRange range, DiagKind kind, const Args &...args) {
    diagnostics.push_back(
        DiagnosticEngine::make(range, kind, {DiagnosticEngine::text(args)...}));
    return diagnostics.back();
  }
  bool hasErrors() const;
  bool isFull() const { return diagnostics.size() >= Limit; }
  /// Reports everything to `diags` and forgets it.
  void flush(DiagnosticEngine &diags);

private:
  std::vector<Diagnostic> diagnostics;
};

} // namespace adopter::syntax

#endif // ADOPTER_COMPILER_SYNTAX_ERRORLIST_H
