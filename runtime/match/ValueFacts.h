// SPDX-License-Identifier: Apache-2.0
/// \file
/// What can be known of a value without running the model: the literal it is,
/// its number of axes, its element type, whether it is None or a number.
///
/// Sound, not complete: an answer holds on every run that reaches the op asked
/// about; no answer means only that none was found. See docs/conditions.md.
#ifndef ADOPTER_RUNTIME_MATCH_VALUEFACTS_H
#define ADOPTER_RUNTIME_MATCH_VALUEFACTS_H

#include "runtime/match/CallView.h"
#include "runtime/match/MatchOptions.h"

namespace adopter::match {

enum class Truth : uint8_t { Refuted, Unknown, Proved };

inline Truth truthOf(bool holds) {
  return holds ? Truth::Proved : Truth::Refuted;
}
inline Truth negated(Truth truth) {
  return truth == Truth::Unknown ? truth : truthOf(truth == Truth::Refuted);
}

/// An element type: known by name, or only as that of another value.
struct DtypeFact {
  std::string name;    // "torch.float32"; empty: that of `root`
  model::ValueId root; // the value whose element type it is
};

class ValueFacts {
public:
  ValueFacts(const program::Program &program, const model::Architecture &arch,
             const CallView &calls, const MatchOptions &options)
      : program(program), arch(arch), calls(calls), options(options) {}

  /// Sets the op whose execution answers may presuppose: what runs before it
  /// on every path (`b, s, d = x.shape`) has succeeded.
  void setPlace(model::OpId op);

  /// The literal that `value` always is: written, computed from literals, held
  /// by an attribute that is never anything else, or known from `--config`.
  std::optional<Literal> literal(model::ValueId value);
  /// Python truth of `value`; also what an enclosing `if` implies at the place.
  Truth truth(model::ValueId value);
  Truth isNone(model::ValueId value);
  /// A Python number, or a tensor without axes.
  Truth isScalar(model::ValueId value);
  std::optional<int64_t> rank(model::ValueId value);
  DtypeFact dtype(model::ValueId value);
  /// The element type that a value used as `dtype=` names.
  DtypeFact namedDtype(model::ValueId value);
  /// Path from the model's configuration to `value`: `a.b` for `config.a.b`,
  /// empty for the configuration itself; none if it is no part of it.
  std::optional<std::string> configPath(model::ValueId value);
  /// The only value that attribute `name` of self ever has in the class of the
  /// place, as a value of some method; none if there are several.
  model::ValueId onlyDefinition(model::MemberId member);
  /// A class of the file that derives from the member's gives it a definition
  /// of its own: methods of the base may then see that one.
  bool isRedefinedBelow(model::MemberId member) const;
  /// The member of self that `value` reads, or none.
  model::MemberId memberRead(model::ValueId value);

  const model::Architecture &architecture() const { return arch; }
  const CallView &callView() const { return calls; }
  const MatchOptions &runOptions() const { return options; }

private:
  std::optional<Literal> computeLiteral(model::ValueId value);
  std::optional<Literal> literalOfCall(const model::Op &op);
  Truth computeIsScalar(model::ValueId value);
  std::optional<int64_t> computeRank(model::ValueId value);
  std::optional<int64_t> rankOfCall(const model::Op &op);
  std::optional<int64_t> rankOfMemberCall(const model::Op &op);
  std::optional<int64_t> rankOfIndexed(const model::Op &op);
  std::optional<int64_t> rankOfReduced(const model::Op &op);
  std::optional<int64_t> rankOfProduct(const model::Op &op);
  std::optional<int64_t> rankFromUnpacking(model::ValueId value);
  std::optional<int64_t> broadcastRank(llvm::ArrayRef<model::ValueId> values);
  /// `x.shape`, `x.size()`, or a slice of them.
  bool isShape(model::ValueId value) const;
  /// Number of elements of a tuple, list or shape.
  std::optional<int64_t> sequenceLength(model::ValueId value);
  std::optional<int64_t> sizeCount(const model::Op &op, llvm::StringRef name);
  model::ValueId splitTensor(model::ValueId value, bool &removesAxis);
  DtypeFact computeDtype(model::ValueId value);

  /// Value of the argument `name` of a call, or none.
  model::ValueId argument(const model::Op &op, llvm::StringRef name) const;
  model::ValueId firstArgument(const model::Op &op) const;
  /// Last component of the name of a call; empty for anything else.
  llvm::StringRef shortName(const model::Op &op) const;

  /// Recursion is cut here; loops of values go through LoopArg, never followed.
  static constexpr unsigned MaxDepth = 48;

  const program::Program &program;
  const model::Architecture &arch;
  const CallView &calls;
  const MatchOptions &options;
  model::OpId place;
  unsigned depth = 0;
  llvm::DenseMap<model::ValueId, std::optional<int64_t>> ranks; // at `place`
};

/// Last component of a dotted name.
llvm::StringRef lastComponent(llvm::StringRef name);

} // namespace adopter::match

#endif // ADOPTER_RUNTIME_MATCH_VALUEFACTS_H
