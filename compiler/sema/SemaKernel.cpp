// SPDX-License-Identifier: Apache-2.0
#include "compiler/sema/SemaKernel.h"
#include "compiler/sema/SemaOp.h"
#include "compiler/sema/Suggest.h"
#include "runtime/program/Signature.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

using namespace adopter;
using namespace adopter::sema;
using program::KernelId;

static const llvm::StringRef knownDtypes[] = {
    "float64",   "float32",    "float16",       "bfloat16",   "int64",
    "int32",     "int16",      "int8",          "uint8",      "bool",
    "complex64", "complex128", "float8_e4m3fn", "float8_e5m2"};
static const llvm::StringRef knownDevices[] = {"any", "cpu", "cuda", "hpu",
                                               "mps", "npu", "rocm", "xpu"};
static const llvm::StringRef knownModes[] = {"training", "inference"};

static bool startsUpper(llvm::StringRef name) {
  return !name.empty() && llvm::isUpper(name.front());
}

/// Splits the qualified name: what is imported, and what follows it. The last
/// component is imported, unless it is a method of a class
/// (`a.b.Function.apply`): then the class is.
static void setDefaultImport(program::Kernel &kernel, llvm::StringRef name) {
  llvm::StringRef imported = name;
  llvm::StringRef last = lastName(name);
  llvm::StringRef owner = lastName(parentName(name));
  if (startsUpper(owner) && !startsUpper(last)) {
    imported = parentName(name);
    kernel.callSuffix = ("." + last).str();
  }
  kernel.importModule = parentName(imported).str();
  kernel.importName = lastName(imported).str();
}

void KernelSema::declare(const ast::KernelDecl &decl) {
  llvm::StringRef name = decl.name.text;
  std::string key = (llvm::Twine(context.pack.raw()) + " " + name).str();
  auto [first, isNew] = names.try_emplace(key, decl.name.range);
  if (!isNew) {
    context.report(decl.name.range, DiagKind::duplicate_declaration, name)
        .note(first->second, DiagKind::note_declared_here, name);
    return;
  }
  program::Kernel kernel;
  kernel.name = context.intern(name);
  kernel.parameters = declareParameters(context, decl.params);
  kernel.documentation = llvm::join(decl.doc, "\n");
  kernel.deterministic = false;
  setDefaultImport(kernel, name);
  KernelId id = context.program.kernels.add(std::move(kernel));
  context.origins.kernels.add(decl.name.range);
  context.names.addKernel(id, context.pack);
  declared.push_back({id, &decl});
}

void KernelSema::define() {
  for (auto [id, decl] : declared) {
    program::Kernel &kernel = context.program.kernels[id];
    defineDefaults(context, decl->params, kernel.parameters);
    defineSheet(*decl, kernel);
    if (kernel.importModule.empty())
      context.report(decl->name.range, DiagKind::kernel_not_importable,
                     decl->name.text);
  }
}

void KernelSema::defineSheet(const ast::KernelDecl &decl,
                             program::Kernel &kernel) {
  using Kind = ast::SheetLineKind;
  std::map<Kind, SourceRange> seen;
  // A class takes its call's parameters from the sheet: read that line first,
  // so that the others may name them.
  for (const ast::SheetLine *line : decl.lines)
    if (line->lineKind == Kind::Module && !kernel.callParameters) {
      kernel.callParameters = declareParameters(context, line->params);
      defineDefaults(context, line->params, *kernel.callParameters);
    }
  for (const ast::SheetLine *line : decl.lines) {
    bool mayRepeat =
        line->lineKind == Kind::Requires || line->lineKind == Kind::Note ||
        line->lineKind == Kind::Limit || line->lineKind == Kind::Device;
    auto [first, isNew] = seen.try_emplace(line->lineKind, line->range());
    if (!isNew && !mayRepeat) {
      llvm::StringRef keyword = ast::sheetLineKeyword(line->lineKind);
      context.report(line->range(), DiagKind::duplicate_line, keyword)
          .note(first->second, DiagKind::note_declared_here, keyword);
      continue;
    }
    defineLine(*line, kernel);
  }
}

