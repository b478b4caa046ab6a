// SPDX-License-Identifier: Apache-2.0
#include "runtime/lift/Declarations.h"

using namespace adopter;
using namespace adopter::lift;
using namespace adopter::model;
using python::PyField;
using python::PyKind;
using python::PyNode;

/// Compound statements of a module that are looked into, one in another.
static constexpr unsigned MaxModuleNesting = 60;

namespace {

class ModuleDeclarer {
public:
  explicit ModuleDeclarer(FileContext &file) : file(file), arch(file.arch) {}

  void run() {
    block(file.source.root(), true, 0);
    declareGlobals();
    // Only now every name is known.
    for (auto [id, decorated] : decoratedFunctions)
      decorate(id, decorated);
    for (auto [id, decorated] : decoratedClasses)
      readDecorators(file, decorated, arch.classes[id].decorators,
                     [&](PyNode node) { return file.names.path(node); });
    for (uint32_t i = 0; i < arch.classes.size(); ++i)
      resolveBases(ClassId(i));
    for (uint32_t i = 0; i < arch.classes.size(); ++i) {
      linearise(ClassId(i));
      decideModule(ClassId(i));
    }
  }

private:
  void block(PyNode block, bool always, unsigned depth);
  void statement(PyNode node, bool always, unsigned depth);
  void importStatement(PyNode node, bool always);
  void assignment(PyNode node, bool always);
  void variables(PyNode target, bool always);
  void definition(PyNode node, PyNode decorated, bool always);
  void declareClass(PyNode node, PyNode decorated, bool always);
  void declareMethods(ClassId id, PyNode body);
  void declareGlobals();
  void resolveBases(ClassId id);
  void linearise(ClassId id);
  void decideModule(ClassId id);
  bool isModuleName(llvm::StringRef base, bool hasForward) const;
  FunctionId function(PyNode node, PyNode decorated, ClassId owner);
  void decorate(FunctionId id, PyNode decorated);

  FileContext &file;
  Architecture &arch;
  std::vector<std::pair<FunctionId, PyNode>> decoratedFunctions;
  std::vector<std::pair<ClassId, PyNode>> decoratedClasses;
};

} // namespace

void ModuleDeclarer::block(PyNode block, bool always, unsigned depth) {
  if (!block || depth > MaxModuleNesting)
    return;
  for (PyNode child : block.children())
    statement(child, always, depth);
}

void ModuleDeclarer::statement(PyNode node, bool always, unsigned depth) {
  switch (node.kind()) {
  case PyKind::ImportStatement:
  case PyKind::ImportFromStatement:
    return importStatement(node, always);
  case PyKind::FutureImportStatement:
    return;
  case PyKind::ExpressionStatement:
    if (PyNode inner = node.firstChild()) {
      if (inner.is(PyKind::Assignment))
        return assignment(inner, always);
      if (inner.is(PyKind::AugmentedAssignment))
        return variables(inner.field(PyField::Left), false);
    }
    return;
  case PyKind::FunctionDefinition:
  case PyKind::ClassDefinition:
    return definition(node, {}, always);
  case PyKind::DecoratedDefinition:
    if (PyNode inner = node.field(PyField::Definition))
      definition(inner, node, always);
    return;
  case PyKind::ForStatement:
    variables(node.field(PyField::Left), false);
    [[fallthrough]];
  case PyKind::IfStatement:
  case PyKind::WhileStatement:
  case PyKind::TryStatement:
  case PyKind::MatchStatement:
  case PyKind::ElifClause:
  case PyKind::ElseClause:
  case PyKind::ExceptClause:
  case PyKind::FinallyClause:
  case PyKind::CaseClause:
    for (PyNode part : node.children()) {
      if (part.is(PyKind::Block))
        block(part, false, depth + 1);
      else if (part.is(PyKind::ElifClause) || part.is(PyKind::ElseClause) ||
               part.is(PyKind::ExceptClause) ||
               part.is(PyKind::FinallyClause) || part.is(PyKind::CaseClause))
        statement(part, false, depth);
    }
    return;
  case PyKind::WithStatement:
    block(node.field(PyField::Body), always, depth + 1);
    return;
  default:
    return;
  }
}

