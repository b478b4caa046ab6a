// SPDX-License-Identifier: Apache-2.0
#include "runtime/synth/PathConditions.h"

using namespace adopter;
using namespace adopter::synth;
using namespace adopter::model;
using python::PyField;
using python::PyKind;
using python::PyNode;

Fact synth::makeFact(Rendered condition, bool holds) {
  Fact fact;
  fact.text = condition.text;
  fact.precedence = condition.precedence;
  fact.negation = "not " + condition.within(Precedence::Not);
  fact.holds = holds;
  return fact;
}

std::string synth::conjunction(llvm::ArrayRef<Fact> facts) {
  if (facts.size() == 1)
    return facts.front().asText();
  std::string text;
  for (const Fact &fact : facts) {
    if (!text.empty())
      text += " and ";
    text += parenthesized(fact.asText(), fact.asPrecedence(), Precedence::And);
  }
  return text;
}

const std::vector<Fact> &PathConditions::of(const Use &use) {
  auto [entry, isNew] = known.try_emplace({use.user, use.argument});
  if (!isNew)
    return entry->second;
  // What stands in an entered callee is executed when the call is.
  OpId id = use.user;
  bool isHere = true;
  while (arch.ops[id].inlined) {
    isHere = false;
    RegionId region = arch.ops[id].region;
    while (region && arch.regions[region].kind != RegionKind::Inline)
      region = regionAround(arch, region);
    if (!region || !arch.regions[region].parent)
      return known[{use.user, use.argument}];
    id = arch.regions[region].parent;
  }
  const Op &user = arch.ops[id];
  std::vector<Fact> facts;
  if (user.range.isValid())
    facts = at(user.range, user.statement);
  if (isHere && user.kind == OpKind::Select && use.argument >= 1 &&
      use.argument <= 2) {
    if (auto own = this->facts(arch.args(user)[0].value, use.argument == 1))
      facts.insert(facts.end(), own->begin(), own->end());
  } else if (isHere && use.argument < user.args.count &&
             (user.kind == OpKind::And || user.kind == OpKind::Or)) {
    // `a and b`: b is looked at only if a holds.
    for (uint32_t i = 0; i < use.argument; ++i)
      if (auto own =
              this->facts(arch.args(user)[i].value, user.kind == OpKind::And))
        facts.insert(facts.end(), own->begin(), own->end());
  }
  // The map may have grown meanwhile.
  return known[{use.user, use.argument}] = std::move(facts);
}

std::vector<Fact> PathConditions::at(SourceRange range, StatementId statement) {
  std::vector<Fact> facts;
  PyNode node = python::nodeCovering(file.source, range);
  collect(node, statement, facts);
  return facts;
}

std::optional<std::vector<Fact>> PathConditions::facts(ValueId value,
                                                       bool holds) {
  std::vector<Fact> result;
  const Op *def = arch.definition(value);
  if (def && def->kind == OpKind::Not)
    return facts(arch.args(*def)[0].value, !holds);
  if (def && def->range.isValid() && !def->inlined &&
      arch.values[value].function == text.where().function) {
    PyNode node = nodeAt(file.source, def->range);
    if (node && isExpression(node)) {
      // `a is not b` is an Is under a Not, both with the range of the whole:
      // the Is alone says the opposite of that text.
      bool isNegated = (def->kind == OpKind::Is || def->kind == OpKind::In) &&
                       node.is(PyKind::ComparisonOperator) &&
                       node.childCount() == 3 &&
                       (node.child(1).is(PyKind::TokenIsNot) ||
                        node.child(1).is(PyKind::TokenNotIn));
      if (!add(node, def->statement, holds != isNegated, result))
        return std::nullopt;
      return result;
    }
  }
  std::optional<Rendered> condition = text.render(value);
  if (!condition)
    return std::nullopt;
  result.push_back(makeFact(*condition, holds));
  return result;
}

/// The statement that holds `range`, from `statement` outwards.
StatementId PathConditions::around(SourceRange range,
                                   StatementId statement) const {
  while (statement && !arch.statements[statement].range.contains(range))
    statement = arch.statements[statement].parent;
  return statement;
}

void PathConditions::collect(PyNode node, StatementId statement,
                             std::vector<Fact> &out) {
  for (PyNode parent = node.parent(); parent;
       node = parent, parent = node.parent()) {
    switch (parent.kind()) {
    case PyKind::ConditionalExpression: {
      PyNode condition = parent.child(1);
      if (condition && node == parent.child(0))
        add(condition, around(condition.range(), statement), true, out);
      else if (condition && node == parent.child(2))
        add(condition, around(condition.range(), statement), false, out);
      break;
    }
    case PyKind::BooleanOperator: {
      PyNode token = parent.field(PyField::Operator);
      PyNode left = parent.field(PyField::Left);
      if (node.fieldName() == PyField::Right && token && left)
        add(left, around(left.range(), statement), token.is(PyKind::TokenAnd),
            out);
      break;
    }
    case PyKind::IfStatement:
    case PyKind::ElifClause:
      collectBranch(node, statement, out);
      break;
    case PyKind::Block:
    case PyKind::Module:
      collectReturns(node, statement, out);
      break;
    case PyKind::FunctionDefinition:
    case PyKind::Lambda:
      return;
    default:
      break;
    }
  }
}

