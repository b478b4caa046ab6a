// SPDX-License-Identifier: Apache-2.0
/// \file
/// Conditions of an alternative that is being tried, and what becomes of an
/// accepted rule: bindings, conditions, the exact check.
#include "runtime/match/MatcherRun.h"
#include "runtime/match/Recheck.h"
#include <algorithm>

using namespace adopter;
using namespace adopter::match;
using namespace adopter::program;
using model::OpId;
using model::ValueId;

// --- testing an alternative -------------------------------------------------

bool MatcherRun::test(const State &s) {
  const Rule &rule = program.rules[s.rule];
  if (s.instance.index() >= rule.instances.size())
    return true;
  const PatternInstance &use = rule.instances[s.instance];
  if (s.index >= use.alternatives.size())
    return true;
  Match probe;
  probe.program = &program;
  probe.rule = s.rule;
  probe.captures.resize(rule.captures.size());
  probe.instances.resize(rule.instances.size());
  for (const CaptureAt &at : s.captures)
    probe.captures[at.capture.index()] =
        binding(rule.captures[at.capture].kind, registers.read(at.position));
  InstanceBinding &bound = probe.instances[s.instance.index()];
  bound.alternative = s.index;
  for (uint32_t i = 0; i < use.arguments.size(); ++i)
    bound.holes.push_back(registers.read(index.hole(s.position, i)).value);
  Scope scope{probe.captures, probe.instances, s.instance,
              calls.functionOf(root), root};
  for (const Condition &condition : use.alternatives[s.index].conditions) {
    if (condition.require)
      continue; // does not choose between alternatives
    for (const Verdict &verdict : conditions.judge(condition.expr, scope))
      if (verdict.truth == Truth::Refuted) {
        lastReason = verdict.reason;
        return false;
      }
  }
  return true;
}

// --- accepting --------------------------------------------------------------

CaptureBinding MatcherRun::binding(CaptureKind kind,
                                   const Register &from) const {
  CaptureBinding bound;
  if (!from.isSet)
    return bound;
  bound.value = from.value;
  bound.op = from.op;
  bound.member = from.member;
  switch (kind) {
  case CaptureKind::Member: {
    OpId built = from.member ? calls.constructor(from.member) : OpId();
    bound.kind = from.member ? CaptureBinding::Kind::Member
                             : CaptureBinding::Kind::Unbound;
    bound.value = built && arch.ops[built].hasResult()
                      ? arch.ops[built].result()
                      : ValueId();
    break;
  }
  case CaptureKind::Callee:
    bound.kind = CaptureBinding::Kind::Callee;
    break;
  case CaptureKind::Value:
  case CaptureKind::Bound: // matched by one alternative, bound by another
    bound.kind = CaptureBinding::Kind::Value;
    break;
  }
  return bound;
}

void MatcherRun::fillInstances(const State &s, Match &match) const {
  const Rule &rule = program.rules[s.rule];
  match.instances.resize(rule.instances.size());
  for (const ChoiceAt &at : s.choices) {
    if (!at.instance || at.instance.index() >= rule.instances.size())
      continue;
    uint32_t choice = state.choices[at.state.index()];
    const PatternInstance &use = rule.instances[at.instance];
    if (choice == MatchState::NoChoice || choice >= use.alternatives.size())
      continue;
    InstanceBinding &bound = match.instances[at.instance.index()];
    bound.alternative = choice;
    PositionId position = automaton.states[at.state].position;
    for (uint32_t i = 0; i < use.arguments.size(); ++i) {
      PositionId hole = index.hole(position, i);
      bound.holes.push_back(hole ? state.at(hole).value : ValueId());
    }
  }
}

/// False if the model has nothing where a capture should be: an argument that
/// was not given, a result that nobody unpacks.
bool MatcherRun::fillCaptures(const State &s, Match &match) {
  const Rule &rule = program.rules[s.rule];
  match.captures.assign(rule.captures.size(), CaptureBinding());
  for (const CaptureAt &at : s.captures) {
    bool counts =
        !at.instance ||
        (at.instance.index() < match.instances.size() &&
         match.instances[at.instance.index()].alternative == at.alternative);
    if (!counts)
      continue;
    CaptureBinding bound =
        binding(rule.captures[at.capture].kind, registers.read(at.position));
    if (bound.kind == CaptureBinding::Kind::Unbound)
      return false;
    match.captures[at.capture.index()] = bound;
  }
  for (uint32_t i = 0; i < match.instances.size(); ++i) {
    if (!match.instances[i].isUsed())
      continue;
    const PatternInstance &use = rule.instances[InstanceId(i)];
    const Alternative &taken = use.alternatives[match.instances[i].alternative];
    for (auto [capture, expr] : taken.bindings) {
      CaptureBinding bound;
      bound.kind = CaptureBinding::Kind::Bound;
      bound.expr = expr;
      bound.instance = InstanceId(i);
      match.captures[capture.index()] = bound;
    }
  }
  return true;
}

