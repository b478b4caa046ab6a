// SPDX-License-Identifier: Apache-2.0
/// \file
/// Statements with regions: branches, loops, `with`, `try`, entered calls.
#include "compiler/arch/Body.h"

using namespace adopter;
using namespace adopter::arch;

void Body::inRegion(OpId parent, RegionKind kind,
                    llvm::function_ref<void()> fill) {
  model::Region added;
  added.kind = kind;
  added.parent = parent;
  added.function = function;
  RegionId id = arch.regions.add(std::move(added));
  arch.ops[parent].regions.push_back(id);
  RegionId before = std::exchange(region_, id);
  inlineDepth += kind == RegionKind::Inline;
  fill();
  inlineDepth -= kind == RegionKind::Inline;
  region_ = before;
}

void Body::region(const ast::RegionStatement &statement) {
  llvm::StringRef word = statement.clauses[0].word.text;
  if (word == "if")
    ifRegion(statement, 0);
  else if (word == "for")
    forRegion(statement);
  else if (word == "while")
    whileRegion(statement);
  else if (word == "with")
    withRegion(statement);
  else if (word == "try")
    tryRegion(statement);
  else
    inlineRegion(statement);
}

//===-- branches ----------------------------------------------------------===//

/// The clauses from `clause` on: `if` or `elif`, then what follows it.
void Body::ifRegion(const ast::RegionStatement &statement, size_t clause) {
  const ast::RegionClause &own = statement.clauses[clause];
  ValueId condition = expr(own.operands[0].value);
  OpId op = add(OpKind::If, own.range);
  setArgs(op, {{{}, condition}});
  inRegion(op, RegionKind::Then, [&] { block(own.body); });
  inRegion(op, RegionKind::Else, [&] {
    if (clause + 1 == statement.clauses.size())
      return;
    if (statement.clauses[clause + 1].word.text == "elif")
      ifRegion(statement, clause + 1);
    else
      block(statement.clauses[clause + 1].body);
  });
}

void Body::conditional(const ast::Conditions &conditions, SourceRange range,
                       llvm::function_ref<void()> fill) {
  llvm::SmallVector<ValueId, 2> parts;
  for (const ast::Condition &condition : conditions) {
    if (condition.expr)
      parts.push_back(expr(condition.expr));
    else
      file.report(condition.range(), DiagKind::hole_in_architecture,
                  file.diags.sourceManager().text(condition.range()));
  }
  if (parts.empty())
    return fill();
  ValueId condition =
      parts.size() == 1 ? parts[0] : simple(OpKind::And, range, parts);
  OpId op = add(OpKind::If, range);
  setArgs(op, {{{}, condition}});
  inRegion(op, RegionKind::Then, fill);
  inRegion(op, RegionKind::Else, [] {});
}

//===-- loops -------------------------------------------------------------===//

/// Values that `carried (h = h0, ...)` starts from.
llvm::SmallVector<ValueId, 4> Body::initialValues(ast::ArgumentList carried) {
  llvm::SmallVector<ValueId, 4> values;
  for (const ast::Argument &argument : carried)
    values.push_back(expr(argument.value));
  return values;
}

/// Declares the variables of a loop: those carried, then those of its target.
void Body::loopArgs(OpId op, ast::ArgumentList carried,
                    const ast::Expr *target) {
  uint32_t index = 0;
  auto declare = [&](llvm::StringRef name, SourceRange range) {
    ValueId value =
        arch.values.add({model::ValueKind::LoopArg, op, function, index++,
                         name.empty() ? SymbolId() : file.symbol(name)});
    if (!name.empty())
      bind(name, value, range);
    return value;
  };
  for (const ast::Argument &argument : carried) {
    if (!argument.keyword)
      file.report(argument.range, DiagKind::carried_without_name,
                  file.diags.sourceManager().text(argument.range));
    declare(argument.keyword.text, argument.range);
  }
  if (!target)
    return;
  const auto *tuple = llvm::dyn_cast<ast::Tuple>(target);
  llvm::ArrayRef<const ast::Expr *> items =
      tuple ? tuple->elements : llvm::ArrayRef(target);
  for (const ast::Expr *item : items)
    if (const auto *name = llvm::dyn_cast<ast::Name>(item))
      declare(name->name, name->range());
    else if (llvm::isa<ast::Wildcard>(item) && tuple)
      declare({}, item->range());
    else if (!llvm::isa<ast::Wildcard>(item))
      file.report(item->range(), DiagKind::hole_in_architecture,
                  file.diags.sourceManager().text(item->range()));
}

/// Gives `op` the results that `target` names.
void Body::bindResults(OpId op, const ast::Expr *target) {
  if (!target)
    return;
  const auto *tuple = llvm::dyn_cast<ast::Tuple>(target);
  llvm::ArrayRef<const ast::Expr *> names =
      tuple ? tuple->elements : llvm::ArrayRef(target);
  llvm::SmallVector<ValueId, 4> results;
  for (size_t i = 0; i < names.size(); ++i)
    results.push_back(addResult(op));
  for (size_t i = 0; i < names.size(); ++i)
    unpack(*names[i], results[i], names[i]->range());
}

