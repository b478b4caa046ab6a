// SPDX-License-Identifier: Apache-2.0
/// \file
/// A matcher that knows nothing of automata: lays the pattern of one rule over
/// one op and tries everything, by backtracking. Slow, and easy to believe;
/// what the automaton finds is compared with it.
#ifndef ADOPTER_TEST_UNIT_RUNTIME_MATCH_ORACLE_H
#define ADOPTER_TEST_UNIT_RUNTIME_MATCH_ORACLE_H

#include "runtime/match/ValueFacts.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <map>

namespace adopter::match::test {

class Oracle {
public:
  Oracle(const program::Program &program, const model::Architecture &arch,
         const MatchOptions &options)
      : program(program), arch(arch), calls(program, arch),
        facts(program, arch, calls, options) {}

  /// Exactly one value pattern of `rule` is nobody's operand.
  bool hasOneRoot(program::RuleId rule) const;
  /// The pattern of `rule`, without its conditions, fits with its root at `op`.
  bool matches(program::RuleId rule, model::OpId op);

private:
  using Next = llvm::function_ref<bool()>;
  struct Frame {
    program::InstanceId instance;
    const Frame *outer;
  };
  bool match(program::ExprId expr, model::ValueId value, const Frame *frame,
             Next next);
  bool matchHere(const program::Expr &expr, model::ValueId value,
                 const Frame *frame, Next next);
  bool capture(program::CaptureId id, model::ValueId value, Next next);
  bool operands(const program::Expr &expr,
                llvm::ArrayRef<model::ValueId> values, size_t i,
                const Frame *frame, Next next);
  bool members(const std::vector<program::MemberPattern> &patterns, size_t i,
               const Frame *frame, Next next);
  bool call(const program::Expr &expr, const model::Op &op, const Frame *frame,
            Next next);
  uint32_t rootOf(program::RuleId rule) const;

  const program::Program &program;
  const model::Architecture &arch;
  CallView calls;
  ValueFacts facts;
  const program::Rule *rule = nullptr;
  uint64_t budget = 0;
  std::map<program::CaptureId, model::ValueId> values;
  std::map<program::CaptureId, model::MemberId> memberOf;
  std::map<program::CaptureId, model::OpId> callees;
  std::map<std::pair<program::InstanceId, uint32_t>, model::ValueId> holes;
  std::vector<std::pair<model::ValueId, bool>> assumed;
};

} // namespace adopter::match::test

#endif // ADOPTER_TEST_UNIT_RUNTIME_MATCH_ORACLE_H
