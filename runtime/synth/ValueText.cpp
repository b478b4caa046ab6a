// SPDX-License-Identifier: Apache-2.0
#include "runtime/synth/ValueText.h"
#include "runtime/model/ArchitecturePrinter.h"

using namespace adopter;
using namespace adopter::synth;
using namespace adopter::model;
using python::PyKind;
using python::PyNode;

/// Values are looked through at most so deep.
static constexpr unsigned MaxDepth = 24;

std::string synth::literalText(const Constant &constant,
                               const SymbolTable &symbols, char quote) {
  if (constant.kind == ConstantKind::String)
    return stringLiteral(symbols.text(constant.string), quote);
  std::string text;
  llvm::raw_string_ostream out(text);
  printConstant(out, constant, symbols);
  return text;
}

bool ValueText::isHidden(llvm::StringRef name) const {
  SymbolId symbol = arch.symbols.find(name);
  if (!symbol)
    return false;
  for (FunctionId f = place.function; f; f = arch.functions[f].enclosing)
    if (Availability(arch, f).binds(symbol))
      return true;
  return false;
}

std::optional<Rendered> ValueText::render(ValueId value, unsigned uses,
                                          llvm::StringRef wish) {
  if (!value || depth > MaxDepth)
    return std::nullopt;
  ++depth;
  std::optional<Rendered> result = renderInner(value, uses, wish);
  --depth;
  return result;
}

std::optional<Rendered> ValueText::renderInner(ValueId value, unsigned uses,
                                               llvm::StringRef wish) {
  if (hoists)
    for (const Hoist &hoist : *hoists)
      if (hoist.value == value)
        return Rendered{hoist.name, Precedence::Atom, {}, {}};

  const Value &v = arch.values[value];
  const Op *def = arch.definition(value);
  // The target of a comprehension around this place.
  if (v.kind == ValueKind::LoopArg && v.name &&
      arch.ops[v.def].kind == OpKind::Comprehension)
    for (RegionId region : arch.ops[v.def].regions)
      if (arch.isInside(place.anchor, region))
        return Rendered{arch.text(v.name).str(), Precedence::Atom, {}, {}};
  if (v.function != place.function) {
    if (def && def->kind == OpKind::Global)
      return structural(value);
    for (FunctionId f = arch.functions[place.function].enclosing; f;
         f = arch.functions[f].enclosing)
      if (f == v.function)
        return fromEnclosing(value);
    if (auto text = fromConstructor(value))
      return text;
    return literal(value);
  }

  // A literal that disappears with the text around it goes along as it is.
  if (def && def->kind == OpKind::Constant &&
      (!def->range.isValid() ||
       llvm::any_of(removal.replaced, [&](SourceRange outer) {
         return outer.contains(def->range);
       })))
    return literal(value);
  if (SymbolId variable = variables.variableFor(value, place.statement))
    return Rendered{arch.text(variable).str(), Precedence::Atom, {}, {}};
  if (!def)
    return std::nullopt;
  if (def->kind == OpKind::Constant)
    return literal(value);
  if (def->inlined || !def->range.isValid())
    return structural(value);
  return ownText(value, uses, wish);
}

std::optional<Rendered> ValueText::literal(ValueId value) const {
  const Constant *constant = arch.constant(value);
  if (!constant)
    return std::nullopt;
  const Op &def = *arch.definition(value);
  Rendered result;
  PyNode node = def.range.isValid() ? nodeAt(file.source, def.range) : PyNode();
  bool isOneLine = node && isExpression(node) && !node.text().contains('\n');
  result.text = isOneLine
                    ? node.text().str()
                    : literalText(*constant, arch.symbols, file.style.quote);
  bool isNegative =
      (constant->kind == ConstantKind::Int && constant->integer < 0) ||
      (constant->kind == ConstantKind::Float && constant->number < 0);
  result.precedence = isNegative  ? Precedence::Unary
                      : isOneLine ? precedenceOf(node)
                                  : Precedence::Atom;
  return result;
}

