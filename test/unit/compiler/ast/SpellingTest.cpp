// SPDX-License-Identifier: Apache-2.0
#include "compiler/ast/Spelling.h"
#include "compiler/ast/AstContext.h"
#include "gtest/gtest.h"
#include <limits>

using namespace adopter;
using namespace adopter::ast;

namespace {

TEST(Spelling, QuotesOnOneLine) {
  EXPECT_EQ(quote("plain"), "\"plain\"");
  EXPECT_EQ(quote("a\"b\\c"), "\"a\\\"b\\\\c\"");
  EXPECT_EQ(quote("a\nb\tc\rd"), "\"a\\nb\\tc\\rd\"");
  EXPECT_EQ(quote(llvm::StringRef("\0\x7F\x1B", 3)), "\"\\x00\\x7f\\x1b\"");
  EXPECT_EQ(quote("\xC3\xA9"), "\"\xC3\xA9\"");
}

TEST(Spelling, FloatsReadBack) {
  EXPECT_EQ(spellFloat(1.0), "1.0");
  EXPECT_EQ(spellFloat(-0.0), "-0.0");
  EXPECT_EQ(spellFloat(0.1), "0.1");
  EXPECT_EQ(spellFloat(1e-6), "1e-06");
  EXPECT_EQ(spellFloat(1e300), "1e+300");
  EXPECT_EQ(spellFloat(std::numeric_limits<double>::infinity()), "1e999");
}

TEST(Spelling, NumbersKeepTheirSpelling) {
  Literal written(SourceRange(), ConstantKind::Float, 0, 1e-5, "", "1e-5");
  Literal computed(SourceRange(), ConstantKind::Float, 0, 0.5, "", "");
  EXPECT_EQ(spell(written), "1e-5");
  EXPECT_EQ(spell(computed), "0.5");
}

TEST(QualifiedName, OfChainsOnly) {
  AstContext context;
  SourceRange none;
  const Expr *torch = context.create<Name>(none, "torch");
  const Expr *nn =
      context.create<Attribute>(none, torch, Identifier{"nn", none});
  const Expr *linear =
      context.create<Attribute>(none, nn, Identifier{"Linear", none});
  EXPECT_EQ(qualifiedName(*linear), "torch.nn.Linear");
  EXPECT_EQ(qualifiedName(*torch), "torch");
  const Expr *hole = context.create<Metavariable>(none, "x");
  EXPECT_EQ(qualifiedName(*hole), "");
  EXPECT_EQ(qualifiedName(*context.create<Attribute>(
                none, hole, Identifier{"dtype", none})),
            "");
}

} // namespace
