// SPDX-License-Identifier: Apache-2.0
/// \file
/// Judges the conditions of rules (`where`, `require`) against the model:
/// proved, refuted, or not known, then with a guard if Python can test it.
///
/// In: a condition, and where its captures are. Out: one verdict per part of
/// the conjunction. The words are those of program/Words.def.
/// See docs/conditions.md.
#ifndef ADOPTER_RUNTIME_MATCH_CONDITIONS_H
#define ADOPTER_RUNTIME_MATCH_CONDITIONS_H

#include "runtime/match/ActivationFacts.h"
#include "runtime/match/Match.h"
#include "runtime/support/Diagnostic.h"

namespace adopter::match {

/// Result of judging one condition.
struct Verdict {
  Truth truth = Truth::Unknown;
  program::ExprId expr;       // the part it is about
  std::string reason;         // unless proved
  std::optional<Guard> guard; // Unknown: what would decide it
  bool deferred = false;      // `guard` has leaves that safety decides
};

/// Where the captures and holes of a condition are found.
struct Scope {
  llvm::ArrayRef<CaptureBinding> captures;   // indexed by CaptureId
  llvm::ArrayRef<InstanceBinding> instances; // indexed by InstanceId
  program::InstanceId instance;              // whose holes are meant, if any
  model::FunctionId function;
  model::OpId place; // what runs before it may be presupposed
};

/// A term of a comparison.
struct Term {
  Operand operand;
  std::optional<Literal> literal; // known
  std::optional<ActivationFact> activation;
  std::optional<DtypeFact> dtype; // operand is an element type
  std::vector<Term> items;        // List
  bool isUnknown = false;         // nothing can be said or asked about it
};

class Conditions {
public:
  Conditions(const program::Program &program, ValueFacts &values)
      : program(program), values(values), activations(values) {}

  /// The verdicts on the parts of `condition`, a refuted one first.
  std::vector<Verdict> judge(program::ExprId condition, const Scope &scope);

private:
  Verdict judgeOne(program::ExprId condition);
  Verdict judgeTruth(program::ExprId condition);
  Verdict judgeWord(program::ExprId condition);
  Verdict judgeComparison(llvm::StringRef token, const Term &a, const Term &b);
  Verdict judgeMembership(const Term &a, const Term &list);
  Verdict judgeDtypes(llvm::StringRef token, const Term &a, const Term &b);
  Verdict judgeActivation(const Term &activation, const Term &wanted,
                          llvm::StringRef token);
  Verdict judgeLastAxis(const program::Expr &expr);
  Verdict judgeParameter(const program::Expr &expr);
  Verdict judgeDistinct(const program::Expr &expr);
  Verdict judgeInherits(const program::Expr &expr);
  Verdict judgeMode(const program::Expr &expr);
  Verdict judgePackage(const program::Expr &expr);
  Verdict combine(const program::Expr &expr, bool isAnd);

  Term term(program::ExprId id);
  Term termOfWord(const program::Expr &expr);
  Term termOfValue(model::ValueId value);
  /// The model value that a capture or hole stands for, or none.
  model::ValueId valueOf(program::ExprId id);
  const CaptureBinding *bindingOf(program::ExprId id) const;
  std::optional<std::string> textOf(program::ExprId id) const;
  /// How people call it: the variable's name, or "a value".
  std::string describe(const Operand &operand) const;
  llvm::StringRef tokenOf(const program::Expr &expr) const;

  static Verdict proved() { return {Truth::Proved, {}, {}, {}, false}; }
  static Verdict refuted(DiagKind kind,
                         std::initializer_list<std::string> args);
  static Verdict unknown(DiagKind kind,
                         std::initializer_list<std::string> args);

  const program::Program &program;
  ValueFacts &values;
  ActivationFacts activations;
  Scope scope;
  unsigned depth = 0;
};

} // namespace adopter::match

#endif // ADOPTER_RUNTIME_MATCH_CONDITIONS_H
