// SPDX-License-Identifier: Apache-2.0
/// \file
/// Expressions other than calls.
#include "compiler/sema/ExprSema.h"
#include "compiler/sema/Suggest.h"
#include "runtime/program/Signature.h"
#include "llvm/ADT/STLExtras.h"

using namespace adopter;
using namespace adopter::sema;
using program::CaptureKind;
using program::ExprId;
using program::ExprKind;

ExprId ExprSema::makeNode(ExprKind kind, llvm::ArrayRef<ExprId> operands,
                          SourceRange range) {
  program::Expr node;
  node.kind = kind;
  for (ExprId operand : operands) {
    if (!operand)
      return fail();
    node.args.push_back({{}, operand});
  }
  return context.add(std::move(node), range);
}

ExprId ExprSema::makeName(ExprKind kind, llvm::StringRef name,
                          SourceRange range) {
  program::Expr node;
  node.kind = kind;
  node.name = context.intern(name);
  return context.add(std::move(node), range);
}

ExprId ExprSema::translate(const ast::Expr &expr) {
  switch (expr.kind()) {
  case ast::NodeKind::Name:
    return translateName(expr, llvm::cast<ast::Name>(expr).name);
  case ast::NodeKind::Metavariable:
    return translateMetavariable(llvm::cast<ast::Metavariable>(expr));
  case ast::NodeKind::Wildcard:
    if (binds())
      return makeNode(ExprKind::Wildcard, {}, expr.range());
    context.report(expr.range(), DiagKind::wildcard_outside_match);
    return fail();
  case ast::NodeKind::Literal:
    return translateLiteral(llvm::cast<ast::Literal>(expr));
  case ast::NodeKind::Call:
    return translateCall(llvm::cast<ast::Call>(expr));
  case ast::NodeKind::Attribute:
    return translateAttribute(llvm::cast<ast::Attribute>(expr));
  case ast::NodeKind::Index:
    return translateIndex(llvm::cast<ast::Index>(expr));
  case ast::NodeKind::Slice:
    return translateSlice(llvm::cast<ast::Slice>(expr));
  case ast::NodeKind::Tuple:
    return translateElements(ExprKind::Tuple, expr,
                             llvm::cast<ast::Tuple>(expr).elements);
  case ast::NodeKind::List:
    return translateElements(ExprKind::List, expr,
                             llvm::cast<ast::List>(expr).elements);
  case ast::NodeKind::Dict:
    return translateDict(llvm::cast<ast::Dict>(expr));
  case ast::NodeKind::Unary:
    return translateUnary(llvm::cast<ast::Unary>(expr));
  case ast::NodeKind::Binary: {
    const auto &binary = llvm::cast<ast::Binary>(expr);
    ExprId left = translate(*binary.left);
    ExprId right = translate(*binary.right);
    return makeOperator(ast::binaryOpToken(binary.op), {left, right},
                        expr.range());
  }
  case ast::NodeKind::Compare:
    return translateCompare(llvm::cast<ast::Compare>(expr));
  case ast::NodeKind::BoolOp: {
    const auto &boolOp = llvm::cast<ast::BoolOp>(expr);
    ExprKind kind =
        boolOp.op == ast::BoolOpKind::And ? ExprKind::And : ExprKind::Or;
    return translateElements(kind, expr, boolOp.operands);
  }
  case ast::NodeKind::Conditional:
    return translateConditional(llvm::cast<ast::Conditional>(expr));
  default:
    break; // the other nodes are no expressions
  }
  llvm_unreachable("not an expression");
}

ExprId ExprSema::translateLiteral(const ast::Literal &expr) {
  Constant value;
  value.kind = expr.literalKind;
  value.integer = expr.integer;
  value.number = expr.number;
  if (expr.literalKind == ConstantKind::String)
    value.string = context.intern(expr.string);
  return context.constant(value, expr.range());
}

/// Names that Python has without import and that mean themselves in a rule.
static bool isPythonBuiltin(llvm::StringRef name) {
  static const llvm::StringRef names[] = {
#define ADOPTER_BUILTIN(name) #name,
#include "compiler/sema/PythonBuiltins.def"
  };
  return llvm::is_contained(names, name);
}

