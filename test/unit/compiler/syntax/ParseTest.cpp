// SPDX-License-Identifier: Apache-2.0
#include "Parsing.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace adopter;
using namespace adopter::ast;

namespace {

/// The tree of an expression, as the right side of a value item.
std::string exprTree(const std::string &text) {
  Parsing parsing("rule r { match { $y = " + text + " } }");
  EXPECT_EQ(parsing.messages, "") << text;
  if (!parsing.file)
    return "";
  auto *rule = llvm::cast<RuleDecl>(parsing.file->decls[0]);
  std::string tree;
  llvm::raw_string_ostream out(tree);
  printTree(*llvm::cast<ValueItem>(rule->match.items[0])->value, out);
  return tree;
}

const Literal *literal(Parsing &parsing) {
  auto *rule = llvm::cast<RuleDecl>(parsing.file->decls[0]);
  return llvm::cast<Literal>(
      llvm::cast<ValueItem>(rule->match.items[0])->value);
}

TEST(ParseExpr, Precedence) {
  EXPECT_EQ(exprTree("a + b * c ** -d"), "Binary +\n"
                                         "  Name a\n"
                                         "  Binary *\n"
                                         "    Name b\n"
                                         "    Binary **\n"
                                         "      Name c\n"
                                         "      Unary -\n"
                                         "        Name d\n");
  EXPECT_EQ(exprTree("-a ** b"), "Unary -\n"
                                 "  Binary **\n"
                                 "    Name a\n"
                                 "    Name b\n");
  EXPECT_EQ(exprTree("a - b - c"), "Binary -\n"
                                   "  Binary -\n"
                                   "    Name a\n"
                                   "    Name b\n"
                                   "  Name c\n");
  EXPECT_EQ(exprTree("a ** b ** c"), "Binary **\n"
                                     "  Name a\n"
                                     "  Binary **\n"
                                     "    Name b\n"
                                     "    Name c\n");
  EXPECT_EQ(exprTree("not a == b or c and d"), "BoolOp or\n"
                                               "  Unary not\n"
                                               "    Compare ==\n"
                                               "      Name a\n"
                                               "      Name b\n"
                                               "  BoolOp and\n"
                                               "    Name c\n"
                                               "    Name d\n");
  EXPECT_EQ(exprTree("a if b else c if d else e"), "Conditional\n"
                                                   "  then: Name a\n"
                                                   "  if: Name b\n"
                                                   "  else: Conditional\n"
                                                   "    then: Name c\n"
                                                   "    if: Name d\n"
                                                   "    else: Name e\n");
  EXPECT_EQ(exprTree("a | b ^ c & d << e"), "Binary |\n"
                                            "  Name a\n"
                                            "  Binary ^\n"
                                            "    Name b\n"
                                            "    Binary &\n"
                                            "      Name c\n"
                                            "      Binary <<\n"
                                            "        Name d\n"
                                            "        Name e\n");
}

TEST(ParseExpr, ComparisonsChainUnlessInParentheses) {
  EXPECT_EQ(exprTree("a < b <= c"), "Compare < <=\n"
                                    "  Name a\n"
                                    "  Name b\n"
                                    "  Name c\n");
  EXPECT_EQ(exprTree("(a < b) is not c"), "Compare is not\n"
                                          "  Compare <\n"
                                          "    Name a\n"
                                          "    Name b\n"
                                          "  Name c\n");
  EXPECT_EQ(exprTree("a not in b"), "Compare not in\n"
                                    "  Name a\n"
                                    "  Name b\n");
}

TEST(ParseExpr, CallsAndAttributes) {
  EXPECT_EQ(exprTree("torch.cat([$a, $b], dim = -1, *c, **d).mT"),
            "Attribute .mT\n"
            "  object: Call\n"
            "    callee: Attribute .cat\n"
            "      object: Name torch\n"
            "    arg: List\n"
            "      Metavariable $a\n"
            "      Metavariable $b\n"
            "    arg dim: Unary -\n"
            "      Literal 1\n"
            "    arg *: Name c\n"
            "    arg **: Name d\n");
}

TEST(ParseExpr, Subscripts) {
  EXPECT_EQ(exprTree("x[..., : n // 2, ::2, 1:]"), "Index\n"
                                                   "  object: Name x\n"
                                                   "  index: Tuple\n"
                                                   "    Literal ...\n"
                                                   "    Slice\n"
                                                   "      stop: Binary //\n"
                                                   "        Name n\n"
                                                   "        Literal 2\n"
                                                   "    Slice\n"
                                                   "      step: Literal 2\n"
                                                   "    Slice\n"
                                                   "      start: Literal 1\n");
  EXPECT_EQ(exprTree("f32[]"), "Index\n"
                               "  object: Name f32\n"
                               "  index: Tuple\n");
  EXPECT_EQ(exprTree("x[1]"), "Index\n"
                              "  object: Name x\n"
                              "  index: Literal 1\n");
}

TEST(ParseExpr, TuplesAndParentheses) {
  EXPECT_EQ(exprTree("()"), "Tuple\n");
  EXPECT_EQ(exprTree("(a)"), "Name a\n");
  EXPECT_EQ(exprTree("(a,)"), "Tuple\n  Name a\n");
  EXPECT_EQ(exprTree("_"), "Wildcard\n");
  EXPECT_EQ(exprTree("{1: 2, **a}"), "Dict\n"
                                     "  key: Literal 1\n"
                                     "  value: Literal 2\n"
                                     "  **: Name a\n");
}

TEST(ParseExpr, Numbers) {
  for (auto [text, value] :
       std::initializer_list<std::pair<const char *, int64_t>>{
           {"0", 0},
           {"00", 0},
           {"1_000", 1000},
           {"0x1F", 31},
           {"0b101", 5},
           {"0o17", 15},
           {"9223372036854775807", INT64_MAX},
           {"-9223372036854775808", INT64_MIN}}) {
    Parsing parsing(std::string("rule r { match { $y = ") + text + " } }");
    ASSERT_TRUE(parsing.file) << text << parsing.messages;
    EXPECT_EQ(literal(parsing)->literalKind, ConstantKind::Int);
    EXPECT_EQ(literal(parsing)->integer, value) << text;
  }
  for (auto [text, value] :
       std::initializer_list<std::pair<const char *, double>>{
           {"1.", 1.0},
           {".5", 0.5},
           {"1e-5", 1e-5},
           {"1_0.0_1E+2", 1001.0},
           {"0e0", 0.0},
           {"1e999", HUGE_VAL}}) {
    Parsing parsing(std::string("rule r { match { $y = ") + text + " } }");
    ASSERT_TRUE(parsing.file) << text << parsing.messages;
    EXPECT_EQ(literal(parsing)->literalKind, ConstantKind::Float);
    EXPECT_EQ(literal(parsing)->number, value) << text;
  }
}

TEST(ParseExpr, Strings) {
  for (auto [text, value] :
       std::initializer_list<std::pair<const char *, const char *>>{
           {R"("a'b")", "a'b"},
           {R"('a"b')", "a\"b"},
           {R"("\n\t\\\"\x41\101\u00e9\U0001F600")",
            "\n\t\\\"AA\xC3\xA9\xF0\x9F\x98\x80"},
           {R"('')", ""}}) {
    Parsing parsing(std::string("rule r { match { $y = ") + text + " } }");
    ASSERT_TRUE(parsing.file) << text << parsing.messages;
    EXPECT_EQ(literal(parsing)->string, value) << text;
  }
}

TEST(ParseExpr, WordsOfTheLanguageAreNames) {
  for (const char *word : {"pack",          "op",        "kernel",
                           "pattern",       "iso",       "rule",
                           "module",        "function",  "method",
                           "binds",         "match",     "where",
                           "require",       "with",      "rewrite",
                           "checkpoint",    "grade",     "benefit",
                           "mode",          "example",   "as",
                           "also",          "operator",  "commutative",
                           "pure",          "mutates",   "aliases",
                           "attributes",    "parameter", "deprecated",
                           "requires",      "package",   "device",
                           "dtypes",        "modes",     "gradients",
                           "deterministic", "layout",    "note",
                           "import",        "set",       "inline",
                           "carried",       "input",     "nothing"}) {
    std::string w = word;
    EXPECT_EQ(exprTree(w + "." + w + "(" + w + " = " + w + ")"),
              "Call\n  callee: Attribute ." + w + "\n    object: Name " + w +
                  "\n  arg " + w + ": Name " + w + "\n");
    // As parameter, member, variable.
    Parsing parsing("op a." + w + "(" + w + " = 1)\nmodule M {\n  " + w +
                    " = 1\n  method " + w + "(" + w + ") {\n    " + w +
                    " = 1\n  }\n}\n");
    EXPECT_EQ(parsing.messages, "") << w;
  }
}

TEST(ParseDecl, DocumentationBelongsToTheNextDeclaration) {
  Parsing parsing("// SPDX\n"
                  "/// A file.\n"
                  "\n"
                  "/// One,\n"
                  "///   two.\n"
                  "// plain\n"
                  "rule r {\n"
                  "  /// not one\n"
                  "  grade exact  /// neither\n"
                  "}\n");
  ASSERT_TRUE(parsing.file);
  llvm::ArrayRef<llvm::StringRef> doc = parsing.file->decls[0]->doc;
  ASSERT_EQ(doc.size(), 2u);
  EXPECT_EQ(doc[0], "One,");
  EXPECT_EQ(doc[1], "  two.");
  EXPECT_EQ(parsing.file->comments.size(), 5u);
}

TEST(ParseDecl, PartsOfARule) {
  Parsing parsing("rule r {\n"
                  "  example { $a, $b: f32[2]  $c: \"x\" }\n"
                  "  benefit measured; mode inference\n"
                  "  grade domain \"x > 0\"\n"
                  "  checkpoint { $m.w.x = $n.w where $b }\n"
                  "  rewrite { $m : K($a) as \"name\"\n ($y, _) = $m($x) }\n"
                  "  require rank($x) == 2 \"why\", $b \"because\"\n"
                  "  where a, $m : K(_)\n"
                  "  match { $y = f($x) $z = g($y); }\n"
                  "}\n");
  EXPECT_EQ(parsing.messages, "");
  EXPECT_EQ(parsing.tree(), "RuleDecl r\n"
                            "  match\n"
                            "    ValueItem\n"
                            "      target: Metavariable $y\n"
                            "      value: Call\n"
                            "        callee: Name f\n"
                            "        arg: Metavariable $x\n"
                            "    ValueItem\n"
                            "      target: Metavariable $z\n"
                            "      value: Call\n"
                            "        callee: Name g\n"
                            "        arg: Metavariable $y\n"
                            "  where: Name a\n"
                            "  where: MemberItem $m\n"
                            "    Call\n"
                            "      callee: Name K\n"
                            "      arg: Wildcard\n"
                            "  require \"why\"\n"
                            "    condition: Compare ==\n"
                            "      Call\n"
                            "        callee: Name rank\n"
                            "        arg: Metavariable $x\n"
                            "      Literal 2\n"
                            "  require \"because\"\n"
                            "    condition: Metavariable $b\n"
                            "  rewrite\n"
                            "    MemberItem $m\n"
                            "      as \"name\"\n"
                            "      Call\n"
                            "        callee: Name K\n"
                            "        arg: Metavariable $a\n"
                            "    ValueItem\n"
                            "      unpack: Metavariable $y\n"
                            "      unpack: Wildcard\n"
                            "      value: Call\n"
                            "        callee: Metavariable $m\n"
                            "        arg: Metavariable $x\n"
                            "  checkpoint\n"
                            "    CheckpointItem\n"
                            "      target: Attribute .x\n"
                            "        object: Attribute .w\n"
                            "          object: Metavariable $m\n"
                            "      value: Attribute .w\n"
                            "        object: Metavariable $n\n"
                            "      where: Metavariable $b\n"
                            "  grade domain \"x > 0\"\n"
                            "  benefit measured\n"
                            "  mode inference\n"
                            "  example\n"
                            "    Example\n"
                            "      names: a, b\n"
                            "      value: Index\n"
                            "        object: Name f32\n"
                            "        index: Literal 2\n"
                            "    Example\n"
                            "      names: c\n"
                            "      value: Literal \"x\"\n");
}

TEST(ParseDecl, RangesCoverTheConstruct) {
  std::string text = "rule r {\n"
                     "  match { $y = f($x) + 1 }\n"
                     "  where rank($x) == 4\n"
                     "}";
  Parsing parsing("\n" + text + "\n");
  ASSERT_TRUE(parsing.file);
  auto *rule = llvm::cast<RuleDecl>(parsing.file->decls[0]);
  EXPECT_EQ(parsing.source(rule->range()), text);
  EXPECT_EQ(parsing.source(rule->name.range), "r");
  EXPECT_EQ(parsing.source(rule->match.range), "match { $y = f($x) + 1 }");
  EXPECT_EQ(parsing.source(rule->match.items[0]->range()), "$y = f($x) + 1");
  EXPECT_EQ(parsing.source(rule->where.range), "where rank($x) == 4");
  EXPECT_EQ(parsing.source(rule->where.items[0].range()), "rank($x) == 4");
}

TEST(ParseDecl, PatternsIsosAndContinuedClauses) {
  Parsing parsing("pattern p($a, $b) binds $c {\n"
                  "  $a\n"
                  "    where $a : N(_), rank($b) == 2\n"
                  "    with $c = 1, $d = 2\n"
                  "  $b require x \"r\"\n"
                  "}\n"
                  "iso i { f($a) == f($b) where scalar($a) grade exact }\n"
                  "iso j {\n  $a == $b\n\n  grade rounding\n}\n");
  EXPECT_EQ(parsing.messages, "");
  ASSERT_TRUE(parsing.file);
  auto *pattern = llvm::cast<PatternDecl>(parsing.file->decls[0]);
  ASSERT_EQ(pattern->alternatives.size(), 2u);
  EXPECT_EQ(pattern->alternatives[0]->where.items.size(), 2u);
  EXPECT_EQ(pattern->alternatives[0]->with.items.size(), 2u);
  EXPECT_EQ(pattern->alternatives[1]->require.items[0].reason, "r");
  auto *iso = llvm::cast<IsoDecl>(parsing.file->decls[1]);
  EXPECT_TRUE(iso->where);
  EXPECT_EQ(iso->grade.kind, GradeKind::Exact);
}

} // namespace
