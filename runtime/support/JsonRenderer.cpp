// SPDX-License-Identifier: Apache-2.0
#include "runtime/support/JsonRenderer.h"
#include "llvm/Support/JSON.h"

using namespace adopter;

static void writeRange(llvm::json::OStream &json, SourceRange range,
                       const SourceManager &sources) {
  const SourceFile &file = sources.file(range.file);
  LineColumn begin = file.lineColumn(range.begin);
  LineColumn end = file.lineColumn(range.end);
  json.attribute("file", llvm::json::fixUTF8(file.path()));
  json.attribute("line", begin.line);
  json.attribute("column", begin.column);
  json.attribute("end_line", end.line);
  json.attribute("end_column", end.column);
}

static void writeDiagnostic(llvm::json::OStream &json,
                            const Diagnostic &diagnostic,
                            const SourceManager &sources) {
  json.object([&] {
    json.attribute("severity", severityName(diagnostic.severity));
    json.attribute("name", diagName(diagnostic.kind));
    json.attribute("message", llvm::json::fixUTF8(diagnostic.message));
    if (diagnostic.range.isValid())
      writeRange(json, diagnostic.range, sources);
    if (!diagnostic.fixIts.empty())
      json.attributeArray("fixits", [&] {
        for (const FixIt &fixIt : diagnostic.fixIts)
          json.object([&] {
            writeRange(json, fixIt.range, sources);
            json.attribute("text", llvm::json::fixUTF8(fixIt.replacement));
          });
      });
    if (!diagnostic.notes.empty())
      json.attributeArray("notes", [&] {
        for (const Diagnostic &note : diagnostic.notes)
          writeDiagnostic(json, note, sources);
      });
  });
}

void JsonRenderer::handle(const Diagnostic &diagnostic,
                          const SourceManager &sources) {
  {
    llvm::json::OStream json(out);
    writeDiagnostic(json, diagnostic, sources);
  }
  out << '\n';
}
