// SPDX-License-Identifier: Apache-2.0
/// \file
/// Prints the statements of a function body. (Private to the printer.)
#ifndef ADOPTER_RUNTIME_MODEL_PRINTSTATEMENT_H
#define ADOPTER_RUNTIME_MODEL_PRINTSTATEMENT_H

#include "runtime/model/PrintExpr.h"

namespace adopter::model {

class StatementPrinter {
public:
  StatementPrinter(llvm::raw_ostream &out, const Architecture &arch,
                   const PrintPlan &plan, unsigned indent)
      : out(out), arch(arch), plan(plan), exprs(out, arch, plan),
        indent(indent) {}

  /// `method name(params) { ... }` or `function ...`, with its decorators.
  void function(FunctionId function);

private:
  void line();
  void parameters(const Function &function);
  void region(RegionId region);
  void block(RegionId region, bool endsLine);
  size_t statement(const Region &region, size_t index);
  void assignment(const Op &op);
  bool results(const Op &op);
  void word(llvm::StringRef word, const Op &op);
  void next(const Op &op);
  void set(const Op &op);
  void members(const Region &region, size_t &index);
  void ifStatement(const Op &op);
  void forStatement(OpId id, const Op &op);
  void whileStatement(OpId id, const Op &op);
  void withStatement(const Op &op);
  void tryStatement(const Op &op);
  void comprehension(OpId id, const Op &op);
  void inlineStatement(const Op &op);
  void carried(OpId id, llvm::ArrayRef<Argument> initial);
  void targets(llvm::ArrayRef<ValueId> values);
  ValueId simpleCondition(RegionId region) const;

  llvm::raw_ostream &out;
  const Architecture &arch;
  const PrintPlan &plan;
  ExprPrinter exprs;
  unsigned indent; // in steps of two blanks
};

} // namespace adopter::model

#endif // ADOPTER_RUNTIME_MODEL_PRINTSTATEMENT_H
