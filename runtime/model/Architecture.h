// SPDX-License-Identifier: Apache-2.0
/// \file
/// The lifted architecture of one Python file: classes with members, methods as
/// SSA ops in regions, and for each op, value and statement its exact place in
/// the source, so that synthesis edits text and never reprints.
///
/// In: runtime/lift (from Python) or compiler/arch (from the notation).
/// Out: runtime/match, runtime/synth, ArchitecturePrinter.
/// See docs/architecture.md#the-lifted-architecture.
#ifndef ADOPTER_RUNTIME_MODEL_ARCHITECTURE_H
#define ADOPTER_RUNTIME_MODEL_ARCHITECTURE_H

#include "runtime/model/Ids.h"
#include "runtime/support/Constant.h"
#include "runtime/support/IdVector.h"
#include "runtime/support/Source.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <string>
#include <vector>

namespace adopter::model {

enum class OpKind : uint8_t {
#define ADOPTER_OP(Name, Description) Name,
#include "runtime/model/Ops.def"
};

/// "Call", "Select"...
llvm::StringRef opKindName(OpKind kind);

enum class ArgumentKind : uint8_t { Plain, Star, DoubleStar };

/// One operand.
struct Argument {
  SymbolId keyword; // canonical calls: the parameter's name, always set
  ValueId value;
  ArgumentKind kind = ArgumentKind::Plain;
  bool isDefault = false; // filled in from the signature, not in the source
};

/// A run of the shared argument table.
struct ArgumentRange {
  uint32_t begin = 0;
  uint32_t count = 0;
};

/// Index into program::Program::ops, kept as a plain number because the model
/// does not depend on the program.
using DeclIndex = uint32_t;
inline constexpr DeclIndex NoDecl = 0xFFFFFFFFu;

struct Op {
  OpKind kind = OpKind::Opaque;
  bool inPlace : 1 = false;  // augmented assignment or a method that mutates
  bool inlined : 1 = false;  // cloned from a callee: its range is over there
  bool fromInit : 1 = false; // filled from a member's constructor, not in text
  bool pure : 1 = false;     // result depends on operands only, no effect
  SymbolId name;             // see Ops.def
  DeclIndex decl = NoDecl;   // canonicalised: declared op of the prelude
  ValueId callee;            // Call of a value
  MemberId member;           // Call of self.<member> (or of an element of it)
  FunctionId function;       // Inline, Lambda; Call of a known function
  uint32_t index = 0;        // Element
  Constant constant;         // Constant
  ArgumentRange args;        // canonical when `decl` is set, else as written
  ArgumentRange written;     // calls: arguments as written in the source
  uint32_t firstResult = 0;  // results are consecutive values
  uint32_t resultCount = 0;
  llvm::SmallVector<RegionId, 0> regions;
  RegionId region;       // the region the op stands in
  StatementId statement; // the statement it belongs to
  SourceRange range;     // the whole expression or statement; invalid: not
                         // in the text (a default, a derived argument)

  ValueId result(uint32_t i = 0) const {
    assert(i < resultCount);
    return ValueId(firstResult + i);
  }
  bool hasResult() const { return resultCount != 0; }
};

enum class ValueKind : uint8_t {
  Parameter, // of a function; index
  Result,    // of op `def`; index
  LoopArg,   // carried variable or target at the start of a loop body of `def`
};

struct Value {
  ValueKind kind;
  OpId def;            // Result, LoopArg
  FunctionId function; // the function it belongs to
  uint32_t index = 0;
  SymbolId name; // variable it was first bound to, for printing
};

enum class RegionKind : uint8_t {
  Body,
  Then,
  Else,
  Loop,
  Condition,
  With,
  Try,
  Handler,
  Finally,
  Inline,
  Element
};

struct Region {
  RegionKind kind;
  OpId parent; // none: body of a function
  FunctionId function;
  std::vector<OpId> ops; // in program order
  std::vector<StatementId> statements;
  bool terminates = false; // every path returns, raises, breaks or continues
};

enum class StatementKind : uint8_t {
  Assign,
  AugAssign,
  Expression,
  Return,
  If,
  For,
  While,
  With,
  Try,
  FunctionDef,
  ClassDef,
  Import,
  Docstring,
  Other,
};

/// One source statement. Its ops are `[firstOp, endOp)`; nested statements
/// have their own.
struct Statement {
  StatementKind kind;
  SourceRange range;      // first to last byte of the statement, no newline
  SourceRange valueRange; // right-hand side, returned or expression value
  RegionId region;
  StatementId parent; // enclosing compound statement
  OpId firstOp;
  OpId endOp;
};

/// `variable` holds `value` from the end of `statement` on (in its region and
/// below, until bound again). For a join after an `if` the statement is the if.
/// No value: what it holds from there on is not known, or read by nobody.
/// A LoopArg holds from the start of the regions of its loop, whose statement
/// the binding names.
struct Binding {
  SymbolId variable;
  ValueId value;
  StatementId statement; // none: a parameter of the function
  SourceRange target;    // where the name is written; invalid for joins
};

struct Parameter {
  SymbolId name;
  ValueId value;
  ArgumentKind kind = ArgumentKind::Plain; // *args, **kwargs
  bool hasDefault = false;
  ValueId defaultValue; // a constant or global, when it is one
  SymbolId annotation;  // text of the annotation
  bool keywordOnly = false;
};

struct Decorator {
  SymbolId name; // qualified
  SourceRange range;
};

struct Function {
  SymbolId name;
  SymbolId qualifiedName;
  ClassId owner;        // none: module level or nested
  FunctionId enclosing; // nested functions
  std::vector<Parameter> parameters;
  std::vector<Decorator> decorators;
  RegionId body;
  std::vector<Binding> bindings; // in program order
  OpId firstOp;
  OpId endOp;
  SourceRange range; // from `def` (decorators outside) to the end of the body
  SourceRange bodyRange; // the statements
  bool isStatic = false;
  bool isClassMethod = false;
  bool isProperty = false;
  uint32_t opaqueCount = 0;
};

enum class MemberKind : uint8_t { Module, Parameter, Buffer, Plain };

/// One place that assigns a member, with the function it stands in.
struct MemberDefinition {
  OpId set;      // SetAttribute, or the add_module/register_* call
  ValueId value; // what is assigned, in that function's SSA
  FunctionId function;
  bool conditional = false; // not on every path through the constructor
};

struct Member {
  SymbolId name;
  MemberKind kind = MemberKind::Plain;
  std::vector<MemberDefinition> definitions;
  ClassId owner; // the class whose code defines it
};

struct Class {
  SymbolId name;
  SymbolId qualifiedName;
  std::vector<SymbolId> bases;      // qualified, as far as resolved
  std::vector<ClassId> baseClasses; // those defined in this file
  std::vector<Decorator> decorators;
  std::vector<MemberId> members;   // own and inherited, own first
  std::vector<FunctionId> methods; // own only
  SourceRange range;
  SourceRange bodyRange;
  bool isModule = false; // derives from torch.nn.Module
};

/// An import statement at module level (also inside try or if).
struct Import {
  SymbolId module;   // absolute or with leading dots, as written
  SymbolId name;     // from-import: imported name; none: import module
  SymbolId alias;    // the local name
  SourceRange range; // the whole statement
  SourceRange nameRange;
  StatementId statement;
  bool topLevel = false; // not inside try, if, function
};

/// A note of what the lifter could not understand, for `lift --remarks`.
struct Remark {
  SourceRange range;
  std::string kind; // syntax kind or reason key: what remarks are ranked by
  std::string text;
};

struct Use {
  OpId user;
  uint32_t argument; // index into args, or one of these
  static constexpr uint32_t CalleeUse = 0xFFFFFFFFu;
  /// In `written`, but in no canonical argument (an ignored parameter, or one
  /// that others are derived from).
  static constexpr uint32_t WrittenUse = 0xFFFFFFFEu;
};

/// One file's architecture.
class Architecture {
public:
  explicit Architecture(const SymbolTable *programSymbols)
      : symbols(programSymbols) {}

