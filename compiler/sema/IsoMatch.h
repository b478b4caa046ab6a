// SPDX-License-Identifier: Apache-2.0
/// \file
/// One side of an equality laid over a part of a pattern.
#ifndef ADOPTER_COMPILER_SEMA_ISOMATCH_H
#define ADOPTER_COMPILER_SEMA_ISOMATCH_H

#include "compiler/sema/Context.h"
#include "llvm/ADT/MapVector.h"

namespace adopter::sema {

/// What a metavariable of the equality stands for.
struct IsoBinding {
  program::ExprId expr;
  bool inArgument = false; // reached through the hole
};

/// Matches an expression of an equality against an expression of a pattern, or
/// one pattern against another.
/// One hole of the pattern may be entered: then what fills it is matched too.
class IsoMatch {
public:
  explicit IsoMatch(const program::Program &program) : program(program) {}
  IsoMatch(const program::Program &program, uint32_t hole,
           program::ExprId argument)
      : program(program), hole(hole), argument(argument) {}

  bool match(program::ExprId iso, program::ExprId term) {
    return match(iso, term, false);
  }
  /// Whatever `special` matches, `general` matches too: its holes and
  /// metavariables stand for anything.
  bool covers(program::ExprId general, program::ExprId special);
  /// Both are written the same.
  bool isSame(program::ExprId a, program::ExprId b) const;
  /// The hole has been entered, so that the whole was needed to match.
  bool hasEntered() const { return entered; }
  /// In order of appearance in the equality's side.
  const llvm::MapVector<program::CaptureId, IsoBinding> &bindings() const {
    return bound;
  }

private:
  bool match(program::ExprId iso, program::ExprId term, bool inArgument);
  bool matchArguments(const program::Expr &iso, const program::Expr &term,
                      bool inArgument, bool exchange);
  bool coversArguments(const program::Expr &pattern, const program::Expr &term);
  bool bind(program::CaptureId capture, IsoBinding binding);

  const program::Program &program;
  std::optional<uint32_t> hole;
  program::ExprId argument;
  bool entered = false;
  llvm::MapVector<program::CaptureId, IsoBinding> bound;
};

} // namespace adopter::sema

#endif // ADOPTER_COMPILER_SEMA_ISOMATCH_H
