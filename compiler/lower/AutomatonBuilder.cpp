// SPDX-License-Identifier: Apache-2.0
#include "compiler/lower/AutomatonBuilder.h"
#include <map>

using namespace adopter;
using namespace adopter::lower;
using namespace adopter::program;

namespace {

struct ChainTag;
struct NodeTag;
/// States of which one after the other is explored (`otherwise`).
using ChainId = Id<ChainTag>;
using NodeId = Id<NodeTag>;

/// A state under construction; a guard becomes one state per question.
struct Node {
  const Step *step = nullptr;      // none: Accept
  const RuleSteps *rule = nullptr; // Accept; else the first with this step
  std::map<Answer, ChainId> cases; // Ask
  std::vector<ChainId> branches;   // Choose
  ChainId next;                    // the others
  std::vector<ChoiceAt> choices;   // Accept: `state` is a node's index
};

class Builder {
public:
  explicit Builder(Automaton &automaton) : automaton(automaton) {
    start = chains.add({});
  }

  void insert(const RuleSteps &rule) {
    choices.clear();
    ChainId end = insert(rule, rule.steps, start, ChainId());
    Node accept;
    accept.rule = &rule;
    accept.choices = choices;
    chains[end].push_back(nodes.add(std::move(accept)));
  }

  void finish() {
    automaton.states.clear();
    automaton.start = number(start);
    for (auto &[state, node] : accepts)
      for (ChoiceAt &choice : automaton.states[state].choices)
        choice.state = firstStates[choice.state.index()];
  }

private:
  /// Adds `steps` to `chain`; they end in `end`, or in a chain of their own,
  /// which is returned.
  ChainId insert(const RuleSteps &rule, const StepList &steps, ChainId chain,
                 ChainId end) {
    for (size_t i = 0; i < steps.size(); ++i)
      chain = insert(rule, steps[i], chain,
                     i + 1 == steps.size() ? end : ChainId());
    return chain;
  }

  ChainId insert(const RuleSteps &rule, const Step &step, ChainId chain,
                 ChainId end) {
    NodeId id = find(chain, step.key);
    if (!id) {
      Node node;
      node.step = &step;
      node.rule = &rule;
      if (step.kind != StepKind::Ask)
        node.next = end ? end : chains.add({});
      id = nodes.add(std::move(node));
      chains[chain].push_back(id);
    }
    if (step.kind == StepKind::Ask) {
      ChainId &next = nodes[id].cases[step.answer];
      if (!next)
        next = end ? end : chains.add({});
      return next;
    }
    if (step.kind == StepKind::Choose)
      insertBranches(rule, step, id);
    return nodes[id].next;
  }

  void insertBranches(const RuleSteps &rule, const Step &step, NodeId id) {
    if (step.instance)
      choices.push_back({step.instance, StateId(id.index())});
    ChainId next = nodes[id].next;
    for (size_t i = 0; i < step.branches.size(); ++i) {
      if (i == nodes[id].branches.size())
        nodes[id].branches.push_back(step.branches[i].empty() ? next
                                                              : chains.add({}));
      insert(rule, step.branches[i], nodes[id].branches[i], next);
    }
  }

  /// The node of `chain` that does what steps with this key do.
  NodeId find(ChainId chain, uint32_t key) const {
    for (NodeId id : chains[chain])
      if (nodes[id].step && nodes[id].step->key == key)
        return id;
    return {};
  }

  // --- numbering

  /// The first state of a chain; states are numbered in the order in which the
  /// matcher may come to them.
  StateId number(ChainId chain) {
    if (chains[chain].empty())
      return {};
    auto [known, isNew] = heads.try_emplace(chain);
    if (!isNew)
      return known->second;
    // All of the chain first: the states of one choice stand together.
    std::vector<std::pair<NodeId, llvm::SmallVector<StateId, 2>>> made;
    StateId previous;
    StateId head;
    for (NodeId id : chains[chain]) {
      made.push_back({id, {}});
      const Step *step = nodes[id].step;
      size_t count =
          step && step->kind == StepKind::Guard ? step->guards.size() : 1;
      for (size_t i = 0; i < count; ++i) {
        StateId state = automaton.states.add({});
        if (previous)
          automaton.states[previous].otherwise = state;
        else
          head = state;
        previous = state;
        made.back().second.push_back(state);
      }
      firstStates.resize(nodes.size());
      firstStates[id.index()] = made.back().second.front();
    }
    heads[chain] = head;
    for (auto &[id, states] : made)
      for (size_t i = 0; i < states.size(); ++i)
        fill(id, i, states[i]);
    return head;
  }

  void fill(NodeId id, size_t guard, StateId stateId) {
    const Node &node = nodes[id];
    State state;
    state.otherwise = automaton.states[stateId].otherwise;
    if (!node.step) {
      state.kind = StateKind::Accept;
      state.rule = node.rule->rule;
      state.captures = node.rule->captures;
      state.choices = node.choices;
      state.roots = node.rule->roots;
      accepts.push_back({stateId, id});
      automaton.states[stateId] = std::move(state);
      return;
    }
    const Step &step = *node.step;
    state.position = step.position;
    switch (step.kind) {
    case StepKind::Ask:
      state.kind = StateKind::Switch;
      state.question = step.question;
      for (const auto &[answer, next] : node.cases)
        state.cases.push_back({answer, number(next)});
      break;
    case StepKind::Guard:
      state.kind = StateKind::Switch;
      state.question = step.guards[guard].question;
      for (Answer answer : step.guards[guard].answers)
        state.cases.push_back({answer, number(node.next)});
      break;
    case StepKind::Bind:
      state.kind = StateKind::Bind;
      state.target = step.target;
      state.next = number(node.next);
      break;
    case StepKind::Test:
      state.kind = StateKind::Test;
      state.rule = node.rule->rule;
      state.instance = step.instance;
      state.index = step.alternative;
      state.captures = step.captures;
      state.next = number(node.next);
      break;
    case StepKind::Commute:
      state.kind = StateKind::Commute;
      state.next = number(node.next);
      break;
    case StepKind::Choose:
      state.kind = StateKind::Alternatives;
      for (ChainId branch : node.branches)
        state.branches.push_back(number(branch));
      state.next = number(node.next);
      break;
    case StepKind::Users:
      state.kind = StateKind::Users;
      state.target = step.target;
      state.name = step.name;
      state.next = number(node.next);
      break;
    }
    automaton.states[stateId] = std::move(state);
  }

  Automaton &automaton;
  IdVector<ChainId, std::vector<NodeId>> chains;
  IdVector<NodeId, Node> nodes;
  ChainId start;
  std::vector<ChoiceAt> choices; // of the rule being inserted
  std::map<ChainId, StateId> heads;
  std::vector<StateId> firstStates; // indexed by NodeId
  std::vector<std::pair<StateId, NodeId>> accepts;
};

} // namespace

void adopter::lower::buildAutomaton(llvm::ArrayRef<RuleSteps> rules,
                                    Automaton &automaton) {
  Builder builder(automaton);
  for (const RuleSteps &rule : rules)
    builder.insert(rule);
  builder.finish();
}
