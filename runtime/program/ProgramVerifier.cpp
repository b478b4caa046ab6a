// SPDX-License-Identifier: Apache-2.0
#include "runtime/program/ProgramVerifier.h"
#include "runtime/program/ProgramFields.h"

using namespace adopter;
using namespace adopter::program;

namespace {
#define ADOPTER_EXPR(Name, Description) +1
constexpr unsigned ExprKinds = 0
#include "runtime/program/Exprs.def"
    ;
#define ADOPTER_POSITION(Name, Description) +1
constexpr unsigned PositionKinds = 0
#include "runtime/program/Positions.def"
    ;
#define ADOPTER_QUESTION(Name, Answer, Description) +1
constexpr unsigned QuestionKinds = 0
#include "runtime/program/Questions.def"
    ;

/// Archive that changes nothing and notes the first id or enumerator out of
/// range. Captures and instances are those of the rule being walked.
class Checker {
public:
  explicit Checker(const Program &program) : program(program) {}

  std::string mistake;
  const Rule *rule = nullptr; // whose captures and instances count

  void operator()(uint32_t) {}
  void operator()(int64_t) {}
  void operator()(bool) {}
  void operator()(double) {}
  void operator()(const std::string &) {}
  void operator()(Constant &c) {
    kind(c.kind, 6, "constant");
    (*this)(c.string);
  }

  void operator()(SymbolId id) { range(id, program.symbols->size(), "symbol"); }
  void operator()(ConstantId id) {
    range(id, program.constants.size(), "constant");
  }
  void operator()(ExprId id) { range(id, program.exprs.size(), "expression"); }
  void operator()(OpDeclId id) { range(id, program.ops.size(), "op"); }
  void operator()(KernelId id) { range(id, program.kernels.size(), "kernel"); }
  void operator()(PackId id) { range(id, program.packs.size(), "pack"); }
  void operator()(RuleId id) { range(id, program.rules.size(), "rule"); }
  void operator()(CaptureId id) {
    // Expressions are checked once more under each rule that reaches them.
    if (rule)
      range(id, rule->captures.size(), "capture");
  }
  void operator()(InstanceId id) {
    if (rule)
      range(id, rule->instances.size(), "instance");
  }
  void operator()(PositionId id) {
    range(id, program.automaton.positions.size(), "position");
  }
  void operator()(StateId id) {
    range(id, program.automaton.states.size(), "state");
  }

  void operator()(ExprKind k) { kind(k, ExprKinds, "expression"); }
  void operator()(ArgumentKind k) { kind(k, 3, "argument"); }
  void operator()(ParameterKind k) { kind(k, 4, "parameter"); }
  void operator()(CaptureKind k) { kind(k, 4, "capture"); }
  void operator()(Grade k) { kind(k, 3, "grade"); }
  void operator()(PositionKind k) { kind(k, PositionKinds, "position"); }
  void operator()(QuestionKind k) { kind(k, QuestionKinds, "question"); }
  void operator()(StateKind k) { kind(k, 7, "state"); }

  template <typename First, typename Second>
  void operator()(std::pair<First, Second> &pair) {
    (*this)(pair.first), (*this)(pair.second);
  }
  template <typename T> void operator()(std::optional<T> &value) {
    if (value)
      (*this)(*value);
  }
  template <typename T> void operator()(std::vector<T> &elements) {
    for (T &element : elements)
      (*this)(element);
  }
  template <typename IdType, typename T>
  void operator()(IdVector<IdType, T> &elements) {
    for (T &element : elements)
      (*this)(element);
  }
  void operator()(Rule &value) {
    rule = &value;
    fields(*this, value);
    rule = nullptr;
  }
  void operator()(State &value) {
    if (program.rules.contains(value.rule))
      rule = &program.rules[value.rule];
    fields(*this, value);
    rule = nullptr;
  }
  template <typename T>
    requires HasFields<Checker, T>
  void operator()(T &value) {
    fields(*this, value);
  }
  template <typename T> void count(std::vector<T> &) {}

  void fail(std::string what) {
    if (mistake.empty())
      mistake = std::move(what);
  }

private:
  template <typename IdType>
  void range(IdType id, size_t size, const char *what) {
    if (id.isValid() && id.index() >= size)
      fail(std::string(what) + " id out of range");
  }
  template <typename T> void kind(T value, unsigned limit, const char *what) {
    if (static_cast<unsigned>(value) >= limit)
      fail("unknown kind of " + std::string(what));
  }