/// The names that the rule gives to the results of its value patterns.
void MatcherRun::bindTargets(Match &match) const {
  const Rule &rule = match.ruleOf();
  for (size_t i = 0; i < match.values.size(); ++i) {
    const std::vector<CaptureId> &targets = rule.values[i].targets;
    for (uint32_t j = 0; j < targets.size(); ++j) {
      if (!targets[j])
        continue;
      CaptureBinding bound;
      bound.kind = CaptureBinding::Kind::Value;
      bound.value = targets.size() == 1 ? match.values[i]
                                        : calls.element(match.values[i], j);
      bound.op = bound.value ? arch.definingOp(bound.value) : OpId();
      if (!bound.value)
        bound.kind = CaptureBinding::Kind::Unbound; // nobody unpacks it
      match.captures[targets[j].index()] = bound;
    }
  }
}

/// One of them has always run when the other one runs.
static bool onOnePath(const model::Architecture &arch, OpId a, OpId b) {
  return a == b || arch.dominates(a, b) || arch.dominates(b, a);
}

/// False if a root is missing, was cloned from a callee (it is found there), or
/// stands in a branch that excludes another root.
bool MatcherRun::fillRoots(const State &s, Match &match) {
  llvm::SmallVector<OpId, 4> starts;
  for (PositionId position : s.roots) {
    const Register r = registers.read(position);
    if (!r.isSet || !r.value)
      return false;
    PositionKind kind = automaton.positions[position].kind;
    bool isStart = kind == PositionKind::Root || kind == PositionKind::User;
    if (isStart && r.op) {
      if (arch.ops[r.op].inlined ||
          calls.functionOf(r.op) != calls.functionOf(root))
        return false;
      for (OpId other : starts)
        if (!onOnePath(arch, r.op, other))
          return false;
      starts.push_back(r.op);
    }
    match.roots.push_back(arch.definingOp(r.value));
    match.values.push_back(r.value);
  }
  return !match.values.empty();
}

bool MatcherRun::isKnown(const Match &match) const {
  auto rootSet = [](const Match &m) {
    llvm::SmallVector<OpId, 4> ops(m.roots.begin(), m.roots.end());
    std::sort(ops.begin(), ops.end());
    return ops;
  };
  llvm::SmallVector<OpId, 4> roots = rootSet(match);
  return std::any_of(found.begin(), found.end(), [&](const Match &other) {
    return other.rule == match.rule && other.function == match.function &&
           rootSet(other) == roots;
  });
}

void MatcherRun::accept(const State &s) {
  if (!state.wanted.test(s.rule.index()))
    return;
  Match match;
  match.program = &program;
  match.rule = s.rule;
  match.function = calls.functionOf(root);
  if (!fillRoots(s, match))
    return;
  for (const Assumption &made : state.assumptions)
    if (std::none_of(match.assumptions.begin(), match.assumptions.end(),
                     [&](const Assumption &seen) {
                       return seen.condition == made.condition;
                     }))
      match.assumptions.push_back(made);
  fillInstances(s, match);
  if (!fillCaptures(s, match))
    return;
  bindTargets(match);
  Attempt attempt{s.rule, root, Attempt::Outcome::Matched, depth, {}, {}, {}};
  if (isKnown(match)) {
    attempt.outcome = Attempt::Outcome::Duplicate;
    return note(attempt);
  }
  if (!judgeConditions(match)) {
    attempt.outcome = Attempt::Outcome::Condition;
    attempt.reason = lastReason;
    return note(attempt);
  }
  if (!recheck(arch, calls, match)) {
    state.events.push_back({MatchEvent::Kind::RecheckFailed, s.rule, root});
    attempt.outcome = Attempt::Outcome::Recheck;
    return note(attempt);
  }
  // What is known anyway need not be guarded.
  llvm::erase_if(match.assumptions, [&](const Assumption &assumption) {
    return facts.truth(assumption.condition) == truthOf(assumption.holds);
  });
  note(attempt);
  if (!match.refusal.empty()) {
    bool isFirst =
        std::none_of(refused.begin(), refused.end(), [&](const Match &other) {
          return other.rule == match.rule;
        });
    if (isFirst)
      refused.push_back(std::move(match));
    return;
  }
  state.wanted.reset(s.rule.index());
  found.push_back(std::move(match));
}

bool MatcherRun::judgeConditions(Match &match) {
  const Rule &rule = match.ruleOf();
  for (const Condition &condition : rule.conditions)
    if (!judgeCondition(condition, {}, match))
      return false;
  for (uint32_t i = 0; i < match.instances.size(); ++i) {
    if (!match.instances[i].isUsed())
      continue;
    const PatternInstance &use = rule.instances[InstanceId(i)];
    for (const Condition &condition :
         use.alternatives[match.instances[i].alternative].conditions)
      if (!judgeCondition(condition, InstanceId(i), match))
        return false;
  }
  return true;
}

/// False if a `where` is refuted.
bool MatcherRun::judgeCondition(const Condition &condition, InstanceId instance,
                                Match &match) {
  Scope scope{match.captures, match.instances, instance, match.function, root};
  for (Verdict &verdict : conditions.judge(condition.expr, scope)) {
    if (verdict.truth == Truth::Proved)
      continue;
    if (verdict.truth == Truth::Refuted) {
      lastReason = verdict.reason;
      if (!condition.require)
        return false;
      if (match.refusal.empty())
        match.refusal = condition.reason;
      continue;
    }
    match.open.push_back(
        {verdict.expr, std::move(verdict.reason), std::move(verdict.guard),
         verdict.deferred,
         condition.require ? condition.reason : std::string()});
  }
  return true;
}
