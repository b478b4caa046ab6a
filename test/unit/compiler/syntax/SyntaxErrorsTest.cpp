// SPDX-License-Identifier: Apache-2.0
// The lit tests of test/syntax check each message; here is what they cannot
// say: how many errors there are, where exactly, and what is offered as a fix.
#include "Parsing.h"
#include "gtest/gtest.h"

using namespace adopter;

namespace {

/// Errors and notes of `text`, which must have some.
std::string errors(const std::string &text) {
  Parsing parsing(text);
  EXPECT_FALSE(parsing.file) << text;
  return parsing.messages;
}

/// `text` with the fix-its of its first error applied.
std::string fixed(const std::string &text) {
  Parsing parsing(text);
  std::string result = text;
  if (!parsing.all.empty())
    for (const FixIt &fixIt : parsing.all.front().fixIts)
      result.replace(fixIt.range.begin, fixIt.range.size(), fixIt.replacement);
  return result;
}

TEST(SyntaxErrors, OneMistakeIsOneError) {
  EXPECT_EQ(errors("rule a {\n"
                   "  match { $y = f( }\n"
                   "  where\n"
                   "  rewrite { $y = g($x) h }\n"
                   "  grade\n"
                   "}\n"
                   "rule b {\n"
                   "  match { $y = }\n"
                   "}\n"),
            "2:18 error: expected `)` after `(`\n"
            "2:17 note: to match this `(`\n"
            "3:8 error: expected an expression after `where`\n"
            "4:24 error: expected a new line or `;` after `)`, found `h`\n"
            "5:8 error: expected a name after `grade`\n"
            "8:16 error: expected an expression after `=`, found `}`\n");
}

TEST(SyntaxErrors, AnErrorInAHeadCostsTheDeclarationOnly) {
  EXPECT_EQ(errors("rule 3 {\n"
                   "  match { $y = ( }\n"
                   "  what is this\n"
                   "}\n"
                   "rule b { mode }\n"),
            "1:6 error: expected a name after `rule`, found `3`\n"
            "2:17 error: expected `)` after `(`\n"
            "2:16 note: to match this `(`\n"
            "5:15 error: expected a name after `mode`, found `}`\n");
}

TEST(SyntaxErrors, ParenthesesThatAreNotClosed) {
  EXPECT_EQ(errors("rule a {\n"
                   "  match {\n"
                   "    $y = f($x, g($z)\n"
                   "    $w = h($y)\n"
                   "  }\n"
                   "}\n"),
            "3:21 error: expected `)` after `)`\n"
            "3:11 note: to match this `(`\n");
  EXPECT_EQ(errors("function f() {\n  a = g(b\n  c = d\n}\n"),
            "2:10 error: expected `)` after `b`\n"
            "2:8 note: to match this `(`\n");
  EXPECT_EQ(errors("function f() {\n  a = g(b = 1\n        c = d)\n}\n"),
            "2:14 error: expected `,` or `)` after `1`\n");
  EXPECT_EQ(fixed("op a(b {\n  pure\n}\n"), "op a(b) {\n  pure\n}\n");
}

TEST(SyntaxErrors, BracesThatAreNotClosed) {
  EXPECT_EQ(errors("rule a {\n"
                   "  match { $y = f($x)\n"
                   "  where rank($x) == 4\n"
                   "  rewrite { $y = g($x) }\n"
                   "}\n"),
            "2:21 error: expected `}` after `)`\n"
            "2:9 note: to match this `{`\n");
  EXPECT_EQ(errors("rule a {\n  grade exact\nrule b {\n  grade exact\n}\n"),
            "2:14 error: expected `}` after `exact`\n"
            "1:8 note: to match this `{`\n");
  EXPECT_EQ(errors("rule a {\n  grade exact\n"),
            "2:14 error: expected `}` at the end of the file\n"
            "1:8 note: to match this `{`\n");
}

TEST(SyntaxErrors, MisspeltWordsAreCorrected) {
  EXPECT_EQ(fixed("rul a { }"), "rule a { }");
  EXPECT_EQ(fixed("rule a { rewrit { } }"), "rule a { rewrite { } }");
  EXPECT_EQ(fixed("rule a { Match { } }"), "rule a { match { } }");
  EXPECT_EQ(fixed("pattern p($x) bind $y { $x }"),
            "pattern p($x) binds $y { $x }");
  EXPECT_EQ(fixed("pattern p($x) {\n  $x wher rank($x) == 2\n}"),
            "pattern p($x) {\n  $x where rank($x) == 2\n}");
  EXPECT_EQ(fixed("kernel k() { dtype float16 }"),
            "kernel k() { dtypes float16 }");
  EXPECT_EQ(fixed("op k() { operater + }"), "op k() { operator + }");
  EXPECT_EQ(fixed("module M { mehtod f() { } }"),
            "module M { method f() { } }");
  EXPECT_EQ(fixed("function f() { retrun a }"), "function f() { return a }");
  EXPECT_EQ(fixed("rule a { where $x = 1 }"), "rule a { where $x == 1 }");
}

TEST(SyntaxErrors, LineEndsAreNotCalledFound) {
  EXPECT_EQ(errors("pack"), "1:5 error: expected a name after `pack`\n");
  EXPECT_EQ(errors("op a.b\n"), "1:7 error: expected `(` after `b`\n");
  EXPECT_EQ(errors("iso i"), "1:6 error: expected `{` after `i`\n");
  EXPECT_EQ(errors("kernel k() {\n  note\n}\n"),
            "2:7 error: expected a string after `note`\n");
  EXPECT_EQ(errors("function f() {\n  a = b +\n}\n"),
            "2:10 error: expected an expression after `+`\n");
}

TEST(SyntaxErrors, NothingOfAntlrShows) {
  for (const char *text : {"rule",
                           "rule a",
                           "rule a {",
                           "rule a { match",
                           "op",
                           "op a(",
                           "op a(b,",
                           "op a(b=",
                           "op a(*",
                           "kernel a() {",
                           "pattern",
                           "pattern p",
                           "pattern p(",
                           "pattern p($",
                           "pattern p($a,",
                           "pattern p($a) {",
                           "iso",
                           "module",
                           "module M(",
                           "module M { a",
                           "module M { method",
                           "function f(",
                           "function f() { for",
                           "function f() { for a",
                           "function f() { for a in",
                           "function f() { with a as",
                           "= 3",
                           "@",
                           "@a",
                           "@a\n",
                           "rule r { match { ($a",
                           "rule r { match { $a",
                           "rule r { checkpoint { $a",
                           "rule r { example { $a",
                           "rule r { example { $a,",
                           "rule r { benefit",
                           "rule r { require a"}) {
    std::string messages = errors(text);
    EXPECT_FALSE(messages.empty()) << text;
    for (const char *word : {"viable", "mismatched", "extraneous", "missing",
                             "<EOF>", "NEWLINE", "IDENT", "RPAREN"})
      EXPECT_EQ(messages.find(word), std::string::npos) << messages;
  }
}

} // namespace
