// SPDX-License-Identifier: Apache-2.0
// Whatever parses is lifted, however deep or odd; damaged texts included.
#include "LiftFixture.h"
#include <gtest/gtest.h>
#include <random>

using namespace adopter;
using adopter::test::Lifted;

namespace {

std::string repeated(llvm::StringRef text, unsigned count) {
  std::string out;
  for (unsigned i = 0; i < count; ++i)
    out += text;
  return out;
}

TEST(LiftRobustness, DeepExpressions) {
  const unsigned depth = 5000;
  for (std::string expression :
       {repeated("(", depth) + "x" + repeated(")", depth),
        repeated("-", depth) + "x", "x" + repeated(" + x", depth),
        "x" + repeated(".a", depth), "x" + repeated("()", depth),
        "x" + repeated("[0]", depth), repeated("not ", depth) + "x",
        repeated("lambda: ", 500) + "x",
        repeated("[", depth) + repeated("]", depth),
        "x" + repeated(" and x", depth), "x" + repeated(" if x else x", depth),
        repeated("x if x else ", depth) + "x",
        repeated("f(", depth) + "x" + repeated(")", depth),
        "x" + repeated(" < x", depth), "f'" + repeated("{x}", depth) + "'"}) {
    Lifted l("def f(x):\n    return " + expression + "\n");
    ASSERT_TRUE(l.arch) << expression.substr(0, 40);
    EXPECT_EQ(l.verify(), "") << expression.substr(0, 40);
  }
}

TEST(LiftRobustness, DeepStatements) {
  std::string nested, chain = "    if a:\n        x = 1\n";
  for (unsigned i = 0; i < 90; ++i)
    nested +=
        std::string(4 * (i + 1), ' ') + (i % 2 ? "if x:\n" : "for y in x:\n");
  nested += std::string(4 * 91, ' ') + "x = x + 1\n";
  for (unsigned i = 0; i < 600; ++i)
    chain += "    elif a == " + std::to_string(i) +
             ":\n        x = " + std::to_string(i) + "\n";
  std::string classes, functions;
  for (unsigned i = 0; i < 60; ++i) {
    classes += std::string(i, ' ') + "class A" + std::to_string(i) + ":\n";
    functions += std::string(i, ' ') + "def f" + std::to_string(i) + "():\n";
  }
  classes += std::string(60, ' ') + "x = 1\n";
  functions += std::string(60, ' ') + "return 1\n";
  for (const std::string &text :
       {"def f(x):\n" + nested + "    return x\n",
        "def f(a, x):\n" + chain + "    return x\n", classes, functions}) {
    Lifted l(text);
    ASSERT_TRUE(l.arch);
    EXPECT_EQ(l.verify(), "");
  }
}

TEST(LiftRobustness, OddPrograms) {
  for (const char *text :
       {"",
        "x = 1\n",
        "class A(A): pass\n",
        "class A(B): pass\nclass B(A): pass\n",
        "a = b\nb = a\ndef f(): return a.x(b)\n",
        "def f(): return f()\n",
        "class A:\n    def f(self): return self.g()\n    def g(self): return "
        "self.f()\n",
        "def f():\n    return\n    x = 1\n",
        "def f(x):\n    del x\n    return x\n",
        "def f():\n    break\n",
        "import a.b.c as d, e\nfrom . import *\n",
        "def f(x):\n    while True:\n        try:\n            break\n        "
        "finally:\n            continue\n",
        "def f(*, a): return a\ndef g(): return f(a=1)\n",
        "class A:\n    def __init__(): self.x = 1\n",
        "class A:\n    def f(self):\n        self = 1\n        self.x = 2\n    "
        "    return self.f()\n",
        "def f(x):\n    class B:\n        y = x\n    return B\n",
        "def f(x):\n    [y := 1, y ** 2]\n    return any((z := a) for a in x), "
        "z\n",
        "async def f(x):\n    async with x as y:\n        async for i in y:\n  "
        "          await i\n    return [j async for j in x]\n",
        "def f(x):\n    x.y: int = 3\n    (x).z, x[0] = 1, 2\n    return x\n",
        "def f(x):\n    for x.y in x:\n        pass\n    for x[0], *z in x: "
        "pass\n",
        "def f(x, x): return x\n",
        "def f(x):\n    print >> x, 'a'\n    exec 'y'\n",
        "def f(x):\n    return x[*x], {*x}, {**x}, (*x,), f(*x, **x)\n",
        "def f(x):\n    match x:\n        case {'a': y, **r}: return r\n       "
        " case [a, *b] | C(d=b): pass\n        case a.b: pass\n        case "
        "'x' as q: pass\n",
        "type X = int\ndef f[T](x: T) -> T:\n    type Y = T\n    return x\n",
        "def f(x):\n    global g\n    def g(): pass\n    import h\n    global "
        "h\n    for g in x: pass\n",
        "@property\n@a.b[0](1)\ndef f(x): return x\n",
        "def f(x):\n    try:\n        y = 1\n    except* (A, B) as e:\n        "
        "pass\n    else:\n        y = 2\n    finally:\n        del y\n    "
        "return e\n",
        "class A:\n    if x:\n        def f(self): return 1\n    else:\n       "
        " def f(self): return 2\n    def g(self): return self.f()\n",
        "lambda: (yield)\n",
        "def f(x):\n    return super().f(x).g()\n",
        "def f(x=lambda y=[z for z in 3]: y): return x\n",
        "x = 1\nif x:\n    from torch import *\n    from math import *\ndef "
        "f(): return relu(1)\n"}) {
    Lifted l(text);
    if (l.arch) {
      EXPECT_EQ(l.verify(), "") << text;
    }
  }
}

const char *const Sample =
    "import torch\n"
    "from torch import nn\n"
    "class Attention(nn.Module):\n"
    "    def __init__(self, config, *, layers=3):\n"
    "        super().__init__()\n"
    "        self.q, self.k = nn.Linear(1, 2), nn.Linear(3, 4)\n"
    "        self.drop = nn.Dropout(config.p) if config.p > 0 else None\n"
    "        self.layers = nn.ModuleList([nn.Linear(i, i) for i in "
    "range(layers)])\n"
    "    @torch.no_grad()\n"
    "    def forward(self, x, mask=None, *args, **kwargs):\n"
    "        \"\"\"Doc.\"\"\"\n"
    "        q = self.q(x).view(*x.shape[:-1], -1).transpose(1, 2)\n"
    "        try:\n"
    "            scores = (q @ self.k(x).mT) / 8 ** 0.5\n"
    "        except (RuntimeError, ValueError) as e:\n"
    "            raise TypeError(f'{e!r:>{3}}') from e\n"
    "        if mask is not None and not self.training:\n"
    "            scores = scores + mask\n"
    "        elif kwargs.get('a', 1) in (1, 2):\n"
    "            scores += 1\n"
    "        else:\n"
    "            return None\n"
    "        for i, layer in enumerate(self.layers):\n"
    "            with torch.autocast('cuda') as c, c:\n"
    "                x, *rest = layer(x), lambda y: y + i\n"
    "            if i == 2: break\n"
    "        while (n := len(rest)) > 3: rest.pop()\n"
    "        d = {k: v for k, v in kwargs.items() if k for w in v}\n"
    "        d['x'], x[0] = 1, scores.masked_fill_(mask, -1e9)\n"
    "        def inner(a, b=x):\n"
    "            nonlocal x\n"
    "            x = a\n"
    "            return self.helper(a)\n"
    "        del d\n"
    "        return inner(x), torch.softmax(scores, dim=-1)\n"
    "    def helper(self, y):\n"
    "        match y:\n"
    "            case None: return 0\n"
    "            case [a, _]: return a\n"
    "        return -y[1:, ::2]\n";

TEST(LiftRobustness, DamagedTexts) {
  std::string sample = Sample;
  {
    Lifted l(sample);
    ASSERT_TRUE(l.arch);
    EXPECT_EQ(l.verify(), "");
  }
  std::mt19937 random(7);
  unsigned lifted = 0;
  for (unsigned round = 0; round < 3000; ++round) {
    std::string text = sample;
    for (unsigned change = 0; change < 1 + round % 4; ++change)
      test::damage(text, random);
    Lifted l(text);
    if (!l.arch)
      continue;
    ++lifted;
    ASSERT_EQ(l.verify(), "") << text;
  }
  EXPECT_GT(lifted, 300u);
}

TEST(LiftRobustness, WorkStaysInProportion) {
  std::string text = "def f(x):\n";
  for (unsigned i = 0; i < 4000; ++i)
    text += "    if x == " + std::to_string(i) + ":\n        v" +
            std::to_string(i) + " = x + " + std::to_string(i) + "\n";
  text += "    return v0\n";
  Lifted l(text);
  ASSERT_TRUE(l.arch);
  EXPECT_LT(l.arch->ops.size(), 100000u);
}

} // namespace
