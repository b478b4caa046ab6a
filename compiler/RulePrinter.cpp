// SPDX-License-Identifier: Apache-2.0
#include "compiler/RulePrinter.h"
#include "runtime/program/ExprPrinter.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

using namespace adopter;
using namespace adopter::program;

namespace {

class RulePrinter {
public:
  RulePrinter(const Program &program, const Rule &rule, llvm::raw_ostream &out)
      : program(program), rule(rule), out(out) {}

  void printTyped() {
    printHead();
    printCaptures();
    out << "  match {\n";
    for (const MemberPattern &member : rule.members)
      printMember("    ", member.member, member.constructor);
    for (const ValuePattern &value : rule.values)
      printValue(value);
    out << "  }\n";
    for (size_t i = 0; i < rule.instances.size(); ++i)
      printInstance(InstanceId(i));
    for (const Condition &condition : rule.conditions)
      printCondition("  ", condition);
    printRewrite();
    printCheckpoint();
    printGrade();
    printExample();
    out << "}\n";
  }

  void printTemplate() {
    printHead();
    for (const auto &[kernel, used] : kernels()) {
      const Kernel &sheet = program.kernels[kernel];
      out << "  import from " << sheet.importModule << " import "
          << sheet.importName;
      if (!sheet.callSuffix.empty())
        out << ", called as " << sheet.importName << sheet.callSuffix;
      out << "\n";
    }
    printRewrite();
    printCheckpoint();
    out << "}\n";
  }

private:
  void printHead() {
    out << "rule " << program.text(program.packs[rule.pack].name) << "/"
        << program.text(rule.name) << " {\n";
  }

  void printExpr(ExprId expr) { program::printExpr(program, &rule, expr, out); }

  void printCapture(CaptureId capture) {
    if (!capture)
      out << "_";
    else
      out << "$" << program.text(rule.captures[capture].name);
  }

  void printCaptures() {
    static constexpr std::pair<CaptureKind, llvm::StringLiteral> kinds[] = {
        {CaptureKind::Member, "members"},
        {CaptureKind::Value, "values"},
        {CaptureKind::Callee, "callees"},
        {CaptureKind::Bound, "bound"}};
    for (const auto &[kind, title] : kinds) {
      bool isFirst = true;
      for (size_t i = 0; i < rule.captures.size(); ++i) {
        if (rule.captures[CaptureId(i)].kind != kind)
          continue;
        if (isFirst)
          out << "  " << title << " ";
        else
          out << ", ";
        isFirst = false;
        printCapture(CaptureId(i));
      }
      if (!isFirst)
        out << "\n";
    }
  }

  void printMember(llvm::StringRef indent, CaptureId member,
                   ExprId constructor) {
    out << indent;
    printCapture(member);
    out << " : ";
    printExpr(constructor);
    out << "\n";
  }

  void printValue(const ValuePattern &value) {
    out << "    ";
    bool isTuple = value.targets.size() != 1;
    if (isTuple)
      out << "(";
    llvm::interleave(
        value.targets, [&](CaptureId target) { printCapture(target); },
        [&] { out << ", "; });
    out << (isTuple ? ") = " : " = ");
    printExpr(value.value);
    out << "\n";
  }

  void printInstance(InstanceId id) {
    const PatternInstance &instance = rule.instances[id];
    out << "  pattern " << program.text(instance.pattern) << "#" << id.index()
        << " {\n";
    for (const Alternative &alternative : instance.alternatives) {
      out << "    ";
      printExpr(alternative.body);
      out << "\n";
      for (const MemberPattern &member : alternative.members)
        printMember("      where ", member.member, member.constructor);
      for (const Condition &condition : alternative.conditions)
        printCondition("      ", condition);
      for (const auto &[capture, value] : alternative.bindings) {
        out << "      with ";
        printCapture(capture);
        out << " = ";
        printExpr(value);
        out << "\n";
      }
    }
    out << "  }\n";
  }

  void printCondition(llvm::StringRef indent, const Condition &condition) {
    out << indent << (condition.require ? "require " : "where ");
    printExpr(condition.expr);
    if (condition.require) {
      out << " \"";
      llvm::printEscapedString(condition.reason, out);
      out << "\"";
    }
    out << "\n";
  }

  void printRewrite() {
    out << "  rewrite {\n";
    for (const RewriteMember &member : rule.rewriteMembers) {
      out << "    ";
      printCapture(member.member);
      out << " : ";
      printExpr(member.constructor);
      if (!member.replaces)
        out << " as \"" << program.text(member.newName) << "\"";
      out << "\n";
    }
    for (const ValuePattern &value : rule.rewriteValues)
      printValue(value);
    out << "  }\n";
  }

  void printCheckpoint() {
    if (rule.checkpoint.empty())
      return;
    out << "  checkpoint {\n";
    for (const CheckpointEntry &entry : rule.checkpoint) {
      out << "    ";
      printCapture(entry.member);
      out << "." << program.text(entry.parameter) << " = ";
      printExpr(entry.value);
      if (entry.condition) {
        out << " where ";
        printExpr(entry.condition);
      }
      out << "\n";
    }
    out << "  }\n";
  }

  void printGrade() {
    switch (rule.grade) {
    case Grade::Exact:
      out << "  grade exact\n";
      break;
    case Grade::Rounding:
      out << "  grade rounding\n";
      break;
    case Grade::Domain:
      out << "  grade domain \"";
      llvm::printEscapedString(rule.domain, out);
      out << "\"\n";
      break;
    }
    if (rule.benefitMeasured)
      out << "  benefit measured\n";
    else if (rule.benefit != 1.0)
      out << "  benefit " << llvm::format("%g", rule.benefit) << "\n";
    if (rule.trainingOnly || rule.inferenceOnly)
      out << "  mode " << (rule.trainingOnly ? "training" : "inference")
          << "\n";
  }

  void printExample() {
    if (rule.example.empty())
      return;
    out << "  example {";
    for (const ExampleBinding &binding : rule.example) {
      out << " ";
      printCapture(binding.capture);
      out << ": ";
      if (binding.dtype.empty()) {
        printExpr(binding.value);
        continue;
      }
      out << binding.dtype << "[";
      llvm::interleaveComma(binding.shape, out);
      out << "]";
    }
    out << " }\n";
  }

  /// Kernels that the rewrite calls, in order of appearance.
  llvm::MapVector<KernelId, bool> kernels() const {
    llvm::MapVector<KernelId, bool> used;
    auto visit = [&](auto &self, ExprId id) -> void {
      const Expr &expr = program.exprs[id];
      if (expr.kind == ExprKind::KernelCall)
        used[expr.kernel] = true;
      for (const ExprArgument &argument : expr.args)
        self(self, argument.value);
    };
    for (const RewriteMember &member : rule.rewriteMembers)
      visit(visit, member.constructor);
    for (const ValuePattern &value : rule.rewriteValues)
      visit(visit, value.value);
    return used;
  }

  const Program &program;
  const Rule &rule;
  llvm::raw_ostream &out;
};

} // namespace

void adopter::printTyped(const Program &program, llvm::raw_ostream &out) {
  for (const Rule &rule : program.rules)
    RulePrinter(program, rule, out).printTyped();
}

void adopter::printTemplates(const Program &program, llvm::raw_ostream &out) {
  for (const Rule &rule : program.rules)
    RulePrinter(program, rule, out).printTemplate();
}

void adopter::printRule(const Program &program, RuleId rule,
                        llvm::raw_ostream &out) {
  RulePrinter(program, program.rules[rule], out).printTyped();
}
