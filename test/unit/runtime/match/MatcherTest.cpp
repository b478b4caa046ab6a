// SPDX-License-Identifier: Apache-2.0
/// \file
/// The run of the automaton: roots, choices, assumptions, duplicates, limits.
#include "Fixture.h"
#include "runtime/match/MatchTrace.h"
#include <gtest/gtest.h>

using namespace adopter;
using namespace adopter::match;
using namespace adopter::match::test;
using program::CaptureId;
using program::ExprId;
using program::InstanceId;
using program::RuleId;

namespace {

class MatcherTest : public testing::Test {
protected:
  Rules rules;
  program::OpDeclId add = rules.op("torch.add", {"input", "other"}, true, "+");
  program::OpDeclId mul = rules.op("torch.mul", {"input", "other"}, true, "*");
  program::OpDeclId matmul = rules.op("torch.matmul", {"input", "other"});
  program::OpDeclId softmax = rules.op("torch.softmax", {"input", "dim"});
  program::OpDeclId silu = rules.op("torch.nn.functional.silu", {"input"});
  program::OpDeclId linear = rules.op("torch.nn.Linear", {"in", "out"});
  Model model{rules};
  MatchState state;
  MatchOptions options;

  std::vector<Match> find() {
    model.finish();
    return findMatches(rules.program, model.arch, state, options);
  }
  ExprId cap(llvm::StringRef name) { return rules.capture(name); }
  ExprId integer(int64_t value) {
    return rules.constant(Constant::ofInt(value));
  }
  model::ValueId bound(const Match &match, llvm::StringRef name) {
    const program::Rule &rule = match.ruleOf();
    for (uint32_t i = 0; i < rule.captures.size(); ++i)
      if (rule.captures[CaptureId(i)].name == rules.symbol(name))
        return match.captures[i].value;
    return {};
  }
  /// $y = softmax($x, -1)
  void softmaxRule() {
    rules.begin("softmax");
    rules.value("y", rules.call(softmax, {cap("x"), integer(-1)}));
    rules.end();
  }
};

TEST_F(MatcherTest, FindsTheRootAndItsCaptures) {
  softmaxRule();
  model.begin("f", {"a"});
  model::ValueId y =
      model.call("torch.softmax", {model.parameter(0), model.number(-1)});
  auto found = find();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].roots[0], model.defining(y));
  EXPECT_EQ(bound(found[0], "x"), model.parameter(0));
  EXPECT_EQ(bound(found[0], "y"), y);
  EXPECT_TRUE(state.events.empty());
}

TEST_F(MatcherTest, ALiteralMeansThatLiteral) {
  softmaxRule();
  model.begin("f", {"a"});
  model.call("torch.softmax", {model.parameter(0), model.number(1)});
  EXPECT_TRUE(find().empty());
}

TEST_F(MatcherTest, ACaptureBindsOnce) {
  rules.begin("twice");
  rules.value("y", rules.call(matmul, {cap("x"), cap("x")}));
  rules.end();
  model.begin("f", {"a", "b"});
  model.call("torch.matmul", {model.parameter(0), model.parameter(1)});
  model.call("torch.matmul", {model.parameter(1), model.parameter(1)});
  auto found = find();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(bound(found[0], "x"), model.parameter(1));
}

TEST_F(MatcherTest, CommutativeOperandsAreExchanged) {
  rules.begin("scaled_sum");
  rules.value("y", rules.call(add, {rules.call(mul, {cap("x"), integer(2)}),
                                    cap("z")}));
  rules.end();
  model.begin("f", {"a", "b"});
  model::ValueId product =
      model.call("torch.mul", {model.number(2), model.parameter(0)});
  model.call("torch.add", {model.parameter(1), product});
  auto found = find();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(bound(found[0], "x"), model.parameter(0));
  EXPECT_EQ(bound(found[0], "z"), model.parameter(1));
  EXPECT_EQ(found[0].ops.size(), 2u);
}

TEST_F(MatcherTest, OpsClonedFromACalleeAreNoRoots) {
  softmaxRule();
  model.begin("f", {"a"});
  model::ValueId y =
      model.call("torch.softmax", {model.parameter(0), model.number(-1)});
  model.opOf(y).inlined = true;
  EXPECT_TRUE(find().empty());
}

