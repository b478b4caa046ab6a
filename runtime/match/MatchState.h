// SPDX-License-Identifier: Apache-2.0
/// \file
/// All memory of a matcher run: registers with their undo log, choices and
/// assumptions of the path being explored. One per thread, used again from
/// file to file, so that matching allocates next to nothing.
#ifndef ADOPTER_RUNTIME_MATCH_MATCHSTATE_H
#define ADOPTER_RUNTIME_MATCH_MATCHSTATE_H

#include "runtime/match/Match.h"
#include "runtime/match/ProgramIndex.h"
#include <memory>

namespace adopter::match {

/// What stands at a position on the path being explored.
struct Register {
  model::ValueId value;
  model::OpId op;         // defines `value`; User: the using op
  model::MemberId member; // Callee of a member's call
  bool isSet = false;
  bool isSwapped = false; // its commutative arguments count as exchanged
};

/// Something about a run that a user of `--remarks`, or a test, wants to know.
struct MatchEvent {
  enum class Kind : uint8_t {
    Cut,           // the search from `root` was given up after maxSteps
    RecheckFailed, // the automaton accepted what the exact check did not
  };
  Kind kind;
  program::RuleId rule; // RecheckFailed
  model::OpId root;
};

class MatchTrace;

class MatchState {
public:
  /// Set before a run to record how far each rule came (`adoptc explain`).
  MatchTrace *trace = nullptr;
  /// Of the last run.
  std::vector<MatchEvent> events;

  /// Makes room for `program`; cheap when it is the same as the last time.
  const ProgramIndex &prepare(const program::Program &program);

  // --- registers
  Register &at(program::PositionId position) {
    return registers[position.index()];
  }
  /// Changes a register so that `undo` can take it back.
  void set(program::PositionId position, const Register &content) {
    log.push_back({position, registers[position.index()]});
    registers[position.index()] = content;
  }
  size_t mark() const { return log.size(); }
  void undo(size_t mark) {
    while (log.size() > mark) {
      registers[log.back().position.index()] = log.back().before;
      log.pop_back();
    }
  }
  /// Forgets everything; for the next root.
  void clear() {
    undo(0);
    assumptions.clear();
  }

  /// Branch that is being explored, indexed by StateId; for Alternatives.
  std::vector<uint32_t> choices;
  llvm::SmallVector<Assumption, 4> assumptions;
  llvm::BitVector wanted; // rules not yet found at this root
  static constexpr uint32_t NoChoice = 0xFFFFFFFFu;

private:
  struct Change {
    program::PositionId position;
    Register before;
  };
  const program::Program *prepared = nullptr;
  std::unique_ptr<ProgramIndex> index;
  std::vector<Register> registers; // indexed by PositionId
  std::vector<Change> log;
};

} // namespace adopter::match

#endif // ADOPTER_RUNTIME_MATCH_MATCHSTATE_H
