// SPDX-License-Identifier: Apache-2.0
#include "runtime/python/PyStyle.h"
#include "gtest/gtest.h"

using namespace adopter;
using namespace adopter::python;

namespace {

class Ignore : public DiagnosticConsumer {
  void handle(const Diagnostic &, const SourceManager &) override {}
};

PyStyle styleOf(std::string text) {
  SourceManager sources;
  Ignore ignore;
  DiagnosticEngine diags(sources, ignore);
  auto source = PySource::parse(sources.add("m.py", std::move(text)), diags);
  EXPECT_TRUE(source);
  return source ? readStyle(*source) : PyStyle();
}

TEST(PyStyle, EmptyFileHasTheUsualHabits) {
  PyStyle style = styleOf("");
  EXPECT_EQ(style.indent, "    ");
  EXPECT_EQ(style.quote, '"');
  EXPECT_EQ(style.lineEnding, "\n");
  EXPECT_EQ(style.lineWidth, 79u);
  EXPECT_TRUE(style.finalNewline);
}

TEST(PyStyle, Indentation) {
  EXPECT_EQ(styleOf("if a:\n  if b:\n    x = 1\n  else:\n    y = 1\n").indent,
            "  ");
  EXPECT_EQ(styleOf("def f():\n\tif a:\n\t\tx = 1\n").indent, "\t");
  EXPECT_EQ(styleOf("if a: x = 1\n").indent, "    ");
}

TEST(PyStyle, Quotes) {
  EXPECT_EQ(styleOf("x = 'a' + 'b' + \"c\"\n").quote, '\'');
  EXPECT_EQ(styleOf("'''doc'''\nx = \"a\"\n").quote, '"');
}

TEST(PyStyle, LineEndings) {
  EXPECT_EQ(styleOf("x = 1\r\ny = 2\r\n").lineEnding, "\r\n");
  EXPECT_FALSE(styleOf("x = 1\ny = 2").finalNewline);
}

TEST(PyStyle, LineWidth) {
  EXPECT_EQ(styleOf("x = 1  # " + std::string(100, 'a') + "\n").lineWidth,
            119u);
  // Characters count, not bytes.
  std::string wide;
  for (int i = 0; i < 60; ++i)
    wide += "\xC3\xA9";
  EXPECT_EQ(styleOf("# " + wide + "\n").lineWidth, 79u);
}

} // namespace