TEST_F(MatcherTest, ADisabledRuleDoesNotMatch) {
  softmaxRule();
  model.begin("f", {"a"});
  model.call("torch.softmax", {model.parameter(0), model.number(-1)});
  options.enabledRules.resize(1);
  EXPECT_TRUE(find().empty());
  options.enabledRules.set(0);
  EXPECT_EQ(find().size(), 1u);
}

TEST_F(MatcherTest, ARuleForAModeNeedsThatMode) {
  softmaxRule();
  rules.program.rules[RuleId(0)].inferenceOnly = true;
  model.begin("f", {"a"});
  model.call("torch.softmax", {model.parameter(0), model.number(-1)});
  EXPECT_TRUE(find().empty());
  options.mode = Mode::Training;
  EXPECT_TRUE(find().empty());
  options.mode = Mode::Inference;
  EXPECT_EQ(find().size(), 1u);
}

// --- selects ----------------------------------------------------------------

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

// --- named patterns ---------------------------------------------------------

TEST_F(MatcherTest, TheFirstAlternativeThatFitsWins) {
  // scaled($s) binds $scale { $s * $scale   $s with $scale = 1 }
  rules.begin("scaled");
  program::PatternInstance use;
  program::Alternative product, plain;
  product.body = rules.call(mul, {rules.hole(0), cap("scale")});
  plain.body = rules.hole(0);
  plain.bindings = {{rules.captureId("scale"), integer(1)}};
  use.arguments = {rules.call(matmul, {cap("q"), cap("k")})};
  use.alternatives = {product, plain};
  rules.value("y", rules.call(softmax, {rules.instance(use), integer(-1)}));
  rules.end();

  model.begin("f", {"q", "k", "s"});
  model::ValueId scores =
      model.call("torch.matmul", {model.parameter(0), model.parameter(1)});
  model::ValueId scaled = model.call("torch.mul", {model.parameter(2), scores});
  model.call("torch.softmax", {scaled, model.number(-1)});
  model.call("torch.softmax", {scores, model.number(-1)});
  auto found = find();
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].instances[0].alternative, 0u);
  EXPECT_EQ(bound(found[0], "scale"), model.parameter(2));
  EXPECT_EQ(found[0].instances[0].holes[0], scores);
  EXPECT_EQ(found[1].instances[0].alternative, 1u);
  auto scale = found[1].captures[rules.program.rules[RuleId(0)]
                                     .instances[InstanceId(0)]
                                     .alternatives[1]
                                     .bindings[0]
                                     .first.index()];
  EXPECT_EQ(scale.kind, CaptureBinding::Kind::Bound);
  EXPECT_EQ(scale.instance, InstanceId(0));
}

TEST_F(MatcherTest, AnAlternativeWhoseConditionIsRefutedIsPassedOver) {
  // last($x) { softmax($x, $d) where $d == -1   softmax($x, $e) }
  rules.begin("last");
  program::PatternInstance use;
  program::Alternative exact, any;
  exact.body = rules.call(softmax, {rules.hole(0), cap("d")});
  rules.op("torch.eq", {"input", "other"}, true, "==");
  exact.conditions.push_back(
      {rules.call(program::OpDeclId(6), {cap("d"), integer(-1)}),
       false,
       {},
       {}});
  any.body = rules.call(softmax, {rules.hole(0), cap("e")});
  use.arguments = {cap("x")};
  use.alternatives = {exact, any};
  rules.value("y", rules.instance(use));
  rules.end();
  model.begin("f", {"a"});
  model.call("torch.softmax", {model.parameter(0), model.number(-1)});
  model.call("torch.softmax", {model.parameter(0), model.number(1)});
  auto found = find();
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].instances[0].alternative, 0u);
  EXPECT_EQ(found[1].instances[0].alternative, 1u);
}

// --- calls of anything, members ---------------------------------------------

TEST_F(MatcherTest, ACalleeIsAnyCallOfThatManyArguments) {
  rules.begin("gated");
  rules.value("y",
              rules.call(mul, {rules.calleeCall("act", {cap("g")}), cap("u")}));
  rules.end();
  model.begin("f", {"a", "b", "act"});
  model::ValueId declared =
      model.call("torch.nn.functional.silu", {model.parameter(0)});
  model.call("torch.mul", {declared, model.parameter(1)});
  model::ValueId ofValue =
      model.callValue(model.parameter(2), {model.parameter(0)});
  model.call("torch.mul", {model.parameter(1), ofValue});
  model::ValueId two =
      model.callName("other.f", {model.parameter(0), model.parameter(1)});
  model.call("torch.mul", {two, model.parameter(1)});
  auto found = find();
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(bound(found[0], "g"), model.parameter(0));
  EXPECT_EQ(bound(found[1], "u"), model.parameter(1));
}

