// SPDX-License-Identifier: Apache-2.0
#include "runtime/synth/Stencil.h"

using namespace adopter;
using namespace adopter::synth;
using namespace adopter::program;
using match::CaptureBinding;

static constexpr unsigned MaxDepth = 64;

static Rendered atom(std::string text) {
  return {std::move(text), Precedence::Atom, {}, {}};
}

void Stencil::collectValues(ExprId id,
                            llvm::SmallVectorImpl<model::ValueId> &out) {
  if (!id || depth > MaxDepth)
    return;
  ++depth;
  const Expr &expr = program.exprs[id];
  if (expr.kind == ExprKind::Capture || expr.kind == ExprKind::CalleeCall) {
    const CaptureBinding &binding = site.match.captures[expr.capture.index()];
    if (binding.kind == CaptureBinding::Kind::Value)
      out.push_back(binding.value);
    if (binding.kind == CaptureBinding::Kind::Bound) {
      InstanceId outer = instance;
      instance = binding.instance;
      collectValues(binding.expr, out);
      instance = outer;
    }
  }
  if (expr.kind == ExprKind::Hole && instance) {
    const auto &holes = site.match.instances[instance.index()].holes;
    if (expr.index < holes.size())
      out.push_back(holes[expr.index]);
  }
  for (const ExprArgument &argument : expr.args)
    collectValues(argument.value, out);
  --depth;
}

std::optional<Rendered> Stencil::render(ExprId id) {
  if (!id || depth > MaxDepth)
    return refuse(id);
  if (depth == 0) {
    uses.clear();
    llvm::SmallVector<model::ValueId, 8> values;
    collectValues(id, values);
    for (model::ValueId value : values)
      ++uses[value];
  }
  ++depth;
  std::optional<Rendered> result = renderKind(program.exprs[id]);
  --depth;
  if (!result)
    return refuse(id);
  return result;
}

std::optional<Rendered> Stencil::refuse(ExprId) {
  site.refusal.because(DiagKind::refused_expression);
  return std::nullopt;
}

std::optional<Rendered> Stencil::renderKind(const Expr &expr) {
  auto argument = [&](size_t i) {
    return i < expr.args.size() ? render(expr.args[i].value) : std::nullopt;
  };
  switch (expr.kind) {
  case ExprKind::Constant: {
    const Constant &constant = program.constants[expr.constant];
    Rendered result =
        atom(literalText(constant, *program.symbols, site.file.style.quote));
    if (result.text.front() == '-')
      result.precedence = Precedence::Unary;
    return result;
  }
  case ExprKind::Capture:
    return capture(expr);
  case ExprKind::Hole:
    return hole(expr);
  case ExprKind::Name:
    return name(program.text(expr.name));
  case ExprKind::Self: {
    std::string self = text.self();
    if (!self.empty())
      return atom(self);
    site.refusal.because(DiagKind::refused_no_self);
    return std::nullopt;
  }
  case ExprKind::Attribute: {
    std::optional<Rendered> object = argument(0);
    if (!object)
      return std::nullopt;
    return atom(object->within(Precedence::Atom) + "." +
                program.text(expr.name).str());
  }
  case ExprKind::OpCall:
    return opCall(expr);
  case ExprKind::KernelCall:
    return kernelCall(expr);
  case ExprKind::NameCall:
    return call(name(program.text(expr.name)), expr.args);
  case ExprKind::MemberCall:
    return call(member(expr.capture), expr.args);
  case ExprKind::CalleeCall:
    return call(callee(site.match.captures[expr.capture.index()]), expr.args);
  case ExprKind::MethodCall: {
    std::optional<Rendered> receiver = argument(0);
    if (!receiver)
      return std::nullopt;
    return call(atom(receiver->within(Precedence::Atom) + "." +
                     program.text(expr.name).str()),
                llvm::ArrayRef(expr.args).drop_front());
  }
  case ExprKind::Tuple:
    return sequence(expr.args, true);
  case ExprKind::List:
    return sequence(expr.args, false);
  case ExprKind::Slice:
    return slice(expr);
  case ExprKind::Conditional:
    return conditional(expr);
  case ExprKind::And:
  case ExprKind::Or:
    return junction(expr, expr.kind == ExprKind::And);
  case ExprKind::Not: {
    std::optional<Rendered> operand = argument(0);
    if (!operand)
      return std::nullopt;
    return Rendered{
        "not " + operand->within(Precedence::Not), Precedence::Not, {}, {}};
  }
  case ExprKind::In:
  case ExprKind::Is: {
    std::optional<Rendered> a = argument(0), b = argument(1);
    if (!a || !b)
      return std::nullopt;
    return Rendered{a->within(Precedence::BitOr) +
                        (expr.kind == ExprKind::In ? " in " : " is ") +
                        b->within(Precedence::BitOr),
                    Precedence::Compare,
                    {},
                    {}};
  }
  case ExprKind::Wildcard:
  case ExprKind::Param:
  case ExprKind::Instance:
  case ExprKind::Word:
  case ExprKind::Dict:
    return std::nullopt; // no part of a rewrite
  }
  return std::nullopt;
}

