// SPDX-License-Identifier: Apache-2.0
/// \file
/// Words and comparisons: proved, refuted with which reason, guarded by what.
#include "runtime/match/Conditions.h"
#include "Fixture.h"
#include "runtime/match/LiteralArithmetic.h"
#include "runtime/support/DiagnosticEngine.h"
#include <gtest/gtest.h>

using namespace adopter;
using namespace adopter::match;
using namespace adopter::match::test;
using model::OpKind;
using model::ValueId;
using program::ExprId;
using program::ExprKind;

namespace {

class ConditionsTest : public testing::Test {
protected:
  ConditionsTest() {
    eq = rules.op("torch.eq", {"input", "other"}, true, "==");
    lt = rules.op("torch.lt", {"input", "other"}, false, "<");
    rules.op("torch.Tensor.view", {"input", "shape"});
    rules.op("torch.Tensor.to", {"input", "dtype"});
    rules.op("operator.getitem", {"input", "index"}, false, "[]");
    rules.op("torch.nn.functional.silu", {"input"});
    rules.op("torch.nn.functional.gelu", {"input", "approximate"});
    rules.op("torch.nn.Linear", {"in", "out"});
    rules.op("torch.nn.SiLU", {"inplace"});
    rules.op("torch.nn.Parameter", {"data"});
    rules.op("torch.softmax", {"input", "dim"});
    owner = model.beginClass("A");
    rules.begin("r");
  }
  Rules rules;
  Model model{rules};
  MatchOptions options;
  model::ClassId owner;
  program::OpDeclId eq, lt;
  std::vector<CaptureBinding> captures;
  std::optional<program::CaptureKind> kind;

