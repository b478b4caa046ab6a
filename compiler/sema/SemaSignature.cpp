// SPDX-License-Identifier: Apache-2.0
/// \file
/// Calls of what has a declared signature: arguments are mapped to parameters,
/// defaults filled in, and every argument that does not fit is reported.
#include "compiler/sema/ExprSema.h"
#include "compiler/sema/Suggest.h"
#include "runtime/program/Signature.h"

using namespace adopter;
using namespace adopter::sema;
using program::ExprArgument;
using program::ExprId;
using program::ExprKind;
using program::MappingErrorKind;
using program::ParameterKind;

ExprId
adopter::sema::substitute(Context &context, ExprId expr,
                          llvm::function_ref<ExprId(SymbolId parameter)> value,
                          SourceRange range) {
  program::Expr copy = context.expr(expr);
  if (copy.kind == ExprKind::Param)
    return value(copy.name);
  bool changed = false;
  for (ExprArgument &argument : copy.args) {
    ExprId replaced = substitute(context, argument.value, value, range);
    if (!replaced)
      return {};
    changed |= replaced != argument.value;
    argument.value = replaced;
  }
  return changed ? context.add(std::move(copy), range) : expr;
}

namespace {

/// Reports what is wrong with the arguments of one call.
class MappingReport {
public:
  MappingReport(Context &context, llvm::StringRef callee,
                SourceRange calleeRange, SourceRange declared,
                llvm::ArrayRef<program::Parameter> parameters,
                llvm::ArrayRef<ExprArgument> args,
                llvm::ArrayRef<SourceRange> ranges)
      : context(context), callee(callee), calleeRange(calleeRange),
        declared(declared), parameters(parameters), args(args), ranges(ranges) {
  }

  void report(const program::ArgumentMapping &mapping) {
    bool tooManyReported = false;
    for (const program::MappingError &error : mapping.errors) {
      if (error.kind == MappingErrorKind::TooMany && tooManyReported)
        continue;
      tooManyReported |= error.kind == MappingErrorKind::TooMany;
      DiagnosticBuilder diagnostic = reportOne(error);
      if (declared.isValid())
        std::move(diagnostic)
            .note(declared, DiagKind::note_declared_here, callee);
    }
  }

private:
  DiagnosticBuilder reportOne(const program::MappingError &error) {
    switch (error.kind) {
    case MappingErrorKind::TooMany:
      return context.report(ranges[error.index], DiagKind::argument_too_many,
                            positionalCount(), callee, positionalLimit());
    case MappingErrorKind::UnknownKeyword: {
      llvm::StringRef keyword = context.text(args[error.index].keyword);
      SourceRange range = ranges[error.index];
      auto diagnostic =
          context.report(range, DiagKind::argument_unknown, callee, keyword);
      std::vector<llvm::StringRef> candidates;
      for (const program::Parameter &parameter : parameters)
        candidates.push_back(context.text(parameter.name));
      range.end = range.begin + keyword.size();
      Context::suggest(diagnostic, range, suggest(keyword, candidates));
      return diagnostic;
    }
    case MappingErrorKind::Duplicate:
      return context.report(ranges[error.index], DiagKind::argument_duplicate,
                            context.text(parameters[error.parameter].name),
                            callee);
    case MappingErrorKind::Starred:
      return context.report(ranges[error.index], DiagKind::argument_starred,
                            callee);
    case MappingErrorKind::Missing:
      return context.report(calleeRange, DiagKind::argument_missing, callee,
                            context.text(parameters[error.index].name));
    }
    llvm_unreachable("all errors are handled");
  }

  unsigned positionalCount() const {
    return llvm::count_if(
        args, [](const ExprArgument &argument) { return !argument.keyword; });
  }
  unsigned positionalLimit() const {
    return llvm::count_if(parameters, [](const program::Parameter &parameter) {
      return parameter.kind == ParameterKind::Positional;
    });
  }

  Context &context;
  llvm::StringRef callee;
  SourceRange calleeRange;
  SourceRange declared;
  llvm::ArrayRef<program::Parameter> parameters;
  llvm::ArrayRef<ExprArgument> args;
  llvm::ArrayRef<SourceRange> ranges;
};

llvm::SmallVector<program::ArgumentShape, 4>
shapesOf(llvm::ArrayRef<ExprArgument> args) {
  llvm::SmallVector<program::ArgumentShape, 4> shapes;
  for (const ExprArgument &argument : args)
    shapes.push_back({argument.keyword, argument.kind});
  return shapes;
}

/// Both are literals, and equal.
bool areEqualLiterals(const Context &context, ExprId a, ExprId b) {
  if (!a || !b)
    return false;
  if (a == b)
    return true;
  const program::Expr &left = context.program.exprs[a];
  const program::Expr &right = context.program.exprs[b];
  return left.kind == ExprKind::Constant && right.kind == ExprKind::Constant &&
         context.program.constants[left.constant] ==
             context.program.constants[right.constant];
}

/// One call of an op under one of its spellings.
class OpCallBuilder {
public:
  OpCallBuilder(Context &context, OpSpelling spelling,
                llvm::ArrayRef<ExprArgument> args,
                const program::ArgumentMapping &mapping, SourceRange range)
      : context(context), decl(context.program.ops[spelling.op]),
        given(spelling.spelling < 0 ? nullptr
                                    : &decl.spellings[spelling.spelling]),
        parameters(spelling.parameters(context.program)), args(args),
        mapping(mapping), range(range) {}

