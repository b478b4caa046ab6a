// SPDX-License-Identifier: Apache-2.0
#include "compiler/sema/Suggest.h"
#include <gtest/gtest.h>
#include <vector>

using namespace adopter::sema;

namespace {

TEST(SuggestTest, NearestWins) {
  std::vector<llvm::StringRef> names{"softplus", "softmax", "softmin"};
  EXPECT_EQ(suggest("sofmax", names), "softmax");
  EXPECT_EQ(suggest("softmix", names), "softmax") << "the first of equals";
}

TEST(SuggestTest, FarNamesAreNoSuggestion) {
  std::vector<llvm::StringRef> names{"softmax", "relu"};
  EXPECT_EQ(suggest("dropout", names), "");
  EXPECT_EQ(suggest("", names), "");
  EXPECT_EQ(suggest("relu", names), "") << "the name itself";
}

TEST(SuggestTest, ShortNamesMustBeNearer) {
  std::vector<llvm::StringRef> names{"x", "dim"};
  EXPECT_EQ(suggest("y", names), "") << "nothing would be left of it";
  EXPECT_EQ(suggest("dmi", names), "");
  EXPECT_EQ(suggest("dims", names), "dim");
}

} // namespace
