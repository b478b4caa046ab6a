// SPDX-License-Identifier: Apache-2.0
#include "runtime/model/ArchitectureVerifier.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace adopter;
using namespace adopter::model;

namespace {

/// A broken architecture can have thousands of consequences of one mistake.
constexpr unsigned MaxErrors = 50;

class Verifier {
public:
  Verifier(const Architecture &arch, llvm::raw_ostream &errors)
      : arch(arch), errors(errors) {}

  bool run() {
    checkTables();
    if (count == 0)
      checkPlacement();
    // Order means something only when every id does.
    if (count == 0)
      checkUses();
    return count == 0;
  }

private:
  void error(const llvm::Twine &what) {
    if (++count <= MaxErrors)
      errors << what << "\n";
  }
  std::string describe(OpId id) const {
    const Op &op = arch.ops[id];
    std::string text = ("op " + llvm::Twine(id.index()) + " (" +
                        opKindName(op.kind) + " " + arch.text(op.name) + ")")
                           .str();
    return text;
  }

  /// `id` is none or in range.
  template <typename IdType, typename T>
  void checkOptional(const IdVector<IdType, T> &table, IdType id,
                     const llvm::Twine &what) {
    if (id && !table.contains(id))
      error(what + " is out of range");
  }
  template <typename IdType, typename T>
  void check(const IdVector<IdType, T> &table, IdType id,
             const llvm::Twine &what) {
    if (!table.contains(id))
      error(what + (id ? " is out of range" : " is missing"));
  }

  //===-- ids -------------------------------------------------------------===//

  void checkTables() {
    for (uint32_t i = 0; i < arch.ops.size(); ++i)
      checkOpIds(OpId(i));
    for (uint32_t i = 0; i < arch.values.size(); ++i)
      checkValue(ValueId(i));
    for (uint32_t i = 0; i < arch.regions.size(); ++i) {
      const Region &region = arch.regions[RegionId(i)];
      std::string name = ("region " + llvm::Twine(i)).str();
      checkOptional(arch.ops, region.parent, "parent of " + name);
      check(arch.functions, region.function, "function of " + name);
      for (OpId op : region.ops)
        check(arch.ops, op, "op of " + name);
      for (StatementId statement : region.statements)
        check(arch.statements, statement, "statement of " + name);
    }
    for (uint32_t i = 0; i < arch.statements.size(); ++i) {
      const Statement &statement = arch.statements[StatementId(i)];
      std::string name = ("statement " + llvm::Twine(i)).str();
      check(arch.regions, statement.region, "region of " + name);
      checkOptional(arch.statements, statement.parent, "parent of " + name);
    }
    for (uint32_t i = 0; i < arch.functions.size(); ++i)
      checkFunctionIds(FunctionId(i));
    for (uint32_t i = 0; i < arch.classes.size(); ++i) {
      const Class &theClass = arch.classes[ClassId(i)];
      std::string name = ("class " + arch.text(theClass.name)).str();
      for (ClassId base : theClass.baseClasses)
        check(arch.classes, base, "base of " + name);
      for (MemberId member : theClass.members)
        check(arch.members, member, "member of " + name);
      for (FunctionId method : theClass.methods)
        check(arch.functions, method, "method of " + name);
    }
    for (const Member &member : arch.members) {
      std::string name = ("member " + arch.text(member.name)).str();
      check(arch.classes, member.owner, "owner of " + name);
      for (const MemberDefinition &definition : member.definitions) {
        checkOptional(arch.ops, definition.set, "definition of " + name);
        checkOptional(arch.values, definition.value, "value of " + name);
        checkOptional(arch.functions, definition.function,
                      "function of " + name);
      }
    }
  }

  void checkOpIds(OpId id) {
    const Op &op = arch.ops[id];
    std::string name = describe(id);
    for (ArgumentRange range : {op.args, op.written}) {
      if (size_t(range.begin) + range.count > arch.arguments.size()) {
        error("arguments of " + name + " are out of range");
        continue;
      }
      for (uint32_t i = 0; i < range.count; ++i)
        check(arch.values, arch.arguments[range.begin + i].value,
              "operand of " + name);
    }
    checkOptional(arch.values, op.callee, "callee of " + name);
    checkOptional(arch.members, op.member, "member of " + name);
    checkOptional(arch.functions, op.function, "function of " + name);
    check(arch.regions, op.region, "region of " + name);
    checkOptional(arch.statements, op.statement, "statement of " + name);
    for (RegionId region : op.regions)
      check(arch.regions, region, "region in " + name);
    if (size_t(op.firstResult) + op.resultCount > arch.values.size() &&
        op.resultCount)
      return error("results of " + name + " are out of range");
    for (uint32_t i = 0; i < op.resultCount; ++i) {
      const Value &value = arch.values[op.result(i)];
      if (value.kind != ValueKind::Result || value.def != id ||
          value.index != i)
        error("result " + llvm::Twine(i) + " of " + name +
              " is another op's value");
    }
  }

