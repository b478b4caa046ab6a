// SPDX-License-Identifier: Apache-2.0
/// \file
/// Calls and selects as patterns see them: arguments by position or keyword
/// whatever the source wrote, its callee, and how the member it calls is built.
///
/// Shared by the automaton's questions and by the exact check, which otherwise
/// have no code in common.
#ifndef ADOPTER_RUNTIME_MATCH_CALLVIEW_H
#define ADOPTER_RUNTIME_MATCH_CALLVIEW_H

#include "runtime/model/Architecture.h"
#include "runtime/program/Program.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>

namespace adopter::match {

/// Reads calls of one architecture; remembers constructors once found.
class CallView {
public:
  CallView(const program::Program &program, const model::Architecture &arch)
      : program(program), arch(arch) {}

  /// The call can be seen as callee(arguments): a declared or known function,
  /// a member, a value; not one that writes to its argument.
  bool isCalleeCall(const model::Op &op) const;
  /// Arguments of a call for patterns that compare them as written. Of a
  /// declared function literals after the first argument are left out: they
  /// say which function it is.
  llvm::ArrayRef<model::Argument> arguments(const model::Op &op) const;
  /// Argument `index` of `arguments`, found by its parameter's name where a
  /// member's call gives it by keyword; none if there is no such argument.
  model::ValueId positional(const model::Op &op, uint32_t index) const;
  /// Argument given by keyword, or the positional one of that parameter where
  /// the class of the called member is declared.
  model::ValueId keyword(const model::Op &op, SymbolId name) const;
  /// Number of operands or arguments; none when a star leaves it open.
  std::optional<uint32_t> length(const model::Op &op) const;

  /// The call that constructs `member`; none if it is something else, or its
  /// definitions differ.
  model::OpId constructor(model::MemberId member) const;
  /// `value` is the module instance: the first parameter of a method.
  bool isSelf(model::ValueId value) const;
  /// Element `index` of `value`: of a tuple or list its operand, else what
  /// unpacks it.
  model::ValueId element(model::ValueId value, uint32_t index) const;
  /// The function in which `op` stands.
  model::FunctionId functionOf(model::OpId op) const {
    return arch.regions[arch.ops[op].region].function;
  }

private:
  const std::vector<program::Parameter> *
  callParameters(const model::Op &op) const;
  bool sameConstruction(model::OpId a, model::OpId b) const;

  const program::Program &program;
  const model::Architecture &arch;
  mutable llvm::DenseMap<model::MemberId, model::OpId> constructors;
};

/// A select with every `not` taken off its condition.
struct SelectView {
  SelectView(const model::Architecture &arch, const model::Op &select);

  model::ValueId condition;
  model::ValueId whenTrue;
  model::ValueId whenFalse;
};

} // namespace adopter::match

#endif // ADOPTER_RUNTIME_MATCH_CALLVIEW_H
