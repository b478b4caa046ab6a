// SPDX-License-Identifier: Apache-2.0
#include "runtime/support/TextRenderer.h"
#include "runtime/support/DiagnosticEngine.h"
#include <gtest/gtest.h>

using namespace adopter;

namespace {

/// Renders what `write` reports about `text`.
class TextRendererTest : public testing::Test {
protected:
  std::string render(std::string text, SourceRange range,
                     std::vector<FixIt> fixIts = {}, bool note = false) {
    file = sources.add("a.py", std::move(text));
    range.file = file;
    Diagnostic diagnostic = DiagnosticEngine::make(
        range, DiagKind::cannot_read_file, {"m", "gone"});
    for (FixIt &fixIt : fixIts) {
      fixIt.range.file = file;
      diagnostic.fixIts.push_back(fixIt);
    }
    if (note)
      diagnostic.notes.push_back(DiagnosticEngine::make(
          {file, 0, 1}, DiagKind::note_declared_here, {"x"}));
    return render(diagnostic);
  }
  std::string render(const Diagnostic &diagnostic) {
    std::string out;
    llvm::raw_string_ostream stream(out);
    stream.enable_colors(options.colour);
    TextRenderer(stream, options).handle(diagnostic, sources);
    return stream.str();
  }
  static SourceRange at(uint32_t begin, uint32_t end) {
    return {FileId(), begin, end};
  }

  SourceManager sources;
  FileId file;
  TextRendererOptions options;
};

constexpr const char *Message = "error: cannot read `m`: gone "
                                "[cannot_read_file]\n";

} // namespace

TEST_F(TextRendererTest, CaretAndRange) {
  EXPECT_EQ(render("x = softmax(y)\n", at(4, 11)), std::string("a.py:1:5: ") +
                                                       Message +
                                                       "   1 | x = softmax(y)\n"
                                                       "     |     ^~~~~~~\n");
}

TEST_F(TextRendererTest, NoPlace) {
  Diagnostic diagnostic =
      DiagnosticEngine::make({}, DiagKind::cannot_read_file, {"m", "gone"});
  EXPECT_EQ(render(diagnostic), std::string("adoptc: ") + Message);
}

TEST_F(TextRendererTest, EmptyRangeIsACaret) {
  EXPECT_EQ(render("x = y\n", at(2, 2)), std::string("a.py:1:3: ") + Message +
                                             "   1 | x = y\n"
                                             "     |   ^\n");
}

TEST_F(TextRendererTest, EndOfFile) {
  EXPECT_EQ(render("x = y", at(5, 5)), std::string("a.py:1:6: ") + Message +
                                           "   1 | x = y\n"
                                           "     |      ^\n");
  EXPECT_EQ(render("x = y\n", at(6, 6)), std::string("a.py:2:1: ") + Message +
                                             "   2 | \n"
                                             "     | ^\n");
}

TEST_F(TextRendererTest, RangeBehindTheEndIsClamped) {
  EXPECT_EQ(render("x", at(90, 95)), std::string("a.py:1:2: ") + Message +
                                         "   1 | x\n"
                                         "     |  ^\n");
}

TEST_F(TextRendererTest, EmptyFile) {
  EXPECT_EQ(render("", at(0, 0)), std::string("a.py:1:1: ") + Message +
                                      "   1 | \n"
                                      "     | ^\n");
}

TEST_F(TextRendererTest, TabsBeforeAndInTheRange) {
  EXPECT_EQ(render("\tx = \ty\n", at(1, 7)), std::string("a.py:1:2: ") +
                                                 Message +
                                                 "   1 |         x =     y\n"
                                                 "     |         ^~~~~~~~~\n");
}

TEST_F(TextRendererTest, Utf8BeforeTheRange) {
  EXPECT_EQ(render("\"\xC3\xA9\xE6\xBC\xA2\" + y\n", at(10, 11)),
            std::string("a.py:1:8: ") + Message +
                "   1 | \"\xC3\xA9\xE6\xBC\xA2\" + y\n"
                "     |         ^\n");
}

TEST_F(TextRendererTest, TwoLines) {
  EXPECT_EQ(render("f(a,\n  b)\n", at(0, 9)), std::string("a.py:1:1: ") +
                                                  Message +
                                                  "   1 | f(a,\n"
                                                  "     | ^~~~\n"
                                                  "   2 |   b)\n"
                                                  "     |   ~~\n");
}

