// SPDX-License-Identifier: Apache-2.0
/// \file
/// Checks on the data flow of one rule's `match`.
#include "compiler/sema/ExprWalk.h"
#include "compiler/sema/SemaRule.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/SmallSet.h"

using namespace adopter;
using namespace adopter::sema;
using program::CaptureId;
using program::CaptureKind;
using program::ExprKind;

namespace {

class DataFlow {
public:
  explicit DataFlow(RuleState &state)
      : state(state), context(state.context), rule(state.rule) {
    for (size_t i = 0; i < rule.values.size(); ++i)
      for (CaptureId target : rule.values[i].targets)
        if (target)
          definedBy[target] = i;
  }

  void check() {
    collectUses();
    checkAcyclic();
    checkMembersCalled();
    if (state.failed)
      return; // what follows would repeat it
    checkConnected();
    checkRootsRewritten();
    if (!state.failed)
      checkUnused();
  }

private:
  void collectUses() {
    for (const program::ValuePattern &value : rule.values) {
      uses.emplace_back();
      walkExpr(context.program, rule, value.value, WalkInto::Arguments,
               [&](program::ExprId, const program::Expr &expr) {
                 if (expr.kind == ExprKind::Capture &&
                     state.kindOf(expr.capture) == CaptureKind::Value)
                   uses.back().push_back(expr.capture);
                 if (expr.kind == ExprKind::MemberCall)
                   called.insert(expr.capture);
               });
    }
  }

  SourceRange rangeOf(size_t value) const {
    return context.range(rule.values[value].value);
  }

  void checkAcyclic() {
    enum class Mark : uint8_t { New, Open, Done };
    std::vector<Mark> marks(rule.values.size(), Mark::New);
    auto visit = [&](auto &self, size_t value) -> bool {
      if (marks[value] == Mark::Done)
        return true;
      if (marks[value] == Mark::Open)
        return false;
      marks[value] = Mark::Open;
      for (CaptureId used : uses[value]) {
        auto definition = definedBy.find(used);
        if (definition != definedBy.end() && !self(self, definition->second))
          return false;
      }
      marks[value] = Mark::Done;
      return true;
    };
    for (size_t i = 0; i < rule.values.size(); ++i)
      if (marks[i] == Mark::New && !visit(visit, i)) {
        context.report(rangeOf(i), DiagKind::match_cyclic);
        state.failed = true;
        return;
      }
  }

  void checkMembersCalled() {
    for (const program::MemberPattern &member : rule.members) {
      if (called.count(member.member))
        continue;
      std::string name = dollar(state.nameOf(member.member));
      context.report(state.origin.captures[member.member],
                     DiagKind::member_not_called, name);
      state.failed = true;
    }
  }

  /// The matcher goes from one value pattern to the next through a value that
  /// both use or that one computes.
  void checkConnected() {
    llvm::EquivalenceClasses<size_t> classes;
    llvm::DenseMap<CaptureId, size_t> firstUser;
    for (size_t i = 0; i < rule.values.size(); ++i)
      classes.insert(i);
    auto touch = [&](CaptureId capture, size_t value) {
      auto [first, isNew] = firstUser.try_emplace(capture, value);
      if (!isNew)
        classes.unionSets(first->second, value);
    };
    for (size_t i = 0; i < rule.values.size(); ++i) {
      for (CaptureId used : uses[i])
        touch(used, i);
      for (CaptureId target : rule.values[i].targets)
        if (target)
          touch(target, i);
    }
    for (size_t i = 1; i < rule.values.size(); ++i) {
      if (classes.isEquivalent(0, i))
        continue;
      context.report(rangeOf(i), DiagKind::match_disconnected)
          .note(rangeOf(0), DiagKind::note_other_value);
      state.failed = true;
      return;
    }
  }

  bool isUsed(CaptureId capture) const {
    return llvm::any_of(uses, [&](const auto &captures) {
      return llvm::is_contained(captures, capture);
    });
  }

  bool isRewritten(CaptureId capture) const {
    return llvm::any_of(rule.rewriteValues,
                        [&](const program::ValuePattern &value) {
                          return llvm::is_contained(value.targets, capture);
                        });
  }

  void checkRootsRewritten() {
    for (const program::ValuePattern &value : rule.values) {
      if (llvm::any_of(value.targets,
                       [&](CaptureId id) { return id && isUsed(id); }))
        continue; // not a root
      for (CaptureId target : value.targets) {
        if (!target || isRewritten(target))
          continue;
        context
            .report(state.origin.rewrite, DiagKind::root_not_rewritten,
                    dollar(state.nameOf(target)))
            .note(state.origin.captures[target],
                  DiagKind::note_first_bound_here,
                  dollar(state.nameOf(target)));
        state.failed = true;
      }
    }
  }

  void checkUnused() {
    for (CaptureId id(0); id.index() < rule.captures.size();
         id = CaptureId(id.index() + 1)) {
      const CaptureFacts &facts = state.facts[id];
      if (facts.uses != 1 || facts.isLocal)
        continue;
      SourceRange range = state.origin.captures[id];
      auto diagnostic = context.report(range, DiagKind::unused_metavariable,
                                       dollar(state.nameOf(id)));
      bool isWildcard = context.source(range).take_front() == "$" &&
                        state.kindOf(id) == CaptureKind::Value;
      if (isWildcard)
        std::move(diagnostic).fixIt(range, "_");
    }
  }

  RuleState &state;
  Context &context;
  const program::Rule &rule;
  llvm::DenseMap<CaptureId, size_t> definedBy;
  std::vector<llvm::SmallVector<CaptureId, 8>> uses; // indexed like rule.values
  llvm::SmallSet<CaptureId, 4> called;
};

} // namespace

void adopter::sema::checkDataFlow(RuleState &state) { DataFlow(state).check(); }
