// SPDX-License-Identifier: Apache-2.0
#include "runtime/program/AutomatonPrinter.h"
#include "runtime/model/Architecture.h"
#include "runtime/program/ExprPrinter.h"

using namespace adopter;
using namespace adopter::program;

llvm::StringRef adopter::program::positionKindName(PositionKind kind) {
  switch (kind) {
#define ADOPTER_POSITION(Name, Description)                                    \
  case PositionKind::Name:                                                     \
    return #Name;
#include "runtime/program/Positions.def"
  }
  llvm_unreachable("all kinds are handled");
}

llvm::StringRef adopter::program::questionKindName(QuestionKind kind) {
  switch (kind) {
#define ADOPTER_QUESTION(Name, Answer, Description)                            \
  case QuestionKind::Name:                                                     \
    return #Name;
#include "runtime/program/Questions.def"
  }
  llvm_unreachable("all kinds are handled");
}

llvm::StringRef adopter::program::stateKindName(StateKind kind) {
  switch (kind) {
  case StateKind::Switch:
    return "switch";
  case StateKind::Alternatives:
    return "alternatives";
  case StateKind::Commute:
    return "commute";
  case StateKind::Users:
    return "users";
  case StateKind::Bind:
    return "bind";
  case StateKind::Test:
    return "test";
  case StateKind::Accept:
    return "accept";
  }
  llvm_unreachable("all kinds are handled");
}

// --- positions and answers --------------------------------------------------

static void printHole(uint32_t index, llvm::raw_ostream &out) {
  static const char *const Conditional[] = {":condition", ":then", ":else"};
  if (index < FirstOutputHole)
    out << ":hole(" << index << ')';
  else if (index < FirstConditionalHole)
    out << ":output(" << index - FirstOutputHole << ')';
  else if (index < FirstConditionalHole + 3)
    out << Conditional[index - FirstConditionalHole];
  else if (index < FirstLinkHole)
    out << ":alias";
  else
    out << ":link(" << index - FirstLinkHole << ')';
}

void adopter::program::printPosition(const Program &program,
                                     const Automaton &automaton, PositionId id,
                                     llvm::raw_ostream &out) {
  llvm::SmallVector<PositionId, 8> path;
  while (automaton.positions.contains(id) &&
         path.size() < automaton.positions.size()) {
    path.push_back(id);
    id = automaton.positions[id].parent;
  }
  while (!path.empty()) {
    const Position &position = automaton.positions[path.pop_back_val()];
    switch (position.kind) {
    case PositionKind::Root:
      out << "root";
      break;
    case PositionKind::Argument:
      out << '.' << program.text(position.name);
      break;
    case PositionKind::Written:
      out << ":written(" << position.index << ')';
      break;
    case PositionKind::Element:
      out << ":element(" << position.index << ')';
      break;
    case PositionKind::Base:
      out << ":base";
      break;
    case PositionKind::Operand:
      out << ":operand(" << position.index << ')';
      break;
    case PositionKind::Callee:
      out << ":callee";
      break;
    case PositionKind::Constructor:
      out << ":constructor";
      break;
    case PositionKind::Hole:
      printHole(position.index, out);
      break;
    case PositionKind::User:
      out << ":user(" << position.index << ')';
      break;
    }
  }
}

void adopter::program::printAnswer(const Program &program,
                                   const Automaton &automaton,
                                   QuestionKind question, Answer answer,
                                   llvm::raw_ostream &out) {
  switch (question) {
  case QuestionKind::OpName:
  case QuestionKind::AttributeName:
  case QuestionKind::MethodName:
    out << program.text(SymbolId(answer.value));
    return;
  case QuestionKind::OpKind:
    out << model::opKindName(static_cast<model::OpKind>(answer.value));
    return;
  case QuestionKind::Constant:
    printConstant(program, program.constants[ConstantId(answer.value)], out);
    return;
  case QuestionKind::Length:
    out << answer.value;
    return;
  case QuestionKind::IsMemberCall:
  case QuestionKind::IsCall:
  case QuestionKind::IsSelf:
    out << "yes";
    return;
  case QuestionKind::SameValue:
  case QuestionKind::SameMember:
    printPosition(program, automaton, PositionId(answer.value), out);
    return;
  }
  llvm_unreachable("all questions are handled");
}

// --- states -----------------------------------------------------------------

namespace {

class StatePrinter {
public:
  StatePrinter(const Program &program, llvm::raw_ostream &out)
      : program(program), automaton(program.automaton), out(out) {}

