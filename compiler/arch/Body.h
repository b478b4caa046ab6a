// SPDX-License-Identifier: Apache-2.0
/// \file
/// Builds the ops of one function body. (Private to compiler/arch.)
///
/// Operands are evaluated from left to right right before the op that has them,
/// which is what the printer counts on.
#ifndef ADOPTER_COMPILER_ARCH_BODY_H
#define ADOPTER_COMPILER_ARCH_BODY_H

#include "compiler/arch/Context.h"
#include "llvm/ADT/StringMap.h"

namespace adopter::arch {

using model::OpId;
using model::OpKind;
using model::RegionId;
using model::RegionKind;
using model::ValueId;

class Body {
public:
  /// \param outer body of the enclosing function, or null.
  Body(Context &file, model::FunctionId function, Body *outer = nullptr);

  /// Statements of a block, in the current region.
  void block(const ast::Block &block);
  /// Ends the function: its range of ops, then the functions inside it, which
  /// may use what stands behind them.
  void finish();

  //===-- used by the members of a class ----------------------------------===//

  ValueId expr(const ast::Expr *expr);
  void bind(llvm::StringRef name, ValueId value, SourceRange target);
  ValueId lookUp(llvm::StringRef name) const;
  /// `self.name = value`, as a statement of the text at `range`.
  void setMember(llvm::StringRef name, const ast::Expr *value,
                 SourceRange range);
  void beginStatement(model::StatementKind kind, SourceRange range);
  void endStatement();
  /// An `if` whose then-branch the callback fills.
  void conditional(const ast::Conditions &conditions, SourceRange range,
                   llvm::function_ref<void()> fill);
  /// First parameter of the method, or none.
  ValueId self() const;
  /// Class of the instance that `value` is; none if it is no method's instance.
  model::ClassId classOfSelf(ValueId value) const;

private:
  //===-- ops (BodyCalls.cpp) ---------------------------------------------===//

  OpId add(OpKind kind, SourceRange range);
  ValueId addResult(OpId op, llvm::StringRef name = {});
  void setArgs(OpId op, llvm::ArrayRef<model::Argument> args);
  void setWritten(OpId op, llvm::ArrayRef<BuiltArgument> args);
  ValueId simple(OpKind kind, SourceRange range,
                 llvm::ArrayRef<ValueId> operands, llvm::StringRef name = {});
  ValueId constant(Constant constant, SourceRange range);
  ValueId global(llvm::StringRef name, SourceRange range);
  ValueId attribute(ValueId object, llvm::StringRef name, SourceRange range);
  ValueId operatorCall(llvm::StringRef token, llvm::ArrayRef<ValueId> operands,
                       SourceRange range);
  ValueId namedCall(llvm::StringRef name, llvm::ArrayRef<BuiltArgument> args,
                    SourceRange range);
  ValueId methodCall(ValueId receiver, llvm::StringRef name,
                     llvm::ArrayRef<BuiltArgument> args, SourceRange range);
  bool isNoTensor(ValueId value) const;
  ValueId valueCall(ValueId callee, llvm::ArrayRef<BuiltArgument> args,
                    SourceRange range);
  llvm::SmallVector<BuiltArgument, 4> arguments(ast::ArgumentList args,
                                                size_t first = 0);
  void markPure(OpId op);
  void registerMember(OpId call, llvm::StringRef method,
                      llvm::ArrayRef<BuiltArgument> args);

  //===-- canonical form (Canonical.cpp) ----------------------------------===//

  bool canonical(llvm::StringRef name, llvm::ArrayRef<BuiltArgument> args,
                 SourceRange range, program::OpDeclId &decl,
                 llvm::SmallVectorImpl<model::Argument> &result);
  /// Gives `call` the face of the op that its module computes.
  bool forwardOf(ValueId callee, llvm::ArrayRef<BuiltArgument> args,
                 SourceRange range, program::OpDeclId &decl,
                 llvm::SmallVectorImpl<model::Argument> &result);
  OpId constructorOf(ValueId callee) const;
  using Environment = llvm::DenseMap<SymbolId, ValueId>;
  ValueId evaluate(program::ExprId expr, const Environment &names,
                   SourceRange range);
  ValueId packTuple(llvm::ArrayRef<BuiltArgument> given, SourceRange range);

  //===-- expressions (BodyExprs.cpp, BodyForms.cpp) ----------------------===//

  ValueId literal(const ast::Literal &literal, bool isNegated,
                  SourceRange range);
  ValueId name(const ast::Expr &expr);
  bool isLocal(const ast::Expr &expr) const;
  ValueId call(const ast::Call &call);
  ValueId subscript(const ast::Expr *index);
  ValueId item(ValueId object, ValueId index, SourceRange range);
  ValueId compare(const ast::Compare &compare);
  ValueId sequence(OpKind kind, ast::ExprList elements, SourceRange range);
  /// A call of a word that the notation gives a meaning. None after an error.
  ValueId form(llvm::StringRef word, const ast::Call &call);
  llvm::StringRef formText(const ast::Call &call, size_t index);
  ValueId listForm(OpKind kind, const ast::Call &call, size_t first,
                   llvm::StringRef name);

  //===-- statements (BodyStatements.cpp) ---------------------------------===//

  void statement(const ast::Statement &statement);
  void assign(const ast::AssignStatement &statement);
  void set(const ast::AssignStatement &statement);
  void expressionStatement(const ast::ExprStatement &statement);
  void word(const ast::WordStatement &statement);
  void region(const ast::RegionStatement &statement);
  void ifRegion(const ast::RegionStatement &statement, size_t clause);
  void forRegion(const ast::RegionStatement &statement);
  void whileRegion(const ast::RegionStatement &statement);
  void withRegion(const ast::RegionStatement &statement);
  void tryRegion(const ast::RegionStatement &statement);
  void inlineRegion(const ast::RegionStatement &statement);
  ValueId comprehension(const ast::Call &call, const ast::Block &body,
                        SourceRange range);
  void members(const ast::Call &call);
  void nestedFunction(const ast::FunctionDecl &decl);
  void unpack(const ast::Expr &target, ValueId value, SourceRange range);
  void bindResults(OpId op, const ast::Expr *target);
  llvm::SmallVector<ValueId, 4> initialValues(ast::ArgumentList carried);
  void loopArgs(OpId op, ast::ArgumentList carried, const ast::Expr *target);
  void inRegion(OpId parent, RegionKind kind, llvm::function_ref<void()> fill);

  Context &file;
  model::Architecture &arch;
  model::FunctionId function;
  Body *outer;
  RegionId region_;
  model::StatementId statement_;
  llvm::StringMap<ValueId> names;
  llvm::StringMap<model::FunctionId> functions; // inside this one
  std::vector<std::pair<model::FunctionId, const ast::FunctionDecl *>> nested;
  unsigned inlineDepth = 0;
};

} // namespace adopter::arch

#endif // ADOPTER_COMPILER_ARCH_BODY_H
