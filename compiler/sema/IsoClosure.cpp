// SPDX-License-Identifier: Apache-2.0
#include "compiler/sema/IsoClosure.h"
#include "compiler/sema/ExprWalk.h"
#include "compiler/sema/IsoMatch.h"

using namespace adopter;
using namespace adopter::sema;
using program::Alternative;
using program::CaptureId;
using program::Expr;
using program::ExprId;
using program::ExprKind;
using program::InstanceId;
using program::PatternInstance;

/// More alternatives than this at one place are not made.
static constexpr size_t MaxAlternatives = 64;

namespace {

/// An equality read in one direction.
struct Direction {
  const Iso *iso;
  ExprId from;
  ExprId to;
};

class IsoClosure {
public:
  IsoClosure(RuleState &state, ExprId first)
      : state(state), context(state.context), rule(state.rule), first(first) {
    for (const Iso &iso : context.isos) {
      // A rule may promise no more than the equalities it was found by.
      bool isKnown = !iso.pack || iso.pack == rule.pack;
      if (!isKnown || iso.grade > rule.grade)
        continue;
      addDirection(iso, iso.left, iso.right);
      addDirection(iso, iso.right, iso.left);
    }
  }

  void run() {
    if (directions.empty())
      return;
    for (ExprId place : places())
      closeNode(place);
    for (size_t i = 0; i < originalInstances; ++i)
      closeInstance(InstanceId(i));
  }

private:
  using Replace = llvm::function_ref<ExprId(ExprId)>;

  /// A side that is a bare metavariable stands everywhere.
  void addDirection(const Iso &iso, ExprId from, ExprId to) {
    if (context.expr(from).kind == ExprKind::OpCall)
      directions.push_back({&iso, from, to});
  }

  /// Operations of the rule's data flow, inner ones first.
  std::vector<ExprId> places() {
    std::vector<ExprId> found;
    auto visit = [&](ExprId id, const Expr &expr) {
      if (expr.kind == ExprKind::OpCall && id.index() >= first.index())
        found.push_back(id);
    };
    for (const program::ValuePattern &value : rule.values)
      walkExpr(context.program, rule, value.value, WalkInto::Arguments, visit);
    originalInstances = rule.instances.size();
    for (const PatternInstance &instance : rule.instances)
      for (const Alternative &alternative : instance.alternatives)
        walkExpr(context.program, rule, alternative.body, WalkInto::Arguments,
                 visit);
    std::reverse(found.begin(), found.end());
    return found;
  }

  /// A copy of `expr`; where `replace` gives an expression, that one.
  ExprId clone(ExprId expr, Replace replace) {
    if (ExprId other = replace(expr))
      return other;
    Expr copy = context.expr(expr);
    bool changed = false;
    for (program::ExprArgument &argument : copy.args) {
      ExprId other = clone(argument.value, replace);
      changed |= other != argument.value;
      argument.value = other;
    }
    return changed ? context.add(std::move(copy), context.range(expr)) : expr;
  }

  ExprId hole(size_t index, SourceRange range) {
    Expr expr;
    expr.kind = ExprKind::Hole;
    expr.index = static_cast<uint32_t>(index);
    return context.add(std::move(expr), range);
  }

  static std::optional<size_t> indexIn(llvm::ArrayRef<ExprId> list,
                                       ExprId expr) {
    auto found = llvm::find(list, expr);
    if (found == list.end())
      return std::nullopt;
    return static_cast<size_t>(found - list.begin());
  }

  bool mentionsHole(ExprId expr, uint32_t index) const {
    bool found = false;
    walkExpr(context.program, rule, expr, WalkInto::Arguments,
             [&](ExprId, const Expr &node) {
               found |= node.kind == ExprKind::Hole && node.index == index;
             });
    return found;
  }

  //===-- an operation by itself ------------------------------------------===//

