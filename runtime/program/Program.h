// SPDX-License-Identifier: Apache-2.0
/// \file
/// The compiled form of rules: what `compiler/` fills, `.adrp` stores, and
/// `runtime/` reads. Data only; immutable once built, shared by threads.
///
/// One expression form (`Expr`) serves patterns, rewrites, conditions,
/// defaults and constructor arguments, as one notation serves them in `.adr`.
/// See docs/architecture.md#program.
#ifndef ADOPTER_RUNTIME_PROGRAM_PROGRAM_H
#define ADOPTER_RUNTIME_PROGRAM_PROGRAM_H

#include "runtime/program/Automaton.h"
#include "runtime/program/Ids.h"
#include "runtime/support/Constant.h"
#include "runtime/support/IdVector.h"
#include "llvm/ADT/DenseMap.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace adopter::program {

enum class ExprKind : uint8_t {
#define ADOPTER_EXPR(Name, Description) Name,
#include "runtime/program/Exprs.def"
};

enum class ArgumentKind : uint8_t { Plain, Star, DoubleStar };

/// One argument of a call, or one element of a tuple, list or dict entry.
struct ExprArgument {
  SymbolId keyword; // none: positional
  ExprId value;
  ArgumentKind kind = ArgumentKind::Plain;
};

/// One node of an expression; which fields count depends on `kind`
/// (Exprs.def says so for each).
struct Expr {
  ExprKind kind;
  SymbolId name;
  CaptureId capture;
  ConstantId constant;
  OpDeclId op;
  KernelId kernel;
  InstanceId instance;
  uint32_t index = 0;
  std::vector<ExprArgument> args;
};

enum class ParameterKind : uint8_t {
  Positional,
  KeywordOnly,
  VarPositional,
  VarKeyword
};

struct Parameter {
  SymbolId name;
  ParameterKind kind = ParameterKind::Positional;
  ExprId defaultValue; // none: required
};

/// Another name under which a canonical operation is called.
struct Spelling {
  SymbolId name; // qualified; `torch.Tensor.x` is the method `x` of tensors
  std::vector<Parameter> parameters;
  /// Canonical parameters given by an expression over `parameters` (Param).
  std::vector<std::pair<SymbolId, ExprId>> derived;
  bool deprecated = false;
};

/// A parameter tensor of a module class and its shape over constructor
/// parameters; `condition` none: always there.
struct ParameterTensor {
  SymbolId name;
  std::vector<ExprId> shape;
  ExprId condition;
};

/// What the prelude says of an `nn.Module` class.
struct ModuleSheet {
  std::vector<Parameter> callParameters;
  ExprId forward; // canonical op the call equals; none: opaque
  std::vector<SymbolId> attributes;
  std::vector<ParameterTensor> parameters;
};

/// A canonical operation: name, signature, spellings, properties.
struct OpDecl {
  SymbolId name; // qualified
  std::vector<Parameter> parameters;
  std::vector<Spelling> spellings; // without the canonical one
  std::vector<SymbolId> operators; // "+", "[]", "neg"... that mean this op
  std::optional<std::pair<uint32_t, uint32_t>> commutative; // parameter indices
  std::vector<SymbolId> mutates;
  std::vector<SymbolId> aliases;
  std::optional<ModuleSheet> module;
  bool pure = false;
  std::string deprecated; // advice; empty: current
};

/// A replacement and the sheet of its conditions.
struct Kernel {
  SymbolId name; // qualified, e.g. liger_kernel.ops.swiglu.X.apply
  std::vector<Parameter> parameters;
  std::string importModule; // from `importModule` import `importName`
  std::string importName;
  std::string callSuffix; // text after the imported name, e.g. ".apply"
  std::vector<std::string> packages; // "liger-kernel >= 0.8"
  std::vector<std::string> devices;  // "cuda >= sm80"; empty: any
  std::vector<SymbolId> dtypes;      // empty: any
  std::vector<SymbolId> gradients;   // parameters that get one
  bool allGradients = true;
  std::vector<SymbolId> mutates; // parameters written to
  bool mutatesGradient = false;  // backward overwrites what it is given
  bool training = true;
  bool inference = true;
  bool deterministic = true;
  std::vector<std::pair<std::string, std::string>> notes; // layout, head_dim...
  std::optional<std::vector<Parameter>> callParameters;   // a module class
  std::string documentation;
};

