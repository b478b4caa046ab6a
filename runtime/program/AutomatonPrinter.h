// SPDX-License-Identifier: Apache-2.0
/// \file
/// Stable text of the matcher automaton: positions as paths, questions with
/// their answers, states; and the same as a graph for Graphviz.
#ifndef ADOPTER_RUNTIME_PROGRAM_AUTOMATONPRINTER_H
#define ADOPTER_RUNTIME_PROGRAM_AUTOMATONPRINTER_H

#include "runtime/program/Program.h"
#include "llvm/Support/raw_ostream.h"

namespace adopter::program {

/// "Argument", "OpName", "Switch"...
llvm::StringRef positionKindName(PositionKind kind);
llvm::StringRef questionKindName(QuestionKind kind);
llvm::StringRef stateKindName(StateKind kind);

/// Prints a path: `root.input:element(0)`. `positions` need not be those of
/// `program`, which gives the names.
void printPosition(const Program &program, const Automaton &automaton,
                   PositionId position, llvm::raw_ostream &out);
/// Prints an answer as its question means it: a name, a literal, a position.
void printAnswer(const Program &program, const Automaton &automaton,
                 QuestionKind question, Answer answer, llvm::raw_ostream &out);

/// One line per state and one per case of it, in the order of ids.
void printAutomaton(const Program &program, llvm::raw_ostream &out);
/// A graph of the states for Graphviz.
void printAutomatonDot(const Program &program, llvm::raw_ostream &out);

} // namespace adopter::program

#endif // ADOPTER_RUNTIME_PROGRAM_AUTOMATONPRINTER_H
