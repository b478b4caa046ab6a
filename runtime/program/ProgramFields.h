// SPDX-License-Identifier: Apache-2.0
/// \file
/// The fields of a Program in the order in which a pack stores them. Writer,
/// reader and verifier are all this one list, walked by a different archive, so
/// that they cannot drift apart.
///
/// An archive is called with each field in turn, leaves (numbers, strings, ids,
/// enums, Constant) and containers alike; `count(vector)` stores or restores
/// only the length.
#ifndef ADOPTER_RUNTIME_PROGRAM_PROGRAMFIELDS_H
#define ADOPTER_RUNTIME_PROGRAM_PROGRAMFIELDS_H

#include "runtime/program/Program.h"

namespace adopter::program {

/// A type with a list of fields below.
template <typename A, typename T>
concept HasFields = requires(A &archive, T &value) { fields(archive, value); };

template <typename A> void fields(A &a, SourceSpan &s) {
  a(s.path), a(s.line), a(s.column);
}
template <typename A> void fields(A &a, ExprArgument &x) {
  a(x.keyword), a(x.value), a(x.kind);
}
template <typename A> void fields(A &a, Expr &e) {
  a(e.kind), a(e.name), a(e.capture), a(e.constant), a(e.op), a(e.kernel);
  a(e.instance), a(e.index), a(e.args);
}
template <typename A> void fields(A &a, Parameter &p) {
  a(p.name), a(p.kind), a(p.defaultValue);
}
template <typename A> void fields(A &a, Spelling &s) {
  a(s.name), a(s.parameters), a(s.derived), a(s.deprecated);
}
template <typename A> void fields(A &a, ParameterTensor &p) {
  a(p.name), a(p.shape), a(p.condition);
}
template <typename A> void fields(A &a, ModuleSheet &m) {
  a(m.callParameters), a(m.forward), a(m.attributes), a(m.parameters);
}
template <typename A> void fields(A &a, OpDecl &op) {
  a(op.name), a(op.parameters), a(op.spellings), a(op.operators);
  a(op.commutative), a(op.mutates), a(op.aliases), a(op.module), a(op.pure);
  a(op.deprecated);
}
template <typename A> void fields(A &a, Kernel &k) {
  a(k.name), a(k.parameters), a(k.importModule), a(k.importName);
  a(k.callSuffix), a(k.packages), a(k.devices), a(k.dtypes), a(k.gradients);
  a(k.allGradients), a(k.mutates), a(k.mutatesGradient), a(k.training);
  a(k.inference), a(k.deterministic), a(k.notes), a(k.callParameters);
  a(k.documentation);
}
template <typename A> void fields(A &a, Capture &c) { a(c.name), a(c.kind); }
template <typename A> void fields(A &a, MemberPattern &m) {
  a(m.member), a(m.constructor);
}
template <typename A> void fields(A &a, ValuePattern &v) {
  a(v.targets), a(v.value);
}
template <typename A> void fields(A &a, Condition &c) {
  a(c.expr), a(c.require), a(c.reason), a(c.span);
}
template <typename A> void fields(A &a, Alternative &alternative) {
  a(alternative.body), a(alternative.members), a(alternative.conditions);
  a(alternative.bindings);
}
template <typename A> void fields(A &a, PatternInstance &p) {
  a(p.pattern), a(p.arguments), a(p.alternatives);
}
template <typename A> void fields(A &a, RewriteMember &m) {
  a(m.member), a(m.constructor), a(m.newName), a(m.replaces);
}
template <typename A> void fields(A &a, CheckpointEntry &c) {
  a(c.member), a(c.parameter), a(c.value), a(c.condition);
}
template <typename A> void fields(A &a, ExampleBinding &e) {
  a(e.capture), a(e.dtype), a(e.shape), a(e.value);
}
// Sizes come first: what follows names captures and instances of this rule.
template <typename A> void fields(A &a, Rule &r) {
  a(r.captures), a(r.instances), a(r.name), a(r.pack), a(r.documentation);
  a(r.members), a(r.values), a(r.conditions), a(r.rewriteMembers);
  a(r.rewriteValues), a(r.checkpoint), a(r.grade), a(r.domain), a(r.benefit);
  a(r.benefitMeasured), a(r.trainingOnly), a(r.inferenceOnly), a(r.example);
  a(r.span);
}
template <typename A> void fields(A &a, Pack &p) {
  a(p.name), a(p.version), a(p.documentation);
}
template <typename A> void fields(A &a, Position &p) {
  a(p.kind), a(p.parent), a(p.name), a(p.index);
}
/// The answer to `question` is a symbol, which a reader may have to renumber.
inline bool answersWithSymbol(QuestionKind question) {
  return question == QuestionKind::OpName ||
         question == QuestionKind::AttributeName ||
         question == QuestionKind::MethodName;
}
/// A case of a Switch, which cannot be told without the question.
struct AnsweredCase {
  QuestionKind question;
  Case &entry;
};
template <typename A> void fields(A &a, AnsweredCase &c) {
  if (answersWithSymbol(c.question)) {
    SymbolId symbol(c.entry.answer.value);
    a(symbol);
    c.entry.answer.value = symbol.raw();
  } else {
    a(c.entry.answer.value);
  }
  a(c.entry.next);
}
template <typename A> void fields(A &a, CaptureAt &c) {
  a(c.capture), a(c.position), a(c.instance), a(c.alternative);
}
template <typename A> void fields(A &a, ChoiceAt &c) {
  a(c.instance), a(c.state);
}
template <typename A> void fields(A &a, State &s) {
  a(s.kind), a(s.question), a(s.position), a(s.target);
  a.count(s.cases);
  for (Case &entry : s.cases) {
    AnsweredCase answered{s.question, entry};
    fields(a, answered);
  }
  // The rule comes before the captures and instances that are the rule's.
  a(s.branches), a(s.next), a(s.otherwise), a(s.rule), a(s.instance);
  a(s.index), a(s.name), a(s.captures), a(s.choices), a(s.roots);
}
template <typename A> void fields(A &a, Automaton &automaton) {
  a(automaton.positions), a(automaton.states), a(automaton.start);
}
template <typename A> void fields(A &a, Program &p) {
  a(p.constants), a(p.exprs), a(p.ops), a(p.kernels), a(p.packs), a(p.rules);
  a(p.automaton);
}

} // namespace adopter::program

#endif // ADOPTER_RUNTIME_PROGRAM_PROGRAMFIELDS_H
