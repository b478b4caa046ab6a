// SPDX-License-Identifier: Apache-2.0
#include "compiler/sema/IsoMatch.h"

using namespace adopter;
using namespace adopter::sema;
using program::CaptureId;
using program::Expr;
using program::ExprId;
using program::ExprKind;

bool IsoMatch::isSame(ExprId a, ExprId b) const {
  const Expr &first = program.exprs[a];
  const Expr &second = program.exprs[b];
  if (first.kind != second.kind || first.name != second.name ||
      first.capture != second.capture || first.op != second.op ||
      first.index != second.index || first.instance != second.instance ||
      first.args.size() != second.args.size())
    return false;
  if (first.kind == ExprKind::Constant)
    return program.constants[first.constant] ==
           program.constants[second.constant];
  for (size_t i = 0; i < first.args.size(); ++i)
    if (first.args[i].keyword != second.args[i].keyword ||
        !isSame(first.args[i].value, second.args[i].value))
      return false;
  return true;
}

bool IsoMatch::covers(ExprId general, ExprId special) {
  const Expr &pattern = program.exprs[general];
  const Expr &term = program.exprs[special];
  if (pattern.kind == ExprKind::Hole || pattern.kind == ExprKind::Capture) {
    // Told apart by kind: the high bit no capture ever has.
    uint32_t key = pattern.kind == ExprKind::Hole ? pattern.index | 0x80000000u
                                                  : pattern.capture.index();
    return bind(CaptureId(key), {special});
  }
  if (pattern.kind == ExprKind::Wildcard)
    return true;
  if (pattern.kind != term.kind || pattern.op != term.op ||
      pattern.index != term.index || pattern.instance != term.instance)
    return false;
  if (pattern.kind == ExprKind::Constant)
    return program.constants[pattern.constant] ==
           program.constants[term.constant];
  // The name of an op's call says only how it is written.
  bool isNamed = pattern.kind != ExprKind::OpCall;
  return (!isNamed || pattern.name == term.name) &&
         coversArguments(pattern, term);
}

bool IsoMatch::coversArguments(const Expr &pattern, const Expr &term) {
  if (pattern.args.size() != term.args.size())
    return false;
  for (size_t i = 0; i < pattern.args.size(); ++i)
    if (pattern.args[i].keyword != term.args[i].keyword ||
        !covers(pattern.args[i].value, term.args[i].value))
      return false;
  return true;
}

bool IsoMatch::bind(CaptureId capture, IsoBinding binding) {
  auto [known, isNew] = bound.insert({capture, binding});
  if (isNew)
    return true;
  const Expr &first = program.exprs[known->second.expr];
  const Expr &second = program.exprs[binding.expr];
  if (known->second.inArgument != binding.inArgument ||
      first.kind != second.kind)
    return false;
  // Only what is plainly the same value may stand for one metavariable.
  if (first.kind == ExprKind::Capture)
    return first.capture == second.capture;
  if (first.kind == ExprKind::Hole)
    return first.index == second.index;
  return first.kind == ExprKind::Constant &&
         program.constants[first.constant] ==
             program.constants[second.constant];
}

bool IsoMatch::match(ExprId isoId, ExprId termId, bool inArgument) {
  const Expr &iso = program.exprs[isoId];
  const Expr &term = program.exprs[termId];
  if (iso.kind == ExprKind::Capture)
    return bind(iso.capture, {termId, inArgument});
  if (iso.kind == ExprKind::Wildcard)
    return true;
  if (term.kind == ExprKind::Hole && !inArgument && term.index == hole) {
    entered = true;
    return match(isoId, argument, true);
  }
  if (iso.kind != term.kind || iso.args.size() != term.args.size())
    return false;
  if (iso.kind == ExprKind::Constant)
    return program.constants[iso.constant] == program.constants[term.constant];
  if (iso.kind != ExprKind::OpCall)
    return iso.name == term.name && iso.index == term.index &&
           iso.capture == term.capture &&
           matchArguments(iso, term, inArgument, false);
  if (iso.op != term.op)
    return false;
  // The names differ where one is written as an operator.
  auto before = bound;
  bool hadEntered = entered;
  if (matchArguments(iso, term, inArgument, false))
    return true;
  bound = std::move(before);
  entered = hadEntered;
  return program.ops[iso.op].commutative &&
         matchArguments(iso, term, inArgument, true);
}

bool IsoMatch::matchArguments(const Expr &iso, const Expr &term,
                              bool inArgument, bool exchange) {
  for (size_t i = 0; i < iso.args.size(); ++i) {
    size_t partner = i;
    if (exchange) {
      auto [first, second] = *program.ops[iso.op].commutative;
      partner = i == first ? second : i == second ? first : i;
    }
    if (iso.args[i].keyword != term.args[i].keyword ||
        iso.args[i].kind != term.args[partner].kind ||
        !match(iso.args[i].value, term.args[partner].value, inArgument))
      return false;
  }
  return true;
}
