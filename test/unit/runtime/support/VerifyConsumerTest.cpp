// SPDX-License-Identifier: Apache-2.0
#include "runtime/support/VerifyConsumer.h"
#include <gtest/gtest.h>

using namespace adopter;

namespace {

/// Keeps the names and lines of what is reported.
class Recorder : public DiagnosticConsumer {
public:
  void handle(const Diagnostic &diagnostic,
              const SourceManager &sources) override {
    uint32_t line = 0;
    if (diagnostic.range.isValid())
      line = sources.file(diagnostic.range.file)
                 .lineColumn(diagnostic.range.begin)
                 .line;
    text += diagName(diagnostic.kind).str() + ":" + std::to_string(line) + "\n";
  }
  std::string text;
};

class VerifyConsumerTest : public testing::Test {
protected:
  void open(std::string text) { file = sources.add("a.adr", std::move(text)); }
  /// Reports an error about `name` on `line`, with a note there if asked.
  void error(uint32_t line, llvm::StringRef name, bool note = false) {
    SourceRange range;
    if (line > 0) {
      uint32_t begin = sources.file(file).lineStart(line);
      range = {file, begin, begin};
    }
    Diagnostic diagnostic = DiagnosticEngine::make(
        range, DiagKind::cannot_read_file, {name.str(), "gone"});
    if (note)
      diagnostic.notes.push_back(DiagnosticEngine::make(
          range, DiagKind::note_declared_here, {name.str()}));
    consumer.handle(diagnostic, sources);
  }
  std::string verify() {
    Recorder recorder;
    DiagnosticEngine engine(sources, recorder);
    bool good = consumer.verify(sources, {file}, engine);
    EXPECT_EQ(good, recorder.text.empty());
    return recorder.text;
  }

  SourceManager sources;
  FileId file;
  VerifyConsumer consumer;
};

} // namespace

TEST_F(VerifyConsumerTest, SameLine) {
  open("x // expected-error {{cannot read `q`}}\n");
  error(1, "q");
  EXPECT_EQ(verify(), "");
}

TEST_F(VerifyConsumerTest, NameInBracketsMatches) {
  open("x # expected-error {{[cannot_read_file]}}\n");
  error(1, "q");
  EXPECT_EQ(verify(), "");
}

TEST_F(VerifyConsumerTest, OtherLines) {
  open("# expected-error@+1 {{`a`}}\n\n# expected-error@-1 {{`b`}}\n"
       "# expected-error@2 {{`c`}}\n");
  error(2, "a");
  error(2, "b");
  error(2, "c");
  EXPECT_EQ(verify(), "");
}

TEST_F(VerifyConsumerTest, WrongLineIsMissingAndUnexpected) {
  open("# expected-error {{`a`}}\n\n");
  error(2, "a");
  EXPECT_EQ(verify(), "verify_missing:1\nverify_unexpected:2\n");
}

TEST_F(VerifyConsumerTest, WrongSeverity) {
  open("# expected-warning {{`a`}}\n");
  error(1, "a");
  EXPECT_EQ(verify(), "verify_missing:1\nverify_unexpected:1\n");
}

TEST_F(VerifyConsumerTest, TwoOnOneLine) {
  open("x // expected-error {{`a`}} expected-error {{`b`}}\n");
  error(1, "b");
  error(1, "a");
  EXPECT_EQ(verify(), "");
}

TEST_F(VerifyConsumerTest, OneExpectationMeetsOneDiagnostic) {
  open("x // expected-error {{`a`}}\n");
  error(1, "a");
  error(1, "a");
  EXPECT_EQ(verify(), "verify_unexpected:1\n");
}

TEST_F(VerifyConsumerTest, Counts) {
  open("# expected-error 2 {{`a`}}\n# expected-error 1+ {{`b`}}\n"
       "# expected-error 0-1 {{`c`}}\n");
  for (int i = 0; i < 2; ++i)
    error(1, "a");
  for (int i = 0; i < 5; ++i)
    error(2, "b");
  EXPECT_EQ(verify(), "");
}

TEST_F(VerifyConsumerTest, CountTooSmall) {
  open("# expected-error 3 {{`a`}}\n");
  error(1, "a");
  EXPECT_EQ(verify(), "verify_missing:1\n");
}

TEST_F(VerifyConsumerTest, AnyPlaceOrNone) {
  open("# expected-error@* {{`a`}}\n");
  error(0, "a");
  EXPECT_EQ(verify(), "");
}

TEST_F(VerifyConsumerTest, NotesAreExpectedToo) {
  open("# expected-error {{`a`}}\n");
  error(1, "a", /*note=*/true);
  EXPECT_EQ(verify(), "verify_unexpected:1\n");
}

TEST_F(VerifyConsumerTest, NotesCanBeExpected) {
  open("# expected-error {{`a`}} expected-note {{declared}}\n");
  error(1, "a", /*note=*/true);
  EXPECT_EQ(verify(), "");
}

TEST_F(VerifyConsumerTest, NoDiagnostics) {
  open("# expected-no-diagnostics\n");
  EXPECT_EQ(verify(), "");
  error(1, "a");
  EXPECT_EQ(verify(), "verify_unexpected:1\n");
}

TEST_F(VerifyConsumerTest, FileWithoutComments) {
  open("expected-error {{not in a comment}}\n");
  EXPECT_EQ(verify(), "verify_no_comments:1\n");
}

TEST_F(VerifyConsumerTest, NoDiagnosticsBesideOthers) {
  open("# expected-no-diagnostics\n# expected-error {{`a`}}\n");
  error(2, "a");
  EXPECT_EQ(verify(), "verify_contradiction:1\n");
}

TEST_F(VerifyConsumerTest, Malformed) {
  for (const char *text :
       {"# expected-error\n", "# expected-error {a}\n",
        "# expected-error {{a\n", "# expected-fault {{a}}\n",
        "# expected-error@-1 {{a}}\n", "# expected-error@x {{a}}\n",
        "# expected-error 3-1 {{a}}\n",
        "# expected-error 99999999999 {{a}}\n"}) {
    open(text);
    EXPECT_EQ(verify(), "verify_malformed_comment:1\n") << text;
  }
}

TEST(ReadExpectations, BracesInTheText) {
  SourceManager sources;
  FileId id = sources.add("a.adr", "# expected-error {{{found }} here}}}\n"
                                   "# expected-error {{found }}}\n");
  Expectations found = readExpectations(sources.file(id), id);
  ASSERT_EQ(found.all.size(), 2u);
  EXPECT_EQ(found.all[0].text, "found }} here");
  EXPECT_EQ(found.all[1].text, "found }");
}

TEST(ReadExpectations, RangeOfTheComment) {
  SourceManager sources;
  FileId id = sources.add("a.adr", "\nx # expected-error {{a}} y\n");
  Expectations found = readExpectations(sources.file(id), id);
  ASSERT_EQ(found.all.size(), 1u);
  EXPECT_EQ(sources.text(found.all[0].range), "expected-error {{a}}");
}