  /// `$name` bound to `value`.
  ExprId bind(llvm::StringRef name, ValueId value) {
    ExprId expr = rules.capture(name);
    CaptureBinding bound;
    bound.kind = CaptureBinding::Kind::Value;
    bound.value = value;
    captures.push_back(bound);
    return expr;
  }
  /// `$name` bound to the callee of the call that computes `value`.
  ExprId bindCallee(llvm::StringRef name, ValueId value) {
    ExprId expr = rules.capture(name, program::CaptureKind::Callee);
    CaptureBinding bound;
    bound.kind = CaptureBinding::Kind::Callee;
    bound.op = model.defining(value);
    bound.value = model.opOf(value).callee;
    bound.member = model.opOf(value).member;
    captures.push_back(bound);
    return expr;
  }
  Verdict judge(ExprId condition) {
    model.finish();
    CallView calls(rules.program, model.arch);
    ValueFacts facts(rules.program, model.arch, calls, options);
    Conditions conditions(rules.program, facts);
    Scope scope{captures,
                {},
                {},
                model::FunctionId(model.arch.functions.size() - 1),
                {}};
    std::vector<Verdict> verdicts = conditions.judge(condition, scope);
    return verdicts.empty() ? Verdict() : verdicts.front();
  }
  ExprId integer(int64_t value) {
    return rules.constant(Constant::ofInt(value));
  }
  ExprId in(ExprId a, std::initializer_list<const char *> names) {
    program::Expr list;
    list.kind = ExprKind::List;
    for (const char *name : names)
      list.args.push_back({{}, rules.text(name)});
    return rules.node(ExprKind::In, {a, rules.add(std::move(list))});
  }
  void expect(const Verdict &verdict, Truth truth,
              std::optional<DiagKind> reason,
              std::initializer_list<std::string> args = {}) {
    EXPECT_EQ(verdict.truth, truth);
    EXPECT_EQ(verdict.reason,
              reason ? DiagnosticEngine::make({}, *reason, args).message : "");
    EXPECT_FALSE(verdict.truth == Truth::Proved && verdict.guard);
  }
};

// --- rank, axis, dtype ------------------------------------------------------

TEST_F(ConditionsTest, Rank) {
  model.begin("forward", {"self", "x"});
  ValueId x = model.parameter(1);
  ValueId y = model.call(
      "torch.Tensor.view",
      {x, model.make(OpKind::Tuple, {model.number(1), model.number(2)})});
  ExprId ofX = rules.word("rank", {bind("x", x)});
  ExprId ofY = rules.word("rank", {bind("y", y)});
  expect(judge(rules.call(eq, {ofY, integer(2)})), Truth::Proved, {});
  expect(judge(rules.call(eq, {ofY, integer(3)})), Truth::Refuted,
         DiagKind::note_value_is, {"view(...)", "2"});
  Verdict open = judge(rules.call(eq, {ofX, integer(4)}));
  expect(open, Truth::Unknown, DiagKind::note_rank_unknown, {"x"});
  ASSERT_TRUE(open.guard);
  EXPECT_EQ(open.guard->kind, GuardKind::Compare);
  EXPECT_EQ(open.guard->token, "==");
  EXPECT_EQ(open.guard->lhs.kind, OperandKind::Rank);
  EXPECT_EQ(open.guard->lhs.value, x);
  EXPECT_EQ(open.guard->rhs.literal.integer, 4);
}

TEST_F(ConditionsTest, LastAxis) {
  model.begin("forward", {"self", "x", "d"});
  ValueId x = model.parameter(1);
  ValueId y = model.call(
      "torch.Tensor.view",
      {x, model.make(OpKind::Tuple,
                     {model.number(1), model.number(2), model.number(3)})});
  ExprId cx = bind("x", x), cy = bind("y", y);
  auto axis = [&](const char *name, ValueId dim, ExprId of) {
    return judge(rules.word("last_axis", {bind(name, dim), of}));
  };
  expect(axis("d1", model.number(-1), cx), Truth::Proved, {});
  expect(axis("d2", model.number(2), cy), Truth::Proved, {});
  expect(axis("d3", model.number(1), cy), Truth::Refuted,
         DiagKind::note_not_last_axis, {"1", "3"});
  expect(axis("d4", model.number(-2), cx), Truth::Refuted,
         DiagKind::note_axis_from_end, {"-2"});
  expect(axis("d5", model.none(), cx), Truth::Refuted, DiagKind::note_no_axis,
         {"None"});
  Verdict open = axis("d6", model.number(1), cx);
  expect(open, Truth::Unknown, DiagKind::note_axis_unknown, {"1"});
  ASSERT_TRUE(open.guard);
  EXPECT_EQ(open.guard->rhs.literal.integer, 2) << "x.dim() == 2";
  Verdict anyDim = axis("d7", model.parameter(2), cx);
  expect(anyDim, Truth::Unknown, DiagKind::note_value_unknown, {"d"});
  ASSERT_TRUE(anyDim.guard);
  EXPECT_EQ(anyDim.guard->token, "in");
  EXPECT_EQ(anyDim.guard->rhs.operands[1].kind, OperandKind::LastAxis);
}

TEST_F(ConditionsTest, Dtype) {
  model.begin("forward", {"self", "x", "w"});
  ValueId x = model.parameter(1), w = model.parameter(2);
  ValueId f32 =
      model.call("torch.Tensor.to", {x, model.global("torch.float32")});
  ValueId back =
      model.call("torch.Tensor.to", {f32, model.attribute(x, "dtype")});
  ExprId ofX = rules.word("dtype", {bind("x", x)});
  ExprId ofW = rules.word("dtype", {bind("w", w)});
  ExprId of32 = rules.word("dtype", {bind("f32", f32)});
  ExprId ofBack = rules.word("dtype", {bind("back", back)});
  expect(judge(rules.call(eq, {ofX, ofBack})), Truth::Proved, {});
  expect(judge(rules.call(eq, {of32, rules.name("torch.float32")})),
         Truth::Proved, {});
  expect(judge(rules.call(eq, {of32, rules.name("torch.float16")})),
         Truth::Refuted, DiagKind::note_value_is, {"to(...)", "torch.float32"});
  Verdict open = judge(rules.call(eq, {ofW, ofX}));
  expect(open, Truth::Unknown, DiagKind::note_dtype_unknown, {"w"});
  ASSERT_TRUE(open.guard);
  EXPECT_EQ(open.guard->lhs.kind, OperandKind::Dtype);
  EXPECT_EQ(open.guard->rhs.value, x);
}

// --- activations ------------------------------------------------------------

class ActivationTest : public ConditionsTest {
protected:
  /// self.act = <value>; self.act(x) in forward; activation($act) in names.
  Verdict ofMember(std::initializer_list<ValueId> definitions) {
    auto act = model.member("act", model::MemberKind::Module, definitions);
    model.begin("forward", {"self", "x"});
    ValueId y = model.callMember(act, {model.parameter(1)});
    return judge(in(rules.word("activation", {bindCallee("act", y)}),
                    {"silu", "swish"}));
  }
  ValueId table(ValueId key) {
    return model.call("operator.getitem",
                      {model.global("transformers.activations.ACT2FN"), key});
  }
};

TEST_F(ActivationTest, OfFunctions) {
  model.begin("forward", {"self", "x"});
  ValueId x = model.parameter(1);
  ValueId silu = model.call("torch.nn.functional.silu", {x});
  ValueId tanh =
      model.call("torch.nn.functional.gelu", {x, model.text("tanh")});
  ValueId erf = model.call("torch.nn.functional.gelu", {x, model.text("none")});
  ValueId other = model.callName("file.f", {x});
  ExprId a = rules.word("activation", {bindCallee("a", silu)});
  ExprId b = rules.word("activation", {bindCallee("b", tanh)});
  ExprId c = rules.word("activation", {bindCallee("c", erf)});
  ExprId d = rules.word("activation", {bindCallee("d", other)});
  expect(judge(rules.call(eq, {a, rules.text("silu")})), Truth::Proved, {});
  expect(judge(in(a, {"gelu", "swish"})), Truth::Proved, {});
  expect(judge(rules.call(eq, {b, rules.text("gelu_pytorch_tanh")})),
         Truth::Proved, {});
  expect(judge(rules.call(eq, {b, rules.text("gelu")})), Truth::Refuted,
         DiagKind::note_activation_is, {"gelu_pytorch_tanh"});
  expect(judge(rules.call(eq, {c, rules.text("gelu")})), Truth::Proved, {});
  expect(judge(rules.call(eq, {d, rules.text("gelu")})), Truth::Refuted,
         DiagKind::note_not_activation);
}

TEST_F(ActivationTest, OfModules) {
  model.begin("__init__", {"self", "config"});
  expect(ofMember({model.call("torch.nn.SiLU",
                              {model.constant(Constant::boolean(false))})}),
         Truth::Proved, {});
}

TEST_F(ActivationTest, OfTheTable) {
  model.begin("__init__", {"self", "config"});
  expect(ofMember({table(model.text("silu"))}), Truth::Proved, {});
}

TEST_F(ActivationTest, OfAConfigurationKey) {
  model.begin("__init__", {"self", "config"});
  ValueId key = model.attribute(model.parameter(1), "hidden_act");
  Verdict open = ofMember({table(key)});
  expect(open, Truth::Unknown, DiagKind::note_activation_config,
         {"hidden_act"});
  ASSERT_TRUE(open.guard);
  EXPECT_EQ(open.guard->token, "in");
  EXPECT_EQ(open.guard->lhs.kind, OperandKind::Activation);
  EXPECT_EQ(open.guard->lhs.value, key);
  EXPECT_TRUE(open.guard->lhs.member);
  ASSERT_EQ(open.guard->rhs.operands.size(), 2u);
  EXPECT_EQ(open.guard->rhs.operands[0].literal.text, "silu");
  EXPECT_EQ(open.guard->rhs.operands[1].literal.text, "swish");
  options.config["hidden_act"] = textLiteral("swish");
  expect(judge(in(rules.word("activation", {rules.capture("act")}), {"silu"})),
         Truth::Proved, {});
  options.config["hidden_act"] = textLiteral("gelu");
  expect(judge(in(rules.word("activation", {rules.capture("act")}), {"silu"})),
         Truth::Refuted, DiagKind::note_activation_is, {"gelu"});
}

TEST_F(ActivationTest, OfAKeyOrAFunction) {
  // if isinstance(config.act, str): self.act = ACT2FN[config.act]  else:
  // config.act
  model.begin("__init__", {"self", "config"});
  ValueId key = model.attribute(model.parameter(1), "act");
  ValueId again = model.attribute(model.parameter(1), "act");
  expect(ofMember({table(key), again}), Truth::Unknown,
         DiagKind::note_activation_config, {"act"});
}

TEST_F(ActivationTest, OfAnythingElse) {
  model.begin("__init__", {"self", "f"});
  expect(ofMember({model.parameter(1)}), Truth::Unknown,
         DiagKind::note_activation_unknown);
}

TEST_F(ActivationTest, ALayerThatMayComeFromOutside) {
  model.begin("__init__", {"self", "layer"});
  ValueId made =
      model.call("torch.nn.Linear", {model.number(1), model.number(2)});
  expect(ofMember({model.parameter(1), made}), Truth::Refuted,
         DiagKind::note_not_activation);
}

TEST_F(ActivationTest, AFilesOwnTableIsNotTrusted) {
  model.begin("__init__", {"self"});
  ValueId made = model.call("operator.getitem",
                            {model.global("file.ACT_FNS"), model.text("silu")});
  expect(ofMember({made}), Truth::Unknown, DiagKind::note_activation_unknown);
}

// --- values -----------------------------------------------------------------

TEST_F(ConditionsTest, Parameters) {
  model.begin("__init__", {"self"});
  ValueId data = model.call("torch.nn.Parameter", {model.number(1)});
  model.member("w", model::MemberKind::Parameter, {data});
  model.member("s", model::MemberKind::Plain, {model.number(1)});
  model.begin("forward", {"self", "x"});
  ValueId self = model.parameter(0);
  auto of = [&](const char *name, ValueId value) {
    return judge(rules.word("parameter", {bind(name, value)}));
  };
  expect(of("a", model.attribute(self, "w")), Truth::Proved, {});
  expect(of("b", model.attribute(self, "s")), Truth::Refuted,
         DiagKind::note_not_parameter, {".s"});
  expect(of("c", model.parameter(1)), Truth::Refuted,
         DiagKind::note_not_parameter, {"x"});
  expect(of("d", model.attribute(self, "elsewhere")), Truth::Unknown,
         DiagKind::note_parameter_unknown, {".elsewhere"});
}

TEST_F(ConditionsTest, ConstScalarDistinct) {
  model.begin("forward", {"self", "x"});
  ValueId x = model.parameter(1);
  ExprId cx = bind("x", x), one = bind("one", model.number(1)),
         two = bind("two", model.number(1));
  expect(judge(rules.word("const", {one})), Truth::Proved, {});
  expect(judge(rules.word("const", {cx})), Truth::Refuted,
         DiagKind::note_not_literal, {"x"});
  expect(judge(rules.word("scalar", {one})), Truth::Proved, {});
  Verdict open = judge(rules.word("scalar", {cx}));
  expect(open, Truth::Unknown, DiagKind::note_number_unknown, {"x"});
  EXPECT_EQ(open.guard->kind, GuardKind::IsScalar);
  ValueId tensor = model.call("torch.softmax", {x, model.number(-1)});
  expect(judge(rules.word("scalar", {bind("t", tensor)})), Truth::Refuted,
         DiagKind::note_not_number, {"softmax(...)"});
  expect(judge(rules.word("distinct", {cx, one})), Truth::Proved, {});
  expect(judge(rules.word("distinct", {one, cx, two})), Truth::Refuted,
         DiagKind::note_not_distinct);
}

TEST_F(ConditionsTest, NoneAndTruth) {
  model.begin("forward", {"self", "mask", "x"});
  ExprId mask = bind("mask", model.parameter(1));
  ExprId none = rules.constant(Constant::none());
  Verdict open = judge(rules.node(ExprKind::Is, {mask, none}));
  expect(open, Truth::Unknown, DiagKind::note_value_unknown, {"mask"});
  EXPECT_EQ(open.guard->token, "is");
  Verdict notNone = judge(
      rules.node(ExprKind::Not, {rules.node(ExprKind::Is, {mask, none})}));
  EXPECT_EQ(notNone.guard->kind, GuardKind::Not);
  ExprId y = bind(
      "y", model.call("torch.softmax", {model.parameter(2), model.number(-1)}));
  expect(judge(rules.node(ExprKind::Is, {y, none})), Truth::Refuted,
         DiagKind::note_value_not_none, {"softmax(...)"});
  expect(
      judge(rules.node(ExprKind::Not, {rules.node(ExprKind::Is, {y, none})})),
      Truth::Proved, {});
  ExprId no = bind("no", model.constant(Constant::boolean(false)));
  expect(judge(no), Truth::Refuted, DiagKind::note_value_false, {"..."});
  expect(judge(rules.node(ExprKind::Not, {bind("one", model.number(1))})),
         Truth::Refuted, DiagKind::note_condition_negated);
  expect(judge(mask), Truth::Unknown, DiagKind::note_value_unknown, {"mask"});
}

TEST_F(ConditionsTest, Comparisons) {
  model.begin("forward", {"self", "n"});
  ExprId n = bind("n", model.parameter(1));
  auto ne = rules.op("torch.ne", {"input", "other"}, true, "!=");
  expect(judge(rules.call(lt, {integer(1), integer(2)})), Truth::Proved, {});
  expect(judge(rules.call(lt, {integer(2), integer(1)})), Truth::Refuted,
         DiagKind::note_value_is, {"2", "2"});
  expect(judge(rules.call(ne, {n, n})), Truth::Refuted,
         DiagKind::note_values_equal, {"n", "n"});
  Verdict open = judge(rules.call(ne, {n, integer(1)}));
  expect(open, Truth::Unknown, DiagKind::note_value_unknown, {"n"});
  EXPECT_EQ(open.guard->token, "!=");
}

// --- logic ------------------------------------------------------------------

TEST_F(ConditionsTest, AndOr) {
  model.begin("forward", {"self", "a", "b"});
  ExprId a = bind("a", model.parameter(1)), b = bind("b", model.parameter(2));
  ExprId yes = rules.call(eq, {integer(1), integer(1)});
  ExprId no = rules.call(eq, {integer(1), integer(2)});
  EXPECT_EQ(judge(rules.node(ExprKind::Or, {a, yes})).truth, Truth::Proved);
  Verdict either = judge(rules.node(ExprKind::Or, {a, no, b}));
  EXPECT_EQ(either.truth, Truth::Unknown);
  ASSERT_TRUE(either.guard);
  EXPECT_EQ(either.guard->kind, GuardKind::Or);
  EXPECT_EQ(either.guard->operands.size(), 2u);
  // A conjunction falls into its parts, a refuted one first.
  EXPECT_EQ(judge(rules.node(ExprKind::And, {a, no})).truth, Truth::Refuted);
  Verdict nested =
      judge(rules.node(ExprKind::Not, {rules.node(ExprKind::And, {a, b})}));
  ASSERT_TRUE(nested.guard);
  EXPECT_EQ(nested.guard->operands[0].kind, GuardKind::And);
}

TEST_F(ConditionsTest, SafetyDecidesWhoObserves) {
  model.begin("forward", {"self", "a", "b"});
  ExprId a = bind("a", model.parameter(1)), b = bind("b", model.parameter(2));
  Verdict alone = judge(rules.word("not_observed", {a}));
  expect(alone, Truth::Unknown, DiagKind::note_condition_unknown);
  EXPECT_TRUE(alone.deferred);
  EXPECT_EQ(alone.guard->kind, GuardKind::NotObserved);
  EXPECT_EQ(alone.guard->lhs.value, model.parameter(1));
  Verdict either =
      judge(rules.node(ExprKind::Or, {b, rules.word("not_observed", {a})}));
  EXPECT_TRUE(either.deferred);
  EXPECT_EQ(either.guard->operands[1].kind, GuardKind::NotObserved);
}

// --- the run ----------------------------------------------------------------

TEST_F(ConditionsTest, ModeConfigPackage) {
  model.begin("forward", {"self"});
  ExprId inference = rules.word("mode", {rules.text("inference")});
  Verdict open = judge(inference);
  expect(open, Truth::Unknown, DiagKind::note_mode_unknown, {"inference"});
  EXPECT_EQ(open.guard->kind, GuardKind::Not);
  EXPECT_EQ(open.guard->operands[0].kind, GuardKind::Training);
  options.mode = Mode::Training;
  expect(judge(inference), Truth::Refuted, DiagKind::note_other_mode,
         {"inference"});
  options.mode = Mode::Inference;
  expect(judge(inference), Truth::Proved, {});

  ExprId key =
      rules.call(eq, {rules.word("config", {rules.text("n")}), integer(4)});
  Verdict unknown = judge(key);
  expect(unknown, Truth::Unknown, DiagKind::note_value_unknown, {"config.n"});
  EXPECT_EQ(unknown.guard->lhs.kind, OperandKind::Config);
  options.config["n"] = intLiteral(4);
  expect(judge(key), Truth::Proved, {});

  ExprId package =
      rules.word("has_package", {rules.text("liger-kernel >= 0.5")});
  expect(judge(package), Truth::Proved, {});
  options.packages.emplace();
  expect(judge(package), Truth::Refuted, DiagKind::note_no_package,
         {"liger-kernel"});
  (*options.packages)["liger-kernel"] = "0.4.9";
  expect(judge(package), Truth::Refuted, DiagKind::note_no_package,
         {"liger-kernel"});
  (*options.packages)["liger-kernel"] = "0.10";
  expect(judge(package), Truth::Proved, {});
}

TEST_F(ConditionsTest, Inheritance) {
  model.begin("forward", {"self"});
  auto &bases = model.arch.classes[owner].bases;
  bases.push_back(model.symbol("torch.nn.Module"));
  ExprId wanted = rules.word("inherits", {rules.text("lib.Base")});
  expect(judge(wanted), Truth::Refuted, DiagKind::note_not_derived,
         {"lib.Base"});
  bases.push_back(model.symbol("lib.Other"));
  expect(judge(wanted), Truth::Unknown, DiagKind::note_derived_unknown,
         {"lib.Base"});
  bases.push_back(model.symbol("lib.Base"));
  expect(judge(wanted), Truth::Proved, {});
}

} // namespace
