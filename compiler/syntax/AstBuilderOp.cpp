// SPDX-License-Identifier: Apache-2.0
#include "compiler/syntax/AstBuilder.h"

using namespace adopter;
using namespace adopter::syntax;
using namespace adopter::ast;

using Any = antlrcpp::Any;

static Any line(const OpLine *line) { return line; }
static Any line(const SheetLine *line) { return line; }

//===-- parameters --------------------------------------------------------===//

ParameterList AstBuilder::params(P::ParamsContext *tree) {
  return tree ? get<ParameterList>(tree) : ParameterList();
}

Any AstBuilder::visitParams(P::ParamsContext *tree) {
  return getAll<Parameter>(tree->param());
}

Any AstBuilder::visitPlainParam(P::PlainParamContext *tree) {
  Parameter param{range(tree), ParameterKind::Plain, identifier(tree->name()),
                  nullptr, nullptr};
  size_t next = 0;
  if (tree->COLON())
    param.annotation = expr(tree->expr(next++));
  if (tree->ASSIGN())
    param.defaultValue = expr(tree->expr(next));
  return param;
}

Any AstBuilder::visitStarParam(P::StarParamContext *tree) {
  Parameter param{
      range(tree), ParameterKind::Star, {}, expr(tree->expr()), nullptr};
  if (tree->name())
    param.name = identifier(tree->name());
  return param;
}

Any AstBuilder::visitDoubleStarParam(P::DoubleStarParamContext *tree) {
  return Parameter{range(tree), ParameterKind::DoubleStar,
                   identifier(tree->name()), expr(tree->expr()), nullptr};
}

Any AstBuilder::visitSlashParam(P::SlashParamContext *tree) {
  return Parameter{range(tree), ParameterKind::Slash, {}, nullptr, nullptr};
}

//===-- op ----------------------------------------------------------------===//

Any AstBuilder::visitOpDecl(P::OpDeclContext *tree) {
  auto *op = context.create<OpDecl>(
      range(tree), identifier(tree->qualifiedName()), doc(tree));
  op->params = params(tree->params());
  if (tree->opBody())
    op->lines = get<llvm::ArrayRef<const OpLine *>>(tree->opBody());
  return static_cast<const Decl *>(op);
}

Any AstBuilder::visitOpBody(P::OpBodyContext *tree) {
  return getAll<const OpLine *>(tree->opLine());
}

OpLine *AstBuilder::opLine(antlr4::ParserRuleContext *tree, OpLineKind kind) {
  return context.create<OpLine>(range(tree), kind);
}

const OpLine *AstBuilder::namesLine(antlr4::ParserRuleContext *tree,
                                    OpLineKind kind, P::NamesContext *names) {
  OpLine *result = opLine(tree, kind);
  result->names = get<llvm::ArrayRef<Identifier>>(names);
  return result;
}

Any AstBuilder::visitAlsoLine(P::AlsoLineContext *tree) {
  OpLine *also = opLine(tree, OpLineKind::Also);
  also->name = identifier(tree->qualifiedName());
  also->params = params(tree->params());
  if (tree->opWith())
    also->bindings = get<Bindings>(tree->opWith());
  return line(also);
}

Any AstBuilder::visitOpWith(P::OpWithContext *tree) {
  SourceRange place = range(tree);
  place.begin = range(tree->WITH()).begin;
  return Bindings{place, getAll<Binding>(tree->opBinding())};
}

Any AstBuilder::visitOpBinding(P::OpBindingContext *tree) {
  return Binding{range(tree), identifier(tree->name()), expr(tree->expr())};
}

Any AstBuilder::visitOperatorLine(P::OperatorLineContext *tree) {
  OpLine *op = opLine(tree, OpLineKind::Operator);
  op->text = get<llvm::StringRef>(tree->opToken());
  return line(op);
}

Any AstBuilder::visitOpToken(P::OpTokenContext *tree) {
  if (tree->LBRACKET())
    return llvm::StringRef("[]");
  return identifier(tree->getStart()).text;
}

Any AstBuilder::visitCommutativeLine(P::CommutativeLineContext *tree) {
  return line(namesLine(tree, OpLineKind::Commutative, tree->names()));
}

Any AstBuilder::visitPureLine(P::PureLineContext *tree) {
  return line(opLine(tree, OpLineKind::Pure));
}

Any AstBuilder::visitMutatesLine(P::MutatesLineContext *tree) {
  return line(namesLine(tree, OpLineKind::Mutates, tree->names()));
}

Any AstBuilder::visitAliasesLine(P::AliasesLineContext *tree) {
  return line(namesLine(tree, OpLineKind::Aliases, tree->names()));
}

Any AstBuilder::visitModuleLine(P::ModuleLineContext *tree) {
  OpLine *module = opLine(tree, OpLineKind::Module);
  module->params = params(tree->params());
  module->value = expr(tree->expr());
  return line(module);
}

Any AstBuilder::visitAttributesLine(P::AttributesLineContext *tree) {
  return line(namesLine(tree, OpLineKind::Attributes, tree->names()));
}

Any AstBuilder::visitParameterLine(P::ParameterLineContext *tree) {
  OpLine *parameter = opLine(tree, OpLineKind::Parameter);
  parameter->name = identifier(tree->name());
  parameter->shape = exprs(tree->exprs());
  if (tree->WHERE())
    parameter->conditions =
        conditions(tree->WHERE()->getSymbol(), tree->conditions());
  return line(parameter);
}

