// SPDX-License-Identifier: Apache-2.0
/// \file
/// Calls: of operations by any spelling, kernels, members, methods, anything.
#include "compiler/sema/ExprSema.h"
#include "compiler/sema/Suggest.h"
#include "runtime/program/Signature.h"
#include "llvm/ADT/StringExtras.h"

using namespace adopter;
using namespace adopter::sema;
using program::CaptureKind;
using program::ExprId;
using program::ExprKind;

ExprSema::CallArguments ExprSema::translateArguments(ast::ArgumentList args) {
  CallArguments result;
  for (const ast::Argument &argument : args) {
    program::ExprArgument translated;
    translated.value = translate(*argument.value);
    result.failed |= !translated.value;
    if (argument.keyword)
      translated.keyword = context.intern(argument.keyword.text);
    translated.kind = static_cast<program::ArgumentKind>(argument.kind);
    result.args.push_back(translated);
    result.ranges.push_back(argument.range);
  }
  return result;
}

ExprId ExprSema::translateCall(const ast::Call &expr) {
  if (const auto *callee = llvm::dyn_cast<ast::Metavariable>(expr.callee))
    return translateCaptureCall(expr, *callee);
  std::string name = ast::qualifiedName(*expr.callee);
  llvm::StringRef first = llvm::StringRef(name).split('.').first;
  bool isValue = first == "self" ||
                 (place == Place::Declaration &&
                  program::findParameter(parameters, context.intern(first)));
  if (!name.empty() && !isValue)
    return translateNamedCall(expr, name);
  if (const auto *callee = llvm::dyn_cast<ast::Attribute>(expr.callee))
    return translateMethodCall(expr, *callee);
  if (llvm::isa<ast::Call>(expr.callee))
    if (ExprId constructor = translate(*expr.callee))
      return translateModuleCall(expr, constructor);
  if (!llvm::isa<ast::Call>(expr.callee)) {
    translate(*expr.callee); // binds its metavariables
    context.report(expr.callee->range(), DiagKind::not_callable);
  }
  translateArguments(expr.args);
  return fail();
}

ExprId ExprSema::translateNamedCall(const ast::Call &expr,
                                    llvm::StringRef name) {
  SourceRange callee = expr.callee->range();
  if (place == Place::Condition)
    return translateWord(expr, name);
  if (const ast::PatternDecl *pattern = context.findPattern(name)) {
    if (place == Place::Match)
      return usePattern(expr, *pattern);
    context.report(callee, DiagKind::pattern_outside_match, name)
        .note(pattern->name.range, DiagKind::note_declared_here, name);
    return fail();
  }

  CallArguments args = translateArguments(expr.args);
  bool isRewrite =
      place == Place::Rewrite || place == Place::RewriteConstructor;
  if (isRewrite) {
    llvm::SmallVector<program::KernelId, 2> kernels =
        context.names.findKernel(name, context.pack);
    if (kernels.size() == 1)
      return args.failed ? fail()
                         : callKernel(kernels[0], callee, args, expr.range());
    if (kernels.size() > 1 && context.names.findOp(name).empty()) {
      auto diagnostic =
          context.report(callee, DiagKind::ambiguous_kernel, name);
      for (program::KernelId kernel : kernels)
        std::move(diagnostic)
            .note(context.origins.kernels[kernel], DiagKind::note_declared_here,
                  context.text(context.program.kernels[kernel].name));
      return fail();
    }
  }
  std::string builtin = ("builtins." + name).str();
  for (llvm::StringRef known : {name, llvm::StringRef(builtin)}) {
    llvm::ArrayRef<OpSpelling> spellings = context.names.findOp(known);
    if (!spellings.empty())
      return args.failed ? fail()
                         : callOp(spellings, known, callee, args, expr.range());
  }
  if (!binds())
    return reportUnknownCallee(callee, name);

  llvm::StringRef path = name;
  if (!name.contains('.')) {
    llvm::SmallVector<program::KernelId, 2> kernels =
        context.names.findKernel(name, context.pack);
    if (kernels.size() != 1)
      return reportUnknownCallee(callee, name);
    path = context.text(context.program.kernels[kernels[0]].name);
  } else if (llvm::StringRef near = context.names.suggestOp(name);
             !near.empty()) {
    auto diagnostic =
        context.report(callee, DiagKind::undeclared_operation, name);
    Context::suggest(diagnostic, callee, near);
  }
  if (args.failed)
    return fail();
  program::Expr node;
  node.kind = ExprKind::NameCall;
  node.name = context.intern(path);
  node.args.assign(args.args.begin(), args.args.end());
  return context.add(std::move(node), expr.range());
}

ExprId ExprSema::reportUnknownCallee(SourceRange range, llvm::StringRef name) {
  llvm::StringRef best;
  if (place == Place::Match)
    best = suggest(name, context.patternNames());
  if (best.empty() &&
      (place == Place::Rewrite || place == Place::RewriteConstructor))
    best = context.names.suggestKernel(name);
  if (best.empty())
    best = context.names.suggestOp(name);
  auto diagnostic = context.report(range, DiagKind::unknown_operation, name);
  Context::suggest(diagnostic, range, best);
  return fail();
}

