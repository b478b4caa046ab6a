// SPDX-License-Identifier: Apache-2.0
/// \file
/// Axes, element types, literals, numbers.
#include "runtime/match/ValueFacts.h"
#include "Fixture.h"
#include "runtime/match/LiteralArithmetic.h"
#include <gtest/gtest.h>

using namespace adopter;
using namespace adopter::match;
using namespace adopter::match::test;
using model::OpKind;
using model::ValueId;

namespace {

class ValueFactsTest : public testing::Test {
protected:
  ValueFactsTest() {
    rules.op("torch.Tensor.view", {"input", "shape"});
    rules.op("torch.transpose", {"input", "dim0", "dim1"});
    rules.op("torch.matmul", {"input", "other"});
    rules.op("torch.add", {"input", "other"}, true, "+");
    rules.op("torch.mul", {"input", "other"}, true, "*");
    rules.op("torch.div", {"input", "other"}, false, "/");
    rules.op("torch.pow", {"input", "exponent"}, false, "**");
    rules.op("torch.unsqueeze", {"input", "dim"});
    rules.op("torch.mean", {"input", "dim", "keepdim"});
    rules.op("torch.einsum", {"equation", "operands"});
    rules.op("torch.split", {"tensor", "split_size_or_sections", "dim"});
    rules.op("torch.unbind", {"input", "dim"});
    rules.op("torch.cat", {"tensors", "dim"});
    rules.op("torch.stack", {"tensors", "dim"});
    rules.op("torch.flatten", {"input", "start_dim", "end_dim"});
    rules.op("torch.zeros", {"size", "dtype"});
    rules.op("torch.ones", {"size", "dtype"});
    rules.op("torch.nn.Parameter", {"data"});
    rules.op("torch.Tensor.size", {"input", "dim"});
    rules.op("torch.Tensor.to", {"input", "dtype"});
    rules.op("torch.softmax", {"input", "dim", "dtype"});
    rules.op("operator.getitem", {"input", "index"}, false, "[]");
    rules.op("math.sqrt", {"x"});
    model.beginClass("A");
  }
  Rules rules;
  Model model{rules};
  MatchOptions options;
  std::unique_ptr<CallView> calls;
  std::unique_ptr<ValueFacts> facts;

