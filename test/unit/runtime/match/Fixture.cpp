// SPDX-License-Identifier: Apache-2.0
#include "Fixture.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"

using namespace adopter;
using namespace adopter::match::test;
using namespace adopter::program;

/// Every name that rules of the tests use.
static const char *const Vocabulary = R"(
  torch.add torch.mul torch.div torch.pow torch.eq torch.ne torch.lt
  torch.matmul torch.softmax torch.einsum torch.mean torch.split torch.unbind
  torch.cat torch.stack torch.flatten torch.zeros torch.ones torch.transpose
  torch.unsqueeze torch.Tensor.view torch.Tensor.size torch.Tensor.to
  torch.nn.functional.silu torch.nn.functional.gelu torch.nn.Linear
  torch.nn.SiLU torch.nn.Parameter operator.getitem math.sqrt
  torch.float32 torch.float16
  + * / ** == != < []
  input other dim dim0 dim1 dtype in out shape exponent keepdim equation
  operands tensor split_size_or_sections tensors start_dim end_dim size data
  index x approximate inplace
  rank last_axis activation parameter const scalar distinct not_observed mode
  config has_package inherits
  silu swish gelu gelu_pytorch_tanh inference lib.Base n
  liger-kernel__>=__0.5
  softmax twice scaled_sum of_sum either mixed chain scaled last gated
  projection sums r pair in1 in2 out1 out2 scores probs torch.exp torch.sub
  a act b back c cx cy d d1 d2 d3 d4 d5 d6 d7 e f32 g k m mask no one p q s
  scale t two u w y z o
)";

Rules::Rules() {
  llvm::SmallVector<llvm::StringRef, 128> words;
  llvm::SplitString(Vocabulary, words);
  for (llvm::StringRef word : words) {
    std::string text = word.str();
    for (size_t at; (at = text.find("__")) != std::string::npos;)
      text.replace(at, 2, " ");
    program.symbols->intern(text);
  }
}

SymbolId Rules::symbol(llvm::StringRef text) const {
  SymbolId found = program.symbols->find(text);
  if (!found)
    llvm::report_fatal_error("add to the vocabulary: " + text);
  return found;
}

// --- declarations and expressions -------------------------------------------

OpDeclId Rules::op(llvm::StringRef name,
                   std::initializer_list<const char *> parameters,
                   bool commutative, const char *token) {
  OpDecl decl;
  decl.name = symbol(name);
  decl.pure = true;
  for (const char *parameter : parameters)
    decl.parameters.push_back(
        {symbol(parameter), ParameterKind::Positional, {}});
  if (commutative)
    decl.commutative = {0, 1};
  if (token)
    decl.operators.push_back(symbol(token));
  return program.ops.add(std::move(decl));
}

ExprId Rules::constant(Constant value) {
  Expr expr;
  expr.kind = ExprKind::Constant;
  expr.constant = program.constants.add(value);
  return add(std::move(expr));
}

ExprId Rules::name(llvm::StringRef name) {
  Expr expr;
  expr.kind = ExprKind::Name;
  expr.name = symbol(name);
  return add(std::move(expr));
}

ExprId Rules::hole(uint32_t index) {
  Expr expr;
  expr.kind = ExprKind::Hole;
  expr.index = index;
  return add(std::move(expr));
}

ExprId Rules::wildcard() {
  Expr expr;
  expr.kind = ExprKind::Wildcard;
  return add(std::move(expr));
}

CaptureId Rules::captureId(llvm::StringRef name, CaptureKind kind) {
  SymbolId wanted = symbol(name);
  for (uint32_t i = 0; i < rule.captures.size(); ++i)
    if (rule.captures[CaptureId(i)].name == wanted)
      return CaptureId(i);
  return rule.captures.add({wanted, kind});
}

ExprId Rules::capture(llvm::StringRef name, CaptureKind kind) {
  Expr expr;
  expr.kind = ExprKind::Capture;
  expr.capture = captureId(name, kind);
  return add(std::move(expr));
}

ExprId Rules::call(OpDeclId op, std::initializer_list<ExprId> args) {
  Expr expr;
  expr.kind = ExprKind::OpCall;
  expr.op = op;
  expr.name = program.ops[op].name;
  size_t i = 0;
  for (ExprId arg : args)
    expr.args.push_back({program.ops[op].parameters[i++].name, arg});
  return add(std::move(expr));
}

ExprId Rules::calleeCall(llvm::StringRef callee,
                         std::initializer_list<ExprId> args) {
  Expr expr;
  expr.kind = ExprKind::CalleeCall;
  expr.capture = captureId(callee, CaptureKind::Callee);
  for (ExprId arg : args)
    expr.args.push_back({{}, arg});
  return add(std::move(expr));
}

