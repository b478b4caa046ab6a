// SPDX-License-Identifier: Apache-2.0
#include "runtime/synth/Layout.h"
#include "gtest/gtest.h"

using namespace adopter;
using namespace adopter::synth;

namespace {

python::PyStyle narrow(unsigned limit) {
  python::PyStyle style;
  style.lineWidth = limit;
  return style;
}

TEST(Layout, ShortCallsStayOnALine) {
  EXPECT_EQ(
      layOut("y = ", Rendered::call("f", {"a", "b=1"}), "", "    ", narrow(79)),
      "y = f(a, b=1)");
}

TEST(Layout, LongCallsAreBrokenAtTheirArguments) {
  Rendered call = Rendered::call("function", {"argument", "b=1"});
  EXPECT_EQ(layOut("y = ", call, ".t()", "    ", narrow(24)),
            "y = function(\n        argument, b=1\n    ).t()");
  EXPECT_EQ(layOut("y = ", call, "", "    ", narrow(20)),
            "y = function(\n        argument,\n        b=1,\n    )");
}

TEST(Layout, OtherExpressionsAreNotBroken) {
  Rendered sum{"aaaaaaaaaa + bbbbbbbbbb", Precedence::Sum, {}, {}};
  EXPECT_EQ(layOut("y = ", sum, "", "", narrow(10)),
            "y = aaaaaaaaaa + bbbbbbbbbb");
}

TEST(Layout, Imports) {
  EXPECT_EQ(layOutImport("a.b", {"c", "d"}, "", narrow(79)),
            "from a.b import c, d");
  EXPECT_EQ(layOutImport("a.b", {"cccc", "dddd"}, "", narrow(20)),
            "from a.b import (\n    cccc, dddd\n)");
}

} // namespace
