// SPDX-License-Identifier: Apache-2.0
#include "runtime/match/Recheck.h"
#include <algorithm>
#include <utility>

using namespace adopter;
using namespace adopter::match;
using namespace adopter::program;
using model::OpId;
using model::OpKind;
using model::ValueId;

namespace {

/// The instance in whose alternative an expression stands, and the frame in
/// which its arguments do.
struct Frame {
  InstanceId instance;
  const Frame *outer = nullptr;
};

class Rechecker {
public:
  Rechecker(const model::Architecture &arch, const CallView &calls,
            Match &match)
      : arch(arch), calls(calls), match(match), program(*match.program),
        rule(match.ruleOf()) {}

  bool run();

private:
  bool matches(ExprId pattern, ValueId value, const Frame *frame);
  /// `value` is what `pattern` says, itself and not one branch of it.
  bool matchesHere(const Expr &pattern, ValueId value, const Frame *frame);
  bool throughAssumption(ExprId pattern, ValueId value, const Frame *frame);
  bool capture(const Expr &pattern, ValueId value);
  bool hole(const Expr &pattern, ValueId value, const Frame *frame);
  bool instance(InstanceId id, ValueId value, const Frame *frame);
  bool operands(const Expr &pattern, const model::Op &op, const Frame *frame);
  bool opCall(const Expr &pattern, const model::Op &op, const Frame *frame);
  bool opArguments(const Expr &pattern, const model::Op &op, bool exchanged,
                   const Frame *frame);
  bool writtenCall(const Expr &pattern, const model::Op &op,
                   llvm::ArrayRef<ExprArgument> args, const Frame *frame);
  bool conditional(const Expr &pattern, const model::Op &op,
                   const Frame *frame);
  bool member(const MemberPattern &pattern, const Frame *frame);
  bool consume(bool ok, ValueId value);

  const model::Architecture &arch;
  const CallView &calls;
  Match &match;
  const Program &program;
  const Rule &rule;
  std::vector<OpId> ops;
  unsigned depth = 0;
};

} // namespace

bool Rechecker::run() {
  if (match.values.size() != rule.values.size())
    return false;
  for (size_t i = 0; i < rule.values.size(); ++i)
    if (!match.values[i] ||
        !matches(rule.values[i].value, match.values[i], nullptr))
      return false;
  for (const MemberPattern &pattern : rule.members)
    if (!member(pattern, nullptr))
      return false;
  std::sort(ops.begin(), ops.end(),
            [&](OpId a, OpId b) { return arch.order(a) < arch.order(b); });
  ops.erase(std::unique(ops.begin(), ops.end()), ops.end());
  match.ops.clear();
  for (OpId op : ops)
    if (calls.functionOf(op) == match.function)
      match.ops.push_back(op);
  return !match.ops.empty();
}

bool Rechecker::matches(ExprId pattern, ValueId value, const Frame *frame) {
  if (!value || !program.exprs.contains(pattern) || depth > 200)
    return false;
  ++depth;
  size_t seen = ops.size();
  bool found = matchesHere(program.exprs[pattern], value, frame);
  if (!found) {
    ops.resize(seen);
    found = throughAssumption(pattern, value, frame);
  }
  --depth;
  return found;
}

/// The branch of a select that the match assumes to be taken.
bool Rechecker::throughAssumption(ExprId pattern, ValueId value,
                                  const Frame *frame) {
  const model::Op *op = arch.definition(value);
  if (!op || op->kind != OpKind::Select || op->args.count != 3)
    return false;
  const SelectView view(arch, *op);
  for (const Assumption &assumption : match.assumptions)
    if (arch.sameValue(assumption.condition, view.condition))
      return matches(pattern, assumption.holds ? view.whenTrue : view.whenFalse,
                     frame);
  return false;
}

bool Rechecker::consume(bool ok, ValueId value) {
  if (ok)
    ops.push_back(arch.definingOp(value));
  return ok;
}