ExprId Rules::memberCall(llvm::StringRef member,
                         std::initializer_list<ExprId> args) {
  Expr expr;
  expr.kind = ExprKind::MemberCall;
  expr.capture = captureId(member, CaptureKind::Member);
  for (ExprId arg : args)
    expr.args.push_back({{}, arg});
  return add(std::move(expr));
}

ExprId Rules::node(ExprKind kind, std::initializer_list<ExprId> args,
                   llvm::StringRef name) {
  Expr expr;
  expr.kind = kind;
  if (!name.empty())
    expr.name = symbol(name);
  for (ExprId arg : args)
    expr.args.push_back({{}, arg});
  return add(std::move(expr));
}

ExprId Rules::instance(PatternInstance use) {
  Expr expr;
  expr.kind = ExprKind::Instance;
  expr.instance = rule.instances.add(std::move(use));
  return add(std::move(expr));
}

void Rules::begin(llvm::StringRef name) {
  rule = Rule();
  rule.name = symbol(name);
}

void Rules::value(llvm::StringRef target, ExprId expr) {
  rule.values.push_back({{captureId(target)}, expr});
}

// --- lowering ---------------------------------------------------------------

PositionId Rules::position(PositionKind kind, PositionId parent, SymbolId name,
                           uint32_t index) {
  auto &positions = program.automaton.positions;
  for (uint32_t i = 0; i < positions.size(); ++i) {
    const Position &p = positions[PositionId(i)];
    if (p.kind == kind && p.parent == parent && p.name == name &&
        p.index == index)
      return PositionId(i);
  }
  return positions.add({kind, parent, name, index});
}

StateId Rules::state(State s) {
  return program.automaton.states.add(std::move(s));
}

StateId Rules::ask(QuestionKind question, PositionId at, uint32_t answer,
                   StateId next) {
  State s;
  s.kind = StateKind::Switch;
  s.question = question;
  s.position = at;
  s.cases.push_back({{answer}, next});
  return state(std::move(s));
}

StateId Rules::lower(ExprId id, PositionId at, InstanceId frame,
                     uint32_t alternative, PositionId holes, const Next &next) {
  const Expr expr = program.exprs[id];
  switch (expr.kind) {
  case ExprKind::Wildcard:
    return next();
  case ExprKind::Capture: {
    for (size_t i = 0; i < rule.values.size(); ++i)
      if (rule.values[i].targets[0] == expr.capture) {
        roots[i] = at;
        return lower(rule.values[i].value, at, {}, 0, {}, next);
      }
    for (const CaptureAt seen : captures) // a copy: `next` adds to them
      if (seen.capture == expr.capture && seen.instance == frame &&
          seen.alternative == alternative)
        return ask(QuestionKind::SameValue, at, seen.position.raw(), next());
    captures.push_back({expr.capture, at, frame, alternative});
    return next();
  }
  case ExprKind::Hole: {
    State bind;
    bind.kind = StateKind::Bind;
    bind.position = at;
    bind.target = position(PositionKind::Hole, holes, {}, expr.index);
    bind.next = next();
    return state(std::move(bind));
  }
  case ExprKind::Constant:
    return ask(QuestionKind::Constant, at, expr.constant.raw(), next());
  case ExprKind::Name:
    return ask(QuestionKind::OpName, at, expr.name.raw(), next());
  case ExprKind::OpCall: {
    bool commutes = program.ops[expr.op].commutative.has_value();
    StateId args = lowerArguments(expr, 0, at, frame, alternative, holes, next);
    if (commutes) {
      State both;
      both.kind = StateKind::Commute;
      both.position = at;
      both.next = args;
      args = state(std::move(both));
    }
    return ask(QuestionKind::OpName, at, program.ops[expr.op].name.raw(), args);
  }
  case ExprKind::CalleeCall:
    captures.push_back(
        {expr.capture, position(PositionKind::Callee, at), frame, alternative});
    return ask(
        QuestionKind::IsCall, at, 1,
        ask(QuestionKind::Length, at, uint32_t(expr.args.size()),
            lowerArguments(expr, 0, at, frame, alternative, holes, next)));
  case ExprKind::MemberCall:
    captures.push_back(
        {expr.capture, position(PositionKind::Callee, at), frame, alternative});
    return ask(
        QuestionKind::IsMemberCall, at, 1,
        ask(QuestionKind::Length, at, uint32_t(expr.args.size()),
            lowerArguments(expr, 0, at, frame, alternative, holes, next)));
  case ExprKind::Conditional:
    return ask(QuestionKind::OpKind, at, uint32_t(model::OpKind::Select),
               lowerArguments(expr, 0, at, frame, alternative, holes, next));
  case ExprKind::Instance:
    return lowerInstance(expr, at, frame, alternative, holes, next);
  default:
    llvm_unreachable("not lowered in tests");
  }
}

