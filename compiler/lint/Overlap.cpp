// SPDX-License-Identifier: Apache-2.0
/// \file
/// Rules of one pack that match the same code, of the same benefit and size,
/// neither of them the more general one: the order of the file decides, and
/// nobody may have meant that. As ISLE does, the rule with the most partners is
/// reported first, with all of them, and then set aside: few messages, each
/// with something to do.
#include "compiler/lint/Generality.h"
#include "compiler/lint/Lint.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace adopter;
using namespace adopter::lint;
using program::Expr;
using program::ExprId;
using program::ExprKind;
using program::Rule;
using program::RuleId;

namespace {

/// Can both patterns match one piece of data flow? Metavariables match
/// anything, so "yes" may be wrong where one of them occurs twice.
class Compatible {
public:
  Compatible(const program::Program &program, const Rule &left,
             const Rule &right)
      : program(program), left(left), right(right) {}

  bool test(Term a, Term b) {
    if (++steps > MaxSteps)
      return false;
    a = resolve(left, a);
    b = resolve(right, b);
    const Expr &first = program.exprs[a.expr];
    const Expr &second = program.exprs[b.expr];
    if (isLeaf(first) || isLeaf(second))
      return true;
    if (first.kind == ExprKind::Instance)
      return anyAlternative(left, first, a.frame,
                            [&](Term inner) { return test(inner, b); });
    if (second.kind == ExprKind::Instance)
      return anyAlternative(right, second, b.frame,
                            [&](Term inner) { return test(a, inner); });
    return testNodes(a, b);
  }

private:
  static bool isLeaf(const Expr &expr) {
    return expr.kind == ExprKind::Capture || expr.kind == ExprKind::Wildcard;
  }

  /// A hole is what fills it, a value that `rule` matches how it is computed.
  Term resolve(const Rule &rule, Term term) const {
    for (;;) {
      const Expr &expr = program.exprs[term.expr];
      if (expr.kind == ExprKind::Hole && term.frame) {
        term = {term.frame->instance->arguments[expr.index], term.frame->outer};
        continue;
      }
      auto isTarget = [&](const program::ValuePattern &value) {
        return value.targets.size() == 1 && value.targets[0] == expr.capture;
      };
      auto value = llvm::find_if(rule.values, isTarget);
      if (expr.kind != ExprKind::Capture || value == rule.values.end())
        return term;
      term = {value->value, nullptr};
    }
  }

  bool anyAlternative(const Rule &rule, const Expr &use, const Frame *outer,
                      llvm::function_ref<bool(Term)> fits) {
    Frame frame{&rule.instances[use.instance], outer};
    return llvm::any_of(frame.instance->alternatives,
                        [&](const program::Alternative &alternative) {
                          return fits({alternative.body, &frame});
                        });
  }

  bool testNodes(Term a, Term b) {
    const Expr &first = program.exprs[a.expr];
    const Expr &second = program.exprs[b.expr];
    if (first.kind != second.kind || first.op != second.op ||
        first.args.size() != second.args.size())
      return false;
    if (first.kind == ExprKind::Constant)
      return program.constants[first.constant] ==
             program.constants[second.constant];
    bool isNamed = first.kind != ExprKind::OpCall;
    if (isNamed && (first.name != second.name || first.index != second.index))
      return false;
    auto argument = [](Term term, const Expr &expr, size_t i) {
      return Term{expr.args[i].value, term.frame};
    };
    auto fits = [&](llvm::function_ref<size_t(size_t)> partner) {
      for (size_t i = 0; i < first.args.size(); ++i)
        if (first.args[i].kind != second.args[partner(i)].kind ||
            !test(argument(a, first, i), argument(b, second, partner(i))))
          return false;
      return true;
    };
    if (fits([](size_t i) { return i; }))
      return true;
    if (isNamed || !program.ops[first.op].commutative)
      return false;
    auto [one, other] = *program.ops[first.op].commutative;
    return fits([one = one, other = other](size_t i) -> size_t {
      return i == one ? other : i == other ? one : i;
    });
  }

  static constexpr unsigned MaxSteps = 20000;

  const program::Program &program;
  const Rule &left;
  const Rule &right;
  unsigned steps = 0;
};

/// Conditions may keep two rules apart; which ones do cannot be told here.
bool hasConditions(const Rule &rule) { return !rule.conditions.empty(); }

bool overlaps(const program::Program &program, const Rule &a, const Rule &b) {
  if (a.pack != b.pack || a.benefit != b.benefit || a.benefitMeasured ||
      b.benefitMeasured || hasConditions(a) || hasConditions(b) ||
      (a.trainingOnly && b.inferenceOnly) ||
      (a.inferenceOnly && b.trainingOnly) ||
      sizesOf(program, a) != sizesOf(program, b))
    return false;
  std::vector<size_t> rootsA = rootsOf(program, a);
  std::vector<size_t> rootsB = rootsOf(program, b);
  if (rootsA.size() != 1 || rootsB.size() != 1)
    return false;
  return Compatible(program, a, b)
             .test({a.values[rootsA[0]].value}, {b.values[rootsB[0]].value}) &&
         !Generality(program, a, b, Side::Match).coversMatch() &&
         !Generality(program, b, a, Side::Match).coversMatch();
}

} // namespace

void adopter::lint::checkOverlap(const program::Program &program,
                                 const sema::Origins &origins,
                                 DiagnosticEngine &diags) {
  std::vector<std::set<size_t>> partners(program.rules.size());
  for (size_t i = 0; i < program.rules.size(); ++i)
    for (size_t j = i + 1; j < program.rules.size(); ++j)
      if (overlaps(program, program.rules[RuleId(i)],
                   program.rules[RuleId(j)])) {
        partners[i].insert(j);
        partners[j].insert(i);
      }
  for (;;) {
    auto worst = std::max_element(
        partners.begin(), partners.end(),
        [](const auto &a, const auto &b) { return a.size() < b.size(); });
    if (worst == partners.end() || worst->empty())
      return;
    size_t index = static_cast<size_t>(worst - partners.begin());
    auto diagnostic = diags.report(
        origins.rules[RuleId(index)].name, DiagKind::rules_overlap,
        program.text(program.rules[RuleId(index)].name), worst->size());
    for (size_t partner : *worst) {
      std::move(diagnostic)
          .note(origins.rules[RuleId(partner)].name, DiagKind::note_overlaps,
                program.text(program.rules[RuleId(partner)].name));
      partners[partner].erase(index);
    }
    worst->clear();
  }
}
