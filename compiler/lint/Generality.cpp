// SPDX-License-Identifier: Apache-2.0
#include "compiler/lint/Generality.h"
#include "compiler/sema/ExprWalk.h"
#include "llvm/ADT/STLExtras.h"

using namespace adopter;
using namespace adopter::lint;
using program::CaptureId;
using program::ExprId;
using program::ExprKind;

/// Constructors of the members of `rule`, those of named patterns included.
static llvm::DenseMap<CaptureId, ExprId>
constructorsOf(const program::Rule &rule, Side side) {
  llvm::DenseMap<CaptureId, ExprId> result;
  for (const program::MemberPattern &member : rule.members)
    result[member.member] = member.constructor;
  for (const program::PatternInstance &instance : rule.instances)
    for (const program::Alternative &alternative : instance.alternatives)
      for (const program::MemberPattern &member : alternative.members)
        result[member.member] = member.constructor;
  if (side == Side::Rewrite)
    for (const program::RewriteMember &member : rule.rewriteMembers)
      result[member.member] = member.constructor;
  return result;
}

/// The value pattern that alone computes `capture`, or null.
static const program::ValuePattern *
definitionOf(const std::vector<program::ValuePattern> &values,
             CaptureId capture) {
  for (const program::ValuePattern &value : values)
    if (value.targets.size() == 1 && value.targets[0] == capture)
      return &value;
  return nullptr;
}

Generality::Generality(const program::Program &program,
                       const program::Rule &general,
                       const program::Rule &special, Side side)
    : program(program), general(general), special(special), side(side),
      generalConstructors(constructorsOf(general, Side::Match)),
      specialConstructors(constructorsOf(special, side)) {}

bool Generality::coversMatch() {
  std::vector<size_t> roots = rootsOf(program, general);
  std::vector<Term> places;
  for (size_t root : rootsOf(program, special))
    places.push_back({special.values[root].value});
  return roots.size() == places.size() && coverRoots(roots, places, true);
}

bool Generality::coversRewrite() {
  std::vector<Term> places;
  for (const program::ValuePattern &value : special.rewriteValues)
    sema::walkExpr(program, special, value.value, sema::WalkInto::Arguments,
                   [&](ExprId id, const program::Expr &node) {
                     if (node.kind != ExprKind::Capture &&
                         node.kind != ExprKind::Constant)
                       places.push_back({id});
                   });
  return coverRoots(rootsOf(program, general), places, false);
}

bool Generality::coverRoots(llvm::ArrayRef<size_t> roots,
                            llvm::ArrayRef<Term> places, bool distinct) {
  if (roots.empty())
    return coverConditions(0);
  for (size_t i = 0; i < places.size(); ++i) {
    std::vector<Term> rest(places.begin(), places.end());
    if (distinct)
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
    if (match({general.values[roots.front()].value}, places[i],
              [&] { return coverRoots(roots.drop_front(), rest, distinct); }))
      return true;
  }
  return false;
}

/// Each condition of the general rule must be one of the special rule too.
bool Generality::coverConditions(size_t index) {
  if (index == general.conditions.size())
    return true;
  for (const program::Condition &condition : special.conditions)
    if (match({general.conditions[index].expr}, {condition.expr},
              [&] { return coverConditions(index + 1); }))
      return true;
  return false;
}

Term Generality::resolveGeneral(Term term) const {
  for (;;) {
    const program::Expr &node = expr(term);
    if (node.kind == ExprKind::Hole && term.frame && term.frame->instance) {
      term = {term.frame->instance->arguments[node.index], term.frame->outer};
      continue;
    }
    const program::ValuePattern *definition =
        node.kind == ExprKind::Capture
            ? definitionOf(general.values, node.capture)
            : nullptr;
    if (!definition)
      return term;
    term = {definition->value, nullptr};
  }
}

