// SPDX-License-Identifier: Apache-2.0
#include "runtime/patch/EditSet.h"
#include "runtime/patch/Apply.h"
#include "gtest/gtest.h"
#include <random>

using namespace adopter;
using namespace adopter::patch;

namespace {

Edit edit(uint32_t begin, uint32_t end, std::string text, int32_t rank = 0) {
  return {{FileId(0), begin, end}, std::move(text), "pack/rule", rank};
}

TEST(EditSet, AppliesInOrderOfPlace) {
  EditSet set;
  EXPECT_EQ(set.insert({edit(6, 11, "there")}), nullptr);
  EXPECT_EQ(set.insert({edit(0, 5, "Hi"), edit(11, 11, "!")}), nullptr);
  EXPECT_EQ(applyEdits("Hello world", set.edits()), "Hi there!");
}

TEST(EditSet, AGroupGoesInWholeOrNotAtAll) {
  EditSet set;
  EXPECT_EQ(set.insert({edit(2, 4, "x")}), nullptr);
  const Edit *inTheWay = set.insert({edit(0, 1, "y"), edit(3, 5, "z")});
  ASSERT_NE(inTheWay, nullptr);
  EXPECT_EQ(inTheWay->text, "x");
  EXPECT_EQ(set.edits().size(), 1u);
}

TEST(EditSet, AGroupMayNotOverlapItself) {
  EditSet set;
  EXPECT_NE(set.insert({edit(0, 3, ""), edit(2, 4, "")}), nullptr);
  EXPECT_NE(set.insert({edit(3, 2, "")}), nullptr);
  EXPECT_TRUE(set.empty());
}

TEST(EditSet, InsertionsAtBordersAreNoConflict) {
  EditSet set;
  EXPECT_EQ(set.insert({edit(2, 4, "XX")}), nullptr);
  EXPECT_EQ(set.insert({edit(2, 2, "<"), edit(4, 4, ">")}), nullptr);
  EXPECT_NE(set.insert({edit(3, 3, "|")}), nullptr);
  EXPECT_EQ(applyEdits("abcdef", set.edits()), "ab<XX>ef");
}

TEST(EditSet, InsertionsAtOnePlaceFollowTheirRank) {
  EditSet set;
  EXPECT_EQ(set.insert({edit(1, 1, "2", 1), edit(1, 1, "1", 0)}), nullptr);
  EXPECT_EQ(set.insert({edit(1, 1, "3", 1)}), nullptr);
  EXPECT_EQ(applyEdits("ab", set.edits()), "a123b");
}

TEST(Apply, FindsBytesThatChanged) {
  std::vector<Edit> edits = {edit(1, 2, "XY")};
  EXPECT_TRUE(keepsTheRest("abc", edits, "aXYc"));
  EXPECT_FALSE(keepsTheRest("abc", edits, "aXYd"));
  EXPECT_FALSE(keepsTheRest("abc", edits, "bXYc"));
  EXPECT_FALSE(keepsTheRest("abc", edits, "aXc"));
  EXPECT_FALSE(keepsTheRest("a", edits, "aXY"));
}

TEST(Apply, RandomEditsKeepTheRest) {
  std::mt19937 random(7);
  for (int round = 0; round < 500; ++round) {
    std::string text;
    for (size_t i = 0, n = random() % 40; i < n; ++i)
      text += static_cast<char>('a' + random() % 26);
    EditSet set;
    for (int i = 0; i < 6; ++i) {
      uint32_t begin = random() % (text.size() + 1);
      uint32_t end = begin + random() % (text.size() - begin + 1);
      set.insert({edit(begin, end, std::string(random() % 4, '#'))});
    }
    std::string result = applyEdits(text, set.edits());
    EXPECT_TRUE(keepsTheRest(text, set.edits(), result)) << text;
    if (!result.empty()) {
      result[random() % result.size()] = '!';
      // Only a changed `#` of an edit could go unseen, and it does not.
      EXPECT_FALSE(keepsTheRest(text, set.edits(), result)) << text;
    }
  }
}

} // namespace
