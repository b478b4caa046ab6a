// SPDX-License-Identifier: Apache-2.0
/// \file
/// Statements of the notation but those with regions.
#include "compiler/arch/Body.h"
#include "llvm/ADT/StringSwitch.h"

using namespace adopter;
using namespace adopter::arch;

void Body::beginStatement(model::StatementKind kind, SourceRange range) {
  model::Statement statement;
  statement.kind = kind;
  statement.range = statement.valueRange = range;
  statement.region = region_;
  statement.parent = statement_;
  statement.firstOp = arch.ops.nextId();
  statement_ = arch.statements.add(statement);
  arch.regions[region_].statements.push_back(statement_);
}

void Body::endStatement() {
  model::Statement &statement = arch.statements[statement_];
  statement.endOp = arch.ops.nextId();
  statement_ = statement.parent;
}

void Body::block(const ast::Block &block) {
  for (const ast::Statement *each : block.statements)
    statement(*each);
}

static model::StatementKind statementKind(const ast::Statement &statement) {
  using model::StatementKind;
  llvm::StringRef word;
  switch (statement.kind()) {
  case ast::NodeKind::AssignStatement:
    return StatementKind::Assign;
  case ast::NodeKind::ExprStatement:
    return StatementKind::Expression;
  case ast::NodeKind::FunctionStatement:
    return StatementKind::FunctionDef;
  case ast::NodeKind::WordStatement:
    word = llvm::cast<ast::WordStatement>(statement).word.text;
    break;
  case ast::NodeKind::RegionStatement:
    word = llvm::cast<ast::RegionStatement>(statement).clauses[0].word.text;
    break;
  default:
    break;
  }
  return llvm::StringSwitch<StatementKind>(word)
      .Case("return", StatementKind::Return)
      .Case("if", StatementKind::If)
      .Case("for", StatementKind::For)
      .Case("while", StatementKind::While)
      .Case("with", StatementKind::With)
      .Case("try", StatementKind::Try)
      .Default(StatementKind::Other);
}

void Body::statement(const ast::Statement &statement) {
  beginStatement(statementKind(statement), statement.range());
  switch (statement.kind()) {
  case ast::NodeKind::AssignStatement: {
    const auto &assignment = llvm::cast<ast::AssignStatement>(statement);
    if (assignment.isSet)
      set(assignment);
    else
      assign(assignment);
    break;
  }
  case ast::NodeKind::ExprStatement:
    expressionStatement(llvm::cast<ast::ExprStatement>(statement));
    break;
  case ast::NodeKind::WordStatement:
    word(llvm::cast<ast::WordStatement>(statement));
    break;
  case ast::NodeKind::RegionStatement:
    region(llvm::cast<ast::RegionStatement>(statement));
    break;
  case ast::NodeKind::FunctionStatement:
    nestedFunction(*llvm::cast<ast::FunctionStatement>(statement).decl);
    break;
  default:
    llvm_unreachable("not a statement");
  }
  endStatement();
}

//===-- assignment --------------------------------------------------------===//

/// The call of `word` that `expr` is, or null.
static const ast::Call *callOf(const ast::Expr *expr, llvm::StringRef word) {
  const auto *call = llvm::dyn_cast<ast::Call>(expr);
  const auto *name = call ? llvm::dyn_cast<ast::Name>(call->callee) : nullptr;
  return name && name->name == word ? call : nullptr;
}

void Body::assign(const ast::AssignStatement &statement) {
  ValueId value;
  if (statement.body) {
    if (const ast::Call *each = callOf(statement.value, "each")) {
      value = comprehension(*each, statement.body, statement.range());
    } else {
      value = expr(statement.value);
      if (OpId op = arch.definingOp(value))
        inRegion(op, RegionKind::Body, [&] { block(statement.body); });
    }
  } else {
    value = expr(statement.value);
  }
  unpack(*statement.target, value, statement.range());
}

/// Binds `target`; a tuple takes the value apart.
void Body::unpack(const ast::Expr &target, ValueId value, SourceRange range) {
  if (const auto *name = llvm::dyn_cast<ast::Name>(&target))
    return bind(name->name, value, target.range());
  const auto *tuple = llvm::dyn_cast<ast::Tuple>(&target);
  if (!tuple)
    return; // `_`
  llvm::SmallVector<ValueId, 4> parts;
  for (size_t i = 0; i < tuple->elements.size(); ++i) {
    parts.push_back(simple(OpKind::Element, range, {value}));
    arch.ops[arch.definingOp(parts.back())].index = static_cast<uint32_t>(i);
  }
  for (size_t i = 0; i < parts.size(); ++i)
    unpack(*tuple->elements[i], parts[i], range);
}

