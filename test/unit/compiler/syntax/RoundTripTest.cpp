// SPDX-License-Identifier: Apache-2.0
// Text -> tree -> text -> tree: the second tree is equal to the first, and
// writing it gives the same text. For every rule file of the repository, and
// for expressions made at random.
#include "Parsing.h"
#include "compiler/ast/ExprWriter.h"
#include "compiler/ast/Spelling.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "gtest/gtest.h"
#include <random>

using namespace adopter;
using namespace adopter::ast;

namespace {

/// Every .adr file below stdlib-rules and test that ought to parse.
std::vector<std::string> ruleFiles() {
  std::vector<std::string> files;
  for (const char *folder : {"/stdlib-rules", "/test"}) {
    std::error_code error;
    llvm::sys::fs::recursive_directory_iterator it(
        std::string(ADOPTER_SOURCE_DIR) + folder, error),
        end;
    for (; it != end && !error; it.increment(error))
      if (llvm::StringRef(it->path()).ends_with(".adr"))
        files.push_back(it->path());
  }
  llvm::sort(files);
  return files;
}

void expectRoundTrip(const std::string &text, const std::string &name) {
  Parsing first(text, name);
  ASSERT_TRUE(first.file) << name << "\n" << first.messages;
  std::string written = first.written();
  Parsing second(written, name + " (written)");
  ASSERT_TRUE(second.file) << second.messages << written;
  EXPECT_TRUE(equal(*first.file, *second.file)) << name << "\n" << written;
  EXPECT_EQ(second.written(), written) << name;
  ASSERT_EQ(first.file->comments.size(), second.file->comments.size()) << name;
}

TEST(RoundTrip, EveryRuleFile) {
  std::vector<std::string> files = ruleFiles();
  ASSERT_GE(files.size(), 10u);
  unsigned checked = 0;
  for (const std::string &path : files) {
    auto buffer = llvm::MemoryBuffer::getFile(path);
    ASSERT_TRUE(buffer) << path;
    std::string text = (*buffer)->getBuffer().str();
    bool mayFail = llvm::sys::path::filename(path).starts_with("fail_") ||
                   text.find("expected-error") != std::string::npos;
    if (mayFail && !Parsing(text).file)
      continue;
    expectRoundTrip(text, path);
    ++checked;
  }
  EXPECT_GE(checked, 10u);
}

/// Expressions of bounded depth, each kind of node in turn.
class RandomExpr {
public:
  RandomExpr(AstContext &context, unsigned seed)
      : context(context), random(seed) {}

  const Expr *make(unsigned depth) {
    if (depth == 0)
      return leaf();
    switch (pick(13)) {
    case 0:
      return context.create<Call>(none, make(depth - 1), arguments(depth - 1));
    case 1:
      return context.create<Attribute>(none, make(depth - 1),
                                       Identifier{"name", none});
    case 2:
      return context.create<Index>(none, make(depth - 1), index(depth - 1));
    case 3:
      return context.create<Tuple>(none, list(depth - 1));
    case 4:
      return context.create<List>(none, list(depth - 1));
    case 5:
      return dict(depth - 1);
    case 6: {
      auto op = static_cast<UnaryOp>(pick(4));
      return context.create<Unary>(none, op, make(depth - 1));
    }
    case 7:
    case 8: {
      auto op = static_cast<BinaryOp>(pick(13));
      const Expr *left = make(depth - 1);
      return context.create<Binary>(none, op, left, make(depth - 1));
    }
    case 9:
      return compare(depth - 1);
    case 10:
      return boolOp(depth - 1);
    case 11: {
      const Expr *then = make(depth - 1), *condition = make(depth - 1);
      return context.create<Conditional>(none, then, condition,
                                         make(depth - 1));
    }
    default:
      return leaf();
    }
  }

private:
  unsigned pick(unsigned count) { return random() % count; }
  llvm::StringRef word() {
    static const char *const words[] = {"a", "match", "input", "x1",
                                        "\xC3\xA9"};
    return words[pick(5)];
  }

  const Expr *literal(ConstantKind kind, int64_t integer, double number,
                      llvm::StringRef string) {
    return context.create<Literal>(none, kind, integer, number, string, "");
  }

  const Expr *leaf() {
    switch (pick(9)) {
    case 0:
      return context.create<Name>(none, word());
    case 1:
      return context.create<Metavariable>(none, word());
    case 2:
      return context.create<Wildcard>(none);
    case 3:
      return literal(ConstantKind::None, 0, 0, "");
    case 4:
      return literal(ConstantKind::Bool, pick(2), 0, "");
    case 5:
      return literal(ConstantKind::Int, pick(4) ? pick(1000) : INT64_MIN, 0,
                     "");
    case 6:
      return literal(ConstantKind::Float, 0, pick(1000) / 64.0, "");
    case 7:
      return literal(ConstantKind::String, 0, 0, "a\"\\\n\x01\xC3\xA9");
    default:
      return literal(ConstantKind::Ellipsis, 0, 0, "");
    }
  }

