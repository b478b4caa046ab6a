// SPDX-License-Identifier: Apache-2.0
/// \file
/// Verifier of expressions and of what is made of them.
#include "runtime/program/VerifierParts.h"
#include <algorithm>

using namespace adopter;
using namespace adopter::program;

namespace {

/// Expressions are walked as trees and by recursion: both their depth and the
/// number of their nodes, common ones counted again, are bounded. The parser
/// allows far less.
constexpr uint32_t MaxDepth = 2000;
constexpr uint32_t MaxNodes = 1u << 20;
constexpr uint32_t MaxInstances = 4096;

class RuleVerifier {
public:
  explicit RuleVerifier(const Program &program)
      : program(program), lastWalk(program.exprs.size()) {}

  const char *run() {
    checkExprs();
    if (mistake)
      return mistake;
    for (const OpDecl &op : program.ops)
      checkOp(op);
    for (const Kernel &kernel : program.kernels)
      checkKernel(kernel);
    for (const Rule &checked : program.rules) {
      rule = &checked;
      checkRule();
      if (mistake)
        break;
    }
    return mistake;
  }

private:
  void need(bool condition, const char *what) {
    if (!condition && !mistake)
      mistake = what;
  }

  // --- expressions

  /// An expression stands after its operands, so there is no cycle.
  void checkExprs() {
    std::vector<uint32_t> depths(program.exprs.size());
    std::vector<uint64_t> nodes(program.exprs.size());
    for (uint32_t i = 0; i < program.exprs.size() && !mistake; ++i) {
      const Expr &expr = program.exprs[ExprId(i)];
      depths[i] = nodes[i] = 1;
      for (const ExprArgument &argument : expr.args) {
        if (!argument.value || argument.value.index() >= i) {
          need(false, "operand_after_expression");
          return;
        }
        depths[i] = std::max(depths[i], depths[argument.value.index()] + 1);
        nodes[i] += nodes[argument.value.index()];
      }
      need(depths[i] <= MaxDepth && nodes[i] <= MaxNodes,
           "expression_too_large");
      checkExpr(expr);
    }
  }

