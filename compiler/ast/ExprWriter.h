// SPDX-License-Identifier: Apache-2.0
/// \file
/// Expressions as text in the notation, with no more parentheses than needed.
#ifndef ADOPTER_COMPILER_AST_EXPRWRITER_H
#define ADOPTER_COMPILER_AST_EXPRWRITER_H

#include "compiler/ast/Layout.h"
#include "compiler/ast/Parts.h"

namespace adopter::ast {

/// `expr` on one line.
std::string write(const Expr &expr);

/// Appends to a layout, with the places where a line may end.
class ExprWriter {
public:
  explicit ExprWriter(Layout &out) : out(out) {}

  void write(const Expr &expr) { write(expr, 0); }
  /// The same where a line begins or a word stands before: in parentheses if it
  /// would be taken for something else there.
  void writeFirst(const Expr &expr);
  /// `left == right` of an iso, whose sides may be comparisons themselves.
  void writeEquation(const Expr &left, const Expr &right);
  /// `a, b`: without brackets.
  void write(ExprList list);
  void write(ArgumentList list);
  void write(ParameterList list);
  /// `a : b` of a `where`, or an expression.
  void write(const Condition &condition);
  void write(llvm::ArrayRef<Condition> conditions);
  void write(llvm::ArrayRef<Requirement> requirements);
  /// `$a = x, $b = y` with "$" for `mark`.
  void write(llvm::ArrayRef<Binding> bindings, llvm::StringRef mark);
  /// Names separated by commas, each after `mark`.
  void write(llvm::ArrayRef<Identifier> names, llvm::StringRef mark);

private:
  /// Writes `expr`, in parentheses if it binds weaker than `precedence`.
  void write(const Expr &expr, unsigned precedence);
  void writeBare(const Expr &expr);
  void writeIndex(const Index &index);
  void writeBinary(const Binary &binary);
  template <typename List, typename WriteOne>
  void commaList(const List &list, WriteOne writeOne);
  template <typename WriteInner>
  void bracketed(llvm::StringRef open, llvm::StringRef close,
                 WriteInner writeInner);

  Layout &out;
};

} // namespace adopter::ast

#endif // ADOPTER_COMPILER_AST_EXPRWRITER_H
