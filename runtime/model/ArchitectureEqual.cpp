// SPDX-License-Identifier: Apache-2.0
#include "runtime/model/ArchitectureEqual.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace adopter;
using namespace adopter::model;

static constexpr unsigned MaxDepth = 4000;

/// Ops that only compute: what matters is who uses them, not where they stand.
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
  case OpKind::Element:
  case OpKind::Select:
  case OpKind::And:
  case OpKind::Or:
  case OpKind::Not:
  case OpKind::Is:
  case OpKind::In:
  case OpKind::Compare:
  case OpKind::Format:
  case OpKind::Undefined:
    return !op.inPlace;
  case OpKind::Call:
    return op.pure && !op.inPlace && op.decl != NoDecl;
  default:
    return false;
  }
}

namespace {

class Comparison {
public:
  Comparison(const Architecture &a, const Architecture &b)
      : a(a), b(b), prefixA(a.ownPrefix()), prefixB(b.ownPrefix()) {}

  std::optional<std::string> run() {
    bool same = compareShape();
    // Constructors first: what they compute is used by the other methods.
    for (bool isInit : {true, false})
      for (size_t i = 0; same && i < pairs.size(); ++i)
        if ((a.text(a.functions[pairs[i].first].name) == "__init__") == isInit)
          same = compareFunction(pairs[i].first, pairs[i].second);
    same = same && compareMembers();
    if (same)
      return std::nullopt;
    return difference.empty() ? "they differ" : difference;
  }

private:
  bool differ(const llvm::Twine &what) {
    if (difference.empty())
      difference = (place.empty() ? what : place + ": " + what).str();
    return false;
  }
  bool sameText(SymbolId left, SymbolId right) const {
    return a.text(left) == b.text(right);
  }
  /// Names of what a file defines itself do not depend on where it lies.
  bool sameName(SymbolId left, SymbolId right) const {
    llvm::StringRef x = a.text(left), y = b.text(right);
    if (!prefixA.empty())
      x.consume_front(prefixA);
    if (!prefixB.empty())
      y.consume_front(prefixB);
    return x == y;
  }

  //===-- classes and functions -------------------------------------------===//

  bool compareShape() {
    if (a.classes.size() != b.classes.size())
      return differ("number of classes");
    for (uint32_t i = 0; i < a.classes.size(); ++i) {
      const Class &left = a.classes[ClassId(i)], &right = b.classes[ClassId(i)];
      place = ("class " + a.text(left.name)).str();
      if (!sameText(left.name, right.name) || left.isModule != right.isModule ||
          left.baseClasses != right.baseClasses)
        return differ("name or bases of the class");
      if (!llvm::equal(left.bases, right.bases,
                       [&](SymbolId x, SymbolId y) { return sameName(x, y); }))
        return differ("bases");
      if (!sameDecorators(left.decorators, right.decorators))
        return differ("decorators");
      if (left.methods.size() != right.methods.size())
        return differ("number of methods");
      for (size_t m = 0; m < left.methods.size(); ++m)
        pair(left.methods[m], right.methods[m]);
    }
    place.clear();
    std::vector<FunctionId> left = topLevel(a), right = topLevel(b);
    if (left.size() != right.size())
      return differ("number of functions");
    for (size_t i = 0; i < left.size(); ++i)
      pair(left[i], right[i]);
    return true;
  }

  static std::vector<FunctionId> topLevel(const Architecture &arch) {
    std::vector<FunctionId> list;
    for (uint32_t i = 0; i < arch.functions.size(); ++i)
      if (!arch.functions[FunctionId(i)].owner &&
          !arch.functions[FunctionId(i)].enclosing)
        list.push_back(FunctionId(i));
    return list;
  }

  bool sameDecorators(llvm::ArrayRef<Decorator> left,
                      llvm::ArrayRef<Decorator> right) const {
    return llvm::equal(left, right,
                       [&](const Decorator &x, const Decorator &y) {
                         return sameName(x.name, y.name);
                       });
  }

  void pair(FunctionId left, FunctionId right) {
    if (functionMap.try_emplace(left, right).second)
      pairs.push_back({left, right});
  }

  bool compareFunction(FunctionId leftId, FunctionId rightId) {
    const Function &left = a.functions[leftId], &right = b.functions[rightId];
    place = ("function " + a.text(left.name)).str();
    if (left.owner)
      place =
          (a.text(a.classes[left.owner].name) + "." + a.text(left.name)).str();
    if (!left.enclosing && (!sameText(left.name, right.name) ||
                            !sameDecorators(left.decorators, right.decorators)))
      return differ("name or decorators");
    if (left.owner != right.owner || left.isStatic != right.isStatic ||
        left.isClassMethod != right.isClassMethod ||
        left.isProperty != right.isProperty)
      return differ("kind of function");
    if (left.parameters.size() != right.parameters.size())
      return differ("number of parameters");
    for (size_t i = 0; i < left.parameters.size(); ++i) {
      const Parameter &x = left.parameters[i], &y = right.parameters[i];
      if (!sameText(x.name, y.name) || x.kind != y.kind ||
          x.hasDefault != y.hasDefault || x.keywordOnly != y.keywordOnly ||
          x.defaultValue.isValid() != y.defaultValue.isValid() ||
          (x.defaultValue && !sameValue(x.defaultValue, y.defaultValue, 0)))
        return differ("parameter " + a.text(x.name));
      valueMap[x.value] = y.value;
    }
    return compareRegion(left.body, right.body);
  }

