// SPDX-License-Identifier: Apache-2.0
#include "runtime/model/PrintPlan.h"
#include "runtime/model/ArchitecturePrinter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/Twine.h"

using namespace adopter;
using namespace adopter::model;

/// Deepest nesting of an expression that is printed, below what the parser of
/// rules takes.
static constexpr unsigned MaxNesting = 24;

bool adopter::model::isReservedWord(llvm::StringRef name) {
  return llvm::StringSwitch<bool>(name)
      // Python's own, and the words that start statements or declarations.
      .Cases("and", "or", "not", "if", "else", "in", "is", "lambda", true)
      .Cases("for", "while", "elif", "try", "except", "finally", true)
      .Cases("return", "raise", "break", "continue", "pass", "yield", true)
      .Cases("assert", "del", "True", "False", "None", "_", true)
      .Cases("set", "inline", "carried", "with", "as", "where", true)
      .Cases("method", "function", "module", true)
      // Forms written as calls.
      .Cases("attribute", "awaited", "buffer", "call", "closure", true)
      .Cases("compare", "each", "element", "formatted", "inplace", true)
      .Cases("join", "members", "named", "opaque", "parameter", true)
      .Cases("select", "send", "setof", "slice", "undefined", "yielded", true)
      .Cases("listof", "next", "tupleof", true)
      .Default(false);
}

PrintPlan::PrintPlan(const Architecture &arch, const CallNotations &notations)
    : arch(arch), notations(notations), prefix(arch.ownPrefix()),
      shownUses(arch.values.size()), firstUser(arch.values.size()),
      inlined(arch.values.size()), silent(arch.ops.size()),
      names(arch.values.size()), memberOf(arch.ops.size()),
      loopArgIndex(arch.ops.size()) {
  collectLoopArgs();
  countUses();
  floatReads();
  for (const Region &region : arch.regions) {
    bool isInit = arch.functions.contains(region.function) &&
                  arch.text(arch.functions[region.function].name) == "__init__";
    placeRegion(region, isInit);
  }
  assignMembers();
  nameFunctions();
  nameValues();
}

void PrintPlan::collectLoopArgs() {
  loopArgTable.emplace_back();
  for (uint32_t i = 0; i < arch.values.size(); ++i) {
    const Value &value = arch.values[ValueId(i)];
    if (value.kind != ValueKind::LoopArg || !arch.ops.contains(value.def))
      continue;
    uint32_t &index = loopArgIndex[value.def.index()];
    if (index == 0) {
      index = static_cast<uint32_t>(loopArgTable.size());
      loopArgTable.emplace_back();
    }
    loopArgTable[index].push_back(ValueId(i));
  }
  for (std::vector<ValueId> &list : loopArgTable)
    llvm::stable_sort(list, [&](ValueId a, ValueId b) {
      return arch.values[a].index < arch.values[b].index;
    });
}

llvm::ArrayRef<ValueId> PrintPlan::loopArgs(OpId op) const {
  return loopArgTable[loopArgIndex[op.index()]];
}

//===-- what is shown -----------------------------------------------------===//

const CallNotation &PrintPlan::notation(const Op &op) const {
  static const CallNotation unknown;
  return op.decl != NoDecl && op.decl < notations.size() ? notations[op.decl]
                                                         : unknown;
}

llvm::ArrayRef<Argument> PrintPlan::shownArgs(const Op &op) const {
  if (op.kind == OpKind::Call && op.callee &&
      (op.written.count || op.decl != NoDecl))
    return arch.written(op);
  return arch.args(op);
}

llvm::SmallVector<ValueId, 8> PrintPlan::shownOperands(const Op &op) const {
  llvm::SmallVector<ValueId, 8> operands;
  if (op.callee)
    operands.push_back(op.callee);
  bool isCanonical = op.decl != NoDecl && !op.callee;
  llvm::ArrayRef<Argument> args = shownArgs(op);
  for (uint32_t i = 0; i < args.size(); ++i)
    if (!isCanonical || !isOmitted(op, i))
      operands.push_back(args[i].value);
  return operands;
}

