// SPDX-License-Identifier: Apache-2.0
#include "runtime/match/Selection.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <numeric>

using namespace adopter;
using namespace adopter::match;
using model::OpId;
using model::OpKind;

/// Ops that a rewrite leaves alone or repeats: two matches may read the same
/// `x.dtype`.
static bool isLeaf(const model::Op &op) {
  return op.kind == OpKind::Constant || op.kind == OpKind::Global ||
         op.kind == OpKind::Attribute;
}

static bool sharesOp(const model::Architecture &arch, const Match &a,
                     const Match &b) {
  return llvm::any_of(a.ops, [&](OpId op) {
    return !isLeaf(arch.ops[op]) && llvm::is_contained(b.ops, op);
  });
}

static bool sharesMember(const Match &a, const Match &b) {
  if (a.ruleOf().rewriteMembers.empty() && b.ruleOf().rewriteMembers.empty())
    return false;
  for (const CaptureBinding &x : a.captures)
    for (const CaptureBinding &y : b.captures)
      if (x.kind == CaptureBinding::Kind::Member && x.kind == y.kind &&
          x.member == y.member)
        return true;
  return false;
}

bool adopter::match::overlap(const model::Architecture &arch, const Match &a,
                             const Match &b) {
  return sharesOp(arch, a, b) || sharesMember(a, b);
}

std::vector<std::optional<size_t>>
adopter::match::selectMatches(const model::Architecture &arch,
                              llvm::ArrayRef<Candidate> candidates) {
  std::vector<size_t> order(candidates.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](size_t x, size_t y) {
    const Candidate &a = candidates[x];
    const Candidate &b = candidates[y];
    if (a.benefit != b.benefit)
      return a.benefit > b.benefit;
    if (a.match->ops.size() != b.match->ops.size())
      return a.match->ops.size() > b.match->ops.size();
    return a.match->rule < b.match->rule;
  });
  std::vector<std::optional<size_t>> lostTo(candidates.size());
  llvm::DenseMap<OpId, size_t> owner; // op to the winner that covers it
  std::vector<size_t> withMembers;    // winners that rebuild members
  for (size_t i : order) {
    const Match &match = *candidates[i].match;
    std::optional<size_t> winner;
    for (OpId op : match.ops)
      if (auto it = owner.find(op); it != owner.end())
        winner = winner ? std::min(*winner, it->second) : it->second;
    for (size_t other : withMembers)
      if (!winner && sharesMember(match, *candidates[other].match))
        winner = other;
    lostTo[i] = winner;
    if (winner)
      continue;
    for (OpId op : match.ops)
      if (!isLeaf(arch.ops[op]))
        owner.try_emplace(op, i);
    bool hasMember =
        std::any_of(match.captures.begin(), match.captures.end(),
                    [](const CaptureBinding &bound) {
                      return bound.kind == CaptureBinding::Kind::Member;
                    });
    if (hasMember)
      withMembers.push_back(i);
  }
  return lostTo;
}
