// SPDX-License-Identifier: Apache-2.0
#include "runtime/synth/Decision.h"
#include "runtime/synth/MemberReferences.h"
#include "runtime/synth/Safety.h"

using namespace adopter;
using namespace adopter::synth;
using namespace adopter::model;

/// Places for the guard that are tried until one is where the run starts.
static constexpr unsigned MaxPlaces = 5;

Decision::Decision(MatchSite &site, llvm::ArrayRef<Replacement> replacements)
    : site(site), file(site.file), arch(site.file.arch),
      replacements(replacements) {
  for (const Replacement &replacement : replacements)
    for (const Target &target : replacement.targets) {
      roots.push_back(target.root);
      ranges.push_back(target.range);
    }
}

StatementId Decision::firstPlace() const {
  std::vector<StatementId> all;
  for (const Replacement &replacement : replacements)
    for (const Target &target : replacement.targets)
      all.push_back(target.statement);
  for (OpId op : site.match.ops)
    if (arch.ops[op].statement &&
        file.calls.functionOf(op) == site.match.function)
      all.push_back(arch.ops[op].statement);
  std::optional<Run> run = smallestRun(arch, all);
  return run ? run->first : all.front();
}

/// The first op of the statement, or else one that comes after it.
OpId Decision::anchorOf(StatementId statement) const {
  const Function &function = arch.functions[site.match.function];
  const Statement &s = arch.statements[statement];
  if (s.firstOp && s.firstOp < s.endOp && s.firstOp >= function.firstOp &&
      s.firstOp < function.endOp)
    return s.firstOp;
  OpId found = roots.front();
  for (uint32_t i = function.firstOp.index(); i < function.endOp.index(); ++i) {
    StatementId own = arch.ops[OpId(i)].statement;
    if (own && own >= statement && arch.order(OpId(i)) < arch.order(found))
      found = OpId(i);
  }
  return found;
}

bool Decision::decide() {
  StatementId place = firstPlace();
  for (unsigned i = 0; i < MaxPlaces; ++i) {
    if (!decideAt(place))
      return false;
    if (guard.empty())
      return true;
    ForwardEdits forward(site, replacements, true);
    std::optional<Run> run = smallestRun(arch, forward.changedStatements());
    if (!run)
      break;
    guardedRun = *run;
    if (run->first == place)
      return true;
    place = run->first;
  }
  return site.refusal.because(DiagKind::refused_guard,
                              file.lineOf(ranges.front()));
}

bool Decision::decideAt(StatementId place) {
  guard.clear();
  unobserved.clear();
  nothing.replaced.clear();
  text = std::make_unique<ValueText>(
      site, Place{site.match.function, place, anchorOf(place)}, nothing,
      nullptr);
  conditions = std::make_unique<PathConditions>(file, *text);
  known = conditions->at(arch.statements[place].range, place);

  DeadCode dead(file, site.match, *conditions, roots, ranges);
  keepValues(dead, *text);
  site.removal = dead.compute({});
  if (!addAssumptions(*text) || !addOpenConditions(*text))
    return false;
  for (OpId op : site.match.ops)
    if (!file.effects.isDeterministic(arch.ops[op]) &&
        !llvm::is_contained(roots, op))
      for (uint32_t r = 0; r < arch.ops[op].resultCount; ++r)
        unobserved.push_back(arch.ops[op].result(r));
  if (!removeObserved(dead))
    return false;
  return simplify(place);
}

/// What the new text needs is still computed: as far as it has a name; else its
/// text moves, and what that text reads is.
void Decision::keepValues(DeadCode &dead, ValueText &valueText) {
  Stencil stencil(site, valueText);
  llvm::SmallVector<ValueId, 8> values;
  for (const Replacement &replacement : replacements)
    stencil.collectValues(replacement.pattern->value, values);
  for (ValueId value : values)
    keepFor(value, dead, 0);
}

void Decision::keepFor(ValueId value, DeadCode &dead, unsigned depth) {
  if (!value || depth > 24 ||
      arch.values[value].function != site.match.function)
    return;
  for (const Binding &binding : arch.functions[site.match.function].bindings)
    if (binding.value == value) {
      dead.keep(value);
      return;
    }
  OpId def = arch.definingOp(value);
  if (!def)
    return;
  const Op &op = arch.ops[def];
  dead.allowMove(def);
  for (const Argument &argument : arch.args(op))
    keepFor(argument.value, dead, depth + 1);
  for (const Argument &argument : arch.written(op))
    keepFor(argument.value, dead, depth + 1);
  keepFor(op.callee, dead, depth + 1);
}

//===-- conditions --------------------------------------------------------===//

bool Decision::addAssumptions(ValueText &) {
  for (const match::Assumption &assumption : site.match.assumptions) {
    auto facts = conditions->facts(assumption.condition, assumption.holds);
    if (!facts)
      return site.refusal.because(
          DiagKind::refused_guard,
          file.lineOf(arch.statements[text->where().statement].range));
    for (Fact &fact : *facts)
      if (!llvm::is_contained(guard, fact))
        guard.push_back(std::move(fact));
  }
  return true;
}