bool PrintPlan::isOmitted(const Op &op, uint32_t index) const {
  const Argument &arg = arch.args(op)[index];
  const CallNotation &known = notation(op);
  if (index >= known.defaults.size())
    return arg.isDefault;
  const Op *def = arch.definition(arg.value);
  if (!def || known.defaults[index].empty())
    return false;
  if (def->kind == OpKind::Global)
    return arch.text(def->name) == known.defaults[index];
  if (def->kind != OpKind::Constant)
    return false;
  std::string text;
  llvm::raw_string_ostream stream(text);
  printConstant(stream, def->constant, arch.symbols);
  return text == known.defaults[index];
}

llvm::StringRef PrintPlan::qualified(SymbolId name) const {
  llvm::StringRef text = arch.text(name);
  if (!prefix.empty())
    text.consume_front(prefix);
  return text;
}

/// The value of such an op can be left out where nothing shows it.
static bool isQuiet(const Op &op) {
  switch (op.kind) {
  case OpKind::Constant:
  case OpKind::Global:
  case OpKind::Attribute:
  case OpKind::Slice:
  case OpKind::Tuple:
  case OpKind::List:
  case OpKind::Dict:
  case OpKind::Set:
  case OpKind::Not:
  case OpKind::And:
  case OpKind::Or:
  case OpKind::Is:
  case OpKind::In:
  case OpKind::Select:
  case OpKind::Undefined:
    return true;
  case OpKind::Call:
    return op.pure && op.decl != NoDecl;
  default:
    return false;
  }
}

/// Literals and names mean the same wherever they are written.
static bool isFloating(const Op &op) {
  return op.kind == OpKind::Constant || op.kind == OpKind::Global ||
         op.kind == OpKind::Undefined;
}

void PrintPlan::countUses() {
  // Users come after what they use, so that backwards the uses of each op are
  // known when it is reached.
  std::vector<OpId> order(arch.ops.size());
  for (uint32_t i = 0; i < arch.ops.size(); ++i)
    order[arch.order(OpId(i))] = OpId(i);
  // A loop reads what its body hands on before the body is reached backwards,
  // never after: only Next, Break and Continue stand for that.
  for (OpId id : llvm::reverse(order)) {
    const Op &op = arch.ops[id];
    bool isShown = false, isRead = false;
    for (uint32_t i = 0; i < op.resultCount; ++i) {
      isShown |= shownUses[op.result(i).index()] != 0;
      isRead |= !arch.uses(op.result(i)).empty();
    }
    if (isFloating(op) || (isRead && !isShown && isQuiet(op))) {
      silent.set(id.index());
      for (uint32_t i = 0; i < op.resultCount; ++i)
        inlined.set(op.result(i).index());
      if (!isFloating(op))
        continue;
    }
    for (ValueId operand : shownOperands(op))
      if (arch.values.contains(operand)) {
        ++shownUses[operand.index()];
        firstUser[operand.index()] = id;
      }
  }
}

/// Reading `value` at `at` instead of where it is computed gives the same:
/// nothing in between may write.
bool PrintPlan::isSteady(ValueId value, OpId at) const {
  OpId def = arch.definingOp(value);
  if (arch.ops[def].region != arch.ops[at].region)
    return false;
  FunctionId function = arch.regions[arch.ops[def].region].function;
  return llvm::none_of(arch.writersOf(function), [&](OpId writer) {
    return arch.order(writer) > arch.order(def) &&
           arch.order(writer) < arch.order(at);
  });
}

