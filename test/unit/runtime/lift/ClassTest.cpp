// SPDX-License-Identifier: Apache-2.0
// Classes, members, calls of them, entered methods.
#include "LiftFixture.h"
#include <gtest/gtest.h>

using namespace adopter;
using namespace adopter::model;
using adopter::test::Lifted;

namespace {

const std::string Imports = "import torch\nfrom torch import nn\n"
                            "import torch.nn.functional as F\n";

const Member *member(const Lifted &l, llvm::StringRef owner,
                     llvm::StringRef name) {
  for (const Class &theClass : l.arch->classes)
    if (l.arch->text(theClass.name) == owner)
      for (MemberId id : theClass.members)
        if (l.arch->text(l.arch->members[id].name) == name)
          return &l.arch->members[id];
  return nullptr;
}

TEST(LiftClasses, WhatIsAModule) {
  Lifted l(Imports + "from transformers import PreTrainedModel, ModelOutput\n"
                     "from other import Thing, FooLayer\n"
                     "class A(nn.Module): pass\n"
                     "class B(A): pass\n"
                     "class C(PreTrainedModel): pass\n"
                     "class D(nn.Embedding): pass\n"
                     "class E(ModelOutput): pass\n"
                     "class F1(torch.autograd.Function):\n"
                     "    @staticmethod\n    def forward(ctx, x): return x\n"
                     "class G(Thing):\n    def forward(self, x): return x\n"
                     "class H(Thing): pass\n"
                     "class I(FooLayer): pass\n"
                     "class J: pass\n");
  std::string modules;
  for (const Class &theClass : l.arch->classes)
    if (theClass.isModule)
      modules += l.arch->text(theClass.name).str() + " ";
  EXPECT_EQ(modules, "A B C D G I ");
  EXPECT_EQ(l.arch->classes[ClassId(1)].baseClasses.size(), 1u);
  EXPECT_EQ(l.arch->text(l.arch->classes[ClassId(0)].bases[0]),
            "torch.nn.Module");
}

TEST(LiftMembers, KindsAndConditions) {
  Lifted l(Imports +
           "class Base(nn.Module):\n"
           "    def __init__(self, config):\n"
           "        super().__init__()\n"
           "        self.shared = nn.Linear(1, 2)\n"
           "class M(Base):\n"
           "    def __init__(self, config):\n"
           "        super().__init__(config)\n"
           "        self.size, self.eps = config.size, 1e-5\n"
           "        self.weight = nn.Parameter(torch.ones(3))\n"
           "        self.register_buffer('mask', torch.ones(3))\n"
           "        self.add_module('extra', nn.ReLU())\n"
           "        self.layers = nn.ModuleList([Base(config) for _ in "
           "range(3)])\n"
           "        if config.drop:\n"
           "            self.drop = nn.Dropout(0.1)\n"
           "        else:\n"
           "            self.drop = None\n"
           "    def later(self):\n"
           "        self.cache = {}\n");
  EXPECT_EQ(l.verify(), "");
  ASSERT_TRUE(member(l, "M", "weight"));
  EXPECT_EQ(member(l, "M", "weight")->kind, MemberKind::Parameter);
  EXPECT_EQ(member(l, "M", "mask")->kind, MemberKind::Buffer);
  EXPECT_EQ(member(l, "M", "extra")->kind, MemberKind::Module);
  EXPECT_EQ(member(l, "M", "layers")->kind, MemberKind::Module);
  EXPECT_EQ(member(l, "M", "size")->kind, MemberKind::Plain);
  EXPECT_EQ(l.show(member(l, "M", "eps")->definitions[0].value), "1e-05");
  EXPECT_EQ(l.arch->text(l.arch->classes[member(l, "M", "shared")->owner].name),
            "Base");
  const Member *drop = member(l, "M", "drop");
  ASSERT_EQ(drop->definitions.size(), 2u);
  EXPECT_TRUE(drop->definitions[0].conditional);
  EXPECT_EQ(drop->kind, MemberKind::Module);
  ASSERT_TRUE(member(l, "M", "cache"));
  // Own members come first, in the order of the text.
  EXPECT_EQ(
      l.arch->text(l.arch->members[l.arch->classes[ClassId(1)].members[0]].name)
          .str(),
      "eps");
}

TEST(LiftMembers, CallsHaveTwoFaces) {
  Lifted l(Imports +
           "class M(nn.Module):\n"
           "    def __init__(self, config):\n"
           "        super().__init__()\n"
           "        self.drop = nn.Dropout(config.p)\n"
           "        self.soft = nn.Softmax(dim=-1)\n"
           "        self.dense = nn.Linear(2, 3)\n"
           "        if config.x:\n            self.maybe = nn.Dropout(0.1)\n"
           "        else:\n            self.maybe = nn.Dropout(0.2)\n"
           "    def forward(self, x):\n"
           "        return self.drop(self.soft(input=x)), self.dense(x), "
           "self.maybe(x)\n");
  EXPECT_EQ(l.verify(), "");
  EXPECT_EQ(l.returned("forward"),
            "Tuple(torch.dropout(input=torch.softmax(input=x, dim=-1), "
            "p=config.p, train=self.training), self.dense(x), self.maybe(x))");
  auto calls = l.ops("forward", OpKind::Call);
  ASSERT_EQ(calls.size(), 4u);
  const Op *dropout = calls[1];
  EXPECT_EQ(l.arch->text(l.arch->members[dropout->member].name), "drop");
  EXPECT_EQ(l.show(dropout->callee), "self.drop");
  ASSERT_EQ(l.arch->written(*dropout).size(), 1u);
  EXPECT_EQ(l.text(dropout->range), "self.drop(self.soft(input=x))");
}

TEST(LiftMembers, ASubclassMayReplaceAMember) {
  Lifted l(Imports + "class M(nn.Module):\n"
                     "    def __init__(self):\n"
                     "        self.drop = nn.Dropout(0.1)\n"
                     "    def forward(self, x):\n"
                     "        return self.drop(x)\n"
                     "class N(M):\n"
                     "    def __init__(self):\n"
                     "        self.drop = nn.Identity()\n");
  EXPECT_EQ(l.returned("forward"), "self.drop(x)");
}

TEST(LiftMembers, MethodsOfTensorsInAttributes) {
  Lifted l(Imports + "class M(nn.Module):\n"
                     "    def __init__(self):\n"
                     "        self.w = nn.Parameter(torch.ones(2))\n"
                     "        self.net = nn.Linear(1, 2)\n"
                     "    def forward(self, x):\n"
                     "        return self.w.float(), self.net.float(), "
                     "self.net.weight.t()\n");
  EXPECT_EQ(l.returned("forward"),
            "Tuple(torch.Tensor.to(input=self.w, dtype=torch.float32), "
            ".float(self.net), torch.t(input=self.net.weight))");
}

TEST(LiftInlining, EntersShortMethodsAndFunctions) {
  Lifted l(Imports + "class M(nn.Module):\n"
                     "    def forward(self, x):\n"
                     "        x = self.split(x, heads=4)\n"
                     "        return repeat(half(x), 1)\n"
                     "    def split(self, t, heads, dim=-1):\n"
                     "        return t.view(heads, dim)\n"
                     "def half(x):\n"
                     "    a, b = x.chunk(2, dim=-1)\n"
                     "    return torch.cat((-b, a), dim=-1)\n"
                     "def repeat(x, n):\n"
                     "    if n == 1:\n"
                     "        return x\n"
                     "    y = x * n\n"
                     "    return y\n");
  EXPECT_EQ(l.verify(), "");
  EXPECT_EQ(l.ops("forward", OpKind::Inline).size(), 3u);
  std::string half =
      "torch.cat(tensors=Tuple(torch.neg(input=torch.chunk("
      "input=torch.Tensor.view(input=x, shape=Tuple(4, -1)), chunks=2, dim=-1)"
      "[1]), torch.chunk(input=torch.Tensor.view(input=x, shape=Tuple(4, -1)), "
      "chunks=2, dim=-1)[0]), dim=-1)";
  EXPECT_EQ(l.returned("forward"), "Select(torch.eq(input=1, other=1), " +
                                       half + ", torch.mul(input=" + half +
                                       ", other=1))");
  for (const Op *op : l.ops("forward", OpKind::Call))
    EXPECT_TRUE(op->inlined) << l.show(*op);
}

TEST(LiftInlining, LeavesOthersAlone) {
  Lifted l(Imports +
           "import functools\n"
           "class M(nn.Module):\n"
           "    def forward(self, x):\n"
           "        return self.loop(x), self.sets(x), self.over(x), "
           "wrapped(x), rec(x), self.good(*x), self.writes(x)\n"
           "    def loop(self, x):\n"
           "        for i in x:\n            x = x + i\n        return x\n"
           "    def sets(self, x):\n        self.y = x\n        return x\n"
           "    def over(self, x):\n        return x + 1\n"
           "    def good(self, x):\n        return x + 1\n"
           "    def writes(self, x):\n        x += 1\n        return x\n"
           "class N(M):\n"
           "    def over(self, x):\n        return x + 2\n"
           "@functools.lru_cache\n"
           "def wrapped(x):\n    return x\n"
           "def rec(x):\n    return rec(x)\n");
  EXPECT_EQ(l.verify(), "");
  EXPECT_TRUE(l.ops("M.forward", OpKind::Inline).empty());
  EXPECT_EQ(l.returned("M.forward"),
            "Tuple(self.loop(x), self.sets(x), self.over(x), wrapped(x), "
            "rec(x), self.good(*x), self.writes(x))");
  auto calls = l.ops("M.forward", OpKind::Call);
  EXPECT_EQ(l.arch->text(calls[0]->name), "M.loop");
  EXPECT_TRUE(calls[0]->function);
  EXPECT_FALSE(calls[2]->function);
}

TEST(LiftClasses, MethodsAreLookedUpAsPythonDoes) {
  Lifted l("import torch\n"
           "class A(torch.nn.Module):\n"
           "    def m(self, x):\n        return x + 1\n"
           "class B(A): pass\n"
           "class C(A):\n"
           "    def m(self, x):\n        return x + 2\n"
           "class D(B, C):\n"
           "    def forward(self, x):\n        return self.m(x)\n");
  EXPECT_EQ(l.verify(), "");
  EXPECT_EQ(l.returned("D.forward"), "torch.add(input=x, other=2)");
}

TEST(LiftClasses, Decorators) {
  Lifted l("import torch\nfrom utils import doc\n"
           "class M:\n"
           "    @staticmethod\n    def s(x): return x\n"
           "    @property\n    def p(self): return 1\n"
           "    @p.setter\n    def p(self, v): pass\n"
           "    @doc(1)\n    @torch.no_grad()\n    def f(self, x): return x\n");
  const Function &f = l.function("M.f");
  ASSERT_EQ(f.decorators.size(), 2u);
  EXPECT_EQ(l.arch->text(f.decorators[0].name), "utils.doc");
  EXPECT_EQ(l.arch->text(f.decorators[1].name), "torch.no_grad");
  EXPECT_EQ(l.text(f.decorators[1].range), "@torch.no_grad()");
  EXPECT_EQ(l.text(f.range), "def f(self, x): return x");
  EXPECT_TRUE(l.function("M.s").isStatic);
  EXPECT_TRUE(l.function("M.p").isProperty);
}

TEST(LiftClasses, SuperFindsTheBase) {
  Lifted l("import torch\nclass A(torch.nn.Module):\n"
           "    def forward(self, x):\n        return x\n"
           "class B(A):\n"
           "    def forward(self, x):\n        return super().forward(x)\n");
  auto calls = l.ops("B.forward", OpKind::MethodCall);
  ASSERT_EQ(calls.size(), 1u);
  ASSERT_TRUE(calls[0]->function);
  EXPECT_EQ(l.arch->text(l.arch->functions[calls[0]->function].qualifiedName),
            "A.forward");
}

} // namespace
