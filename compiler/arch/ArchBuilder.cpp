// SPDX-License-Identifier: Apache-2.0
#include "compiler/arch/ArchBuilder.h"
#include "compiler/arch/Body.h"

using namespace adopter;
using namespace adopter::arch;
using model::ClassId;
using model::FunctionId;

//===-- functions ---------------------------------------------------------===//

model::Parameter &adopter::arch::addParameter(Context &file,
                                              FunctionId function,
                                              llvm::StringRef name) {
  model::Function &owner = file.arch.functions[function];
  model::Parameter parameter;
  parameter.name = file.symbol(name);
  parameter.value = file.arch.values.add(
      {model::ValueKind::Parameter, OpId(), function,
       static_cast<uint32_t>(owner.parameters.size()), parameter.name});
  owner.parameters.push_back(parameter);
  return owner.parameters.back();
}

void adopter::arch::addBody(Context &file, FunctionId function) {
  model::Region body;
  body.kind = RegionKind::Body;
  body.function = function;
  file.arch.functions[function].body = file.arch.regions.add(std::move(body));
}

/// Ellipsis in a signature: `opaque("default")`, a default that is not known.
static bool isUnknownDefault(const ast::Expr *expr) {
  const auto *call = llvm::dyn_cast<ast::Call>(expr);
  return call && ast::qualifiedName(*call->callee) == "opaque";
}

FunctionId Context::declareFunction(const ast::FunctionDecl &decl,
                                    ClassId owner, FunctionId enclosing) {
  model::Function function;
  function.name = symbol(decl.name.text);
  std::string qualified;
  if (owner)
    qualified = (arch.text(arch.classes[owner].name) + ".").str();
  function.qualifiedName = symbol(qualified + decl.name.text.str());
  function.owner = owner;
  function.enclosing = enclosing;
  function.range = decl.range();
  function.bodyRange = decl.body.range;
  for (const ast::Expr *decorator : decl.decorators) {
    std::string name = ast::qualifiedName(*decorator);
    if (const auto *call = llvm::dyn_cast<ast::Call>(decorator))
      name = ast::qualifiedName(*call->callee);
    function.decorators.push_back({symbol(name), decorator->range()});
    llvm::StringRef last = llvm::StringRef(name).rsplit('.').second;
    if (last.empty())
      last = name;
    function.isStatic |= last == "staticmethod";
    function.isClassMethod |= last == "classmethod";
    function.isProperty |= last == "property" || last == "cached_property";
  }
  FunctionId id = arch.functions.add(std::move(function));
  addBody(*this, id);

  bool keywordOnly = false;
  for (const ast::Parameter &written : decl.params) {
    if (written.kind == ast::ParameterKind::Slash)
      continue;
    if (written.kind == ast::ParameterKind::Star && !written.name) {
      keywordOnly = true;
      continue;
    }
    model::Parameter &parameter = addParameter(*this, id, written.name.text);
    parameter.keywordOnly =
        keywordOnly && written.kind == ast::ParameterKind::Plain;
    if (written.kind == ast::ParameterKind::Star) {
      parameter.kind = model::ArgumentKind::Star;
      keywordOnly = true;
    } else if (written.kind == ast::ParameterKind::DoubleStar) {
      parameter.kind = model::ArgumentKind::DoubleStar;
    }
    if (written.annotation)
      parameter.annotation =
          symbol(diags.sourceManager().text(written.annotation->range()));
    parameter.hasDefault = written.defaultValue != nullptr;
  }
  return id;
}

void adopter::arch::buildBody(Context &file, FunctionId function,
                              const ast::FunctionDecl &decl, Body *outer) {
  Body body(file, function, outer);
  // Defaults are evaluated where the function is defined; the model keeps
  // those that are literals or names.
  size_t index = 0;
  for (const ast::Parameter &written : decl.params) {
    if (written.kind == ast::ParameterKind::Slash || !written.name)
      continue;
    if (written.defaultValue && !isUnknownDefault(written.defaultValue)) {
      ValueId value = body.expr(written.defaultValue);
      file.arch.functions[function].parameters[index].defaultValue = value;
    }
    ++index;
  }
  body.block(decl.body);
  body.finish();
}