  void checkExpr(const Expr &expr) {
    size_t count = expr.args.size();
    switch (expr.kind) {
    case ExprKind::Constant:
      need(expr.constant.isValid(), "constant_missing");
      break;
    case ExprKind::Capture:
    case ExprKind::MemberCall:
    case ExprKind::CalleeCall:
      need(expr.capture.isValid(), "capture_missing");
      break;
    case ExprKind::Param:
    case ExprKind::Name:
    case ExprKind::NameCall:
    case ExprKind::Word:
      need(expr.name.isValid(), "name_missing");
      break;
    case ExprKind::Attribute:
      need(expr.name.isValid() && count == 1, "object_missing");
      break;
    case ExprKind::MethodCall:
      need(expr.name.isValid() && count != 0, "object_missing");
      break;
    case ExprKind::OpCall:
      need(expr.op.isValid() && count == program.ops[expr.op].parameters.size(),
           "call_does_not_fit_op");
      break;
    case ExprKind::KernelCall:
      need(expr.kernel.isValid(), "kernel_missing");
      break;
    case ExprKind::Instance:
      need(expr.instance.isValid(), "instance_missing");
      break;
    case ExprKind::Slice:
    case ExprKind::Conditional:
      need(count == 3, "operand_missing");
      break;
    case ExprKind::In:
    case ExprKind::Is:
      need(count == 2, "operand_missing");
      break;
    case ExprKind::Not:
      need(count == 1, "operand_missing");
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

  // --- declarations

  void checkParameters(const std::vector<Parameter> &parameters) {
    for (const Parameter &parameter : parameters)
      need(parameter.name.isValid(), "parameter_without_name");
  }

  void checkOp(const OpDecl &op) {
    need(op.name.isValid(), "op_without_name");
    checkParameters(op.parameters);
    if (op.commutative)
      need(op.commutative->first < op.parameters.size() &&
               op.commutative->second < op.parameters.size(),
           "commutative_parameter_missing");
    for (const Spelling &spelling : op.spellings) {
      need(spelling.name.isValid(), "spelling_without_name");
      checkParameters(spelling.parameters);
      for (const auto &[parameter, expr] : spelling.derived)
        need(parameter && expr, "derived_parameter_missing");
    }
    if (!op.module)
      return;
    checkParameters(op.module->callParameters);
    for (const ParameterTensor &tensor : op.module->parameters) {
      need(tensor.name.isValid(), "tensor_without_name");
      for (ExprId size : tensor.shape)
        need(size.isValid(), "expression_missing");
    }
  }

  void checkKernel(const Kernel &kernel) {
    need(kernel.name.isValid(), "kernel_without_name");
    checkParameters(kernel.parameters);
    if (kernel.callParameters)
      checkParameters(*kernel.callParameters);
  }

  // --- rules

  void checkRule() {
    need(rule->name.isValid() && rule->pack.isValid(), "rule_without_name");
    need(!rule->values.empty(), "rule_without_pattern");
    // A pass over all: each expression is looked at once per rule.
    seen.assign(program.exprs.size(), false);
    checkMembers(rule->members);
    checkValues(rule->values);
    checkConditions(rule->conditions);
    checkValues(rule->rewriteValues);
    for (const RewriteMember &member : rule->rewriteMembers)
      need(member.member.isValid(), "capture_missing"), use(member.constructor);
    for (const CheckpointEntry &entry : rule->checkpoint) {
      need(entry.member && entry.parameter, "checkpoint_without_name");
      use(entry.value);
      useIfAny(entry.condition);
    }
    for (const ExampleBinding &binding : rule->example) {
      need(binding.capture.isValid(), "capture_missing");
      useIfAny(binding.value);
    }
    for (const PatternInstance &instance : rule->instances)
      checkInstance(instance);
    // Uses of patterns are entered by recursion too, so none may enter itself.
    need(rule->instances.size() <= MaxInstances, "too_many_instances");
    std::vector<Mark> marks(rule->instances.size(), New);
    for (uint32_t i = 0; i < rule->instances.size() && !mistake; ++i)
      enter(InstanceId(i), marks);
  }

  void checkMembers(const std::vector<MemberPattern> &members) {
    for (const MemberPattern &member : members) {
      need(member.member.isValid(), "capture_missing");
      use(member.constructor);
    }
  }

  void checkValues(const std::vector<ValuePattern> &values) {
    for (const ValuePattern &value : values) {
      need(!value.targets.empty(), "value_without_target");
      use(value.value);
    }
  }

  void checkConditions(const std::vector<Condition> &conditions) {
    for (const Condition &condition : conditions)
      use(condition.expr);
  }

  void checkInstance(const PatternInstance &instance) {
    need(instance.pattern.isValid(), "instance_without_name");
    need(!instance.alternatives.empty(), "instance_without_alternative");
    for (ExprId argument : instance.arguments)
      use(argument);
    for (const Alternative &alternative : instance.alternatives) {
      use(alternative.body);
      checkMembers(alternative.members);
      checkConditions(alternative.conditions);
      for (const auto &[capture, expr] : alternative.bindings) {
        need(capture.isValid(), "capture_missing");
        use(expr);
      }
    }
  }

  enum Mark : uint8_t { New, Open, Done };

  void enter(InstanceId id, std::vector<Mark> &marks) {
    Mark &mark = marks[id.index()];
    need(mark != Open, "instance_inside_itself");
    if (mistake || mark == Done)
      return;
    mark = Open;
    for (InstanceId inner : instancesBelow(id))
      enter(inner, marks);
    mark = Done;
  }

  std::vector<InstanceId> instancesBelow(InstanceId id) {
    std::vector<InstanceId> found;
    const PatternInstance &instance = rule->instances[id];
    std::vector<ExprId> work(instance.arguments);
    for (const Alternative &alternative : instance.alternatives) {
      work.push_back(alternative.body);
      for (const MemberPattern &member : alternative.members)
        work.push_back(member.constructor);
    }
    ++walk;
    while (!work.empty()) {
      ExprId next = work.back();
      work.pop_back();
      if (lastWalk[next.index()] == walk)
        continue;
      lastWalk[next.index()] = walk;
      const Expr &expr = program.exprs[next];
      if (expr.kind == ExprKind::Instance)
        found.push_back(expr.instance);
      for (const ExprArgument &argument : expr.args)
        work.push_back(argument.value);
    }
    return found;
  }

  void useIfAny(ExprId id) {
    if (id)
      use(id);
  }

  /// `id` is there, and its captures and instances are those of the rule.
  void use(ExprId id) {
    if (!id)
      return need(false, "expression_missing");
    std::vector<ExprId> work = {id};
    while (!work.empty()) {
      ExprId next = work.back();
      work.pop_back();
      if (seen[next.index()])
        continue;
      seen[next.index()] = true;
      const Expr &expr = program.exprs[next];
      need(!expr.capture || rule->captures.contains(expr.capture),
           "capture_of_another_rule");
      need(!expr.instance || rule->instances.contains(expr.instance),
           "instance_of_another_rule");
      for (const ExprArgument &argument : expr.args)
        work.push_back(argument.value);
    }
  }

  const Program &program;
  const Rule *rule = nullptr;
  std::vector<bool> seen; // by the rule; indexed by ExprId
  uint32_t walk = 0;
  std::vector<uint32_t> lastWalk; // indexed by ExprId
  const char *mistake = nullptr;
};

} // namespace

const char *adopter::program::verifyRules(const Program &program) {
  return RuleVerifier(program).run();
}
