// SPDX-License-Identifier: Apache-2.0
#include "runtime/model/ArchitecturePrinter.h"
#include "runtime/model/PrintStatement.h"

using namespace adopter;
using namespace adopter::model;

namespace {

/// Prints classes: members first, then methods.
class ClassPrinter {
public:
  ClassPrinter(llvm::raw_ostream &out, const Architecture &arch,
               const PrintPlan &plan)
      : out(out), arch(arch), plan(plan), exprs(out, arch, plan) {}

  void print(ClassId id, const PrintOptions &options) {
    const Class &theClass = arch.classes[id];
    if (!theClass.isModule)
      out << "@object\n";
    for (const Decorator &decorator : theClass.decorators) {
      out << "@";
      exprs.qualified(plan.qualified(decorator.name), {});
      out << "\n";
    }
    out << "module " << arch.text(theClass.name) << "(";
    llvm::interleaveComma(theClass.bases, out, [&](SymbolId base) {
      exprs.qualified(plan.qualified(base), {});
    });
    out << ") {\n";
    bool hasMembers = false;
    for (MemberId member : theClass.members)
      if (arch.members[member].owner == id)
        hasMembers |= printMember(member);
    bool isFirst = !hasMembers;
    for (FunctionId method : theClass.methods) {
      const Function &function = arch.functions[method];
      if (!options.onlyMethod.empty() &&
          arch.text(function.name) != options.onlyMethod)
        continue;
      if (!isFirst)
        out << "\n";
      isFirst = false;
      StatementPrinter(out, arch, plan, 1).function(method);
    }
    out << "}\n";
  }

private:
  bool printMember(MemberId id) {
    const Member &member = arch.members[id];
    for (const MemberDefinition &definition : member.definitions) {
      out << "  " << arch.text(member.name)
          << (member.kind == MemberKind::Plain ? " = " : " : ");
      llvm::StringRef marker;
      if (member.kind == MemberKind::Buffer)
        marker = "buffer";
      else if (member.kind == MemberKind::Parameter &&
               plan.writtenKind(definition.value) != MemberKind::Parameter)
        marker = "parameter";
      if (!marker.empty())
        out << marker << "(";
      printDefinition(definition);
      if (!marker.empty())
        out << ")";
      printConditions(definition);
      out << "\n";
    }
    if (member.definitions.empty())
      out << "  " << arch.text(member.name)
          << (member.kind == MemberKind::Plain ? " = " : " : ")
          << "undefined()\n";
    return true;
  }

  /// The expression; of a value with a line of its own, what that line says.
  void printDefinition(const MemberDefinition &definition) {
    const Op *op = arch.definition(definition.value);
    bool isExpression = op && op->regions.empty() &&
                        op->kind != OpKind::Element &&
                        op->kind != OpKind::With && op->kind != OpKind::Lambda;
    if (isExpression)
      exprs.op(*op);
    else
      exprs.value(definition.value);
  }

  /// Under which branches of `__init__` the definition stands.
  void printConditions(const MemberDefinition &definition) {
    if (!arch.ops.contains(definition.set))
      return;
    llvm::SmallVector<std::pair<ValueId, bool>, 4> conditions;
    bool isRepeated = false;
    for (RegionId region = arch.ops[definition.set].region;
         arch.regions.contains(region);) {
      const Region &inner = arch.regions[region];
      if (!arch.ops.contains(inner.parent))
        break;
      const Op &parent = arch.ops[inner.parent];
      if (parent.kind == OpKind::If && parent.args.count == 1)
        conditions.push_back(
            {arch.args(parent)[0].value, inner.kind == RegionKind::Then});
      isRepeated |= inner.kind == RegionKind::Loop;
      region = parent.region;
    }
    llvm::StringRef separator = " where ";
    for (auto [condition, holds] : llvm::reverse(conditions)) {
      out << separator << (holds ? "" : "not ");
      exprs.value(condition, holds ? Strength::Conditional : Strength::Not);
      separator = ", ";
    }
    if (isRepeated)
      out << separator << "opaque(\"loop\")";
    else if (conditions.empty() && definition.conditional)
      out << separator << "opaque(\"sometimes\")";
  }

  llvm::raw_ostream &out;
  const Architecture &arch;
  const PrintPlan &plan;
  ExprPrinter exprs;
};

} // namespace

void adopter::model::printArchitecture(llvm::raw_ostream &out,
                                       const Architecture &arch,
                                       const CallNotations &notations,
                                       const PrintOptions &options) {
  PrintPlan plan(arch, notations);
  bool isFirst = true;
  auto separate = [&] {
    if (!isFirst)
      out << "\n";
    isFirst = false;
  };
  for (uint32_t i = 0; i < arch.classes.size(); ++i) {
    llvm::StringRef name = arch.text(arch.classes[ClassId(i)].name);
    if (!options.onlyClass.empty() && name != options.onlyClass)
      continue;
    separate();
    ClassPrinter(out, arch, plan).print(ClassId(i), options);
  }
  if (!options.onlyClass.empty())
    return;
  for (uint32_t i = 0; i < arch.functions.size(); ++i) {
    const Function &function = arch.functions[FunctionId(i)];
    if (function.owner || function.enclosing ||
        (!options.onlyMethod.empty() &&
         arch.text(function.name) != options.onlyMethod))
      continue;
    separate();
    StatementPrinter(out, arch, plan, 0).function(FunctionId(i));
  }
}
