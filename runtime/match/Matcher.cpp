// SPDX-License-Identifier: Apache-2.0
#include "runtime/match/Matcher.h"
#include "runtime/match/Conditions.h"
#include "runtime/match/MatchTrace.h"
#include "runtime/match/Recheck.h"
#include "runtime/match/Registers.h"
#include <algorithm>

using namespace adopter;
using namespace adopter::match;
using namespace adopter::program;
using model::OpId;
using model::OpKind;
using model::ValueId;

namespace {

/// One run over one file.
class Matcher {
public:
  Matcher(const Program &program, const model::Architecture &arch,
          MatchState &state, const MatchOptions &options)
      : program(program), automaton(program.automaton), arch(arch),
        state(state), options(options), index(state.prepare(program)),
        calls(program, arch), registers(program, arch, calls, state),
        facts(program, arch, calls, options), conditions(program, facts) {}

  std::vector<Match> run();

private:
  // --- exploring
  void startAt(OpId root);
  void explore(StateId id);
  void exploreSwitch(const State &s, StateId id);
  void seeThrough(const State &s, StateId id);
  void exploreBranch(const State &s, StateId id, ValueId value);
  void exploreAlternatives(const State &s, StateId id);
  void exploreCommute(const State &s);
  void exploreUsers(const State &s);

  // --- testing and accepting
  bool test(const State &s);
  void accept(const State &s);
  void fillInstances(const State &s, Match &match) const;
  void fillCaptures(const State &s, Match &match);
  void bindTargets(Match &match) const;
  bool fillRoots(const State &s, Match &match);
  bool isKnown(const Match &match) const;
  bool judgeConditions(Match &match);
  bool judgeCondition(const Condition &condition, InstanceId instance,
                      Match &match);
  CaptureBinding binding(CaptureKind kind, const Register &from) const;

  void note(Attempt attempt);
  void noteQuestion(const State &s, StateId id);

  const Program &program;
  const Automaton &automaton;
  const model::Architecture &arch;
  MatchState &state;
  const MatchOptions &options;
  const ProgramIndex &index;
  CallView calls;
  Registers registers;
  ValueFacts facts;
  Conditions conditions;

  OpId root;
  unsigned steps = 0;
  unsigned depth = 0;
  unsigned assumptionLimit = 0;
  bool limitReached = false; // more assumptions would have opened a branch
  bool isCut = false;
  std::vector<Match> found;
  std::vector<Match> refused; // by a `require`, unless found otherwise
  std::string lastReason;     // why the last condition was refuted
};

constexpr unsigned MaxAssumptions = 4;
/// Paths of the automaton are far shorter; protects against a broken program.
constexpr unsigned MaxDepth = 4000;

} // namespace

// --- roots ------------------------------------------------------------------

std::vector<Match> Matcher::run() {
  const auto ruleCount = static_cast<unsigned>(program.rules.size());
  llvm::BitVector enabled(ruleCount, true);
  if (!options.enabledRules.empty())
    enabled &= options.enabledRules;
  for (unsigned i = 0; i < ruleCount; ++i) {
    const Rule &rule = program.rules[RuleId(i)];
    if ((rule.trainingOnly && options.mode != Mode::Training) ||
        (rule.inferenceOnly && options.mode != Mode::Inference))
      enabled.reset(i);
  }
  if (!automaton.states.contains(automaton.start) || enabled.none())
    return {};
  for (uint32_t i = 0; i < arch.ops.size(); ++i) {
    const model::Op &op = arch.ops[OpId(i)];
    if (!op.hasResult() || op.inlined || !index.mayStart(op))
      continue;
    state.wanted = enabled;
    startAt(OpId(i));
  }
  return std::move(found);
}

/// Finds what starts at `op`: without assumptions first, then with one, two...
/// as long as another assumption would open something not seen yet.
void Matcher::startAt(OpId op) {
  root = op;
  steps = 0;
  isCut = false;
  refused.clear();
  for (assumptionLimit = 0; assumptionLimit <= MaxAssumptions;
       ++assumptionLimit) {
    limitReached = false;
    state.clear();
    depth = 0;
    state.set(PositionId(0), {arch.ops[op].result(), op, {}, true, false});
    facts.setPlace(op);
    explore(automaton.start);
    if (!limitReached || isCut)
      break;
  }
  state.clear();
  if (isCut)
    state.events.push_back({MatchEvent::Kind::Cut, {}, op});
  for (Match &match : refused)
    if (state.wanted.test(match.rule.index())) {
      state.wanted.reset(match.rule.index());
      found.push_back(std::move(match));
    }
}

// --- exploring --------------------------------------------------------------

