// SPDX-License-Identifier: Apache-2.0
/// \file
/// From ANTLR's parse tree to ours, with the checks that are not worth a
/// production of their own.
///
/// In: a tree without syntax errors. Out: `ast::File`. Derives from the pure
/// visitor: a rule of the grammar without a function here does not compile.
#ifndef ADOPTER_COMPILER_SYNTAX_ASTBUILDER_H
#define ADOPTER_COMPILER_SYNTAX_ASTBUILDER_H

#include "compiler/ast/AstContext.h"
#include "compiler/syntax/TokenFilter.h"
#include "grammar/AdrParser.h"
#include "grammar/AdrParserVisitor.h"

namespace adopter::syntax {

/// Thrown when a tree is too deep for the recursive passes over it. Brackets
/// are limited before, but `- - - x` and `a + b + c` nest without any.
struct TreeTooDeep {
  antlr4::Token *token;
};

class AstBuilder final : public grammar::AdrParserVisitor {
public:
  /// Of nested expressions.
  static constexpr unsigned MaxDepth = 1000;

  AstBuilder(ast::AstContext &context, const AdrText &text,
             antlr4::TokenStream &stream, llvm::ArrayRef<ast::Comment> comments,
             ErrorList &errors);

  /// The tree of `file`, whose blank lines are `blankLines`.
  const ast::File *build(grammar::AdrParser::FileContext *file,
                         llvm::ArrayRef<uint32_t> blankLines);

private:
  using P = grammar::AdrParser;
  using Any = antlrcpp::Any;

#define ADOPTER_VISIT(Name) Any visit##Name(P::Name##Context *tree) override;
  // AstBuilder.cpp: file and names
  ADOPTER_VISIT(File)
  ADOPTER_VISIT(Sep)
  ADOPTER_VISIT(Declaration)
  ADOPTER_VISIT(PackDecl)
  ADOPTER_VISIT(Names)
  ADOPTER_VISIT(QualifiedName)
  ADOPTER_VISIT(AnyName)
  ADOPTER_VISIT(Name)
  // AstBuilderOp.cpp: op and kernel
  ADOPTER_VISIT(OpDecl)
  ADOPTER_VISIT(OpBody)
  ADOPTER_VISIT(AlsoLine)
  ADOPTER_VISIT(OperatorLine)
  ADOPTER_VISIT(CommutativeLine)
  ADOPTER_VISIT(PureLine)
  ADOPTER_VISIT(MutatesLine)
  ADOPTER_VISIT(AliasesLine)
  ADOPTER_VISIT(ModuleLine)
  ADOPTER_VISIT(AttributesLine)
  ADOPTER_VISIT(ParameterLine)
  ADOPTER_VISIT(DeprecatedLine)
  ADOPTER_VISIT(OpWith)
  ADOPTER_VISIT(OpBinding)
  ADOPTER_VISIT(OpToken)
  ADOPTER_VISIT(Params)
  ADOPTER_VISIT(PlainParam)
  ADOPTER_VISIT(StarParam)
  ADOPTER_VISIT(DoubleStarParam)
  ADOPTER_VISIT(SlashParam)
  ADOPTER_VISIT(KernelDecl)
  ADOPTER_VISIT(Sheet)
  ADOPTER_VISIT(RequiresLine)
  ADOPTER_VISIT(DeviceLine)
  ADOPTER_VISIT(DtypesLine)
  ADOPTER_VISIT(ModesLine)
  ADOPTER_VISIT(GradientsLine)
  ADOPTER_VISIT(KernelMutatesLine)
  ADOPTER_VISIT(DeterministicLine)
  ADOPTER_VISIT(LayoutLine)
  ADOPTER_VISIT(NoteLine)
  ADOPTER_VISIT(ImportLine)
  ADOPTER_VISIT(KernelModuleLine)
  ADOPTER_VISIT(LimitLine)
  ADOPTER_VISIT(Device)
  ADOPTER_VISIT(LimitOp)
  // AstBuilderPattern.cpp: pattern, iso, and the clauses of a rule too
  ADOPTER_VISIT(PatternDecl)
  ADOPTER_VISIT(PatternBinds)
  ADOPTER_VISIT(PatternBody)
  ADOPTER_VISIT(Alternative)
  ADOPTER_VISIT(WhereClause)
  ADOPTER_VISIT(RequireClause)
  ADOPTER_VISIT(WithClause)
  ADOPTER_VISIT(Binding)
  ADOPTER_VISIT(IsoDecl)
  ADOPTER_VISIT(IsoBody)
  ADOPTER_VISIT(IsoGroup)
  ADOPTER_VISIT(IsoWhere)
  ADOPTER_VISIT(IsoGrade)
  ADOPTER_VISIT(IsoEquation)
  ADOPTER_VISIT(Grade)
  ADOPTER_VISIT(Conditions)
  ADOPTER_VISIT(Condition)
  ADOPTER_VISIT(Requirement)
  // AstBuilderRule.cpp
  ADOPTER_VISIT(RuleDecl)
  ADOPTER_VISIT(RuleBody)
  ADOPTER_VISIT(MatchPart)
  ADOPTER_VISIT(WherePart)
  ADOPTER_VISIT(RequirePart)
  ADOPTER_VISIT(RewritePart)
  ADOPTER_VISIT(CheckpointPart)
  ADOPTER_VISIT(GradePart)
  ADOPTER_VISIT(BenefitPart)
  ADOPTER_VISIT(ModePart)
  ADOPTER_VISIT(ExamplePart)
  ADOPTER_VISIT(ItemBlock)
  ADOPTER_VISIT(ItemGroup)
  ADOPTER_VISIT(SingleItem)
  ADOPTER_VISIT(UnpackItem)
  ADOPTER_VISIT(Target)
  ADOPTER_VISIT(CheckpointBlock)
  ADOPTER_VISIT(CheckpointItem)
  ADOPTER_VISIT(CheckpointPath)
  ADOPTER_VISIT(ExampleBlock)
  ADOPTER_VISIT(ExampleItem)
  // AstBuilderModule.cpp: the architecture notation
  ADOPTER_VISIT(Decorator)
  ADOPTER_VISIT(ModuleDecl)
  ADOPTER_VISIT(ModuleBody)
  ADOPTER_VISIT(MethodItem)
  ADOPTER_VISIT(MemberItem)
  ADOPTER_VISIT(FunctionDecl)
  ADOPTER_VISIT(Block)
  ADOPTER_VISIT(RegionStmt)
  ADOPTER_VISIT(WordStmt)
  ADOPTER_VISIT(SetStmt)
  ADOPTER_VISIT(FunctionStmt)
  ADOPTER_VISIT(ExprStmt)
  ADOPTER_VISIT(AssignedRegion)
  ADOPTER_VISIT(AssignedValue)
  ADOPTER_VISIT(IfHead)
  ADOPTER_VISIT(ForHead)
  ADOPTER_VISIT(WhileHead)
  ADOPTER_VISIT(WithHead)
  ADOPTER_VISIT(TryHead)
  ADOPTER_VISIT(InlineHead)
  ADOPTER_VISIT(ElifTail)
  ADOPTER_VISIT(ElseTail)
  ADOPTER_VISIT(ExceptTail)
  ADOPTER_VISIT(FinallyTail)
  ADOPTER_VISIT(Carried)
  ADOPTER_VISIT(WithItem)
  ADOPTER_VISIT(NameTarget)
  ADOPTER_VISIT(TupleTarget)
  ADOPTER_VISIT(Word)
  // AstBuilderExpr.cpp
  ADOPTER_VISIT(Exprs)
  ADOPTER_VISIT(NameExpr)
  ADOPTER_VISIT(MetavariableExpr)
  ADOPTER_VISIT(WildcardExpr)
  ADOPTER_VISIT(LiteralExpr)
  ADOPTER_VISIT(ParenExpr)
  ADOPTER_VISIT(ListExpr)
  ADOPTER_VISIT(DictExpr)
  ADOPTER_VISIT(AttributeExpr)
  ADOPTER_VISIT(CallExpr)
  ADOPTER_VISIT(IndexExpr)
  ADOPTER_VISIT(PowerExpr)
  ADOPTER_VISIT(SignExpr)
  ADOPTER_VISIT(ProductExpr)
  ADOPTER_VISIT(SumExpr)
  ADOPTER_VISIT(ShiftExpr)
  ADOPTER_VISIT(BitAndExpr)
  ADOPTER_VISIT(BitXorExpr)
  ADOPTER_VISIT(BitOrExpr)
  ADOPTER_VISIT(CompareExpr)
  ADOPTER_VISIT(NotExpr)
  ADOPTER_VISIT(AndExpr)
  ADOPTER_VISIT(OrExpr)
  ADOPTER_VISIT(ConditionalExpr)
  ADOPTER_VISIT(Arguments)
  ADOPTER_VISIT(Argument)
  ADOPTER_VISIT(Subscript)
  ADOPTER_VISIT(SliceRest)
  ADOPTER_VISIT(DictEntry)
  ADOPTER_VISIT(CompareOp)
#undef ADOPTER_VISIT