ExprId ExprSema::translateName(const ast::Expr &expr, llvm::StringRef name) {
  SourceRange range = expr.range();
  if (name == "self")
    return makeNode(ExprKind::Self, {}, range);
  if (place == Place::Declaration) {
    SymbolId symbol = context.intern(name);
    for (const program::Parameter &parameter : parameters)
      if (parameter.name == symbol)
        return makeName(ExprKind::Param, name, range);
  }
  bool isDotted = name.contains('.');
  std::string builtin = ("builtins." + name).str();
  for (llvm::StringRef known : {name, llvm::StringRef(builtin)}) {
    llvm::ArrayRef<OpSpelling> spellings = context.names.findOp(known);
    if (spellings.empty())
      continue;
    const program::OpDecl &decl = context.program.ops[spellings.front().op];
    reportDeprecated(decl, range);
    return makeName(ExprKind::Name, context.text(decl.name), range);
  }
  if (isDotted)
    return makeName(ExprKind::Name, name, range);
  if (isPythonBuiltin(name))
    return makeName(ExprKind::Name, builtin, range);

  if (place == Place::Declaration) {
    std::vector<llvm::StringRef> candidates;
    for (const program::Parameter &parameter : parameters)
      candidates.push_back(context.text(parameter.name));
    auto diagnostic = context.report(range, DiagKind::unknown_name, name);
    Context::suggest(diagnostic, range, suggest(name, candidates));
    return fail();
  }
  // A forgotten `$` is the likeliest slip.
  std::vector<llvm::StringRef> candidates;
  scope->listNames(candidates);
  auto diagnostic = context.report(range, DiagKind::unknown_name, name);
  if (llvm::is_contained(candidates, name))
    Context::suggest(diagnostic, range, name, "$");
  return fail();
}

ExprId ExprSema::translateMetavariable(const ast::Metavariable &expr) {
  SourceRange range = expr.range();
  if (place == Place::Declaration) {
    context
        .report(range, DiagKind::metavariable_in_declaration, dollar(expr.name))
        .fixIt(range, expr.name);
    return fail();
  }
  if (place == Place::Example) {
    context.report(range, DiagKind::example_not_literal);
    return fail();
  }
  Meaning meaning =
      scope->lookUp(expr.name, range, binds(), CaptureKind::Value);
  program::Expr node;
  switch (meaning.kind) {
  case Meaning::Kind::Unknown:
    return reportUnbound(expr);
  case Meaning::Kind::Hole:
    node.kind = ExprKind::Hole;
    node.index = meaning.hole;
    return context.add(std::move(node), range);
  case Meaning::Kind::Capture:
    node.kind = ExprKind::Capture;
    node.capture = meaning.capture;
    break;
  }
  if (place == Place::Constructor)
    rule->facts[meaning.capture].inConstructor = true;
  // Members and callees are no values; a rewrite may hand a member on.
  CaptureKind kind = rule->kindOf(meaning.capture);
  if (binds() && kind == CaptureKind::Member) {
    context.report(range, DiagKind::member_as_value, dollar(expr.name))
        .note(rule->origin.captures[meaning.capture],
              DiagKind::note_first_bound_here, dollar(expr.name));
    return fail();
  }
  if (binds() && kind == CaptureKind::Callee) {
    context.report(range, DiagKind::callee_as_value, dollar(expr.name))
        .note(rule->origin.captures[meaning.capture],
              DiagKind::note_first_bound_here, dollar(expr.name));
    return fail();
  }
  // Old checkpoints know members and how they were built, nothing that runs.
  if (place == Place::Checkpoint && kind != CaptureKind::Member &&
      !rule->facts[meaning.capture].inConstructor) {
    context.report(range, DiagKind::checkpoint_value, dollar(expr.name))
        .note(rule->origin.captures[meaning.capture],
              DiagKind::note_first_bound_here, dollar(expr.name));
    return fail();
  }
  return context.add(std::move(node), range);
}

