// SPDX-License-Identifier: Apache-2.0
// Expressions, names and canonical calls.
#include "LiftFixture.h"
#include <gtest/gtest.h>

using namespace adopter;
using namespace adopter::model;
using adopter::test::Lifted;

namespace {

const char *const Imports = "import torch\n"
                            "from torch import nn\n"
                            "import torch.nn.functional as F\n";

/// What `expression` lifts to in a function of x, y and w.
std::string lifted(llvm::StringRef expression) {
  Lifted l(Imports +
           ("def f(x, y, w):\n    return " + expression + "\n").str());
  EXPECT_TRUE(l.arch) << expression.str();
  if (!l.arch)
    return "";
  EXPECT_EQ(l.verify(), "") << expression.str();
  return l.returned("f");
}

TEST(LiftExpr, SpellingsOfOneOp) {
  const char *softmax = "torch.softmax(input=x, dim=-1)";
  for (const char *text :
       {"torch.softmax(x, -1)", "torch.softmax(x, dim=-1)",
        "torch.softmax(dim=-1, input=x)", "F.softmax(x, dim=-1)",
        "nn.functional.softmax(x, -1)",
        "torch.nn.functional.softmax(x, dim=-1)", "x.softmax(-1)",
        "x.softmax(dim=-1)", "nn.Softmax(dim=-1)(x)", "F.softmax(x, -1, 3)"})
    EXPECT_EQ(lifted(text), softmax) << text;
  // What is written is no default, though it equals it.
  EXPECT_EQ(lifted("torch.softmax(x, -1, None)"),
            "torch.softmax(input=x, dim=-1, dtype=None)");
  EXPECT_EQ(lifted("F.softmax(x, -1, _stacklevel=5)"),
            "torch.nn.functional.softmax(x, -1, _stacklevel=5)");
  EXPECT_EQ(lifted("torch.softmax(x, -1, nonsense=1)"),
            "torch.softmax(x, -1, nonsense=1)");
  EXPECT_EQ(lifted("torch.softmax(*x)"), "torch.softmax(*x)");
}

TEST(LiftExpr, DefaultsAndDerivedParameters) {
  EXPECT_EQ(lifted("F.dropout(x, training=y)"),
            "torch.dropout(input=x, p=0.5, train=y)");
  EXPECT_EQ(lifted("x.float()"),
            "torch.Tensor.to(input=x, dtype=torch.float32)");
  EXPECT_EQ(lifted("x.type_as(y)"), "torch.Tensor.to(input=x, dtype=y.dtype)");
  EXPECT_EQ(lifted("x.square()"), "torch.pow(input=x, exponent=2)");
  EXPECT_EQ(lifted("F.relu(x, inplace=False)"),
            "torch.nn.functional.relu(input=x)");
  EXPECT_EQ(lifted("F.relu(x, inplace=True)"),
            "torch.nn.functional.relu(x, inplace=True)");
}

TEST(LiftExpr, VariableArguments) {
  EXPECT_EQ(lifted("x.view(1, -1)"),
            "torch.Tensor.view(input=x, shape=Tuple(1, -1))");
  EXPECT_EQ(lifted("x.view((1, -1))"),
            "torch.Tensor.view(input=x, shape=Tuple(1, -1))");
  EXPECT_EQ(lifted("x.view([1, -1])"),
            "torch.Tensor.view(input=x, shape=Tuple(1, -1))");
  EXPECT_EQ(lifted("x.view(y)"), "torch.Tensor.view(input=x, shape=Tuple(y))");
  EXPECT_EQ(lifted("x.view(*y)"), "torch.Tensor.view(input=x, shape=y)");
  EXPECT_EQ(lifted("x.reshape(*y, -1)"),
            "torch.reshape(input=x, shape=Tuple(*y, -1))");
}

TEST(LiftExpr, Operators) {
  EXPECT_EQ(lifted("x + y * w"), "torch.add(input=x, other=torch.mul(input=y, "
                                 "other=w))");
  EXPECT_EQ(lifted("x - y - w"), "torch.sub(input=torch.sub(input=x, other=y), "
                                 "other=w)");
  EXPECT_EQ(lifted("-x"), "torch.neg(input=x)");
  EXPECT_EQ(lifted("-1"), "-1");
  EXPECT_EQ(lifted("-1.5"), "-1.5");
  EXPECT_EQ(lifted("x @ y"), "torch.matmul(input=x, other=y)");
  EXPECT_EQ(lifted("x is not None"), "Not(Is(x, None))");
  EXPECT_EQ(lifted("x not in y"), "Not(In(x, y))");
  EXPECT_EQ(lifted("x and y and w"), "And(x, y, w)");
  EXPECT_EQ(lifted("x and y or not w"), "Or(And(x, y), Not(w))");
  EXPECT_EQ(lifted("x < y"), "torch.lt(input=x, other=y)");
  EXPECT_EQ(lifted("x < y <= w"), "Compare(x, y, w)");
  EXPECT_EQ(lifted("x if y else w"), "Select(y, x, w)");
}

TEST(LiftExpr, Subscripts) {
  EXPECT_EQ(lifted("x[0]"), "operator.getitem(input=x, index=0)");
  EXPECT_EQ(lifted("x[:, None, ..., 1::2]"),
            "operator.getitem(input=x, index=Tuple(Slice(None, None, None), "
            "None, ..., Slice(1, None, 2)))");
  EXPECT_EQ(lifted("x[y,]"), "operator.getitem(input=x, index=Tuple(y))");
  EXPECT_EQ(lifted("x[:y]"),
            "operator.getitem(input=x, index=Slice(None, y, None))");
}

TEST(LiftExpr, Literals) {
  EXPECT_EQ(lifted("0x_ff"), "255");
  EXPECT_EQ(lifted("1_000"), "1000");
  EXPECT_EQ(lifted("0b11"), "3");
  EXPECT_EQ(lifted("9223372036854775807"), "9223372036854775807");
  EXPECT_EQ(lifted("9223372036854775808"), "Opaque()");
  EXPECT_EQ(lifted("-9223372036854775808"), "-9223372036854775808");
  EXPECT_EQ(lifted("1e400"), "Opaque()");
  EXPECT_EQ(lifted("2j"), "Opaque()");
  EXPECT_EQ(lifted("'a\\n\\x41\\u00e9' \"b\""), "\"a\\nA\xC3\xA9"
                                                "b\"");
  EXPECT_EQ(lifted("r'\\n'"), "\"\\\\n\"");
  EXPECT_EQ(lifted("b'x'"), "Opaque()");
  EXPECT_EQ(lifted("f'{x}{y:>{w}}'"), "Format(x, y, w)");
  EXPECT_EQ(lifted("f'{{}}'"), "\"{}\"");
  EXPECT_EQ(lifted("{'a': x, **y}"), "Dict(\"a\", x, **y)");
  EXPECT_EQ(lifted("(x, *y)"), "Tuple(x, *y)");
  EXPECT_EQ(lifted("(*x.shape[1:], y)"),
            "Tuple(*operator.getitem(input=x.shape, index=Slice(1, None, "
            "None)), y)");
  EXPECT_EQ(lifted("..."), "...");
}

TEST(LiftExpr, NamesAndMethods) {
  EXPECT_EQ(lifted("torch.float"), "torch.float32");
  EXPECT_EQ(lifted("F.gelu"), "torch.nn.functional.gelu");
  EXPECT_EQ(lifted("len(x)"), "builtins.len(obj=x)");
  EXPECT_EQ(lifted("unknown(x)"), "unknown(x)");
  EXPECT_EQ(lifted("x.foo(y)"), ".foo(x, y)");
  EXPECT_EQ(lifted("x.shape"), "x.shape");
  EXPECT_EQ(lifted("'a b'.split(' ')"), ".split(\"a b\", \" \")");
  EXPECT_EQ(lifted("x.to(x.device)"), ".to(x, x.device)");
  EXPECT_EQ(lifted("x.to(y.dtype)"), "torch.Tensor.to(input=x, dtype=y.dtype)");
}

TEST(LiftExpr, LambdasAndComprehensions) {
  EXPECT_EQ(lifted("lambda a: a + y"), "Lambda(y)");
  EXPECT_EQ(lifted("[a + y for a in x if a]"), "Comprehension(x)");
  Lifted l("def f(xs, y):\n    return {k: v + y for k, v in xs if k}\n");
  EXPECT_EQ(l.verify(), "");
  auto next = l.ops("f", OpKind::Next);
  ASSERT_EQ(next.size(), 1u);
  auto args = l.arch->args(*next[0]);
  ASSERT_EQ(args.size(), 3u);
  EXPECT_EQ(l.show(args[0].value), "item[0]");
  EXPECT_EQ(l.show(args[1].value), "torch.add(input=item[1], other=y)");
  EXPECT_EQ(l.show(args[2].value), "item[0]");
}

TEST(LiftExpr, WrittenArgumentsStayAsInTheSource) {
  Lifted l(std::string(Imports) + "def f(x, y):\n    return x.view(y, dim=1), "
                                  "F.dropout(x, p=0.1, training=True)\n");
  auto calls = l.ops("f", OpKind::Call);
  ASSERT_FALSE(calls.empty());
  const Op *dropout = calls.back();
  ASSERT_EQ(l.arch->written(*dropout).size(), 3u);
  EXPECT_EQ(l.arch->text(l.arch->written(*dropout)[2].keyword), "training");
  EXPECT_EQ(l.text(dropout->range), "F.dropout(x, p=0.1, training=True)");
}

TEST(LiftNames, ImportsAndAliases) {
  Lifted l("import torch.nn as tnn, torch\n"
           "from torch.nn import LayerNorm as LN, functional\n"
           "try:\n"
           "    from apex.normalization import FusedRMSNorm\n"
           "except ImportError:\n"
           "    FusedRMSNorm = None\n"
           "if torch.cuda.is_available():\n"
           "    from a import thing\n"
           "else:\n"
           "    from b import thing\n"
           "Norm = LN\n"
           "act = functional.silu\n"
           "def f(x):\n"
           "    from math import sqrt as root\n"
           "    g = tnn.functional.gelu\n"
           "    return g(x), Norm(4), act(x), FusedRMSNorm(3), thing(x), "
           "root(2), torch.nn.Linear(1, 2)\n");
  EXPECT_EQ(l.verify(), "");
  EXPECT_EQ(l.returned("f"),
            "Tuple(torch.nn.functional.gelu(input=x), "
            "torch.nn.LayerNorm(normalized_shape=4), "
            "torch.nn.functional.silu(input=x), "
            "apex.normalization.FusedRMSNorm(3), thing(x), math.sqrt(x=2), "
            "torch.nn.Linear(in_features=1, out_features=2))");
  EXPECT_EQ(l.arch->imports.size(), 7u);
  EXPECT_TRUE(l.arch->imports[0].topLevel);
  EXPECT_FALSE(l.arch->imports[4].topLevel);
}

TEST(LiftNames, PackagesAndRelativeImports) {
  const char *text = "from ...activations import ACT2FN\n"
                     "from .configuration_x import C\n"
                     "from . import sibling\n"
                     "def f(x):\n    return ACT2FN[x], C, sibling.g(x)\n"
                     "class M:\n    pass\n";
  Lifted inside(text, "/nowhere/transformers/models/x/modeling_x.py");
  EXPECT_EQ(inside.returned("f"),
            "Tuple(operator.getitem(input=transformers.activations.ACT2FN, "
            "index=x), transformers.models.x.configuration_x.C, "
            "transformers.models.x.sibling.g(x))");
  EXPECT_EQ(inside.arch->text(inside.arch->classes[ClassId(0)].qualifiedName),
            "transformers.models.x.modeling_x.M");
  Lifted copy(text, "/nowhere/modeling_x.py");
  EXPECT_NE(copy.returned("f").find("transformers.activations.ACT2FN"),
            std::string::npos);
  EXPECT_EQ(copy.arch->text(copy.arch->classes[ClassId(0)].qualifiedName), "M");
  Lifted unknown(text, "/nowhere/m.py");
  EXPECT_NE(unknown.returned("f").find("...activations.ACT2FN"),
            std::string::npos);
  Lifted named(text, "m.py", {"a.b.c.d", 80, 2000});
  EXPECT_NE(named.returned("f").find("a.activations.ACT2FN"),
            std::string::npos);
}

TEST(LiftNames, ShadowingAndRebinding) {
  Lifted l("import torch\nimport torch.nn.functional as F\n"
           "def f(x, F):\n    return F.relu(x)\n"
           "def g(x):\n    torch = x\n    return torch.exp(x)\n"
           "def h(x):\n    return [x for x in x]\n"
           "def late(x):\n    return later(x)\n"
           "later = F.relu\n");
  EXPECT_EQ(l.verify(), "");
  EXPECT_EQ(l.returned("f"), ".relu(F, x)");
  EXPECT_EQ(l.returned("h"), "Comprehension(x)");
  EXPECT_EQ(l.returned("late"), "torch.nn.functional.relu(input=x)");
}

} // namespace