  ExprList list(unsigned depth) {
    llvm::SmallVector<const Expr *, 4> elements;
    for (unsigned i = pick(4); i-- > 0;)
      elements.push_back(make(depth));
    return context.copy(ExprList(elements));
  }

  ArgumentList arguments(unsigned depth) {
    llvm::SmallVector<Argument, 4> args;
    for (unsigned i = pick(3); i-- > 0;)
      args.push_back(
          {none, static_cast<ArgumentKind>(pick(2)), {}, make(depth)});
    for (unsigned i = pick(3); i-- > 0;)
      args.push_back({none, ArgumentKind::Plain, {word(), none}, make(depth)});
    if (pick(2))
      args.push_back({none, ArgumentKind::DoubleStar, {}, make(depth)});
    return context.copy(ArgumentList(args));
  }

  const Expr *subscript(unsigned depth) {
    if (pick(2))
      return make(depth);
    auto maybe = [&] { return pick(2) ? make(depth) : nullptr; };
    const Expr *start = maybe(), *stop = maybe();
    return context.create<Slice>(none, start, stop, maybe());
  }

  const Expr *index(unsigned depth) {
    if (pick(2))
      return subscript(depth);
    llvm::SmallVector<const Expr *, 4> elements;
    for (unsigned i = pick(4); i-- > 0;)
      elements.push_back(subscript(depth));
    return context.create<Tuple>(none, context.copy(ExprList(elements)));
  }

  const Expr *dict(unsigned depth) {
    llvm::SmallVector<DictEntry, 4> entries;
    for (unsigned i = pick(3); i-- > 0;) {
      const Expr *key = pick(3) ? make(depth) : nullptr;
      entries.push_back({key, make(depth)});
    }
    return context.create<Dict>(
        none, context.copy(llvm::ArrayRef<DictEntry>(entries)));
  }

  const Expr *compare(unsigned depth) {
    llvm::SmallVector<const Expr *, 4> operands{make(depth)};
    llvm::SmallVector<CompareOp, 4> ops;
    for (unsigned i = 1 + pick(2); i-- > 0;) {
      ops.push_back(static_cast<CompareOp>(pick(10)));
      operands.push_back(make(depth));
    }
    return context.create<Compare>(
        none, context.copy(ExprList(operands)),
        context.copy(llvm::ArrayRef<CompareOp>(ops)));
  }

  const Expr *boolOp(unsigned depth) {
    auto op = static_cast<BoolOpKind>(pick(2));
    llvm::SmallVector<const Expr *, 4> operands;
    while (operands.size() < 2) {
      const Expr *operand = make(depth);
      auto *inner = llvm::dyn_cast<BoolOp>(operand);
      if (!inner || inner->op != op) // such a tree is flat
        operands.push_back(operand);
    }
    return context.create<BoolOp>(none, op, context.copy(ExprList(operands)));
  }

