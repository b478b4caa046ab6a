// SPDX-License-Identifier: Apache-2.0
#include "runtime/support/JsonRenderer.h"
#include "runtime/support/DiagnosticEngine.h"
#include "llvm/Support/JSON.h"
#include <gtest/gtest.h>

using namespace adopter;

namespace {

std::string render(const Diagnostic &diagnostic, const SourceManager &sources) {
  std::string out;
  llvm::raw_string_ostream stream(out);
  JsonRenderer(stream).handle(diagnostic, sources);
  return stream.str();
}

} // namespace

TEST(JsonRenderer, OneObjectALine) {
  SourceManager sources;
  FileId file = sources.add("a.py", "x\nyes\n");
  Diagnostic diagnostic = DiagnosticEngine::make(
      {file, 2, 5}, DiagKind::cannot_read_file, {"m\"", "gone"});
  EXPECT_EQ(render(diagnostic, sources),
            R"({"severity":"error","name":"cannot_read_file",)"
            R"("message":"cannot read `m\"`: gone","file":"a.py","line":2,)"
            R"("column":1,"end_line":2,"end_column":4})"
            "\n");
}

TEST(JsonRenderer, NoPlaceNoKeys) {
  SourceManager sources;
  Diagnostic diagnostic =
      DiagnosticEngine::make({}, DiagKind::cannot_read_file, {"m", "gone"});
  EXPECT_EQ(render(diagnostic, sources),
            R"({"severity":"error","name":"cannot_read_file",)"
            R"("message":"cannot read `m`: gone"})"
            "\n");
}

TEST(JsonRenderer, NotesAndFixIts) {
  SourceManager sources;
  FileId file = sources.add("a.py", "x\n");
  Diagnostic diagnostic = DiagnosticEngine::make(
      {file, 0, 1}, DiagKind::cannot_read_file, {"m", "gone"});
  diagnostic.fixIts.push_back({{file, 0, 1}, "y"});
  diagnostic.notes.push_back(DiagnosticEngine::make(
      {file, 0, 1}, DiagKind::note_declared_here, {"x"}));
  std::string text = render(diagnostic, sources);
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(text);
  ASSERT_TRUE(static_cast<bool>(value)) << text;
  const llvm::json::Object &object = *value->getAsObject();
  const llvm::json::Object *note =
      object.getArray("notes")->front().getAsObject();
  EXPECT_EQ(*note->getString("name"), "note_declared_here");
  const llvm::json::Object *fixIt =
      object.getArray("fixits")->front().getAsObject();
  EXPECT_EQ(*fixIt->getString("text"), "y");
}

TEST(JsonRenderer, InvalidUtf8BecomesValidJson) {
  SourceManager sources;
  Diagnostic diagnostic =
      DiagnosticEngine::make({}, DiagKind::cannot_read_file, {"\xFF", "gone"});
  llvm::Expected<llvm::json::Value> value =
      llvm::json::parse(render(diagnostic, sources));
  EXPECT_TRUE(static_cast<bool>(value));
  llvm::consumeError(value.takeError());
}
