// SPDX-License-Identifier: Apache-2.0
/// \file
/// Builders for tests of the matcher: a model op by op, rules as expressions,
/// and a naive lowering of one rule after the other, without any sharing, that
/// the tests can reason about.
#ifndef ADOPTER_TEST_UNIT_RUNTIME_MATCH_FIXTURE_H
#define ADOPTER_TEST_UNIT_RUNTIME_MATCH_FIXTURE_H

#include "runtime/match/Matcher.h"
#include <functional>
#include <initializer_list>

namespace adopter::match::test {

/// Ops and rules of a test. Names come from the vocabulary in Fixture.cpp.
class Rules {
public:
  program::Program program;

  Rules();
  /// A name of the vocabulary: the program's symbols are frozen, as they are
  /// in a run, before a model is built on them.
  SymbolId symbol(llvm::StringRef text) const;
  /// Declares an op; parameters by name.
  program::OpDeclId op(llvm::StringRef name,
                       std::initializer_list<const char *> parameters,
                       bool commutative = false, const char *token = nullptr);

  // --- expressions
  program::ExprId add(program::Expr expr) {
    return program.exprs.add(std::move(expr));
  }
  program::ExprId constant(Constant value);
  program::ExprId text(llvm::StringRef value) {
    return constant(Constant::ofString(symbol(value)));
  }
  program::ExprId name(llvm::StringRef name);
  program::ExprId hole(uint32_t index);
  program::ExprId wildcard();
  /// `$name` of the rule under construction.
  program::ExprId
  capture(llvm::StringRef name,
          program::CaptureKind kind = program::CaptureKind::Value);
  program::CaptureId
  captureId(llvm::StringRef name,
            program::CaptureKind kind = program::CaptureKind::Value);
  /// A canonical call; arguments in the order of the op's parameters.
  program::ExprId call(program::OpDeclId op,
                       std::initializer_list<program::ExprId> args);
  program::ExprId calleeCall(llvm::StringRef callee,
                             std::initializer_list<program::ExprId> args);
  program::ExprId memberCall(llvm::StringRef member,
                             std::initializer_list<program::ExprId> args);
  program::ExprId node(program::ExprKind kind,
                       std::initializer_list<program::ExprId> args,
                       llvm::StringRef name = {});
  program::ExprId word(llvm::StringRef name,
                       std::initializer_list<program::ExprId> args) {
    return node(program::ExprKind::Word, args, name);
  }
  program::ExprId instance(program::PatternInstance use);

  // --- rules
  program::Rule rule;
  void begin(llvm::StringRef name);
  void value(llvm::StringRef target, program::ExprId expr);
  void where(program::ExprId condition) {
    rule.conditions.push_back({condition, false, {}, {}});
  }
  void require(program::ExprId condition, llvm::StringRef reason) {
    rule.conditions.push_back({condition, true, reason.str(), {}});
  }
  /// Adds the rule and its part of the automaton.
  program::RuleId end();

private:
  using Next = std::function<program::StateId()>;
  program::PositionId position(program::PositionKind kind,
                               program::PositionId parent, SymbolId name = {},
                               uint32_t index = 0);
  program::StateId state(program::State state);
  program::StateId ask(program::QuestionKind question,
                       program::PositionId position, uint32_t answer,
                       program::StateId next);
  program::StateId lower(program::ExprId expr, program::PositionId at,
                         program::InstanceId frame, uint32_t alternative,
                         program::PositionId holes, const Next &next);
  program::StateId lowerArguments(const program::Expr &expr, size_t i,
                                  program::PositionId at,
                                  program::InstanceId frame,
                                  uint32_t alternative,
                                  program::PositionId holes, const Next &next);
  program::StateId lowerInstance(const program::Expr &expr,
                                 program::PositionId at,
                                 program::InstanceId frame,
                                 uint32_t alternative,
                                 program::PositionId holes, const Next &next);
  program::StateId lowerMember(const program::MemberPattern &pattern,
                               program::InstanceId frame, uint32_t alternative,
                               program::PositionId holes, const Next &next);

  program::RuleId ruleId;
  std::vector<program::CaptureAt> captures;
  std::vector<program::ChoiceAt> choices;
  std::vector<program::PositionId> roots;
  program::StateId last; // the end of the chain of starts
};

/// A model, op by op; every op goes to the end of the innermost open region.
class Model {
public:
  explicit Model(Rules &rules);
  model::Architecture arch;

  SymbolId symbol(llvm::StringRef text) { return arch.symbols.intern(text); }
  model::ClassId beginClass(llvm::StringRef name);
  /// Opens a function; a method if a class is open.
  model::FunctionId begin(llvm::StringRef name,
                          std::initializer_list<const char *> parameters);
  model::ValueId parameter(size_t index) const;
  void openRegion(model::OpId op, model::RegionKind kind);
  void closeRegion() { open.pop_back(); }

  model::ValueId constant(Constant value);
  model::ValueId number(int64_t value) {
    return constant(Constant::ofInt(value));
  }
  model::ValueId text(llvm::StringRef value) {
    return constant(Constant::ofString(symbol(value)));
  }
  model::ValueId none() { return constant(Constant::none()); }
  model::ValueId global(llvm::StringRef name);
  model::ValueId attribute(model::ValueId object, llvm::StringRef name);
  /// A canonical call of a declared op.
  model::ValueId call(llvm::StringRef op, llvm::ArrayRef<model::ValueId> args);
  model::ValueId call(llvm::StringRef op,
                      std::initializer_list<model::ValueId> args) {
    return call(op, llvm::ArrayRef(args.begin(), args.size()));
  }
  /// An undeclared call.
  model::ValueId callName(llvm::StringRef name,
                          std::initializer_list<model::ValueId> args);
  model::ValueId callValue(model::ValueId callee,
                           std::initializer_list<model::ValueId> args);
  model::ValueId callMember(model::MemberId member,
                            std::initializer_list<model::ValueId> args);
  model::ValueId make(model::OpKind kind,
                      std::initializer_list<model::ValueId> args,
                      llvm::StringRef name = {});
  model::ValueId element(model::ValueId tuple, uint32_t index);
  model::OpId effect(model::OpKind kind,
                     std::initializer_list<model::ValueId> args);
  model::OpId defining(model::ValueId value) const {
    return arch.definingOp(value);
  }
  model::Op &opOf(model::ValueId value) {
    return arch.ops[arch.definingOp(value)];
  }

  model::MemberId member(llvm::StringRef name, model::MemberKind kind,
                         std::initializer_list<model::ValueId> definitions);
  void finish() { arch.finalize(); }

private:
  model::ValueId addOp(model::Op op, llvm::ArrayRef<model::Argument> args,
                       llvm::ArrayRef<model::Argument> written);
  model::ArgumentRange range(llvm::ArrayRef<model::Argument> args);

  Rules &rules;
  model::ClassId owner;
  model::FunctionId function;
  std::vector<model::RegionId> open;
};

} // namespace adopter::match::test

#endif // ADOPTER_TEST_UNIT_RUNTIME_MATCH_FIXTURE_H
