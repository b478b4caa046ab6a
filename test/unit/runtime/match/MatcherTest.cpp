// SPDX-License-Identifier: Apache-2.0
/// \file
/// The run of the automaton: roots, choices, assumptions, duplicates, limits.
#include "MatcherFixture.h"
#include "runtime/match/MatchTrace.h"
#include "runtime/support/DiagnosticEngine.h"
#include <gtest/gtest.h>

using namespace adopter;
using namespace adopter::match;
using namespace adopter::match::test;
using program::CaptureId;
using program::ExprId;
using program::InstanceId;
using program::RuleId;

namespace {

/// Kinds of the diagnostics reported.
struct Collector : DiagnosticConsumer {
  std::vector<DiagKind> kinds;
  void handle(const Diagnostic &diagnostic, const SourceManager &) override {
    kinds.push_back(diagnostic.kind);
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

// --- several value patterns -------------------------------------------------

class PairTest : public MatcherTest {
protected:
  /// $a = $m($x)  $b = $k($x), both built by Linear; distinct($m, $k)
  void pairRule() {
    rules.begin("pair");
    rules.value("a", rules.memberCall("m", {cap("x")}));
    rules.value("b", rules.memberCall("k", {cap("x")}));
    rules.rule.members.push_back(
        {rules.captureId("m"), rules.call(linear, {cap("in1"), cap("out1")})});
    rules.rule.members.push_back(
        {rules.captureId("k"), rules.call(linear, {cap("in2"), cap("out2")})});
    rules.where(rules.word("distinct", {cap("m"), cap("k")}));
    rules.end();
  }
  model::MemberId layer(llvm::StringRef name, int64_t out) {
    return model.member(
        name, model::MemberKind::Module,
        {model.call("torch.nn.Linear", {model.number(4), model.number(out)})});
  }
};

TEST_F(PairTest, OneSetOfRootsIsReportedOnce) {
  pairRule();
  model.beginClass("A");
  model.begin("__init__", {"self"});
  auto p = layer("p", 8), q = layer("q", 9);
  model.begin("forward", {"self", "x", "z"});
  model::ValueId first = model.callMember(p, {model.parameter(1)});
  model::ValueId second = model.callMember(q, {model.parameter(1)});
  model.callMember(q, {model.parameter(2)}); // another argument
  auto found = find();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].roots.size(), 2u);
  EXPECT_EQ(found[0].ops.size(), 2u);
  EXPECT_NE(bound(found[0], "a"), bound(found[0], "b"));
  EXPECT_TRUE(bound(found[0], "a") == first || bound(found[0], "a") == second);
}

TEST_F(PairTest, AConditionThatFailsSendsTheSearchOn) {
  // The first user of x is the root itself: distinct() rules that out.
  pairRule();
  model.beginClass("A");
  model.begin("__init__", {"self"});
  auto p = layer("p", 8);
  model.begin("forward", {"self", "x"});
  model.callMember(p, {model.parameter(1)});
  model.callMember(p, {model.parameter(1)});
  EXPECT_TRUE(find().empty());
}

TEST_F(MatcherTest, ValuePatternsInARowAreOneMatch) {
  rules.begin("scores");
  rules.value("s", rules.call(matmul, {cap("q"), cap("k")}));
  rules.value("p", rules.call(softmax, {cap("s"), integer(-1)}));
  rules.value("o", rules.call(matmul, {cap("p"), cap("x")}));
  rules.end();
  model.begin("f", {"q", "k", "v"});
  model::ValueId s =
      model.call("torch.matmul", {model.parameter(0), model.parameter(1)});
  model::ValueId p = model.call("torch.softmax", {s, model.number(-1)});
  model::ValueId o = model.call("torch.matmul", {p, model.parameter(2)});
  auto found = find();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].values[0], s);
  EXPECT_EQ(found[0].values[2], o);
  EXPECT_EQ(bound(found[0], "p"), p);
  EXPECT_EQ(found[0].ops.size(), 3u);
}

// --- the exact check --------------------------------------------------------

TEST_F(MatcherTest, WhatTheExactCheckRefusesIsDroppedAndReported) {
  softmaxRule();
  // Break the automaton: it no longer asks for the literal.
  for (program::State &s : rules.program.automaton.states)
    if (s.kind == program::StateKind::Switch &&
        s.question == program::QuestionKind::OpName)
      for (program::Case &c : s.cases)
        c.next = program::StateId(0u); // Accept is the first one made
  model.begin("f", {"a"});
  model::ValueId y =
      model.call("torch.softmax", {model.parameter(0), model.number(1)});
  model.opOf(y).range = {};
  EXPECT_TRUE(find().empty());
  ASSERT_EQ(state.events.size(), 1u);
  EXPECT_EQ(state.events[0].kind, MatchEvent::Kind::RecheckFailed);

  SourceManager sources;
  Collector collector;
  DiagnosticEngine diags(sources, collector);
  state.events.push_back({MatchEvent::Kind::Cut, {}, model.defining(y)});
  reportEvents(rules.program, model.arch, state, options, diags);
  ASSERT_EQ(collector.kinds.size(), 2u);
  EXPECT_EQ(collector.kinds[0], DiagKind::match_recheck_failed);
  EXPECT_EQ(collector.kinds[1], DiagKind::match_cut);
}

TEST_F(MatcherTest, ARequireThatIsRefutedKeepsTheSite) {
  rules.begin("softmax");
  rules.value("y", rules.call(softmax, {cap("x"), cap("d")}));
  rules.require(rules.word("last_axis", {cap("d"), cap("x")}),
                "last axis only");
  rules.end();
  model.begin("f", {"a"});
  model.call("torch.softmax", {model.parameter(0), model.number(-2)});
  model.call("torch.softmax", {model.parameter(0), model.number(-1)});
  model.call("torch.softmax", {model.parameter(0), model.number(2)});
  auto found = find();
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0].refusal, "last axis only");
  EXPECT_TRUE(found[1].refusal.empty());
  EXPECT_TRUE(found[1].open.empty());
  ASSERT_EQ(found[2].open.size(), 1u);
  EXPECT_EQ(found[2].open[0].require, "last axis only");
  EXPECT_TRUE(found[2].open[0].guard.has_value());
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
