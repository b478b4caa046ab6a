// SPDX-License-Identifier: Apache-2.0
#include "runtime/patch/OffsetMap.h"
#include "runtime/patch/Apply.h"
#include "gtest/gtest.h"

using namespace adopter;
using namespace adopter::patch;

namespace {

Edit edit(uint32_t begin, uint32_t end, std::string text) {
  return {{FileId(0), begin, end}, std::move(text), "", 0};
}

SourceRange range(uint32_t begin, uint32_t end) {
  return {FileId(0), begin, end};
}

TEST(OffsetMap, IsTheIdentityAtFirst) {
  EXPECT_EQ(OffsetMap().toOriginal(range(3, 9)), range(3, 9));
}

TEST(OffsetMap, FollowsCopiedText) {
  OffsetMap map; // 0123456789 -> 01ABC56789
  map.then({edit(2, 5, "ABC")});
  map.then({edit(0, 0, "__")}); // -> __01ABC56789
  EXPECT_EQ(map.toOriginal(range(2, 4)), range(0, 2));
  EXPECT_EQ(map.toOriginal(range(7, 9)), range(5, 7));
  EXPECT_EQ(map.toOriginal(range(5, 6)), range(2, 5));
  EXPECT_EQ(map.toOriginal(range(3, 8)), range(1, 6));
  EXPECT_EQ(map.toOriginal(range(0, 2)), range(0, 0));
}

TEST(OffsetMap, DeletedTextHasNoImage) {
  OffsetMap map; // 0123456789 -> 016789
  map.then({edit(2, 6, "")});
  EXPECT_EQ(map.toOriginal(range(1, 3)), range(1, 7));
  EXPECT_EQ(map.toOriginal(range(2, 6)), range(6, 10));
}

} // namespace