enum class CaptureKind : uint8_t {
  Value,  // an SSA value
  Member, // a member of the module (`$m : Ctor(...)`)
  Callee, // what a call calls, whatever it is (`$act($x)`)
  Bound,  // an expression given by `with`
};

struct Capture {
  SymbolId name; // without `$`; pattern-local ones carry `pattern.name`
  CaptureKind kind = CaptureKind::Value;
};

/// `$m : Ctor(...)`.
struct MemberPattern {
  CaptureId member;
  ExprId constructor; // Call
};

/// `$y = expr` or `($a, $b) = expr`.
struct ValuePattern {
  std::vector<CaptureId> targets;
  ExprId value;
};

/// `where` or `require`.
struct Condition {
  ExprId expr;
  bool require = false;
  std::string reason; // of a `require`
  SourceSpan span;
};

/// One alternative of a named pattern, instantiated for one use.
struct Alternative {
  ExprId body; // may contain Hole(i)
  std::vector<MemberPattern> members;
  std::vector<Condition> conditions;
  std::vector<std::pair<CaptureId, ExprId>> bindings; // `with`
};

/// One use of a named pattern in a rule. Captures inside are renamed apart;
/// what the pattern `binds` has become captures of the rule.
struct PatternInstance {
  SymbolId pattern;
  std::vector<ExprId> arguments; // what must be matched at Hole(i)
  std::vector<Alternative> alternatives;
};

struct RewriteMember {
  CaptureId member;
  ExprId constructor;
  SymbolId newName;      // `as "…"`
  bool replaces = false; // `member` is also matched: it takes its place
};

struct CheckpointEntry {
  CaptureId member;   // $qkv
  SymbolId parameter; // weight
  ExprId value;       // torch.cat([$q_proj.weight, ...])
  ExprId condition;   // none: always
};

enum class Grade : uint8_t { Exact, Rounding, Domain };

/// One line of `example`.
struct ExampleBinding {
  CaptureId capture;
  std::string dtype; // f32...; empty: `value`
  std::vector<int64_t> shape;
  ExprId value;
};

struct Rule {
  SymbolId name;
  PackId pack;
  std::string documentation;
  IdVector<CaptureId, Capture> captures;
  std::vector<MemberPattern> members;
  std::vector<ValuePattern> values;
  IdVector<InstanceId, PatternInstance> instances;
  std::vector<Condition> conditions;
  std::vector<RewriteMember> rewriteMembers;
  std::vector<ValuePattern> rewriteValues;
  std::vector<CheckpointEntry> checkpoint;
  Grade grade = Grade::Exact;
  std::string domain;
  double benefit = 1.0;
  bool benefitMeasured = false;
  bool trainingOnly = false;
  bool inferenceOnly = false;
  std::vector<ExampleBinding> example;
  SourceSpan span;
};

struct Pack {
  SymbolId name;
  std::string version;
  std::string documentation;
};

/// Everything a run needs. Programs that are used together share one table of
/// symbols, so that equal names have equal ids.
struct Program {
  Program() : symbols(std::make_shared<SymbolTable>()) {}

  std::shared_ptr<SymbolTable> symbols;
  IdVector<ConstantId, Constant> constants;
  IdVector<ExprId, Expr> exprs;
  IdVector<OpDeclId, OpDecl> ops;
  IdVector<KernelId, Kernel> kernels;
  IdVector<PackId, Pack> packs;
  IdVector<RuleId, Rule> rules;
  Automaton automaton;

  /// Builds the indexes below; call once after filling or reading.
  void buildIndexes();
  /// Canonical op and spelling index for a qualified name: spelling -1 is the
  /// canonical one.
  struct SpellingRef {
    OpDeclId op;
    int32_t spelling = -1;
  };
  const SpellingRef *findSpelling(SymbolId qualifiedName) const;
  /// The op a Python operator stands for, or none.
  OpDeclId findOperator(SymbolId token) const;
  llvm::StringRef text(SymbolId symbol) const { return symbols->text(symbol); }

private:
  llvm::DenseMap<SymbolId, SpellingRef> spellingIndex;
  llvm::DenseMap<SymbolId, OpDeclId> operatorIndex;
};

} // namespace adopter::program

#endif // ADOPTER_RUNTIME_PROGRAM_PROGRAM_H
