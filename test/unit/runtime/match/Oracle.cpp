// SPDX-License-Identifier: Apache-2.0
#include "Oracle.h"
#include <functional>
#include <set>

using namespace adopter;
using namespace adopter::match;
using namespace adopter::match::test;
using namespace adopter::program;
using model::OpKind;
using model::ValueId;

/// Captures that `expr` mentions, named patterns included.
static void mentions(const Program &program, const Rule &rule, ExprId expr,
                     std::set<CaptureId> &found) {
  const Expr &e = program.exprs[expr];
  if (e.capture)
    found.insert(e.capture);
  for (const ExprArgument &arg : e.args)
    mentions(program, rule, arg.value, found);
  if (e.kind == ExprKind::Instance)
    for (ExprId argument : rule.instances[e.instance].arguments)
      mentions(program, rule, argument, found);
}

uint32_t Oracle::rootOf(RuleId id) const {
  const Rule &r = program.rules[id];
  uint32_t root = ~0u;
  for (uint32_t i = 0; i < r.values.size(); ++i) {
    bool used = false;
    for (uint32_t j = 0; j < r.values.size(); ++j) {
      std::set<CaptureId> found;
      mentions(program, r, r.values[j].value, found);
      for (CaptureId target : r.values[i].targets)
        used |= i != j && found.count(target) != 0;
    }
    if (!used)
      root = root == ~0u ? i : ~1u; // ~1u: several
  }
  return root;
}

bool Oracle::hasOneRoot(RuleId id) const {
  return rootOf(id) < program.rules[id].values.size();
}

bool Oracle::matches(RuleId id, model::OpId op) {
  rule = &program.rules[id];
  budget = 2000000;
  facts.setPlace(op);
  values.clear();
  memberOf.clear();
  callees.clear();
  holes.clear();
  assumed.clear();
  const ValuePattern &root = rule->values[rootOf(id)];
  return match(root.value, arch.ops[op].result(), nullptr, [&] {
    return members(rule->members, 0, nullptr, [] { return true; });
  });
}

bool Oracle::match(ExprId id, ValueId value, const Frame *frame, Next next) {
  if (!value || budget == 0)
    return false;
  --budget;
  if (matchHere(program.exprs[id], value, frame, next))
    return true;
  // One branch of a select, where an op is asked for.
  ExprKind kind = program.exprs[id].kind;
  if (kind == ExprKind::Wildcard || kind == ExprKind::Constant ||
      kind == ExprKind::Self || kind == ExprKind::Hole ||
      kind == ExprKind::Instance || kind == ExprKind::Capture)
    return false;
  const model::Op *op = arch.definition(value);
  if (!op || op->kind != OpKind::Select || op->args.count != 3)
    return false;
  SelectView select(arch, *op);
  Truth truth = facts.truth(select.condition);
  for (auto [condition, holds] : assumed)
    if (truth == Truth::Unknown && arch.sameValue(condition, select.condition))
      truth = truthOf(holds);
  for (bool holds : {false, true}) {
    if (truth != Truth::Unknown && truthOf(holds) != truth)
      continue;
    if (truth == Truth::Unknown && assumed.size() >= 4)
      continue;
    if (truth == Truth::Unknown)
      assumed.push_back({select.condition, holds});
    bool found =
        match(id, holds ? select.whenTrue : select.whenFalse, frame, next);
    if (truth == Truth::Unknown)
      assumed.pop_back();
    if (found)
      return true;
  }
  return false;
}

bool Oracle::capture(CaptureId id, ValueId value, Next next) {
  for (const ValuePattern &pattern : rule->values)
    if (pattern.targets.size() == 1 && pattern.targets[0] == id) {
      auto seen = values.find(id);
      if (seen != values.end())
        return arch.sameValue(seen->second, value) && next();
      return match(pattern.value, value, nullptr, [&] {
        values[id] = value;
        bool found = next();
        values.erase(id);
        return found;
      });
    }
  if (auto known = memberOf.find(id); known != memberOf.end()) {
    const model::Op *op = arch.definition(value);
    return op && op->kind == OpKind::Attribute &&
           op->name == arch.members[known->second].name && next();
  }
  auto seen = values.find(id);
  if (seen != values.end())
    return arch.sameValue(seen->second, value) && next();
  values[id] = value;
  bool found = next();
  values.erase(id);
  return found;
}

bool Oracle::operands(const Expr &expr, llvm::ArrayRef<ValueId> found, size_t i,
                      const Frame *frame, Next next) {
  if (i == expr.args.size())
    return next();
  return match(expr.args[i].value, found[i], frame,
               [&] { return operands(expr, found, i + 1, frame, next); });
}

