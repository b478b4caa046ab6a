// SPDX-License-Identifier: Apache-2.0
#include "runtime/synth/GuardText.h"
#include "runtime/match/LiteralArithmetic.h"

using namespace adopter;
using namespace adopter::synth;
using namespace adopter::match;

static Rendered atom(std::string text) {
  return {std::move(text), Precedence::Atom, {}, {}};
}

GuardText::Outcome GuardText::truth(bool value) {
  return {value ? Outcome::Kind::True : Outcome::Kind::False, {}};
}

GuardText::Outcome GuardText::facts(std::vector<Fact> all) {
  return {Outcome::Kind::Text, std::move(all)};
}

bool GuardText::add(const Guard &guard, std::vector<Fact> &out) {
  Outcome outcome = decideGuard(guard, true);
  if (outcome.kind == Outcome::Kind::None ||
      outcome.kind == Outcome::Kind::False)
    return false;
  for (Fact &fact : outcome.facts)
    if (!llvm::is_contained(out, fact))
      out.push_back(std::move(fact));
  return true;
}

GuardText::Outcome GuardText::decideGuard(const Guard &guard, bool holds) {
  switch (guard.kind) {
  case GuardKind::Private:
  case GuardKind::NotObserved:
    return truth(decide(guard) == holds);
  case GuardKind::Not:
    return guard.operands.empty() ? Outcome()
                                  : decideGuard(guard.operands[0], !holds);
  case GuardKind::And:
  case GuardKind::Or:
    return junction(guard, guard.kind == GuardKind::And, holds);
  case GuardKind::Compare:
    return comparison(guard, holds);
  case GuardKind::Training: {
    std::string self = text.self();
    if (self.empty())
      return {};
    return facts({makeFact(atom(self + ".training"), holds)});
  }
  case GuardKind::IsScalar: {
    std::optional<Rendered> value = operand(guard.lhs);
    if (!value)
      return {};
    return facts({makeFact(
        atom("isinstance(" + value->text + ", (int, float))"), holds)});
  }
  case GuardKind::Truth: {
    if (guard.lhs.kind == OperandKind::Value)
      if (auto all = conditions.facts(guard.lhs.value, holds))
        return facts(std::move(*all));
    std::optional<Rendered> value = operand(guard.lhs);
    if (!value)
      return {};
    return facts({makeFact(*value, holds)});
  }
  }
  return {};
}

GuardText::Outcome GuardText::junction(const Guard &guard, bool isAnd,
                                       bool holds) {
  // What decides the whole at once: a false part of an `and`...
  bool isConjunction = isAnd == holds;
  std::vector<Fact> all;
  bool isKnown = true;
  for (const Guard &part : guard.operands) {
    Outcome outcome = decideGuard(part, holds);
    switch (outcome.kind) {
    case Outcome::Kind::None:
      isKnown = false;
      break;
    case Outcome::Kind::True:
      if (!isConjunction)
        return truth(true);
      break;
    case Outcome::Kind::False:
      if (isConjunction)
        return truth(false);
      break;
    case Outcome::Kind::Text:
      if (isConjunction) {
        all.insert(all.end(), outcome.facts.begin(), outcome.facts.end());
      } else {
        Rendered whole{conjunction(outcome.facts),
                       outcome.facts.size() == 1
                           ? outcome.facts.front().asPrecedence()
                           : Precedence::And,
                       {},
                       {}};
        all.push_back(makeFact(whole, true));
      }
      break;
    }
  }
  // A disjunction may do without the parts that cannot be written.
  if (isConjunction ? !isKnown : all.empty() && !isKnown)
    return {};
  if (all.empty())
    return truth(isConjunction);
  if (isConjunction || all.size() == 1)
    return facts(std::move(all));
  std::string joined;
  for (const Fact &fact : all) {
    if (!joined.empty())
      joined += " or ";
    joined += parenthesized(fact.asText(), fact.asPrecedence(), Precedence::Or);
  }
  return facts({makeFact({joined, Precedence::Or, {}, {}}, true)});
}

