// SPDX-License-Identifier: Apache-2.0
/// \file
/// Lowers one rule; private to PatternLowering.cpp (expressions),
/// ChoiceLowering.cpp (named patterns, conditionals), RootLowering.cpp (value
/// patterns) and LinkLowering.cpp (the way from one to the next).
#ifndef ADOPTER_COMPILER_LOWER_RULELOWERING_H
#define ADOPTER_COMPILER_LOWER_RULELOWERING_H

#include "compiler/lower/CaptureUses.h"
#include "compiler/lower/PatternLowering.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace adopter::lower {

/// A step that must come before something, in the list of a frame.
using Gate = uint32_t;
inline constexpr Gate NoGate = 0xFFFFFFFFu;

/// A position and the step after which it can be read.
struct Place {
  PositionId position;
  Gate gate = NoGate;
};

/// Where an expression stands: in the rule itself, or in one alternative of a
/// use of a named pattern. Each frame has steps and captures of its own.
struct Frame {
  InstanceId instance; // none: the rule
  uint32_t alternative = 0;
  PositionId at; // of the use
  Frame *outer = nullptr;
  StepList steps;
  llvm::MapVector<CaptureId, Place> captures;
  std::vector<Place> holes; // of the use; no position: not met yet
  /// Steps that choices under construction in this frame must come after,
  /// because one of their alternatives compares with what these have found.
  llvm::SmallVector<Gate, 4> choiceGates;
};

class RuleLowering {
public:
  RuleLowering(const program::Program &program, PositionTable &positions,
               ConstantTable &constants, RuleId ruleId)
      : program(program), rule(program.rules[ruleId]), ruleId(ruleId),
        positions(positions), constants(constants), uses(program, rule) {}

  /// None if no root leads to all others.
  std::optional<RuleSteps> run();

private:
  using Expr = program::Expr;
  using ExprId = program::ExprId;

  // --- PatternLowering.cpp: each returns the gate of what is below `at`
  Gate lower(ExprId id, PositionId at, Gate gate);
  Gate lowerCapture(CaptureId capture, PositionId at, Gate gate);
  Gate lowerHole(uint32_t index, PositionId at, Gate gate);
  Gate lowerOpCall(const Expr &expr, PositionId at, Gate gate);
  Gate lowerOperands(const Expr &expr, PositionId at, Gate gate);
  Gate lowerHead(const Expr &expr, PositionId at, Gate gate);
  void lowerCallee(const Expr &expr, PositionId at, Gate gate);
  void lowerMember(const program::MemberPattern &member);
  bool needsExchange(const Expr &expr) const;
  PositionId operandPosition(const Expr &expr, size_t i, PositionId at);
  Gate add(Step step, llvm::ArrayRef<Gate> gates);
  Gate ask(QuestionKind question, PositionId at, uint32_t answer,
           llvm::ArrayRef<Gate> gates);
  /// Asks that `at` is what stands at `place`, which `owner` has found.
  Gate askSame(QuestionKind question, PositionId at, Gate gate,
               const Place &place, Frame &owner);

  // --- ChoiceLowering.cpp
  Gate lowerInstance(InstanceId id, PositionId at, Gate gate);
  Frame lowerAlternative(InstanceId id, uint32_t alternative, PositionId at);
  llvm::SmallVector<CaptureId, 2>
  findOutputs(InstanceId id, llvm::ArrayRef<Frame> frames) const;
  void closeAlternative(Frame &closed, llvm::ArrayRef<CaptureId> outputs);
  void addTest(Frame &closed, const program::Alternative &taken);
  bool isInsideUseAt(PositionId at) const;
  Gate lowerConditional(const Expr &expr, PositionId at, Gate gate);
  Gate addChoice(Step choice, Gate gate);

  // --- RootLowering.cpp
  bool lowerFrom(uint32_t start);
  void lowerTarget(CaptureUses::Target target, PositionId at, Gate gate);
  void lowerValue(uint32_t value, PositionId at, Gate gate);
  void gather(const Frame &found);

  // --- LinkLowering.cpp: the way from something found to a further root
  struct Up;
  /// Steps from a value to one that is computed from it.
  using Way = std::vector<Up>;
  struct Up {
    ExprId user;           // what uses the value; none: the op that unpacks it
    SymbolId name;         // argument keyword, if it must be that one
    std::vector<Way> ways; // not empty: through one of these alternatives
  };
  struct Link {
    Place from;
    Way way; // its last step is the root
  };
  using Goal = llvm::function_ref<bool(const Expr &expr)>;
  std::optional<Link> findLink(uint32_t value);
  std::optional<Way> findWay(ExprId id, Goal goal) const;
  std::optional<Way> findWayUp(const Expr &expr, size_t operand,
                               Goal goal) const;
  std::optional<Way> findWayThrough(InstanceId id, Goal goal) const;
  void lowerLink(const Link &link, uint32_t value);
  Place lowerWay(const Way &way, Place place, bool isWhole);
  Place lowerUp(const Up &up, Place place, bool asksHead);
  Place lowerWays(const std::vector<Way> &ways, Place place);

  const program::Program &program;
  const program::Rule &rule;
  RuleId ruleId;
  PositionTable &positions;
  ConstantTable &constants;
  CaptureUses uses;

  RuleSteps result;
  Frame *frame = nullptr;
  uint32_t userCount = 0;    // indexes of User positions
  uint32_t linkCount = 0;    // indexes of link holes
  std::vector<Place> values; // indexed like Rule::values
  llvm::MapVector<InstanceId, PositionId> instances; // where each was lowered
};

} // namespace adopter::lower

#endif // ADOPTER_COMPILER_LOWER_RULELOWERING_H
