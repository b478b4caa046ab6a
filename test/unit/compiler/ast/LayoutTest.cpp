// SPDX-License-Identifier: Apache-2.0
#include "compiler/ast/Layout.h"
#include "gtest/gtest.h"

using namespace adopter::ast;

namespace {

/// `name(a, b, ...)` with words of three letters.
Layout call(unsigned count) {
  Layout layout;
  layout.text("name(");
  layout.openHanging();
  for (unsigned i = 0; i < count; ++i) {
    if (i) {
      layout.text(",");
      layout.softBreak();
    }
    layout.text("abc");
  }
  layout.text(")");
  layout.close();
  return layout;
}

TEST(Layout, KeepsWhatFits) {
  EXPECT_EQ(call(3).str(0, 19), "name(abc, abc, abc)");
  EXPECT_EQ(call(3).width(), 19u);
}

TEST(Layout, AlignsContinuationLinesWithTheBracket) {
  EXPECT_EQ(call(4).str(2, 15), "name(abc,\n"
                                "       abc,\n"
                                "       abc,\n"
                                "       abc)");
  EXPECT_EQ(call(5).str(0, 14), "name(abc, abc,\n"
                                "     abc, abc,\n"
                                "     abc)");
}

TEST(Layout, CountsWhatFollowsTheLastPart) {
  Layout layout = call(2);
  layout.text(" {");
  EXPECT_EQ(layout.str(0, 16), "name(abc, abc) {");
  EXPECT_EQ(layout.str(0, 15), "name(abc,\n     abc) {");
}

TEST(Layout, HangsWhereNothingFitsBesideTheBracket) {
  Layout layout;
  layout.text("a_rather_long_name(");
  layout.openHanging();
  layout.text("an_argument,");
  layout.softBreak();
  layout.text("b)");
  layout.close();
  EXPECT_EQ(layout.str(0, 24), "a_rather_long_name(\n"
                               "        an_argument, b)");
}

TEST(Layout, BreaksTheOuterGroupFirst) {
  Layout layout;
  layout.open();
  layout.text("aaaa +");
  layout.softBreak();
  layout.text("f(");
  layout.openHanging();
  layout.text("b,");
  layout.softBreak();
  layout.text("c)");
  layout.close();
  layout.close();
  EXPECT_EQ(layout.str(0, 10), "aaaa +\nf(b, c)");
}

TEST(Layout, CountsColumnsNotBytes) {
  Layout layout;
  layout.text("\xC3\xA9\xC3\xA9");
  EXPECT_EQ(layout.width(), 2u);
}

TEST(Layout, WritesWordsThatAreTooLong) {
  Layout layout;
  layout.text("abcdef");
  layout.softBreak();
  layout.text("ghijkl");
  EXPECT_EQ(layout.str(0, 3), "abcdef\n    ghijkl");
}

} // namespace
