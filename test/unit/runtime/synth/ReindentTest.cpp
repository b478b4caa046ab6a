// SPDX-License-Identifier: Apache-2.0
#include "runtime/synth/Reindent.h"
#include "PythonText.h"

using namespace adopter;
using namespace adopter::synth;

namespace {

TEST(Reindent, CommentsComeAlongAndBlankLinesStayEmpty) {
  PythonText python("def f():\n    # c\n    a = 1\n\n    b = 2  # d\n");
  EXPECT_EQ(indentedAfter(*python,
                          python.find("    # c\n    a = 1\n\n    b = "
                                      "2  # d\n"),
                          {}, "  "),
            "      # c\n      a = 1\n\n      b = 2  # d\n");
}

TEST(Reindent, StringsOfSeveralLinesKeepEveryByte) {
  PythonText python("def f():\n    a = '''x\n  y\n    '''\n    b = 2\n");
  EXPECT_EQ(indentedAfter(
                *python, python.find("    a = '''x\n  y\n    '''\n    b = 2\n"),
                {}, "    "),
            "        a = '''x\n  y\n    '''\n        b = 2\n");
}

TEST(Reindent, EditsAreMadeAndIndented) {
  PythonText python("def f():\n    a = 1\n    b = 2\n    c = 3\n");
  SourceRange b = python.find("    b = 2\n");
  SourceRange three = python.find("3");
  std::vector<patch::Edit> edits = {{b, "", "", 0},
                                    {three, "g(\n        4\n    )", "", 0}};
  EXPECT_EQ(indentedAfter(*python,
                          python.find("    a = 1\n    b = 2\n    c = 3\n"),
                          edits, "    "),
            "        a = 1\n        c = g(\n            4\n        )\n");
}

} // namespace
