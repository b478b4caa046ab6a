// SPDX-License-Identifier: Apache-2.0
/// \file
/// Seeing through selects: assumptions, and when none is needed.
#include "MatcherFixture.h"

using namespace adopter;
using namespace adopter::match;
using namespace adopter::match::test;
using program::ExprId;

namespace {

class SelectTest : public MatcherTest {
protected:
  /// s = a @ b;  if c: s = s + c;  softmax(s)
  void maskedModel() {
    model.begin("f", {"a", "b", "c"});
    scores =
        model.call("torch.matmul", {model.parameter(0), model.parameter(1)});
    sum = model.call("torch.add", {scores, model.parameter(2)});
    condition =
        model.make(model::OpKind::Is, {model.parameter(2), model.none()});
    joined = model.make(model::OpKind::Select, {condition, scores, sum});
    model.call("torch.softmax", {joined, model.number(-1)});
  }
  model::ValueId scores, sum, condition, joined;
};

TEST_F(SelectTest, IsSeenThroughUnderAnAssumption) {
  rules.begin("of_sum");
  rules.value("y", rules.call(softmax, {rules.call(add, {cap("s"), cap("m")}),
                                        integer(-1)}));
  rules.end();
  maskedModel();
  auto found = find();
  ASSERT_EQ(found.size(), 1u);
  ASSERT_EQ(found[0].assumptions.size(), 1u);
  EXPECT_EQ(found[0].assumptions[0].condition, condition);
  EXPECT_FALSE(found[0].assumptions[0].holds);
}

TEST_F(SelectTest, WhatNeedsNoAssumptionIsPreferred) {
  // pattern p($s) { ($s + $m)  |  ($a if $c else $b) }: the second needs none.
  rules.begin("either");
  program::PatternInstance use;
  use.pattern = rules.symbol("p");
  program::Alternative sumOf, conditional;
  sumOf.body = rules.call(add, {cap("s"), cap("m")});
  conditional.body = rules.node(program::ExprKind::Conditional,
                                {cap("c"), cap("a"), cap("b")});
  use.alternatives = {sumOf, conditional};
  rules.value("y", rules.call(softmax, {rules.instance(use), integer(-1)}));
  rules.end();
  maskedModel();
  auto found = find();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_TRUE(found[0].assumptions.empty());
  EXPECT_EQ(found[0].instances[0].alternative, 1u);
  EXPECT_EQ(bound(found[0], "c"), condition);
  EXPECT_FALSE(bound(found[0], "m").isValid());
}

TEST_F(SelectTest, OneConditionIsAssumedOneWay) {
  // softmax(x + y) where both operands are selects of one condition; the rule
  // wants the then branch of one and the else branch of the other.
  rules.begin("mixed");
  rules.value(
      "y", rules.call(matmul, {rules.call(silu, {cap("p")}),
                               rules.call(softmax, {cap("q"), integer(-1)})}));
  rules.end();
  model.begin("f", {"a", "c"});
  model::ValueId a = model.parameter(0), c = model.parameter(1);
  model::ValueId s = model.call("torch.nn.functional.silu", {a});
  model::ValueId t = model.call("torch.softmax", {a, model.number(-1)});
  model::ValueId first = model.make(model::OpKind::Select, {c, s, a});
  model::ValueId otherWay = model.make(model::OpKind::Select, {c, a, t});
  model::ValueId sameWay = model.make(model::OpKind::Select, {c, t, a});
  model.call("torch.matmul", {first, otherWay});
  auto good = model.call("torch.matmul", {first, sameWay});
  auto found = find();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].roots[0], model.defining(good));
  EXPECT_EQ(found[0].assumptions.size(), 1u);
  EXPECT_TRUE(found[0].assumptions[0].holds);
}

TEST_F(SelectTest, InsideTheIfItsConditionIsKnown) {
  rules.begin("of_sum");
  rules.value("y", rules.call(softmax, {rules.call(add, {cap("s"), cap("m")}),
                                        integer(-1)}));
  rules.end();
  model.begin("f", {"a", "c"});
  model::ValueId sum =
      model.call("torch.add", {model.parameter(0), model.parameter(0)});
  model::ValueId joined = model.make(
      model::OpKind::Select, {model.parameter(1), sum, model.parameter(0)});
  model::OpId test = model.effect(model::OpKind::If, {model.parameter(1)});
  model.openRegion(test, model::RegionKind::Then);
  model.call("torch.softmax", {joined, model.number(-1)});
  model.closeRegion();
  model.openRegion(test, model::RegionKind::Else);
  model.call("torch.softmax", {joined, model.number(-1)});
  model.closeRegion();
  auto found = find();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_TRUE(found[0].assumptions.empty());
}

TEST_F(SelectTest, AtMostFourAssumptions) {
  rules.begin("chain");
  ExprId expr = cap("x");
  for (int i = 0; i < 5; ++i)
    expr = rules.call(silu, {expr});
  rules.value("y", rules.call(softmax, {expr, integer(-1)}));
  rules.end();
  for (int selects : {4, 5}) {
    model.begin("f", {"a", "c1", "c2", "c3", "c4", "c5"});
    model::ValueId value = model.parameter(0);
    for (int i = 0; i < 5; ++i) {
      model::ValueId inner = model.call("torch.nn.functional.silu", {value});
      value = i < selects
                  ? model.make(model::OpKind::Select,
                               {model.parameter(size_t(i) + 1), inner, value})
                  : inner;
    }
    model.call("torch.softmax", {value, model.number(-1)});
  }
  auto found = find();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].assumptions.size(), 4u);
  EXPECT_EQ(found[0].function, model::FunctionId(0));
}

} // namespace