Any AstBuilder::visitDeprecatedLine(P::DeprecatedLineContext *tree) {
  OpLine *deprecated = opLine(tree, OpLineKind::Deprecated);
  deprecated->text = string(tree->STRING());
  return line(deprecated);
}

//===-- kernel ------------------------------------------------------------===//

Any AstBuilder::visitKernelDecl(P::KernelDeclContext *tree) {
  auto *kernel = context.create<KernelDecl>(
      range(tree), identifier(tree->qualifiedName()), doc(tree));
  kernel->params = params(tree->params());
  kernel->lines = get<llvm::ArrayRef<const SheetLine *>>(tree->sheet());
  return static_cast<const Decl *>(kernel);
}

Any AstBuilder::visitSheet(P::SheetContext *tree) {
  return getAll<const SheetLine *>(tree->sheetLine());
}

SheetLine *AstBuilder::sheetLine(antlr4::ParserRuleContext *tree,
                                 SheetLineKind kind) {
  return context.create<SheetLine>(range(tree), kind);
}

const SheetLine *AstBuilder::namesLine(antlr4::ParserRuleContext *tree,
                                       SheetLineKind kind,
                                       P::NamesContext *names) {
  SheetLine *result = sheetLine(tree, kind);
  result->names = get<llvm::ArrayRef<Identifier>>(names);
  return result;
}

const SheetLine *AstBuilder::textLine(antlr4::ParserRuleContext *tree,
                                      SheetLineKind kind,
                                      antlr4::tree::TerminalNode *leaf) {
  SheetLine *result = sheetLine(tree, kind);
  result->text = string(leaf);
  result->textRange = range(leaf);
  return result;
}

Any AstBuilder::visitRequiresLine(P::RequiresLineContext *tree) {
  return line(textLine(tree, SheetLineKind::Requires, tree->STRING()));
}

Any AstBuilder::visitDeviceLine(P::DeviceLineContext *tree) {
  llvm::SmallVector<Identifier, 4> names;
  llvm::SmallVector<const Expr *, 4> minimums;
  for (P::DeviceContext *device : tree->device()) {
    auto [name, minimum] = get<std::pair<Identifier, const Expr *>>(device);
    names.push_back(name);
    minimums.push_back(minimum);
  }
  SheetLine *devices = sheetLine(tree, SheetLineKind::Device);
  devices->names = context.copy(llvm::ArrayRef<Identifier>(names));
  devices->minimums = context.copy(ExprList(minimums));
  return line(devices);
}

Any AstBuilder::visitDevice(P::DeviceContext *tree) {
  return std::pair<Identifier, const Expr *>(identifier(tree->name()),
                                             expr(tree->expr()));
}

Any AstBuilder::visitDtypesLine(P::DtypesLineContext *tree) {
  return line(namesLine(tree, SheetLineKind::Dtypes, tree->names()));
}

Any AstBuilder::visitModesLine(P::ModesLineContext *tree) {
  return line(namesLine(tree, SheetLineKind::Modes, tree->names()));
}

Any AstBuilder::visitGradientsLine(P::GradientsLineContext *tree) {
  return line(namesLine(tree, SheetLineKind::Gradients, tree->names()));
}

Any AstBuilder::visitKernelMutatesLine(P::KernelMutatesLineContext *tree) {
  return line(namesLine(tree, SheetLineKind::Mutates, tree->names()));
}

Any AstBuilder::visitDeterministicLine(P::DeterministicLineContext *tree) {
  return line(sheetLine(tree, SheetLineKind::Deterministic));
}

Any AstBuilder::visitLayoutLine(P::LayoutLineContext *tree) {
  return line(textLine(tree, SheetLineKind::Layout, tree->STRING()));
}

Any AstBuilder::visitNoteLine(P::NoteLineContext *tree) {
  return line(textLine(tree, SheetLineKind::Note, tree->STRING()));
}

Any AstBuilder::visitImportLine(P::ImportLineContext *tree) {
  return line(textLine(tree, SheetLineKind::Import, tree->STRING()));
}

Any AstBuilder::visitKernelModuleLine(P::KernelModuleLineContext *tree) {
  SheetLine *module = sheetLine(tree, SheetLineKind::Module);
  module->params = params(tree->params());
  return line(module);
}

Any AstBuilder::visitLimitLine(P::LimitLineContext *tree) {
  SheetLine *limit = sheetLine(tree, SheetLineKind::Limit);
  limit->name = identifier(tree->IDENT()->getSymbol());
  limit->op = get<CompareOp>(tree->limitOp());
  limit->value = expr(tree->expr());
  return line(limit);
}

Any AstBuilder::visitLimitOp(P::LimitOpContext *tree) {
  switch (tree->getStart()->getType()) {
  case P::EQUAL:
    return CompareOp::Equal;
  case P::NOT_EQUAL:
    return CompareOp::NotEqual;
  case P::LESS:
    return CompareOp::Less;
  case P::LESS_EQUAL:
    return CompareOp::LessEqual;
  case P::GREATER:
    return CompareOp::Greater;
  case P::GREATER_EQUAL:
    return CompareOp::GreaterEqual;
  default:
    return CompareOp::In;
  }
}