bool Rechecker::matchesHere(const Expr &pattern, ValueId value,
                            const Frame *frame) {
  const model::Op *op = arch.definition(value);
  auto hasKind = [&](OpKind kind) { return op && op->kind == kind; };
  auto named = [&](OpKind kind) {
    return hasKind(kind) && op->name == pattern.name;
  };
  auto all = [&](OpKind kind) {
    return consume(hasKind(kind) && operands(pattern, *op, frame), value);
  };
  switch (pattern.kind) {
  case ExprKind::Wildcard:
    return true;
  case ExprKind::Capture:
    return capture(pattern, value);
  case ExprKind::Hole:
    return hole(pattern, value, frame);
  case ExprKind::Instance:
    return instance(pattern.instance, value, frame);
  case ExprKind::Constant: {
    const Constant *constant = arch.constant(value);
    return constant && *constant == program.constants[pattern.constant];
  }
  case ExprKind::Name:
    return consume(named(OpKind::Global), value);
  case ExprKind::Self:
    return calls.isSelf(value);
  case ExprKind::Attribute:
    return consume(named(OpKind::Attribute) && operands(pattern, *op, frame),
                   value);
  case ExprKind::MethodCall:
    return consume(named(OpKind::MethodCall) && operands(pattern, *op, frame),
                   value);
  case ExprKind::OpCall:
    return consume(hasKind(OpKind::Call) && opCall(pattern, *op, frame), value);
  case ExprKind::KernelCall:
    return consume(hasKind(OpKind::Call) &&
                       op->name == program.kernels[pattern.kernel].name &&
                       writtenCall(pattern, *op, pattern.args, frame),
                   value);
  case ExprKind::NameCall:
    return consume(named(OpKind::Call) && op->decl == model::NoDecl &&
                       writtenCall(pattern, *op, pattern.args, frame),
                   value);
  case ExprKind::MemberCall: {
    const CaptureBinding &bound = match.captures[pattern.capture.index()];
    return consume(hasKind(OpKind::Call) && op->member &&
                       op->member == bound.member &&
                       writtenCall(pattern, *op, pattern.args, frame),
                   value);
  }
  case ExprKind::CalleeCall: {
    const CaptureBinding &bound = match.captures[pattern.capture.index()];
    bool sameCallee = op && bound.kind == CaptureBinding::Kind::Callee &&
                      (bound.op == arch.definingOp(value) ||
                       (bound.member && bound.member == op->member) ||
                       (bound.value && op->callee &&
                        arch.sameValue(bound.value, op->callee)));
    return consume(sameCallee && calls.isCalleeCall(*op) &&
                       writtenCall(pattern, *op, pattern.args, frame),
                   value);
  }
  case ExprKind::Conditional:
    return consume(hasKind(OpKind::Select) && conditional(pattern, *op, frame),
                   value);
  case ExprKind::Tuple:
    return all(OpKind::Tuple);
  case ExprKind::List:
    return all(OpKind::List);
  case ExprKind::Dict:
    return all(OpKind::Dict);
  case ExprKind::Slice:
    return all(OpKind::Slice);
  case ExprKind::And:
    return all(OpKind::And);
  case ExprKind::Or:
    return all(OpKind::Or);
  case ExprKind::Not:
    return all(OpKind::Not);
  case ExprKind::In:
    return all(OpKind::In);
  case ExprKind::Is:
    return all(OpKind::Is);
  case ExprKind::Param:
  case ExprKind::Word:
    return false; // no part of a pattern
  }
  return false;
}

bool Rechecker::capture(const Expr &pattern, ValueId value) {
  const CaptureBinding &bound = match.captures[pattern.capture.index()];
  switch (bound.kind) {
  case CaptureBinding::Kind::Unbound:
  case CaptureBinding::Kind::Bound:
    return false;
  case CaptureBinding::Kind::Value:
    return arch.sameValue(bound.value, value);
  case CaptureBinding::Kind::Callee:
    return bound.value && arch.sameValue(bound.value, value);
  case CaptureBinding::Kind::Member: {
    const model::Op *op = arch.definition(value);
    return op && op->kind == OpKind::Attribute && op->args.count != 0 &&
           op->name == arch.members[bound.member].name &&
           calls.isSelf(arch.args(*op)[0].value);
  }
  }
  return false;
}

bool Rechecker::hole(const Expr &pattern, ValueId value, const Frame *frame) {
  if (!frame)
    return false;
  const InstanceBinding &bound = match.instances[frame->instance.index()];
  const PatternInstance &use = rule.instances[frame->instance];
  if (pattern.index >= use.arguments.size() ||
      pattern.index >= bound.holes.size())
    return false;
  // The hole holds what the argument matched: in an assumption's branch that
  // is the branch's value.
  ValueId filled = bound.holes[pattern.index];
  if (!filled)
    return false;
  bool same = arch.sameValue(filled, value);
  const model::Op *op = arch.definition(value);
  if (!same && !(op && op->kind == OpKind::Select))
    return false;
  return matches(use.arguments[pattern.index], value, frame->outer);
}