//===-- imports and variables ---------------------------------------------===//

llvm::SmallVector<ImportedName, 4> adopter::lift::readImports(FileContext &file,
                                                              PyNode node) {
  llvm::SmallVector<ImportedName, 4> names;
  SymbolId module;
  std::string absolute;
  bool isFrom = node.is(PyKind::ImportFromStatement);
  if (isFrom) {
    PyNode moduleNode = node.field(PyField::ModuleName);
    if (!moduleNode)
      return names;
    // Line continuations inside a dotted name are no part of it.
    std::string written;
    for (char c : moduleNode.text())
      if (!isspace(static_cast<unsigned char>(c)) && c != '\\')
        written += c;
    module = file.symbol(written);
    absolute = file.package.resolve(written);
  }
  for (PyNode child : node.children()) {
    ImportedName found;
    found.node = child;
    found.import.range = node.range();
    found.import.nameRange = child.range();
    found.import.module = module;
    if (isFrom && child.is(PyKind::WildcardImport)) {
      found.qualified = file.symbol(absolute);
      found.import.name = found.import.alias = file.symbol("*");
      names.push_back(found);
      continue;
    }
    if (child.fieldName() != PyField::Name)
      continue;
    PyNode name = child, alias;
    if (child.is(PyKind::AliasedImport)) {
      name = child.field(PyField::Name);
      alias = child.field(PyField::Alias);
    }
    llvm::StringRef text = name.text();
    SymbolId written = file.symbol(text);
    if (isFrom) {
      found.import.name = written;
      found.qualified = file.join(file.symbol(absolute), written);
      found.local = alias ? file.symbol(alias) : written;
    } else {
      found.import.module = written;
      // `import a.b` binds `a`, `import a.b as c` binds all of it.
      found.local =
          alias ? file.symbol(alias) : file.symbol(text.split('.').first);
      found.qualified = alias ? written : found.local;
    }
    found.import.alias = found.local;
    names.push_back(found);
  }
  return names;
}

void ModuleDeclarer::importStatement(PyNode node, bool always) {
  for (ImportedName &name : readImports(file, node)) {
    name.import.topLevel = always;
    arch.imports.push_back(name.import);
    if (!name.local) {
      file.names.importAll(name.qualified);
      continue;
    }
    ModuleNames::Definition definition;
    definition.kind = NameKind::Qualified;
    definition.qualified = name.qualified;
    definition.always = always;
    file.names.define(name.local, definition);
  }
}

/// `X = torch.fx.wrap(X)` leaves X what it is.
static bool isIdentityWrapper(PyNode target, PyNode value) {
  if (!value.is(PyKind::Call))
    return false;
  llvm::StringRef callee = value.field(PyField::Function).text();
  if (callee != "torch.fx.wrap" && callee != "torch.jit.script")
    return false;
  PyNode argument = value.field(PyField::Arguments).firstChild();
  return argument && argument.text() == target.text();
}

void ModuleDeclarer::assignment(PyNode node, bool always) {
  PyNode target = node.field(PyField::Left);
  PyNode value = node.field(PyField::Right);
  if (!value)
    return; // an annotation
  if (value.is(PyKind::Assignment)) {
    variables(target, always);
    return assignment(value, always);
  }
  if (!target.is(PyKind::Identifier))
    return variables(target, always);
  if (isIdentityWrapper(target, value))
    return;
  ModuleNames::Definition definition;
  definition.always = always;
  definition.isNone = value.is(PyKind::None);
  if (value.is(PyKind::Identifier) || value.is(PyKind::Attribute))
    definition.value = value;
  file.names.define(file.symbol(target), definition);
}

void ModuleDeclarer::variables(PyNode target, bool always) {
  if (!target)
    return;
  ModuleNames::Definition definition;
  definition.always = always;
  forEachBoundName(target, [&](PyNode name) {
    file.names.define(file.symbol(name), definition);
  });
}