  /// What the state does, without where it leads.
  void printTitle(const State &state) {
    out << stateKindName(state.kind);
    if (state.kind == StateKind::Accept) {
      out << ' ' << program.text(program.rules[state.rule].name);
      return;
    }
    out << ' ';
    printPosition(program, automaton, state.position, out);
    switch (state.kind) {
    case StateKind::Switch:
      out << ' ' << questionKindName(state.question);
      break;
    case StateKind::Users:
      if (state.name)
        out << " by " << program.text(state.name);
      [[fallthrough]];
    case StateKind::Bind:
      out << " as ";
      printPosition(program, automaton, state.target, out);
      break;
    case StateKind::Test:
      printConditions(state);
      break;
    case StateKind::Alternatives:
    case StateKind::Commute:
    case StateKind::Accept:
      break;
    }
  }

  void printState(StateId id) {
    const State &state = automaton.states[id];
    out << 's' << id.index() << ": ";
    printTitle(state);
    printTarget(" ->", state.next);
    printTarget(" otherwise", state.otherwise);
    out << '\n';
    for (const Case &c : state.cases) {
      out << "  ";
      printAnswer(program, automaton, state.question, c.answer, out);
      printTarget(" ->", c.next);
      out << '\n';
    }
    for (size_t i = 0; i < state.branches.size(); ++i) {
      out << "  alternative " << i;
      printTarget(" ->", state.branches[i]);
      out << '\n';
    }
    if (state.kind == StateKind::Accept)
      printAccept(state);
  }

private:
  void printTarget(llvm::StringRef word, StateId target) {
    if (target)
      out << word << " s" << target.index();
  }

  void printConditions(const State &state) {
    const Rule &rule = program.rules[state.rule];
    const PatternInstance &use = rule.instances[state.instance];
    llvm::StringRef separator = " of ";
    out << separator << program.text(use.pattern) << " alternative "
        << state.index << ':';
    separator = " ";
    for (const Condition &condition :
         use.alternatives[state.index].conditions) {
      if (condition.require)
        continue;
      out << separator;
      printExpr(program, &rule, condition.expr, out);
      separator = ", ";
    }
  }

  void printAccept(const State &state) {
    const Rule &rule = program.rules[state.rule];
    for (size_t i = 0; i < state.roots.size(); ++i) {
      out << "  value " << i << " at ";
      printPosition(program, automaton, state.roots[i], out);
      out << '\n';
    }
    for (const ChoiceAt &choice : state.choices)
      out << "  " << program.text(rule.instances[choice.instance].pattern)
          << '#' << choice.instance.index() << " by s" << choice.state.index()
          << '\n';
    for (const CaptureAt &at : state.captures) {
      out << "  $" << program.text(rule.captures[at.capture].name) << " at ";
      printPosition(program, automaton, at.position, out);
      if (at.instance)
        out << " in alternative " << at.alternative << " of "
            << program.text(rule.instances[at.instance].pattern) << '#'
            << at.instance.index();
      out << '\n';
    }
  }

  const Program &program;
  const Automaton &automaton;
  llvm::raw_ostream &out;
};

} // namespace

void adopter::program::printAutomaton(const Program &program,
                                      llvm::raw_ostream &out) {
  const Automaton &automaton = program.automaton;
  if (automaton.start)
    out << "start s" << automaton.start.index() << '\n';
  StatePrinter printer(program, out);
  for (uint32_t i = 0; i < automaton.states.size(); ++i)
    printer.printState(StateId(i));
}

// --- graph ------------------------------------------------------------------

static void printQuoted(llvm::StringRef text, llvm::raw_ostream &out) {
  out << '"';
  for (char c : text) {
    if (c == '"' || c == '\\')
      out << '\\';
    out << c;
  }
  out << '"';
}

void adopter::program::printAutomatonDot(const Program &program,
                                         llvm::raw_ostream &out) {
  const Automaton &automaton = program.automaton;
  out << "digraph automaton {\n  node [shape=box, fontname=monospace];\n";
  for (uint32_t i = 0; i < automaton.states.size(); ++i) {
    const State &state = automaton.states[StateId(i)];
    std::string title;
    llvm::raw_string_ostream titleOut(title);
    StatePrinter(program, titleOut).printTitle(state);
    out << "  s" << i << " [label=";
    printQuoted(titleOut.str(), out);
    if (state.kind == StateKind::Accept)
      out << ", peripheries=2";
    out << "];\n";
    auto edge = [&](StateId target, llvm::StringRef label,
                    llvm::StringRef style = "") {
      if (!target)
        return;
      out << "  s" << i << " -> s" << target.index() << " [label=";
      printQuoted(label, out);
      out << style << "];\n";
    };
    for (const Case &c : state.cases) {
      std::string answer;
      llvm::raw_string_ostream answerOut(answer);
      printAnswer(program, automaton, state.question, c.answer, answerOut);
      edge(c.next, answerOut.str());
    }
    for (size_t b = 0; b < state.branches.size(); ++b)
      edge(state.branches[b], std::to_string(b));
    // The branches of a choice lead to `next` themselves.
    if (state.kind != StateKind::Alternatives)
      edge(state.next, "");
    edge(state.otherwise, "otherwise", ", style=dashed");
  }
  out << "}\n";
}