void Matcher::explore(StateId id) {
  if (++depth > MaxDepth)
    isCut = true;
  while (!isCut && automaton.states.contains(id) &&
         index.reaches(id, state.wanted)) {
    if (++steps > options.maxSteps) {
      isCut = true;
      break;
    }
    const State &s = automaton.states[id];
    size_t mark = state.mark();
    switch (s.kind) {
    case StateKind::Switch:
      exploreSwitch(s, id);
      break;
    case StateKind::Alternatives:
      exploreAlternatives(s, id);
      break;
    case StateKind::Commute:
      exploreCommute(s);
      break;
    case StateKind::Users:
      exploreUsers(s);
      break;
    case StateKind::Bind: {
      const Register content = registers.read(s.position);
      if (!content.isSet)
        break;
      registers.write(s.target, content, index);
      explore(s.next);
      break;
    }
    case StateKind::Test:
      if (test(s))
        explore(s.next);
      break;
    case StateKind::Accept:
      accept(s);
      break;
    }
    state.undo(mark);
    id = s.otherwise;
  }
  --depth;
}

void Matcher::exploreSwitch(const State &s, StateId id) {
  bool answered = false;
  registers.forEachCase(s, [&](StateId next) {
    answered = true;
    size_t mark = state.mark();
    explore(next);
    state.undo(mark);
  });
  if (!answered && state.trace)
    noteQuestion(s, id);
  if (asksForOp(s.question))
    seeThrough(s, id);
}

/// Asks the question of the branches of a select, under the assumption that
/// each is taken; the else branch first, which is the value before an `if`.
void Matcher::seeThrough(const State &s, StateId id) {
  PositionKind kind = automaton.positions[s.position].kind;
  if (kind == PositionKind::Root || kind == PositionKind::User)
    return;
  const Register r = registers.read(s.position);
  if (!r.isSet || !r.op)
    return;
  const model::Op &select = arch.ops[r.op];
  if (select.kind != OpKind::Select || select.args.count != 3)
    return;
  llvm::ArrayRef<model::Argument> args = arch.args(select);
  ValueId condition = args[0].value;
  bool whenTrue = true;
  for (const model::Op *op = arch.definition(condition);
       op && op->kind == OpKind::Not; op = arch.definition(condition)) {
    condition = arch.args(*op)[0].value;
    whenTrue = !whenTrue;
  }
  Truth truth = facts.truth(condition);
  for (const Assumption &made : state.assumptions)
    if (truth == Truth::Unknown && arch.sameValue(made.condition, condition))
      truth = truthOf(made.holds);
  for (bool takesThen : {false, true}) {
    bool holds = takesThen == whenTrue;
    if (truth != Truth::Unknown && truthOf(holds) != truth)
      continue;
    if (truth == Truth::Unknown &&
        state.assumptions.size() >= assumptionLimit) {
      limitReached = true;
      return;
    }
    // Also noted where the condition is known: the exact check asks for it.
    state.assumptions.push_back({condition, holds});
    unsigned limit = assumptionLimit;
    if (truth != Truth::Unknown)
      ++assumptionLimit;
    exploreBranch(s, id, args[takesThen ? 1 : 2].value);
    assumptionLimit = limit;
    state.assumptions.pop_back();
  }
}

void Matcher::exploreBranch(const State &s, StateId id, ValueId value) {
  if (!value || ++depth > MaxDepth)
    return;
  size_t mark = state.mark();
  registers.write(s.position, {value, arch.definingOp(value), {}, true, false},
                  index);
  exploreSwitch(s, id);
  state.undo(mark);
  --depth;
}

void Matcher::exploreAlternatives(const State &s, StateId id) {
  uint32_t &choice = state.choices[id.index()];
  uint32_t outer = choice;
  for (uint32_t i = 0; i < s.branches.size(); ++i) {
    size_t mark = state.mark();
    choice = i;
    explore(s.branches[i]);
    state.undo(mark);
  }
  choice = outer;
}

void Matcher::exploreCommute(const State &s) {
  Register content = registers.read(s.position);
  if (!content.isSet)
    return;
  size_t mark = state.mark();
  for (bool swapped : {false, true}) {
    content.isSwapped = swapped;
    registers.write(s.position, content, index);
    explore(s.next);
    state.undo(mark);
  }
}