Term Generality::resolveSpecial(Term term) const {
  for (;;) {
    const program::Expr &node = expr(term);
    if (node.kind == ExprKind::Hole && term.frame && term.frame->instance) {
      term = {term.frame->instance->arguments[node.index], term.frame->outer};
      continue;
    }
    if (node.kind != ExprKind::Capture)
      return term;
    // What is written anew stands for itself: it is looked at where it is
    // written.
    bool isRewritten = side == Side::Rewrite &&
                       llvm::any_of(special.rewriteValues, [&](const auto &v) {
                         return llvm::is_contained(v.targets, node.capture);
                       });
    if (isRewritten)
      return term;
    const program::ValuePattern *definition =
        definitionOf(special.values, node.capture);
    if (!definition)
      return term;
    term = {definition->value, nullptr};
  }
}

const Frame *Generality::enter(const program::Expr &instance,
                               const program::Rule &rule, const Frame *outer) {
  frames.push_back({&rule.instances[instance.instance], outer});
  return &frames.back();
}

bool Generality::match(Term g, Term s, Continue next) {
  if (tooHard())
    return false;
  g = resolveGeneral(g);
  s = resolveSpecial(s);
  const program::Expr &pattern = expr(g);
  if (pattern.kind == ExprKind::Wildcard)
    return next();
  if (pattern.kind == ExprKind::Capture)
    return matchCapture(pattern.capture, s, next);
  if (pattern.kind == ExprKind::Instance || expr(s).kind == ExprKind::Instance)
    return matchInstance(g, s, next);
  return matchNode(g, s, next);
}

bool Generality::matchCapture(CaptureId capture, Term s, Continue next) {
  if (auto member = members.find(capture); member != members.end()) {
    const program::Expr &node = expr(s);
    return node.kind == ExprKind::Capture && node.capture == member->second &&
           next();
  }
  auto [known, isNew] = bound.try_emplace(capture, s);
  if (!isNew)
    return isEqual(known->second, s) && next();
  bool result = next();
  bound.erase(capture);
  return result;
}

/// The special side may be any of its alternatives, so all must be covered;
/// the general side may choose, but not one that asks for more.
bool Generality::matchInstance(Term g, Term s, Continue next) {
  if (expr(s).kind == ExprKind::Instance) {
    const Frame *frame = enter(expr(s), special, s.frame);
    return llvm::all_of(frame->instance->alternatives,
                        [&](const program::Alternative &alternative) {
                          return match(g, {alternative.body, frame}, next);
                        });
  }
  const Frame *frame = enter(expr(g), general, g.frame);
  return llvm::any_of(frame->instance->alternatives,
                      [&](const program::Alternative &alternative) {
                        return alternative.conditions.empty() &&
                               match({alternative.body, frame}, s, next);
                      });
}

bool Generality::matchNode(Term g, Term s, Continue next) {
  const program::Expr &pattern = expr(g);
  const program::Expr &node = expr(s);
  if (pattern.kind == ExprKind::OpCall && node.kind == ExprKind::KernelCall)
    return matchKernel(g, s, next);
  if (pattern.kind == ExprKind::CalleeCall &&
      (node.kind == ExprKind::CalleeCall || node.kind == ExprKind::MemberCall))
    return matchMember(g, s, next);
  if (pattern.kind != node.kind)
    return false;
  switch (pattern.kind) {
  case ExprKind::Constant:
    return program.constants[pattern.constant] ==
               program.constants[node.constant] &&
           next();
  case ExprKind::MemberCall:
    return matchMember(g, s, next);
  case ExprKind::OpCall:
    return matchOp(g, s, next);
  default:
    return pattern.name == node.name && pattern.index == node.index &&
           pattern.kernel == node.kernel &&
           pattern.args.size() == node.args.size() &&
           matchArguments(g, s, 0, next);
  }
}