ExprId ExprSema::reportUnbound(const ast::Metavariable &expr) {
  if (rule->matchFailed)
    return fail();
  std::vector<llvm::StringRef> candidates;
  scope->listNames(candidates);
  auto diagnostic = context.report(expr.range(), DiagKind::unbound_metavariable,
                                   dollar(expr.name));
  Context::suggest(diagnostic, expr.range(), suggest(expr.name, candidates),
                   "$");
  return fail();
}

ExprId ExprSema::translateAttribute(const ast::Attribute &expr) {
  std::string name = ast::qualifiedName(expr);
  llvm::StringRef first = llvm::StringRef(name).split('.').first;
  bool isParameter =
      place == Place::Declaration &&
      program::findParameter(parameters, context.intern(first)).has_value();
  if (!name.empty() && first == "config" && place == Place::Condition) {
    SourceRange range = expr.range();
    ExprId key = context.constant(Constant::ofString(context.intern(
                                      llvm::StringRef(name).split('.').second)),
                                  range);
    ExprId word = makeNode(ExprKind::Word, {key}, range);
    context.expr(word).name = context.intern(first);
    return word;
  }
  if (!name.empty() && first != "self" && !isParameter)
    return translateName(expr, name);

  ExprId object = translate(*expr.object);
  if (!object)
    return fail();
  // A tensor property that is a declared op (`x.mT`) is that op.
  const program::Expr &base = context.expr(object);
  bool isTensor = base.kind != ExprKind::Self &&
                  base.kind != ExprKind::Attribute &&
                  base.kind != ExprKind::Name &&
                  !(base.kind == ExprKind::Capture &&
                    rule->kindOf(base.capture) != CaptureKind::Value);
  if (isTensor) {
    std::string method = ("torch.Tensor." + expr.name.text).str();
    for (const OpSpelling &spelling : context.names.findOp(method)) {
      if (spelling.parameters(context.program).size() != 1)
        continue;
      CallArguments receiver;
      receiver.args.push_back({{}, object});
      receiver.ranges.push_back(expr.object->range());
      return callOp(spelling, method, expr.name.range, receiver, expr.range());
    }
  }
  ExprId attribute = makeNode(ExprKind::Attribute, {object}, expr.range());
  context.expr(attribute).name = context.intern(expr.name.text);
  return attribute;
}

ExprId ExprSema::translateIndex(const ast::Index &expr) {
  ExprId object = translate(*expr.object);
  ExprId index = translate(*expr.index);
  return makeOperator("[]", {object, index}, expr.range());
}

ExprId ExprSema::translateSlice(const ast::Slice &expr) {
  llvm::SmallVector<ExprId, 3> bounds;
  for (const ast::Expr *bound : {expr.start, expr.stop, expr.step})
    bounds.push_back(bound ? translate(*bound)
                           : context.constant(Constant::none(), expr.range()));
  return makeNode(ExprKind::Slice, bounds, expr.range());
}

ExprId ExprSema::translateElements(ExprKind kind, const ast::Expr &expr,
                                   ast::ExprList elements) {
  llvm::SmallVector<ExprId, 4> operands;
  for (const ast::Expr *element : elements)
    operands.push_back(translate(*element));
  return makeNode(kind, operands, expr.range());
}

ExprId ExprSema::translateDict(const ast::Dict &expr) {
  program::Expr node;
  node.kind = ExprKind::Dict;
  bool failed = false;
  for (const ast::DictEntry &entry : expr.entries) {
    if (entry.key) {
      ExprId key = translate(*entry.key);
      failed |= !key;
      node.args.push_back({{}, key});
    }
    ExprId value = translate(*entry.value);
    failed |= !value;
    node.args.push_back({{},
                         value,
                         entry.key ? program::ArgumentKind::Plain
                                   : program::ArgumentKind::DoubleStar});
  }
  return failed ? fail() : context.add(std::move(node), expr.range());
}

