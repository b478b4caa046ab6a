// SPDX-License-Identifier: Apache-2.0
/// \file
/// Prints diagnostics for programs: one JSON object a line.
///
/// In: `Diagnostic`. Out: an object with the keys `severity`, `name`,
/// `message`; `file`, `line`, `column`, `end_line`, `end_column` when it has a
/// place; `fixits` and `notes` when it has any. Keys are only ever added.
#ifndef ADOPTER_RUNTIME_SUPPORT_JSONRENDERER_H
#define ADOPTER_RUNTIME_SUPPORT_JSONRENDERER_H

#include "runtime/support/Diagnostic.h"
#include "llvm/Support/raw_ostream.h"

namespace adopter {

/// Renders each diagnostic as it comes; keeps nothing.
class JsonRenderer : public DiagnosticConsumer {
public:
  explicit JsonRenderer(llvm::raw_ostream &out) : out(out) {}

  void handle(const Diagnostic &diagnostic,
              const SourceManager &sources) override;

private:
  llvm::raw_ostream &out;
};

} // namespace adopter

#endif // ADOPTER_RUNTIME_SUPPORT_JSONRENDERER_H
