// SPDX-License-Identifier: Apache-2.0
#include "compiler/sema/Names.h"
#include "runtime/program/Signature.h"
#include <gtest/gtest.h>

using namespace adopter;
using namespace adopter::sema;
using program::ArgumentKind;
using program::MappingErrorKind;
using program::ParameterKind;

namespace {

class NamesTest : public testing::Test {
protected:
  program::Parameter parameter(llvm::StringRef name,
                               ParameterKind kind = ParameterKind::Positional,
                               bool hasDefault = false) {
    return {symbols.intern(name), kind,
            hasDefault ? program::ExprId(0u) : program::ExprId()};
  }
  program::ArgumentShape positional() { return {}; }
  program::ArgumentShape keyword(llvm::StringRef name) {
    return {symbols.intern(name), ArgumentKind::Plain};
  }
  program::ArgumentShape star() { return {{}, ArgumentKind::Star}; }

  SymbolTable symbols;
};

TEST_F(NamesTest, PositionsAndKeywords) {
  std::vector<program::Parameter> parameters{
      parameter("a"), parameter("b", ParameterKind::Positional, true),
      parameter("c", ParameterKind::KeywordOnly, true)};
  auto mapping =
      program::mapArguments(parameters, {positional(), keyword("c")});
  ASSERT_TRUE(mapping.fits());
  EXPECT_EQ(mapping.given[0].front(), 0u);
  EXPECT_TRUE(mapping.given[1].empty());
  EXPECT_EQ(mapping.given[2].front(), 1u);

  mapping = program::mapArguments(parameters,
                                  {positional(), positional(), positional()});
  ASSERT_EQ(mapping.errors.size(), 1u) << "c is given by keyword only";
  EXPECT_EQ(mapping.errors[0].kind, MappingErrorKind::TooMany);

  mapping = program::mapArguments(parameters,
                                  {keyword("b"), keyword("b"), keyword("x")});
  ASSERT_EQ(mapping.errors.size(), 3u);
  EXPECT_EQ(mapping.errors[0].kind, MappingErrorKind::Duplicate);
  EXPECT_EQ(mapping.errors[1].kind, MappingErrorKind::UnknownKeyword);
  EXPECT_EQ(mapping.errors[2].kind, MappingErrorKind::Missing);
}

TEST_F(NamesTest, StarredParameters) {
  std::vector<program::Parameter> parameters{
      parameter("a"), parameter("rest", ParameterKind::VarPositional),
      parameter("more", ParameterKind::VarKeyword)};
  auto mapping = program::mapArguments(
      parameters, {positional(), positional(), positional(), keyword("x")});
  ASSERT_TRUE(mapping.fits());
  EXPECT_EQ(mapping.given[1].size(), 2u);
  EXPECT_EQ(mapping.given[2].front(), 3u);

  mapping = program::mapArguments(parameters, {positional(), star()});
  EXPECT_TRUE(mapping.fits());
  mapping = program::mapArguments(parameters, {star()});
  ASSERT_EQ(mapping.errors.size(), 1u);
  EXPECT_EQ(mapping.errors[0].kind, MappingErrorKind::Starred);
  mapping =
      program::mapArguments(parameters, {positional(), star(), positional()});
  EXPECT_FALSE(mapping.fits());
}

TEST_F(NamesTest, KernelsByTheirLastComponents) {
  program::Program program;
  Names names(program);
  program::PackId first(0u), second(1u);
  auto add = [&](llvm::StringRef name, program::PackId pack) {
    program::Kernel kernel;
    kernel.name = program.symbols->intern(name);
    names.addKernel(program.kernels.add(kernel), pack);
  };
  add("a.F.apply", first);
  add("b.F.apply", second);
  add("F.apply", second);
  EXPECT_EQ(names.findKernel("a.F.apply", {}).size(), 1u);
  EXPECT_EQ(names.findKernel("F.apply", {}).size(), 1u) << "its full name";
  EXPECT_EQ(names.findKernel("apply", {}).size(), 3u);
  EXPECT_EQ(names.findKernel("apply", first).size(), 1u) << "of this pack";
  EXPECT_TRUE(names.findKernel("pply", {}).empty());
  EXPECT_EQ(names.suggestKernel("F.aply"), "F.apply");
}

} // namespace
