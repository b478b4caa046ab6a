// SPDX-License-Identifier: Apache-2.0
/// \file
/// Finds what stands at a position, from what stands above it, and answers the
/// automaton's questions about it. One case per line of Positions.def and
/// Questions.def.
#ifndef ADOPTER_RUNTIME_MATCH_REGISTERS_H
#define ADOPTER_RUNTIME_MATCH_REGISTERS_H

#include "runtime/match/CallView.h"
#include "runtime/match/MatchState.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace adopter::match {

class Registers {
public:
  Registers(const program::Program &program, const model::Architecture &arch,
            const CallView &calls, MatchState &state)
      : program(program), arch(arch), calls(calls), state(state) {}

  /// What stands at `position`, read now if it has not been; unset if nothing
  /// does.
  const Register &read(program::PositionId position);
  /// Overwrites a register; what was read below it is forgotten.
  void write(program::PositionId position, const Register &content,
             const ProgramIndex &index);
  /// Calls `explore` with the target of each case of `switchState` that holds.
  void forEachCase(const program::State &switchState,
                   llvm::function_ref<void(program::StateId)> explore);

private:
  Register compute(const program::Position &position);
  model::ValueId argument(const Register &call, SymbolId name) const;
  model::ValueId operand(const model::Op &op, uint32_t index) const;
  void answerOne(const program::State &state, uint32_t answer,
                 llvm::function_ref<void(program::StateId)> explore);

  const program::Program &program;
  const model::Architecture &arch;
  const CallView &calls;
  MatchState &state;
};

/// Questions about the op at a position: those for which a select is looked
/// through.
bool asksForOp(program::QuestionKind question);

} // namespace adopter::match

#endif // ADOPTER_RUNTIME_MATCH_REGISTERS_H