  // --- places and names
  SourceRange range(antlr4::Token *token) const;
  SourceRange range(antlr4::ParserRuleContext *tree) const;
  SourceRange range(antlr4::tree::TerminalNode *leaf) const {
    return range(leaf->getSymbol());
  }
  llvm::StringRef bytes(antlr4::tree::TerminalNode *leaf) const {
    return text.bytes(range(leaf));
  }
  ast::Identifier identifier(antlr4::ParserRuleContext *name);
  ast::Identifier identifier(antlr4::Token *token);
  /// A metavariable's name, without `$`; the range with it.
  ast::Identifier metavariable(antlr4::tree::TerminalNode *leaf);
  llvm::ArrayRef<llvm::StringRef> doc(antlr4::ParserRuleContext *tree);

  // --- subtrees
  /// What visiting `tree` returns; must be exactly a T.
  template <typename T> T get(antlr4::tree::ParseTree *tree) {
    return visit(tree).template as<T>();
  }
  template <typename T, typename Tree>
  llvm::ArrayRef<T> getAll(const std::vector<Tree *> &trees) {
    llvm::SmallVector<T, 8> all;
    for (Tree *tree : trees)
      all.push_back(get<T>(tree));
    return context.copy(llvm::ArrayRef<T>(all));
  }
  /// Null for null.
  const ast::Expr *expr(P::ExprContext *tree);
  ast::ExprList exprs(P::ExprsContext *tree);
  ast::ParameterList params(P::ParamsContext *tree);
  ast::ArgumentList arguments(P::ArgumentsContext *tree);
  llvm::ArrayRef<ast::Identifier>
  metavariables(const std::vector<antlr4::tree::TerminalNode *> &leaves);
  ast::Conditions conditions(antlr4::Token *from, P::ConditionsContext *tree);
  ast::Requirements
  requirements(antlr4::ParserRuleContext *part,
               const std::vector<P::RequirementContext *> &trees);
  const ast::Literal *number(antlr4::tree::TerminalNode *leaf);
  /// The value of a string literal; reports bad escapes.
  llvm::StringRef string(antlr4::tree::TerminalNode *leaf);
  ast::Block block(P::BlockContext *tree);
  ast::Block optionalBlock(P::BlockContext *tree) {
    return tree ? block(tree) : ast::Block();
  }