  FileId file;
  SymbolTable symbols;
  IdVector<ClassId, Class> classes;
  IdVector<MemberId, Member> members;
  IdVector<FunctionId, Function> functions;
  IdVector<RegionId, Region> regions;
  IdVector<StatementId, Statement> statements;
  IdVector<OpId, Op> ops;
  IdVector<ValueId, Value> values;
  std::vector<Argument> arguments; // shared table that ArgumentRange slices
  std::vector<Import> imports;
  std::vector<Remark> remarks;

  llvm::ArrayRef<Argument> args(const Op &op) const {
    return llvm::ArrayRef(arguments).slice(op.args.begin, op.args.count);
  }
  llvm::ArrayRef<Argument> written(const Op &op) const {
    return llvm::ArrayRef(arguments).slice(op.written.begin, op.written.count);
  }
  /// Canonical argument `keyword` of a call, or none.
  ValueId argument(const Op &op, SymbolId keyword) const;
  /// The op that defines `value`, or null for parameters and loop arguments.
  const Op *definition(ValueId value) const;
  OpId definingOp(ValueId value) const;
  llvm::StringRef text(SymbolId symbol) const { return symbols.text(symbol); }

  /// What stands before the names of this file's own classes and functions in
  /// their qualified names, with the dot; empty if nothing does.
  llvm::StringRef ownPrefix() const;

  /// Builds the use lists and the order of ops; call once when lifting is done.
  void finalize();
  /// Every use of `value` as operand or callee, in program order.
  llvm::ArrayRef<Use> uses(ValueId value) const;

  /// Member `name` of `owner`, inherited ones included, or none.
  MemberId findMember(ClassId owner, SymbolId name) const;
  /// Method `name` of `owner` or of the nearest base in this file, or none.
  FunctionId findMethod(ClassId owner, SymbolId name) const;
  ClassId findClass(SymbolId name) const;

  /// The literal that `value` is, or null.
  const Constant *constant(ValueId value) const;
  /// True if both always hold the same value: same SSA value, or equal pure
  /// expressions (attribute chains included when nothing assigns them in
  /// between). Bounded depth; false when in doubt.
  bool sameValue(ValueId a, ValueId b) const;
  /// `op` stands in `region` or in a region inside it.
  bool isInside(OpId op, RegionId region) const;
  /// `a` is executed before `b` on every path that reaches `b`.
  bool dominates(OpId a, OpId b) const;

  /// Place of `op` in program order: an op comes before the ops of its regions.
  uint32_t order(OpId op) const { return orders[op.index()]; }
  /// Ops of `function` that may write to what others read, in program order.
  llvm::ArrayRef<OpId> writersOf(FunctionId function) const;

private:
  std::vector<Use> useTable;
  std::vector<uint32_t> useStarts; // indexed by value index, size values + 1
  std::vector<uint32_t> orders;    // indexed by op index
  std::vector<OpId> writers;       // ops that may write to what others read,
                                   // in program order
  friend class ValueComparison;
};

} // namespace adopter::model

#endif // ADOPTER_RUNTIME_MODEL_ARCHITECTURE_H
