// SPDX-License-Identifier: Apache-2.0
/// \file
/// Logic and comparisons of conditions; the words are in ConditionWords.cpp.
#include "runtime/match/Conditions.h"
#include "runtime/match/LiteralArithmetic.h"
#include "runtime/support/DiagnosticEngine.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringSwitch.h"
#include <algorithm>

using namespace adopter;
using namespace adopter::match;
using namespace adopter::program;
using model::OpId;
using model::ValueId;

// --- verdicts ---------------------------------------------------------------

static std::string message(DiagKind kind,
                           std::initializer_list<std::string> args) {
  return DiagnosticEngine::make({}, kind, args).message;
}

Verdict Conditions::refuted(DiagKind kind,
                            std::initializer_list<std::string> args) {
  return {Truth::Refuted, {}, message(kind, args), {}, false};
}

Verdict Conditions::unknown(DiagKind kind,
                            std::initializer_list<std::string> args) {
  return {Truth::Unknown, {}, message(kind, args), {}, false};
}

static Guard compareGuard(llvm::StringRef token, const Operand &lhs,
                          const Operand &rhs) {
  Guard guard;
  guard.kind = GuardKind::Compare;
  guard.token = token.str();
  guard.lhs = lhs;
  guard.rhs = rhs;
  return guard;
}

static Guard notGuard(Guard inner) {
  Guard guard;
  guard.kind = GuardKind::Not;
  guard.operands.push_back(std::move(inner));
  return guard;
}

// --- logic ------------------------------------------------------------------

std::vector<Verdict> Conditions::judge(ExprId condition, const Scope &where) {
  scope = where;
  values.setPlace(where.place);
  depth = 0;
  std::vector<Verdict> verdicts;
  llvm::SmallVector<ExprId, 4> parts{condition};
  while (!parts.empty()) {
    ExprId part = parts.pop_back_val();
    if (!program.exprs.contains(part))
      continue;
    const Expr &expr = program.exprs[part];
    if (expr.kind == ExprKind::And) {
      for (auto it = expr.args.rbegin(); it != expr.args.rend(); ++it)
        parts.push_back(it->value);
      continue;
    }
    Verdict verdict = judgeOne(part);
    verdict.expr = part;
    verdicts.push_back(std::move(verdict));
  }
  std::stable_partition(
      verdicts.begin(), verdicts.end(),
      [](const Verdict &verdict) { return verdict.truth == Truth::Refuted; });
  return verdicts;
}

Verdict Conditions::judgeOne(ExprId condition) {
  const Expr &expr = program.exprs[condition];
  if (depth > 100)
    return unknown(DiagKind::note_condition_unknown, {});
  ++depth;
  auto leave = llvm::make_scope_exit([&] { --depth; });
  switch (expr.kind) {
  case ExprKind::And:
    return combine(expr, true);
  case ExprKind::Or:
    return combine(expr, false);
  case ExprKind::Not: {
    Verdict inner = judgeOne(expr.args[0].value);
    inner.truth = negated(inner.truth);
    if (inner.truth == Truth::Proved)
      return proved();
    if (inner.truth == Truth::Refuted)
      return refuted(DiagKind::note_condition_negated, {});
    if (inner.guard)
      inner.guard = notGuard(std::move(*inner.guard));
    return inner;
  }
  case ExprKind::In:
    return judgeMembership(term(expr.args[0].value), term(expr.args[1].value));
  case ExprKind::Is:
    return judgeComparison("is", term(expr.args[0].value),
                           term(expr.args[1].value));
  case ExprKind::OpCall:
  case ExprKind::NameCall: {
    llvm::StringRef token = tokenOf(expr);
    bool isComparison = llvm::StringSwitch<bool>(token)
                            .Cases("==", "!=", "<", "<=", ">", ">=", true)
                            .Default(false);
    if (isComparison && expr.args.size() >= 2)
      return judgeComparison(token, term(expr.args[0].value),
                             term(expr.args[1].value));
    return judgeTruth(condition);
  }
  case ExprKind::Word:
    return judgeWord(condition);
  default:
    return judgeTruth(condition);
  }
}