bool Oracle::members(const std::vector<MemberPattern> &patterns, size_t i,
                     const Frame *frame, Next next) {
  if (i == patterns.size())
    return next();
  auto known = memberOf.find(patterns[i].member);
  if (known == memberOf.end())
    return false;
  model::OpId built = calls.constructor(known->second);
  return built &&
         match(patterns[i].constructor, arch.ops[built].result(), frame,
               [&] { return members(patterns, i + 1, frame, next); });
}

/// Arguments as written, by position or keyword.
bool Oracle::call(const Expr &expr, const model::Op &op, const Frame *frame,
                  Next next) {
  if (calls.length(op) != expr.args.size())
    return false;
  std::vector<ValueId> found;
  uint32_t position = 0;
  for (const ExprArgument &arg : expr.args)
    found.push_back(arg.keyword ? calls.keyword(op, arg.keyword)
                                : calls.positional(op, position++));
  return operands(expr, found, 0, frame, next);
}

bool Oracle::matchHere(const Expr &expr, ValueId value, const Frame *frame,
                       Next next) {
  const model::Op *op = arch.definition(value);
  auto is = [&](OpKind kind) { return op && op->kind == kind; };
  auto all = [&](OpKind kind) {
    if (!is(kind) || op->args.count != expr.args.size())
      return false;
    std::vector<ValueId> found;
    for (const model::Argument &arg : arch.args(*op))
      found.push_back(arg.kind == model::ArgumentKind::Plain ? arg.value
                                                             : ValueId());
    return operands(expr, found, 0, frame, next);
  };
  switch (expr.kind) {
  case ExprKind::Wildcard:
    return next();
  case ExprKind::Capture:
    return capture(expr.capture, value, next);
  case ExprKind::Constant: {
    const Constant *constant = arch.constant(value);
    return constant && *constant == program.constants[expr.constant] && next();
  }
  case ExprKind::Name:
    return is(OpKind::Global) && op->name == expr.name && next();
  case ExprKind::Self:
    return calls.isSelf(value) && next();
  case ExprKind::Attribute:
    return is(OpKind::Attribute) && op->name == expr.name &&
           all(OpKind::Attribute);
  case ExprKind::MethodCall:
    return is(OpKind::MethodCall) && op->name == expr.name &&
           call(expr, *op, frame, next);
  case ExprKind::KernelCall:
    return is(OpKind::Call) && op->name == program.kernels[expr.kernel].name &&
           call(expr, *op, frame, next);
  case ExprKind::NameCall:
    return is(OpKind::Call) && op->name == expr.name &&
           op->decl == model::NoDecl && call(expr, *op, frame, next);
  case ExprKind::OpCall: {
    if (!is(OpKind::Call) || op->decl != expr.op.raw())
      return false;
    const OpDecl &decl = program.ops[expr.op];
    for (bool swapped : {false, true}) {
      if (swapped && !decl.commutative)
        break;
      std::vector<ValueId> found;
      for (const ExprArgument &arg : expr.args)
        found.push_back(arch.argument(*op, arg.keyword));
      if (swapped)
        std::swap(found[decl.commutative->first],
                  found[decl.commutative->second]);
      if (operands(expr, found, 0, frame, next))
        return true;
    }
    return false;
  }
  case ExprKind::MemberCall: {
    if (!is(OpKind::Call) || !op->member)
      return false;
    auto seen = memberOf.find(expr.capture);
    if (seen != memberOf.end())
      return seen->second == op->member && call(expr, *op, frame, next);
    memberOf[expr.capture] = op->member;
    bool found = call(expr, *op, frame, next);
    memberOf.erase(expr.capture);
    return found;
  }
  case ExprKind::CalleeCall:
    return op && calls.isCalleeCall(*op) && call(expr, *op, frame, next);
  case ExprKind::Conditional: {
    if (!is(OpKind::Select) || op->args.count != 3)
      return false;
    SelectView select(arch, *op);
    Expr plain = expr;
    while (program.exprs[plain.args[0].value].kind == ExprKind::Not) {
      plain.args[0].value = program.exprs[plain.args[0].value].args[0].value;
      std::swap(plain.args[1], plain.args[2]);
    }
    return operands(plain,
                    {select.condition, select.whenTrue, select.whenFalse}, 0,
                    frame, next);
  }
  case ExprKind::Instance: {
    const PatternInstance &use = rule->instances[expr.instance];
    Frame inner{expr.instance, frame};
    for (const Alternative &alternative : use.alternatives)
      if (match(alternative.body, value, &inner,
                [&] { return members(alternative.members, 0, &inner, next); }))
        return true;
    return false;
  }
  case ExprKind::Hole: {
    auto key = std::pair(frame->instance, expr.index);
    auto seen = holes.find(key);
    if (seen != holes.end())
      return arch.sameValue(seen->second, value) && next();
    holes[key] = value;
    bool found = match(rule->instances[frame->instance].arguments[expr.index],
                       value, frame->outer, next);
    holes.erase(key);
    return found;
  }
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
    return false;
  }
  return false;
}
