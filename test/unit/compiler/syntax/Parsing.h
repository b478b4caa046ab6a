// SPDX-License-Identifier: Apache-2.0
/// \file
/// Parses a text for a test and keeps what was said about it.
#ifndef ADOPTER_TEST_UNIT_COMPILER_SYNTAX_PARSING_H
#define ADOPTER_TEST_UNIT_COMPILER_SYNTAX_PARSING_H

#include "compiler/ast/AstEqual.h"
#include "compiler/ast/AstPrinter.h"
#include "compiler/ast/AstWriter.h"
#include "compiler/syntax/ParseDriver.h"
#include <string>
#include <vector>

namespace adopter {

struct Parsing : DiagnosticConsumer {
  explicit Parsing(std::string text, std::string path = "test.adr")
      : diags(sources, *this) {
    id = sources.add(std::move(path), std::move(text));
    file = parseFile(context, sources, id, diags);
  }
  Parsing(const Parsing &) = delete;

  void handle(const Diagnostic &diagnostic, const SourceManager &) override {
    LineColumn place = sources.file(id).lineColumn(diagnostic.range.begin);
    messages += std::to_string(place.line) + ":" +
                std::to_string(place.column) + " " +
                std::string(severityName(diagnostic.severity)) + ": " +
                diagnostic.message + "\n";
    if (diagnostic.severity != Severity::Note)
      all.push_back(diagnostic);
    for (const Diagnostic &note : diagnostic.notes)
      handle(note, sources);
  }

  std::string tree() const {
    std::string text;
    llvm::raw_string_ostream out(text);
    if (file)
      ast::printTree(*file, out);
    return text;
  }
  std::string written() const { return file ? ast::writeFile(*file) : ""; }
  llvm::StringRef source(SourceRange range) const {
    return sources.text(range);
  }

  SourceManager sources;
  DiagnosticEngine diags;
  ast::AstContext context;
  FileId id;
  const ast::File *file = nullptr;
  std::string messages;        // `line:column severity: text`, one a line
  std::vector<Diagnostic> all; // without notes
};

} // namespace adopter

#endif // ADOPTER_TEST_UNIT_COMPILER_SYNTAX_PARSING_H