//===-- captures ----------------------------------------------------------===//

std::optional<Rendered> Stencil::value(model::ValueId value,
                                       llvm::StringRef wish) {
  // Names of pattern-local captures are `pattern.name`.
  llvm::StringRef last = wish.rsplit('.').second;
  if (last.empty())
    last = wish;
  std::optional<Rendered> result =
      text.render(value, std::max(1u, usesOf(value)), last);
  if (!result)
    site.refusal.because(DiagKind::refused_no_text, last);
  return result;
}

std::optional<Rendered> Stencil::capture(const Expr &expr) {
  const CaptureBinding &binding = site.match.captures[expr.capture.index()];
  llvm::StringRef wish = program.text(site.rule.captures[expr.capture].name);
  if (site.newMembers.contains(expr.capture))
    return member(expr.capture);
  switch (binding.kind) {
  case CaptureBinding::Kind::Unbound:
    return std::nullopt;
  case CaptureBinding::Kind::Value:
    return value(binding.value, wish);
  case CaptureBinding::Kind::Member:
    return member(expr.capture);
  case CaptureBinding::Kind::Callee:
    return callee(binding);
  case CaptureBinding::Kind::Bound: {
    InstanceId outer = instance;
    instance = binding.instance;
    std::optional<Rendered> result = render(binding.expr);
    instance = outer;
    return result;
  }
  }
  return std::nullopt;
}

std::optional<Rendered> Stencil::hole(const Expr &expr) {
  if (!instance)
    return std::nullopt;
  const auto &holes = site.match.instances[instance.index()].holes;
  if (expr.index >= holes.size())
    return std::nullopt;
  return value(holes[expr.index], "value");
}

std::optional<Rendered> Stencil::member(CaptureId capture) {
  std::string self = text.self();
  if (self.empty()) {
    site.refusal.because(DiagKind::refused_no_self);
    return std::nullopt;
  }
  auto added = site.newMembers.find(capture);
  if (added != site.newMembers.end())
    return atom(self + "." + added->second);
  const CaptureBinding &binding = site.match.captures[capture.index()];
  if (!binding.member)
    return std::nullopt;
  const model::Architecture &arch = site.file.arch;
  return atom(self + "." + arch.text(arch.members[binding.member].name).str());
}

/// What a call calls, as it is written there.
std::optional<Rendered> Stencil::callee(const CaptureBinding &binding) {
  const model::Architecture &arch = site.file.arch;
  if (binding.member) {
    std::string self = text.self();
    if (self.empty())
      return std::nullopt;
    return atom(self + "." +
                arch.text(arch.members[binding.member].name).str());
  }
  if (!binding.op)
    return std::nullopt;
  const model::Op &op = arch.ops[binding.op];
  if (op.callee)
    return text.render(op.callee);
  return op.name ? name(arch.text(op.name)) : std::nullopt;
}

/// A qualified name in the file's own spelling; imports what it needs.
std::optional<Rendered> Stencil::name(llvm::StringRef qualified) {
  auto hidden = [&](llvm::StringRef local) { return text.isHidden(local); };
  FileNames &names = site.file.names;
  if (auto known = names.existing(qualified, hidden))
    return atom(*known);
  llvm::StringRef builtin = qualified;
  if (builtin.consume_front("builtins.")) {
    if (hidden(builtin) || names.occurs(builtin))
      return std::nullopt;
    return atom(builtin.str());
  }
  auto [module, last] = qualified.rsplit('.');
  if (last.empty())
    return std::nullopt;
  if (qualified.starts_with("torch.")) {
    std::string torch = names.imported("torch", "", hidden, site.imports);
    return atom(torch + qualified.drop_front(5).str());
  }
  return atom(names.imported(module, last, hidden, site.imports));
}

//===-- calls -------------------------------------------------------------===//

