// SPDX-License-Identifier: Apache-2.0
/// \file
/// Collects diagnostics and compares them with the comments of the sources, as
/// clang's -verify does.
///
///   x = $q  // expected-error {{metavariable `$q` is not bound}}
///   # expected-warning@+1 2 {{overlaps}}     next line, twice
///   # expected-note@3 1+ {{declared here}}   line 3, at least once
///   # expected-error@* {{cannot read}}       any place, or none
///   # expected-no-diagnostics                the file is clean
///
/// The text is a part of `message [name]`; more than two braces may enclose it.
/// In: diagnostics of a run. Out: what differs, as diagnostics.
#ifndef ADOPTER_RUNTIME_SUPPORT_VERIFYCONSUMER_H
#define ADOPTER_RUNTIME_SUPPORT_VERIFYCONSUMER_H

#include "runtime/support/DiagnosticEngine.h"
#include "llvm/ADT/ArrayRef.h"
#include <optional>

namespace adopter {

class VerifyConsumer : public DiagnosticConsumer {
public:
  void handle(const Diagnostic &diagnostic,
              const SourceManager &sources) override;

  /// Reports to `report` every expectation in `files` that nothing met, and
  /// every diagnostic that nothing expected. True when there is none.
  bool verify(const SourceManager &sources, llvm::ArrayRef<FileId> files,
              DiagnosticEngine &report) const;

private:
  struct Seen {
    DiagKind kind;
    Severity severity;
    SourceRange range;
    uint32_t line; // 0 when it has no place
    std::string text;
  };
  std::vector<Seen> seen; // in the order of arrival, notes after their owner
};

/// One `expected-` comment.
struct Expectation {
  Severity severity;
  SourceRange range;            // the comment
  std::optional<uint32_t> line; // none: any place
  uint32_t least = 1;
  uint32_t most = 1;
  std::string text;
};

/// What the comments of one file ask for.
struct Expectations {
  std::vector<Expectation> all;
  std::vector<SourceRange> malformed;
  std::optional<SourceRange> noDiagnostics; // `expected-no-diagnostics`
};

/// Reads the `expected-` comments (after `//` or `#`) of `file`.
Expectations readExpectations(const SourceFile &file, FileId id);

} // namespace adopter

#endif // ADOPTER_RUNTIME_SUPPORT_VERIFYCONSUMER_H
