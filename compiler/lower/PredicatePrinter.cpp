// SPDX-License-Identifier: Apache-2.0
#include "compiler/lower/PredicatePrinter.h"
#include "runtime/program/AutomatonPrinter.h"
#include "runtime/program/ExprPrinter.h"

using namespace adopter;
using namespace adopter::lower;
using namespace adopter::program;

namespace {

class StepPrinter {
public:
  StepPrinter(const Program &program, const Automaton &automaton,
              llvm::raw_ostream &out)
      : program(program), automaton(automaton), out(out) {}

  void print(const RuleSteps &steps) {
    rule = &program.rules[steps.rule];
    out << "rule " << program.text(rule->name) << '\n';
    print(steps.steps, 1);
    for (size_t i = 0; i < steps.roots.size(); ++i) {
      out << "  value " << i << " at ";
      position(steps.roots[i]);
      out << '\n';
    }
  }

private:
  void position(PositionId id) { printPosition(program, automaton, id, out); }

  void print(const StepList &steps, unsigned depth) {
    for (const Step &step : steps)
      print(step, depth);
  }

  void print(const Step &step, unsigned depth) {
    out.indent(2 * depth);
    switch (step.kind) {
    case StepKind::Ask:
      position(step.position);
      printQuestion(step.question, step.answer);
      break;
    case StepKind::Guard:
      position(step.position);
      for (size_t i = 0; i < step.guards.size(); ++i) {
        out << (i == 0 ? "" : " or");
        const GuardQuestion &guard = step.guards[i];
        for (size_t j = 0; j < guard.answers.size(); ++j) {
          out << (j == 0 ? "" : " or");
          printQuestion(guard.question, guard.answers[j]);
        }
      }
      break;
    case StepKind::Bind:
      out << "bind ";
      position(step.position);
      out << " as ";
      position(step.target);
      break;
    case StepKind::Test:
      printTest(step);
      break;
    case StepKind::Commute:
      out << "commute ";
      position(step.position);
      break;
    case StepKind::Choose:
      out << "choose ";
      if (step.instance)
        out << program.text(rule->instances[step.instance].pattern) << '#'
            << step.instance.index() << ' ';
      out << "at ";
      position(step.position);
      out << '\n';
      for (size_t i = 0; i < step.branches.size(); ++i) {
        out.indent(2 * depth) << "| " << i << '\n';
        print(step.branches[i], depth + 1);
      }
      return;
    case StepKind::Users:
      out << "users ";
      position(step.position);
      if (step.name)
        out << " by " << program.text(step.name);
      out << " as ";
      position(step.target);
      break;
    }
    out << '\n';
  }

  void printQuestion(QuestionKind question, Answer answer) {
    out << ' ' << questionKindName(question) << ' ';
    printAnswer(program, automaton, question, answer, out);
  }

  void printTest(const Step &step) {
    out << "test";
    const PatternInstance &use = rule->instances[step.instance];
    llvm::StringRef separator = " ";
    for (const Condition &condition :
         use.alternatives[step.alternative].conditions) {
      if (condition.require)
        continue;
      out << separator;
      printExpr(program, rule, condition.expr, out);
      separator = ", ";
    }
  }

  const Program &program;
  const Automaton &automaton;
  llvm::raw_ostream &out;
  const Rule *rule = nullptr;
};

} // namespace

void adopter::lower::printSteps(const Program &program,
                                const Automaton &automaton,
                                llvm::ArrayRef<RuleSteps> rules,
                                llvm::raw_ostream &out) {
  StepPrinter printer(program, automaton, out);
  for (const RuleSteps &rule : rules)
    printer.print(rule);
}
