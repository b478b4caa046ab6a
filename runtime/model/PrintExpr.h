// SPDX-License-Identifier: Apache-2.0
/// \file
/// Prints values of an architecture as expressions of the notation. (Private to
/// the printer.)
#ifndef ADOPTER_RUNTIME_MODEL_PRINTEXPR_H
#define ADOPTER_RUNTIME_MODEL_PRINTEXPR_H

#include "runtime/model/PrintPlan.h"
#include "llvm/Support/raw_ostream.h"

namespace adopter::model {

/// Binding strength of an expression, weakest first.
enum class Strength : uint8_t {
  Any,
  Conditional,
  Or,
  And,
  Not,
  Compare,
  BitOr,
  BitXor,
  BitAnd,
  Shift,
  Sum,
  Product,
  Sign,
  Power,
  Postfix,
};

class ExprPrinter {
public:
  ExprPrinter(llvm::raw_ostream &out, const Architecture &arch,
              const PrintPlan &plan)
      : out(out), arch(arch), plan(plan) {}

  /// The value's name, or the expression written in its place.
  void value(ValueId value, Strength least = Strength::Any);
  /// What `op` computes.
  void op(const Op &op, Strength least = Strength::Any);
  /// `object[index]`, as a target too.
  void item(ValueId object, ValueId index);
  /// A qualified name: of a global or of what is called.
  void qualified(llvm::StringRef name, FunctionId function);
  bool isPlainName(llvm::StringRef name, FunctionId function) const;
  void string(llvm::StringRef text);
  /// Arguments and the closing parenthesis.
  void arguments(llvm::ArrayRef<Argument> args, bool startsList = true);

private:
  Strength strength(const Op &op) const;
  static Strength operatorStrength(llvm::StringRef token);
  void call(const Op &op);
  void callee(const Op &op);
  void operatorCall(llvm::StringRef token, const Op &op);
  void methodCall(const Op &op);
  void canonicalArguments(const Op &op);
  bool spread(ValueId tuple, bool isKeywords, bool startsList);
  void sequence(const Op &op, llvm::StringRef open, llvm::StringRef close,
                llvm::StringRef starred);
  void subscript(ValueId index);
  void slice(const Op &op);
  void dict(const Op &op);
  void chain(const Op &op);
  void form(llvm::StringRef word, const Op &op, bool hasName);
  FunctionId functionOf(const Op &op) const;
  llvm::StringRef token(const Op &op) const;
  bool isInlineOf(ValueId value, OpKind kind) const;

  llvm::raw_ostream &out;
  const Architecture &arch;
  const PrintPlan &plan;
};

} // namespace adopter::model

#endif // ADOPTER_RUNTIME_MODEL_PRINTEXPR_H