ExprId ExprSema::makeOperator(llvm::StringRef token,
                              llvm::ArrayRef<ExprId> operands,
                              SourceRange range) {
  if (llvm::any_of(operands, [](ExprId operand) { return !operand; }))
    return fail();
  CallArguments arguments;
  for (ExprId operand : operands) {
    arguments.args.push_back({{}, operand});
    arguments.ranges.push_back(context.range(operand));
  }
  if (program::OpDeclId op = context.names.findOperator(token))
    return callOp(OpSpelling{op, -1}, token, range, arguments, range);
  program::Expr node;
  node.kind = ExprKind::NameCall;
  node.name = context.intern(("operator." + token).str());
  node.args.assign(arguments.args.begin(), arguments.args.end());
  return context.add(std::move(node), range);
}

ExprId ExprSema::translateUnary(const ast::Unary &expr) {
  ExprId operand = translate(*expr.operand);
  if (!operand)
    return fail();
  const program::Expr &node = context.expr(operand);
  bool isSign = expr.op == ast::UnaryOp::Minus || expr.op == ast::UnaryOp::Plus;
  if (isSign && node.kind == ExprKind::Constant) {
    Constant value = context.program.constants[node.constant];
    bool isNumber =
        value.kind == ConstantKind::Int || value.kind == ConstantKind::Float;
    bool isSmallest = value.integer == std::numeric_limits<int64_t>::min();
    if (isNumber && !isSmallest) {
      if (expr.op == ast::UnaryOp::Minus && value.kind == ConstantKind::Int)
        value.integer = -value.integer;
      if (expr.op == ast::UnaryOp::Minus && value.kind == ConstantKind::Float)
        value.number = -value.number;
      return context.constant(value, expr.range());
    }
  }
  switch (expr.op) {
  case ast::UnaryOp::Not:
    return makeNode(ExprKind::Not, {operand}, expr.range());
  case ast::UnaryOp::Minus:
    return makeOperator("neg", {operand}, expr.range());
  case ast::UnaryOp::Plus:
    return makeOperator("pos", {operand}, expr.range());
  case ast::UnaryOp::Invert:
    return makeOperator("invert", {operand}, expr.range());
  }
  llvm_unreachable("all operators are handled");
}

ExprId ExprSema::makeComparison(ast::CompareOp op, ExprId left, ExprId right,
                                SourceRange range) {
  switch (op) {
  case ast::CompareOp::In:
    return makeNode(ExprKind::In, {left, right}, range);
  case ast::CompareOp::Is:
    return makeNode(ExprKind::Is, {left, right}, range);
  case ast::CompareOp::NotIn:
  case ast::CompareOp::IsNot: {
    ast::CompareOp positive =
        op == ast::CompareOp::NotIn ? ast::CompareOp::In : ast::CompareOp::Is;
    return makeNode(ExprKind::Not,
                    {makeComparison(positive, left, right, range)}, range);
  }
  case ast::CompareOp::Equal:
  case ast::CompareOp::NotEqual:
  case ast::CompareOp::Less:
  case ast::CompareOp::LessEqual:
  case ast::CompareOp::Greater:
  case ast::CompareOp::GreaterEqual:
    return makeOperator(ast::compareOpToken(op), {left, right}, range);
  }
  llvm_unreachable("all operators are handled");
}

ExprId ExprSema::translateCompare(const ast::Compare &expr) {
  llvm::SmallVector<ExprId, 4> operands;
  for (const ast::Expr *operand : expr.operands)
    operands.push_back(translate(*operand));
  if (expr.ops.size() == 1)
    return makeComparison(expr.ops[0], operands[0], operands[1], expr.range());
  if (place != Place::Condition) {
    context.report(expr.range(), DiagKind::chained_comparison);
    return fail();
  }
  llvm::SmallVector<ExprId, 4> parts;
  for (size_t i = 0; i < expr.ops.size(); ++i)
    parts.push_back(makeComparison(expr.ops[i], operands[i], operands[i + 1],
                                   expr.range()));
  return makeNode(ExprKind::And, parts, expr.range());
}

ExprId ExprSema::translateConditional(const ast::Conditional &expr) {
  // Then first: it is read first, so it is where metavariables are bound.
  ExprId thenValue = translate(*expr.thenValue);
  ExprId condition = translate(*expr.condition);
  ExprId elseValue = translate(*expr.elseValue);
  return makeNode(ExprKind::Conditional, {condition, thenValue, elseValue},
                  expr.range());
}
