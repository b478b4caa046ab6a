// SPDX-License-Identifier: Apache-2.0
#include "runtime/python/PyNode.h"
#include "gtest/gtest.h"

using namespace adopter;
using namespace adopter::python;

namespace {

/// Collects what is reported as `name@begin-end`.
class Recorder : public DiagnosticConsumer {
public:
  void handle(const Diagnostic &diagnostic, const SourceManager &) override {
    seen.push_back(diagName(diagnostic.kind).str() + "@" +
                   std::to_string(diagnostic.range.begin) + "-" +
                   std::to_string(diagnostic.range.end));
  }
  std::vector<std::string> seen;
};

struct Parsed {
  explicit Parsed(std::string text) : diags(sources, recorder) {
    source = PySource::parse(sources.add("m.py", std::move(text)), diags);
  }
  PyNode statement(uint32_t n = 0) const { return source->root().child(n); }

  SourceManager sources;
  Recorder recorder;
  DiagnosticEngine diags;
  std::unique_ptr<PySource> source;
};

using Seen = std::vector<std::string>;

TEST(PySource, GrammarHasEveryName) {
  EXPECT_EQ(missingGrammarNames(), std::vector<llvm::StringRef>());
}

TEST(PySource, NodesKnowFieldRangeAndText) {
  Parsed p("x = f(a, b=1)  # c\ny = 2\n");
  PyNode assignment = p.statement().firstChild();
  ASSERT_TRUE(assignment.is(PyKind::Assignment));
  PyNode call = assignment.field(PyField::Right);
  ASSERT_TRUE(call.is(PyKind::Call));
  EXPECT_EQ(call.fieldName(), PyField::Right);
  EXPECT_EQ(call.text(), "f(a, b=1)");
  EXPECT_EQ(call.range().begin, 4u);
  PyNode arguments = call.field(PyField::Arguments);
  EXPECT_EQ(arguments.childCount(), 2u);
  EXPECT_TRUE(arguments.child(1).is(PyKind::KeywordArgument));
  EXPECT_FALSE(arguments.child(2));
  EXPECT_EQ(arguments.firstChild().nextSibling(), arguments.lastChild());
  EXPECT_FALSE(arguments.lastChild().nextSibling());
  EXPECT_EQ(arguments.parent(), call);
  EXPECT_FALSE(p.source->root().parent());
  ASSERT_EQ(p.source->comments().size(), 1u);
  EXPECT_EQ(p.source->comments()[0].begin, 15u);
}

TEST(PySource, KeepsOperatorsAndColonsOfSlices) {
  Parsed p("a[1:, ::2] not in -b\n");
  PyNode comparison = p.statement().firstChild();
  ASSERT_TRUE(comparison.is(PyKind::ComparisonOperator));
  EXPECT_TRUE(comparison.field(PyField::Operators).is(PyKind::TokenNotIn));
  PyNode slice = comparison.firstChild().field(PyField::Subscript);
  EXPECT_TRUE(slice.child(0).is(PyKind::Integer));
  EXPECT_TRUE(slice.child(1).is(PyKind::TokenColon));
  EXPECT_EQ(slice.nextSibling().childCount(), 3u);
}

TEST(PySource, CoveringNodeIsTheInnermost) {
  Parsed p("x = f(a + b)\n");
  SourceRange range = p.statement().range();
  range.begin = 6, range.end = 11;
  EXPECT_TRUE(nodeCovering(*p.source, range).is(PyKind::BinaryOperator));
  range.end = 12;
  EXPECT_TRUE(nodeCovering(*p.source, range).is(PyKind::ArgumentList));
}

TEST(PySource, AcceptsOddTexts) {
  for (const char *text : {"", "\n", "# only a comment", "\xEF\xBB\xBFx = 1\n",
                           "x = 1\r\ny = 2\r\n", "if a:\n\tx = 1\n\ty = 2\n",
                           "s = 'caf\xC3\xA9'\n", "x = 1"}) {
    Parsed p(text);
    EXPECT_TRUE(p.source) << text;
    EXPECT_EQ(p.recorder.seen, Seen()) << text;
  }
}

TEST(PySource, ByteOrderMarkShiftsNothing) {
  Parsed p("\xEF\xBB\xBFx = 1\n");
  EXPECT_EQ(p.statement().text(), "x = 1");
  EXPECT_EQ(p.statement().begin(), 3u);
}

TEST(PySource, RefusesWhatIsNotPython) {
  Parsed bad("x = (1\ny = 2\n");
  EXPECT_FALSE(bad.source);
  ASSERT_EQ(bad.recorder.seen.size(), 1u);
  EXPECT_TRUE(llvm::StringRef(bad.recorder.seen[0]).starts_with("python_"));

  Parsed syntax("x = ) y\n");
  EXPECT_FALSE(syntax.source);
  ASSERT_EQ(syntax.recorder.seen.size(), 1u);
  EXPECT_TRUE(llvm::StringRef(syntax.recorder.seen[0])
                  .starts_with("python_syntax_error@"));

  Parsed missing("def f(:\n  pass\n");
  EXPECT_FALSE(missing.source);

  Parsed binary(std::string("x = 1\0", 6));
  EXPECT_EQ(binary.recorder.seen, Seen{"python_nul_byte@5-5"});
  Parsed latin("s = 'caf\xE9'\n");
  EXPECT_EQ(latin.recorder.seen, Seen{"python_not_utf8@8-9"});
  EXPECT_FALSE(PySource::isValid("x = ("));
  EXPECT_TRUE(PySource::isValid("x = ()"));
}

TEST(PySource, NamesTheMissingToken) {
  Parsed p("class A(B:\n    x = 1\n");
  EXPECT_EQ(p.recorder.seen, Seen{"python_missing_token@9-9"});
}

TEST(PySource, RefusesBlocksThatPythonRefuses) {
  Parsed empty("def f(a):\nx = 1\n");
  EXPECT_EQ(empty.recorder.seen, Seen{"python_empty_block@9-9"});
  Parsed comment("if a:\n    # nothing\nelse:\n    b()\n");
  EXPECT_FALSE(comment.source);
  Parsed uneven("if a:\n    b()\n  c()\n");
  EXPECT_EQ(uneven.recorder.seen, Seen{"python_indentation@16-19"});
  Parsed indented("  x = 1\n");
  EXPECT_EQ(indented.recorder.seen, Seen{"python_indentation@2-7"});
  Parsed fine("if a: b(); c()\nx = \"\"\"\n  y\"\"\"; d()\n");
  EXPECT_TRUE(fine.source);
}

TEST(PySource, DeepNestingIsNoRecursion) {
  std::string text =
      "x = " + std::string(20000, '(') + "1" + std::string(20000, ')') + "\n";
  Parsed p(text);
  ASSERT_TRUE(p.source);
  EXPECT_GT(p.source->tree().nodes.size(), 20000u);
}

} // namespace
