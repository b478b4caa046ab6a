// SPDX-License-Identifier: Apache-2.0
#include "Parsing.h"
#include "gtest/gtest.h"

using namespace adopter;

namespace {

/// `text` is laid out as `expected`, which is already laid out.
void expectWritten(const std::string &text, const std::string &expected) {
  Parsing parsing(text);
  ASSERT_TRUE(parsing.file) << parsing.messages;
  EXPECT_EQ(parsing.written(), expected);
  Parsing again(expected);
  ASSERT_TRUE(again.file) << again.messages;
  EXPECT_EQ(again.written(), expected);
  EXPECT_TRUE(ast::equal(*parsing.file, *again.file));
}

TEST(Writer, PartsStandInOneOrder) {
  expectWritten("rule r { grade exact; example { $x:1;$z : \"a\" }\n"
                "rewrite{$y=g($x)}\nmatch{\n$y=f($x)\n}\nwhere rank($x)==4 }",
                "rule r {\n"
                "  match { $y = f($x) }\n"
                "  where rank($x) == 4\n"
                "  rewrite { $y = g($x) }\n"
                "  grade exact\n"
                "  example { $x: 1  $z: \"a\" }\n"
                "}\n");
}

TEST(Writer, CommentsStayWithWhatTheyStandBy) {
  expectWritten("// first\n"
                "\n"
                "// second\n"
                "/// doc\n"
                "rule r {  // opens\n"
                "  // above grade\n"
                "  grade exact  // behind grade\n"
                "\n"
                "  // above match\n"
                "  match {\n"
                "    // above y\n"
                "    $y = f(a,  // inside\n"
                "           b)  // behind y\n"
                "\n"
                "    // last of match\n"
                "  }  // behind match\n"
                "  // last of rule\n"
                "}  // behind rule\n"
                "// last\n",
                "// first\n"
                "\n"
                "// second\n"
                "/// doc\n"
                "rule r {  // opens\n"
                "  // above match\n"
                "  match {\n"
                "    // above y\n"
                "    // inside\n"
                "    $y = f(a, b)  // behind y\n"
                "\n"
                "    // last of match\n"
                "  }  // behind match\n"
                "  // above grade\n"
                "  grade exact  // behind grade\n"
                "  // last of rule\n"
                "}  // behind rule\n"
                "// last\n");
}

TEST(Writer, BlankLinesAreKeptOnce) {
  expectWritten("op a()\n\n\n\nop b()\nop c()\n\n",
                "op a()\n\nop b()\nop c()\n");
  expectWritten("op a()\nrule r { }\nop b()\n",
                "op a()\n\nrule r {\n}\n\nop b()\n");
  expectWritten("rule r {\n\n  match {\n\n    $a = b\n\n\n    $c = d\n\n  }\n}",
                "rule r {\n  match {\n    $a = b\n\n    $c = d\n  }\n}\n");
}

TEST(Writer, LongLinesAreFilled) {
  expectWritten(
      "op torch.nn.Embedding(num_embeddings, embedding_dim, padding_idx=None, "
      "max_norm = None, norm_type = 2.0, scale_grad_by_freq = False)",
      "op torch.nn.Embedding(num_embeddings, embedding_dim, padding_idx = "
      "None, "
      "max_norm = None,\n"
      "                      norm_type = 2.0, scale_grad_by_freq = False)\n");
  expectWritten(
      "rule r { where aaaaaaaaaaaaaaaaaaaaaaaa($x), "
      "bbbbbbbbbbbbbbbbbbbbbbbbbbbb($x), cccccccccccccccccccccccc($x) == 1 or "
      "dddddddddddddddddddd($x) }",
      "rule r {\n"
      "  where aaaaaaaaaaaaaaaaaaaaaaaa($x), "
      "bbbbbbbbbbbbbbbbbbbbbbbbbbbb($x),\n"
      "        cccccccccccccccccccccccc($x) == 1 or dddddddddddddddddddd($x)\n"
      "}\n");
  expectWritten(
      "rule r { match { $y = aaaaaaaaaaaaaaaaaaaaaaaaaaa + "
      "bbbbbbbbbbbbbbbbbbbbbbbbbb * ccccccccccccccccccccccccc // "
      "dddddddddddddddddddd } }",
      "rule r {\n"
      "  match {\n"
      "    $y = aaaaaaaaaaaaaaaaaaaaaaaaaaa +\n"
      "         bbbbbbbbbbbbbbbbbbbbbbbbbb * ccccccccccccccccccccccccc // "
      "dddddddddddddddddddd\n"
      "  }\n"
      "}\n");
}

TEST(Writer, ClausesOfAPatternStandInOneColumn) {
  expectWritten("pattern p($s) binds $d {\n"
                "$s / $d with $d = 1 / $d\n"
                "$s * $scale\n"
                "$s with $d = 1.0\n"
                "}",
                "pattern p($s) binds $d {\n"
                "  $s / $d  with $d = 1 / $d\n"
                "  $s * $scale\n"
                "  $s       with $d = 1.0\n"
                "}\n");
  std::string name(60, 'f');
  expectWritten("pattern p($s) {\n" + name + "($s) where rank($s) == 4\n" +
                    "$s where " + name + "($s)\n}",
                "pattern p($s) {\n  " + name + "($s)  where rank($s) == 4\n" +
                    "  $s  where " + name + "($s)\n}\n");
}

TEST(Writer, SheetsAndOps) {
  expectWritten("kernel a.K(x,*,y:int=1) { requires package 'k >= 1';device "
                "cuda>=sm80,rocm\n"
                "modes training\nhead_dim<=256; deterministic\nmodule(x)\n}",
                "kernel a.K(x, *, y: int = 1) {\n"
                "  requires package \"k >= 1\"\n"
                "  device   cuda >= sm80, rocm\n"
                "  modes    training\n"
                "  head_dim <= 256\n"
                "  deterministic\n"
                "  module   (x)\n"
                "}\n");
  expectWritten("op a.f(x, y = 1) { also a.g(x) with y=2\noperator []; pure\n"
                "parameter w(x, 2) where y\ndeprecated 'no'\n}",
                "op a.f(x, y = 1) {\n"
                "  also a.g(x) with y = 2\n"
                "  operator []\n"
                "  pure\n"
                "  parameter w(x, 2) where y\n"
                "  deprecated \"no\"\n"
                "}\n");
}

TEST(Writer, Architectures) {
  expectWritten("@d\n"
                "module M(B,metaclass=C) {\n"
                "a=1\n"
                "m:L(2) where a\n"
                "@torch.no_grad()\n"
                "method f(self,*a,**k) {\n"
                "(x,y)=g(a) // b\n"
                "if x { return } elif y { pass }\n"
                "else { raise E() }\n"
                "h=for (i,_) in z carried (h=h0) { yield i,h }\n"
                "while carried (n=0) { break }\n"
                "with o(1) as p,q { set self.a[0]=1 }\n"
                "try { del x } except E as e { } finally { assert x,y }\n"
                "r=inline f(x) { return x }\n"
                "function g(z) { continue }\n"
                "}\n"
                "}",
                "@d\n"
                "module M(B, metaclass = C) {\n"
                "  a = 1\n"
                "  m : L(2) where a\n"
                "\n"
                "  @torch.no_grad()\n"
                "  method f(self, *a, **k) {\n"
                "    (x, y) = g(a) // b\n"
                "    if x {\n"
                "      return\n"
                "    } elif y {\n"
                "      pass\n"
                "    } else {\n"
                "      raise E()\n"
                "    }\n"
                "    h = for (i, _) in z carried (h = h0) {\n"
                "      yield i, h\n"
                "    }\n"
                "    while carried (n = 0) {\n"
                "      break\n"
                "    }\n"
                "    with o(1) as p, q {\n"
                "      set self.a[0] = 1\n"
                "    }\n"
                "    try {\n"
                "      del x\n"
                "    } except E as e {\n"
                "    } finally {\n"
                "      assert x, y\n"
                "    }\n"
                "    r = inline f(x) {\n"
                "      return x\n"
                "    }\n"
                "    function g(z) {\n"
                "      continue\n"
                "    }\n"
                "  }\n"
                "}\n");
}

} // namespace
