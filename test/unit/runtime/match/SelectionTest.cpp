// SPDX-License-Identifier: Apache-2.0
#include "runtime/match/Selection.h"
#include "Fixture.h"
#include <gtest/gtest.h>

using namespace adopter;
using namespace adopter::match;
using namespace adopter::match::test;
using model::OpId;

namespace {

class SelectionTest : public testing::Test {
protected:
  SelectionTest() {
    for (int i = 0; i < 3; ++i)
      rules.program.rules.add(program::Rule());
    rules.op("torch.add", {"input", "other"});
    model.begin("f", {"a"});
    for (int i = 0; i < 6; ++i)
      model.call("torch.add", {model.parameter(0), model.parameter(0)});
    leaf = model.defining(model.attribute(model.parameter(0), "dtype"));
    model.finish();
  }
  Match match(uint32_t rule, std::initializer_list<uint32_t> ops) {
    Match m;
    m.program = &rules.program;
    m.rule = program::RuleId(rule);
    for (uint32_t op : ops)
      m.ops.push_back(OpId(op));
    return m;
  }
  using Losers = std::vector<std::optional<size_t>>;
  Rules rules;
  Model model{rules};
  OpId leaf;
};

TEST_F(SelectionTest, MatchesApartAreAllKept) {
  Match a = match(0, {0, 1}), b = match(0, {2});
  EXPECT_EQ(selectMatches(model.arch, {{&a}, {&b}}),
            (Losers{std::nullopt, std::nullopt}));
  EXPECT_FALSE(overlap(model.arch, a, b));
}

TEST_F(SelectionTest, BenefitThenSizeThenRuleOrder) {
  Match small = match(0, {1}), large = match(1, {0, 1}),
        later = match(2, {0, 1});
  EXPECT_EQ(selectMatches(model.arch, {{&small, 1}, {&large, 1}, {&later, 1}}),
            (Losers{1, std::nullopt, 1}));
  EXPECT_EQ(selectMatches(model.arch, {{&small, 2}, {&large, 1}, {&later, 1}}),
            (Losers{std::nullopt, 0, 0}));
}

TEST_F(SelectionTest, ALoserDoesNotPushOutOthers) {
  Match a = match(0, {0, 1, 2}), b = match(0, {2, 3}), c = match(0, {3});
  EXPECT_EQ(selectMatches(model.arch, {{&a}, {&b}, {&c}}),
            (Losers{std::nullopt, 0, std::nullopt}));
}

TEST_F(SelectionTest, ReadingTheSameAttributeIsNoOverlap) {
  Match a = match(0, {0, leaf.index()}), b = match(0, {1, leaf.index()});
  EXPECT_EQ(selectMatches(model.arch, {{&a}, {&b}}),
            (Losers{std::nullopt, std::nullopt}));
}

TEST_F(SelectionTest, AMemberIsRebuiltOnce) {
  rules.program.rules[program::RuleId(0)].rewriteMembers.push_back({});
  Match a = match(0, {0}), b = match(0, {1});
  for (Match *m : {&a, &b}) {
    CaptureBinding bound;
    bound.kind = CaptureBinding::Kind::Member;
    bound.member = model::MemberId(0u);
    m->captures.push_back(bound);
  }
  EXPECT_EQ(selectMatches(model.arch, {{&a}, {&b}}), (Losers{std::nullopt, 0}));
  EXPECT_TRUE(overlap(model.arch, a, b));
}

} // namespace
