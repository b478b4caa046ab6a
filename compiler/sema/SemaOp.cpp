// SPDX-License-Identifier: Apache-2.0
#include "compiler/sema/SemaOp.h"
#include "compiler/sema/ExprSema.h"
#include "compiler/sema/Suggest.h"
#include "runtime/program/Signature.h"

using namespace adopter;
using namespace adopter::sema;
using program::ExprId;
using program::OpDeclId;

static const llvm::StringRef operatorTokens[] = {
    "+", "-", "*",  "/",  "//", "%",  "**", "@",  "neg", "pos", "invert", "&",
    "|", "^", "<<", ">>", "==", "!=", "<",  "<=", ">",   ">=",  "[]"};

void OpSema::declare(const ast::OpDecl &decl) {
  llvm::StringRef name = decl.name.text;
  auto [first, isNew] = canonicalNames.try_emplace(name, decl.name.range);
  if (!isNew) {
    context.report(decl.name.range, DiagKind::duplicate_declaration, name)
        .note(first->second, DiagKind::note_declared_here, name);
    return;
  }
  program::OpDecl op;
  op.name = context.intern(name);
  op.parameters = declareParameters(context, decl.params);
  OpDeclId id = context.program.ops.nextId();
  auto [taken, isFree] =
      spellings.try_emplace(name, std::make_pair(id, decl.name.range));
  if (!isFree)
    context.report(decl.name.range, DiagKind::duplicate_declaration, name)
        .note(taken->second.second, DiagKind::note_declared_here, name);
  for (const ast::OpLine *line : decl.lines)
    declareLine(*line, op);
  context.program.ops.add(std::move(op));
  context.origins.ops.add(decl.name.range);
  context.names.addOp(id);
  declared.push_back({id, &decl});
}

void OpSema::declareLine(const ast::OpLine &line, program::OpDecl &op) {
  switch (line.lineKind) {
  case ast::OpLineKind::Also:
    return declareSpelling(line, op);
  case ast::OpLineKind::Operator: {
    if (!llvm::is_contained(operatorTokens, line.text)) {
      context.report(line.range(), DiagKind::unknown_operator, line.text);
      return;
    }
    auto [first, isNew] = operators.try_emplace(line.text, line.range());
    if (!isNew) {
      context.report(line.range(), DiagKind::duplicate_operator, line.text)
          .note(first->second, DiagKind::note_declared_here, line.text);
      return;
    }
    op.operators.push_back(context.intern(line.text));
    return;
  }
  case ast::OpLineKind::Commutative: {
    std::vector<SymbolId> names = parameterNames(line, op);
    if (names.size() != line.names.size())
      return;
    if (names.size() != 2 || names[0] == names[1]) {
      context.report(line.range(), DiagKind::commutative_arguments);
      return;
    }
    op.commutative = {*program::findParameter(op.parameters, names[0]),
                      *program::findParameter(op.parameters, names[1])};
    return;
  }
  case ast::OpLineKind::Pure:
    op.pure = true;
    return;
  case ast::OpLineKind::Mutates:
    op.mutates = parameterNames(line, op);
    return;
  case ast::OpLineKind::Aliases:
    op.aliases = parameterNames(line, op);
    return;
  case ast::OpLineKind::Module:
    if (op.module) {
      context.report(line.range(), DiagKind::duplicate_line,
                     ast::opLineKeyword(line.lineKind));
      return;
    }
    op.module.emplace();
    op.module->callParameters = declareParameters(context, line.params);
    return;
  case ast::OpLineKind::Deprecated:
    op.deprecated = line.text.str();
    return;
  case ast::OpLineKind::Attributes:
  case ast::OpLineKind::Parameter:
    return; // belong to the module sheet, which may come further down
  }
}

void OpSema::declareSpelling(const ast::OpLine &line, program::OpDecl &op) {
  program::Spelling spelling;
  spelling.name = context.intern(line.name.text);
  spelling.parameters = declareParameters(context, line.params);
  OpDeclId id = context.program.ops.nextId();
  auto [first, isNew] = spellings.try_emplace(
      line.name.text, std::make_pair(id, line.name.range));
  if (!isNew && first->second.first != id)
    context
        .report(line.name.range, DiagKind::duplicate_declaration,
                line.name.text)
        .note(first->second.second, DiagKind::note_declared_here,
              line.name.text);
  op.spellings.push_back(std::move(spelling));
}

std::vector<SymbolId> OpSema::parameterNames(const ast::OpLine &line,
                                             const program::OpDecl &op) {
  std::vector<SymbolId> names;
  for (const ast::Identifier &name : line.names) {
    SymbolId symbol = context.intern(name.text);
    if (program::findParameter(op.parameters, symbol)) {
      names.push_back(symbol);
      continue;
    }
    std::vector<llvm::StringRef> candidates;
    for (const program::Parameter &parameter : op.parameters)
      candidates.push_back(context.text(parameter.name));
    auto diagnostic = context.report(name.range, DiagKind::argument_unknown,
                                     context.text(op.name), name.text);
    Context::suggest(diagnostic, name.range, suggest(name.text, candidates));
  }
  return names;
}

