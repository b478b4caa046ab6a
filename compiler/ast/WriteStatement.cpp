// SPDX-License-Identifier: Apache-2.0
#include "compiler/ast/Writer.h"

using namespace adopter;
using namespace adopter::ast;
using llvm::cast;

//===-- blocks ------------------------------------------------------------===//

/// Where the head of `statement` ends and its first block begins.
static uint32_t headEnd(const Statement &statement) {
  const Block *body = nullptr;
  switch (statement.kind()) {
  case NodeKind::ExprStatement:
    body = &cast<ExprStatement>(statement).body;
    break;
  case NodeKind::AssignStatement:
    body = &cast<AssignStatement>(statement).body;
    break;
  case NodeKind::RegionStatement:
    body = &cast<RegionStatement>(statement).clauses.front().body;
    break;
  case NodeKind::FunctionStatement:
    body = &cast<FunctionStatement>(statement).decl->body;
    break;
  default:
    break;
  }
  return body && *body ? body->range.begin : statement.range().end;
}

/// \param begin where comments before the block's first statement may stand.
void Writer::write(const Block &block, uint32_t begin) {
  llvm::SmallVector<Extent, 16> units;
  for (const Statement *statement : block.statements)
    units.push_back({statement->range(), headEnd(*statement)});
  writeBody(units, begin, block.range.end,
            [&](size_t i) { write(*block.statements[i]); });
}

void Writer::writeOptional(const Block &block) {
  if (block)
    write(block, block.range.begin);
}

//===-- statements --------------------------------------------------------===//

void Writer::write(const RegionStatement &region) {
  uint32_t begin = region.clauses.front().body.range.begin;
  for (const RegionClause &clause : region.clauses) {
    Layout layout;
    ExprWriter exprs(layout);
    bool isFirst = &clause == region.clauses.begin();
    if (!isFirst)
      layout.text(" ");
    else if (region.target) {
      exprs.write(*region.target);
      layout.text(" = ");
    }
    layout.text(clause.word.text);
    if (clause.target) {
      layout.text(" ");
      exprs.write(*clause.target);
      layout.text(" in");
    }
    if (!clause.operands.empty()) {
      layout.text(" ");
      layout.open();
      for (const HeadItem &item : clause.operands) {
        if (&item != clause.operands.begin()) {
          layout.text(",");
          layout.softBreak();
        }
        exprs.writeFirst(*item.value);
        if (item.alias) {
          layout.text(" as ");
          exprs.write(*item.alias);
        }
      }
      layout.close();
    }
    if (!clause.carried.empty()) {
      layout.text(" carried (");
      layout.openHanging();
      exprs.write(clause.carried);
      layout.text(")");
      layout.close();
    }
    emit(layout);
    write(clause.body, begin);
    begin = clause.body.range.end;
  }
}

void Writer::write(const Statement &statement) {
  Layout layout;
  ExprWriter exprs(layout);
  switch (statement.kind()) {
  case NodeKind::ExprStatement:
    exprs.writeFirst(*cast<ExprStatement>(statement).value);
    emit(layout);
    return writeOptional(cast<ExprStatement>(statement).body);
  case NodeKind::AssignStatement: {
    const AssignStatement &assign = cast<AssignStatement>(statement);
    if (assign.isSet)
      layout.text("set ");
    exprs.write(*assign.target);
    layout.text(" = ");
    if (assign.body)
      exprs.writeFirst(*assign.value);
    else
      exprs.write(*assign.value);
    emit(layout);
    return writeOptional(assign.body);
  }
  case NodeKind::WordStatement: {
    const WordStatement &word = cast<WordStatement>(statement);
    layout.text(word.word.text);
    if (!word.operands.empty()) {
      layout.text(" ");
      layout.open();
      exprs.write(word.operands);
      layout.close();
    }
    return emit(layout);
  }
  case NodeKind::RegionStatement:
    return write(cast<RegionStatement>(statement));
  case NodeKind::FunctionStatement:
    return write(*cast<FunctionStatement>(statement).decl);
  default:
    llvm_unreachable("no statement");
  }
}

//===-- declarations of an architecture -----------------------------------===//

void Writer::writeDecorators(ExprList decorators) {
  for (const Expr *decorator : decorators) {
    Layout layout;
    layout.text("@");
    ExprWriter(layout).write(*decorator);
    emit(layout);
    newLine();
  }
}

void Writer::write(const FunctionDecl &function) {
  writeDecorators(function.decorators);
  Layout layout;
  layout.text(function.isMethod ? "method " : "function ");
  layout.text(function.name.text);
  layout.text("(");
  layout.openHanging();
  ExprWriter(layout).write(function.params);
  layout.text(")");
  layout.close();
  emit(layout);
  write(function.body, function.body.range.begin);
}

void Writer::write(const ModuleDecl &module) {
  writeDecorators(module.decorators);
  Layout layout;
  layout.text("module ");
  layout.text(module.name.text);
  if (!module.bases.empty()) {
    layout.text("(");
    layout.openHanging();
    ExprWriter(layout).write(module.bases);
    layout.text(")");
    layout.close();
  }
  emit(layout);
  llvm::SmallVector<Extent, 16> units;
  for (const Decl *item : module.items)
    units.push_back(extentOf(*item));
  writeBody(units, extentOf(module).headEnd, module.range().end,
            [&](size_t i) { write(*module.items[i]); });
}

void Writer::write(const MemberDecl &member) {
  Layout layout;
  ExprWriter exprs(layout);
  layout.text(member.name.text);
  layout.text(member.isPlain ? " = " : " : ");
  exprs.write(*member.value);
  if (member.where) {
    layout.text(" where ");
    layout.open();
    exprs.write(member.where.items);
    layout.close();
  }
  emit(layout);
}
