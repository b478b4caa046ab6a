// SPDX-License-Identifier: Apache-2.0
/// \file
/// Where the captures of one rule are used: how often the pattern mentions
/// each, and which ones conditions look at.
#ifndef ADOPTER_COMPILER_LOWER_CAPTUREUSES_H
#define ADOPTER_COMPILER_LOWER_CAPTUREUSES_H

#include "runtime/program/Program.h"
#include "llvm/ADT/BitVector.h"

namespace adopter::lower {

class CaptureUses {
public:
  CaptureUses(const program::Program &program, const program::Rule &rule);

  /// Times that the pattern of the rule mentions `capture`, alternatives
  /// included.
  unsigned inPattern(program::CaptureId capture) const {
    return pattern[capture.index()];
  }
  /// Times that alternatives of `instance` mention `capture`, those of pattern
  /// uses inside them included.
  unsigned inInstance(program::InstanceId instance,
                      program::CaptureId capture) const;
  bool inConditions(program::CaptureId capture) const {
    return conditions.test(capture.index());
  }
  /// `capture` is given to the result of this value pattern, and as this one of
  /// its targets.
  struct Target {
    uint32_t value;
    uint32_t index;
  };
  std::optional<Target> target(program::CaptureId capture) const;
  /// Value pattern `value` has no target that another pattern mentions.
  bool isRoot(uint32_t value) const;

private:
  using Counts = std::vector<unsigned>; // indexed by CaptureId
  void count(program::ExprId id, Counts &counts) const;
  void countInstance(const program::PatternInstance &use, Counts &counts) const;
  void countMembers(const std::vector<program::MemberPattern> &members,
                    Counts &counts) const;

  const program::Program &program;
  const program::Rule &rule;
  Counts pattern;
  llvm::BitVector conditions; // indexed by CaptureId
};

} // namespace adopter::lower

#endif // ADOPTER_COMPILER_LOWER_CAPTUREUSES_H
