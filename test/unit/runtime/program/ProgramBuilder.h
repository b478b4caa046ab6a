// SPDX-License-Identifier: Apache-2.0
/// \file
/// Builds programs by hand for tests of packs, verifier and printers.
#ifndef ADOPTER_TEST_UNIT_RUNTIME_PROGRAM_PROGRAMBUILDER_H
#define ADOPTER_TEST_UNIT_RUNTIME_PROGRAM_PROGRAMBUILDER_H

#include "runtime/program/Program.h"
#include <initializer_list>

namespace adopter::program::test {

class ProgramBuilder {
public:
  Program program;
  Rule rule; // under construction

  ProgramBuilder();

  SymbolId symbol(llvm::StringRef text) {
    return program.symbols->intern(text);
  }
  /// Declares an op; `name=default` parameters have an integer default.
  OpDeclId op(llvm::StringRef name,
              std::initializer_list<llvm::StringRef> parameters,
              llvm::StringRef token = {});

  ExprId expr(ExprKind kind, std::initializer_list<ExprId> args = {},
              llvm::StringRef name = {});
  ExprId constant(Constant value);
  ExprId integer(int64_t value) { return constant(Constant::ofInt(value)); }
  ExprId text(llvm::StringRef value) {
    return constant(Constant::ofString(symbol(value)));
  }
  ExprId capture(llvm::StringRef name, CaptureKind kind = CaptureKind::Value);
  CaptureId captureId(llvm::StringRef name,
                      CaptureKind kind = CaptureKind::Value);
  /// A call of a declared op; missing arguments are the defaults.
  ExprId call(OpDeclId op, std::initializer_list<ExprId> args,
              llvm::StringRef written = {});

  void value(llvm::StringRef target, ExprId expr);
  RuleId addRule(llvm::StringRef name);

  StateId state(State state) {
    return program.automaton.states.add(std::move(state));
  }
  PositionId position(PositionKind kind, PositionId parent,
                      llvm::StringRef name = {}, uint32_t index = 0);
};

/// A program that has something of everything a pack can hold: one rule with
/// each of its parts, an op and a kernel with all that can be said of them, and
/// an automaton with a state of each kind.
Program makeFullProgram();

/// All that the printers can show of `program`.
std::string printAll(const Program &program);

} // namespace adopter::program::test

#endif // ADOPTER_TEST_UNIT_RUNTIME_PROGRAM_PROGRAMBUILDER_H
