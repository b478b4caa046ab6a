// SPDX-License-Identifier: Apache-2.0
/// \file
/// Turns an expression of the notation into one of the program: names resolved,
/// calls brought to the declared signature, metavariables to captures.
///
/// In: ast::Expr and the place it stands at. Out: ExprId, or none after an
/// error has been reported (an error below is never reported again above).
#ifndef ADOPTER_COMPILER_SEMA_EXPRSEMA_H
#define ADOPTER_COMPILER_SEMA_EXPRSEMA_H

#include "compiler/sema/Scope.h"
#include "compiler/sema/Words.h"

namespace adopter::sema {

/// Where an expression stands: what may occur in it depends on that.
enum class Place : uint8_t {
  Declaration,        // op and kernel declarations: names are parameters
  Match,              // data flow; binds metavariables
  Constructor,        // `$m : ...` in match; binds metavariables
  Condition,          // where and require: words
  With,               // what a pattern's `with` gives
  Rewrite,            // data flow after the rewrite
  RewriteConstructor, // `$m : ...` in rewrite
  Checkpoint,         // over parameters of members
  Example,            // literals
};

class ExprSema {
public:
  /// An expression of an op or kernel declaration.
  ExprSema(Context &context, llvm::ArrayRef<program::Parameter> parameters)
      : context(context), place(Place::Declaration), parameters(parameters) {}
  /// An expression of a rule or pattern.
  ExprSema(Context &context, RuleState &rule, Scope &scope, Place place)
      : context(context), place(place), rule(&rule), scope(&scope) {}

  program::ExprId translate(const ast::Expr &expr);
  /// `$m : Ctor(args)`: the right-hand side must be a call of a class.
  program::ExprId translateConstructor(const ast::Expr &expr);

private:
  using ExprId = program::ExprId;

  // SemaExpr.cpp: everything but calls
  ExprId translateName(const ast::Expr &expr, llvm::StringRef name);
  ExprId translateMetavariable(const ast::Metavariable &expr);
  ExprId reportUnbound(const ast::Metavariable &expr);
  ExprId translateLiteral(const ast::Literal &expr);
  ExprId translateAttribute(const ast::Attribute &expr);
  ExprId translateIndex(const ast::Index &expr);
  ExprId translateSlice(const ast::Slice &expr);
  ExprId translateElements(program::ExprKind kind, const ast::Expr &expr,
                           ast::ExprList elements);
  ExprId translateDict(const ast::Dict &expr);
  ExprId translateUnary(const ast::Unary &expr);
  ExprId translateCompare(const ast::Compare &expr);
  ExprId translateConditional(const ast::Conditional &expr);
  ExprId makeComparison(ast::CompareOp op, ExprId left, ExprId right,
                        SourceRange range);
  ExprId makeOperator(llvm::StringRef token, llvm::ArrayRef<ExprId> operands,
                      SourceRange range);
  ExprId makeNode(program::ExprKind kind, llvm::ArrayRef<ExprId> operands,
                  SourceRange range);
  ExprId makeName(program::ExprKind kind, llvm::StringRef name,
                  SourceRange range);

  // SemaCall.cpp
  struct CallArguments {
    llvm::SmallVector<program::ExprArgument, 4> args;
    llvm::SmallVector<SourceRange, 4> ranges;
    bool failed = false;
  };
  ExprId translateCall(const ast::Call &expr);
  ExprId translateNamedCall(const ast::Call &expr, llvm::StringRef name);
  ExprId translateMethodCall(const ast::Call &expr,
                             const ast::Attribute &callee);
  ExprId translateCaptureCall(const ast::Call &expr,
                              const ast::Metavariable &callee);
  ExprId translateModuleCall(const ast::Call &expr, ExprId constructor);
  CallArguments translateArguments(ast::ArgumentList args);
  ExprId callOp(llvm::ArrayRef<OpSpelling> candidates, llvm::StringRef written,
                SourceRange callee, const CallArguments &args,
                SourceRange range);
  ExprId callKernel(program::KernelId kernel, SourceRange callee,
                    const CallArguments &args, SourceRange range);
  void checkMemberCall(program::CaptureId member, const CallArguments &args,
                       SourceRange range);
  ExprId reportUnknownCallee(SourceRange range, llvm::StringRef name);
  void reportDeprecated(const program::OpDecl &decl, SourceRange callee);

  // SemaWord.cpp
  ExprId translateWord(const ast::Call &expr, llvm::StringRef name);
  ExprId translateWordArgument(const ast::Argument &argument,
                               WordArgument wanted, llvm::StringRef word);

  // SemaPattern.cpp
  ExprId usePattern(const ast::Call &expr, const ast::PatternDecl &pattern);

  bool binds() const {
    return place == Place::Match || place == Place::Constructor;
  }
  ExprId fail() {
    if (rule)
      rule->failed = true;
    return {};
  }

  Context &context;
  Place place;
  llvm::ArrayRef<program::Parameter> parameters; // Declaration
  RuleState *rule = nullptr;
  Scope *scope = nullptr;
};

/// A copy of `expr` in which parameters (Param) stand for `values`, and Self
/// for itself. Shares what holds no parameter.
program::ExprId
substitute(Context &context, program::ExprId expr,
           llvm::function_ref<program::ExprId(SymbolId parameter)> value,
           SourceRange range);

/// Checks a pattern on its own, used or not.
void checkPattern(Context &context, const ast::PatternDecl &pattern);
/// Checks an equality on its own and makes it known.
void analyseIso(Context &context, const ast::IsoDecl &decl,
                program::PackId pack);

} // namespace adopter::sema

#endif // ADOPTER_COMPILER_SEMA_EXPRSEMA_H