void Matcher::exploreUsers(const State &s) {
  const Register used = registers.read(s.position);
  if (!used.isSet || !used.value)
    return;
  OpId last; // an op that uses the value twice is one user
  for (const model::Use &use : arch.uses(used.value)) {
    const model::Op &user = arch.ops[use.user];
    if (!user.hasResult() || user.inlined || use.user == last ||
        use.argument == model::Use::CalleeUse)
      continue;
    llvm::ArrayRef<model::Argument> args = arch.args(user);
    if (s.name && (use.argument >= args.size() ||
                   args[use.argument].keyword != s.name))
      continue;
    last = use.user;
    size_t mark = state.mark();
    registers.write(s.target, {user.result(), use.user, {}, true, false}, index);
    explore(s.next);
    state.undo(mark);
  }
}

// --- testing an alternative -------------------------------------------------

bool Matcher::test(const State &s) {
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
    probe.captures[at.capture.index()] = binding(
        rule.captures[at.capture].kind, registers.read(at.position));
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

CaptureBinding Matcher::binding(CaptureKind kind, const Register &from) const {
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

void Matcher::fillInstances(const State &s, Match &match) const {
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

void Matcher::fillCaptures(const State &s, Match &match) {
  const Rule &rule = program.rules[s.rule];
  match.captures.assign(rule.captures.size(), CaptureBinding());
  for (const CaptureAt &at : s.captures) {
    bool counts = !at.instance ||
                  (at.instance.index() < match.instances.size() &&
                   match.instances[at.instance.index()].alternative ==
                       at.alternative);
    if (counts)
      match.captures[at.capture.index()] =
          binding(rule.captures[at.capture].kind, registers.read(at.position));
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
}

/// The names that the rule gives to the results of its value patterns.
void Matcher::bindTargets(Match &match) const {
  const Rule &rule = match.ruleOf();
  for (size_t i = 0; i < match.values.size(); ++i) {
    const std::vector<CaptureId> &targets = rule.values[i].targets;
    for (uint32_t j = 0; j < targets.size(); ++j) {
      if (!targets[j])
        continue;
      CaptureBinding bound;
      bound.kind = CaptureBinding::Kind::Value;
      bound.value = targets.size() == 1
                        ? match.values[i]
                        : calls.element(match.values[i], j);
      bound.op = bound.value ? arch.definingOp(bound.value) : OpId();
      if (!bound.value)
        bound.kind = CaptureBinding::Kind::Unbound; // nobody unpacks it
      match.captures[targets[j].index()] = bound;
    }
  }
}

/// False if a root is missing, or was cloned from a callee: it is found there.
bool Matcher::fillRoots(const State &s, Match &match) {
  for (PositionId position : s.roots) {
    const Register r = registers.read(position);
    if (!r.isSet || !r.value)
      return false;
    PositionKind kind = automaton.positions[position].kind;
    bool isStart = kind == PositionKind::Root || kind == PositionKind::User;
    if (isStart && r.op &&
        (arch.ops[r.op].inlined ||
         calls.functionOf(r.op) != calls.functionOf(root)))
      return false;
    match.roots.push_back(arch.definingOp(r.value));
    match.values.push_back(r.value);
  }
  return !match.values.empty();
}

bool Matcher::isKnown(const Match &match) const {
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

void Matcher::accept(const State &s) {
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
  fillCaptures(s, match);
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
    bool isFirst = std::none_of(
        refused.begin(), refused.end(),
        [&](const Match &other) { return other.rule == match.rule; });
    if (isFirst)
      refused.push_back(std::move(match));
    return;
  }
  state.wanted.reset(s.rule.index());
  found.push_back(std::move(match));
}

bool Matcher::judgeConditions(Match &match) {
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
bool Matcher::judgeCondition(const Condition &condition, InstanceId instance,
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
    match.open.push_back({verdict.expr, std::move(verdict.reason),
                          std::move(verdict.guard), verdict.deferred,
                          condition.require ? condition.reason
                                            : std::string()});
  }
  return true;
}

// --- trace ------------------------------------------------------------------

void Matcher::note(Attempt attempt) {
  if (!state.trace)
    return;
  SourceRange range = arch.ops[root].range;
  if (range.begin < state.trace->end && state.trace->begin < range.end)
    state.trace->record(attempt);
}

/// No case of `s` holds: that is how far the rules behind it came.
void Matcher::noteQuestion(const State &s, StateId id) {
  llvm::BitVector rules = state.wanted;
  for (const Case &c : s.cases)
    for (unsigned rule : rules.set_bits()) {
      llvm::BitVector one(rules.size());
      one.set(rule);
      if (index.reaches(c.next, one))
        note({RuleId(rule), root, Attempt::Outcome::Question, depth, id,
              registers.read(s.position).value, {}});
    }
}

std::vector<Match>
adopter::match::findMatches(const Program &program,
                            const model::Architecture &arch, MatchState &state,
                            const MatchOptions &options) {
  return Matcher(program, arch, state, options).run();
}