void KernelSema::defineLine(const ast::SheetLine &line,
                            program::Kernel &kernel) {
  using Kind = ast::SheetLineKind;
  switch (line.lineKind) {
  case Kind::Requires: {
    // "name", "name >= 1.2", "name >= 1.2, < 2"
    llvm::StringRef package =
        line.text.take_until([](char c) { return c == ' '; });
    if (package.empty() || !llvm::all_of(package, [](char c) {
          return llvm::isAlnum(c) || c == '-' || c == '_' || c == '.';
        }))
      context.report(line.textRange, DiagKind::package_malformed, line.text);
    else
      kernel.packages.push_back(line.text.str());
    return;
  }
  case Kind::Device:
    return defineDevices(line, kernel);
  case Kind::Dtypes:
    for (const ast::Identifier &dtype : line.names) {
      if (!llvm::is_contained(knownDtypes, dtype.text))
        reportUnknown(dtype, "dtypes", knownDtypes);
      else
        kernel.dtypes.push_back(context.intern(dtype.text));
    }
    return;
  case Kind::Modes:
    return defineModes(line, kernel);
  case Kind::Gradients:
    return defineGradients(line, kernel);
  case Kind::Mutates:
    return defineMutates(line, kernel);
  case Kind::Deterministic:
    kernel.deterministic = true;
    return;
  case Kind::Layout:
    kernel.notes.push_back({"layout", line.text.str()});
    return;
  case Kind::Note:
    kernel.notes.push_back({"note", line.text.str()});
    return;
  case Kind::Limit: {
    llvm::StringRef value =
        line.value ? context.source(line.value->range()) : llvm::StringRef();
    kernel.notes.push_back(
        {line.name.text.str(),
         (ast::compareOpToken(line.op) + " " + value).str()});
    return;
  }
  case Kind::Import:
    return defineImport(line, kernel);
  case Kind::Module:
    return; // read before
  }
}

void KernelSema::defineDevices(const ast::SheetLine &line,
                               program::Kernel &kernel) {
  for (size_t i = 0; i < line.names.size(); ++i) {
    const ast::Identifier &device = line.names[i];
    if (!llvm::is_contained(knownDevices, device.text)) {
      reportUnknown(device, "device", knownDevices);
      continue;
    }
    std::string text = device.text.str();
    if (i < line.minimums.size() && line.minimums[i])
      text += (" >= " + context.source(line.minimums[i]->range())).str();
    if (text != "any")
      kernel.devices.push_back(std::move(text));
  }
}

void KernelSema::defineModes(const ast::SheetLine &line,
                             program::Kernel &kernel) {
  kernel.training = false;
  kernel.inference = false;
  for (const ast::Identifier &mode : line.names) {
    if (mode.text == "training")
      kernel.training = true;
    else if (mode.text == "inference")
      kernel.inference = true;
    else
      reportUnknown(mode, "modes", knownModes);
  }
}

void KernelSema::defineGradients(const ast::SheetLine &line,
                                 program::Kernel &kernel) {
  bool isWord = line.names.size() == 1 &&
                (line.names[0].text == "all" || line.names[0].text == "none");
  kernel.allGradients = isWord && line.names[0].text == "all";
  if (isWord)
    return;
  for (const ast::Identifier &name : line.names) {
    checkParameter(name, kernel);
    kernel.gradients.push_back(context.intern(name.text));
  }
}

void KernelSema::defineMutates(const ast::SheetLine &line,
                               program::Kernel &kernel) {
  for (const ast::Identifier &name : line.names) {
    if (name.text == "nothing" && line.names.size() == 1)
      return;
    if (name.text == "gradient") {
      kernel.mutatesGradient = true;
      continue;
    }
    checkParameter(name, kernel);
    kernel.mutates.push_back(context.intern(name.text));
  }
}

/// `from a.b import C`: what follows `C` in the kernel's name is called on it.
void KernelSema::defineImport(const ast::SheetLine &line,
                              program::Kernel &kernel) {
  llvm::StringRef text = line.text;
  llvm::StringRef module, name;
  if (text.consume_front("from "))
    std::tie(module, name) = text.split(" import ");
  module = module.trim();
  name = name.trim();
  if (module.empty() || name.empty() ||
      name.find_first_of(" ,.*") != llvm::StringRef::npos) {
    context.report(line.textRange, DiagKind::import_malformed, line.text);
    return;
  }
  llvm::StringRef qualified = context.text(kernel.name);
  kernel.importModule = module.str();
  kernel.importName = name.str();
  kernel.callSuffix.clear();
  std::string component = ("." + name + ".").str();
  size_t at = qualified.rfind(component);
  if (at != llvm::StringRef::npos)
    kernel.callSuffix =
        ("." + qualified.drop_front(at + component.size())).str();
}

void KernelSema::checkParameter(const ast::Identifier &name,
                                const program::Kernel &kernel) {
  // Of a class the sheet may name parameter tensors, which are not declared.
  if (kernel.callParameters || startsUpper(lastName(context.text(kernel.name))))
    return;
  SymbolId symbol = context.intern(name.text);
  if (program::findParameter(kernel.parameters, symbol))
    return;
  std::vector<llvm::StringRef> candidates;
  for (const program::Parameter &parameter : kernel.parameters)
    candidates.push_back(context.text(parameter.name));
  auto diagnostic = context.report(name.range, DiagKind::argument_unknown,
                                   context.text(kernel.name), name.text);
  Context::suggest(diagnostic, name.range, suggest(name.text, candidates));
}

void KernelSema::reportUnknown(const ast::Identifier &value,
                               llvm::StringRef line,
                               llvm::ArrayRef<llvm::StringRef> known) {
  auto diagnostic = context.report(value.range, DiagKind::unknown_sheet_value,
                                   value.text, line);
  Context::suggest(diagnostic, value.range, suggest(value.text, known));
}
