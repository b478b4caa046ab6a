// SPDX-License-Identifier: Apache-2.0
#include "runtime/support/SymbolTable.h"
#include <gtest/gtest.h>

using namespace adopter;

TEST(SymbolTable, SameTextSameSymbol) {
  SymbolTable table;
  SymbolId a = table.intern("softmax");
  EXPECT_EQ(table.intern("softmax"), a);
  EXPECT_NE(table.intern("matmul"), a);
  EXPECT_EQ(table.text(a), "softmax");
}

TEST(SymbolTable, UnknownTextIsNone) {
  SymbolTable table;
  EXPECT_FALSE(table.find("x"));
  EXPECT_EQ(table.text(SymbolId::none()), "");
}

TEST(SymbolTable, ChildContinuesItsParent) {
  SymbolTable parent;
  SymbolId a = parent.intern("a");
  SymbolTable child(&parent);
  EXPECT_EQ(child.intern("a"), a);
  SymbolId b = child.intern("b");
  EXPECT_EQ(b.index(), 1u);
  EXPECT_EQ(child.text(a), "a");
  EXPECT_EQ(child.text(b), "b");
  EXPECT_FALSE(parent.find("b"));
}
