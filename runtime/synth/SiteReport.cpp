// SPDX-License-Identifier: Apache-2.0
#include "runtime/synth/SiteReport.h"
#include "runtime/support/DiagnosticEngine.h"
#include "runtime/synth/PyText.h"

using namespace adopter;
using namespace adopter::synth;
using namespace adopter::model;

SiteNames synth::namesOf(const Architecture &arch, FunctionId function) {
  SiteNames names;
  for (FunctionId f = function; f; f = arch.functions[f].enclosing) {
    llvm::StringRef own = arch.text(arch.functions[f].name);
    names.function =
        names.function.empty() ? own.str() : own.str() + "." + names.function;
    if (arch.functions[f].owner)
      names.className =
          arch.text(arch.classes[arch.functions[f].owner].name).str();
  }
  return names;
}

static void addKernels(const program::Program &program, program::ExprId id,
                       std::vector<std::string> &names, unsigned depth) {
  if (!id || depth > 40)
    return;
  const program::Expr &expr = program.exprs[id];
  if (expr.kind == program::ExprKind::KernelCall) {
    std::string name = program.text(program.kernels[expr.kernel].name).str();
    if (!llvm::is_contained(names, name))
      names.push_back(std::move(name));
  }
  for (const program::ExprArgument &argument : expr.args)
    addKernels(program, argument.value, names, depth + 1);
}

std::string synth::kernelsOf(const program::Program &program,
                             const program::Rule &rule) {
  std::vector<std::string> names;
  for (const program::RewriteMember &member : rule.rewriteMembers)
    addKernels(program, member.constructor, names, 0);
  for (const program::ValuePattern &value : rule.rewriteValues)
    addKernels(program, value.value, names, 0);
  std::string text;
  for (const std::string &name : names)
    text += (text.empty() ? "" : ", ") + name;
  return text;
}

/// `# Copied from x` in the comments directly above the line of `offset`.
static llvm::StringRef copiedFrom(llvm::StringRef text, uint32_t offset) {
  for (uint32_t at = lineBegin(text, offset); at != 0;) {
    at = lineBegin(text, at - 1);
    llvm::StringRef line = text.slice(at, lineEnd(text, at)).trim();
    if (line.starts_with("# Copied from"))
      return line.drop_front(2);
    if (!line.starts_with("#") && !line.starts_with("@"))
      break;
  }
  return {};
}

std::vector<std::string> synth::notesOn(const Architecture &arch,
                                        const python::PySource &source,
                                        FunctionId function) {
  std::vector<std::string> notes;
  auto look = [&](SourceRange range, llvm::ArrayRef<Decorator> decorators) {
    uint32_t begin = range.begin;
    for (const Decorator &decorator : decorators)
      begin = std::min(begin, decorator.range.begin);
    llvm::StringRef mark = copiedFrom(source.text(), begin);
    if (!mark.empty())
      notes.push_back(
          DiagnosticEngine::make({}, DiagKind::site_copied_from, {mark.str()})
              .message);
  };
  const Function &f = arch.functions[function];
  look(f.range, f.decorators);
  if (f.owner)
    look(arch.classes[f.owner].range, arch.classes[f.owner].decorators);
  return notes;
}
