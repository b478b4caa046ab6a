// SPDX-License-Identifier: Apache-2.0
/// \file
/// Analyses rules written in a test, with the real prelude before them.
#ifndef ADOPTER_TEST_UNIT_COMPILER_SEMA_SEMAFIXTURE_H
#define ADOPTER_TEST_UNIT_COMPILER_SEMA_SEMAFIXTURE_H

#include "compiler/sema/Sema.h"
#include "compiler/syntax/ParseDriver.h"
#include "llvm/Support/FileSystem.h"
#include <algorithm>
#include <gtest/gtest.h>

namespace adopter::sema {

/// Keeps the messages of errors and warnings.
class MessageList : public DiagnosticConsumer {
public:
  void handle(const Diagnostic &diagnostic, const SourceManager &) override {
    messages.push_back(diagnostic.message);
  }
  std::vector<std::string> messages;
};

class SemaFixture : public testing::Test {
protected:
  SemaFixture() : diags(sources, messages) {
    std::vector<std::string> paths;
    std::error_code error;
    std::string folder = ADOPTER_SOURCE_DIR "/stdlib-rules/prelude";
    for (llvm::sys::fs::directory_iterator file(folder, error), end;
         file != end && !error; file.increment(error))
      if (llvm::StringRef(file->path()).ends_with(".adr"))
        paths.push_back(file->path());
    std::sort(paths.begin(), paths.end());
    for (const std::string &path : paths)
      prelude.push_back(cantFail(sources.read(path)));
  }

  /// Analyses `text` after the prelude.
  void analyseText(llvm::StringRef text) {
    std::vector<const ast::File *> files;
    for (FileId id : prelude)
      files.push_back(parseFile(context, sources, id, diags));
    files.push_back(parseFile(context, sources,
                              sources.add("test.adr", text.str()), diags));
    llvm::erase_if(files, [](const ast::File *file) { return !file; });
    result = analyse(files, diags);
  }

  /// Analyses a rule with the data flow `pattern`, as the value of `$y`.
  const program::Rule &analyseMatch(const std::string &pattern,
                                    const std::string &rest = "") {
    analyseText("pack t \"1\"\nrule r {\n match {\n $y = " + pattern +
                "\n }\n" + rest +
                "\n rewrite { $y = torch.zeros(1) }\n grade exact\n}\n");
    EXPECT_EQ(diags.errorCount(), 0u)
        << (messages.messages.empty() ? "" : messages.messages.front());
    EXPECT_EQ(result.program.rules.size(), 1u);
    return result.program.rules.back();
  }

  /// A short form of an expression: `op(a, b)`, `$x`, `'text'`, `hole0`.
  std::string show(program::ExprId id) const;

  SourceManager sources;
  MessageList messages;
  DiagnosticEngine diags;
  ast::AstContext context;
  std::vector<FileId> prelude;
  SemaResult result;
  const program::Rule *shown = nullptr; // whose captures `show` names
};

} // namespace adopter::sema

#endif // ADOPTER_TEST_UNIT_COMPILER_SEMA_SEMAFIXTURE_H
