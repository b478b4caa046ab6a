// SPDX-License-Identifier: Apache-2.0
/// \file
/// Lifts the body of one function into SSA. One class, implemented by
/// construct: Emit, LiftExpr, LiftLiterals, LiftCalls, Canonicalize,
/// LiftMembers, LiftAssign, LiftStatements, LiftControl, LiftLoops, LiftTry,
/// LiftMatch, LiftFunctions, Inlining. (Private.)
///
/// `env` holds the value of each variable at the point that has been reached.
/// Branches work on copies; where they meet, variables that are read later and
/// differ get a Select or Join.
#ifndef ADOPTER_RUNTIME_LIFT_FUNCTIONLIFTER_H
#define ADOPTER_RUNTIME_LIFT_FUNCTIONLIFTER_H

#include "runtime/lift/FileContext.h"
#include "runtime/lift/Liveness.h"

namespace adopter::lift {

/// Values of the variables that nested functions see, once the function around
/// them is lifted: none where a variable is bound more than once.
struct Closure {
  std::vector<model::ValueId> slots;
  std::vector<model::ValueId> captures;
};

class FunctionLifter {
public:
  /// \param closure values of the enclosing function; null at module level.
  FunctionLifter(FileContext &file, model::FunctionId function,
                 const Closure *closure, unsigned nesting);

  /// Lifts the function and every function inside it.
  void run();

private:
  using Args = llvm::SmallVector<model::Argument, 8>;
  using Env = std::vector<model::ValueId>;

  // --- Emit.cpp: ops, values, regions, statements, bindings
  model::OpId addOp(model::OpKind kind, SourceRange range,
                    llvm::ArrayRef<model::Argument> args = {},
                    SymbolId name = {});
  model::ValueId addResult(model::OpId op, SymbolId name = {});
  model::ValueId addLoopArg(model::OpId op, uint32_t index, SymbolId name);
  model::ArgumentRange addArguments(llvm::ArrayRef<model::Argument> args);
  model::ValueId emit(model::OpKind kind, SourceRange range,
                      llvm::ArrayRef<model::ValueId> operands,
                      SymbolId name = {});
  model::ValueId emitArgs(model::OpKind kind, SourceRange range,
                          llvm::ArrayRef<model::Argument> args,
                          SymbolId name = {});
  model::ValueId constant(const Constant &constant, SourceRange range = {});
  model::ValueId global(SymbolId name, SourceRange range);
  model::ValueId opaque(python::PyNode node, llvm::StringRef kind,
                        llvm::ArrayRef<model::ValueId> operands);
  void forEachSlotIn(python::PyNode tree,
                     llvm::function_ref<void(uint32_t)> use);
  /// Opaque for `node`, with every variable that it reads.
  model::ValueId opaqueTree(python::PyNode node, llvm::StringRef kind);
  model::RegionId addRegion(model::RegionKind kind, model::OpId parent);
  const model::Op *definition(model::ValueId value) const {
    return arch.definition(value);
  }
  const Constant *literal(model::ValueId value) const {
    return arch.constant(value);
  }
  void bindSlot(uint32_t slot, model::ValueId value, SourceRange target);
  /// The variable's value is not known any more, or nobody reads it.
  void forget(uint32_t slot);
  SymbolId slotName(uint32_t slot) const { return scope().slots[slot]; }
  const FunctionScope &scope() const { return file.scopes.scope(scopeIndex); }

  // --- LiftExpr.cpp
  model::ValueId expr(python::PyNode node);
  model::ValueId exprKind(python::PyNode node);
  model::ValueId identifier(python::PyNode node);
  model::ValueId attribute(python::PyNode node);
  model::ValueId binary(python::PyNode node);
  model::ValueId unary(python::PyNode node);
  model::ValueId boolean(python::PyNode node);
  model::ValueId comparison(python::PyNode node);
  model::ValueId conditional(python::PyNode node);
  model::ValueId subscript(python::PyNode node);
  model::ValueId index(python::PyNode subscript);
  model::ValueId slice(python::PyNode node);
  model::ValueId sequence(python::PyNode node, model::OpKind kind);
  model::ValueId starred(python::PyNode element, python::PyNode splat);
  model::ValueId dictionary(python::PyNode node);
  model::ValueId named(python::PyNode node);
  model::ValueId operation(python::PyKind token, SourceRange range,
                           llvm::ArrayRef<model::ValueId> operands);
  /// Qualified name that `node` stands for here; none if it is a value.
  SymbolId path(python::PyNode node);

  // --- LiftLiterals.cpp
  model::ValueId number(python::PyNode node, bool negative, SourceRange range);
  model::ValueId string(python::PyNode node);
  model::ValueId format(llvm::ArrayRef<python::PyNode> strings,
                        python::PyNode whole);