bool Generality::matchMember(Term g, Term s, Continue next) {
  const program::Expr &pattern = expr(g);
  const program::Expr &node = expr(s);
  if (pattern.args.size() != node.args.size())
    return false;
  auto arguments = [&] { return matchArguments(g, s, 0, next); };
  auto [known, isNew] = members.try_emplace(pattern.capture, node.capture);
  if (!isNew)
    return known->second == node.capture && arguments();
  bool result;
  if (pattern.kind == ExprKind::CalleeCall) {
    result = arguments();
  } else {
    ExprId wanted = generalConstructors.lookup(pattern.capture);
    ExprId given = specialConstructors.lookup(node.capture);
    result = wanted && given && match({wanted}, {given}, arguments);
  }
  members.erase(pattern.capture);
  return result;
}

bool Generality::matchOp(Term g, Term s, Continue next) {
  const program::Expr &pattern = expr(g);
  const program::Expr &node = expr(s);
  if (pattern.op != node.op)
    return false;
  if (matchArguments(g, s, 0, next))
    return true;
  const program::OpDecl &decl = program.ops[pattern.op];
  if (!decl.commutative)
    return false;
  // All other arguments as they are, these two exchanged.
  auto [first, second] = *decl.commutative;
  auto rest = [&](auto &self, size_t index) -> bool {
    if (index == pattern.args.size())
      return next();
    size_t other = index == first ? second : index == second ? first : index;
    return match({pattern.args[index].value, g.frame},
                 {node.args[other].value, s.frame},
                 [&] { return self(self, index + 1); });
  };
  return rest(rest, 0);
}

/// A kernel may have the name of an op, and is that op once it is written.
bool Generality::matchKernel(Term g, Term s, Continue next) {
  const program::Expr &pattern = expr(g);
  const program::Expr &node = expr(s);
  const program::Kernel &kernel = program.kernels[node.kernel];
  const program::OpDecl &decl = program.ops[pattern.op];
  if (kernel.name != decl.name)
    return false;
  auto valueOf = [&](SymbolId parameter) -> ExprId {
    for (size_t i = 0; i < kernel.parameters.size(); ++i) {
      if (kernel.parameters[i].name != parameter)
        continue;
      for (size_t j = 0; j < node.args.size(); ++j)
        if (node.args[j].keyword == parameter ||
            (!node.args[j].keyword && j == i))
          return node.args[j].value;
      return kernel.parameters[i].defaultValue;
    }
    return {};
  };
  auto rest = [&](auto &self, size_t index) -> bool {
    if (index == pattern.args.size())
      return next();
    ExprId value = valueOf(decl.parameters[index].name);
    return value &&
           match({pattern.args[index].value, g.frame}, {value, s.frame},
                 [&] { return self(self, index + 1); });
  };
  return rest(rest, 0);
}

bool Generality::matchArguments(Term g, Term s, size_t index, Continue next) {
  const program::Expr &pattern = expr(g);
  const program::Expr &node = expr(s);
  if (index == pattern.args.size())
    return next();
  const program::ExprArgument &wanted = pattern.args[index];
  const program::ExprArgument &given = node.args[index];
  return wanted.keyword == given.keyword && wanted.kind == given.kind &&
         match({wanted.value, g.frame}, {given.value, s.frame},
               [&] { return matchArguments(g, s, index + 1, next); });
}

bool Generality::isEqual(Term a, Term b) {
  if (tooHard())
    return false;
  a = resolveSpecial(a);
  b = resolveSpecial(b);
  const program::Expr &left = expr(a);
  const program::Expr &right = expr(b);
  if (left.kind != right.kind || left.args.size() != right.args.size() ||
      left.name != right.name || left.capture != right.capture ||
      left.op != right.op || left.kernel != right.kernel ||
      left.index != right.index)
    return false;
  if (left.kind == ExprKind::Wildcard)
    return false; // two values, as far as is known
  if (left.kind == ExprKind::Instance)
    return left.instance == right.instance && a.frame == b.frame;
  if (left.kind == ExprKind::Constant &&
      !(program.constants[left.constant] == program.constants[right.constant]))
    return false;
  for (size_t i = 0; i < left.args.size(); ++i)
    if (left.args[i].keyword != right.args[i].keyword ||
        !isEqual({left.args[i].value, a.frame}, {right.args[i].value, b.frame}))
      return false;
  return true;
}
