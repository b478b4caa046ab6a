// SPDX-License-Identifier: Apache-2.0
#include "compiler/syntax/ErrorList.h"
#include "llvm/ADT/STLExtras.h"

using namespace adopter;
using namespace adopter::syntax;

bool ErrorList::hasErrors() const {
  return llvm::any_of(diagnostics, [](const Diagnostic &d) {
    return d.severity == Severity::Error;
  });
}

void ErrorList::flush(DiagnosticEngine &diags) {
  llvm::stable_sort(diagnostics, [](const Diagnostic &a, const Diagnostic &b) {
    return a.range.begin < b.range.begin;
  });
  // What two passes say of one place is one mistake, and the first pass knows
  // more about it.
  auto end = std::unique(diagnostics.begin(), diagnostics.end(),
                         [](const Diagnostic &a, const Diagnostic &b) {
                           return a.range.begin == b.range.begin;
                         });
  size_t count = end - diagnostics.begin();
  for (size_t i = 0; i < std::min(count, Limit); ++i) {
    if (i + 1 == Limit)
      diags.report(diagnostics[i].range, DiagKind::too_many_syntax_errors);
    else
      diags.emit(std::move(diagnostics[i]));
  }
  diagnostics.clear();
}
