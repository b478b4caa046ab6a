// SPDX-License-Identifier: Apache-2.0
#include "compiler/lower/SharedSteps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"
#include <map>
#include <set>

using namespace adopter;
using namespace adopter::lower;

// --- what all branches ask --------------------------------------------------

/// Index of the step of `branch` that asks what `wanted` does, if nothing but
/// `shared` steps must come before it.
static std::optional<uint32_t>
findShareable(const StepList &branch, const Step &wanted,
              const std::vector<std::optional<uint32_t>> &shared) {
  for (uint32_t i = 0; i < branch.size(); ++i) {
    const Step &step = branch[i];
    if (step.kind == StepKind::Ask && step.position == wanted.position &&
        step.question == wanted.question && step.answer == wanted.answer &&
        llvm::all_of(step.after, [&](uint32_t before) {
          return shared[before].has_value();
        }))
      return i;
  }
  return std::nullopt;
}

/// Removes the steps that have a number in `shared`.
static void removeShared(StepList &branch,
                         const std::vector<std::optional<uint32_t>> &shared) {
  std::vector<uint32_t> renumbered(branch.size());
  StepList kept;
  for (uint32_t i = 0; i < branch.size(); ++i) {
    if (shared[i])
      continue;
    renumbered[i] = static_cast<uint32_t>(kept.size());
    llvm::SmallVector<uint32_t, 4> after;
    for (uint32_t before : branch[i].after)
      if (!shared[before])
        after.push_back(renumbered[before]);
    branch[i].after = std::move(after);
    kept.push_back(std::move(branch[i]));
  }
  branch = std::move(kept);
}

StepList adopter::lower::takeSharedSteps(std::vector<StepList> &branches) {
  StepList taken;
  if (branches.size() < 2)
    return taken;
  // Per branch and step: its number in `taken`.
  std::vector<std::vector<std::optional<uint32_t>>> shared;
  for (const StepList &branch : branches)
    shared.emplace_back(branch.size());
  for (uint32_t i = 0; i < branches.front().size(); ++i) {
    const Step &candidate = branches.front()[i];
    if (candidate.kind != StepKind::Ask)
      continue;
    llvm::SmallVector<uint32_t, 8> places;
    for (size_t b = 0; b < branches.size(); ++b)
      if (auto place = findShareable(branches[b], candidate, shared[b]))
        places.push_back(*place);
    if (places.size() != branches.size())
      continue;
    auto number = static_cast<uint32_t>(taken.size());
    Step step = candidate;
    for (uint32_t &before : step.after)
      before = *shared.front()[before];
    taken.push_back(std::move(step));
    for (size_t b = 0; b < branches.size(); ++b)
      shared[b][places[b]] = number;
  }
  for (size_t b = 0; b < branches.size(); ++b)
    removeShared(branches[b], shared[b]);
  return taken;
}

// --- guards -----------------------------------------------------------------

namespace {

/// Collects the ops that a list of steps allows at a position.
class GuardFinder {
public:
  explicit GuardFinder(const StepList &outer) : outer(outer) {}

  /// False if any op will do.
  bool visit(const StepList &steps, PositionId at) {
    for (const Step &step : steps)
      if (step.kind == StepKind::Ask && step.position == at &&
          asksForOp(step.question)) {
        answers[step.question].insert(step.answer);
        return true;
      }
    for (const Step &step : steps)
      if (step.kind == StepKind::Choose && step.position == at)
        return visitChoice(step);
    // `$s` alone: what is asked where its value goes.
    for (const Step &step : steps)
      if (step.kind == StepKind::Bind && step.position == at &&
          (visit(steps, step.target) || visit(outer, step.target)))
        return true;
    return false;
  }

  bool visitChoice(const Step &choice) {
    return llvm::all_of(choice.branches, [&](const StepList &branch) {
      return visit(branch, choice.position);
    });
  }

  std::vector<GuardQuestion> take() const {
    std::vector<GuardQuestion> guards;
    for (const auto &[question, wanted] : answers)
      guards.push_back({question, {wanted.begin(), wanted.end()}});
    return guards;
  }

private:
  static bool asksForOp(QuestionKind question) {
    switch (question) {
    case QuestionKind::OpName:
    case QuestionKind::OpKind:
    case QuestionKind::AttributeName:
    case QuestionKind::MethodName:
    case QuestionKind::IsMemberCall:
    case QuestionKind::IsCall:
      return true;
    case QuestionKind::Constant:
    case QuestionKind::Length:
    case QuestionKind::IsSelf:
    case QuestionKind::SameValue:
    case QuestionKind::SameMember:
      return false;
    }
    return false;
  }

  const StepList &outer;
  std::map<QuestionKind, std::set<Answer>> answers;
};

} // namespace

void adopter::lower::addGuards(StepList &steps, PositionId root) {
  for (uint32_t i = 0; i < steps.size(); ++i) {
    const Step &choice = steps[i];
    bool isFirst = choice.kind == StepKind::Choose && choice.position == root &&
                   llvm::none_of(steps, [&](const Step &step) {
                     return step.kind == StepKind::Ask && step.position == root;
                   });
    if (!isFirst)
      continue;
    GuardFinder finder(steps);
    if (!finder.visitChoice(choice))
      return;
    Step guard;
    guard.kind = StepKind::Guard;
    guard.position = root;
    guard.guards = finder.take();
    auto index = static_cast<uint32_t>(steps.size());
    steps[i].after.push_back(index);
    steps.push_back(std::move(guard));
    return;
  }
}