/// Attributes are read where they are used, as in `self.norm(self.drop(x))`,
/// and tests for None are repeated where they are: both as Python has them.
void PrintPlan::floatReads() {
  std::vector<OpId> order(arch.ops.size());
  for (uint32_t i = 0; i < arch.ops.size(); ++i)
    order[arch.order(OpId(i))] = OpId(i);
  for (OpId id : order) {
    const Op &op = arch.ops[id];
    if (silent[id.index()] || op.resultCount != 1)
      continue;
    ValueId result = op.result();
    uint32_t uses = shownUses[result.index()];
    llvm::ArrayRef<Argument> args = arch.args(op);
    bool floats = false;
    if (op.kind == OpKind::Attribute && args.size() == 1 && uses == 1) {
      // `attribute(torch.x, "y")` and chains without end stay on their line.
      const Op *base = arch.definition(args[0].value);
      floats = (!base || !isFloating(*base)) &&
               isSteady(result, firstUser[result.index()]);
    } else if (op.kind == OpKind::Is && uses != 0) {
      floats = llvm::all_of(args, [&](const Argument &arg) {
        const Op *operand = arch.definition(arg.value);
        return !inlined[arg.value.index()] || (operand && isFloating(*operand));
      });
    } else if (op.kind == OpKind::Not && uses != 0 && args.size() == 1) {
      const Op *test = arch.definition(args[0].value);
      floats =
          test && test->kind == OpKind::Is && inlined[args[0].value.index()];
    }
    if (floats) {
      inlined.set(result.index());
      silent.set(id.index());
    }
  }
}

//===-- in place or on a line ---------------------------------------------===//

uint32_t PrintPlan::unpackCount(const Region &region, size_t index) const {
  auto element = [&](size_t i) -> const Op * {
    if (i >= region.ops.size())
      return nullptr;
    const Op &op = arch.ops[region.ops[i]];
    bool fits =
        op.kind == OpKind::Element && op.args.count == 1 && op.resultCount == 1;
    return fits ? &op : nullptr;
  };
  const Op *first = element(index);
  if (!first || first->index != 0)
    return 0;
  ValueId whole = arch.args(*first)[0].value;
  uint32_t count = 1;
  while (const Op *next = element(index + count)) {
    if (next->index != count || arch.args(*next)[0].value != whole)
      break;
    ++count;
  }
  return count;
}

/// Kinds that read well inside another expression.
static bool isShort(const Op &op) {
  switch (op.kind) {
  case OpKind::Attribute:
  case OpKind::Tuple:
  case OpKind::List:
  case OpKind::Dict:
  case OpKind::Set:
  case OpKind::Slice:
  case OpKind::Not:
  case OpKind::Is:
  case OpKind::In:
  case OpKind::And:
  case OpKind::Or:
    return true;
  default:
    return false;
  }
}

/// Kinds that are expressions at all.
static bool isExpression(const Op &op) {
  if (isShort(op))
    return true;
  switch (op.kind) {
  case OpKind::Call:
  case OpKind::MethodCall:
  case OpKind::Select:
  case OpKind::Compare:
  case OpKind::Format:
  case OpKind::Join:
    return op.regions.empty();
  default:
    return false;
  }
}

/// Walks `operands` of `op` from the last to the first and takes from the end
/// of `line` each op that defines one of them and nothing else uses.
void PrintPlan::placeOperands(const Op &op, llvm::ArrayRef<OpId> line,
                              size_t &end, bool anyKind, unsigned depth) {
  if (depth >= MaxNesting)
    return;
  bool isUnpack = op.kind == OpKind::Element;
  const auto operands = shownOperands(op); // must outlive the loop's range
  for (ValueId operand : llvm::reverse(operands)) {
    OpId id = arch.definingOp(operand);
    if (end == 0 || line[end - 1] != id)
      continue;
    const Op &def = arch.ops[id];
    bool isSuper = op.kind == OpKind::MethodCall &&
                   arch.text(def.name) == "builtins.super";
    bool fits =
        anyKind || isUnpack || isSuper ? isExpression(def) : isShort(def);
    // `a and (b and c)` would be read as one operator with three operands.
    bool merges = def.kind == op.kind &&
                  (op.kind == OpKind::And || op.kind == OpKind::Or);
    if (!fits || merges || def.resultCount != 1 ||
        (shownUses[operand.index()] != 1 && !isUnpack))
      continue;
    inlined.set(operand.index());
    silent.set(id.index());
    --end;
    placeOperands(def, line, end, anyKind, depth + 1);
  }
}

