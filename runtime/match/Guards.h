// SPDX-License-Identifier: Apache-2.0
/// \file
/// A condition that only a run can decide, as data from which synthesis writes
/// a Python expression: comparisons over model values, and, or, not.
///
/// In: Facts (a condition that is neither proved nor refuted). Out: runtime/
/// synth renders each operand where the guard will stand, or gives up.
#ifndef ADOPTER_RUNTIME_MATCH_GUARDS_H
#define ADOPTER_RUNTIME_MATCH_GUARDS_H

#include "runtime/model/Architecture.h"
#include <string>
#include <vector>

namespace adopter::match {

/// A literal that outlives every symbol table.
struct Literal {
  ConstantKind kind = ConstantKind::None;
  int64_t integer = 0; // Int; Bool as 0 or 1
  double number = 0.0;
  std::string text;

  double asNumber() const {
    return kind == ConstantKind::Float ? number : static_cast<double>(integer);
  }
};

enum class OperandKind : uint8_t {
  Literal,    // `literal`
  Value,      // `value` as it is; of `__init__` too (a constructor argument)
  Name,       // `name`: a qualified name such as torch.float32
  List,       // `operands`: right-hand side of in
  Rank,       // number of axes of `value`: value.dim()
  LastAxis,   // value.dim() - 1
  Dtype,      // value.dtype
  Shape,      // value.shape
  Size,       // value.shape[integer of literal]
  Activation, // name of the activation that `op` calls; `member` if it is one.
              // `value` is the expression, in `__init__` or in the method, that
              // names it: ACT2FN[value], getattr(F, value). Compared with a
              // List of literals: every configuration key that means it
  Config,     // `name`: a key of the model's configuration
  Binary,     // operands[0] `name` operands[1]: arithmetic, name a token
};

struct Operand {
  OperandKind kind = OperandKind::Literal;
  model::ValueId value;
  model::OpId op;
  model::MemberId member;
  std::string name;
  Literal literal;
  std::vector<Operand> operands;
};

enum class GuardKind : uint8_t {
  Compare,  // lhs `token` rhs; token: == != < <= > >= in is; `not in` and
            // `is not` are Not of these
  Truth,    // lhs is true
  Training, // the module is in training mode: self.training
  IsScalar, // lhs is a Python number or a tensor of one element
  And,
  Or,
  Not,
  Private,     // decided by safety: member
  NotObserved, // decided by safety: value of lhs
};

struct Guard {
  GuardKind kind = GuardKind::Truth;
  std::string token;
  Operand lhs;
  Operand rhs;
  model::MemberId member;
  std::vector<Guard> operands; // And, Or, Not
};

} // namespace adopter::match

#endif // ADOPTER_RUNTIME_MATCH_GUARDS_H