void OpSema::defineDefaults() {
  for (auto [id, decl] : declared) {
    program::OpDecl &op = context.program.ops[id];
    sema::defineDefaults(context, decl->params, op.parameters);
    size_t spelling = 0;
    for (const ast::OpLine *line : decl->lines) {
      if (line->lineKind == ast::OpLineKind::Also)
        sema::defineDefaults(context, line->params,
                             op.spellings[spelling++].parameters);
      if (line->lineKind == ast::OpLineKind::Module && op.module)
        sema::defineDefaults(context, line->params, op.module->callParameters);
    }
  }
}

void OpSema::defineExpressions() {
  for (auto [id, decl] : declared) {
    program::OpDecl &op = context.program.ops[id];
    size_t spelling = 0;
    for (const ast::OpLine *line : decl->lines)
      if (line->lineKind == ast::OpLineKind::Also)
        defineSpelling(*line, op, decl->name.range, op.spellings[spelling++]);
  }
  for (auto [id, decl] : declared)
    defineModule(*decl, context.program.ops[id]);
}

void OpSema::defineSpelling(const ast::OpLine &line, const program::OpDecl &op,
                            SourceRange declaredAt,
                            program::Spelling &spelling) {
  for (const ast::Binding &binding : line.bindings) {
    SymbolId name = context.intern(binding.name.text);
    if (!program::findParameter(op.parameters, name)) {
      std::vector<llvm::StringRef> candidates;
      for (const program::Parameter &parameter : op.parameters)
        candidates.push_back(context.text(parameter.name));
      auto diagnostic =
          context.report(binding.name.range, DiagKind::argument_unknown,
                         context.text(op.name), binding.name.text);
      Context::suggest(diagnostic, binding.name.range,
                       suggest(binding.name.text, candidates));
      continue;
    }
    ExprId value =
        ExprSema(context, spelling.parameters).translate(*binding.value);
    if (value)
      spelling.derived.push_back({name, value});
  }
  checkSpelling(line, op, declaredAt, spelling);
}

/// Each canonical parameter must be given by the spelling, by `with` or by its
/// own default, or no call of the spelling could be brought to the signature.
void OpSema::checkSpelling(const ast::OpLine &line, const program::OpDecl &op,
                           SourceRange declaredAt,
                           const program::Spelling &spelling) {
  for (const program::Parameter &parameter : op.parameters) {
    bool isVariadic = parameter.kind == program::ParameterKind::VarPositional ||
                      parameter.kind == program::ParameterKind::VarKeyword;
    bool isGiven =
        parameter.defaultValue || isVariadic ||
        program::findParameter(spelling.parameters, parameter.name) ||
        llvm::any_of(line.bindings, [&](const ast::Binding &binding) {
          return binding.name.text == context.text(parameter.name);
        });
    if (!isGiven)
      context
          .report(line.name.range, DiagKind::spelling_incomplete,
                  line.name.text, context.text(parameter.name),
                  context.text(op.name))
          .note(declaredAt, DiagKind::note_declared_here,
                context.text(op.name));
  }
}

void OpSema::defineModule(const ast::OpDecl &decl, program::OpDecl &op) {
  for (const ast::OpLine *line : decl.lines) {
    switch (line->lineKind) {
    case ast::OpLineKind::Module: {
      if (!line->value)
        break;
      std::vector<program::Parameter> visible = op.parameters;
      visible.insert(visible.end(), op.module->callParameters.begin(),
                     op.module->callParameters.end());
      op.module->forward = ExprSema(context, visible).translate(*line->value);
      break;
    }
    case ast::OpLineKind::Attributes:
    case ast::OpLineKind::Parameter: {
      if (!op.module) {
        context.report(line->range(), DiagKind::line_needs_module,
                       ast::opLineKeyword(line->lineKind));
        break;
      }
      if (line->lineKind == ast::OpLineKind::Attributes) {
        op.module->attributes = parameterNames(*line, op);
        break;
      }
      program::ParameterTensor tensor;
      tensor.name = context.intern(line->name.text);
      for (const ast::Expr *size : line->shape)
        if (ExprId value = ExprSema(context, op.parameters).translate(*size))
          tensor.shape.push_back(value);
      program::Expr conjunction;
      conjunction.kind = program::ExprKind::And;
      for (const ast::Condition &condition : line->conditions) {
        if (!condition.expr) {
          context.report(condition.range(), DiagKind::member_outside_match);
          continue;
        }
        if (ExprId value =
                ExprSema(context, op.parameters).translate(*condition.expr))
          conjunction.args.push_back({{}, value});
      }
      if (conjunction.args.size() == 1)
        tensor.condition = conjunction.args[0].value;
      else if (!conjunction.args.empty())
        tensor.condition =
            context.add(std::move(conjunction), line->conditions.range);
      op.module->parameters.push_back(std::move(tensor));
      break;
    }
    default:
      break; // the other lines have been read in the first step
    }
  }
}
