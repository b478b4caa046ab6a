// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which value each variable of a function holds at a statement, given that
/// some statements are going to be deleted.
///
/// In: the bindings of the lifted function. Out: names for values; no answer
/// where paths meet and the lifter knows of no join.
#ifndef ADOPTER_RUNTIME_SYNTH_AVAILABILITY_H
#define ADOPTER_RUNTIME_SYNTH_AVAILABILITY_H

#include "runtime/model/Architecture.h"
#include "llvm/ADT/DenseSet.h"

namespace adopter::synth {

using StatementSet = llvm::DenseSet<model::StatementId>;

class Availability {
public:
  /// \param deleted statements whose bindings do not count, nested ones
  /// included; must live as long as this.
  Availability(const model::Architecture &arch, model::FunctionId function,
               const StatementSet *deleted = nullptr)
      : arch(arch), function(function), deleted(deleted) {}

  /// The value of `variable` when `statement` starts; none if it is not known
  /// or the variable is not bound.
  model::ValueId valueOf(SymbolId variable, model::StatementId statement) const;
  /// A variable that holds `value` when `statement` starts, or none.
  SymbolId variableFor(model::ValueId value,
                       model::StatementId statement) const;
  /// The function binds a variable of that name anywhere.
  bool binds(SymbolId variable) const;

private:
  bool isDeleted(model::StatementId statement) const;
  enum class Reach : uint8_t { Holds, Elsewhere, Unknown };
  Reach reach(const model::Binding &binding, model::StatementId at) const;
  Reach reachFromAround(const model::Binding &binding,
                        model::StatementId at) const;
  bool isReboundInLoop(const model::Binding &binding,
                       model::StatementId at) const;

  const model::Architecture &arch;
  model::FunctionId function;
  const StatementSet *deleted;
};

/// `inner` is `outer` or a region somewhere inside it.
bool isWithin(const model::Architecture &arch, model::RegionId inner,
              model::RegionId outer);
/// `inner` is `outer` or nested in it.
bool isWithin(const model::Architecture &arch, model::StatementId inner,
              model::StatementId outer);
/// The region around `region`, or none for a function's body.
model::RegionId regionAround(const model::Architecture &arch,
                             model::RegionId region);
/// The statement of `region` that holds `statement`, or none.
model::StatementId statementIn(const model::Architecture &arch,
                               model::StatementId statement,
                               model::RegionId region);

} // namespace adopter::synth

#endif // ADOPTER_RUNTIME_SYNTH_AVAILABILITY_H
