// SPDX-License-Identifier: Apache-2.0
/// \file
/// Whatever the parser accepts, the analysis survives.
#include "SemaFixture.h"
#include "compiler/lint/Lint.h"

using namespace adopter;
using namespace adopter::sema;

namespace {

/// Files of the tests of diagnostics: full of mistakes.
std::vector<std::string> readTests(SourceManager &sources) {
  std::vector<std::string> texts;
  std::error_code error;
  for (const char *folder : {"/test/sema", "/test/lint"})
    for (llvm::sys::fs::directory_iterator
             file(ADOPTER_SOURCE_DIR + std::string(folder), error),
         end;
         file != end && !error; file.increment(error))
      if (llvm::StringRef(file->path()).ends_with(".adr"))
        texts.push_back(
            sources.file(cantFail(sources.read(file->path()))).text().str());
  std::sort(texts.begin(), texts.end());
  return texts;
}

TEST_F(SemaFixture, EveryLineMayBeMissing) {
  // Only what still parses reaches the analysis: leave out one line at a time.
  for (const std::string &text : readTests(sources)) {
    SourceFile file("x", text);
    for (uint32_t line = 1; line < file.lineCount(); ++line) {
      std::string changed = text;
      changed.erase(file.lineStart(line),
                    file.lineStart(line + 1) - file.lineStart(line));
      FileId id = sources.add("test.adr", changed);
      const ast::File *tree = parseFile(context, sources, id, diags);
      if (!tree)
        continue;
      // Without the prelude: no op is known, no operator means anything.
      SemaResult analysed = analyse({tree}, diags);
      lint::lint(analysed.program, analysed.origins, diags);
    }
  }
}

TEST_F(SemaFixture, EmptyInputs) {
  result = analyse({}, diags);
  EXPECT_EQ(result.program.rules.size(), 0u);
  analyseText("");
  analyseText("// nothing\n");
  EXPECT_EQ(diags.errorCount(), 0u);
}

} // namespace
