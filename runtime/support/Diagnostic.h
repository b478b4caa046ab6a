// SPDX-License-Identifier: Apache-2.0
/// \file
/// A message for the user as data: kind, place, text, notes and fix-its.
///
/// In: `DiagnosticEngine::report`. Out: a `DiagnosticConsumer` (TextRenderer,
/// JsonRenderer, VerifyConsumer). Every text stands in Diagnostics.def.
#ifndef ADOPTER_RUNTIME_SUPPORT_DIAGNOSTIC_H
#define ADOPTER_RUNTIME_SUPPORT_DIAGNOSTIC_H

#include "runtime/support/Source.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace adopter {

enum class Severity : uint8_t { Error, Warning, Note, Remark };

/// "error", "warning", "note", "remark".
llvm::StringRef severityName(Severity severity);

/// Every message the program can print about a source text.
enum class DiagKind : uint16_t {
#define ADOPTER_DIAG(name, severity, text) name,
#include "runtime/support/Diagnostics.def"
};

/// Stable name, as printed in brackets.
llvm::StringRef diagName(DiagKind kind);
Severity diagSeverity(DiagKind kind);
/// Text with `{0}`, `{1}`... where arguments go.
llvm::StringRef diagText(DiagKind kind);

/// Replacement of a range that would cure a diagnostic.
struct FixIt {
  SourceRange range;
  std::string replacement;
};

struct Diagnostic {
  DiagKind kind;
  Severity severity;
  SourceRange range; // invalid: the message is about no place
  std::string message;
  std::vector<FixIt> fixIts;
  std::vector<Diagnostic> notes;
};

/// Receives finished diagnostics.
class DiagnosticConsumer {
public:
  virtual ~DiagnosticConsumer() = default;
  virtual void handle(const Diagnostic &diagnostic,
                      const SourceManager &sources) = 0;
};

} // namespace adopter

#endif // ADOPTER_RUNTIME_SUPPORT_DIAGNOSTIC_H
