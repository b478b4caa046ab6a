// SPDX-License-Identifier: Apache-2.0
// Statements, branches, loops and the values that meet after them.
#include "LiftFixture.h"
#include <gtest/gtest.h>

using namespace adopter;
using namespace adopter::model;
using adopter::test::Lifted;

namespace {

std::string returned(llvm::StringRef body, llvm::StringRef parameters) {
  std::string text = ("def f(" + parameters + "):\n").str();
  llvm::SmallVector<llvm::StringRef, 16> lines;
  body.split(lines, '\n');
  for (llvm::StringRef line : lines)
    text += ("    " + line + "\n").str();
  Lifted l(text);
  EXPECT_TRUE(l.arch) << text;
  if (!l.arch)
    return "";
  EXPECT_EQ(l.verify(), "") << text;
  auto returns = l.ops("f", OpKind::Return);
  if (returns.empty())
    return "nothing";
  auto args = l.arch->args(*returns.back());
  return args.empty() ? "None" : l.show(args[0].value);
}

TEST(LiftControl, IfJoins) {
  EXPECT_EQ(returned("if c:\n    x = a(x)\nreturn x", "x, c"),
            "Select(c, a(x), x)");
  EXPECT_EQ(
      returned("if c:\n    x = a(x)\nelse:\n    x = b(x)\nreturn x", "x, c"),
      "Select(c, a(x), b(x))");
  EXPECT_EQ(returned("if c:\n    x = 1\nelif d:\n    x = 2\nelse:\n    x = 3\n"
                     "return x",
                     "x, c, d"),
            "Select(c, 1, Select(d, 2, 3))");
  EXPECT_EQ(returned("if c:\n    y = 1\nreturn y", "c"),
            "Select(c, 1, Undefined())");
}

TEST(LiftControl, BranchesThatEnd) {
  EXPECT_EQ(returned("if c:\n    return 1\nx = a(x)\nreturn x", "x, c"),
            "a(x)");
  EXPECT_EQ(returned("if c:\n    x = 1\nelse:\n    raise E\nreturn x", "x, c"),
            "1");
  EXPECT_EQ(
      returned("if c:\n    return 1\nelse:\n    return 2\nreturn 3", "x, c"),
      "2");
}

TEST(LiftControl, OnlyWhatIsReadIsJoined) {
  Lifted l("def f(c, x):\n"
           "    if c:\n        t = a(x)\n        x = b(t)\n"
           "    else:\n        t = d(x)\n        x = e(t)\n"
           "    return x\n");
  EXPECT_EQ(l.verify(), "");
  EXPECT_EQ(l.ops("f", OpKind::Select).size(), 1u);
  // That `t` is not known any more is said, though.
  bool forgotten = false;
  for (const Binding &binding : l.function("f").bindings)
    forgotten |= l.arch->text(binding.variable) == "t" && !binding.value;
  EXPECT_TRUE(forgotten);
}

TEST(LiftControl, Loops) {
  EXPECT_EQ(returned("for l in ls:\n    x = l(x)\nreturn x", "x, ls"),
            "after:x");
  Lifted l("def f(x, ls):\n"
           "    for i, l in enumerate(ls):\n"
           "        t = l(x)\n"
           "        x = t[0]\n"
           "        if i == 2:\n            break\n"
           "    return x\n");
  EXPECT_EQ(l.verify(), "");
  auto loops = l.ops("f", OpKind::For);
  ASSERT_EQ(loops.size(), 1u);
  // `t` and `l` are written before they are read in each round.
  EXPECT_EQ(loops[0]->resultCount, 1u);
  ASSERT_EQ(l.ops("f", OpKind::Next).size(), 1u);
  ASSERT_EQ(l.ops("f", OpKind::Break).size(), 1u);
  auto next = l.arch->args(*l.ops("f", OpKind::Next)[0]);
  ASSERT_EQ(next.size(), 1u);
  EXPECT_EQ(l.show(next[0].value),
            "operator.getitem(input=item[1](loop:x), index=0)");
  EXPECT_EQ(l.arch->args(*l.ops("f", OpKind::Break)[0]).size(), 1u);
}

TEST(LiftControl, LoopsThatCarryWhatIsReadFirst) {
  Lifted l("def f(n):\n"
           "    a, b = 0, 1\n"
           "    while a < n:\n"
           "        a, b = b, a + b\n"
           "    else:\n"
           "        b = 7\n"
           "    return a, b\n");
  EXPECT_EQ(l.verify(), "");
  auto loops = l.ops("f", OpKind::While);
  ASSERT_EQ(loops.size(), 1u);
  EXPECT_EQ(loops[0]->resultCount, 2u);
  EXPECT_EQ(loops[0]->regions.size(), 2u);
  EXPECT_EQ(l.returned("f"), "Tuple(after:a, 7)");
}

TEST(LiftControl, Try) {
  EXPECT_EQ(returned("try:\n    x = a(x)\nexcept E as e:\n    x = b(e)\n"
                     "return x",
                     "x"),
            "Join(a(x), b(Opaque(E)))");
  EXPECT_EQ(returned("try:\n    x = a(x)\nexcept E:\n    raise\n"
                     "finally:\n    c()\nreturn x",
                     "x"),
            "a(x)");
  EXPECT_EQ(returned("try:\n    return a(x)\nfinally:\n    c(x)", "x"), "a(x)");
}

TEST(LiftControl, WithIsStraight) {
  EXPECT_EQ(returned("with a(x) as m, b:\n    x = m(x)\nreturn x", "x, b"),
            "With(a(x), b)(x)");
}

TEST(LiftControl, MatchIsAChainOfIfs) {
  EXPECT_EQ(returned("match x:\n    case 1 | 2:\n        y = 'a'\n"
                     "    case None:\n        y = 'b'\n"
                     "    case n if n > 3:\n        y = n\n"
                     "    case _:\n        y = 'd'\n"
                     "return y",
                     "x"),
            "Select(Or(torch.eq(input=x, other=1), torch.eq(input=x, other=2))"
            ", \"a\", Select(Is(x, None), \"b\", Select(torch.gt(input=x, "
            "other=3), x, \"d\")))");
}

TEST(LiftAssign, Targets) {
  EXPECT_EQ(returned("a, (b, c) = x\nreturn b", "x"), "x[1][0]");
  EXPECT_EQ(returned("a, b = b, a\nreturn a, b", "a, b"), "Tuple(b, a)");
  EXPECT_EQ(returned("a = b = g(x)\nreturn a, b", "x"), "Tuple(g(x), g(x))");
  EXPECT_EQ(returned("a, *b, c = x\nreturn b", "x"),
            "builtins.list(operator.getitem(input=x, index=Slice(1, -1, "
            "None)))");
  EXPECT_EQ(returned("x: int = g(x)\ny: int\nreturn x", "x"), "g(x)");
  EXPECT_EQ(returned("if (y := g(x)) is None:\n    y = 2\nreturn y", "x"),
            "Select(Is(g(x), None), 2, g(x))");
}

TEST(LiftAssign, InPlace) {
  Lifted l("def f(x, y, d):\n"
           "    z = x\n"
           "    x += y\n"
           "    y.add_(x)\n"
           "    y.frobnicate_(x)\n"
           "    d[0] = x\n"
           "    d[1] += y\n"
           "    del d[0]\n"
           "    return x, y, z\n");
  EXPECT_EQ(l.verify(), "");
  EXPECT_EQ(l.returned("f"),
            "Tuple(torch.add(input=x, other=y), .frobnicate_(torch.Tensor.add_("
            "input=y, other=torch.add(input=x, other=y)), torch.add(input=x, "
            "other=y)), x)");
  unsigned inPlace = 0;
  for (const Op *op : l.ops("f", OpKind::Call))
    inPlace += op->inPlace;
  EXPECT_EQ(inPlace, 3u);
  EXPECT_EQ(l.ops("f", OpKind::SetItem).size(), 2u);
  EXPECT_EQ(l.ops("f", OpKind::Delete).size(), 1u);
}

TEST(LiftFunctions, NestedFunctionsSeeConstantVariables) {
  Lifted l("def f(module, flag):\n"
           "    flag = flag + 1\n"
           "    def inner(*inputs):\n"
           "        return module(*inputs, flag)\n"
           "    return inner\n");
  EXPECT_EQ(l.verify(), "");
  EXPECT_EQ(l.returned("inner"), "module(*inputs, flag)");
  const Function &inner = l.function("inner");
  EXPECT_TRUE(inner.enclosing);
  EXPECT_EQ(l.arch->text(inner.qualifiedName), "f.<locals>.inner");
}

TEST(LiftFunctions, DefaultsAreEvaluatedOutside) {
  Lifted l("def f(x, y):\n"
           "    def inner(a, b=x + 1, c=y):\n"
           "        return a\n"
           "    return inner\n");
  EXPECT_EQ(l.verify(), "");
  EXPECT_EQ(l.returned("f"), "Lambda(torch.add(input=x, other=1), y)");
}

TEST(LiftFunctions, WhatIsOpaqueReadsWhatItNames) {
  Lifted l("def f(x, y, z):\n"
           "    class Local:\n"
           "        a = x\n"
           "        def m(self, y):\n            return z + y\n"
           "    return Local\n");
  EXPECT_EQ(l.verify(), "");
  EXPECT_EQ(l.returned("f"), "Opaque(x, y, z)");
  ASSERT_EQ(l.arch->remarks.size(), 1u);
  EXPECT_EQ(l.arch->remarks[0].kind, "class_definition");
  EXPECT_EQ(l.text(l.arch->remarks[0].range).take_front(11), "class Local");
}

TEST(LiftFunctions, GlobalAndNonlocalAreOpaque) {
  Lifted l(
      "count = 0\n"
      "def f():\n    global count\n    count = count + 1\n    return count\n"
      "def g():\n    n = 0\n    def h():\n        nonlocal n\n        n = 1\n"
      "    return n\n");
  EXPECT_EQ(l.verify(), "");
  EXPECT_EQ(l.returned("f"), "count");
  EXPECT_EQ(l.function("f").opaqueCount, 1u);
  EXPECT_EQ(l.function("h").opaqueCount, 1u);
}

TEST(LiftFunctions, Parameters) {
  Lifted l("def f(a, /, b: int = 3, *args, c=None, **kw):\n    pass\n"
           "def g(a, *, b, c=[]):\n    pass\n");
  const auto &f = l.function("f").parameters;
  ASSERT_EQ(f.size(), 5u);
  EXPECT_EQ(l.show(f[1].defaultValue), "3");
  EXPECT_EQ(l.arch->text(f[1].annotation), "int");
  EXPECT_EQ(f[2].kind, ArgumentKind::Star);
  EXPECT_TRUE(f[3].keywordOnly);
  EXPECT_EQ(f[4].kind, ArgumentKind::DoubleStar);
  const auto &g = l.function("g").parameters;
  ASSERT_EQ(g.size(), 3u);
  EXPECT_TRUE(g[1].keywordOnly);
  EXPECT_TRUE(g[2].hasDefault);
  EXPECT_FALSE(g[2].defaultValue);
}

} // namespace