void Body::forRegion(const ast::RegionStatement &statement) {
  const ast::RegionClause &clause = statement.clauses[0];
  llvm::SmallVector<model::Argument, 4> args;
  args.push_back({{}, expr(clause.operands[0].value)});
  for (ValueId value : initialValues(clause.carried))
    args.push_back({{}, value});
  OpId op = add(OpKind::For, statement.range());
  setArgs(op, args);
  loopArgs(op, clause.carried, clause.target);
  inRegion(op, RegionKind::Loop, [&] { block(clause.body); });
  if (statement.clauses.size() > 1)
    inRegion(op, RegionKind::Else, [&] { block(statement.clauses[1].body); });
  bindResults(op, statement.target);
}

/// `while c carried (...) { body }`, or `while carried (...) { ... pass c }
/// else { body }`.
void Body::whileRegion(const ast::RegionStatement &statement) {
  const ast::RegionClause &clause = statement.clauses[0];
  llvm::SmallVector<model::Argument, 4> args;
  for (ValueId value : initialValues(clause.carried))
    args.push_back({{}, value});
  OpId op = add(OpKind::While, statement.range());
  setArgs(op, args);
  loopArgs(op, clause.carried, nullptr);
  bool isSimple = !clause.operands.empty();
  inRegion(op, RegionKind::Condition, [&] {
    if (!isSimple)
      return block(clause.body);
    ValueId condition = expr(clause.operands[0].value);
    setArgs(add(OpKind::Next, clause.operands[0].value->range()),
            {{{}, condition}});
  });
  inRegion(op, RegionKind::Loop, [&] {
    if (isSimple)
      block(clause.body);
    else if (statement.clauses.size() > 1)
      block(statement.clauses[1].body);
  });
  bindResults(op, statement.target);
}

/// `each("list", x in xs) { ... pass element }`.
ValueId Body::comprehension(const ast::Call &call, const ast::Block &body,
                            SourceRange range) {
  llvm::SmallVector<model::Argument, 2> iterables;
  llvm::SmallVector<const ast::Expr *, 2> items;
  for (const ast::Argument &argument :
       call.args.drop_front(std::min<size_t>(1, call.args.size()))) {
    const auto *in = llvm::dyn_cast<ast::Compare>(argument.value);
    if (!in || in->ops.size() != 1 || in->ops[0] != ast::CompareOp::In) {
      file.report(argument.range, DiagKind::malformed_form, "each",
                  "each(\"list\", item in iterable) { ... }");
      continue;
    }
    items.push_back(in->operands[0]);
    iterables.push_back({{}, expr(in->operands[1])});
  }
  OpId op = add(OpKind::Comprehension, range);
  setArgs(op, iterables);
  arch.ops[op].name = file.symbol(formText(call, 0));
  uint32_t index = 0;
  for (const ast::Expr *item : items) {
    const auto *tuple = llvm::dyn_cast<ast::Tuple>(item);
    for (const ast::Expr *each :
         tuple ? tuple->elements : llvm::ArrayRef(item)) {
      const auto *name = llvm::dyn_cast<ast::Name>(each);
      if (!name && !tuple)
        continue; // `_`: nothing is taken
      ValueId value = arch.values.add(
          {model::ValueKind::LoopArg, op, function, index++, SymbolId()});
      if (name)
        bind(name->name, value, name->range());
    }
  }
  inRegion(op, RegionKind::Element, [&] { block(body); });
  return addResult(op);
}

//===-- with, try, inline -------------------------------------------------===//

void Body::withRegion(const ast::RegionStatement &statement) {
  const ast::RegionClause &clause = statement.clauses[0];
  llvm::SmallVector<model::Argument, 2> args;
  for (const ast::HeadItem &item : clause.operands)
    args.push_back({{}, expr(item.value)});
  OpId op = add(OpKind::With, statement.range());
  setArgs(op, args);
  for (const ast::HeadItem &item : clause.operands)
    if (item.alias)
      bindResults(op, item.alias);
  inRegion(op, RegionKind::With, [&] { block(clause.body); });
}

void Body::tryRegion(const ast::RegionStatement &statement) {
  OpId op = add(OpKind::Try, statement.range());
  for (const ast::RegionClause &clause : statement.clauses) {
    llvm::StringRef word = clause.word.text;
    RegionKind kind = word == "except"    ? RegionKind::Handler
                      : word == "else"    ? RegionKind::Else
                      : word == "finally" ? RegionKind::Finally
                                          : RegionKind::Try;
    inRegion(op, kind, [&] {
      for (const ast::HeadItem &item : clause.operands)
        expr(item.value);
      block(clause.body);
    });
  }
}

void Body::inlineRegion(const ast::RegionStatement &statement) {
  const ast::RegionClause &clause = statement.clauses[0];
  const auto *call = llvm::dyn_cast<ast::Call>(clause.operands[0].value);
  if (!call) {
    file.report(clause.range, DiagKind::malformed_form, "inline",
                "inline name(arguments...) { ... }");
    return;
  }
  std::string name = ast::qualifiedName(*call->callee);
  size_t first = 0;
  if (name == "call") {
    name = formText(*call, 0).str();
    first = 1;
  }
  llvm::SmallVector<model::Argument, 4> args;
  for (const BuiltArgument &arg : arguments(call->args, first))
    args.push_back({arg.keyword, arg.value, arg.kind});
  OpId op = add(OpKind::Inline, statement.range());
  setArgs(op, args);
  arch.ops[op].name = file.symbol(name);
  if (auto own = file.functionNames.find(name); own != file.functionNames.end())
    arch.ops[op].function = own->second;
  inRegion(op, RegionKind::Inline, [&] { block(clause.body); });
  bindResults(op, statement.target);
}
