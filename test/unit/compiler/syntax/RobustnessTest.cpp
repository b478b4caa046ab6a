// SPDX-License-Identifier: Apache-2.0
// Whatever the bytes, parsing ends, and says something when it gives no tree.
#include "Parsing.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"
#include <chrono>
#include <random>

using namespace adopter;

namespace {

std::string sample() {
  std::string text;
  for (const char *path :
       {"/stdlib-rules/core/fused_qkv.adr", "/stdlib-rules/core/sdpa.adr"}) {
    auto buffer =
        llvm::MemoryBuffer::getFile(std::string(ADOPTER_SOURCE_DIR) + path);
    EXPECT_TRUE(buffer) << path;
    if (buffer)
      text += (*buffer)->getBuffer();
  }
  text += "pattern p($x) binds $y {\n  $x * 2  where scalar($x)  with $y = 1\n"
          "}\nop a.b(x, y = 1) {\n  also c(x) with y = 2\n  operator //\n"
          "  module (x) = a.b(x)\n  parameter w(y) where x\n}\n"
          "iso i { $a == $b\n grade exact }\n"
          "module M(a) {\n  m : L(1)\n  method f(self, x) {\n"
          "    y = self.m(x)  // twice\n    if x {\n      return y\n    }\n"
          "    for i in x carried (y = y) {\n      y = {1: 2}\n    }\n  }\n}\n";
  return text;
}

/// Parses, and expects either a tree or an error.
void parse(const std::string &text) {
  Parsing parsing(text);
  EXPECT_EQ(parsing.file == nullptr, parsing.diags.hasErrors());
  EXPECT_LE(parsing.all.size(), 60u);
  for (const Diagnostic &diagnostic : parsing.all) {
    ASSERT_LE(diagnostic.range.begin, diagnostic.range.end);
    ASSERT_LE(diagnostic.range.end, text.size());
  }
  if (!parsing.file)
    return;
  std::string written = parsing.written();
  Parsing again(written);
  ASSERT_TRUE(again.file) << again.messages << written;
  EXPECT_TRUE(ast::equal(*parsing.file, *again.file));
}

TEST(Robustness, EveryPrefix) {
  std::string text = sample();
  for (size_t size = 0; size <= text.size(); ++size)
    parse(text.substr(0, size));
}

TEST(Robustness, FlippedBytes) {
  std::string text = sample();
  std::mt19937 random(1);
  for (unsigned round = 0; round < 800; ++round) {
    std::string changed = text;
    for (unsigned i = 1 + random() % 4; i-- > 0;)
      changed[random() % changed.size()] = static_cast<char>(random());
    parse(changed);
  }
}

TEST(Robustness, MovedPieces) {
  std::string text = sample();
  std::mt19937 random(2);
  for (unsigned round = 0; round < 800; ++round) {
    std::string changed = text;
    size_t from = random() % text.size(), size = random() % 40;
    std::string piece = changed.substr(from, size);
    if (random() % 2)
      changed.erase(from, size);
    changed.insert(random() % changed.size(), piece);
    parse(changed);
  }
}

TEST(Robustness, Tokens) {
  const char *const tokens[] = {
      "rule ",   "op ",  "kernel ", "match ", "where ",  "rewrite ", "module ",
      "method ", "if ",  "else ",   "for ",   "in ",     "not ",     "is ",
      "{",       "}",    "(",       ")",      "[",       "]",        ",",
      ":",       ";",    "=",       "==",     "+",       "**",       "//",
      "$x ",     "x ",   "_ ",      "1 ",     "\"s\" ",  "\n",       ".",
      "@",       "set ", "with ",   "as ",    "carried "};
  std::mt19937 random(3);
  for (unsigned round = 0; round < 3000; ++round) {
    std::string text = round % 3 == 0   ? "rule r { match { $y = "
                       : round % 3 == 1 ? "module M { method f(self) { "
                                        : "";
    for (unsigned i = random() % 30; i-- > 0;)
      text += tokens[random() % std::size(tokens)];
    parse(text);
  }
}

std::string repeat(const std::string &piece, size_t count) {
  std::string text;
  for (size_t i = 0; i < count; ++i)
    text += piece;
  return text;
}

TEST(Robustness, DeepNestingIsRefused) {
  for (const char *open :
       {"(", "[", "f(", "x[", "{1: ", "-", "not ", "~", "a ** ", "a if b else ",
        "a + ", "a.b + (", "a, (", "a.", "a and b or "}) {
    Parsing parsing("rule r { match { $y = " + repeat(open, 100000) + "a } }");
    EXPECT_EQ(parsing.file, nullptr) << open;
    EXPECT_NE(parsing.messages.find("nested more than 200 levels deep"),
              std::string::npos)
        << open << parsing.messages.substr(0, 300);
  }
  for (const char *statement : {"if a {", "function f() {", "a {", "try {"}) {
    Parsing parsing("function f() {" + repeat(statement, 100000));
    EXPECT_EQ(parsing.file, nullptr) << statement;
  }
}

TEST(Robustness, ModerateNestingIsFine) {
  for (auto [open, close] : {std::pair("(", ")"), std::pair("f(", ")"),
                             std::pair("x[", "]"), std::pair("f(a = [", "])"),
                             std::pair("-", ""), std::pair("a + ", "")}) {
    Parsing parsing("rule r { match { $y = " + repeat(open, 90) + "a" +
                    repeat(close, 90) + " } }");
    EXPECT_TRUE(parsing.file) << open << parsing.messages;
    Parsing again(parsing.written());
    EXPECT_TRUE(again.file) << again.messages;
  }
  Parsing list("rule r { match { $y = [a" + repeat(", a", 20000) + "] } }");
  EXPECT_TRUE(list.file) << list.messages;
}

TEST(Robustness, LongLinesAndManyErrors) {
  std::string line =
      "rule r { match { $y = f(" + repeat("abcdefgh, ", 100000) + ") } }";
  EXPECT_GT(line.size(), 1000000u);
  EXPECT_TRUE(Parsing(line).file);
  EXPECT_FALSE(Parsing(std::string(1 << 20, 'x')).file);
  EXPECT_FALSE(Parsing(std::string(1 << 20, '?')).file);
  EXPECT_FALSE(Parsing(std::string(1 << 20, '"')).file);
  EXPECT_FALSE(Parsing("rule r {" + repeat("$ ", 1 << 18)).file);
  EXPECT_TRUE(Parsing(std::string(1 << 20, '\n')).file);
  EXPECT_TRUE(Parsing(std::string(1 << 20, '/')).file);
  Parsing parsing("rule r {\n  match {\n" + repeat("    x\n", 10000) +
                  "  }\n}\n");
  EXPECT_EQ(parsing.all.size(), 50u);
  EXPECT_EQ(parsing.all.back().kind, DiagKind::too_many_syntax_errors);
}

} // namespace
