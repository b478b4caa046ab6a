// SPDX-License-Identifier: Apache-2.0
#include "runtime/support/SourceExcerpt.h"
#include <gtest/gtest.h>

using namespace adopter;

TEST(SourceExcerpt, TabsGoToTheNextStop) {
  SourceExcerpt excerpt("a\tb");
  EXPECT_EQ(excerpt.text(), "a       b");
  EXPECT_EQ(excerpt.column(1), 1u);
  EXPECT_EQ(excerpt.column(2), 8u);
}

TEST(SourceExcerpt, WideAndCombiningCharacters) {
  // U+6F22 takes two columns, U+0301 none.
  SourceExcerpt excerpt("\xE6\xBC\xA2x");
  EXPECT_EQ(excerpt.column(3), 2u);
  SourceExcerpt accent("e\xCC\x81x");
  EXPECT_EQ(accent.column(3), 1u);
}

TEST(SourceExcerpt, BytesOfOneCharacterShareItsColumn) {
  SourceExcerpt excerpt("\xC3\xA9x");
  EXPECT_EQ(excerpt.column(0), 0u);
  EXPECT_EQ(excerpt.column(1), 0u);
  EXPECT_EQ(excerpt.column(2), 1u);
}

TEST(SourceExcerpt, UnprintableAndInvalidBytesAreShown) {
  EXPECT_EQ(SourceExcerpt("a\x01z").text(), "a<U+0001>z");
  EXPECT_EQ(SourceExcerpt("a\xFFz").text(), "a<FF>z");
  EXPECT_EQ(SourceExcerpt("a\xE6\xBC").text(), "a<E6><BC>");
}

TEST(SourceExcerpt, ShortLinesStayWhole) {
  SourceExcerpt excerpt("short");
  excerpt.shorten(80, 2, 3);
  EXPECT_EQ(excerpt.text(), "short");
}

TEST(SourceExcerpt, LongLinesAreCutAroundTheRange) {
  std::string line(1000, 'a');
  line[500] = 'X';
  SourceExcerpt excerpt(line);
  excerpt.shorten(40, 500, 501);
  std::string text = excerpt.text();
  EXPECT_EQ(text.size(), 46u);
  EXPECT_EQ(text.substr(0, 4), "...a");
  EXPECT_EQ(text[excerpt.column(500)], 'X');
  EXPECT_EQ(excerpt.width(), 46u);
}

TEST(SourceExcerpt, CutAtTheEndOfALongLine) {
  std::string line(1000, 'a');
  line.back() = 'X';
  SourceExcerpt excerpt(line);
  excerpt.shorten(40, 999, 1000);
  std::string text = excerpt.text();
  EXPECT_EQ(text.back(), 'X');
  EXPECT_EQ(excerpt.column(999), text.size() - 1);
  EXPECT_EQ(excerpt.column(1000), text.size());
}

TEST(SourceExcerpt, RangeLongerThanTheWindow) {
  std::string line(1000, 'a');
  SourceExcerpt excerpt(line);
  excerpt.shorten(40, 100, 900);
  EXPECT_EQ(excerpt.column(100), 3u);
  EXPECT_EQ(excerpt.column(900), 43u);
}

TEST(SourceExcerpt, EmptyLine) {
  SourceExcerpt excerpt("");
  excerpt.shorten(10, 0, 0);
  EXPECT_EQ(excerpt.text(), "");
  EXPECT_EQ(excerpt.column(0), 0u);
  EXPECT_EQ(excerpt.column(5), 0u);
}

TEST(SourceExcerpt, WidthOfText) {
  EXPECT_EQ(displayWidth("abc"), 3u);
  EXPECT_EQ(displayWidth("\xE6\xBC\xA2"), 2u);
}