/// What a function declares `global` may be anything.
void ModuleDeclarer::declareGlobals() {
  for (PyNode node : file.source.root().descendants())
    if (node.is(PyKind::GlobalStatement))
      for (PyNode name : node.children())
        file.names.define(file.symbol(name), {});
}

//===-- definitions -------------------------------------------------------===//

void adopter::lift::readDecorators(FileContext &file, PyNode decorated,
                                   std::vector<Decorator> &decorators,
                                   llvm::function_ref<SymbolId(PyNode)> path) {
  for (PyNode node : decorated.children()) {
    if (!node.is(PyKind::Decorator) || !node.firstChild())
      continue;
    PyNode name = node.firstChild();
    if (name.is(PyKind::Call))
      name = name.field(PyField::Function);
    SymbolId qualified = path(name);
    decorators.push_back(
        {qualified ? qualified : file.symbol(name), node.range()});
  }
}

FunctionId ModuleDeclarer::function(PyNode node, PyNode decorated,
                                    ClassId owner) {
  FunctionId id = file.declareFunction(node);
  Function &declared = arch.functions[id];
  declared.owner = owner;
  SymbolId name = declared.name;
  declared.qualifiedName =
      owner ? file.join(arch.classes[owner].qualifiedName, name)
            : file.ownName(name);
  if (decorated)
    decoratedFunctions.push_back({id, decorated});
  return id;
}

void ModuleDeclarer::decorate(FunctionId id, PyNode decorated) {
  Function &declared = arch.functions[id];
  readDecorators(file, decorated, declared.decorators,
                 [&](PyNode node) { return file.names.path(node); });
  for (const Decorator &decorator : declared.decorators) {
    llvm::StringRef text = arch.text(decorator.name);
    declared.isStatic |= text == "builtins.staticmethod";
    declared.isClassMethod |= text == "builtins.classmethod";
    declared.isProperty |= text == "builtins.property" ||
                           text == "functools.cached_property" ||
                           text == "abc.abstractproperty";
  }
}

void ModuleDeclarer::definition(PyNode node, PyNode decorated, bool always) {
  if (node.is(PyKind::ClassDefinition))
    return declareClass(node, decorated, always);
  ModuleNames::Definition defined;
  defined.kind = NameKind::Function;
  defined.function = function(node, decorated, {});
  defined.qualified = arch.functions[defined.function].qualifiedName;
  defined.always = always;
  file.names.define(arch.functions[defined.function].name, defined);
}

void ModuleDeclarer::declareClass(PyNode node, PyNode decorated, bool always) {
  PyNode name = node.field(PyField::Name);
  if (!name)
    return;
  Class declared;
  declared.name = file.symbol(name);
  declared.qualifiedName = file.ownName(declared.name);
  declared.range = node.range();
  if (PyNode body = node.field(PyField::Body))
    declared.bodyRange = body.range();
  ModuleNames::Definition defined;
  defined.kind = NameKind::Class;
  defined.qualified = declared.qualifiedName;
  defined.always = always;
  SymbolId symbol = declared.name;
  ClassId id = arch.classes.add(std::move(declared));
  file.classes.add(ClassInfo(node));
  defined.theClass = id;
  if (decorated)
    decoratedClasses.push_back({id, decorated});
  file.names.define(symbol, defined);
  if (PyNode body = node.field(PyField::Body))
    declareMethods(id, body);
}

void ModuleDeclarer::declareMethods(ClassId id, PyNode body) {
  llvm::SmallVector<PyNode, 8> blocks = {body};
  for (size_t i = 0; i < blocks.size() && i < MaxModuleNesting; ++i) {
    for (PyNode child : blocks[i].children()) {
      PyNode definition = child, decorated;
      if (child.is(PyKind::DecoratedDefinition)) {
        decorated = child;
        definition = child.field(PyField::Definition);
      }
      if (definition && definition.is(PyKind::FunctionDefinition)) {
        FunctionId method = function(definition, decorated, id);
        arch.classes[id].methods.push_back(method);
        file.classes[id].methods[arch.functions[method].name] = method;
        continue;
      }
      // Methods under `if` in a class body are methods too.
      if (child.is(PyKind::IfStatement) || child.is(PyKind::TryStatement))
        for (PyNode part : child.children()) {
          if (part.is(PyKind::Block))
            blocks.push_back(part);
          for (PyNode inner : part.children())
            if (inner.is(PyKind::Block))
              blocks.push_back(inner);
        }
    }
  }
}