/// A value without text of its own here: of an inlined callee, or filled in
/// from a signature.
std::optional<Rendered> ValueText::structural(ValueId value) {
  const Op *def = arch.definition(value);
  if (!def)
    return std::nullopt;
  switch (def->kind) {
  case OpKind::Constant:
    return literal(value);
  case OpKind::Global: {
    llvm::StringRef name = arch.text(def->name);
    auto hidden = [&](llvm::StringRef local) { return isHidden(local); };
    if (auto text = file.names.existing(name, hidden))
      return Rendered{*text, Precedence::Atom, {}, {}};
    if (def->range.isValid()) {
      llvm::StringRef text = file.source.text(def->range);
      if (!isHidden(text.split('.').first) && !text.contains('\n'))
        return Rendered{text.str(), Precedence::Atom, {}, {}};
    }
    if (name.consume_front("builtins.") && !isHidden(name))
      return Rendered{name.str(), Precedence::Atom, {}, {}};
    return std::nullopt;
  }
  case OpKind::Attribute: {
    if (!isStable(arch.definingOp(value)))
      return std::nullopt;
    std::optional<Rendered> object = render(arch.args(*def)[0].value);
    if (!object)
      return std::nullopt;
    return Rendered{object->within(Precedence::Atom) + "." +
                        arch.text(def->name).str(),
                    Precedence::Atom,
                    {},
                    {}};
  }
  case OpKind::Not: {
    std::optional<Rendered> operand = render(arch.args(*def)[0].value);
    if (!operand)
      return std::nullopt;
    return Rendered{
        "not " + operand->within(Precedence::Not), Precedence::Not, {}, {}};
  }
  default:
    return std::nullopt;
  }
}

std::optional<Rendered> ValueText::fromEnclosing(ValueId value) {
  SymbolId name = arch.values[value].name;
  if (!name || Availability(arch, place.function).binds(name))
    return std::nullopt;
  return Rendered{arch.text(name).str(), Precedence::Atom, {}, {}};
}

//===-- moved text --------------------------------------------------------===//

bool ValueText::isInside(SourceRange range, const Op &op) const {
  return !op.inlined && op.range.isValid() && range.contains(op.range);
}

llvm::SmallVector<OpId, 8> ValueText::opsIn(SourceRange range,
                                            FunctionId owner) const {
  llvm::SmallVector<OpId, 8> found;
  const Function &function = arch.functions[owner];
  for (uint32_t i = function.firstOp.index(); i < function.endOp.index(); ++i)
    if (isInside(range, arch.ops[OpId(i)]))
      found.push_back(OpId(i));
  return found;
}

bool ValueText::isStable(OpId read) const {
  const Op &op = arch.ops[read];
  if (op.kind == OpKind::Constant || op.kind == OpKind::Global)
    return true;
  const Function &function = arch.functions[place.function];
  uint32_t from = arch.order(read), here = arch.order(place.anchor);
  for (uint32_t i = function.firstOp.index(); i < function.endOp.index(); ++i) {
    OpId id(i);
    const Op &writer = arch.ops[id];
    if (id == read || removal.dead.contains(id))
      continue;
    uint32_t at = arch.order(id);
    bool isBetween = from < at && at < here;
    // A loop around this place, but not around the op, comes back here.
    for (RegionId region = writer.region; region && !isBetween;
         region = regionAround(arch, region))
      isBetween = (arch.regions[region].kind == RegionKind::Loop ||
                   arch.regions[region].kind == RegionKind::Condition) &&
                  arch.isInside(place.anchor, region) &&
                  !arch.isInside(read, region);
    if (isBetween && file.effects.mayChange(writer, op))
      return false;
  }
  return true;
}

bool ValueText::isCheap(llvm::ArrayRef<OpId> ops) const {
  unsigned computed = 0;
  for (OpId id : ops) {
    const Op &op = arch.ops[id];
    switch (op.kind) {
    case OpKind::Constant:
    case OpKind::Global:
    case OpKind::Attribute:
    case OpKind::Is:
    case OpKind::Not:
    case OpKind::And:
    case OpKind::Or:
      continue;
    default:
      if (!op.pure)
        return false;
      ++computed;
    }
  }
  return computed <= 2;
}

