// SPDX-License-Identifier: Apache-2.0
/// \file
/// Turns the `match` part of a rule into what is asked, where, and which answer
/// is wanted.
///
/// In: program::Rule. Out: RuleSteps, in no particular order but for the steps
/// that must come before others.
/// See docs/matching.md#predicates.
#ifndef ADOPTER_COMPILER_LOWER_PATTERNLOWERING_H
#define ADOPTER_COMPILER_LOWER_PATTERNLOWERING_H

#include "compiler/lower/PositionTable.h"
#include "compiler/lower/Steps.h"
#include "runtime/program/Program.h"
#include <optional>

namespace adopter::lower {

/// Gives equal constants one id, since answers are compared by id.
class ConstantTable {
public:
  explicit ConstantTable(const program::Program &program) : program(program) {}
  program::ConstantId canonical(program::ConstantId id);

private:
  const program::Program &program;
  llvm::DenseMap<program::ConstantId, program::ConstantId> known;
  std::vector<program::ConstantId> representatives;
};

/// Lowers one rule. None if no value pattern leads to all others: the matcher
/// goes from one to the next through a value that both use.
std::optional<RuleSteps> lowerPattern(const program::Program &program,
                                      RuleId rule, PositionTable &positions,
                                      ConstantTable &constants);

} // namespace adopter::lower

#endif // ADOPTER_COMPILER_LOWER_PATTERNLOWERING_H