  // --- what several functions share
  const ast::Expr *binary(antlr4::ParserRuleContext *tree, ast::BinaryOp op,
                          P::ExprContext *left, P::ExprContext *right);
  const ast::Expr *boolOp(antlr4::ParserRuleContext *tree, ast::BoolOpKind op,
                          const std::vector<P::ExprContext *> &operands);
  /// Reports `a + not b`, which Python refuses too.
  void refuseNot(P::ExprContext *operand);
  ast::OpLine *opLine(antlr4::ParserRuleContext *tree, ast::OpLineKind kind);
  const ast::OpLine *namesLine(antlr4::ParserRuleContext *tree,
                               ast::OpLineKind kind, P::NamesContext *names);
  ast::SheetLine *sheetLine(antlr4::ParserRuleContext *tree,
                            ast::SheetLineKind kind);
  const ast::SheetLine *namesLine(antlr4::ParserRuleContext *tree,
                                  ast::SheetLineKind kind,
                                  P::NamesContext *names);
  const ast::SheetLine *textLine(antlr4::ParserRuleContext *tree,
                                 ast::SheetLineKind kind,
                                 antlr4::tree::TerminalNode *text);
  const ast::Statement *
  region(antlr4::ParserRuleContext *tree, const ast::Expr *target,
         P::RegionHeadContext *head,
         const std::vector<P::BlockContext *> &blocks,
         const std::vector<P::RegionTailContext *> &tails);
  ast::RegionClause clause(antlr4::ParserRuleContext *head);
  void checkTarget(const ast::Expr *target);
  llvm::ArrayRef<const ast::Expr *>
  decorators(const std::vector<P::DecoratorContext *> &trees);
  /// Reports that `word` of the part at `place` was written before.
  void checkOnce(SourceRange first, SourceRange place, llvm::StringRef word);

  ast::AstContext &context;
  const AdrText &text;
  antlr4::TokenStream &stream;
  llvm::ArrayRef<ast::Comment> comments;
  std::vector<bool> isDoc; // by comment: belongs to a declaration
  ErrorList &errors;

  unsigned exprDepth = 0; // of nested calls of `expr`

  // The declaration that parts write to while it is visited.
  ast::RuleDecl *rule = nullptr;
  ast::IsoDecl *iso = nullptr;
  struct Clauses {
    ast::Conditions where;
    ast::Requirements require;
    ast::Bindings with;
  } *clauses = nullptr;
  llvm::ArrayRef<const ast::Expr *> pendingDecorators;
};

} // namespace adopter::syntax

#endif // ADOPTER_COMPILER_SYNTAX_ASTBUILDER_H