ExprId ExprSema::translateMethodCall(const ast::Call &expr,
                                     const ast::Attribute &callee) {
  ExprId receiver = translate(*callee.object);
  CallArguments args = translateArguments(expr.args);
  if (!receiver || args.failed)
    return fail();
  args.args.insert(args.args.begin(), {{}, receiver});
  args.ranges.insert(args.ranges.begin(), callee.object->range());
  std::string method = ("torch.Tensor." + callee.name.text).str();
  bool isMember =
      context.expr(receiver).kind == ExprKind::Self ||
      (context.expr(receiver).kind == ExprKind::Capture &&
       rule->kindOf(context.expr(receiver).capture) == CaptureKind::Member);
  if (!isMember) {
    llvm::ArrayRef<OpSpelling> spellings = context.names.findOp(method);
    if (!spellings.empty())
      return callOp(spellings, method, callee.name.range, args, expr.range());
    if (llvm::StringRef near = context.names.suggestOp(method);
        !near.empty() && binds()) {
      auto diagnostic = context.report(callee.name.range,
                                       DiagKind::undeclared_operation, method);
      Context::suggest(diagnostic, callee.name.range, lastName(near));
    }
  }
  program::Expr node;
  node.kind = ExprKind::MethodCall;
  node.name = context.intern(callee.name.text);
  node.args.assign(args.args.begin(), args.args.end());
  return context.add(std::move(node), expr.range());
}

ExprId ExprSema::translateCaptureCall(const ast::Call &expr,
                                      const ast::Metavariable &callee) {
  if (!scope) {
    translate(callee); // reports it
    return fail();
  }
  Meaning meaning =
      scope->lookUp(callee.name, callee.range(), binds(), CaptureKind::Callee);
  CallArguments args = translateArguments(expr.args);
  if (meaning.kind == Meaning::Kind::Unknown)
    return reportUnbound(callee);
  bool isValue = meaning.kind == Meaning::Kind::Hole;
  if (!isValue) {
    CaptureKind kind = rule->kindOf(meaning.capture);
    isValue = kind == CaptureKind::Value || kind == CaptureKind::Bound;
  }
  if (isValue) {
    auto diagnostic = context.report(callee.range(), DiagKind::value_as_callee,
                                     dollar(callee.name));
    if (meaning.capture)
      std::move(diagnostic)
          .note(rule->origin.captures[meaning.capture],
                DiagKind::note_first_bound_here, dollar(callee.name));
    return fail();
  }
  if (args.failed)
    return fail();
  program::Expr node;
  node.capture = meaning.capture;
  node.kind = ExprKind::CalleeCall;
  if (rule->kindOf(meaning.capture) == CaptureKind::Member) {
    node.kind = ExprKind::MemberCall;
    checkMemberCall(meaning.capture, args, expr.range());
  }
  node.args.assign(args.args.begin(), args.args.end());
  return context.add(std::move(node), expr.range());
}

/// `torch.nn.Softmax(dim = -1)($x)`: what the sheet says that such a call is.
ExprId ExprSema::translateModuleCall(const ast::Call &expr,
                                     ExprId constructor) {
  CallArguments args = translateArguments(expr.args);
  program::Expr call = context.expr(constructor);
  const program::OpDecl *decl =
      call.kind == ExprKind::OpCall ? &context.program.ops[call.op] : nullptr;
  if (!decl || !decl->module || !decl->module->forward) {
    context.report(expr.callee->range(), DiagKind::call_of_call);
    return fail();
  }
  if (args.failed)
    return fail();
  llvm::SmallVector<program::ArgumentShape, 4> shapes;
  for (const program::ExprArgument &argument : args.args)
    shapes.push_back({argument.keyword, argument.kind});
  program::ArgumentMapping mapping =
      program::mapArguments(decl->module->callParameters, shapes);
  if (!mapping.fits()) {
    context.report(expr.range(), DiagKind::call_does_not_fit,
                   context.text(decl->name));
    return fail();
  }
  auto value = [&](SymbolId parameter) -> ExprId {
    llvm::ArrayRef<program::Parameter> callParameters =
        decl->module->callParameters;
    if (auto index = program::findParameter(callParameters, parameter))
      return mapping.given[*index].empty()
                 ? callParameters[*index].defaultValue
                 : args.args[mapping.given[*index].front()].value;
    for (const program::ExprArgument &argument : call.args)
      if (argument.keyword == parameter)
        return argument.value;
    return {};
  };
  return substitute(context, decl->module->forward, value, expr.range());
}

void ExprSema::reportDeprecated(const program::OpDecl &decl,
                                SourceRange callee) {
  if (decl.deprecated.empty())
    return;
  auto diagnostic = context.report(callee, DiagKind::deprecated_operation,
                                   context.text(decl.name), decl.deprecated);
  // "use torch.x": as far as it names an op, that is the cure.
  llvm::StringRef advice = decl.deprecated;
  if (advice.consume_front("use ") && !context.names.findOp(advice).empty())
    std::move(diagnostic).fixIt(callee, advice);
}

ExprId ExprSema::translateConstructor(const ast::Expr &expr) {
  if (!llvm::isa<ast::Call>(expr)) {
    translate(expr);
    context.report(expr.range(), DiagKind::constructor_not_call);
    return fail();
  }
  ExprId constructor = translate(expr);
  if (!constructor)
    return fail();
  const program::Expr &call = context.expr(constructor);
  bool isClass =
      call.kind == ExprKind::KernelCall || call.kind == ExprKind::NameCall;
  // A class that the prelude says nothing more of is told by its name.
  if (call.kind == ExprKind::OpCall) {
    const program::OpDecl &decl = context.program.ops[call.op];
    llvm::StringRef last = lastName(context.text(decl.name));
    isClass = decl.module || (!last.empty() && llvm::isUpper(last.front()));
  }
  if (isClass)
    return constructor;
  context.report(expr.range(), DiagKind::constructor_not_class);
  return fail();
}