  /// The first parameter that is given, but is neither canonical nor used for
  /// one that is: only its default is the canonical op.
  const program::Parameter *findForeign() const {
    for (uint32_t i = 0; given && i < parameters.size(); ++i) {
      if (mapping.given[i].empty() ||
          program::findParameter(decl.parameters, parameters[i].name) ||
          isUsed(parameters[i].name))
        continue;
      ExprId value = args[mapping.given[i].front()].value;
      if (!areEqualLiterals(context, value, parameters[i].defaultValue))
        return &parameters[i];
    }
    return nullptr;
  }

  ExprId build(program::OpDeclId op, llvm::StringRef written) {
    program::Expr node;
    node.kind = ExprKind::OpCall;
    node.op = op;
    node.name = context.intern(written);
    for (const program::Parameter &parameter : decl.parameters) {
      ExprId value = canonicalValue(parameter);
      if (!value)
        return {};
      node.args.push_back({parameter.name, value});
    }
    return context.add(std::move(node), range);
  }

private:
  bool isUsed(SymbolId parameter) const {
    for (const auto &[name, expr] : given->derived)
      if (mentions(expr, parameter))
        return true;
    return false;
  }
  bool mentions(ExprId expr, SymbolId parameter) const {
    const program::Expr &node = context.program.exprs[expr];
    if (node.kind == ExprKind::Param && node.name == parameter)
      return true;
    return llvm::any_of(node.args, [&](const ExprArgument &argument) {
      return mentions(argument.value, parameter);
    });
  }

  ExprId canonicalValue(const program::Parameter &parameter) {
    if (given)
      for (const auto &[name, expr] : given->derived)
        if (name == parameter.name)
          return substitute(
              context, expr, [&](SymbolId used) { return valueOf(used); },
              range);
    ExprId value = valueOf(parameter.name);
    if (areEqualLiterals(context, value, parameter.defaultValue) &&
        !isWritten(parameter.name))
      return parameter.defaultValue;
    return value ? value : parameter.defaultValue;
  }

  bool isWritten(SymbolId parameter) const {
    auto index = program::findParameter(parameters, parameter);
    return index && !mapping.given[*index].empty();
  }

  /// What the spelling's parameter gets: the argument or its default.
  ExprId valueOf(SymbolId name) {
    auto index = program::findParameter(parameters, name);
    if (!index)
      return {};
    const program::Parameter &parameter = parameters[*index];
    llvm::ArrayRef<uint32_t> indices = mapping.given[*index];
    switch (parameter.kind) {
    case ParameterKind::Positional:
    case ParameterKind::KeywordOnly:
      return indices.empty() ? parameter.defaultValue
                             : args[indices.front()].value;
    case ParameterKind::VarPositional:
      return collect(indices);
    case ParameterKind::VarKeyword: {
      program::Expr tuple;
      tuple.kind = ExprKind::Tuple;
      for (uint32_t i : indices)
        tuple.args.push_back(args[i]);
      return context.add(std::move(tuple), range);
    }
    }
    llvm_unreachable("all kinds are handled");
  }

  /// `view(2, 3)`, `view((2, 3))` and `view([2, 3])` are one tuple.
  ExprId collect(llvm::ArrayRef<uint32_t> indices) {
    program::Expr tuple;
    tuple.kind = ExprKind::Tuple;
    if (indices.size() == 1) {
      const ExprArgument &only = args[indices.front()];
      if (only.kind == program::ArgumentKind::Star)
        return only.value;
      const program::Expr &value = context.expr(only.value);
      if (value.kind == ExprKind::Tuple)
        return only.value;
      if (value.kind == ExprKind::List) {
        tuple.args = value.args;
        return context.add(std::move(tuple), range);
      }
    }
    for (uint32_t i : indices)
      tuple.args.push_back({{}, args[i].value});
    return context.add(std::move(tuple), range);
  }

  Context &context;
  const program::OpDecl &decl;
  const program::Spelling *given; // null: canonical
  llvm::ArrayRef<program::Parameter> parameters;
  llvm::ArrayRef<ExprArgument> args;
  const program::ArgumentMapping &mapping;
  SourceRange range;
};

} // namespace

