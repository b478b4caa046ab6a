// SPDX-License-Identifier: Apache-2.0
/// \file
/// Decides whether two values of one architecture are always equal.
///
/// In: two values. Out: true if they are the same SSA value, or equal pure
/// expressions that nothing can change in between. Bounded work; false when in
/// doubt.
#ifndef ADOPTER_RUNTIME_MODEL_VALUECOMPARISON_H
#define ADOPTER_RUNTIME_MODEL_VALUECOMPARISON_H

#include "runtime/model/Architecture.h"

namespace adopter::model {

/// One comparison; made anew for each pair.
class ValueComparison {
public:
  explicit ValueComparison(const Architecture &arch) : arch(arch) {}

  bool equal(ValueId a, ValueId b);

private:
  bool sameTree(ValueId a, ValueId b, unsigned depth);
  bool sameOp(const Op &a, const Op &b, unsigned depth);
  void note(OpId op);
  bool changesBetween() const;
  bool writes(const Op &op, unsigned depth) const;
  bool functionWrites(FunctionId function, unsigned depth) const;
  bool reaches(ValueId written) const;

  const Architecture &arch;
  unsigned budget = 256;                 // nodes that may still be compared
  OpId first, last;                      // of what was compared, in order
  llvm::SmallVector<SymbolId, 4> read;   // attributes that the trees read
  llvm::SmallVector<ValueId, 16> inside; // values that the trees consist of
};

} // namespace adopter::model

#endif // ADOPTER_RUNTIME_MODEL_VALUECOMPARISON_H