  void checkValue(ValueId id) {
    const Value &value = arch.values[id];
    std::string name = ("value " + llvm::Twine(id.index())).str();
    check(arch.functions, value.function, "function of " + name);
    if (value.kind == ValueKind::Parameter)
      return;
    check(arch.ops, value.def, "definition of " + name);
    if (value.kind != ValueKind::Result || !arch.ops.contains(value.def))
      return;
    const Op &op = arch.ops[value.def];
    if (value.index >= op.resultCount || op.result(value.index) != id)
      error(name + " is no result of " + describe(value.def));
  }

  void checkFunctionIds(FunctionId id) {
    const Function &function = arch.functions[id];
    std::string name = ("function " + arch.text(function.name)).str();
    check(arch.regions, function.body, "body of " + name);
    checkOptional(arch.classes, function.owner, "owner of " + name);
    checkOptional(arch.functions, function.enclosing, "outside of " + name);
    for (const Parameter &parameter : function.parameters) {
      check(arch.values, parameter.value, "parameter of " + name);
      checkOptional(arch.values, parameter.defaultValue, "default of " + name);
    }
    for (const Binding &binding : function.bindings) {
      checkOptional(arch.values, binding.value, "binding of " + name);
      checkOptional(arch.statements, binding.statement, "binding of " + name);
    }
  }

  //===-- regions ---------------------------------------------------------===//

  void checkPlacement() {
    llvm::BitVector placed(arch.ops.size());
    for (uint32_t i = 0; i < arch.regions.size(); ++i)
      for (OpId op : arch.regions[RegionId(i)].ops) {
        if (placed[op.index()])
          error(describe(op) + " stands in two places");
        placed.set(op.index());
        if (arch.ops[op].region != RegionId(i))
          error(describe(op) + " says that it stands in another region");
      }
    for (uint32_t i = 0; i < arch.ops.size(); ++i) {
      const Op &op = arch.ops[OpId(i)];
      for (RegionId region : op.regions)
        if (arch.regions[region].parent != OpId(i))
          error("a region of " + describe(OpId(i)) + " has another parent");
    }
    for (const Function &function : arch.functions) {
      const Region &body = arch.regions[function.body];
      if (body.parent || body.kind != RegionKind::Body)
        error("body of " + arch.text(function.name) + " is a part of an op");
    }
  }

  //===-- uses ------------------------------------------------------------===//

  void checkUses() {
    for (uint32_t i = 0; i < arch.ops.size(); ++i) {
      const Op &op = arch.ops[OpId(i)];
      for (const Argument &arg : arch.args(op))
        checkUse(OpId(i), arg.value);
      for (const Argument &arg : arch.written(op))
        checkUse(OpId(i), arg.value);
      if (op.callee)
        checkUse(OpId(i), op.callee);
    }
  }

  /// `inner` is `outer` or a function inside it.
  bool isWithin(FunctionId inner, FunctionId outer) const {
    for (unsigned depth = 0; depth < 64 && inner; ++depth) {
      if (inner == outer)
        return true;
      inner = arch.functions[inner].enclosing;
    }
    return false;
  }

  void checkUse(OpId user, ValueId used) {
    const Value &value = arch.values[used];
    FunctionId function = arch.regions[arch.ops[user].region].function;
    if (value.function != function) {
      // A member's constructor lends its values to all methods.
      bool isInit =
          arch.text(arch.functions[value.function].name) == "__init__";
      if (!isInit && !isWithin(function, value.function))
        error(describe(user) + " uses a value of function " +
              arch.text(arch.functions[value.function].name));
      return;
    }
    switch (value.kind) {
    case ValueKind::Parameter:
      return;
    case ValueKind::LoopArg: {
      bool isIn =
          llvm::any_of(arch.ops[value.def].regions, [&](RegionId region) {
            return arch.isInside(user, region);
          });
      if (!isIn)
        error(describe(user) + " uses a loop's variable outside " +
              describe(value.def));
      return;
    }
    case ValueKind::Result:
      checkOrder(user, used, value.def);
      return;
    }
  }

  void checkOrder(OpId user, ValueId used, OpId def) {
    if (arch.order(def) >= arch.order(user))
      return error(describe(user) + " uses value " + llvm::Twine(used.index()) +
                   " before " + describe(def));
    const Op &defOp = arch.ops[def];
    // The regions around the definition that are not around the use.
    for (RegionId region = defOp.region;
         region && !arch.isInside(user, region);) {
      const Region &inner = arch.regions[region];
      if (!inner.parent)
        return error(describe(user) + " uses a value of another body");
      bool isOnce =
          inner.kind != RegionKind::Loop && inner.kind != RegionKind::Element;
      bool joins = arch.ops[user].kind == OpKind::Select ||
                   arch.ops[user].kind == OpKind::Join;
      if (!isOnce && !joins)
        return error(describe(user) + " uses " + describe(def) +
                     " of a loop's body");
      // The other branch of the same `if` never sees it.
      if (inner.kind == RegionKind::Then)
        for (RegionId other : arch.ops[inner.parent].regions)
          if (other != region && arch.isInside(user, other))
            return error(describe(user) + " uses " + describe(def) +
                         " of the other branch");
      region = arch.ops[inner.parent].region;
    }
  }

  const Architecture &arch;
  llvm::raw_ostream &errors;
  unsigned count = 0;
};

} // namespace

bool adopter::model::verifyArchitecture(const Architecture &arch,
                                        llvm::raw_ostream &errors) {
  return Verifier(arch, errors).run();
}
