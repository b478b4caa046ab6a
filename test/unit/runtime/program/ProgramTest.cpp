// SPDX-License-Identifier: Apache-2.0
/// \file
/// Finding ops by spelling and operator; mapping arguments to a signature.
#include "ProgramBuilder.h"
#include "runtime/program/Signature.h"
#include <gtest/gtest.h>

using namespace adopter;
using namespace adopter::program;
using namespace adopter::program::test;

namespace {

class ProgramTest : public testing::Test {
protected:
  ProgramBuilder b;
};

TEST_F(ProgramTest, OpsAreFoundByEveryName) {
  OpDeclId relu = b.op("torch.relu", {"input"});
  OpDeclId add = b.op("torch.add", {"input", "other"}, "+");
  b.program.ops[relu].spellings.push_back(
      {b.symbol("torch.Tensor.relu"), {}, {}, false});
  // A spelling never hides a canonical name.
  b.program.ops[relu].spellings.push_back(
      {b.symbol("torch.add"), {}, {}, false});
  b.program.buildIndexes();
  const auto *found = b.program.findSpelling(b.symbol("torch.relu"));
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->op, relu);
  EXPECT_EQ(found->spelling, -1);
  found = b.program.findSpelling(b.symbol("torch.Tensor.relu"));
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->op, relu);
  EXPECT_EQ(found->spelling, 0);
  EXPECT_EQ(b.program.findSpelling(b.symbol("torch.add"))->op, add);
  EXPECT_EQ(b.program.findSpelling(b.symbol("torch.mul")), nullptr);
  EXPECT_EQ(b.program.findSpelling({}), nullptr);
  EXPECT_EQ(b.program.findOperator(b.symbol("+")), add);
  EXPECT_FALSE(b.program.findOperator(b.symbol("-")));
  EXPECT_FALSE(b.program.findOperator({}));
}

class SignatureTest : public ProgramTest {
protected:
  std::vector<Parameter> parameters;
  std::vector<ArgumentShape> arguments;

  void parameter(llvm::StringRef name, bool required = true,
                 ParameterKind kind = ParameterKind::Positional) {
    parameters.push_back(
        {b.symbol(name), kind, required ? ExprId() : ExprId(0)});
  }
  void argument(llvm::StringRef keyword = {},
                ArgumentKind kind = ArgumentKind::Plain) {
    arguments.push_back(
        {keyword.empty() ? SymbolId() : b.symbol(keyword), kind});
  }
  ArgumentMapping map() { return mapArguments(parameters, arguments); }
};

TEST_F(SignatureTest, PositionsThenKeywords) {
  parameter("a"), parameter("b"), parameter("c", false);
  argument(), argument("c"), argument("b");
  ArgumentMapping mapping = map();
  ASSERT_TRUE(mapping.fits());
  EXPECT_EQ(mapping.given[0][0], 0u);
  EXPECT_EQ(mapping.given[1][0], 2u);
  EXPECT_EQ(mapping.given[2][0], 1u);
}

TEST_F(SignatureTest, DefaultsMayBeLeftOut) {
  parameter("a"), parameter("b", false);
  argument();
  ArgumentMapping mapping = map();
  EXPECT_TRUE(mapping.fits());
  EXPECT_TRUE(mapping.given[1].empty());
}

TEST_F(SignatureTest, EveryMistakeIsReported) {
  parameter("a"), parameter("b");
  argument("a"), argument("a"), argument("x");
  ArgumentMapping mapping = map();
  ASSERT_EQ(mapping.errors.size(), 3u);
  EXPECT_EQ(mapping.errors[0].kind, MappingErrorKind::Duplicate);
  EXPECT_EQ(mapping.errors[1].kind, MappingErrorKind::UnknownKeyword);
  EXPECT_EQ(mapping.errors[2].kind, MappingErrorKind::Missing);
  EXPECT_EQ(mapping.errors[2].index, 1u);
}

TEST_F(SignatureTest, TooManyPositions) {
  parameter("a"), parameter("b", false, ParameterKind::KeywordOnly);
  argument(), argument();
  ArgumentMapping mapping = map();
  ASSERT_EQ(mapping.errors.size(), 1u);
  EXPECT_EQ(mapping.errors[0].kind, MappingErrorKind::TooMany);
  EXPECT_EQ(mapping.errors[0].index, 1u);
}

TEST_F(SignatureTest, VariadicParametersTakeTheRest) {
  parameter("a"), parameter("rest", true, ParameterKind::VarPositional),
      parameter("named", true, ParameterKind::VarKeyword);
  argument(), argument(), argument(), argument("x"), argument("y");
  ArgumentMapping mapping = map();
  ASSERT_TRUE(mapping.fits());
  EXPECT_EQ(mapping.given[1].size(), 2u);
  EXPECT_EQ(mapping.given[2].size(), 2u);
}

TEST_F(SignatureTest, AStarFitsOnlyAVariadicParameter) {
  parameter("a"), parameter("rest", true, ParameterKind::VarPositional);
  argument(), argument({}, ArgumentKind::Star);
  EXPECT_TRUE(map().fits());
  parameters.pop_back();
  parameter("b");
  ArgumentMapping mapping = map();
  ASSERT_EQ(mapping.errors.size(), 1u);
  EXPECT_EQ(mapping.errors[0].kind, MappingErrorKind::Starred);
}

} // namespace