void PrintPlan::placeRegion(const Region &region, bool isInit) {
  std::vector<OpId> line;
  std::vector<uint32_t> unpacked; // in step with `line`
  for (size_t i = 0; i < region.ops.size(); ++i) {
    uint32_t count = unpackCount(region, i);
    if (!silent[region.ops[i].index()]) {
      line.push_back(region.ops[i]);
      unpacked.push_back(count);
    }
    if (count)
      i += count - 1;
  }
  size_t end = line.size();
  while (end > 0) {
    --end;
    const Op &op = arch.ops[line[end]];
    if (op.kind == OpKind::Element) {
      ValueId whole = arch.args(op)[0].value;
      if (unpacked[end] == 0 || shownUses[whole.index()] != unpacked[end])
        continue;
    }
    bool anyKind = isInit && op.kind == OpKind::SetAttribute;
    placeOperands(op, line, end, anyKind, 0);
  }
}

bool PrintPlan::isInline(ValueId value) const {
  return arch.values.contains(value) && inlined[value.index()];
}

//===-- members -----------------------------------------------------------===//

MemberKind PrintPlan::writtenKind(ValueId value) const {
  const Op *op = arch.definition(value);
  if (!op || op->kind != OpKind::Call)
    return MemberKind::Module;
  llvm::StringRef name = arch.text(op->name);
  return name == "torch.nn.Parameter" || name == "torch.nn.parameter.Parameter"
             ? MemberKind::Parameter
             : MemberKind::Module;
}

/// The one definition of `member` can be told by a line of the class alone.
bool PrintPlan::hoists(const Member &member) const {
  if (member.definitions.size() != 1 || !arch.classes.contains(member.owner))
    return false;
  const MemberDefinition &definition = member.definitions.front();
  if (definition.conditional || !arch.ops.contains(definition.set) ||
      !arch.functions.contains(definition.function))
    return false;
  const Function &function = arch.functions[definition.function];
  const Op &set = arch.ops[definition.set];
  if (function.owner != member.owner || function.parameters.empty() ||
      arch.text(function.name) != "__init__" || set.region != function.body ||
      set.kind != OpKind::SetAttribute || set.name != member.name ||
      set.args.count != 2 ||
      arch.args(set)[0].value != function.parameters[0].value)
    return false;
  return member.kind == MemberKind::Plain ||
         member.kind == writtenKind(arch.args(set)[1].value);
}

void PrintPlan::assignMembers() {
  for (uint32_t i = 0; i < arch.members.size(); ++i)
    if (hoists(arch.members[MemberId(i)]))
      memberOf[arch.members[MemberId(i)].definitions[0].set.index()] =
          MemberId(i);
}

//===-- names -------------------------------------------------------------===//

FunctionId PrintPlan::outermost(FunctionId function) const {
  for (unsigned depth = 0; depth < 64; ++depth) {
    FunctionId outer = arch.functions[function].enclosing;
    if (!arch.functions.contains(outer))
      break;
    function = outer;
  }
  return function;
}

static bool isIdentifier(llvm::StringRef text) {
  if (text.empty() || (text.front() >= '0' && text.front() <= '9'))
    return false;
  return llvm::all_of(text, [](unsigned char c) {
    return c == '_' || c >= 0x80 || llvm::isAlnum(c);
  });
}

/// `base`, or `base_2`, `base_3`...: the first that is free and no word of the
/// notation.
static std::string freshName(llvm::StringRef base, llvm::StringSet<> &taken) {
  std::string name = base.str();
  for (unsigned n = 2; isReservedWord(name) || !taken.insert(name).second;)
    name = (base + "_" + llvm::Twine(n++)).str();
  return name;
}