  //===-- members ---------------------------------------------------------===//

  bool compareMembers() {
    place.clear();
    for (uint32_t i = 0; i < a.classes.size(); ++i) {
      const Class &left = a.classes[ClassId(i)], &right = b.classes[ClassId(i)];
      place = ("class " + a.text(left.name)).str();
      if (left.members.size() != right.members.size())
        return differ("number of members: " + llvm::Twine(left.members.size()) +
                      " and " + llvm::Twine(right.members.size()));
      for (size_t m = 0; m < left.members.size(); ++m)
        if (!sameMember(a.members[left.members[m]],
                        b.members[right.members[m]]))
          return differ("member " + a.text(a.members[left.members[m]].name));
    }
    return true;
  }

  /// Definitions in the order of the text, whatever was lifted first.
  static std::vector<MemberDefinition> inOrder(const Architecture &arch,
                                               const Member &member) {
    std::vector<MemberDefinition> definitions = member.definitions;
    llvm::stable_sort(
        definitions, [&](const MemberDefinition &x, const MemberDefinition &y) {
          return x.set && y.set && arch.order(x.set) < arch.order(y.set);
        });
    return definitions;
  }

  bool sameMember(const Member &left, const Member &right) {
    if (!sameText(left.name, right.name) || left.kind != right.kind ||
        left.owner != right.owner ||
        left.definitions.size() != right.definitions.size())
      return false;
    std::vector<MemberDefinition> lefts = inOrder(a, left);
    std::vector<MemberDefinition> rights = inOrder(b, right);
    for (size_t i = 0; i < lefts.size(); ++i) {
      const MemberDefinition &x = lefts[i], &y = rights[i];
      auto function = functionMap.find(x.function);
      if (x.conditional != y.conditional ||
          (x.function &&
           (function == functionMap.end() || function->second != y.function)) ||
          x.set.isValid() != y.set.isValid() ||
          x.value.isValid() != y.value.isValid() ||
          (x.value && !sameValue(x.value, y.value, 0)))
        return false;
    }
    return true;
  }

  bool sameMemberName(MemberId left, MemberId right) const {
    if (!left || !right)
      return left.isValid() == right.isValid();
    return sameText(a.members[left].name, b.members[right].name) &&
           a.members[left].owner == b.members[right].owner;
  }

  //===-- regions and ops -------------------------------------------------===//

  static std::vector<OpId> anchored(const Architecture &arch, RegionId region) {
    std::vector<OpId> list;
    if (arch.regions.contains(region))
      for (OpId id : arch.regions[region].ops) {
        const Op &op = arch.ops[id];
        bool saysNothing = op.kind == OpKind::Next && op.args.count == 0;
        if (!isQuiet(op) && !saysNothing)
          list.push_back(id);
      }
    return list;
  }

  bool compareRegion(RegionId leftId, RegionId rightId) {
    std::vector<OpId> left = anchored(a, leftId), right = anchored(b, rightId);
    for (size_t i = 0; i < std::min(left.size(), right.size()); ++i)
      if (!compareOp(left[i], right[i]))
        return false;
    if (left.size() != right.size())
      return differ("number of ops in a region: " + llvm::Twine(left.size()) +
                    " and " + llvm::Twine(right.size()) + ", next is " +
                    (left.size() > right.size()
                         ? opKindName(a.ops[left[right.size()]].kind)
                         : opKindName(b.ops[right[left.size()]].kind)));
    return true;
  }

  bool compareOp(OpId leftId, OpId rightId) {
    const Op &left = a.ops[leftId], &right = b.ops[rightId];
    std::string what = (opKindName(left.kind) + " " + a.text(left.name)).str();
    if (left.kind != right.kind)
      return differ(what + " and " + opKindName(right.kind));
    // The loop's variables, before its body.
    for (auto [x, y] : llvm::zip(loopArgs(a, leftId), loopArgs(b, rightId)))
      valueMap[x] = y;
    if (left.kind == OpKind::Lambda && left.function && right.function)
      pair(left.function, right.function);
    why.clear();
    if (!sameOp(left, right, 0))
      return differ(what + " (" + why + ")");
    size_t regions = std::max(left.regions.size(), right.regions.size());
    for (size_t i = 0; i < regions; ++i)
      if (!compareRegion(i < left.regions.size() ? left.regions[i] : RegionId(),
                         i < right.regions.size() ? right.regions[i]
                                                  : RegionId()))
        return differ("inside " + what);
    if (left.resultCount != right.resultCount)
      return differ("results of " + what);
    for (uint32_t i = 0; i < left.resultCount; ++i)
      valueMap[left.result(i)] = right.result(i);
    return true;
  }

