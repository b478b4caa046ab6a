// SPDX-License-Identifier: Apache-2.0
#include "compiler/Compiler.h"
#include "runtime/support/VerifyConsumer.h"
#include "llvm/Support/FileSystem.h"
#include <algorithm>
#include <gtest/gtest.h>

using namespace adopter;

namespace {

class CompilerTest : public testing::Test {
protected:
  CompilerTest() : diags(sources, consumer) {
    for (const std::string &path : list("/stdlib-rules/prelude"))
      files.push_back(cantFail(sources.read(path)));
  }

  /// Rule files of a folder, in a fixed order.
  static std::vector<std::string> list(const std::string &folder) {
    std::vector<std::string> paths;
    std::error_code error;
    for (llvm::sys::fs::directory_iterator
             file(ADOPTER_SOURCE_DIR + folder, error),
         end;
         file != end && !error; file.increment(error))
      if (file->path().size() > 4 &&
          file->path().compare(file->path().size() - 4, 4, ".adr") == 0)
        paths.push_back(file->path());
    std::sort(paths.begin(), paths.end());
    return paths;
  }

  void add(llvm::StringRef text) {
    files.push_back(sources.add("test.adr", text.str()));
  }

  SourceManager sources;
  VerifyConsumer consumer;
  DiagnosticEngine diags;
  std::vector<FileId> files;
};

constexpr llvm::StringLiteral goodRule = R"(pack t "1"
rule r {
  match { $y = torch.relu($x) * 2 }
  rewrite { $y = torch.tanh($x) }
  grade domain "none"
  example { $x: f32[2] }
})";

TEST_F(CompilerTest, StandardRulesCompile) {
  for (const char *folder :
       {"/stdlib-rules/core", "/stdlib-rules/liger", "/stdlib-rules/paper"})
    for (const std::string &path : list(folder))
      files.push_back(cantFail(sources.read(path)));
  std::optional<program::Program> program = compile(files, sources, diags);
  ASSERT_TRUE(program.has_value());
  EXPECT_EQ(diags.warningCount(), 0u);
  EXPECT_GT(program->rules.size(), 5u);
  EXPECT_TRUE(program->automaton.start.isValid());
  EXPECT_TRUE(program->findOperator(program->symbols->intern("+")).isValid());
}

TEST_F(CompilerTest, ErrorsOfEveryFileAreReported) {
  add("pack a \"1\"\nrule x {"); // syntax
  add("pack b \"1\"\nrule y { match { $y = torch.relu($x) } }");
  EXPECT_FALSE(compile(files, sources, diags).has_value());
  EXPECT_GE(diags.errorCount(), 3u) << "one of the syntax, two of the meaning";
}

TEST_F(CompilerTest, WarningsDoNotStop) {
  add(goodRule);
  add(goodRule.drop_front(goodRule.find('\n')).str() + "\n");
  EXPECT_TRUE(check(files, sources, diags));
  CompileOptions options;
  options.lint = false;
  EXPECT_TRUE(compile(files, sources, diags, options).has_value());
}

TEST_F(CompilerTest, EveryStageHasText) {
  add(goodRule);
  for (Stage stage : {Stage::Typed, Stage::Predicates, Stage::Automaton,
                      Stage::Templates, Stage::Dot}) {
    std::string text;
    llvm::raw_string_ostream out(text);
    EXPECT_TRUE(emit(stage, files, sources, diags, out));
    EXPECT_NE(out.str(), "");
  }
  for (Stage stage : {Stage::Tokens, Stage::Ast}) {
    std::string text;
    llvm::raw_string_ostream out(text);
    EXPECT_TRUE(emit(stage, files.back(), sources, diags, out));
    EXPECT_NE(out.str(), "");
  }
}

TEST_F(CompilerTest, OutputDoesNotDependOnHashing) {
  add(goodRule);
  std::string first, second;
  for (std::string *text : {&first, &second}) {
    llvm::raw_string_ostream out(*text);
    EXPECT_TRUE(emit(Stage::Automaton, files, sources, diags, out));
  }
  EXPECT_EQ(first, second);
}

} // namespace
