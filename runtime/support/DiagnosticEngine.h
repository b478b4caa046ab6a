// SPDX-License-Identifier: Apache-2.0
/// \file
/// Where diagnostics are reported: builds the message from Diagnostics.def,
/// counts, and hands it to the consumer.
///
///   diags.report(range, DiagKind::unbound_metavariable, name)
///       .note(other, DiagKind::note_declared_here, name)
///       .fixIt(range, "$h");
#ifndef ADOPTER_RUNTIME_SUPPORT_DIAGNOSTICENGINE_H
#define ADOPTER_RUNTIME_SUPPORT_DIAGNOSTICENGINE_H

#include "runtime/support/Diagnostic.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"

namespace adopter {

class DiagnosticEngine;

/// A diagnostic under construction; emitted when the builder dies. Converts to
/// false so that `return diags.report(...)` fails a bool function.
class DiagnosticBuilder {
public:
  DiagnosticBuilder(DiagnosticEngine &engine, Diagnostic diagnostic)
      : engine(&engine), diagnostic(std::move(diagnostic)) {}
  DiagnosticBuilder(DiagnosticBuilder &&other)
      : engine(other.engine), diagnostic(std::move(other.diagnostic)) {
    other.engine = nullptr;
  }
  DiagnosticBuilder(const DiagnosticBuilder &) = delete;
  DiagnosticBuilder &operator=(const DiagnosticBuilder &) = delete;
  ~DiagnosticBuilder();

  /// Attaches a note; the kind must be a Note of Diagnostics.def.
  template <typename... Args>
  DiagnosticBuilder &&note(SourceRange range, DiagKind kind,
                           const Args &...args) &&;
  DiagnosticBuilder &&fixIt(SourceRange range, llvm::StringRef text) &&;
  operator bool() const { return false; }

private:
  DiagnosticEngine *engine;
  Diagnostic diagnostic;
};

class DiagnosticEngine {
public:
  /// \param consumer receives each diagnostic as it is finished; not owned.
  DiagnosticEngine(const SourceManager &sources, DiagnosticConsumer &consumer)
      : sources(sources), consumer(consumer) {}

  /// Reports `kind` at `range`; each argument replaces `{0}`, `{1}`...
  /// Arguments are names, numbers or source text, never English.
  template <typename... Args>
  DiagnosticBuilder report(SourceRange range, DiagKind kind,
                           const Args &...args) {
    return DiagnosticBuilder(*this, make(range, kind, {text(args)...}));
  }

  unsigned errorCount() const { return errors; }
  unsigned warningCount() const { return warnings; }
  bool hasErrors() const { return errors != 0; }
  /// Warnings count and print as errors.
  void setWarningsAsErrors(bool on) { warningsAsErrors = on; }
  const SourceManager &sourceManager() const { return sources; }

  /// Counts and forwards a finished diagnostic.
  void emit(Diagnostic diagnostic);

  static Diagnostic make(SourceRange range, DiagKind kind,
                         std::initializer_list<std::string> args);
  static std::string text(llvm::StringRef value) { return value.str(); }
  static std::string text(const char *value) { return value; }
  static std::string text(const std::string &value) { return value; }
  template <typename T>
    requires std::is_integral_v<T>
  static std::string text(T value) {
    return std::to_string(value);
  }

private:
  const SourceManager &sources;
  DiagnosticConsumer &consumer;
  unsigned errors = 0;
  unsigned warnings = 0;
  bool warningsAsErrors = false;
};

template <typename... Args>
DiagnosticBuilder &&DiagnosticBuilder::note(SourceRange range, DiagKind kind,
                                            const Args &...args) && {
  diagnostic.notes.push_back(
      DiagnosticEngine::make(range, kind, {DiagnosticEngine::text(args)...}));
  return std::move(*this);
}

} // namespace adopter

#endif // ADOPTER_RUNTIME_SUPPORT_DIAGNOSTICENGINE_H