  const Program &program;
};

/// What the ids alone do not tell.
class Structure {
public:
  Structure(const Program &program, Checker &checker)
      : program(program), checker(checker) {}

  void check() {
    checkExprs();
    for (const OpDecl &op : program.ops)
      checkOp(op);
    for (const Rule &rule : program.rules)
      checkRule(rule);
    checkAutomaton();
  }

private:
  void need(bool condition, const char *what) {
    if (!condition)
      checker.fail(what);
  }

  /// An expression stands after its operands, so there is no cycle.
  void checkExprs() {
    for (uint32_t i = 0; i < program.exprs.size(); ++i) {
      const Expr &expr = program.exprs[ExprId(i)];
      for (const ExprArgument &arg : expr.args)
        need(arg.value.isValid() && arg.value.index() < i,
             "expression before its operand");
      switch (expr.kind) {
      case ExprKind::Constant:
        need(expr.constant.isValid(), "constant expression without a constant");
        break;
      case ExprKind::Capture:
      case ExprKind::MemberCall:
      case ExprKind::CalleeCall:
        need(expr.capture.isValid(), "capture expression without a capture");
        break;
      case ExprKind::Param:
      case ExprKind::Name:
      case ExprKind::NameCall:
      case ExprKind::Word:
        need(expr.name.isValid(), "named expression without a name");
        break;
      case ExprKind::Attribute:
      case ExprKind::MethodCall:
        need(expr.name.isValid() && !expr.args.empty(),
             "attribute without an object");
        break;
      case ExprKind::OpCall:
        need(expr.op.isValid() &&
                 expr.args.size() == program.ops[expr.op].parameters.size(),
             "call that does not fit its op");
        break;
      case ExprKind::KernelCall:
        need(expr.kernel.isValid(), "kernel call without a kernel");
        break;
      case ExprKind::Instance:
        need(expr.instance.isValid(), "pattern use without an instance");
        break;
      case ExprKind::Slice:
      case ExprKind::Conditional:
        need(expr.args.size() == 3, "expression with missing operands");
        break;
      case ExprKind::In:
      case ExprKind::Is:
        need(expr.args.size() == 2, "comparison with missing operands");
        break;
      case ExprKind::Not:
        need(expr.args.size() == 1, "negation with missing operand");
        break;
      case ExprKind::Wildcard:
      case ExprKind::Hole:
      case ExprKind::Self:
      case ExprKind::Tuple:
      case ExprKind::List:
      case ExprKind::And:
      case ExprKind::Or:
      case ExprKind::Dict:
        break;
      }
    }
  }

  void checkOp(const OpDecl &op) {
    need(op.name.isValid(), "op without a name");
    if (op.commutative)
      need(op.commutative->first < op.parameters.size() &&
               op.commutative->second < op.parameters.size(),
           "commutative parameter out of range");
  }

  void checkRule(const Rule &rule) {
    need(rule.name.isValid() && rule.pack.isValid(), "rule without a name");
    checker.rule = &rule;
    for (const MemberPattern &member : rule.members)
      checkExpr(member.constructor, true);
    for (const ValuePattern &value : rule.values)
      checkExpr(value.value, true);
    for (const PatternInstance &instance : rule.instances) {
      for (ExprId argument : instance.arguments)
        checkExpr(argument, true);
      for (const Alternative &alternative : instance.alternatives) {
        checkExpr(alternative.body, true);
        for (const MemberPattern &member : alternative.members)
          checkExpr(member.constructor, true);
        for (const Condition &condition : alternative.conditions)
          checkExpr(condition.expr, true);
        for (const auto &[capture, expr] : alternative.bindings)
          checkExpr(expr, true);
      }
    }
    for (const Condition &condition : rule.conditions)
      checkExpr(condition.expr, true);
    for (const RewriteMember &member : rule.rewriteMembers)
      checkExpr(member.constructor, true);
    for (const ValuePattern &value : rule.rewriteValues)
      checkExpr(value.value, true);
    for (const CheckpointEntry &entry : rule.checkpoint) {
      checkExpr(entry.value, true);
      checkExpr(entry.condition, false);
    }
    for (const ExampleBinding &binding : rule.example)
      checkExpr(binding.value, false);
    checker.rule = nullptr;
  }