  AstContext &context;
  std::mt19937 random;
  SourceRange none;
};

TEST(RoundTrip, RandomExpressions) {
  for (unsigned seed = 0; seed < 3000; ++seed) {
    AstContext context;
    const Expr *expr = RandomExpr(context, seed).make(1 + seed % 4);
    auto *item = context.create<ValueItem>(
        SourceRange(),
        context.copy(
            ExprList(context.create<Metavariable>(SourceRange(), "y"))),
        false, expr);
    auto *rule = context.create<RuleDecl>(SourceRange(), Identifier{"r", {}},
                                          llvm::ArrayRef<llvm::StringRef>());
    SourceRange written{FileId(0), 0, 0};
    rule->match = {written, context.copy(llvm::ArrayRef<const Item *>(item))};
    std::string text;
    llvm::raw_string_ostream out(text);
    writeDecl(*rule, out);
    Parsing parsing(text);
    ASSERT_TRUE(parsing.file) << seed << "\n" << parsing.messages << text;
    ASSERT_TRUE(equal(*rule, *parsing.file->decls[0]))
        << seed << "\n"
        << text << parsing.tree();
    ASSERT_EQ(parsing.written(), text) << seed;
    // On one line, too.
    std::string line = "rule r { match { $y = " + write(*expr) + " } }";
    Parsing single(line);
    ASSERT_TRUE(single.file) << seed << "\n" << single.messages << line;
    ASSERT_TRUE(equal(*rule, *single.file->decls[0])) << seed << "\n" << line;
  }
}

TEST(Equality, SeesEveryDifference) {
  const char *const texts[] = {
      "rule r { match { $y = f(a) } }",
      "rule r { match { $y = f(b) } }",
      "rule r { match { $y = f(a = a) } }",
      "rule r { match { $y = f(*a) } }",
      "rule r { match { ($y,) = f(a) } }",
      "rule r { match { $y : f(a) } }",
      "rule r { rewrite { $y : f(a) as \"n\" } }",
      "rule r { match { $y = f(\"a\") } }",
      "rule r { match { $y = f(1) } }",
      "rule r { match { $y = f(1.0) } }",
      "rule r { match { $y = f(True) } }",
      "rule r { match { $y = f(None) } }",
      "rule r { match { $y = f(a, _) } }",
      "rule r { match { $y = f(a)[0] } }",
      "rule r { match { $y = f(a)[0:] } }",
      "rule r { match { $y = f(a)[:0] } }",
      "rule r { match { $y = f(a)[::0] } }",
      "rule r { match { $y = f(a)[(0,)] } }",
      "rule r { match { $y = f(a).b } }",
      "rule r { match { $y = [a] } }",
      "rule r { match { $y = (a,) } }",
      "rule r { match { $y = {a: a} } }",
      "rule r { match { $y = {**a} } }",
      "rule r { match { $y = a + b } }",
      "rule r { match { $y = a - b } }",
      "rule r { match { $y = -a } }",
      "rule r { match { $y = not a } }",
      "rule r { match { $y = a < b } }",
      "rule r { match { $y = a <= b } }",
      "rule r { match { $y = a and b } }",
      "rule r { match { $y = a or b } }",
      "rule r { match { $y = a if b else c } }",
      "rule r { where a }",
      "rule r { where $a : a }",
      "rule r { require a \"b\" }",
      "rule r { require a \"c\" }",
      "rule r { checkpoint { $a.b = c } }",
      "rule r { checkpoint { $a.b = c where d } }",
      "rule r { grade exact }",
      "rule r { grade rounding }",
      "rule r { grade domain \"a\" }",
      "rule r { benefit 1 }",
      "rule r { benefit 2 }",
      "rule r { benefit measured }",
      "rule r { mode training }",
      "rule r { example { $a: 1 } }",
      "rule r { example { $a, $b: 1 } }",
      "/// Text.\nrule r { example { $a, $b: 1 } }",
      "pack a",
      "pack a \"1\"",
      "op a()",
      "op a.b()",
      "op a(b)",
      "op a(b = 1)",
      "op a(*b)",
      "op a(**b)",
      "op a(b, /)",
      "op a(b) { pure }",
      "op a(b) { also c(b) }",
      "op a(b) { also c(d) with b = d }",
      "op a(b) { operator + }",
      "op a(b) { module (c) }",
      "op a(b) { module (c) = d }",
      "op a(b) { parameter c(d) }",
      "op a(b) { parameter c(d) where e }",
      "op a(b) { mutates b }",
      "op a(b) { aliases b }",
      "kernel a(b) { }",
      "kernel a(b) { dtypes c }",
      "kernel a(b) { device c }",
      "kernel a(b) { device c >= d }",
      "kernel a(b) { h <= 1 }",
      "kernel a(b) { h < 1 }",
      "kernel a(b) { note \"c\" }",
      "kernel a(b) { module (c) }",
      "pattern p($a) { $a }",
      "pattern p($a) binds $b { $a }",
      "pattern p($a) { $a where b }",
      "pattern p($a) { $a with $b = c }",
      "iso i { a == b }",
      "iso i { a == b where c }",
      "iso i { a == b grade exact }",
      "module M { }",
      "module M(a) { }",
      "module M { a = b }",
      "module M { a : b }",
      "module M { a : b where c }",
      "module M { method a() { } }",
      "@b\nfunction a() { }",
      "function a() { }",
      "function a(b: c) { }",
      "function a() { b }",
      "function a() { return b }",
      "function a() { raise b }",
      "function a() { b = c }",
      "function a() { set b = c }",
      "function a() { b = c { } }",
      "function a() { if b { } }",
      "function a() { while b { } }",
      "function a() { if b { } else { } }",
      "function a() { c = if b { } }",
      "function a() { for b in c { } }",
      "function a() { for b in c carried (d = e) { } }",
      "function a() { with b { } }",
      "function a() { with b as c { } }",
      "function a() { function b() { } }",
  };
  std::vector<std::unique_ptr<Parsing>> all;
  for (const char *text : texts) {
    all.push_back(std::make_unique<Parsing>(text));
    ASSERT_TRUE(all.back()->file) << text << "\n" << all.back()->messages;
    expectRoundTrip(text, text);
  }
  for (size_t i = 0; i < all.size(); ++i)
    for (size_t j = 0; j < all.size(); ++j)
      EXPECT_EQ(equal(*all[i]->file, *all[j]->file), i == j) << texts[i] << "\n"
                                                             << texts[j];
}

} // namespace