  ValueFacts &finish(ValueId place = {}) {
    model.finish();
    calls = std::make_unique<CallView>(rules.program, model.arch);
    facts = std::make_unique<ValueFacts>(rules.program, model.arch, *calls,
                                         options);
    if (place)
      facts->setPlace(model.defining(place));
    return *facts;
  }
  ValueId tuple(std::initializer_list<ValueId> items) {
    return model.make(OpKind::Tuple, items);
  }
  ValueId view(ValueId x, std::initializer_list<ValueId> sizes) {
    return model.call("torch.Tensor.view", {x, tuple(sizes)});
  }
  ValueId n(int64_t value) { return model.number(value); }
  ValueId slice(ValueId a, ValueId b) {
    return model.make(OpKind::Slice, {a, b, model.none()});
  }
};

TEST_F(ValueFactsTest, RankOfViewsAndProducts) {
  model.begin("forward", {"self", "x", "b"});
  ValueId x = model.parameter(1), b = model.parameter(2);
  ValueId q = view(x, {b, n(-1), n(8), n(64)});
  ValueId t = model.call("torch.transpose", {q, n(1), n(2)});
  ValueId product = model.call("torch.matmul", {t, t});
  ValueId scaled = model.call(
      "torch.mul", {product, model.constant(Constant::ofFloat(0.125))});
  ValueId open = model.call("torch.matmul", {t, x});
  ValueId grown = model.call("torch.unsqueeze", {scaled, n(0)});
  ValueFacts &f = finish();
  EXPECT_EQ(f.rank(q), 4);
  EXPECT_EQ(f.rank(t), 4);
  EXPECT_EQ(f.rank(product), 4);
  EXPECT_EQ(f.rank(scaled), 4);
  EXPECT_EQ(f.rank(grown), 5);
  EXPECT_EQ(f.rank(open), std::nullopt);
  EXPECT_EQ(f.rank(x), std::nullopt);
}

TEST_F(ValueFactsTest, RankOfAViewByAComputedShape) {
  // x.view(x.size()[:-1] + (h, d)) after b, s, e = x.shape
  model.begin("forward", {"self", "x", "h"});
  ValueId x = model.parameter(1), h = model.parameter(2);
  ValueId shape = model.attribute(x, "shape");
  for (uint32_t i = 0; i < 3; ++i)
    model.element(shape, i);
  ValueId size = model.call("torch.Tensor.size", {x, model.none()});
  ValueId front =
      model.call("operator.getitem", {size, slice(model.none(), n(-1))});
  ValueId whole = model.call("torch.add", {front, tuple({h, n(64)})});
  ValueId y = view(x, {whole});
  ValueFacts &f = finish(y);
  EXPECT_EQ(f.rank(x), 3);
  EXPECT_EQ(f.rank(y), 4);
}

TEST_F(ValueFactsTest, UnpackingCountsOnlyWhereItHasRun) {
  model.begin("forward", {"self", "x", "c"});
  ValueId x = model.parameter(1);
  ValueId before = model.call("torch.softmax", {x, n(-1), model.none()});
  model::OpId test = model.effect(OpKind::If, {model.parameter(2)});
  model.openRegion(test, model::RegionKind::Then);
  ValueId shape = model.attribute(x, "shape");
  model.element(shape, 0);
  model.element(shape, 1);
  ValueId inside = model.call("torch.softmax", {x, n(-1), model.none()});
  model.closeRegion();
  ValueId after = model.call("torch.softmax", {x, n(-1), model.none()});
  EXPECT_EQ(finish(before).rank(x), std::nullopt);
  EXPECT_EQ(finish(after).rank(x), std::nullopt);
  EXPECT_EQ(finish(inside).rank(x), 2);
}

TEST_F(ValueFactsTest, RankOfPartsAndReductions) {
  model.begin("forward", {"self", "x", "i"});
  ValueId x = view(model.parameter(1), {n(2), n(3), n(4)});
  ValueId parts = model.call("torch.split", {x, n(2), n(-1)});
  ValueId part = model.element(parts, 0);
  ValueId indexed = model.call("operator.getitem", {parts, n(1)});
  ValueId unbound = model.element(model.call("torch.unbind", {x, n(0)}), 0);
  ValueId kept = model.call(
      "torch.mean", {x, n(-1), model.constant(Constant::boolean(true))});
  ValueId gone = model.call(
      "torch.mean", {x, n(-1), model.constant(Constant::boolean(false))});
  ValueId cut =
      model.call("operator.getitem",
                 {x, tuple({slice(model.none(), n(2)), model.none(), n(0)})});
  ValueId open = model.call("operator.getitem", {x, model.parameter(2)});
  ValueId cat = model.call(
      "torch.cat", {model.make(OpKind::List, {model.parameter(1), x}), n(0)});
  ValueId stack =
      model.call("torch.stack", {model.make(OpKind::List, {x, x}), n(0)});
  ValueId flat = model.call("torch.flatten", {x, n(1), n(-1)});
  ValueId einsum = model.call("torch.einsum",
                              {model.text("bhid,bhjd->bhij"), tuple({x, x})});
  ValueId dots =
      model.call("torch.einsum", {model.text("...d,...d->..."), tuple({x, x})});
  ValueFacts &f = finish();
  EXPECT_EQ(f.rank(part), 3);
  EXPECT_EQ(f.rank(indexed), 3);
  EXPECT_EQ(f.rank(unbound), 2);
  EXPECT_EQ(f.rank(kept), 3);
  EXPECT_EQ(f.rank(gone), 2);
  EXPECT_EQ(f.rank(cut), 3);
  EXPECT_EQ(f.rank(open), std::nullopt);
  EXPECT_EQ(f.rank(cat), 3);
  EXPECT_EQ(f.rank(stack), 4);
  EXPECT_EQ(f.rank(flat), 2);
  EXPECT_EQ(f.rank(einsum), 4);
  EXPECT_EQ(f.rank(dots), std::nullopt);
}

TEST_F(ValueFactsTest, RankOfParametersAndConstants) {
  model.begin("__init__", {"self", "size"});
  ValueId data =
      model.call("torch.ones", {tuple({model.parameter(1)}), model.none()});
  model.member("open", model::MemberKind::Parameter,
               {model.call("torch.nn.Parameter", {data})});
  ValueId two = model.call("torch.zeros", {tuple({n(1), n(4)}), model.none()});
  model.member("w", model::MemberKind::Parameter,
               {model.call("torch.nn.Parameter", {two})});
  model.begin("forward", {"self"});
  ValueId w = model.attribute(model.parameter(0), "w");
  ValueId open = model.attribute(model.parameter(0), "open");
  ValueFacts &f = finish();
  EXPECT_EQ(f.rank(w), 2);
  EXPECT_EQ(f.rank(open), std::nullopt) << "a size, or a tuple of sizes";
}

TEST_F(ValueFactsTest, Dtypes) {
  model.begin("forward", {"self", "x", "w"});
  ValueId x = model.parameter(1);
  ValueId f32 =
      model.call("torch.Tensor.to", {x, model.global("torch.float32")});
  ValueId back =
      model.call("torch.Tensor.to", {f32, model.attribute(x, "dtype")});
  ValueId view32 = view(f32, {n(1)});
  ValueId soft =
      model.call("torch.softmax", {x, n(-1), model.global("torch.float32")});
  ValueId product = model.call("torch.matmul", {f32, f32});
  ValueId sum = model.call("torch.add", {f32, view32});
  ValueFacts &f = finish();
  EXPECT_EQ(f.dtype(f32).name, "torch.float32");
  EXPECT_EQ(f.dtype(view32).name, "torch.float32");
  EXPECT_EQ(f.dtype(back).root, x);
  EXPECT_EQ(f.dtype(soft).name, "torch.float32");
  EXPECT_EQ(f.dtype(product).name, "") << "autocast decides";
  EXPECT_EQ(f.dtype(sum).name, "torch.float32");
}

TEST_F(ValueFactsTest, LiteralsThroughAttributesAndConfig) {
  options.config["hidden"] = intLiteral(64);
  options.config["heads"] = intLiteral(4);
  model.begin("__init__", {"self", "config"});
  ValueId hidden = model.attribute(model.parameter(1), "hidden");
  ValueId heads = model.attribute(model.parameter(1), "heads");
  ValueId quotient = model.call("torch.div", {hidden, heads});
  model.member("head_dim", model::MemberKind::Plain, {quotient});
  model.member("twice", model::MemberKind::Plain, {hidden, heads});
  model.begin("forward", {"self"});
  ValueId dim = model.attribute(model.parameter(0), "head_dim");
  ValueId scale =
      model.call("torch.pow", {dim, model.constant(Constant::ofFloat(-0.5))});
  ValueId twice = model.attribute(model.parameter(0), "twice");
  ValueFacts &f = finish();
  ASSERT_TRUE(f.literal(dim));
  EXPECT_EQ(f.literal(dim)->number, 16.0);
  EXPECT_EQ(f.literal(scale)->number, 0.25);
  EXPECT_FALSE(f.literal(twice));
}

TEST_F(ValueFactsTest, AnAttributeThatASubclassSetsIsNotKnown) {
  model.begin("__init__", {"self"});
  model.member("scale", model::MemberKind::Plain, {n(1)});
  model.begin("forward", {"self"});
  ValueId scale = model.attribute(model.parameter(0), "scale");
  EXPECT_TRUE(finish().literal(scale));
  model::ClassId derived = model.beginClass("B");
  model.arch.classes[derived].baseClasses.push_back(model::ClassId(0));
  model.begin("__init__", {"self"});
  model.member("scale", model::MemberKind::Plain, {n(2)});
  EXPECT_FALSE(finish().literal(scale));
}

TEST_F(ValueFactsTest, Numbers) {
  model.begin("forward", {"self", "x", "s"});
  ValueId x = model.parameter(1);
  ValueId root = model.call("math.sqrt", {model.parameter(2)});
  ValueId inverse = model.call("torch.div", {n(1), root});
  ValueId shape = model.attribute(x, "shape");
  ValueId last = model.call("operator.getitem", {shape, n(-1)});
  ValueId size = model.call("torch.Tensor.size", {x, n(-1)});
  ValueId product = model.call("torch.matmul", {x, x});
  ValueId config =
      model.attribute(model.attribute(model.parameter(0), "config"), "scale");
  ValueId unknown = model.call("torch.mul", {n(2), x});
  ValueId text = model.text("x");
  ValueFacts &f = finish();
  EXPECT_EQ(f.isScalar(root), Truth::Proved);
  EXPECT_EQ(f.isScalar(inverse), Truth::Proved);
  EXPECT_EQ(f.isScalar(last), Truth::Proved);
  EXPECT_EQ(f.isScalar(size), Truth::Proved);
  EXPECT_EQ(f.isScalar(config), Truth::Proved);
  EXPECT_EQ(f.isScalar(product), Truth::Refuted);
  EXPECT_EQ(f.isScalar(unknown), Truth::Unknown);
  EXPECT_EQ(f.isScalar(text), Truth::Refuted);
}

TEST_F(ValueFactsTest, None) {
  model.begin("forward", {"self", "mask"});
  ValueId mask = model.parameter(1);
  ValueId sum = model.call("torch.add", {mask, mask});
  ValueId none = model.none();
  ValueId either = model.make(OpKind::Select, {mask, sum, none});
  ValueId both = model.make(OpKind::Select, {mask, sum, sum});
  ValueFacts &f = finish();
  EXPECT_EQ(f.isNone(mask), Truth::Unknown);
  EXPECT_EQ(f.isNone(sum), Truth::Refuted);
  EXPECT_EQ(f.isNone(none), Truth::Proved);
  EXPECT_EQ(f.isNone(either), Truth::Unknown);
  EXPECT_EQ(f.isNone(both), Truth::Refuted);
}

TEST(LiteralArithmetic, FollowsPython) {
  EXPECT_EQ(binaryLiteral("torch.floor_divide", intLiteral(-7), intLiteral(2))
                ->integer,
            -4);
  EXPECT_EQ(
      binaryLiteral("torch.remainder", intLiteral(-7), intLiteral(2))->integer,
      1);
  EXPECT_EQ(binaryLiteral("**", intLiteral(2), intLiteral(-1))->number, 0.5);
  EXPECT_FALSE(binaryLiteral("/", intLiteral(1), intLiteral(0)));
  EXPECT_FALSE(binaryLiteral("+", intLiteral(INT64_MAX), intLiteral(1)));
  EXPECT_FALSE(unaryLiteral("neg", intLiteral(INT64_MIN)));
  EXPECT_FALSE(binaryLiteral("//", intLiteral(INT64_MIN), intLiteral(-1)));
  Literal yes{ConstantKind::Bool, 1, 0.0, {}};
  EXPECT_FALSE(equal(yes, intLiteral(1)));
}

TEST(Config, IsReadFlat) {
  auto config = parseConfig(R"({"act": "silu", "n": 4, "eps": 1e-5, "x": null,
    "tie": true, "list": [1], "text": {"act": "gelu"}})");
  ASSERT_TRUE(bool(config));
  EXPECT_EQ((*config)["act"].text, "silu");
  EXPECT_EQ((*config)["n"].integer, 4);
  EXPECT_EQ((*config)["eps"].number, 1e-5);
  EXPECT_EQ((*config)["text.act"].text, "gelu");
  EXPECT_EQ((*config)["x"].kind, ConstantKind::None);
  EXPECT_EQ((*config)["tie"].kind, ConstantKind::Bool);
  EXPECT_EQ(config->count("list"), 0u);
  auto list = parseConfig("[]");
  EXPECT_EQ(llvm::toString(list.takeError()),
            "a configuration is one JSON object of "
            "keys and values"); // config_not_object
  auto broken = parseConfig("{");
  EXPECT_FALSE(bool(broken));
  llvm::consumeError(broken.takeError());
}

} // namespace