bool Decision::decideLeaf(const match::Guard &leaf) {
  if (leaf.kind == match::GuardKind::Private)
    return leaf.member &&
           !foreignReference(file, leaf.member,
                             ownReferences(file, site.match, leaf.member));
  OpId def = leaf.lhs.value ? arch.definingOp(leaf.lhs.value) : OpId();
  return !def || site.removal.dead.contains(def);
}

bool Decision::addOpenConditions(ValueText &) {
  GuardText guards(site, *text, *conditions,
                   [&](const match::Guard &leaf) { return decideLeaf(leaf); });
  for (const match::OpenCondition &open : site.match.open) {
    const std::string &reason =
        open.require.empty() ? open.reason : open.require;
    if (!open.guard)
      return site.refusal.because(DiagKind::refused_condition, reason);
    if (open.guard->kind == match::GuardKind::NotObserved) {
      unobserved.push_back(open.guard->lhs.value);
      continue;
    }
    if (open.guard->kind == match::GuardKind::Private) {
      MemberId member = open.guard->member;
      if (!member)
        return site.refusal.because(DiagKind::refused_condition, reason);
      if (auto other = foreignReference(
              file, member, ownReferences(file, site.match, member)))
        return site.refusal.because(DiagKind::refused_member_used,
                                    arch.text(arch.members[member].name),
                                    file.lineOf(*other));
      continue;
    }
    if (!guards.add(*open.guard, guard))
      return site.refusal.because(DiagKind::refused_condition, reason);
  }
  return true;
}

//===-- values that nobody else may need ----------------------------------===//

std::string Decision::nameOf(ValueId value) const {
  for (uint32_t i = 0; i < site.match.captures.size(); ++i)
    if (site.match.captures[i].value == value)
      return file.program.text(site.rule.captures[program::CaptureId(i)].name)
          .str();
  return arch.text(arch.values[value].name).str();
}

/// Makes the guard exclude `use`; false if it is executed whenever the match
/// is.
bool Decision::exclude(const Use &use, DeadCode &dead, unsigned depth) {
  const std::vector<Fact> facts = conditions->of(use);
  for (const Fact &fact : facts)
    for (const Fact &assumed : guard)
      if (fact.contradicts(assumed))
        return true;
  for (const Fact &fact : facts) {
    // What holds here anyway excludes nothing.
    if (llvm::is_contained(known, fact) || llvm::is_contained(guard, fact))
      continue;
    Fact opposite = fact;
    opposite.holds = !fact.holds;
    guard.push_back(std::move(opposite));
    return true;
  }
  const Op &user = arch.ops[use.user];
  bool mayGo = user.pure || llvm::is_contained(site.match.ops, use.user);
  if (!mayGo || !user.hasResult() || depth > 6 ||
      llvm::is_contained(roots, use.user))
    return false;
  for (uint32_t r = 0; r < user.resultCount; ++r)
    for (const Use &further :
         dead.liveUses(site.removal, user.result(r), guard))
      if (!exclude(further, dead, depth + 1))
        return false;
  return true;
}

bool Decision::removeObserved(DeadCode &dead) {
  site.removal = dead.compute(guard);
  // Last ones first: what only they read goes with them.
  llvm::stable_sort(unobserved, [&](ValueId a, ValueId b) {
    OpId x = arch.definingOp(a), y = arch.definingOp(b);
    return x && y && arch.order(x) > arch.order(y);
  });
  for (ValueId value : unobserved) {
    OpId def = arch.definingOp(value);
    if (!def || llvm::is_contained(roots, def))
      continue;
    for (unsigned i = 0; i < 6 && !site.removal.dead.contains(def); ++i) {
      size_t before = guard.size();
      std::vector<Use> uses = dead.liveUses(site.removal, value, guard);
      for (const Use &use : uses)
        if (!exclude(use, dead, 0))
          return site.refusal.because(
              DiagKind::refused_observed, nameOf(value),
              file.lineOf(arch.ops[use.user].range.isValid()
                              ? arch.ops[use.user].range
                              : ranges.front()));
      site.removal = dead.compute(guard);
      if (guard.size() == before)
        break;
    }
    if (!site.removal.dead.contains(def))
      return site.refusal.because(DiagKind::refused_observed, nameOf(value),
                                  file.lineOf(arch.ops[def].range));
  }
  return true;
}

/// Leaves out what holds at the place anyway, and recognises the other half of
/// an earlier rewrite.
bool Decision::simplify(StatementId) {
  std::string whole = conjunction(guard);
  for (const Fact &fact : known) {
    bool isDenied = !fact.holds && !guard.empty() && fact.text == whole;
    for (const Fact &wanted : guard)
      isDenied |= wanted.contradicts(fact);
    if (isDenied) {
      original = true;
      return false;
    }
  }
  llvm::erase_if(
      guard, [&](const Fact &fact) { return llvm::is_contained(known, fact); });
  return true;
}

bool Decision::isSafe() {
  return Safety(site, *conditions, roots, guard).check();
}
