// SPDX-License-Identifier: Apache-2.0
#include "LiftFixture.h"

#include "runtime/model/ArchitecturePrinter.h"
#include "runtime/model/ArchitectureVerifier.h"
#include "runtime/python/PyNode.h"

using namespace adopter;
using namespace adopter::model;
using adopter::test::Lifted;

Lifted::Lifted(std::string text, std::string path,
               const lift::LiftOptions &options)
    : diags(sources, *this) {
  source = python::PySource::parse(
      sources.add(std::move(path), std::move(text)), diags);
  if (source)
    arch = lift::lift(*source, prelude(), options);
}

const Function &Lifted::function(llvm::StringRef name) const {
  for (const Function &function : arch->functions)
    if (arch->text(function.name) == name ||
        arch->text(function.qualifiedName) == name)
      return function;
  static const Function none;
  return none;
}

std::vector<const Op *> Lifted::ops(llvm::StringRef name, OpKind kind) const {
  std::vector<const Op *> result;
  const Function &where = function(name);
  for (uint32_t i = where.firstOp.index(); i < where.endOp.index(); ++i)
    if (arch->ops[OpId(i)].kind == kind)
      result.push_back(&arch->ops[OpId(i)]);
  return result;
}

std::string Lifted::show(ValueId value, unsigned depth) const {
  if (!value)
    return "none";
  const Value &v = arch->values[value];
  if (v.kind == ValueKind::Parameter)
    return arch->text(v.name).str();
  if (v.kind == ValueKind::LoopArg)
    return v.name ? ("loop:" + arch->text(v.name)).str() : "item";
  if (depth > 12)
    return "...";
  const Op &op = arch->ops[v.def];
  std::string suffix =
      op.resultCount > 1 ? "#" + std::to_string(v.index) : std::string();
  if (op.kind == OpKind::For || op.kind == OpKind::While)
    return "after:" + arch->text(v.name).str();
  std::string out;
  llvm::raw_string_ostream stream(out);
  if (op.kind == OpKind::Constant) {
    printConstant(stream, op.constant, arch->symbols);
    return stream.str();
  }
  if (op.kind == OpKind::Global)
    return arch->text(op.name).str();
  if (op.kind == OpKind::Attribute)
    return show(arch->args(op)[0].value, depth + 1) + "." +
           arch->text(op.name).str();
  if (op.kind == OpKind::Element)
    return show(arch->args(op)[0].value, depth + 1) + "[" +
           std::to_string(op.index) + "]";
  if (op.kind == OpKind::Call && op.callee && op.decl == NoDecl)
    stream << show(op.callee, depth + 1);
  else if (op.kind == OpKind::Call || op.kind == OpKind::MethodCall)
    stream << (op.kind == OpKind::MethodCall ? "." : "") << arch->text(op.name);
  else
    stream << opKindName(op.kind);
  stream << "(";
  bool first = true;
  for (const Argument &argument : arch->args(op)) {
    if (argument.isDefault)
      continue;
    stream << (first ? "" : ", ");
    first = false;
    if (argument.kind == ArgumentKind::Star)
      stream << "*";
    if (argument.kind == ArgumentKind::DoubleStar)
      stream << "**";
    if (argument.keyword)
      stream << arch->text(argument.keyword) << "=";
    stream << show(argument.value, depth + 1);
  }
  stream << ")" << suffix;
  return stream.str();
}

std::string Lifted::show(const Op &op) const {
  return op.hasResult() ? show(op.result()) : opKindName(op.kind).str();
}

std::string Lifted::returned(llvm::StringRef name) const {
  std::vector<const Op *> returns = ops(name, OpKind::Return);
  if (returns.empty())
    return "nothing";
  llvm::ArrayRef<Argument> args = arch->args(*returns.front());
  return args.empty() ? "None" : show(args[0].value);
}

std::string Lifted::verify() const {
  std::string out;
  llvm::raw_string_ostream stream(out);
  verifyArchitecture(*arch, stream);
  return stream.str() + checkRanges(*arch, source->text());
}

std::string adopter::test::checkRanges(const Architecture &arch,
                                       llvm::StringRef text) {
  std::string out;
  llvm::raw_string_ostream stream(out);
  for (uint32_t i = 0; i < arch.ops.size(); ++i) {
    const Op &op = arch.ops[OpId(i)];
    if (op.range.isValid() &&
        (op.range.begin > op.range.end || op.range.end > text.size()))
      stream << "op " << i << " is outside of the file\n";
    if (!op.statement) {
      continue;
    }
    const Statement &statement = arch.statements[op.statement];
    if (op.range.isValid() && !op.inlined &&
        !statement.range.contains(op.range))
      stream << "op " << i << " is outside of its statement\n";
    if (!(statement.firstOp <= OpId(i) && OpId(i) < statement.endOp))
      stream << "op " << i << " is not counted by its statement\n";
  }
  for (const Statement &statement : arch.statements) {
    if (!statement.parent)
      continue;
    const Statement &outer = arch.statements[statement.parent];
    if (!outer.range.contains(statement.range) ||
        statement.firstOp < outer.firstOp || outer.endOp < statement.endOp)
      stream << "a statement is outside of the one around it: "
             << text.slice(statement.range.begin, statement.range.end) << "\n";
  }
  for (const Function &function : arch.functions)
    for (const Binding &binding : function.bindings)
      if (binding.target.isValid()) {
        llvm::StringRef name =
            text.slice(binding.target.begin, binding.target.end);
        // `import a.b` and `a as b` name more than the variable.
        if (name != arch.text(binding.variable) && !name.contains('.') &&
            !name.contains(" as "))
          stream << "binding of " << arch.text(binding.variable) << " is at `"
                 << name << "`\n";
      }
  return stream.str();
}

/// The token that starts at `at`: a word or one character.
static size_t tokenEnd(llvm::StringRef text, size_t at) {
  auto isWord = [](char c) {
    return isalnum(static_cast<unsigned char>(c)) || c == '_';
  };
  size_t end = at + 1;
  if (isWord(text[at]))
    while (end < text.size() && isWord(text[end]))
      ++end;
  return end;
}

void adopter::test::damage(std::string &text, std::mt19937 &random) {
  if (text.empty())
    return;
  size_t at = random() % text.size();
  size_t from = random() % text.size();
  size_t end = tokenEnd(text, at);
  std::string other = text.substr(from, tokenEnd(text, from) - from);
  switch (random() % 4) {
  case 0:
    text.erase(at, end - at);
    break;
  case 1:
    text.replace(at, end - at, other);
    break;
  case 2:
    text.insert(at, other);
    break;
  default:
    text.insert(end, text.substr(at, end - at));
  }
}