TEST_F(MatcherTest, MembersAreMatchedByTheirConstructor) {
  rules.begin("projection");
  rules.value("y", rules.memberCall("m", {cap("x")}));
  rules.rule.members.push_back(
      {rules.captureId("m"), rules.call(linear, {cap("in"), integer(8)})});
  rules.end();
  model.beginClass("A");
  model.begin("__init__", {"self"});
  model::ValueId good =
      model.call("torch.nn.Linear", {model.number(4), model.number(8)});
  model::ValueId bad =
      model.call("torch.nn.Linear", {model.number(4), model.number(9)});
  auto p = model.member("p", model::MemberKind::Module, {good});
  auto q = model.member("q", model::MemberKind::Module, {bad});
  model.begin("forward", {"self", "x"});
  model.callMember(p, {model.parameter(1)});
  model.callMember(q, {model.parameter(1)});
  auto found = find();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].captures[rules.captureId("m").index()].member, p);
  EXPECT_EQ(bound(found[0], "m"), good);
  // The constructor stands in another method and is not among the ops.
  EXPECT_EQ(found[0].ops.size(), 1u);
}

TEST_F(MatcherTest, DifferentDefinitionsAreNoConstructor) {
  rules.begin("projection");
  rules.value("y", rules.memberCall("m", {cap("x")}));
  rules.rule.members.push_back(
      {rules.captureId("m"), rules.call(linear, {cap("in"), integer(8)})});
  rules.end();
  model.beginClass("A");
  model.begin("__init__", {"self"});
  model::ValueId a =
      model.call("torch.nn.Linear", {model.number(4), model.number(8)});
  model::ValueId b =
      model.call("torch.nn.Linear", {model.number(5), model.number(8)});
  auto p = model.member("p", model::MemberKind::Module, {a, b});
  model.begin("forward", {"self", "x"});
  model.callMember(p, {model.parameter(1)});
  EXPECT_TRUE(find().empty());
}

// --- limits -----------------------------------------------------------------

TEST_F(MatcherTest, ASearchThatIsTooLongIsCut) {
  rules.begin("sums");
  ExprId expr = cap("x");
  for (int i = 0; i < 12; ++i)
    expr = rules.call(add, {expr, integer(i)});
  rules.value("y", rules.call(softmax, {expr, integer(-1)}));
  rules.end();
  model.begin("f", {"a"});
  model::ValueId value = model.parameter(0);
  for (int i = 0; i < 40; ++i)
    value = model.call("torch.add", {value, value});
  model::ValueId y = model.call("torch.softmax", {value, model.number(-1)});
  options.maxSteps = 10;
  EXPECT_TRUE(find().empty());
  ASSERT_EQ(state.events.size(), 1u);
  EXPECT_EQ(state.events[0].kind, MatchEvent::Kind::Cut);
  EXPECT_EQ(state.events[0].root, model.defining(y));
}

TEST_F(MatcherTest, TheStateIsUsedAgain) {
  softmaxRule();
  model.begin("f", {"a"});
  model.call("torch.softmax", {model.parameter(0), model.number(-1)});
  EXPECT_EQ(find().size(), 1u);
  EXPECT_EQ(find().size(), 1u);
}

TEST_F(MatcherTest, ATraceSaysWhereARuleStopped) {
  softmaxRule();
  model.begin("f", {"a"});
  model::ValueId y =
      model.call("torch.softmax", {model.parameter(0), model.number(1)});
  model.opOf(y).range = {FileId(0), 10, 20};
  MatchTrace trace;
  state.trace = &trace;
  EXPECT_TRUE(find().empty());
  ASSERT_EQ(trace.all().size(), 1u);
  const Attempt &attempt = trace.all().begin()->second;
  EXPECT_EQ(attempt.outcome, Attempt::Outcome::Question);
  EXPECT_EQ(rules.program.automaton.states[attempt.state].question,
            program::QuestionKind::Constant);
  EXPECT_EQ(model.arch.constant(attempt.found)->integer, 1);
}

} // namespace
