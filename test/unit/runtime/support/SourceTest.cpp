// SPDX-License-Identifier: Apache-2.0
#include "runtime/support/Source.h"
#include <gtest/gtest.h>

using namespace adopter;

TEST(Source, FirstAndLastPlace) {
  SourceFile file("a.py", "x\ny");
  EXPECT_EQ(file.lineColumn(0).line, 1u);
  EXPECT_EQ(file.lineColumn(0).column, 1u);
  EXPECT_EQ(file.lineColumn(3).line, 2u);
  EXPECT_EQ(file.lineColumn(3).column, 2u);
}

TEST(Source, ColumnsCountCharacters) {
  SourceFile file("a.py", "h\xC3\xA9llo = 1");
  EXPECT_EQ(file.lineColumn(3).column, 3u);
}

TEST(Source, OffsetBehindTheEndIsTheEnd) {
  SourceFile file("a.py", "x\n");
  EXPECT_EQ(file.lineColumn(100).line, 2u);
  EXPECT_EQ(file.lineColumn(100).column, 1u);
}

TEST(Source, LinesLoseTheirEndings) {
  SourceFile file("a.py", "one\r\ntwo\nthree");
  EXPECT_EQ(file.lineCount(), 3u);
  EXPECT_EQ(file.line(1), "one");
  EXPECT_EQ(file.line(2), "two");
  EXPECT_EQ(file.line(3), "three");
  EXPECT_EQ(file.line(4), "");
  EXPECT_EQ(file.line(0), "");
}

TEST(Source, EmptyTextHasOneLine) {
  SourceFile file("a.py", "");
  EXPECT_EQ(file.lineCount(), 1u);
  EXPECT_EQ(file.line(1), "");
}

TEST(Source, ReadingAMissingFileFails) {
  SourceManager sources;
  llvm::Expected<FileId> file = sources.read("no/such/file.py");
  ASSERT_FALSE(static_cast<bool>(file));
  EXPECT_FALSE(llvm::toString(file.takeError()).empty());
}

TEST(Source, ReadingAFolderFails) {
  SourceManager sources;
  llvm::Expected<FileId> file = sources.read(ADOPTER_SOURCE_DIR);
  ASSERT_FALSE(static_cast<bool>(file));
  EXPECT_FALSE(llvm::toString(file.takeError()).empty());
}

TEST(SourceRange, ContainsAndOverlaps) {
  FileId file(0);
  SourceRange outer{file, 2, 8};
  EXPECT_TRUE(outer.contains({file, 2, 8}));
  EXPECT_FALSE(outer.contains({file, 1, 3}));
  EXPECT_TRUE(outer.overlaps({file, 7, 9}));
  EXPECT_FALSE(outer.overlaps({file, 8, 9}));
  EXPECT_FALSE(outer.overlaps({FileId(1), 2, 8}));
}
