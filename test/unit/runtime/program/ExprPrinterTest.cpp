// SPDX-License-Identifier: Apache-2.0
/// \file
/// Expressions as text: literals, operators with their parentheses, calls.
#include "runtime/program/ExprPrinter.h"
#include "ProgramBuilder.h"
#include <gtest/gtest.h>
#include <limits>

using namespace adopter;
using namespace adopter::program;
using namespace adopter::program::test;

namespace {

class ExprPrinterTest : public testing::Test {
protected:
  ProgramBuilder b;
  OpDeclId add = b.op("torch.add", {"input", "other", "alpha=1"}, "+");
  OpDeclId mul = b.op("torch.mul", {"input", "other"}, "*");
  OpDeclId sub = b.op("torch.sub", {"input", "other"}, "-");
  OpDeclId pow = b.op("torch.pow", {"input", "exponent"}, "**");
  OpDeclId neg = b.op("torch.neg", {"input"}, "neg");
  OpDeclId less = b.op("torch.lt", {"input", "other"}, "<");
  OpDeclId item = b.op("operator.getitem", {"input", "index"}, "[]");
  OpDeclId sum = b.op("torch.sum", {"input", "dim=0", "keep=0", "dtype=0"});

  std::string text(ExprId expr) {
    std::string result;
    llvm::raw_string_ostream out(result);
    printExpr(b.program, &b.rule, expr, out);
    return out.str();
  }
  ExprId cap(llvm::StringRef name) { return b.capture(name); }
};

TEST_F(ExprPrinterTest, Literals) {
  EXPECT_EQ(text(b.constant(Constant::none())), "None");
  EXPECT_EQ(text(b.constant(Constant::boolean(true))), "True");
  EXPECT_EQ(text(b.integer(-7)), "-7");
  EXPECT_EQ(text(b.integer(std::numeric_limits<int64_t>::min())),
            "-9223372036854775808");
  EXPECT_EQ(text(b.constant(Constant::ofFloat(1e-6))), "1e-06");
  EXPECT_EQ(text(b.constant(Constant::ofFloat(2.0))), "2.0");
  EXPECT_EQ(text(b.constant(
                Constant::ofFloat(std::numeric_limits<double>::infinity()))),
            "float(\"inf\")");
  EXPECT_EQ(text(b.text("a\"b\\\n\x01")), "\"a\\\"b\\\\\\n\\x01\"");
  EXPECT_EQ(text(b.constant(Constant::ellipsis())), "...");
}

TEST_F(ExprPrinterTest, OperatorsHaveTheParenthesesTheyNeed) {
  ExprId x = cap("x"), y = cap("y"), z = cap("z");
  ExprId s = b.call(add, {x, y}, "+");
  EXPECT_EQ(text(s), "$x + $y");
  EXPECT_EQ(text(b.call(mul, {s, z}, "*")), "($x + $y) * $z");
  EXPECT_EQ(text(b.call(add, {b.call(mul, {x, y}, "*"), z}, "+")),
            "$x * $y + $z");
  EXPECT_EQ(text(b.call(sub, {x, b.call(sub, {y, z}, "-")}, "-")),
            "$x - ($y - $z)");
  EXPECT_EQ(text(b.call(pow, {b.call(pow, {x, y}, "**"), z}, "**")),
            "($x ** $y) ** $z");
  EXPECT_EQ(text(b.call(pow, {x, b.call(pow, {y, z}, "**")}, "**")),
            "$x ** $y ** $z");
  EXPECT_EQ(text(b.call(pow, {b.call(neg, {x}, "neg"), y}, "**")),
            "(-$x) ** $y");
  EXPECT_EQ(text(b.call(neg, {b.call(pow, {x, y}, "**")}, "neg")), "-$x ** $y");
  EXPECT_EQ(text(b.call(less, {b.call(less, {x, y}, "<"), z}, "<")),
            "($x < $y) < $z");
  EXPECT_EQ(text(b.expr(ExprKind::Attribute, {s}, "shape")), "($x + $y).shape");
}

TEST_F(ExprPrinterTest, AnOperatorWithMoreThanItsOperandsIsACall) {
  EXPECT_EQ(text(b.call(add, {cap("x"), cap("y"), b.integer(2)}, "+")),
            "torch.add($x, $y, 2)");
}

TEST_F(ExprPrinterTest, DefaultsAreLeftOut) {
  EXPECT_EQ(text(b.call(sum, {cap("x")})), "torch.sum($x)");
  ExprId dim = b.program.ops[sum].parameters[1].defaultValue;
  EXPECT_EQ(text(b.call(sum, {cap("x"), dim, b.integer(1)})),
            "torch.sum($x, keep = 1)");
  // Written, though it equals the default.
  EXPECT_EQ(text(b.call(sum, {cap("x"), b.integer(0)})), "torch.sum($x, 0)");
}

TEST_F(ExprPrinterTest, TruthAndChoice) {
  ExprId x = cap("x"), y = cap("y"), none = b.constant(Constant::none());
  ExprId is = b.expr(ExprKind::Is, {x, none});
  ExprId both = b.expr(ExprKind::And, {x, b.expr(ExprKind::Or, {x, y})});
  EXPECT_EQ(text(both), "$x and ($x or $y)");
  EXPECT_EQ(text(b.expr(ExprKind::Not, {is})), "$x is not None");
  EXPECT_EQ(text(b.expr(ExprKind::Not, {both})), "not ($x and ($x or $y))");
  ExprId list = b.expr(ExprKind::List, {x, y});
  EXPECT_EQ(text(b.expr(ExprKind::Not, {b.expr(ExprKind::In, {x, list})})),
            "$x not in [$x, $y]");
  ExprId choice = b.expr(ExprKind::Conditional, {is, x, y});
  EXPECT_EQ(text(choice), "$x if $x is None else $y");
  EXPECT_EQ(text(b.call(add, {choice, y}, "+")),
            "($x if $x is None else $y) + $y");
}

TEST_F(ExprPrinterTest, TuplesAndIndexing) {
  ExprId x = cap("x"), none = b.constant(Constant::none());
  EXPECT_EQ(text(b.expr(ExprKind::Tuple)), "()");
  EXPECT_EQ(text(b.expr(ExprKind::Tuple, {x})), "($x,)");
  ExprId slice = b.expr(ExprKind::Slice, {b.integer(1), none, none});
  ExprId stepped = b.expr(ExprKind::Slice, {none, b.integer(5), b.integer(2)});
  EXPECT_EQ(text(b.call(item, {x, slice}, "[]")), "$x[1:]");
  EXPECT_EQ(
      text(b.call(item, {x, b.expr(ExprKind::Tuple, {stepped, b.integer(0)})},
                  "[]")),
      "$x[:5:2, 0]");
  EXPECT_EQ(text(b.expr(ExprKind::Dict, {b.text("a"), x})), "{\"a\": $x}");
}

TEST_F(ExprPrinterTest, Calls) {
  ExprId x = cap("x");
  Expr call;
  call.kind = ExprKind::MemberCall;
  call.capture = b.captureId("m", CaptureKind::Member);
  call.args = {{{}, x}, {b.symbol("mask"), x}, {{}, x, ArgumentKind::Star}};
  EXPECT_EQ(text(b.program.exprs.add(call)), "$m($x, mask = $x, *$x)");
  EXPECT_EQ(text(b.expr(ExprKind::MethodCall, {x, b.integer(1)}, "size")),
            "$x.size(1)");
  EXPECT_EQ(text(b.expr(ExprKind::NameCall, {x}, "a.b")), "a.b($x)");
  EXPECT_EQ(text(b.expr(ExprKind::Word, {x}, "rank")), "rank($x)");
  EXPECT_EQ(text(b.expr(ExprKind::Word, {b.text("p")}, "config")), "config.p");
  EXPECT_EQ(text(b.expr(ExprKind::Attribute, {b.expr(ExprKind::Self)}, "p")),
            "self.p");
  EXPECT_EQ(text(b.expr(ExprKind::Wildcard)), "_");
}

} // namespace