Verdict Conditions::combine(const Expr &expr, bool isAnd) {
  Truth deciding = truthOf(!isAnd);
  Guard guard;
  guard.kind = isAnd ? GuardKind::And : GuardKind::Or;
  Verdict result =
      isAnd ? proved() : Verdict{Truth::Refuted, {}, {}, {}, false};
  bool canGuard = true;
  for (const ExprArgument &arg : expr.args) {
    Verdict part = judgeOne(arg.value);
    if (part.truth == deciding)
      return part;
    if (part.truth != Truth::Unknown) {
      if (result.reason.empty())
        result.reason = part.reason;
      continue;
    }
    if (result.truth != Truth::Unknown)
      result.reason = part.reason;
    result.truth = Truth::Unknown;
    result.deferred |= part.deferred;
    canGuard &= part.guard.has_value();
    if (part.guard)
      guard.operands.push_back(std::move(*part.guard));
  }
  if (result.truth == Truth::Proved)
    return proved();
  if (result.truth == Truth::Refuted)
    return result;
  // Of an `or`, one part that can be tested is enough; of an `and`, all must.
  if (!guard.operands.empty() && (canGuard || !isAnd))
    result.guard = guard.operands.size() == 1 ? std::move(guard.operands[0])
                                              : std::move(guard);
  return result;
}

/// A value used as a condition.
Verdict Conditions::judgeTruth(ExprId condition) {
  Term t = term(condition);
  if (t.literal)
    return isTrue(*t.literal)
               ? proved()
               : refuted(DiagKind::note_value_false, {describe(t.operand)});
  if (t.operand.kind == OperandKind::Value && t.operand.value) {
    Truth truth = values.truth(t.operand.value);
    if (truth == Truth::Proved)
      return proved();
    if (truth == Truth::Refuted)
      return refuted(DiagKind::note_value_false, {describe(t.operand)});
  }
  Verdict verdict =
      unknown(DiagKind::note_value_unknown, {describe(t.operand)});
  if (!t.isUnknown) {
    Guard guard;
    guard.kind = GuardKind::Truth;
    guard.lhs = t.operand;
    verdict.guard = std::move(guard);
  }
  return verdict;
}

// --- comparisons ------------------------------------------------------------

static bool isNone(const Term &term) {
  return term.literal && term.literal->kind == ConstantKind::None;
}

Verdict Conditions::judgeComparison(llvm::StringRef token, const Term &a,
                                    const Term &b) {
  if (token == "!=") {
    Verdict same = judgeComparison("==", a, b);
    same.truth = negated(same.truth);
    if (same.truth == Truth::Proved)
      return proved();
    if (same.truth == Truth::Refuted)
      return refuted(DiagKind::note_values_equal,
                     {describe(a.operand), describe(b.operand)});
    if (same.guard)
      same.guard = compareGuard("!=", same.guard->lhs, same.guard->rhs);
    return same;
  }
  if (a.dtype && b.dtype)
    return judgeDtypes(token, a, b);
  if (a.activation)
    return judgeActivation(a, b, token);
  if (b.activation)
    return judgeActivation(b, a, token);
  if (a.literal && b.literal) {
    std::optional<bool> truth = compareLiterals(token, *a.literal, *b.literal);
    if (!truth || !*truth)
      return refuted(DiagKind::note_value_is,
                     {describe(a.operand), spelling(*a.literal)});
    return proved();
  }
  const Term &value = isNone(b) ? a : b;
  if ((isNone(a) || isNone(b)) && value.operand.kind == OperandKind::Value) {
    Truth none = values.isNone(value.operand.value);
    if (none == Truth::Proved)
      return proved();
    if (none == Truth::Refuted)
      return refuted(DiagKind::note_value_not_none, {describe(value.operand)});
  }
  bool sameValue =
      a.operand.kind == OperandKind::Value &&
      b.operand.kind == OperandKind::Value && a.operand.value &&
      b.operand.value &&
      values.architecture().sameValue(a.operand.value, b.operand.value);
  if (sameValue && (token == "==" || token == "is"))
    return proved();
  bool isRank = a.operand.kind == OperandKind::Rank ||
                b.operand.kind == OperandKind::Rank;
  const Operand &open = a.literal ? b.operand : a.operand;
  Verdict verdict = unknown(isRank ? DiagKind::note_rank_unknown
                                   : DiagKind::note_value_unknown,
                            {describe(open)});
  if (!a.isUnknown && !b.isUnknown)
    verdict.guard = compareGuard(token, a.operand, b.operand);
  return verdict;
}