//===-- bases -------------------------------------------------------------===//

void ModuleDeclarer::resolveBases(ClassId id) {
  PyNode arguments = file.classes[id].node.field(PyField::Superclasses);
  if (!arguments)
    return;
  Class &theClass = arch.classes[id];
  for (PyNode base : arguments.children()) {
    if (base.is(PyKind::KeywordArgument))
      continue;
    PyNode named = base;
    if (base.is(PyKind::Subscript)) // Generic[T]
      named = base.field(PyField::Value);
    SymbolId path = file.names.path(named);
    theClass.bases.push_back(path ? path : file.symbol(named));
    if (!named.is(PyKind::Identifier))
      continue;
    ModuleName name = file.names.lookUp(file.symbol(named));
    // A base defined twice, or further down: the text before this class says.
    ClassId found = name.theClass;
    if (!found && name.kind == NameKind::Variable)
      for (uint32_t i = 0; i < id.index(); ++i)
        if (arch.classes[ClassId(i)].name == file.symbol(named))
          found = ClassId(i);
    if (found && found < id) {
      theClass.baseClasses.push_back(found);
      file.classes[found].derived.push_back(id);
    }
  }
}

/// Python's method resolution order (C3) over the bases in this file; where
/// they contradict each other, which Python refuses, one after another.
void ModuleDeclarer::linearise(ClassId id) {
  const std::vector<ClassId> &bases = arch.classes[id].baseClasses;
  std::vector<ClassId> order = {id};
  std::vector<std::vector<ClassId>> lists;
  for (ClassId base : bases)
    lists.push_back(file.classes[base].order);
  lists.push_back(bases);
  for (;;) {
    std::erase_if(lists, [](const auto &list) { return list.empty(); });
    if (lists.empty())
      break;
    ClassId next;
    for (const auto &list : lists) {
      bool isLater = llvm::any_of(lists, [&](const auto &other) {
        return llvm::is_contained(llvm::ArrayRef(other).drop_front(),
                                  list.front());
      });
      if (!isLater) {
        next = list.front();
        break;
      }
    }
    if (!next)
      next = lists.front().front();
    order.push_back(next);
    for (auto &list : lists)
      list.erase(std::remove(list.begin(), list.end(), next), list.end());
  }
  file.classes[id].order = std::move(order);
}

/// A base that is not in this file: by where it comes from, or by its name.
bool ModuleDeclarer::isModuleName(llvm::StringRef base, bool hasForward) const {
  if (base.starts_with("torch.nn.") && !base.starts_with("torch.nn.init"))
    return true;
  if (base.starts_with("torch.autograd") || base.starts_with("builtins."))
    return false;
  llvm::StringRef last = base.rsplit('.').second;
  if (last.empty())
    last = base;
  if (last.ends_with("Config") || last.ends_with("Output") ||
      last.ends_with("Mixin"))
    return false;
  return hasForward || last.ends_with("Module") ||
         last.ends_with("PreTrainedModel") || last.ends_with("Layer");
}

void ModuleDeclarer::decideModule(ClassId id) {
  Class &theClass = arch.classes[id];
  bool hasForward = file.classes[id].methods.count(file.symbol("forward")) != 0;
  for (ClassId base : theClass.baseClasses)
    theClass.isModule |= arch.classes[base].isModule; // comes before
  for (SymbolId base : theClass.bases)
    theClass.isModule |= isModuleName(arch.text(base), hasForward);
}

void adopter::lift::declareModule(FileContext &file) {
  ModuleDeclarer(file).run();
}
