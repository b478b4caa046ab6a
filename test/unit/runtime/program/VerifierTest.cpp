// SPDX-License-Identifier: Apache-2.0
/// \file
/// The verifier: each thing that must hold, broken once.
#include "ProgramBuilder.h"
#include "runtime/program/ProgramVerifier.h"
#include <gtest/gtest.h>

using namespace adopter;
using namespace adopter::program;
using namespace adopter::program::test;

namespace {

class VerifierTest : public testing::Test {
protected:
  Program program = makeFullProgram();
  Automaton &automaton = program.automaton;

  Rule &rule() { return program.rules[RuleId(0)]; }
  State &state(StateKind kind) {
    for (State &candidate : automaton.states)
      if (candidate.kind == kind)
        return candidate;
    llvm_unreachable("there is one of each kind");
  }
  Expr &expr(ExprKind kind) {
    for (Expr &candidate : program.exprs)
      if (candidate.kind == kind)
        return candidate;
    llvm_unreachable("not in this program");
  }
  std::string verify() { return verifyProgram(program); }
};

TEST_F(VerifierTest, AWholeProgramPasses) { EXPECT_EQ(verify(), ""); }

TEST_F(VerifierTest, AnEmptyProgramPasses) {
  EXPECT_EQ(verifyProgram(Program()), "");
}

TEST_F(VerifierTest, IdsAreInRange) {
  expr(ExprKind::Constant).constant = ConstantId(1000);
  EXPECT_EQ(verify(), "id_out_of_range");
}

TEST_F(VerifierTest, KindsAreKnown) {
  rule().grade = static_cast<Grade>(17);
  EXPECT_EQ(verify(), "unknown_kind");
}

TEST_F(VerifierTest, CapturesAreThoseOfTheRule) {
  rule().values[0].targets[0] = CaptureId(40);
  EXPECT_EQ(verify(), "id_out_of_range");
  rule().values[0].targets[0] = CaptureId(0);
  expr(ExprKind::Capture).capture = CaptureId(40);
  EXPECT_EQ(verify(), "capture_of_another_rule");
}

TEST_F(VerifierTest, InstancesAreThoseOfTheRule) {
  expr(ExprKind::Instance).instance = InstanceId(1);
  EXPECT_EQ(verify(), "instance_of_another_rule");
}

TEST_F(VerifierTest, ExpressionsHaveNoCycle) {
  Expr &call = expr(ExprKind::OpCall);
  call.args[0].value = ExprId(program.exprs.size() - 1);
  EXPECT_EQ(verify(), "operand_after_expression");
}

TEST_F(VerifierTest, ExpressionsDoNotGrowWithoutBound) {
  // Each is twice the one before.
  Expr twice;
  twice.kind = ExprKind::Tuple;
  for (int i = 0; i < 40; ++i) {
    ExprId last(program.exprs.size() - 1);
    twice.args = {{{}, last}, {{}, last}};
    program.exprs.add(twice);
  }
  EXPECT_EQ(verify(), "expression_too_large");
}

TEST_F(VerifierTest, ExpressionsAreNotEndlesslyDeep) {
  Expr nested;
  nested.kind = ExprKind::Not;
  for (int i = 0; i < 3000; ++i) {
    nested.args = {{{}, ExprId(program.exprs.size() - 1)}};
    program.exprs.add(nested);
  }
  EXPECT_EQ(verify(), "expression_too_large");
}

TEST_F(VerifierTest, EachKindOfExpressionHasItsParts) {
  expr(ExprKind::Constant).constant = ConstantId();
  EXPECT_EQ(verify(), "constant_missing");
  program = makeFullProgram();
  expr(ExprKind::Capture).capture = CaptureId();
  EXPECT_EQ(verify(), "capture_missing");
  program = makeFullProgram();
  expr(ExprKind::Word).name = SymbolId();
  EXPECT_EQ(verify(), "name_missing");
  program = makeFullProgram();
  expr(ExprKind::OpCall).args.pop_back();
  EXPECT_EQ(verify(), "call_does_not_fit_op");
  program = makeFullProgram();
  expr(ExprKind::KernelCall).kernel = KernelId();
  EXPECT_EQ(verify(), "kernel_missing");
  program = makeFullProgram();
  expr(ExprKind::Instance).instance = InstanceId();
  EXPECT_EQ(verify(), "instance_missing");
  for (ExprKind kind : {ExprKind::Conditional, ExprKind::Slice, ExprKind::Is,
                        ExprKind::In, ExprKind::Not}) {
    program = makeFullProgram();
    Expr bare;
    bare.kind = kind;
    program.exprs.add(bare);
    EXPECT_EQ(verify(), "operand_missing");
  }
}

TEST_F(VerifierTest, DeclarationsHaveNames) {
  program.ops[OpDeclId(0)].parameters[0].name = SymbolId();
  EXPECT_EQ(verify(), "parameter_without_name");
  program = makeFullProgram();
  program.ops[OpDeclId(0)].commutative->second = 9;
  EXPECT_EQ(verify(), "commutative_parameter_missing");
  program = makeFullProgram();
  program.kernels[KernelId(0)].name = SymbolId();
  EXPECT_EQ(verify(), "kernel_without_name");
  program = makeFullProgram();
  program.ops[OpDeclId(0)].spellings[0].derived[0].second = ExprId();
  EXPECT_EQ(verify(), "derived_parameter_missing");
}

TEST_F(VerifierTest, RulesHaveAPattern) {
  rule().values.clear();
  EXPECT_EQ(verify(), "rule_without_pattern");
  program = makeFullProgram();
  rule().rewriteValues[0].value = ExprId();
  EXPECT_EQ(verify(), "expression_missing");
  program = makeFullProgram();
  rule().instances[InstanceId(0)].alternatives.clear();
  EXPECT_EQ(verify(), "instance_without_alternative");
}

TEST_F(VerifierTest, AUseIsNotInsideItself) {
  PatternInstance &use = rule().instances[InstanceId(0)];
  for (uint32_t i = 0; i < program.exprs.size(); ++i)
    if (program.exprs[ExprId(i)].kind == ExprKind::Instance)
      use.alternatives[0].body = ExprId(i);
  EXPECT_EQ(verify(), "instance_inside_itself");
}

TEST_F(VerifierTest, PositionsHangBelowTheRoot) {
  automaton.positions[PositionId(1)].parent = PositionId(2);
  EXPECT_EQ(verify(), "position_before_parent");
  program = makeFullProgram();
  automaton.positions[PositionId(1)].kind = PositionKind::Root;
  EXPECT_EQ(verify(), "misplaced_root");
}

TEST_F(VerifierTest, StatesLeadSomewhere) {
  state(StateKind::Commute).next = StateId();
  EXPECT_EQ(verify(), "state_leads_nowhere");
  program = makeFullProgram();
  state(StateKind::Alternatives).branches.clear();
  EXPECT_EQ(verify(), "state_without_branch");
  program = makeFullProgram();
  state(StateKind::Bind).target = PositionId();
  EXPECT_EQ(verify(), "state_without_target");
  program = makeFullProgram();
  state(StateKind::Switch).position = PositionId();
  EXPECT_EQ(verify(), "state_without_position");
  program = makeFullProgram();
  state(StateKind::Test).index = 5;
  EXPECT_EQ(verify(), "test_of_nothing");
}

TEST_F(VerifierTest, AnswersAreInRange) {
  for (State &candidate : automaton.states)
    if (candidate.kind == StateKind::Switch)
      candidate.question = QuestionKind::OpKind;
  state(StateKind::Switch).cases[0].answer.value = 1000;
  EXPECT_EQ(verify(), "answer_out_of_range");
  program = makeFullProgram();
  State &first = state(StateKind::Switch);
  first.cases.push_back({{0}, first.cases[0].next});
  EXPECT_EQ(verify(), "cases_not_sorted");
}

TEST_F(VerifierTest, AcceptKnowsRootsAndChoices) {
  state(StateKind::Accept).roots.clear();
  EXPECT_EQ(verify(), "accept_without_root");
  program = makeFullProgram();
  state(StateKind::Accept).choices[0].state = StateId(0);
  EXPECT_EQ(verify(), "choice_of_nothing");
  program = makeFullProgram();
  state(StateKind::Accept).rule = RuleId();
  EXPECT_EQ(verify(), "accept_without_rule");
}

TEST_F(VerifierTest, TheAutomatonHasNoCycle) {
  state(StateKind::Users).otherwise = StateId(0);
  EXPECT_EQ(verify(), "automaton_with_cycle");
}

TEST_F(VerifierTest, EveryStateIsReached) {
  automaton.states.add(state(StateKind::Accept));
  EXPECT_EQ(verify(), "state_not_reached");
}

} // namespace