StateId Rules::lowerArguments(const Expr &expr, size_t i, PositionId at,
                              InstanceId frame, uint32_t alternative,
                              PositionId holes, const Next &next) {
  if (i == expr.args.size())
    return next();
  PositionKind kind = expr.kind == ExprKind::OpCall ? PositionKind::Argument
                      : expr.kind == ExprKind::Conditional
                          ? PositionKind::Operand
                          : PositionKind::Written;
  PositionId below = kind == PositionKind::Argument
                         ? position(kind, at, expr.args[i].keyword)
                         : position(kind, at, {}, static_cast<uint32_t>(i));
  return lower(expr.args[i].value, below, frame, alternative, holes, [&] {
    return lowerArguments(expr, i + 1, at, frame, alternative, holes, next);
  });
}

StateId Rules::lowerInstance(const Expr &expr, PositionId at, InstanceId frame,
                             uint32_t alternative, PositionId holes,
                             const Next &next) {
  // What follows is lowered once, and every branch ends in it.
  StateId after;
  State choice;
  choice.kind = StateKind::Alternatives;
  choice.position = at;
  InstanceId use = expr.instance;
  auto continuation = [&] {
    if (!after) {
      const PatternInstance &pattern = rule.instances[use];
      std::function<StateId(size_t)> arguments = [&](size_t i) {
        if (i == pattern.arguments.size())
          return next();
        return lower(pattern.arguments[i],
                     position(PositionKind::Hole, at, {}, uint32_t(i)), frame,
                     alternative, holes, [&] { return arguments(i + 1); });
      };
      after = arguments(0);
    }
    return after;
  };
  continuation();
  size_t count = rule.instances[use].alternatives.size();
  for (uint32_t i = 0; i < count; ++i) {
    const Alternative taken = rule.instances[use].alternatives[i];
    choice.branches.push_back(lower(taken.body, at, use, i, at, [&] {
      if (taken.conditions.empty())
        return continuation();
      State test;
      test.kind = StateKind::Test;
      test.position = at;
      test.rule = ruleId;
      test.instance = use;
      test.index = i;
      for (const CaptureAt &seen : captures)
        if (seen.instance == use && seen.alternative == i)
          test.captures.push_back(seen);
      test.next = continuation();
      return state(std::move(test));
    }));
  }
  choice.next = after;
  StateId id = state(std::move(choice));
  choices.push_back({use, id});
  return id;
}

StateId Rules::lowerMember(const MemberPattern &pattern, InstanceId frame,
                           uint32_t alternative, PositionId holes,
                           const Next &next) {
  PositionId callee;
  for (const CaptureAt &seen : captures)
    if (seen.capture == pattern.member)
      callee = seen.position;
  return lower(pattern.constructor, position(PositionKind::Constructor, callee),
               frame, alternative, holes, next);
}

RuleId Rules::end() {
  Automaton &automaton = program.automaton;
  PositionId root = position(PositionKind::Root, {});
  ruleId = RuleId(program.rules.size());
  captures.clear();
  choices.clear();
  roots.assign(rule.values.size(), {});
  roots.back() = root;
  // Value patterns before the last one are reached through their targets. The
  // continuation runs before the states in front of it exist, so captures and
  // choices are complete only at the end: Accept is patched then.
  StateId accept;
  std::function<StateId(size_t)> members = [&](size_t i) -> StateId {
    if (i < rule.members.size())
      return lowerMember(rule.members[i], {}, 0, {},
                         [&] { return members(i + 1); });
    if (!accept) {
      State s;
      s.kind = StateKind::Accept;
      s.rule = ruleId;
      accept = state(std::move(s));
    }
    return accept;
  };
  // Value patterns that are nobody's operand are found as users of `$x`.
  std::function<StateId(size_t)> users = [&](size_t i) -> StateId {
    if (i == rule.values.size())
      return members(0);
    if (roots[i])
      return users(i + 1);
    State s;
    s.kind = StateKind::Users;
    for (const CaptureAt &seen : captures)
      if (rule.captures[seen.capture].name == symbol("x"))
        s.position = seen.position;
    s.target = position(PositionKind::User, root, {}, uint32_t(i));
    roots[i] = s.target;
    s.next = lower(rule.values[i].value, s.target, {}, 0, {},
                   [&] { return users(i + 1); });
    return state(std::move(s));
  };
  StateId first = lower(rule.values.back().value, root, {}, 0, {},
                        [&] { return users(0); });
  automaton.states[accept].captures = captures;
  automaton.states[accept].choices = choices;
  automaton.states[accept].roots = roots;
  if (!automaton.start)
    automaton.start = first;
  else
    automaton.states[last].otherwise = first;
  last = first;
  return program.rules.add(rule);
}