  // --- LiftCalls.cpp
  model::ValueId call(python::PyNode node);
  Args arguments(python::PyNode node);
  model::ValueId namedCall(SymbolId name, model::FunctionId function,
                           llvm::ArrayRef<model::Argument> written,
                           SourceRange range);
  model::ValueId methodCall(model::ValueId receiver, SymbolId name,
                            llvm::ArrayRef<model::Argument> arguments,
                            SourceRange range);
  model::ValueId valueCall(model::ValueId callee,
                           llvm::ArrayRef<model::Argument> written,
                           SourceRange range);
  bool isNoTensor(model::ValueId value) const;
  /// Every variable that holds `before` holds `after` from here on.
  void rebind(model::ValueId before, model::ValueId after);

  // --- Canonicalize.cpp
  /// Arguments of `decl` for a call by `name` with `written`; false if they do
  /// not fit.
  bool canonicalArguments(const program::OpDecl &decl, SymbolId name,
                          llvm::ArrayRef<model::Argument> written, Args &out,
                          SourceRange range);
  bool mapCanonical(const program::OpDecl &decl,
                    llvm::ArrayRef<model::Argument> written, Args &out,
                    SourceRange range);
  bool mapSpelling(const program::OpDecl &decl,
                   const program::Spelling &spelling,
                   llvm::ArrayRef<model::Argument> written, Args &out,
                   SourceRange range);
  model::ValueId givenValue(const program::Parameter &parameter,
                            llvm::ArrayRef<uint32_t> given,
                            llvm::ArrayRef<model::Argument> written,
                            SourceRange range);
  Args packed(llvm::ArrayRef<program::Parameter> parameters,
              llvm::ArrayRef<model::Argument> written);
  bool isDeviceMove(const program::OpDecl &decl,
                    llvm::ArrayRef<model::Argument> args) const;
  bool equalsDefault(model::ValueId value, program::ExprId expr) const;
  bool sameLiteral(program::ExprId a, program::ExprId b) const;
  model::ValueId canonicalCall(const program::Program::SpellingRef &found,
                               SymbolId name,
                               llvm::ArrayRef<model::Argument> written,
                               SourceRange range);
  /// Value of `expr` with `parameter` for its Param names and `self` for Self;
  /// none if it says something the model cannot hold.
  using ParameterLookup = llvm::function_ref<model::ValueId(SymbolId)>;
  model::ValueId evaluate(program::ExprId expr, ParameterLookup parameter,
                          model::ValueId self);
  /// Arguments of the declared op that a call of the module built by
  /// `constructor` equals.
  bool moduleFace(model::OpId constructor, model::ValueId callee,
                  llvm::ArrayRef<model::Argument> written, Args &out,
                  program::OpDeclId &decl, SourceRange range);
  /// The op is a call of the declared op `decl`.
  void declare(model::OpId op, program::OpDeclId decl);

  // --- LiftMembers.cpp
  bool isSelf(model::ValueId value) const;
  model::ClassId classOfSelf(model::ValueId self) const;
  /// `self.name(arguments)`.
  model::ValueId selfCall(model::ValueId self, SymbolId name,
                          SourceRange calleeRange, python::PyNode arguments,
                          SourceRange range);
  model::FunctionId ownMethod(model::ClassId owner, SymbolId name) const;
  /// Call of `callee`, an attribute of self.
  model::ValueId memberCall(model::ValueId callee,
                            llvm::ArrayRef<model::Argument> written,
                            SourceRange range);
  void registerMember(model::OpId call, SymbolId method,
                      llvm::ArrayRef<model::Argument> written);
  void defineMember(SymbolId name, model::ValueId value, model::OpId set,
                    model::MemberKind kind);
  model::MemberKind memberKind(model::ValueId value, unsigned depth = 0) const;
  /// The call that builds `member`, if it is always the same one.
  model::OpId constructor(model::MemberId member) const;
  bool sameConstruction(model::OpId a, model::OpId b, unsigned depth) const;
  bool sameSimple(model::ValueId a, model::ValueId b, unsigned depth) const;

  // --- LiftAssign.cpp
  void assign(python::PyNode target, model::ValueId value, SourceRange range);
  void assignName(python::PyNode name, model::ValueId value);
  void unpack(llvm::ArrayRef<python::PyNode> targets, model::ValueId value,
              SourceRange range);
  void assignment(python::PyNode node);
  bool assignElements(python::PyNode target, python::PyNode value,
                      SourceRange range);
  void augmented(python::PyNode node);
  void setAttribute(model::ValueId object, SymbolId name, model::ValueId value,
                    SourceRange range);

