// SPDX-License-Identifier: Apache-2.0
/// \file
/// What ops write to, and which values may share memory.
///
/// Conservative: two values whose origin is outside the function may be one
/// tensor; only what a declared op makes anew is known to stand alone. Calls
/// of functions that are not known are taken not to write to tensors.
#ifndef ADOPTER_RUNTIME_SYNTH_EFFECTS_H
#define ADOPTER_RUNTIME_SYNTH_EFFECTS_H

#include "runtime/match/CallView.h"
#include "llvm/ADT/SetVector.h"

namespace adopter::synth {

/// The objects a value may be, or be a view of.
struct Origins {
  llvm::SmallSetVector<model::ValueId, 4> fresh;  // made by these ops
  llvm::SmallSetVector<model::ValueId, 4> others; // parameters, attributes...
  /// Not the object itself but a part or view of it, at least on some path.
  bool isView = false;
};

/// What one op may write to.
struct Writes {
  llvm::SmallVector<model::ValueId, 2> memory; // of these values
  SymbolId attribute;                          // SetAttribute
  bool any() const { return !memory.empty() || attribute; }
};

class Effects {
public:
  Effects(const program::Program &program, const model::Architecture &arch,
          const match::CallView &calls)
      : program(program), arch(arch), calls(calls) {}

  Origins originsOf(model::ValueId value) const;
  bool mayAlias(model::ValueId a, model::ValueId b) const;
  /// Every object that `value` may be was made in the function, and is the
  /// tensor itself or a part of it that nobody else sees.
  bool isFresh(model::ValueId value) const;
  Writes writesOf(const model::Op &op) const;
  /// May change what evaluating the pure op `read` gives.
  bool mayChange(const model::Op &writer, const model::Op &read) const;
  /// Running it twice, not at all, or in another order makes no difference but
  /// of time: pure, or a call of a module without randomness and state.
  bool isDeterministic(const model::Op &op) const;
  /// Of a declared op or module that returns what nobody else holds.
  bool makesFresh(const model::Op &op) const;

private:
  const program::OpDecl *declOf(const model::Op &op) const {
    return op.decl == model::NoDecl ? nullptr
                                    : &program.ops[program::OpDeclId(op.decl)];
  }
  /// The declared module class that the called member or value is of.
  const program::OpDecl *calledModule(const model::Op &op) const;
  bool aliasedArguments(const model::Op &op,
                        llvm::SmallVectorImpl<model::ValueId> &out) const;

  const program::Program &program;
  const model::Architecture &arch;
  const match::CallView &calls;
};

} // namespace adopter::synth

#endif // ADOPTER_RUNTIME_SYNTH_EFFECTS_H