  std::vector<ValueId> loopArgs(const Architecture &arch, OpId op) {
    auto &table = &arch == &a ? loopArgsA : loopArgsB;
    if (table.empty()) {
      table.resize(arch.ops.size());
      for (uint32_t i = 0; i < arch.values.size(); ++i) {
        const Value &value = arch.values[ValueId(i)];
        if (value.kind == ValueKind::LoopArg && arch.ops.contains(value.def))
          table[value.def.index()].push_back(ValueId(i));
      }
    }
    llvm::stable_sort(table[op.index()], [&](ValueId x, ValueId y) {
      return arch.values[x].index < arch.values[y].index;
    });
    return table[op.index()];
  }

  /// Everything but regions and results. `why` tells what differs first.
  bool sameOp(const Op &left, const Op &right, unsigned depth) {
    auto no = [&](const llvm::Twine &what) {
      if (why.empty())
        why = (opKindName(left.kind) + " " + a.text(left.name) + ": " + what)
                  .str();
      return false;
    };
    if (left.kind != right.kind)
      return no("kind " + opKindName(right.kind));
    if (left.inPlace != right.inPlace)
      return no("in place");
    if (!sameName(left.name, right.name))
      return no("name " + b.text(right.name));
    if (left.decl != right.decl || left.index != right.index)
      return no("declared op or index");
    if (!sameMemberName(left.member, right.member))
      return no("member");
    if (left.function.isValid() != right.function.isValid())
      return no("function that is called");
    if (left.kind == OpKind::Constant)
      return sameConstant(left.constant, right.constant) || no("literal");
    if (left.callee.isValid() != right.callee.isValid() ||
        (left.callee && !sameValue(left.callee, right.callee, depth + 1)))
      return no("callee");
    if (!sameArgs(a.args(left), b.args(right), depth))
      return no("operands");
    if (left.callee && !sameArgs(a.written(left), b.written(right), depth))
      return no("operands as written");
    return true;
  }

  bool sameConstant(const Constant &left, const Constant &right) const {
    if (left.kind != right.kind)
      return false;
    return left.kind == ConstantKind::String
               ? sameText(left.string, right.string)
               : left == right;
  }

  bool sameArgs(llvm::ArrayRef<Argument> left, llvm::ArrayRef<Argument> right,
                unsigned depth) {
    if (left.size() != right.size())
      return false;
    for (size_t i = 0; i < left.size(); ++i)
      if (!sameText(left[i].keyword, right[i].keyword) ||
          left[i].kind != right[i].kind ||
          !sameValue(left[i].value, right[i].value, depth + 1))
        return false;
    return true;
  }

  bool sameValue(ValueId left, ValueId right, unsigned depth) {
    if (depth > MaxDepth)
      return false;
    auto known = valueMap.find(left);
    if (known != valueMap.end())
      return known->second == right;
    if (quietPairs.contains({left, right}))
      return true;
    const Op *x = a.definition(left), *y = b.definition(right);
    if (!x || !y || !isQuiet(*x) || !isQuiet(*y))
      return false;
    // What looks into objects depends on when it does.
    bool looksInside = x->kind == OpKind::Attribute ||
                       x->kind == OpKind::Call || x->kind == OpKind::In ||
                       x->kind == OpKind::Compare || x->kind == OpKind::Format;
    if (looksInside && writersBefore(a, a.definingOp(left)) !=
                           writersBefore(b, b.definingOp(right))) {
      if (why.empty())
        why = ("writers before " + opKindName(x->kind) + " " + a.text(x->name))
                  .str();
      return false;
    }
    if (!sameOp(*x, *y, depth))
      return false;
    // What is shared in one may be repeated in the other.
    quietPairs.insert({left, right});
    return true;
  }

  /// How many ops of its function may have changed what `op` reads.
  static size_t writersBefore(const Architecture &arch, OpId op) {
    RegionId region = arch.ops[op].region;
    FunctionId function = arch.regions.contains(region)
                              ? arch.regions[region].function
                              : FunctionId();
    size_t count = 0;
    for (OpId writer : arch.writersOf(function))
      count += arch.order(writer) < arch.order(op);
    return count;
  }

  const Architecture &a, &b;
  llvm::StringRef prefixA, prefixB;
  std::string place, difference, why;
  std::vector<std::pair<FunctionId, FunctionId>> pairs;
  llvm::DenseMap<FunctionId, FunctionId> functionMap;
  llvm::DenseMap<ValueId, ValueId> valueMap; // of what is not quiet
  llvm::DenseSet<std::pair<ValueId, ValueId>> quietPairs;
  std::vector<std::vector<ValueId>> loopArgsA, loopArgsB;
};

} // namespace

std::optional<std::string>
adopter::model::firstDifference(const Architecture &a, const Architecture &b) {
  return Comparison(a, b).run();
}