/// A function and those inside it share one set of names; neither a parameter
/// nor the first word of a qualified name may become a value's.
void PrintPlan::nameValues() {
  std::vector<llvm::StringSet<>> taken(arch.functions.size());
  auto namesOf = [&](FunctionId function) -> llvm::StringSet<> & {
    return taken[outermost(function).index()];
  };
  for (uint32_t i = 0; i < arch.functions.size(); ++i)
    for (const Parameter &parameter : arch.functions[FunctionId(i)].parameters)
      namesOf(FunctionId(i)).insert(arch.text(parameter.name));
  for (const Op &op : arch.ops)
    if ((op.kind == OpKind::Global || op.kind == OpKind::Call ||
         op.kind == OpKind::Inline) &&
        arch.regions.contains(op.region) &&
        arch.functions.contains(arch.regions[op.region].function))
      namesOf(arch.regions[op.region].function)
          .insert(qualified(op.name).split('.').first);

  std::vector<ValueId> nameless;
  for (uint32_t i = 0; i < arch.values.size(); ++i) {
    const Value &value = arch.values[ValueId(i)];
    if (inlined[i] || !arch.functions.contains(value.function))
      continue;
    llvm::StringRef base = arch.text(value.name);
    if (value.kind == ValueKind::Parameter)
      names[i] = base.str();
    else if (isIdentifier(base) && base != "_")
      names[i] = freshName(base, namesOf(value.function));
    else if (value.kind == ValueKind::LoopArg || isUsed(ValueId(i)))
      nameless.push_back(ValueId(i));
  }
  std::vector<unsigned> numbers(arch.functions.size());
  for (ValueId value : nameless) {
    FunctionId function = arch.values[value].function;
    unsigned &number = numbers[outermost(function).index()];
    std::string &name = names[value.index()];
    do
      name = "v" + std::to_string(++number);
    while (!namesOf(function).insert(name).second);
  }
}

/// Functions inside functions are referred to by name: it must be their own.
void PrintPlan::nameFunctions() {
  std::vector<llvm::StringSet<>> taken(arch.functions.size());
  functionNames.resize(arch.functions.size());
  loose.resize(arch.functions.size());
  llvm::BitVector referred(arch.functions.size());
  for (const Op &op : arch.ops)
    if (op.kind == OpKind::Lambda && arch.functions.contains(op.function))
      referred.set(op.function.index());
  for (uint32_t i = 0; i < arch.functions.size(); ++i) {
    const Function &function = arch.functions[FunctionId(i)];
    llvm::StringRef name = arch.text(function.name);
    if (!isIdentifier(name))
      name = "anonymous";
    functionNames[i] = arch.functions.contains(function.enclosing)
                           ? freshName(name, taken[function.enclosing.index()])
                           : name.str();
    if (arch.functions.contains(function.enclosing) && !referred[i])
      loose[function.enclosing.index()].push_back(FunctionId(i));
  }
}

bool PrintPlan::isParameterName(FunctionId function,
                                llvm::StringRef name) const {
  for (unsigned depth = 0; depth < 64 && arch.functions.contains(function);
       ++depth) {
    for (const Parameter &parameter : arch.functions[function].parameters)
      if (arch.text(parameter.name) == name)
        return true;
    function = arch.functions[function].enclosing;
  }
  return false;
}

bool PrintPlan::isSelf(ValueId value) const {
  if (!arch.values.contains(value))
    return false;
  const Value &self = arch.values[value];
  if (self.kind != ValueKind::Parameter || self.index != 0 ||
      !arch.functions.contains(self.function))
    return false;
  const Function &function = arch.functions[self.function];
  return function.owner.isValid() && !function.isStatic &&
         !function.isClassMethod;
}