ExprId ExprSema::callOp(llvm::ArrayRef<OpSpelling> candidates,
                        llvm::StringRef written, SourceRange callee,
                        const CallArguments &args, SourceRange range) {
  llvm::SmallVector<program::ArgumentShape, 4> shapes = shapesOf(args.args);
  std::optional<program::ArgumentMapping> best;
  OpSpelling bestSpelling;
  const program::Parameter *foreign = nullptr;
  for (const OpSpelling &spelling : candidates) {
    program::ArgumentMapping mapping =
        program::mapArguments(spelling.parameters(context.program), shapes);
    const program::Parameter *left = nullptr;
    if (mapping.fits()) {
      OpCallBuilder builder(context, spelling, args.args, mapping, range);
      left = builder.findForeign();
      if (!left) {
        reportDeprecated(context.program.ops[spelling.op], callee);
        ExprId call = builder.build(spelling.op, written);
        return call ? call : fail();
      }
    }
    // Remember the call that came closest, to say what is wrong with it.
    if (!best || mapping.errors.size() < best->errors.size()) {
      best = std::move(mapping);
      bestSpelling = spelling;
      foreign = left;
    }
  }
  SourceRange declared = context.origins.ops[bestSpelling.op];
  if (foreign) {
    context
        .report(callee, DiagKind::argument_not_canonical,
                context.text(foreign->name), written,
                context.text(context.program.ops[bestSpelling.op].name))
        .note(declared, DiagKind::note_declared_here, written);
    return fail();
  }
  MappingReport(context, written, callee, declared,
                bestSpelling.parameters(context.program), args.args,
                args.ranges)
      .report(*best);
  return fail();
}

ExprId ExprSema::callKernel(program::KernelId kernelId, SourceRange callee,
                            const CallArguments &args, SourceRange range) {
  const program::Kernel &kernel = context.program.kernels[kernelId];
  program::ArgumentMapping mapping =
      program::mapArguments(kernel.parameters, shapesOf(args.args));
  if (!mapping.fits()) {
    MappingReport(context, context.text(kernel.name), callee,
                  context.origins.kernels[kernelId], kernel.parameters,
                  args.args, args.ranges)
        .report(mapping);
    return fail();
  }
  program::Expr node;
  node.kind = ExprKind::KernelCall;
  node.kernel = kernelId;
  bool byKeyword = false; // a parameter before was left out or given so
  for (uint32_t i = 0; i < kernel.parameters.size(); ++i) {
    const program::Parameter &parameter = kernel.parameters[i];
    bool isVariadic = parameter.kind == ParameterKind::VarPositional ||
                      parameter.kind == ParameterKind::VarKeyword;
    if (isVariadic) {
      for (uint32_t index : mapping.given[i])
        node.args.push_back(args.args[index]);
      continue;
    }
    if (mapping.given[i].empty()) {
      byKeyword = true;
      continue;
    }
    ExprArgument argument = args.args[mapping.given[i].front()];
    byKeyword |= argument.keyword.isValid() ||
                 parameter.kind == ParameterKind::KeywordOnly;
    argument.keyword = byKeyword ? parameter.name : SymbolId();
    node.args.push_back(argument);
  }
  return context.add(std::move(node), range);
}

void ExprSema::checkMemberCall(program::CaptureId member,
                               const CallArguments &args, SourceRange range) {
  // What the member is built with tells what a call of it takes.
  auto check = [&](ExprId constructor) {
    const program::Expr &call = context.expr(constructor);
    llvm::ArrayRef<program::Parameter> parameters;
    SymbolId name;
    SourceRange declared;
    if (call.kind == ExprKind::OpCall && context.program.ops[call.op].module) {
      parameters = context.program.ops[call.op].module->callParameters;
      name = context.program.ops[call.op].name;
      declared = context.origins.ops[call.op];
    } else if (call.kind == ExprKind::KernelCall &&
               context.program.kernels[call.kernel].callParameters) {
      parameters = *context.program.kernels[call.kernel].callParameters;
      name = context.program.kernels[call.kernel].name;
      declared = context.origins.kernels[call.kernel];
    } else {
      return;
    }
    program::ArgumentMapping mapping =
        program::mapArguments(parameters, shapesOf(args.args));
    if (!mapping.fits()) {
      MappingReport(context, context.text(name), range, declared, parameters,
                    args.args, args.ranges)
          .report(mapping);
      fail();
    }
  };
  if (place == Place::Rewrite)
    for (const program::RewriteMember &item : rule->rule.rewriteMembers)
      if (item.member == member)
        return item.constructor ? check(item.constructor) : void();
  if (ExprId constructor = rule->constructors.lookup(member))
    check(constructor);
}
