// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the matcher finds: a rule, the ops it covers and what its captures are,
/// with the assumptions under which it holds.
#ifndef ADOPTER_RUNTIME_MATCH_MATCH_H
#define ADOPTER_RUNTIME_MATCH_MATCH_H

#include "runtime/match/Guards.h"
#include "runtime/model/Architecture.h"
#include "runtime/program/Program.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <string>

namespace adopter::match {

/// What one capture is bound to.
struct CaptureBinding {
  enum class Kind : uint8_t {
    Unbound, // in an alternative that was not taken
    Value,   // `value`
    Member,  // `member`; `value` is the constructor's result
    Callee,  // the callee of the call `op`
    Bound,   // `expr`, over other captures and the holes of `instance`
  };
  Kind kind = Kind::Unbound;
  model::ValueId value;
  model::MemberId member;
  model::OpId op;
  program::ExprId expr;
  program::InstanceId instance; // Bound: whose alternative gives `expr`
};

/// The match holds only where the truth of `condition` is `holds`: it was seen
/// through a select (the join after an `if`, a conditional expression).
/// `condition` is never a `not`.
struct Assumption {
  model::ValueId condition;
  bool holds = true;
};

/// A condition that could be neither proved nor refuted. Conjunctions have
/// been taken apart, so each part stands on its own.
///  - `guard` set, `deferred` false: can be tested at run time; unless safety
///    finds a way to test it at the right place, the match is refused.
///  - `deferred`: `private` or `not_observed` stand in `guard`
///    (GuardKind::Private, NotObserved), alone or below Or and Not; safety
///    decides those leaves, then the rest is a guard like any other.
///  - no guard: the match is refused with `reason`.
struct OpenCondition {
  program::ExprId expr;
  std::string reason; // why it is not known, for people
  std::optional<Guard> guard;
  bool deferred = false;
  std::string require; // the text of the `require` it comes from; empty: where
};

/// One use of a named pattern: the alternative taken and what fills its holes.
struct InstanceBinding {
  static constexpr uint32_t NotUsed = 0xFFFFFFFFu;
  uint32_t alternative = NotUsed; // NotUsed: in an alternative not taken
  llvm::SmallVector<model::ValueId, 1> holes; // Hole(i) of the alternative
  bool isUsed() const { return alternative != NotUsed; }
};

/// `roots[i]` is the op that computes value pattern i, or none if that is no
/// op's result (an alternative that lets a parameter pass). Roots that are the
/// operand of another value pattern are in here too.
struct Match {
  const program::Program *program = nullptr;
  program::RuleId rule;
  model::FunctionId function;
  llvm::SmallVector<model::OpId, 2> roots; // one per `match` value statement
  llvm::SmallVector<model::ValueId, 2> values; // value pattern i stands for it
  /// Ops that the pattern names, roots included, in program order, without
  /// repetition; members' constructors and ops of other functions are not in.
  llvm::SmallVector<model::OpId, 8> ops;
  std::vector<CaptureBinding> captures;   // indexed by CaptureId
  std::vector<InstanceBinding> instances; // indexed by InstanceId
  llvm::SmallVector<Assumption, 2> assumptions;
  llvm::SmallVector<OpenCondition, 2> open;
  std::string refusal; // a `require` that is refuted: reported as refused

  const program::Rule &ruleOf() const { return program->rules[rule]; }
};

} // namespace adopter::match

#endif // ADOPTER_RUNTIME_MATCH_MATCH_H
