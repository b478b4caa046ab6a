// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the matcher finds: a rule, the ops it covers and what its captures are,
/// with the assumptions under which it holds.
#ifndef ADOPTER_RUNTIME_MATCH_MATCH_H
#define ADOPTER_RUNTIME_MATCH_MATCH_H

#include "runtime/model/Architecture.h"
#include "runtime/program/Program.h"
#include "llvm/ADT/SmallVector.h"
#include <string>

namespace adopter::match {

/// What one capture is bound to.
struct CaptureBinding {
  enum class Kind : uint8_t {
    Unbound, // in an alternative that was not taken
    Value,   // `value`
    Member,  // `member`; `value` is the constructor's result
    Callee,  // the callee of the call `op`
    Bound,   // `expr`, over other captures
  };
  Kind kind = Kind::Unbound;
  model::ValueId value;
  model::MemberId member;
  model::OpId op;
  program::ExprId expr;
};

/// The match holds only where the truth of `condition` is `holds`: it was seen
/// through a select (the join after an `if`, a conditional expression).
struct Assumption {
  model::ValueId condition;
  bool holds = true;
};

/// A condition that could be neither proved nor refuted; becomes a guard.
struct OpenCondition {
  program::ExprId expr;
  std::string reason; // why it is not known
};

struct Match {
  const program::Program *program = nullptr;
  program::RuleId rule;
  model::FunctionId function;
  llvm::SmallVector<model::OpId, 2> roots; // one per `match` value statement
  llvm::SmallVector<model::OpId, 8> ops;   // all ops covered, roots included
  std::vector<CaptureBinding> captures;    // indexed by CaptureId
  llvm::SmallVector<Assumption, 2> assumptions;
  llvm::SmallVector<OpenCondition, 2> open;
  std::string refusal; // a `require` that is refuted: reported as refused

  const program::Rule &ruleOf() const { return program->rules[rule]; }
};

} // namespace adopter::match

#endif // ADOPTER_RUNTIME_MATCH_MATCH_H
