// SPDX-License-Identifier: Apache-2.0
// What lies between text and parser: encodings, comments, lines, brackets.
#include "Parsing.h"
#include "gtest/gtest.h"

using namespace adopter;

namespace {

/// The kinds of token of `text`, joined by blanks.
std::string kinds(const std::string &text) {
  struct Ignore : DiagnosticConsumer {
    void handle(const Diagnostic &, const SourceManager &) override {}
  } ignore;
  SourceManager sources;
  DiagnosticEngine diags(sources, ignore);
  std::string lines;
  llvm::raw_string_ostream out(lines);
  printTokens(sources, sources.add("test.adr", text), diags, out);
  std::string result;
  llvm::StringRef rest(lines);
  while (!rest.empty()) {
    auto [line, more] = rest.split('\n');
    if (!result.empty())
      result += ' ';
    result += line.split(' ').second.split(' ').first;
    rest = more;
  }
  return result;
}

TEST(Tokens, NewlinesEndLinesOutsideBracketsOnly) {
  EXPECT_EQ(kinds("a\nb"), "IDENT NEWLINE IDENT EOF");
  EXPECT_EQ(kinds("a\r\n\r\n\nb\n"), "IDENT NEWLINE IDENT EOF");
  EXPECT_EQ(kinds("(a\nb)"), "LPAREN IDENT IDENT RPAREN EOF");
  EXPECT_EQ(kinds("a {\nb\n}"),
            "IDENT LBRACE NEWLINE IDENT NEWLINE RBRACE EOF");
}

TEST(Tokens, AnOperatorOrCommaAtTheEndGoesOn) {
  EXPECT_EQ(kinds("a +\nb"), "IDENT PLUS IDENT EOF");
  EXPECT_EQ(kinds("a,\nb"), "IDENT COMMA IDENT EOF");
  EXPECT_EQ(kinds("a if\nb else\nc"), "IDENT IF IDENT ELSE IDENT EOF");
  EXPECT_EQ(kinds("operator +\npure"), "OPERATOR PLUS NEWLINE PURE EOF");
  EXPECT_EQ(kinds("operator //\npure"), "OPERATOR FLOOR_DIV NEWLINE PURE EOF");
}

TEST(Tokens, BracesOfDictsAndBlocks) {
  EXPECT_EQ(kinds("x = {\n'a': 1}"),
            "IDENT ASSIGN DICT_OPEN STRING COLON INTEGER DICT_CLOSE EOF");
  EXPECT_EQ(kinds("if x { }"), "IF IDENT LBRACE RBRACE EOF");
  EXPECT_EQ(kinds("return {}"), "RETURN DICT_OPEN DICT_CLOSE EOF");
  EXPECT_EQ(kinds("a if b else {}"),
            "IDENT IF IDENT ELSE DICT_OPEN DICT_CLOSE EOF");
  EXPECT_EQ(kinds("if b {}\nelse {}"),
            "IF IDENT LBRACE RBRACE ELSE LBRACE RBRACE EOF");
}

TEST(Tokens, TwoSlashesDivideAfterAnOperandAndOneBlank) {
  EXPECT_EQ(kinds("a // b"), "IDENT FLOOR_DIV IDENT EOF");
  EXPECT_EQ(kinds("a//b"), "IDENT FLOOR_DIV IDENT EOF");
  EXPECT_EQ(kinds("(a) // 2"), "LPAREN IDENT RPAREN FLOOR_DIV INTEGER EOF");
  EXPECT_EQ(kinds("a  // b"), "IDENT EOF");
  EXPECT_EQ(kinds("a\t// b"), "IDENT EOF");
  EXPECT_EQ(kinds("a /// b"), "IDENT EOF");
  EXPECT_EQ(kinds("a, // b"), "IDENT COMMA EOF");
  EXPECT_EQ(kinds("{ // b"), "LBRACE RBRACE EOF");
  EXPECT_EQ(kinds("a\n// b"), "IDENT EOF");
  EXPECT_EQ(kinds("a\n//\n  //\nb  //"), "IDENT NEWLINE IDENT EOF");
}

TEST(Tokens, ACommentThatReadsLikeADivisionIsAWarning) {
  Parsing parsing("rule r {\n  match { $y = f($x)  // 2\n  }\n}\n");
  EXPECT_EQ(parsing.messages,
            "2:23 warning: comment reads like a division by `2`; `//` divides "
            "when one blank stands before it\n");
  EXPECT_TRUE(parsing.file);
  EXPECT_EQ(
      Parsing("rule r {\n  match { $y = f($x)  // 2 heads\n  }\n}\n").messages,
      "");
}

TEST(Tokens, PlacesAreBytesAfterOtherCharacters) {
  Parsing parsing("\xEF\xBB\xBFpattern \xC3\xA9t\xC3\xA9($x) {\n"
                  "  f(\"\xF0\x9F\x98\x80\", $x)\n}\n");
  ASSERT_TRUE(parsing.file);
  auto *pattern = llvm::cast<ast::PatternDecl>(parsing.file->decls[0]);
  EXPECT_EQ(parsing.source(pattern->name.range), "\xC3\xA9t\xC3\xA9");
  EXPECT_EQ(parsing.source(pattern->params[0].range), "$x");
  EXPECT_EQ(parsing.source(pattern->alternatives[0]->range()),
            "f(\"\xF0\x9F\x98\x80\", $x)");
}

TEST(Tokens, WhatIsNoTextIsOneError) {
  EXPECT_EQ(Parsing("rule \xFF\xFE {").messages,
            "1:6 error: byte 0xff is not valid UTF-8; is this a text file?\n");
  EXPECT_EQ(Parsing("rule \xC3").messages,
            "1:6 error: byte 0xc3 is not valid UTF-8; is this a text file?\n");
  EXPECT_EQ(Parsing("\xED\xA0\x80").messages,
            "1:1 error: byte 0xed is not valid UTF-8; is this a text file?\n");
  EXPECT_EQ(Parsing(std::string("rule\0 x", 7)).messages,
            "1:5 error: NUL byte in the text; is this a text file?\n");
  EXPECT_EQ(Parsing("\x7F"
                    "ELF\x02\x01\x01")
                .messages.substr(0, 38),
            "1:1 error: unexpected character U+007F");
}

} // namespace