  /// `id` with all its operands, whose captures are those of the rule at hand.
  /// `exprs` is in range and acyclic by now, or a mistake has been noted.
  void checkExpr(ExprId id, bool required) {
    if (!checker.mistake.empty())
      return;
    if (!id.isValid())
      return need(!required, "missing expression");
    std::vector<ExprId> pending{id};
    // Shared operands would be walked once per path without the marks.
    std::vector<bool> seen(id.index() + 1);
    while (!pending.empty()) {
      ExprId next = pending.back();
      pending.pop_back();
      if (seen[next.index()])
        continue;
      seen[next.index()] = true;
      const Expr &expr = program.exprs[next];
      checker(expr.capture);
      checker(expr.instance);
      for (const ExprArgument &arg : expr.args)
        pending.push_back(arg.value);
    }
  }

  void checkAutomaton() {
    const Automaton &automaton = program.automaton;
    if (automaton.states.empty())
      return;
    need(automaton.start.isValid(), "automaton without a start");
    need(!automaton.positions.empty() &&
             automaton.positions[PositionId(0)].kind == PositionKind::Root,
         "automaton without a root");
    for (uint32_t i = 1; i < automaton.positions.size(); ++i) {
      const Position &position = automaton.positions[PositionId(i)];
      need(position.parent.isValid() && position.parent.index() < i,
           "position before its parent");
    }
    for (const State &state : automaton.states) {
      need(state.kind == StateKind::Accept || state.position.isValid(),
           "state without a position");
      switch (state.kind) {
      case StateKind::Switch:
        for (const Case &entry : state.cases) {
          need(entry.next.isValid(), "case without a state");
          if (state.question == QuestionKind::SameValue ||
              state.question == QuestionKind::SameMember)
            need(entry.answer.value < automaton.positions.size(),
                 "answer out of range");
          if (state.question == QuestionKind::Constant)
            need(entry.answer.value < program.constants.size(),
                 "answer out of range");
        }
        break;
      case StateKind::Bind:
      case StateKind::Users:
        need(state.target.isValid() && state.next.isValid(),
             "state that leads nowhere");
        break;
      case StateKind::Commute:
      case StateKind::Alternatives:
        need(state.next.isValid(), "state that leads nowhere");
        break;
      case StateKind::Test:
        need(state.next.isValid() && state.rule.isValid() &&
                 state.instance.isValid() &&
                 state.index < program.rules[state.rule]
                                   .instances[state.instance]
                                   .alternatives.size(),
             "test of no alternative");
        break;
      case StateKind::Accept:
        need(state.rule.isValid(), "accepting state without a rule");
        break;
      }
    }
    checkOrder(automaton);
  }

  /// Successors never lead back: the matcher needs no other bound to stop.
  void checkOrder(const Automaton &automaton) {
    enum : uint8_t { New, Open, Done };
    std::vector<uint8_t> marks(automaton.states.size(), New);
    std::vector<std::pair<StateId, bool>> pending{{automaton.start, false}};
    while (!pending.empty() && checker.mistake.empty()) {
      auto [id, leaving] = pending.back();
      pending.pop_back();
      if (!id.isValid())
        continue;
      uint8_t &mark = marks[id.index()];
      if (leaving) {
        mark = Done;
        continue;
      }
      need(mark != Open, "automaton with a cycle");
      if (mark != New)
        continue;
      mark = Open;
      pending.push_back({id, true});
      const State &state = automaton.states[id];
      pending.push_back({state.next, false});
      pending.push_back({state.otherwise, false});
      for (const Case &entry : state.cases)
        pending.push_back({entry.next, false});
      for (StateId branch : state.branches)
        pending.push_back({branch, false});
    }
  }

  const Program &program;
  Checker &checker;
};
} // namespace

std::string program::verifyProgram(const Program &program) {
  Checker checker(program);
  // The checker changes nothing; the field list is shared with the reader.
  fields(checker, const_cast<Program &>(program));
  if (checker.mistake.empty())
    Structure(program, checker).check();
  return checker.mistake;
}