/// `branch` is a child of an `if` or `elif`.
void PathConditions::collectBranch(PyNode branch, StatementId statement,
                                   std::vector<Fact> &out) {
  PyNode parent = branch.parent();
  if (branch.fieldName() == PyField::Consequence) {
    PyNode condition = parent.field(PyField::Condition);
    add(condition, around(condition.range(), statement), true, out);
    return;
  }
  if (!branch.is(PyKind::ElifClause) && !branch.is(PyKind::ElseClause))
    return;
  // Every test before it failed.
  PyNode condition = parent.field(PyField::Condition);
  add(condition, around(condition.range(), statement), false, out);
  for (PyNode other : parent.children()) {
    if (other == branch)
      break;
    if (other.is(PyKind::ElifClause))
      if (PyNode test = other.field(PyField::Condition))
        add(test, around(test.range(), statement), false, out);
  }
}

/// The block always leaves the function, or this round of the loop.
static bool leaves(PyNode block) {
  PyNode last = block.lastChild();
  return last &&
         (last.is(PyKind::ReturnStatement) || last.is(PyKind::RaiseStatement) ||
          last.is(PyKind::ContinueStatement) ||
          last.is(PyKind::BreakStatement));
}

/// `if c: return ...` before the statement: c does not hold.
void PathConditions::collectReturns(PyNode statementNode, StatementId statement,
                                    std::vector<Fact> &out) {
  for (PyNode before : statementNode.parent().children()) {
    if (before.begin() >= statementNode.begin())
      break;
    if (!before.is(PyKind::IfStatement))
      continue;
    PyNode body = before.field(PyField::Consequence);
    PyNode condition = before.field(PyField::Condition);
    if (!body || !condition || !leaves(body))
      continue;
    // The lifted statement of that `if` is a sibling of ours.
    StatementId own = around(statementNode.range(), statement);
    if (!own)
      continue;
    for (StatementId sibling :
         arch.regions[arch.statements[own].region].statements)
      if (arch.statements[sibling].range == before.range())
        add(condition, sibling, false, out);
  }
}

bool PathConditions::add(PyNode condition, StatementId statement, bool holds,
                         std::vector<Fact> &out) {
  if (!condition || !statement)
    return false;
  switch (condition.kind()) {
  case PyKind::ParenthesizedExpression:
    return add(condition.firstChild(), statement, holds, out);
  case PyKind::NotOperator:
    return add(condition.field(PyField::Argument), statement, !holds, out);
  case PyKind::BooleanOperator: {
    PyNode token = condition.field(PyField::Operator);
    if (token && token.is(PyKind::TokenAnd) == holds) {
      // Both parts hold, or both do not.
      bool left = add(condition.field(PyField::Left), statement, holds, out);
      bool right = add(condition.field(PyField::Right), statement, holds, out);
      return left && right;
    }
    break;
  }
  default:
    break;
  }
  std::optional<Fact> fact = leaf(condition, statement, holds);
  if (!fact)
    return false;
  if (!llvm::is_contained(out, *fact))
    out.push_back(std::move(*fact));
  return true;
}

std::optional<Fact> PathConditions::leaf(PyNode condition,
                                         StatementId statement, bool holds) {
  FunctionId function = text.where().function;
  if (condition.is(PyKind::ComparisonOperator) && condition.childCount() == 3) {
    PyNode left = condition.child(0), token = condition.child(1),
           right = condition.child(2);
    static const std::pair<PyKind, PyKind> Opposites[] = {
        {PyKind::TokenIsNot, PyKind::TokenIs},
        {PyKind::TokenNotEqual, PyKind::TokenEqual},
        {PyKind::TokenNotIn, PyKind::TokenIn}};
    for (auto [negative, positive] : Opposites) {
      if (!token.is(negative) && !token.is(positive))
        continue;
      auto a = text.moved(left.range(), function, statement);
      auto b = text.moved(right.range(), function, statement);
      if (!a || !b)
        return std::nullopt;
      auto compare = [&](PyKind kind) {
        return a->within(Precedence::BitOr) + " " +
               python::pyKindName(kind).str() + " " +
               b->within(Precedence::BitOr);
      };
      return Fact{compare(positive), compare(negative), Precedence::Compare,
                  Precedence::Compare, holds == token.is(positive)};
    }
  }
  std::optional<Rendered> whole =
      text.moved(condition.range(), function, statement);
  if (!whole)
    return std::nullopt;
  return makeFact(*whole, holds);
}
