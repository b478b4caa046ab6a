// SPDX-License-Identifier: Apache-2.0
#include "runtime/synth/Availability.h"

using namespace adopter;
using namespace adopter::synth;
using namespace adopter::model;

RegionId synth::regionAround(const Architecture &arch, RegionId region) {
  OpId parent = arch.regions[region].parent;
  return parent ? arch.ops[parent].region : RegionId();
}

bool synth::isWithin(const Architecture &arch, RegionId inner, RegionId outer) {
  for (; inner; inner = regionAround(arch, inner))
    if (inner == outer)
      return true;
  return false;
}

bool synth::isWithin(const Architecture &arch, StatementId inner,
                     StatementId outer) {
  for (; inner; inner = arch.statements[inner].parent)
    if (inner == outer)
      return true;
  return false;
}

StatementId synth::statementIn(const Architecture &arch, StatementId statement,
                               RegionId region) {
  for (; statement; statement = arch.statements[statement].parent)
    if (arch.statements[statement].region == region)
      return statement;
  return {};
}

bool Availability::isDeleted(StatementId statement) const {
  if (deleted)
    for (; statement; statement = arch.statements[statement].parent)
      if (deleted->contains(statement))
        return true;
  return false;
}

/// `at` stands inside the statement that binds: a loop, `with`, `try`.
Availability::Reach Availability::reachFromAround(const Binding &binding,
                                                  StatementId at) const {
  StatementKind kind = arch.statements[binding.statement].kind;
  if (kind == StatementKind::If)
    return Reach::Elsewhere; // what holds after it
  if (!binding.value) {
    // Nobody knows at the start of a round, or after the loop: then the body
    // binds it first.
    for (const Binding &other : arch.functions[function].bindings) {
      if (&other == &binding)
        break;
      if (other.variable == binding.variable && other.statement &&
          other.statement != binding.statement &&
          isWithin(arch, other.statement, binding.statement))
        return Reach::Elsewhere;
    }
    return Reach::Unknown;
  }
  const Value &value = arch.values[binding.value];
  RegionId here = arch.statements[at].region;
  if (value.kind == ValueKind::Parameter)
    return Reach::Unknown;
  const Op &def = arch.ops[value.def];
  if (value.kind == ValueKind::LoopArg || def.kind == OpKind::With) {
    for (RegionId region : def.regions)
      if (isWithin(arch, here, region))
        return Reach::Holds;
    return Reach::Elsewhere;
  }
  // Unpacked loop targets are ops of the body; joins are ops after it.
  RegionId around = arch.statements[binding.statement].region;
  if (def.region != around && isWithin(arch, here, def.region))
    return Reach::Holds;
  return def.region == around ? Reach::Elsewhere : Reach::Unknown;
}

/// What `binding` says of the start of `at`, which comes later in the text.
Availability::Reach Availability::reach(const Binding &binding,
                                        StatementId at) const {
  if (!binding.statement) // a parameter
    return Reach::Holds;
  if (isWithin(arch, at, binding.statement))
    return binding.statement == at ? Reach::Elsewhere
                                   : reachFromAround(binding, at);
  RegionId here = arch.statements[at].region;
  RegionId region = arch.statements[binding.statement].region;
  bool leaves = true; // control comes from the binding to `at`
  while (region && !isWithin(arch, here, region)) {
    const Region &inner = arch.regions[region];
    // The body of a `with` is a straight line.
    if (inner.kind != RegionKind::With) {
      if (inner.terminates)
        return Reach::Elsewhere;
      leaves = false;
    }
    RegionId around = regionAround(arch, region);
    // Two branches of one `if`: the other one was not taken.
    if (arch.ops[inner.parent].kind == OpKind::If && around &&
        isWithin(arch, here, around))
      for (RegionId other : arch.ops[inner.parent].regions)
        if (other != region && isWithin(arch, here, other))
          return Reach::Elsewhere;
    region = around;
  }
  // A value that only some paths bind would have a join that comes later.
  return leaves ? Reach::Holds : Reach::Unknown;
}

/// A loop around `at`, but not around the binding, binds the variable again.
bool Availability::isReboundInLoop(const Binding &binding,
                                   StatementId at) const {
  for (StatementId loop = at; loop; loop = arch.statements[loop].parent) {
    StatementKind kind = arch.statements[loop].kind;
    if (kind != StatementKind::For && kind != StatementKind::While)
      continue;
    if (binding.statement && isWithin(arch, binding.statement, loop))
      continue;
    for (const Binding &other : arch.functions[function].bindings)
      if (other.variable == binding.variable && other.statement &&
          other.statement != loop && isWithin(arch, other.statement, loop) &&
          !isDeleted(other.statement))
        return true;
  }
  return false;
}

ValueId Availability::valueOf(SymbolId variable, StatementId statement) const {
  llvm::ArrayRef<Binding> bindings = arch.functions[function].bindings;
  uint32_t here = arch.statements[statement].range.begin;
  for (size_t i = bindings.size(); i-- > 0;) {
    const Binding &binding = bindings[i];
    if (binding.variable != variable)
      continue;
    if (binding.statement &&
        (arch.statements[binding.statement].range.begin >= here ||
         isDeleted(binding.statement)))
      continue;
    switch (reach(binding, statement)) {
    case Reach::Elsewhere:
      continue;
    case Reach::Unknown:
      return {};
    case Reach::Holds:
      return isReboundInLoop(binding, statement) ? ValueId() : binding.value;
    }
  }
  return {};
}

SymbolId Availability::variableFor(ValueId value, StatementId statement) const {
  llvm::ArrayRef<Binding> bindings = arch.functions[function].bindings;
  for (size_t i = bindings.size(); i-- > 0;)
    if (bindings[i].value == value &&
        valueOf(bindings[i].variable, statement) == value)
      return bindings[i].variable;
  return {};
}

bool Availability::binds(SymbolId variable) const {
  for (const Binding &binding : arch.functions[function].bindings)
    if (binding.variable == variable)
      return true;
  return false;
}