//===-- the file ----------------------------------------------------------===//

namespace {

class FileBuilder {
public:
  FileBuilder(const ast::File &file, Context &context)
      : file(file), context(context), arch(context.arch) {}

  void run() {
    for (const ast::Decl *decl : file.decls)
      if (const auto *module = llvm::dyn_cast<ast::ModuleDecl>(decl))
        declareClass(*module);
    for (uint32_t i = 0; i < arch.classes.size(); ++i)
      declareBases(ClassId(i));
    for (const ast::Decl *decl : file.decls)
      if (const auto *function = llvm::dyn_cast<ast::FunctionDecl>(decl)) {
        FunctionId id = context.declareFunction(*function, {}, {});
        context.functionNames[function->name.text] = id;
        bodies.push_back({id, function});
      }
    for (uint32_t i = 0; i < arch.classes.size(); ++i)
      declareMembers(context, ClassId(i));
    // Constructors first: methods call what they build.
    for (uint32_t i = 0; i < arch.classes.size(); ++i)
      if (!hasOwnConstructor(ClassId(i)))
        buildConstructor(context, ClassId(i));
    for (bool isInit : {true, false})
      for (auto [id, decl] : bodies)
        if ((decl->name.text == "__init__") == isInit)
          buildBody(context, id, *decl, nullptr);
    arch.finalize();
  }

private:
  bool hasOwnConstructor(ClassId id) const {
    for (FunctionId method : arch.classes[id].methods)
      if (arch.text(arch.functions[method].name) == "__init__")
        return true;
    return false;
  }

  void declareClass(const ast::ModuleDecl &decl) {
    model::Class added;
    added.name = added.qualifiedName = context.symbol(decl.name.text);
    added.range = added.bodyRange = decl.range();
    added.isModule = true;
    for (const ast::Expr *decorator : decl.decorators) {
      std::string name = ast::qualifiedName(*decorator);
      if (const auto *call = llvm::dyn_cast<ast::Call>(decorator))
        name = ast::qualifiedName(*call->callee);
      if (name == "object")
        added.isModule = false;
      else
        added.decorators.push_back({context.symbol(name), decorator->range()});
    }
    ClassId id = arch.classes.add(std::move(added));
    context.classes.add(&decl);
    context.classNames[decl.name.text] = id;
    for (const ast::Decl *item : decl.items)
      if (const auto *method = llvm::dyn_cast<ast::FunctionDecl>(item)) {
        FunctionId function = context.declareFunction(*method, id, {});
        arch.classes[id].methods.push_back(function);
        context.functionNames[context.text(
            arch.functions[function].qualifiedName)] = function;
        bodies.push_back({function, method});
      }
  }

  void declareBases(ClassId id) {
    for (const ast::Argument &base : context.classes[id]->bases) {
      std::string name = ast::qualifiedName(*base.value);
      // `named("...")` is a name that is no plain one.
      if (const auto *call = llvm::dyn_cast<ast::Call>(base.value);
          call && call->args.size() == 1)
        if (const auto *text =
                llvm::dyn_cast<ast::Literal>(call->args[0].value))
          name = text->string.str();
      arch.classes[id].bases.push_back(context.symbol(name));
      auto own = context.classNames.find(name);
      // As in Python, a base stands above.
      if (own != context.classNames.end() && own->second < id)
        arch.classes[id].baseClasses.push_back(own->second);
    }
  }

  const ast::File &file;
  Context &context;
  model::Architecture &arch;
  std::vector<std::pair<FunctionId, const ast::FunctionDecl *>> bodies;
};

} // namespace

std::unique_ptr<model::Architecture>
adopter::arch::buildArchitecture(const ast::File &file,
                                 const program::Program &program,
                                 DiagnosticEngine &diags) {
  auto arch = std::make_unique<model::Architecture>(program.symbols.get());
  arch->file = file.id;
  Context context(program, diags, *arch);
  FileBuilder(file, context).run();
  return arch;
}