bool Rechecker::instance(InstanceId id, ValueId value, const Frame *frame) {
  const InstanceBinding &bound = match.instances[id.index()];
  const PatternInstance &use = rule.instances[id];
  if (!bound.isUsed() || bound.alternative >= use.alternatives.size())
    return false;
  Frame inner{id, frame};
  const Alternative &alternative = use.alternatives[bound.alternative];
  if (!matches(alternative.body, value, &inner))
    return false;
  return std::all_of(
      alternative.members.begin(), alternative.members.end(),
      [&](const MemberPattern &pattern) { return member(pattern, &inner); });
}

bool Rechecker::operands(const Expr &pattern, const model::Op &op,
                         const Frame *frame) {
  llvm::ArrayRef<model::Argument> args = arch.args(op);
  if (args.size() != pattern.args.size())
    return false;
  for (size_t i = 0; i < args.size(); ++i)
    if (args[i].kind != model::ArgumentKind::Plain ||
        pattern.args[i].kind != ArgumentKind::Plain ||
        args[i].keyword != pattern.args[i].keyword ||
        !matches(pattern.args[i].value, args[i].value, frame))
      return false;
  return true;
}

bool Rechecker::opCall(const Expr &pattern, const model::Op &op,
                       const Frame *frame) {
  if (op.decl != pattern.op.raw())
    return false;
  size_t seen = ops.size();
  if (opArguments(pattern, op, false, frame))
    return true;
  ops.resize(seen);
  return program.ops[pattern.op].commutative &&
         opArguments(pattern, op, true, frame);
}

bool Rechecker::opArguments(const Expr &pattern, const model::Op &op,
                            bool exchanged, const Frame *frame) {
  const OpDecl &decl = program.ops[pattern.op];
  SymbolId first, second;
  if (exchanged) {
    first = decl.parameters[decl.commutative->first].name;
    second = decl.parameters[decl.commutative->second].name;
  }
  for (const ExprArgument &argument : pattern.args) {
    SymbolId name = argument.keyword;
    if (exchanged)
      name = name == first ? second : name == second ? first : name;
    if (!matches(argument.value, arch.argument(op, name), frame))
      return false;
  }
  return true;
}

bool Rechecker::writtenCall(const Expr &pattern, const model::Op &op,
                            llvm::ArrayRef<ExprArgument> args,
                            const Frame *frame) {
  (void)pattern;
  std::optional<uint32_t> count = calls.length(op);
  if (!count || *count != args.size())
    return false;
  uint32_t position = 0;
  for (const ExprArgument &argument : args) {
    ValueId value = argument.keyword ? calls.keyword(op, argument.keyword)
                                     : calls.positional(op, position++);
    if (argument.kind != ArgumentKind::Plain ||
        !matches(argument.value, value, frame))
      return false;
  }
  return true;
}

/// `a if c else b`, or `b if not c else a`.
bool Rechecker::conditional(const Expr &pattern, const model::Op &op,
                            const Frame *frame) {
  if (op.args.count != 3 || pattern.args.size() != 3)
    return false;
  const SelectView view(arch, op);
  ExprId condition = pattern.args[0].value;
  ExprId whenTrue = pattern.args[1].value;
  ExprId whenFalse = pattern.args[2].value;
  while (program.exprs[condition].kind == ExprKind::Not) {
    condition = program.exprs[condition].args[0].value;
    std::swap(whenTrue, whenFalse);
  }
  return matches(condition, view.condition, frame) &&
         matches(whenTrue, view.whenTrue, frame) &&
         matches(whenFalse, view.whenFalse, frame);
}

bool Rechecker::member(const MemberPattern &pattern, const Frame *frame) {
  const CaptureBinding &bound = match.captures[pattern.member.index()];
  if (bound.kind != CaptureBinding::Kind::Member || !bound.member)
    return false;
  OpId built = calls.constructor(bound.member);
  return built && arch.ops[built].hasResult() &&
         matches(pattern.constructor, arch.ops[built].result(), frame);
}

bool adopter::match::recheck(const model::Architecture &arch,
                             const CallView &calls, Match &match) {
  return Rechecker(arch, calls, match).run();
}