  /// The node becomes the use of a pattern with itself and its equals as
  /// alternatives; what the equality's metavariables stand for fills the holes.
  void closeNode(ExprId place) {
    SourceRange range = context.range(place);
    PatternInstance instance;
    for (const Direction &direction : directions) {
      IsoMatch match(context.program);
      if (instance.alternatives.size() >= MaxAlternatives ||
          !match.match(direction.from, place))
        continue;
      std::vector<ExprId> frontier;
      for (const auto &[capture, binding] : match.bindings())
        if (!indexIn(frontier, binding.expr))
          frontier.push_back(binding.expr);
      if (instance.alternatives.empty()) {
        instance.pattern = direction.iso->name;
        instance.arguments = frontier;
        instance.alternatives.push_back({});
      }
      // All alternatives have the same holes: those of the first equality.
      bool fits =
          llvm::all_of(frontier,
                       [&](ExprId term) {
                         return indexIn(instance.arguments, term).has_value();
                       }) &&
          frontier.size() == instance.arguments.size();
      if (!fits)
        continue;
      auto holes = [&](ExprId expr) -> ExprId {
        const Expr &node = context.expr(expr);
        if (node.kind != ExprKind::Capture)
          return {};
        auto bound = match.bindings().find(node.capture);
        if (bound == match.bindings().end())
          return {};
        return hole(*indexIn(instance.arguments, bound->second.expr), range);
      };
      if (!instance.alternatives.front().body)
        instance.alternatives.front().body = clone(direction.from, holes);
      Alternative derived;
      derived.body = clone(direction.to, holes);
      addConditions(*direction.iso, holes, range, derived);
      instance.alternatives.push_back(std::move(derived));
    }
    if (instance.alternatives.size() < 2)
      return;
    // In place, so that whoever refers to the node now refers to the use.
    Expr use;
    use.kind = ExprKind::Instance;
    use.instance = rule.instances.add(std::move(instance));
    context.expr(place) = std::move(use);
  }

  void addConditions(const Iso &iso, Replace replace, SourceRange range,
                     Alternative &alternative) {
    for (ExprId condition : iso.conditions) {
      ExprId expr = clone(condition, replace);
      bool isKnown = llvm::any_of(
          alternative.conditions, [&](const program::Condition &other) {
            return !other.require &&
                   IsoMatch(context.program).isSame(expr, other.expr);
          });
      if (!isKnown)
        alternative.conditions.push_back(
            {expr, false, {}, context.span(range)});
    }
  }

  //===-- an operation that fills a hole ----------------------------------===//

  /// An alternative and the operation that fills one of its holes may together
  /// be one side: `$s * $scale` where a product of matrices fills `$s`. Then
  /// the operation moves into the alternatives, and its operands fill holes.
  void closeInstance(InstanceId id) {
    for (uint32_t i = 0; i < rule.instances[id].arguments.size(); ++i) {
      const Expr &argument = context.expr(rule.instances[id].arguments[i]);
      if (argument.kind == ExprKind::OpCall && tryMerge(id, i))
        return;
    }
  }

  bool isFree(const Alternative &alternative, uint32_t index) const {
    return llvm::none_of(alternative.conditions,
                         [&](const program::Condition &condition) {
                           return mentionsHole(condition.expr, index);
                         }) &&
           llvm::none_of(alternative.bindings, [&](const auto &binding) {
             return mentionsHole(binding.second, index);
           });
  }