bool Stencil::addArgument(const ExprArgument &argument,
                          std::vector<std::string> &out) {
  std::optional<Rendered> value = render(argument.value);
  if (!value)
    return false;
  std::string text = value->within(Precedence::Lambda);
  if (argument.kind == program::ArgumentKind::Star)
    text = "*" + value->within(Precedence::BitOr);
  else if (argument.kind == program::ArgumentKind::DoubleStar)
    text = "**" + value->within(Precedence::BitOr);
  else if (argument.keyword)
    text = program.text(argument.keyword).str() + "=" + text;
  out.push_back(std::move(text));
  return true;
}

std::optional<Rendered> Stencil::call(std::optional<Rendered> callee,
                                      llvm::ArrayRef<ExprArgument> arguments) {
  if (!callee)
    return std::nullopt;
  std::vector<std::string> texts;
  for (const ExprArgument &argument : arguments)
    if (!addArgument(argument, texts))
      return std::nullopt;
  return Rendered::call(callee->within(Precedence::Atom), std::move(texts));
}

std::optional<Rendered> Stencil::opCall(const Expr &expr) {
  const OpDecl &decl = program.ops[expr.op];
  llvm::StringRef written = program.text(expr.name);
  bool isOperator =
      !written.empty() && llvm::is_contained(decl.operators, expr.name);
  if (isOperator)
    return operation(expr, written);

  // The canonical form is what the arguments fit; as a method where it is one.
  llvm::StringRef qualified = program.text(decl.name);
  bool isMethod = qualified.starts_with("torch.Tensor.");
  std::optional<Rendered> callee;
  size_t first = 0;
  std::vector<std::string> texts;
  if (isMethod && !expr.args.empty()) {
    std::optional<Rendered> receiver = render(expr.args[0].value);
    if (!receiver)
      return std::nullopt;
    callee = atom(receiver->within(Precedence::Atom) + "." +
                  qualified.rsplit('.').second.str());
    first = 1;
  } else {
    callee = name(qualified);
  }
  if (!callee)
    return std::nullopt;

  bool byKeyword = false; // a parameter before was left out
  for (size_t i = first; i < expr.args.size(); ++i) {
    const ExprArgument &argument = expr.args[i];
    const Parameter &parameter = decl.parameters[i];
    const Expr &value = program.exprs[argument.value];
    if (argument.value == parameter.defaultValue) {
      byKeyword = true;
      continue;
    }
    if (parameter.kind == ParameterKind::VarPositional ||
        parameter.kind == ParameterKind::VarKeyword) {
      if (value.kind != ExprKind::Tuple) {
        std::optional<Rendered> all = render(argument.value);
        if (!all)
          return std::nullopt;
        texts.push_back("*" + all->within(Precedence::BitOr));
        continue;
      }
      for (const ExprArgument &element : value.args)
        if (!addArgument(element, texts))
          return std::nullopt;
      continue;
    }
    // Required ones by position, the others by name, as people do.
    byKeyword |= parameter.defaultValue.isValid() ||
                 parameter.kind == ParameterKind::KeywordOnly;
    ExprArgument given = argument;
    given.keyword = byKeyword ? parameter.name : SymbolId();
    if (!addArgument(given, texts))
      return std::nullopt;
  }
  return Rendered::call(callee->text, std::move(texts));
}

std::optional<Rendered> Stencil::kernelCall(const Expr &expr) {
  const Kernel &kernel = program.kernels[expr.kernel];
  auto hidden = [&](llvm::StringRef local) { return text.isHidden(local); };
  std::string qualified = kernel.importModule + "." + kernel.importName;
  FileNames &names = site.file.names;
  std::string callee;
  if (auto known = names.existing(qualified, hidden))
    callee = *known;
  else if (llvm::StringRef(qualified).starts_with("torch."))
    callee =
        names.imported("torch", "", hidden, site.imports) + qualified.substr(5);
  else
    callee = names.imported(kernel.importModule, kernel.importName, hidden,
                            site.imports);
  callee += kernel.callSuffix;

  std::vector<std::string> texts;
  for (const ExprArgument &argument : expr.args) {
    // What the kernel takes anyway need not be said, if said by name.
    if (argument.keyword) {
      const Constant *given = literal(argument.value);
      const Parameter *parameter = nullptr;
      for (const Parameter &candidate : kernel.parameters)
        if (candidate.name == argument.keyword)
          parameter = &candidate;
      const Constant *byDefault = parameter && parameter->defaultValue
                                      ? literal(parameter->defaultValue)
                                      : nullptr;
      if (given && byDefault && given->kind == byDefault->kind &&
          *given == *byDefault)
        continue;
    }
    if (!addArgument(argument, texts))
      return std::nullopt;
  }
  return Rendered::call(std::move(callee), std::move(texts));
}