Verdict Conditions::judgeMembership(const Term &a, const Term &list) {
  if (a.activation)
    return judgeActivation(a, list, "in");
  if (list.operand.kind != OperandKind::List) {
    Verdict verdict =
        unknown(DiagKind::note_value_unknown, {describe(list.operand)});
    if (!a.isUnknown && !list.isUnknown)
      verdict.guard = compareGuard("in", a.operand, list.operand);
    return verdict;
  }
  Verdict result{Truth::Refuted, {}, {}, {}, false};
  bool canGuard = !a.isUnknown;
  for (const Term &item : list.items) {
    Verdict one = judgeComparison("==", a, item);
    if (one.truth == Truth::Proved)
      return one;
    if (one.truth == Truth::Unknown || result.reason.empty())
      result.reason = one.reason;
    if (one.truth == Truth::Unknown)
      result.truth = Truth::Unknown;
    canGuard &= !item.isUnknown;
  }
  if (result.truth == Truth::Unknown && canGuard)
    result.guard = compareGuard("in", a.operand, list.operand);
  return result;
}

Verdict Conditions::judgeDtypes(llvm::StringRef token, const Term &a,
                                const Term &b) {
  const DtypeFact &x = *a.dtype;
  const DtypeFact &y = *b.dtype;
  if (token != "==" && token != "is")
    return unknown(DiagKind::note_condition_unknown, {});
  if (!x.name.empty() && !y.name.empty())
    return x.name == y.name ? proved()
                            : refuted(DiagKind::note_value_is,
                                      {describe(a.operand), x.name});
  if (x.name.empty() && y.name.empty() && x.root && y.root &&
      values.architecture().sameValue(x.root, y.root))
    return proved();
  Verdict verdict = unknown(DiagKind::note_dtype_unknown,
                            {describe(x.name.empty() ? a.operand : b.operand)});
  if (!a.isUnknown && !b.isUnknown)
    verdict.guard = compareGuard("==", a.operand, b.operand);
  return verdict;
}

/// `activation($a) == "x"` or `in [...]`.
Verdict Conditions::judgeActivation(const Term &activation, const Term &wanted,
                                    llvm::StringRef token) {
  std::vector<std::string> names;
  if (wanted.literal && wanted.literal->kind == ConstantKind::String)
    names.push_back(wanted.literal->text);
  for (const Term &item : wanted.items)
    if (item.literal && item.literal->kind == ConstantKind::String)
      names.push_back(item.literal->text);
  if (names.empty() || (token != "==" && token != "in"))
    return unknown(DiagKind::note_condition_unknown, {});
  const ActivationFact &fact = *activation.activation;
  switch (fact.kind) {
  case ActivationFact::Kind::Known:
    for (const std::string &name : names)
      if (ActivationFacts::canonical(name) == fact.name)
        return proved();
    return refuted(DiagKind::note_activation_is, {fact.name});
  case ActivationFact::Kind::Other:
    return refuted(DiagKind::note_not_activation, {});
  case ActivationFact::Kind::Unknown:
  case ActivationFact::Kind::Key:
    break;
  }
  Verdict verdict =
      fact.configKey.empty()
          ? unknown(DiagKind::note_activation_unknown, {})
          : unknown(DiagKind::note_activation_config, {fact.configKey});
  if (fact.kind == ActivationFact::Kind::Unknown)
    return verdict; // nothing names it that could be tested
  Operand list;
  list.kind = OperandKind::List;
  for (const std::string &name : names)
    for (const std::string &key : ActivationFacts::synonyms(name)) {
      bool isNew = std::none_of(
          list.operands.begin(), list.operands.end(),
          [&](const Operand &seen) { return seen.literal.text == key; });
      if (!isNew)
        continue;
      Operand item;
      item.literal = textLiteral(key);
      list.operands.push_back(std::move(item));
    }
  verdict.guard = compareGuard("in", activation.operand, list);
  return verdict;
}
