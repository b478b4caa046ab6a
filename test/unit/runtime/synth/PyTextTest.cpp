// SPDX-License-Identifier: Apache-2.0
#include "runtime/synth/PyText.h"
#include "PythonText.h"

using namespace adopter;
using namespace adopter::synth;

namespace {

std::string joined(std::string text, llvm::StringRef part) {
  PythonText python(std::move(text));
  return onOneLine(*python, python.find(part));
}

TEST(PyText, OneLineStaysAsItIs) {
  EXPECT_EQ(joined("y = f( a,b )\n", "f( a,b )"), "f( a,b )");
}

TEST(PyText, LineBreaksGo) {
  EXPECT_EQ(joined("y = f(\n    a,\n    b,\n)\n", "f(\n    a,\n    b,\n)"),
            "f(a, b)");
  EXPECT_EQ(joined("y = (\n    a\n    + b\n)\n", "a\n    + b"), "a + b");
  EXPECT_EQ(joined("y = a + \\\n    b\n", "a + \\\n    b"), "a + b");
  EXPECT_EQ(joined("y = x.view(\n    1\n).t()\n", "x.view(\n    1\n).t()"),
            "x.view(1).t()");
  EXPECT_EQ(
      joined("y = (x\n     .t()\n     .t())\n", "x\n     .t()\n     .t()"),
      "x.t().t()");
}

TEST(PyText, CommentsOfSeveralLinesGo) {
  EXPECT_EQ(joined("y = f(\n    a,  # one\n    # two\n    b,\n)\n",
                   "f(\n    a,  # one\n    # two\n    b,\n)"),
            "f(a, b)");
}

TEST(PyText, TuplesOfOneKeepTheirComma) {
  EXPECT_EQ(joined("y = f(\n    (\n        a,\n    ),\n)\n",
                   "f(\n    (\n        a,\n    ),\n)"),
            "f((a,))");
  EXPECT_EQ(joined("y = x[\n    a,\n]\n", "x[\n    a,\n]"), "x[a,]");
}

TEST(PyText, StringsKeepTheirLines) {
  EXPECT_EQ(
      joined("y = f(\n  '''a\n  # b''', c)\n", "f(\n  '''a\n  # b''', c)"),
      "f('''a\n  # b''', c)");
}

TEST(PyText, VariablesAreNeitherAttributesNorKeywords) {
  PythonText python("y = f(a.b, c=d)[e]\n");
  std::vector<std::string> names;
  forEachVariable(
      *python, python.find("f(a.b, c=d)[e]"),
      [&](python::PyNode node) { names.push_back(node.text().str()); });
  EXPECT_EQ(names, (std::vector<std::string>{"f", "a", "d", "e"}));
}

TEST(PyText, FindsScopes) {
  PythonText python("y = f(lambda: a)\nz = f(a)\n");
  EXPECT_TRUE(hasScopes(*python, python.find("f(lambda: a)")));
  EXPECT_FALSE(hasScopes(*python, python.find("f(a)")));
}

TEST(PyText, Precedence) {
  PythonText python("p = a + b\nq = a if b else c\nr = -a\ns = a.b(c)[d]\n"
                    "t = a ** b\nu = a, b\n");
  auto of = [&](llvm::StringRef part) {
    return precedenceOf(nodeAt(*python, python.find(part)));
  };
  EXPECT_EQ(of("a + b"), Precedence::Sum);
  EXPECT_EQ(of("a if b else c"), Precedence::Conditional);
  EXPECT_EQ(of("-a"), Precedence::Unary);
  EXPECT_EQ(of("a.b(c)[d]"), Precedence::Atom);
  EXPECT_EQ(of("a ** b"), Precedence::Power);
  EXPECT_EQ(of("a, b"), Precedence::Tuple);
}

TEST(PyText, StringLiterals) {
  EXPECT_EQ(stringLiteral("a", '"'), "\"a\"");
  EXPECT_EQ(stringLiteral("a\"b", '"'), "'a\"b'");
  EXPECT_EQ(stringLiteral("a\"'\n\\\x01", '"'), "\"a\\\"'\\n\\\\\\x01\"");
}

TEST(PyText, Lines) {
  llvm::StringRef text = "a\r\n  b = 1  # c\n";
  SourceRange b{FileId(0), 5, 10};
  EXPECT_EQ(lineBegin(text, 5), 3u);
  EXPECT_EQ(lineEnd(text, 0), 1u);
  EXPECT_EQ(nextLine(text, 0), 3u);
  EXPECT_EQ(indentationAt(text, 6), "  ");
  EXPECT_TRUE(ownsLines(text, b));
  EXPECT_FALSE(ownsLines("a; b", {FileId(0), 0, 1}));
}

} // namespace
