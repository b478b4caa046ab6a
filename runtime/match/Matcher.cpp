// SPDX-License-Identifier: Apache-2.0
#include "runtime/match/Matcher.h"
#include "runtime/match/MatcherRun.h"
#include "runtime/support/DiagnosticEngine.h"

using namespace adopter;
using namespace adopter::match;
using namespace adopter::program;
using model::OpId;
using model::OpKind;
using model::ValueId;

/// More select branches than this per match are not looked into.
static constexpr unsigned MaxAssumptions = 4;
/// Paths of the automaton are far shorter; protects against a broken program.
static constexpr unsigned MaxDepth = 4000;

// --- roots ------------------------------------------------------------------

std::vector<Match> MatcherRun::run() {
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
void MatcherRun::startAt(OpId op) {
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

void MatcherRun::explore(StateId id) {
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

void MatcherRun::exploreSwitch(const State &s, StateId id) {
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
void MatcherRun::seeThrough(const State &s, StateId id) {
  PositionKind kind = automaton.positions[s.position].kind;
  if (kind == PositionKind::Root || kind == PositionKind::User)
    return;
  const Register r = registers.read(s.position);
  if (!r.isSet || !r.op)
    return;
  const model::Op &select = arch.ops[r.op];
  if (select.kind != OpKind::Select || select.args.count != 3)
    return;
  const SelectView view(arch, select);
  Truth truth = facts.truth(view.condition);
  for (const Assumption &made : state.assumptions)
    if (truth == Truth::Unknown &&
        arch.sameValue(made.condition, view.condition))
      truth = truthOf(made.holds);
  bool elseFirst = view.whenFalse == arch.args(select)[2].value;
  for (bool holds : {!elseFirst, elseFirst}) {
    if (truth != Truth::Unknown && truthOf(holds) != truth)
      continue;
    if (truth == Truth::Unknown &&
        state.assumptions.size() >= assumptionLimit) {
      limitReached = true;
      return;
    }
    // Also noted where the condition is known: the exact check asks for it.
    state.assumptions.push_back({view.condition, holds});
    unsigned limit = assumptionLimit;
    if (truth != Truth::Unknown)
      ++assumptionLimit;
    exploreBranch(s, id, holds ? view.whenTrue : view.whenFalse);
    assumptionLimit = limit;
    state.assumptions.pop_back();
  }
}

void MatcherRun::exploreBranch(const State &s, StateId id, ValueId value) {
  if (!value || ++depth > MaxDepth)
    return;
  size_t mark = state.mark();
  registers.write(s.position, {value, arch.definingOp(value), {}, true, false},
                  index);
  exploreSwitch(s, id);
  state.undo(mark);
  --depth;
}

void MatcherRun::exploreAlternatives(const State &s, StateId id) {
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

void MatcherRun::exploreCommute(const State &s) {
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

void MatcherRun::exploreUsers(const State &s) {
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
    if (s.name &&
        (use.argument >= args.size() || args[use.argument].keyword != s.name))
      continue;
    last = use.user;
    size_t mark = state.mark();
    registers.write(s.target, {user.result(), use.user, {}, true, false},
                    index);
    explore(s.next);
    state.undo(mark);
  }
}

// --- trace ------------------------------------------------------------------

void MatcherRun::note(Attempt attempt) {
  if (!state.trace)
    return;
  SourceRange range = arch.ops[root].range;
  if (range.begin < state.trace->end && state.trace->begin < range.end)
    state.trace->record(attempt);
}

/// No case of `s` holds: that is how far the rules behind it came.
void MatcherRun::noteQuestion(const State &s, StateId id) {
  llvm::BitVector rules = state.wanted;
  for (const Case &c : s.cases)
    for (unsigned rule : rules.set_bits()) {
      llvm::BitVector one(rules.size());
      one.set(rule);
      if (index.reaches(c.next, one))
        note({RuleId(rule),
              root,
              Attempt::Outcome::Question,
              depth,
              id,
              registers.read(s.position).value,
              {}});
    }
}

std::vector<Match> adopter::match::findMatches(const Program &program,
                                               const model::Architecture &arch,
                                               MatchState &state,
                                               const MatchOptions &options) {
  return MatcherRun(program, arch, state, options).run();
}

void adopter::match::reportEvents(const Program &program,
                                  const model::Architecture &arch,
                                  const MatchState &state,
                                  const MatchOptions &options,
                                  DiagnosticEngine &diags) {
  for (const MatchEvent &event : state.events) {
    SourceRange range = arch.ops[event.root].range;
    switch (event.kind) {
    case MatchEvent::Kind::Cut:
      diags.report(range, DiagKind::match_cut, options.maxSteps);
      break;
    case MatchEvent::Kind::RecheckFailed:
      diags.report(range, DiagKind::match_recheck_failed,
                   program.text(program.rules[event.rule].name).str());
      break;
    }
  }
}