  // --- LiftStatements.cpp
  void block(python::PyNode block);
  void statement(python::PyNode node);
  void statementKind(python::PyNode node);
  model::StatementId openStatement(model::StatementKind kind,
                                   python::PyNode node);
  void closeStatement(model::StatementId id);
  void expressionStatement(python::PyNode node);
  void returnStatement(python::PyNode node);
  void importStatement(python::PyNode node);
  void deleteStatement(python::PyNode node);
  void simpleEffect(python::PyNode node, model::OpKind kind);
  void jump(model::OpKind kind, python::PyNode node);
  void opaqueStatement(python::PyNode node, llvm::StringRef kind);

  // --- LiftControl.cpp
  struct Branch {
    Env env;
    bool terminates = false;
  };
  void ifStatement(python::PyNode node);
  /// An If with these two branches and the joins after it.
  void branches(model::ValueId condition, SourceRange range,
                const SlotSet &live, llvm::function_ref<void()> then,
                llvm::function_ref<void()> otherwise);
  void elseOf(llvm::ArrayRef<python::PyNode> alternatives, const SlotSet &live,
              uint32_t end);
  Branch liftBranch(model::RegionId region, llvm::function_ref<void()> body);
  void withStatement(python::PyNode node);
  model::ValueId undefined(uint32_t slot);

  // --- LiftLoops.cpp
  struct Loop {
    llvm::SmallVector<uint32_t, 8> carried;
    SlotSet assigned;
    bool hasBreak = false;
  };
  void forStatement(python::PyNode node);
  void whileStatement(python::PyNode node);
  Loop openLoop(python::PyNode node);
  void enterRound(const Loop &loop, model::OpId op);
  void closeRound(model::RegionId body);
  void leaveLoop(model::OpId op, const Env &before, python::PyNode node);
  void elseOfLoop(python::PyNode node, bool hasBreak);
  Args carriedValues();
  model::ValueId comprehension(python::PyNode node);
  model::ValueId comprehensionLevel(python::PyNode node,
                                    llvm::ArrayRef<python::PyNode> clauses);

  // --- LiftTry.cpp, LiftMatch.cpp
  void tryStatement(python::PyNode node);
  void joinPaths(llvm::ArrayRef<Env> paths, const SlotSet &live,
                 SourceRange range);
  void matchStatement(python::PyNode node);
  void matchClauses(llvm::ArrayRef<python::PyNode> clauses,
                    model::ValueId subject, const SlotSet &live, uint32_t end);
  model::ValueId matchPattern(python::PyNode pattern, model::ValueId subject,
                              bool &always);
  void bindPattern(python::PyNode pattern, model::ValueId subject);

  // --- LiftFunctions.cpp
  void parameters(python::PyNode node);
  void nestedFunction(python::PyNode node, python::PyNode decorated);
  void nestedClass(python::PyNode node);
  model::ValueId lambda(python::PyNode node);
  model::ValueId closureOf(model::FunctionId nested, python::PyNode node);
  Closure finalClosure() const;

  // --- Inlining.cpp
  model::ValueId inlineCall(model::FunctionId callee, model::ValueId self,
                            llvm::ArrayRef<model::Argument> written,
                            SourceRange range);

  FileContext &file;
  model::Architecture &arch;
  model::FunctionId function;
  const Closure *closure;
  unsigned nesting;
  uint32_t scopeIndex = 0;
  std::unique_ptr<Liveness> liveness;

  model::RegionId region;
  model::StatementId currentStatement;
  Env env;                         // indexed by slot
  std::vector<uint32_t> bindCount; // indexed by slot
  Env lastBound;                   // indexed by slot
  std::vector<Loop> loops;
  bool reachable = true;
  bool recordsBindings = true;
  unsigned depth = 0; // of expressions
  uint32_t baseDepth = 0;
  uint32_t inlinedOps = 0;
  model::ValueId selfValue; // first parameter of a method
  model::ClassId selfClass;
  std::vector<model::FunctionId> nested; // to be lifted afterwards
  /// Globals that attributes extend: their qualified name as written.
  llvm::DenseMap<model::ValueId, SymbolId> paths;

  friend class Inliner;
};

/// The grammar reads `[*a.b]` as the attribute `b` of `*a`: the splat at the
/// left end of `node`, or none.
python::PyNode leadingSplat(python::PyNode node);

/// Decodes the literal `text` with its quotes and prefix into `out`; false for
/// bytes, and for escapes that are not understood. `isFormat`: doubled braces
/// mean one.
bool decodePythonString(llvm::StringRef text, bool isFormat, std::string &out);

} // namespace adopter::lift

#endif // ADOPTER_RUNTIME_LIFT_FUNCTIONLIFTER_H
