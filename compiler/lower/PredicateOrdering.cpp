// SPDX-License-Identifier: Apache-2.0
#include "compiler/lower/PredicateOrdering.h"
#include "compiler/lower/StepKeys.h"
#include <tuple>

using namespace adopter;
using namespace adopter::lower;

namespace {

/// How much it helps to take a step early; the model is that of MLIR's PDL.
///
///  1. What fails at once comes before what multiplies the work after it:
///     predicates, then exchanged operands, alternatives, users (StepKind).
///  2. What most rules ask comes first: it is asked once for all of them.
///  3. Among those, what stands in rules that share most with others: the sum,
///     over the rules that ask it, of the squared sharing of all they ask. It
///     keeps together what goes together.
///  4. What is nearer to the root, since less has to be read to get there.
///  5. The order of Positions.def and Questions.def: cheapest first.
///  6. What was seen first, so that nothing depends on chance.
struct Rank {
  StepKind kind;
  uint32_t rules = 0;  // that ask it
  uint64_t shared = 0; // squared sharing
  uint32_t depth = 0;
  program::PositionKind position;
  QuestionKind question;
  uint32_t number = 0; // order of first sight: the key

  auto order() const {
    return std::tuple(kind, ~rules, ~shared, depth, position, question, number);
  }
  bool operator<(const Rank &other) const { return order() < other.order(); }
};

class Ordering {
public:
  Ordering(const PositionTable &positions, size_t keys)
      : positions(positions), ranks(keys), lastRule(keys, ~0u) {}

  void run(std::vector<RuleSteps> &rules) {
    std::vector<std::vector<uint32_t>> keysOfRules(rules.size());
    for (uint32_t i = 0; i < rules.size(); ++i)
      count(rules[i].steps, i, keysOfRules[i]);
    for (const std::vector<uint32_t> &keys : keysOfRules) {
      uint64_t sum = 0;
      for (uint32_t key : keys)
        sum += uint64_t(ranks[key].rules) * ranks[key].rules;
      for (uint32_t key : keys)
        ranks[key].shared += sum;
    }
    for (RuleSteps &rule : rules)
      sort(rule.steps);
  }

private:
  /// Counts each key once per rule, those inside choices included.
  void count(const StepList &steps, uint32_t rule,
             std::vector<uint32_t> &keys) {
    for (const Step &step : steps) {
      for (const StepList &branch : step.branches)
        count(branch, rule, keys);
      if (lastRule[step.key] == rule)
        continue;
      lastRule[step.key] = rule;
      Rank &rank = ranks[step.key];
      rank.kind = step.kind;
      rank.depth = positions.depth(step.position);
      rank.position = positions[step.position].kind;
      rank.question = step.question;
      rank.number = step.key;
      ++rank.rules;
      keys.push_back(step.key);
    }
  }

  /// Takes, again and again, the best step that may come next.
  void sort(StepList &steps) {
    std::vector<uint32_t> waitsFor(steps.size());
    std::vector<std::vector<uint32_t>> waiting(steps.size());
    for (uint32_t i = 0; i < steps.size(); ++i) {
      waitsFor[i] = static_cast<uint32_t>(steps[i].after.size());
      for (uint32_t before : steps[i].after)
        waiting[before].push_back(i);
    }
    std::vector<uint32_t> order;
    std::vector<uint32_t> place(steps.size(), ~0u); // of each step in `order`
    while (order.size() < steps.size()) {
      uint32_t best = ~0u;
      for (uint32_t i = 0; i < steps.size(); ++i)
        if (place[i] == ~0u && waitsFor[i] == 0 &&
            (best == ~0u || isBefore(steps[i], steps[best])))
          best = i;
      assert(best != ~0u && "steps wait for each other");
      place[best] = static_cast<uint32_t>(order.size());
      order.push_back(best);
      for (uint32_t next : waiting[best])
        --waitsFor[next];
    }
    StepList sorted;
    sorted.reserve(steps.size());
    for (uint32_t i : order) {
      for (uint32_t &before : steps[i].after)
        before = place[before];
      for (StepList &branch : steps[i].branches)
        sort(branch);
      sorted.push_back(std::move(steps[i]));
    }
    steps = std::move(sorted);
  }

  bool isBefore(const Step &a, const Step &b) const {
    if (a.key != b.key)
      return ranks[a.key] < ranks[b.key];
    return a.answer < b.answer;
  }

  const PositionTable &positions;
  std::vector<Rank> ranks;        // indexed by key
  std::vector<uint32_t> lastRule; // indexed by key: the last one that counted
};

} // namespace

void adopter::lower::orderPredicates(const program::Program &program,
                                     const PositionTable &positions,
                                     ConstantTable &constants,
                                     std::vector<RuleSteps> &rules) {
  StepKeys keys(program, constants);
  for (RuleSteps &rule : rules)
    keys.assign(rule);
  Ordering(positions, keys.size()).run(rules);
}