  bool tryMerge(InstanceId id, uint32_t index) {
    const PatternInstance old = rule.instances[id];
    ExprId argument = old.arguments[index];
    if (!llvm::all_of(old.alternatives, [&](const Alternative &alternative) {
          return isFree(alternative, index);
        }))
      return false;

    PatternInstance merged;
    merged.pattern = old.pattern;
    for (uint32_t i = 0; i < old.arguments.size(); ++i)
      if (i != index)
        merged.arguments.push_back(old.arguments[i]);
    size_t firstOperand = merged.arguments.size();
    std::vector<ExprId> operands;
    for (const program::ExprArgument &operand : context.expr(argument).args)
      if (context.expr(operand.value).kind != ExprKind::Constant &&
          !indexIn(operands, operand.value))
        operands.push_back(operand.value);
    merged.arguments.insert(merged.arguments.end(), operands.begin(),
                            operands.end());

    SourceRange range = context.range(argument);
    /// What stood in the argument, seen from inside an alternative.
    auto inside = [&](ExprId expr) -> ExprId {
      auto operand = indexIn(operands, expr);
      return operand ? hole(firstOperand + *operand, range) : ExprId();
    };
    auto renumber = [&](ExprId expr) -> ExprId {
      const Expr &node = context.expr(expr);
      if (node.kind != ExprKind::Hole)
        return {};
      if (node.index == index)
        return clone(argument, inside);
      return hole(node.index > index ? node.index - 1 : node.index,
                  context.range(expr));
    };

    for (const Alternative &alternative : old.alternatives) {
      Alternative copy = alternative;
      copy.body = clone(alternative.body, renumber);
      for (program::Condition &condition : copy.conditions)
        condition.expr = clone(condition.expr, renumber);
      for (auto &[capture, value] : copy.bindings)
        value = clone(value, renumber);
      merged.alternatives.push_back(std::move(copy));
    }
    // Last, so that what matches without an equality goes on to match so.
    size_t originals = merged.alternatives.size();
    for (size_t i = 0; i < originals; ++i)
      for (const Direction &direction : directions) {
        ExprId body = old.alternatives[i].body;
        IsoMatch match(context.program, index, argument);
        if (merged.alternatives.size() >= MaxAlternatives ||
            !match.match(direction.from, body) || !match.hasEntered())
          continue;
        auto holes = [&](ExprId expr) -> ExprId {
          const Expr &node = context.expr(expr);
          if (node.kind != ExprKind::Capture)
            return {};
          auto bound = match.bindings().find(node.capture);
          if (bound == match.bindings().end())
            return {};
          const IsoBinding &binding = bound->second;
          return binding.inArgument ? clone(binding.expr, inside)
                                    : clone(binding.expr, renumber);
        };
        Alternative derived = merged.alternatives[i];
        derived.body = clone(direction.to, holes);
        addConditions(*direction.iso, holes, range, derived);
        if (isComplete(derived.body, merged.arguments.size()) &&
            areSimple(derived.conditions) &&
            !isCovered(derived.body, merged.alternatives))
          merged.alternatives.push_back(std::move(derived));
      }
    if (merged.alternatives.size() == originals)
      return false;
    rule.instances[id] = std::move(merged);
    return true;
  }

  /// An alternative that asks for nothing else matches all that `body` does.
  bool isCovered(ExprId body, llvm::ArrayRef<Alternative> alternatives) const {
    return llvm::any_of(alternatives, [&](const Alternative &alternative) {
      return alternative.conditions.empty() &&
             IsoMatch(context.program).covers(alternative.body, body);
    });
  }

  bool isComplete(ExprId body, size_t holes) const {
    for (uint32_t i = 0; i < holes; ++i)
      if (!mentionsHole(body, i))
        return false;
    return true;
  }

  /// Conditions are judged on values that were found, not on ones that would
  /// have to be computed.
  bool areSimple(llvm::ArrayRef<program::Condition> conditions) const {
    return llvm::all_of(conditions, [&](const program::Condition &condition) {
      bool isSimple = true;
      walkExpr(context.program, rule, condition.expr, WalkInto::Arguments,
               [&](ExprId, const Expr &node) {
                 if (node.kind != ExprKind::Word)
                   return;
                 for (const program::ExprArgument &argument : node.args) {
                   ExprKind kind = context.expr(argument.value).kind;
                   isSimple &=
                       kind == ExprKind::Hole || kind == ExprKind::Capture ||
                       kind == ExprKind::Constant || kind == ExprKind::Name;
                 }
               });
      return isSimple;
    });
  }

  RuleState &state;
  Context &context;
  program::Rule &rule;
  ExprId first;
  size_t originalInstances = 0;
  std::vector<Direction> directions;
};

} // namespace

void adopter::sema::closeUnderIsos(RuleState &rule, ExprId first) {
  IsoClosure(rule, first).run();
}
