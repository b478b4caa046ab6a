// SPDX-License-Identifier: Apache-2.0
/// \file
/// Is one pattern more general than another: does it match whatever the other
/// one does? Decided on the patterns themselves, by matching one against the
/// other with the other's metavariables as constants.
///
/// Conservative: "yes" is certain, "no" may mean that it was too hard to tell.
#ifndef ADOPTER_COMPILER_LINT_GENERALITY_H
#define ADOPTER_COMPILER_LINT_GENERALITY_H

#include "runtime/program/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <deque>

namespace adopter::lint {

/// A use of a named pattern on the way from a rule to an expression: tells what
/// fills the holes of the expression.
struct Frame {
  const program::PatternInstance *instance = nullptr; // null: the rule itself
  const Frame *outer = nullptr;
};

struct Term {
  program::ExprId expr;
  const Frame *frame = nullptr;
};

/// Which data flow of a rule is meant.
enum class Side : uint8_t { Match, Rewrite };

/// One question: the match of `general` against one side of `special`.
class Generality {
public:
  Generality(const program::Program &program, const program::Rule &general,
             const program::Rule &special, Side side);

  /// `general` matches at the roots of `special`'s match, all of them.
  bool coversMatch();
  /// `general` matches somewhere in what `special` writes.
  bool coversRewrite();

private:
  using Continue = llvm::function_ref<bool()>;

  bool coverRoots(llvm::ArrayRef<size_t> roots, llvm::ArrayRef<Term> places,
                  bool distinct);
  bool coverConditions(size_t index);
  bool match(Term general, Term special, Continue next);
  bool matchCapture(program::CaptureId capture, Term special, Continue next);
  bool matchInstance(Term general, Term special, Continue next);
  bool matchNode(Term general, Term special, Continue next);
  bool matchMember(Term general, Term special, Continue next);
  bool matchKernel(Term general, Term special, Continue next);
  bool matchOp(Term general, Term special, Continue next);
  bool matchArguments(Term general, Term special, size_t index, Continue next);
  bool isEqual(Term a, Term b);

  Term resolveGeneral(Term term) const;
  Term resolveSpecial(Term term) const;
  const Frame *enter(const program::Expr &instance, const program::Rule &rule,
                     const Frame *outer);
  const program::Expr &expr(Term term) const {
    return program.exprs[term.expr];
  }
  bool tooHard() { return ++steps > MaxSteps; }

  static constexpr unsigned MaxSteps = 20000;

  const program::Program &program;
  const program::Rule &general;
  const program::Rule &special;
  Side side;
  llvm::DenseMap<program::CaptureId, Term> bound; // of general
  llvm::DenseMap<program::CaptureId, program::CaptureId> members;
  llvm::DenseMap<program::CaptureId, program::ExprId> generalConstructors;
  llvm::DenseMap<program::CaptureId, program::ExprId> specialConstructors;
  std::deque<Frame> frames;
  unsigned steps = 0;
};

/// Indexes into Rule::values of those that no other value pattern reads.
std::vector<size_t> rootsOf(const program::Program &program,
                            const program::Rule &rule);

/// Fewest and most operations that a match of `rule` covers.
std::pair<unsigned, unsigned> sizesOf(const program::Program &program,
                                      const program::Rule &rule);

} // namespace adopter::lint

#endif // ADOPTER_COMPILER_LINT_GENERALITY_H
