// SPDX-License-Identifier: Apache-2.0
/// \file
/// Further roots: the way from a value that has been found up to the root of
/// another value pattern that uses it.
#include "compiler/lower/RuleLowering.h"
#include "runtime/model/Architecture.h"
#include "llvm/ADT/STLExtras.h"

using namespace adopter;
using namespace adopter::lower;
using namespace adopter::program;

// --- finding ----------------------------------------------------------------

/// The shorter of two ways; through alternatives only if there is no other.
template <typename Way> static bool isBetter(const Way &a, const Way &b) {
  auto cost = [](const Way &way) {
    size_t sum = 0;
    for (const auto &up : way)
      sum += up.ways.empty() ? 1 : 100;
    return sum;
  };
  return cost(a) < cost(b);
}

std::optional<RuleLowering::Link> RuleLowering::findLink(uint32_t value) {
  auto known = [&](const Expr &expr) {
    return expr.kind == ExprKind::Capture &&
           rule.captures[expr.capture].kind == CaptureKind::Value &&
           frame->captures.count(expr.capture) != 0;
  };
  // One goal after the other, so that it is clear which one was found.
  std::optional<Link> best;
  for (const auto &[capture, place] : frame->captures) {
    CaptureId wanted = capture;
    std::optional<Way> way =
        findWay(rule.values[value].value, [&](const Expr &expr) {
          return known(expr) && expr.capture == wanted;
        });
    if (way && !way->empty() && (!best || isBetter(*way, best->way)))
      best = Link{place, std::move(*way)};
  }
  return best;
}

/// The way up from a `goal` below `id` to `id`; empty if it is `id` itself.
std::optional<RuleLowering::Way> RuleLowering::findWay(ExprId id,
                                                       Goal goal) const {
  const Expr &expr = program.exprs[id];
  if (goal(expr))
    return Way();
  if (expr.kind == ExprKind::Instance)
    return findWayThrough(expr.instance, goal);
  if (expr.kind == ExprKind::Capture) {
    // The way may lead through a value that has a name.
    auto target = uses.target(expr.capture);
    if (!target || frame->captures.count(expr.capture))
      return std::nullopt;
    std::optional<Way> way = findWay(rule.values[target->value].value, goal);
    if (way && rule.values[target->value].targets.size() != 1)
      way->push_back({});
    return way;
  }
  std::optional<Way> best;
  for (size_t i = 0; i < expr.args.size(); ++i) {
    // A model may hold the opposite of the condition.
    if (expr.kind == ExprKind::Conditional && i == 0)
      continue;
    std::optional<Way> way = findWay(expr.args[i].value, goal);
    if (!way)
      continue;
    Up up;
    up.user = id;
    if (expr.kind == ExprKind::OpCall) {
      const OpDecl &decl = program.ops[expr.op];
      bool isExchanged = decl.commutative && (i == decl.commutative->first ||
                                              i == decl.commutative->second);
      if (!isExchanged)
        up.name = expr.args[i].keyword;
    }
    way->push_back(std::move(up));
    if (!best || isBetter(*way, *best))
      best = std::move(way);
  }
  return best;
}

/// Up through a use of a named pattern: from what one of its parameters stands
/// for, by the way that this parameter has in each alternative.
std::optional<RuleLowering::Way> RuleLowering::findWayThrough(InstanceId id,
                                                              Goal goal) const {
  const PatternInstance &use = rule.instances[id];
  for (uint32_t i = 0; i < use.arguments.size(); ++i) {
    std::optional<Way> way = findWay(use.arguments[i], goal);
    if (!way)
      continue;
    Up through;
    for (const Alternative &alternative : use.alternatives)
      if (auto inner = findWay(alternative.body, [&](const Expr &expr) {
            return expr.kind == ExprKind::Hole && expr.index == i;
          }))
        through.ways.push_back(std::move(*inner));
    if (through.ways.size() != use.alternatives.size())
      continue; // some alternative would be missed
    way->push_back(std::move(through));
    return way;
  }
  return std::nullopt;
}

// --- lowering ---------------------------------------------------------------

void RuleLowering::lowerLink(const Link &link, uint32_t value) {
  Place root = lowerWay(link.way, link.from, true);
  lowerValue(value, root.position, root.gate);
}

/// \param isWhole the way ends at a root, of which is asked later what it is.
Place RuleLowering::lowerWay(const Way &way, Place place, bool isWhole) {
  for (size_t i = 0; i < way.size(); ++i)
    place = way[i].ways.empty()
                ? lowerUp(way[i], place, !isWhole || i + 1 != way.size())
                : lowerWays(way[i].ways, place);
  return place;
}

Place RuleLowering::lowerUp(const Up &up, Place place, bool asksHead) {
  Step step;
  step.kind = StepKind::Users;
  step.position = place.position;
  step.target = positions.get(PositionKind::User, place.position, userCount++);
  step.name = up.name;
  PositionId user = step.target;
  Gate gate = add(std::move(step), {place.gate});
  if (asksHead && up.user)
    gate = lowerHead(program.exprs[up.user], user, gate);
  else if (asksHead)
    gate = ask(QuestionKind::OpKind, user,
               static_cast<uint32_t>(model::OpKind::Element), {gate});
  return {user, gate};
}

static bool sameSteps(const StepList &a, const StepList &b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const Step &x, const Step &y) {
                      return x.kind == y.kind && x.position == y.position &&
                             x.question == y.question && x.answer == y.answer &&
                             x.target == y.target && x.name == y.name &&
                             x.branches.empty() && y.branches.empty();
                    });
}

Place RuleLowering::lowerWays(const std::vector<Way> &ways, Place place) {
  PositionId end = positions.hole(place.position, FirstLinkHole + linkCount++);
  Step choice;
  choice.kind = StepKind::Choose;
  choice.position = place.position;
  uint32_t firstUser = userCount;
  uint32_t lastUser = userCount;
  for (const Way &way : ways) {
    StepList outer;
    std::swap(outer, frame->steps);
    userCount = firstUser; // equal ways become equal steps
    Place top = lowerWay(way, {place.position, NoGate}, false);
    Step bind;
    bind.kind = StepKind::Bind;
    bind.position = top.position;
    bind.target = end;
    add(std::move(bind), {top.gate});
    lastUser = std::max(lastUser, userCount);
    std::swap(outer, frame->steps);
    bool isNew = llvm::none_of(choice.branches, [&](const StepList &known) {
      return sameSteps(known, outer);
    });
    if (isNew)
      choice.branches.push_back(std::move(outer));
  }
  userCount = lastUser;
  return {end, addChoice(std::move(choice), place.gate)};
}
