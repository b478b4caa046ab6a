// SPDX-License-Identifier: Apache-2.0
/// \file
/// Prints diagnostics for people: `path:line:col: error: message [name]`, the
/// source line with a caret, the notes, and what a fix-it would write.
///
/// In: `Diagnostic`. Out: text on a `raw_ostream`.
#ifndef ADOPTER_RUNTIME_SUPPORT_TEXTRENDERER_H
#define ADOPTER_RUNTIME_SUPPORT_TEXTRENDERER_H

#include "runtime/support/Diagnostic.h"
#include "llvm/Support/raw_ostream.h"

namespace adopter {

struct TextRendererOptions {
  bool colour = false;
  /// Print the source line below the message.
  bool excerpts = true;
  /// Widest excerpt in columns; longer lines are cut around the caret.
  unsigned width = 100;
};

/// Renders each diagnostic as it comes; keeps nothing.
class TextRenderer : public DiagnosticConsumer {
public:
  explicit TextRenderer(llvm::raw_ostream &out,
                        TextRendererOptions options = {})
      : out(out), options(options) {}

  void handle(const Diagnostic &diagnostic,
              const SourceManager &sources) override;

private:
  void printHeadline(const Diagnostic &diagnostic,
                     const SourceManager &sources);
  void printExcerpt(const Diagnostic &diagnostic, const SourceManager &sources);

  llvm::raw_ostream &out;
  TextRendererOptions options;
};

} // namespace adopter

#endif // ADOPTER_RUNTIME_SUPPORT_TEXTRENDERER_H
