// SPDX-License-Identifier: Apache-2.0
/// \file
/// Facts about one rule's match that several checks need.
#include "compiler/lint/Generality.h"
#include "compiler/sema/ExprWalk.h"
#include "llvm/ADT/STLExtras.h"

using namespace adopter;
using namespace adopter::lint;
using program::CaptureId;
using program::ExprId;
using program::ExprKind;

std::vector<size_t> adopter::lint::rootsOf(const program::Program &program,
                                           const program::Rule &rule) {
  llvm::DenseMap<CaptureId, bool> read;
  for (const program::ValuePattern &value : rule.values)
    sema::walkExpr(program, rule, value.value, sema::WalkInto::Arguments,
                   [&](ExprId, const program::Expr &expr) {
                     if (expr.kind == ExprKind::Capture)
                       read[expr.capture] = true;
                   });
  std::vector<size_t> roots;
  for (size_t i = 0; i < rule.values.size(); ++i)
    if (llvm::none_of(rule.values[i].targets, [&](CaptureId target) {
          return target && read.lookup(target);
        }))
      roots.push_back(i);
  return roots;
}

namespace {

using Sizes = std::pair<unsigned, unsigned>;

Sizes operator+(Sizes a, Sizes b) {
  return {a.first + b.first, a.second + b.second};
}

bool isOperation(ExprKind kind) {
  switch (kind) {
  case ExprKind::OpCall:
  case ExprKind::NameCall:
  case ExprKind::MemberCall:
  case ExprKind::CalleeCall:
  case ExprKind::MethodCall:
  case ExprKind::Conditional:
    return true;
  default:
    return false;
  }
}

Sizes sizeOf(const program::Program &program, const program::Rule &rule,
             ExprId id) {
  const program::Expr &expr = program.exprs[id];
  unsigned own = isOperation(expr.kind);
  Sizes sizes{own, own};
  for (const program::ExprArgument &argument : expr.args)
    sizes = sizes + sizeOf(program, rule, argument.value);
  if (expr.kind != ExprKind::Instance)
    return sizes;
  const program::PatternInstance &instance = rule.instances[expr.instance];
  for (ExprId argument : instance.arguments)
    sizes = sizes + sizeOf(program, rule, argument);
  Sizes range{0, 0};
  bool isFirst = true;
  for (const program::Alternative &alternative : instance.alternatives) {
    Sizes one = sizeOf(program, rule, alternative.body);
    range.first = isFirst ? one.first : std::min(range.first, one.first);
    range.second = std::max(range.second, one.second);
    isFirst = false;
  }
  return sizes + range;
}

} // namespace

Sizes adopter::lint::sizesOf(const program::Program &program,
                             const program::Rule &rule) {
  Sizes sizes{0, 0};
  for (const program::ValuePattern &value : rule.values)
    sizes = sizes + sizeOf(program, rule, value.value);
  return sizes;
}