std::optional<Rendered> ValueText::ownText(ValueId value, unsigned uses,
                                           llvm::StringRef wish) {
  OpId defId = arch.definingOp(value);
  const Op &def = arch.ops[defId];
  PyNode node = nodeAt(file.source, def.range);
  if (!node || !isExpression(node) || def.inPlace ||
      def.kind == OpKind::Element || def.kind == OpKind::Undefined)
    return std::nullopt;
  bool goes = removal.covers(arch, def.statement, def.range);
  bool isHere = llvm::any_of(removal.replaced, [&](SourceRange outer) {
    return outer.contains(def.range) && def.statement == place.statement;
  });
  llvm::SmallVector<OpId, 8> ops = opsIn(def.range, place.function);
  bool isSafe = llvm::all_of(ops, [&](OpId id) {
    return file.effects.isDeterministic(arch.ops[id]) && isStable(id);
  });
  bool isRepeatable = isCheap(ops);
  if (isHere && uses == 1)
    return moved(def.range, place.function, def.statement);
  if (isSafe && ((goes && uses == 1) || isRepeatable))
    if (auto text = moved(def.range, place.function, def.statement))
      return text;
  if (goes && !isHere)
    return hoisted(value, wish);
  if (isHere && isSafe)
    return hoistedBefore(value, wish);
  return std::nullopt;
}

/// Used several times: computed once, before the statement.
std::optional<Rendered> ValueText::hoistedBefore(ValueId value,
                                                 llvm::StringRef wish) {
  const Op &def = arch.ops[arch.definingOp(value)];
  StatementKind kind = arch.statements[def.statement].kind;
  bool isSimple = kind == StatementKind::Assign ||
                  kind == StatementKind::Expression ||
                  kind == StatementKind::Return;
  if (!hoists || !isSimple ||
      !ownsLines(file.source.text(), arch.statements[def.statement].range) ||
      hasScopes(file.source, arch.statements[def.statement].range))
    return std::nullopt;
  Hoist hoist;
  hoist.statement = def.statement;
  hoist.isBefore = true;
  hoist.value = value;
  hoist.name = file.names.fresh(wish);
  hoist.text = onOneLine(file.source, def.range);
  movedRanges.push_back(def.range);
  hoists->push_back(hoist);
  return Rendered{hoist.name, Precedence::Atom, {}, {}};
}

/// Keeps the value under a name where the deleted statement computed it.
std::optional<Rendered> ValueText::hoisted(ValueId value,
                                           llvm::StringRef wish) {
  const Op &def = arch.ops[arch.definingOp(value)];
  const Statement &statement = arch.statements[def.statement];
  if (!hoists || !removal.deleted.contains(def.statement) ||
      (statement.kind != StatementKind::Assign &&
       statement.kind != StatementKind::AugAssign &&
       statement.kind != StatementKind::Expression) ||
      !ownsLines(file.source.text(), statement.range) ||
      hasScopes(file.source, statement.range))
    return std::nullopt;
  // Must be computed on every way to here.
  if (!isWithin(arch, arch.statements[place.statement].region,
                statement.region))
    return std::nullopt;
  Hoist hoist;
  hoist.statement = def.statement;
  hoist.value = value;
  hoist.name = file.names.fresh(wish);
  hoist.text = onOneLine(file.source, def.range);
  hoists->push_back(hoist);
  return Rendered{hoist.name, Precedence::Atom, {}, {}};
}

std::optional<Rendered> ValueText::moved(SourceRange range, FunctionId owner,
                                         StatementId from) {
  PyNode node = nodeAt(file.source, range);
  if (!node || !isExpression(node))
    return std::nullopt;
  bool isElsewhere = owner != place.function || from != place.statement;
  Availability before(arch, owner);
  std::vector<Substitution> substitutions;
  bool failed = false;
  if (isElsewhere) {
    forEachVariable(file.source, range, [&](PyNode name) {
      if (failed)
        return;
      SymbolId symbol = arch.symbols.find(name.text());
      if (!symbol || !before.binds(symbol)) {
        // A name of the module, or of a function around.
        failed = owner != place.function && isHidden(name.text());
        return;
      }
      ValueId value = before.valueOf(symbol, from);
      if (!value) {
        failed = true;
        return;
      }
      if (owner == place.function &&
          variables.valueOf(symbol, place.statement) == value)
        return;
      std::optional<Rendered> other = render(value);
      failed = !other;
      if (other)
        substitutions.push_back(
            {name.range(), other->within(precedenceNeededAt(name))});
    });
    if (failed || (!substitutions.empty() && hasScopes(file.source, range)))
      return std::nullopt;
  }
  Rendered result;
  movedRanges.push_back(range);
  result.text = onOneLine(file.source, range, substitutions);
  if (llvm::StringRef(result.text).contains('\n'))
    return std::nullopt; // a string over several lines
  result.precedence = precedenceOf(node);
  if (substitutions.size() == 1 && substitutions[0].range == range)
    result.precedence = Precedence::Atom;
  return result;
}