GuardText::Outcome GuardText::comparison(const Guard &guard, bool holds) {
  std::optional<Rendered> a = operand(guard.lhs);
  std::optional<Rendered> b = operand(guard.rhs);
  if (!a || !b)
    return {};
  std::string token = guard.token, opposite;
  static const std::pair<llvm::StringRef, llvm::StringRef> Opposites[] = {
      {"==", "!="},
      {"is", "is not"},
      {"in", "not in"},
      {"<", ">="},
      {"<=", ">"}};
  for (auto [positive, negative] : Opposites) {
    if (token == negative) {
      opposite = token;
      token = positive.str();
      holds = !holds;
    } else if (token == positive) {
      opposite = negative.str();
    }
  }
  if (token == "==" && guard.rhs.kind == OperandKind::Literal &&
      guard.rhs.literal.kind == ConstantKind::None) {
    token = "is";
    opposite = "is not";
  }
  auto compare = [&](const std::string &by) {
    return a->within(Precedence::BitOr) + " " + by + " " +
           b->within(Precedence::BitOr);
  };
  Fact fact = makeFact({compare(token), Precedence::Compare, {}, {}}, holds);
  if (!opposite.empty()) {
    fact.negation = compare(opposite);
    fact.negationPrecedence = Precedence::Compare;
  }
  return facts({std::move(fact)});
}

std::optional<Rendered> GuardText::configuration(llvm::StringRef key) {
  std::string self = text.self();
  if (self.empty())
    return std::nullopt;
  const model::Architecture &arch = site.file.arch;
  model::ClassId owner = arch.functions[text.where().function].owner;
  SymbolId name = arch.symbols.find("config");
  model::MemberId member =
      name ? arch.findMember(owner, name) : model::MemberId();
  if (!member)
    return std::nullopt;
  const model::Member &m = arch.members[member];
  if (m.definitions.size() != 1 || m.definitions.front().conditional)
    return std::nullopt;
  return atom(self + ".config." + key.str());
}

std::optional<Rendered> GuardText::operand(const Operand &operand) {
  auto suffixed = [&](llvm::StringRef suffix) -> std::optional<Rendered> {
    std::optional<Rendered> value =
        operand.value ? text.render(operand.value) : std::nullopt;
    if (!value)
      return std::nullopt;
    return atom(value->within(Precedence::Atom) + suffix.str());
  };
  switch (operand.kind) {
  case OperandKind::Literal:
    if (operand.literal.kind == ConstantKind::String)
      return atom(stringLiteral(operand.literal.text, site.file.style.quote));
    return atom(spelling(operand.literal));
  case OperandKind::Value:
    return operand.value ? text.render(operand.value) : std::nullopt;
  case OperandKind::Name: {
    auto name =
        site.file.names.existing(operand.name, [&](llvm::StringRef local) {
          return text.isHidden(local);
        });
    if (!name)
      return std::nullopt;
    return atom(*name);
  }
  case OperandKind::List: {
    std::string items;
    for (const Operand &item : operand.operands) {
      std::optional<Rendered> value = this->operand(item);
      if (!value)
        return std::nullopt;
      items += (items.empty() ? "" : ", ") + value->within(Precedence::Lambda);
    }
    return atom("(" + items + (operand.operands.size() == 1 ? ",)" : ")"));
  }
  case OperandKind::Rank:
    return suffixed(".dim()");
  case OperandKind::LastAxis: {
    std::optional<Rendered> rank = suffixed(".dim()");
    if (!rank)
      return std::nullopt;
    return Rendered{rank->text + " - 1", Precedence::Sum, {}, {}};
  }
  case OperandKind::Dtype:
    return suffixed(".dtype");
  case OperandKind::Shape:
    return suffixed(".shape");
  case OperandKind::Size:
    return suffixed(".shape[" + std::to_string(operand.literal.integer) + "]");
  case OperandKind::Activation:
    return operand.value ? text.render(operand.value) : std::nullopt;
  case OperandKind::Config:
    return configuration(operand.name);
  case OperandKind::Binary: {
    if (operand.operands.size() != 2)
      return std::nullopt;
    std::optional<Rendered> a = this->operand(operand.operands[0]);
    std::optional<Rendered> b = this->operand(operand.operands[1]);
    Precedence precedence = precedenceOfOperator(operand.name);
    if (!a || !b || precedence == Precedence::Tuple)
      return std::nullopt;
    Precedence right =
        static_cast<Precedence>(static_cast<uint8_t>(precedence) + 1);
    return Rendered{a->within(precedence) + " " + operand.name + " " +
                        b->within(right),
                    precedence,
                    {},
                    {}};
  }
  }
  return std::nullopt;
}