void Body::set(const ast::AssignStatement &statement) {
  llvm::SmallVector<model::Argument, 3> args;
  OpKind kind;
  llvm::StringRef name;
  if (const auto *target = llvm::dyn_cast<ast::Attribute>(statement.target)) {
    kind = OpKind::SetAttribute;
    name = target->name.text;
    args.push_back({{}, expr(target->object)});
  } else if (const auto *item = llvm::dyn_cast<ast::Index>(statement.target)) {
    kind = OpKind::SetItem;
    args.push_back({{}, expr(item->object)});
    args.push_back({{}, subscript(item->index)});
  } else {
    return file.report(
        statement.target->range(), DiagKind::invalid_set_target,
        file.diags.sourceManager().text(statement.target->range()));
  }
  args.push_back({{}, expr(statement.value)});
  OpId op = add(kind, statement.range());
  setArgs(op, args);
  if (kind == OpKind::SetItem)
    return;
  arch.ops[op].name = file.symbol(name);
  if (model::ClassId owner = classOfSelf(args[0].value))
    defineMember(file, owner, arch.ops[op].name, args[1].value, op);
}

void Body::setMember(llvm::StringRef name, const ast::Expr *value,
                     SourceRange range) {
  ValueId built = expr(value);
  OpId op = add(OpKind::SetAttribute, range);
  setArgs(op, {{{}, self()}, {{}, built}});
  arch.ops[op].name = file.symbol(name);
  defineMember(file, arch.functions[function].owner, arch.ops[op].name, built,
               op);
}

void Body::expressionStatement(const ast::ExprStatement &statement) {
  if (const ast::Call *list = callOf(statement.value, "members"))
    return members(*list);
  if (const ast::Call *next = callOf(statement.value, "next")) {
    llvm::SmallVector<model::Argument, 4> operands;
    for (const BuiltArgument &arg : arguments(next->args))
      operands.push_back({arg.keyword, arg.value, arg.kind});
    setArgs(add(OpKind::Next, statement.range()), operands);
    return;
  }
  if (const ast::Call *each = callOf(statement.value, "each");
      each && statement.body) {
    comprehension(*each, statement.body, statement.range());
    return;
  }
  ValueId value = expr(statement.value);
  OpId op = arch.definingOp(value);
  if (statement.body && op)
    inRegion(op, RegionKind::Body, [&] { block(statement.body); });
}

/// `members(a, b)`: the lines of the class take effect here.
void Body::members(const ast::Call &call) {
  model::ClassId owner = arch.functions[function].owner;
  for (const ast::Argument &argument : call.args) {
    const auto *name = llvm::dyn_cast<ast::Name>(argument.value);
    const ast::MemberDecl *line = nullptr;
    if (name && owner)
      for (const ast::Decl *item : file.classes[owner]->items)
        if (const auto *member = llvm::dyn_cast<ast::MemberDecl>(item);
            member && member->name.text == name->name)
          line = member;
    if (line)
      setMember(name->name, line->value, line->range());
    else
      file.report(argument.range, DiagKind::unknown_member_line,
                  file.diags.sourceManager().text(argument.range));
  }
}

void Body::word(const ast::WordStatement &statement) {
  OpKind kind = llvm::StringSwitch<OpKind>(statement.word.text)
                    .Case("return", OpKind::Return)
                    .Case("raise", OpKind::Raise)
                    .Case("break", OpKind::Break)
                    .Case("continue", OpKind::Continue)
                    .Case("pass", OpKind::Next)
                    .Case("yield", OpKind::Yield)
                    .Case("assert", OpKind::Assert)
                    .Default(OpKind::Delete);
  llvm::SmallVector<ValueId, 4> operands;
  for (const ast::Expr *operand : statement.operands)
    operands.push_back(expr(operand));
  if (kind == OpKind::Return && operands.size() > 1) {
    ValueId tuple = simple(OpKind::Tuple, statement.range(), operands);
    operands.assign(1, tuple);
  }
  llvm::SmallVector<model::Argument, 4> args;
  for (ValueId operand : operands)
    args.push_back({{}, operand});
  OpId op = add(kind, statement.range());
  setArgs(op, args);
  if (kind == OpKind::Yield)
    addResult(op);
  if (kind == OpKind::Return || kind == OpKind::Raise ||
      kind == OpKind::Break || kind == OpKind::Continue)
    arch.regions[region_].terminates = true;
}

void Body::nestedFunction(const ast::FunctionDecl &decl) {
  model::FunctionId inner = file.declareFunction(decl, {}, function);
  functions[decl.name.text] = inner;
  nested.push_back({inner, &decl});
}
