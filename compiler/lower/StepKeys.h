// SPDX-License-Identifier: Apache-2.0
/// \file
/// Tells which steps of different rules are the same.
#ifndef ADOPTER_COMPILER_LOWER_STEPKEYS_H
#define ADOPTER_COMPILER_LOWER_STEPKEYS_H

#include "compiler/lower/PatternLowering.h"
#include <map>

namespace adopter::lower {

/// Numbers steps in the order in which they are first seen. Predicates that
/// differ only in the answer have the same key; choices are the same only if
/// all their alternatives are, conditions included.
class StepKeys {
public:
  StepKeys(const program::Program &program, ConstantTable &constants)
      : program(program), constants(constants) {}

  /// Sets the keys of all steps of a rule.
  void assign(RuleSteps &rule);
  /// Number of different keys so far.
  uint32_t size() const { return static_cast<uint32_t>(known.size()); }

private:
  using Text = std::vector<uint32_t>;
  void assign(RuleId rule, StepList &steps);
  Text describe(RuleId rule, const Step &step) const;
  void describeConditions(RuleId rule, const Step &test, Text &text) const;
  void describeExpr(RuleId rule, const Step &test, program::ExprId id,
                    Text &text) const;

  const program::Program &program;
  ConstantTable &constants;
  std::map<Text, uint32_t> known;
};

} // namespace adopter::lower

#endif // ADOPTER_COMPILER_LOWER_STEPKEYS_H