TEST_F(TextRendererTest, ManyLinesShowFirstAndLast) {
  EXPECT_EQ(render("f(a,\n  b,\n  c,\n  d)\n", at(0, 19)),
            std::string("a.py:1:1: ") + Message +
                "   1 | f(a,\n"
                "     | ^~~~\n"
                "     ...\n"
                "   4 |   d)\n"
                "     |   ~~\n");
}

TEST_F(TextRendererTest, RangeWithItsLineBreakStaysOnOneLine) {
  EXPECT_EQ(render("x = y\nz\n", at(0, 6)), std::string("a.py:1:1: ") +
                                                Message +
                                                "   1 | x = y\n"
                                                "     | ^~~~~\n");
}

TEST_F(TextRendererTest, WindowsLineEndings) {
  EXPECT_EQ(render("x = y\r\nz\r\n", at(0, 7)), std::string("a.py:1:1: ") +
                                                    Message +
                                                    "   1 | x = y\n"
                                                    "     | ^~~~~\n");
}

TEST_F(TextRendererTest, VeryLongLineIsCut) {
  options.width = 20;
  std::string line(500, 'a');
  line[250] = 'X';
  EXPECT_EQ(render(line, at(250, 251)),
            std::string("a.py:1:251: ") + Message +
                "   1 | ...aaaaaaaaaXaaaaaaaaaa...\n"
                "     |             ^\n");
}

TEST_F(TextRendererTest, LineNumbersWiden) {
  std::string text(12344, '\n');
  EXPECT_EQ(render(text + "x\n", at(12344, 12345)),
            std::string("a.py:12345:1: ") + Message +
                "12345 | x\n"
                "      | ^\n");
}

TEST_F(TextRendererTest, NotesFollowWithoutName) {
  EXPECT_EQ(render("x = y\n", at(4, 5), {}, /*note=*/true),
            std::string("a.py:1:5: ") + Message +
                "   1 | x = y\n"
                "     |     ^\n"
                "a.py:1:1: note: `x` is declared here\n"
                "   1 | x = y\n"
                "     | ^\n");
}

TEST_F(TextRendererTest, FixItLine) {
  EXPECT_EQ(render("x = sofmax(y)\n", at(4, 10), {{at(4, 10), "softmax"}}),
            std::string("a.py:1:5: ") + Message +
                "   1 | x = sofmax(y)\n"
                "     |     ^~~~~~\n"
                "     |     softmax\n");
}

TEST_F(TextRendererTest, FixItsThatCollideTakeTwoLines) {
  EXPECT_EQ(render("f(y)\n", at(0, 1), {{at(2, 3), "z"}, {at(0, 1), "long"}}),
            std::string("a.py:1:1: ") + Message +
                "   1 | f(y)\n"
                "     | ^\n"
                "     | long\n"
                "     |   z\n");
}

TEST_F(TextRendererTest, FixItRemoves) {
  EXPECT_EQ(render("f(y, z)\n", at(5, 6), {{at(3, 6), ""}}),
            std::string("a.py:1:6: ") + Message +
                "   1 | f(y, z)\n"
                "     |      ^\n"
                "     |    ---\n");
}

TEST_F(TextRendererTest, FixItOfSeveralLinesOrElsewhere) {
  EXPECT_EQ(render("x\ny\n", at(2, 3), {{at(0, 0), "import a\nimport b\n"}}),
            std::string("a.py:2:1: ") + Message +
                "   2 | y\n"
                "     | ^\n"
                "     = fix 1:1-1:1:\n"
                "     + import a\n"
                "     + import b\n");
}

TEST_F(TextRendererTest, WithoutExcerpts) {
  options.excerpts = false;
  EXPECT_EQ(render("x = y\n", at(4, 5)), std::string("a.py:1:5: ") + Message);
}

TEST_F(TextRendererTest, ColoursOnlyWhenAsked) {
  EXPECT_EQ(render("x = y\n", at(4, 5)).find('\033'), std::string::npos);
  options.colour = true;
  std::string text = render("x = y\n", at(4, 5));
  EXPECT_NE(text.find("\033[0;1;31merror: \033[0m"), std::string::npos) << text;
  EXPECT_NE(text.find("\033[0;1;32m^\033[0m"), std::string::npos) << text;
}
