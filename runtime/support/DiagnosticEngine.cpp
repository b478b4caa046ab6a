// SPDX-License-Identifier: Apache-2.0
#include "runtime/support/DiagnosticEngine.h"
#include <cctype>

using namespace adopter;

DiagnosticBuilder::~DiagnosticBuilder() {
  if (engine)
    engine->emit(std::move(diagnostic));
}

DiagnosticBuilder &&DiagnosticBuilder::fixIt(SourceRange range,
                                             llvm::StringRef text) && {
  diagnostic.fixIts.push_back({range, text.str()});
  return std::move(*this);
}

Diagnostic DiagnosticEngine::make(SourceRange range, DiagKind kind,
                                  std::initializer_list<std::string> args) {
  Diagnostic diagnostic{kind, diagSeverity(kind), range, {}, {}, {}};
  llvm::StringRef text = diagText(kind);
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '{' && i + 2 < text.size() && std::isdigit(text[i + 1]) &&
        text[i + 2] == '}') {
      size_t index = text[i + 1] - '0';
      assert(index < args.size() && "diagnostic argument missing");
      diagnostic.message += args.begin()[index];
      i += 2;
      continue;
    }
    diagnostic.message += text[i];
  }
  return diagnostic;
}

void DiagnosticEngine::emit(Diagnostic diagnostic) {
  if (warningsAsErrors && diagnostic.severity == Severity::Warning)
    diagnostic.severity = Severity::Error;
  if (diagnostic.severity == Severity::Error)
    ++errors;
  if (diagnostic.severity == Severity::Warning)
    ++warnings;
  consumer.handle(diagnostic, sources);
}
