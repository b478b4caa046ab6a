// SPDX-License-Identifier: Apache-2.0
#include "runtime/lift/Scope.h"

using namespace adopter;
using namespace adopter::lift;
using python::PyField;
using python::PyKind;
using python::PyNode;

namespace adopter::lift {

/// One function with everything inside, in two rounds: bind all names, then
/// resolve all identifiers. Works on a list of spans instead of recursion.
class ScopeBuilder {
public:
  explicit ScopeBuilder(ScopeTable &table) : table(table) {}

  void run(PyNode function) {
    uint32_t outermost = enterFunction(function, NoFrame);
    for (bool round : {false, true}) {
      resolving = round;
      if (round) {
        removeDeclared();
        nextFrame = 1;
      }
      pending.clear();
      addBody(function, outermost);
      while (!pending.empty()) {
        Span span = pending.back();
        pending.pop_back();
        walk(span);
      }
    }
  }

private:
  static constexpr uint32_t NoFrame = 0xFFFFFFFFu;

  /// The names of a function or of a comprehension, which binds its targets in
  /// slots of the function around it.
  struct Frame {
    Frame(uint32_t scope, uint32_t parent, bool isFunction)
        : scope(scope), parent(parent), isFunction(isFunction) {}
    uint32_t scope;
    uint32_t parent;
    bool isFunction;
    llvm::SmallDenseMap<SymbolId, uint32_t, 16> names;
    llvm::SmallVector<SymbolId, 2> declared; // global, nonlocal
  };
  struct Span {
    uint32_t begin, end, frame;
  };

  PyNode node(uint32_t index) const { return {table.source, index}; }
  void add(PyNode node, uint32_t frame) {
    if (node)
      pending.push_back({node.order(), endOf(node), frame});
  }
  uint32_t endOf(PyNode node) const {
    return table.source.tree().nodes[node.order()].next;
  }

  uint32_t enterFunction(PyNode function, uint32_t parent);
  uint32_t enterComprehension(PyNode comprehension, uint32_t parent);
  void addBody(PyNode function, uint32_t frame);
  void walk(Span span);
  void function(PyNode function, uint32_t frame);
  void comprehension(PyNode comprehension, uint32_t frame);
  void nestedClass(PyNode definition, uint32_t frame);
  void bindTargets(PyNode target, uint32_t frame);
  void bindImported(PyNode statement, uint32_t frame);
  void bind(SymbolId name, uint32_t frame);
  void bindName(PyNode identifier, uint32_t frame) {
    if (!resolving)
      bind(table.symbol(identifier), frame);
  }
  uint32_t functionFrame(uint32_t frame) const {
    while (!frames[frame].isFunction)
      frame = frames[frame].parent;
    return frame;
  }
  void removeDeclared();
  Reference lookUp(SymbolId name, uint32_t frame);
  Reference captureInto(uint32_t scope, uint32_t owner, SymbolId name,
                        uint32_t slot);
  void resolve(PyNode identifier, uint32_t frame) {
    if (resolving)
      table.references[identifier.order()] =
          lookUp(table.symbol(identifier), frame);
  }

  ScopeTable &table;
  std::vector<Frame> frames;
  std::vector<Span> pending;
  bool resolving = false;
  // The second round meets nested frames in the order of the first.
  uint32_t nextFrame = 0;
};

} // namespace adopter::lift

uint32_t ScopeBuilder::enterFunction(PyNode function, uint32_t parent) {
  if (resolving)
    return nextFrame++;
  uint32_t scope = static_cast<uint32_t>(table.scopes.size());
  FunctionScope &added = table.scopes.emplace_back();
  added.node = function.order();
  if (parent != NoFrame)
    added.enclosing = frames[parent].scope;
  table.scopeIndex[function.order()] = scope;
  frames.emplace_back(scope, parent, true);
  auto frame = static_cast<uint32_t>(frames.size() - 1);
  if (PyNode parameters = function.field(PyField::Parameters))
    for (PyNode parameter : parameters.children())
      if (PyNode name = parameterName(parameter))
        forEachBoundName(name, [&](PyNode id) { bindName(id, frame); });
  return frame;
}

uint32_t ScopeBuilder::enterComprehension(PyNode comprehension,
                                          uint32_t parent) {
  if (resolving)
    return nextFrame++;
  frames.emplace_back(frames[parent].scope, parent, false);
  auto frame = static_cast<uint32_t>(frames.size() - 1);
  for (PyNode clause : comprehension.children())
    if (clause.is(PyKind::ForInClause))
      bindTargets(clause.field(PyField::Left), frame);
  return frame;
}

/// Names and body of a function in its own frame; defaults of its parameters
/// are evaluated around it.
void ScopeBuilder::addBody(PyNode function, uint32_t frame) {
  if (PyNode parameters = function.field(PyField::Parameters))
    for (PyNode parameter : parameters.children())
      if (PyNode name = parameterName(parameter))
        forEachBoundName(name, [&](PyNode id) { resolve(id, frame); });
  add(function.field(PyField::Body), frame);
}

void ScopeBuilder::function(PyNode function, uint32_t frame) {
  if (PyNode name = function.field(PyField::Name)) {
    bindName(name, functionFrame(frame));
    resolve(name, frame);
  }
  if (PyNode parameters = function.field(PyField::Parameters))
    for (PyNode parameter : parameters.children())
      add(parameter.field(PyField::Value), frame);
  addBody(function, enterFunction(function, frame));
}

void ScopeBuilder::comprehension(PyNode comprehension, uint32_t frame) {
  uint32_t inner = enterComprehension(comprehension, frame);
  bool first = true;
  for (PyNode part : comprehension.children()) {
    if (!part.is(PyKind::ForInClause) || !first) {
      add(part, inner);
      continue;
    }
    // The first iterable is evaluated outside.
    first = false;
    for (PyNode clausePart : part.children())
      add(clausePart, clausePart.fieldName() == PyField::Right ? frame : inner);
  }
}

/// Not lifted; but what it reads of the function must stay as it is.
void ScopeBuilder::nestedClass(PyNode definition, uint32_t frame) {
  PyNode name = definition.field(PyField::Name);
  if (name) {
    bindName(name, functionFrame(frame));
    resolve(name, frame);
  }
  if (!resolving)
    return;
  for (PyNode inner : definition.descendants()) {
    if (!inner.is(PyKind::Identifier) || (name && inner == name))
      continue;
    Reference found = lookUp(table.symbol(inner), frame);
    if (found.isSlot())
      table.scopes[frames[frame].scope].captured[found.index()] = true;
  }
}

void ScopeBuilder::walk(Span span) {
  for (uint32_t i = span.begin; i < span.end;) {
    PyNode at = node(i);
    uint32_t skip = endOf(at);
    switch (at.kind()) {
    case PyKind::FunctionDefinition:
    case PyKind::Lambda:
      function(at, span.frame);
      i = skip;
      continue;
    case PyKind::ClassDefinition:
      nestedClass(at, span.frame);
      i = skip;
      continue;
    case PyKind::ListComprehension:
    case PyKind::SetComprehension:
    case PyKind::DictionaryComprehension:
    case PyKind::GeneratorExpression:
      comprehension(at, span.frame);
      i = skip;
      continue;
    case PyKind::Type:
      i = skip; // annotations of variables are not evaluated in functions
      continue;
    case PyKind::Assignment:
    case PyKind::AugmentedAssignment:
    case PyKind::ForStatement:
      bindTargets(at.field(PyField::Left), span.frame);
      break;
    case PyKind::NamedExpression:
      bindTargets(at.field(PyField::Name), functionFrame(span.frame));
      break;
    case PyKind::AsPatternTarget:
    case PyKind::DeleteStatement:
    case PyKind::SplatPattern:
      for (PyNode target : at.children())
        bindTargets(target, span.frame);
      break;
    case PyKind::CasePattern:
      if (PyNode name = at.firstChild();
          name && name.is(PyKind::DottedName) && !name.text().contains('.')) {
        bindName(name, functionFrame(span.frame));
        resolve(name, span.frame);
      }
      break;
    case PyKind::AsPattern:
      // `case x as y`: the name stands there without a target node.
      if (PyNode last = at.lastChild(); last && last.is(PyKind::Identifier))
        bindTargets(last, span.frame);
      break;
    case PyKind::ImportStatement:
    case PyKind::ImportFromStatement:
      bindImported(at, functionFrame(span.frame));
      break;
    case PyKind::GlobalStatement:
    case PyKind::NonlocalStatement:
      if (!resolving)
        for (PyNode name : at.children())
          frames[functionFrame(span.frame)].declared.push_back(
              table.symbol(name));
      break;
    case PyKind::Identifier:
      if (at.fieldName() != PyField::Attribute &&
          !(at.fieldName() == PyField::Name &&
            at.parent().is(PyKind::KeywordArgument)))
        resolve(at, span.frame);
      break;
    default:
      break;
    }
    ++i;
  }
}

void ScopeBuilder::bindTargets(PyNode target, uint32_t frame) {
  if (!resolving && target)
    forEachBoundName(target, [&](PyNode name) { bindName(name, frame); });
}

void ScopeBuilder::bindImported(PyNode statement, uint32_t frame) {
  if (resolving)
    return;
  for (PyNode name : statement.children()) {
    if (name.fieldName() != PyField::Name)
      continue;
    if (name.is(PyKind::AliasedImport)) {
      bindName(name.field(PyField::Alias), frame);
      continue;
    }
    // `import a.b` binds `a`.
    llvm::StringRef text = name.text();
    bind(table.symbols.intern(text.take_until([](char c) { return c == '.'; })),
         frame);
  }
}

void ScopeBuilder::bind(SymbolId name, uint32_t frame) {
  FunctionScope &scope = table.scopes[frames[frame].scope];
  auto [at, added] = frames[frame].names.try_emplace(
      name, static_cast<uint32_t>(scope.slots.size()));
  if (added) {
    scope.slots.push_back(name);
    scope.captured.push_back(false);
  }
}

void ScopeBuilder::removeDeclared() {
  for (Frame &frame : frames)
    for (SymbolId name : frame.declared)
      frame.names.erase(name);
}

Reference ScopeBuilder::lookUp(SymbolId name, uint32_t frame) {
  uint32_t scope = frames[frame].scope;
  for (uint32_t at = frame; at != NoFrame; at = frames[at].parent) {
    auto found = frames[at].names.find(name);
    if (found == frames[at].names.end())
      continue;
    if (frames[at].scope == scope)
      return Reference::slot(found->second);
    return captureInto(scope, frames[at].scope, name, found->second);
  }
  return {};
}

/// Captures slot `slot` of `owner` into `scope`, through those between.
Reference ScopeBuilder::captureInto(uint32_t scope, uint32_t owner,
                                    SymbolId name, uint32_t slot) {
  table.scopes[owner].captured[slot] = true;
  llvm::SmallVector<uint32_t, 4> chain; // innermost first
  for (uint32_t at = scope; at != owner; at = table.scopes[at].enclosing)
    chain.push_back(at);
  Reference outer = Reference::slot(slot);
  for (size_t i = chain.size(); i-- > 0;) {
    std::vector<Capture> &captures = table.scopes[chain[i]].captures;
    size_t k = 0;
    while (k < captures.size() && captures[k].name != name)
      ++k;
    if (k == captures.size())
      captures.push_back({name, outer});
    outer = Reference::capture(static_cast<uint32_t>(k));
  }
  return outer;
}

void ScopeTable::analyse(PyNode function) { ScopeBuilder(*this).run(function); }

Reference ScopeTable::slotNamed(uint32_t scope, SymbolId symbol) const {
  const FunctionScope &found = scopes[scope];
  for (uint32_t i = 0; i < found.slots.size(); ++i)
    if (found.slots[i] == symbol)
      return Reference::slot(i);
  return {};
}

PyNode adopter::lift::parameterName(PyNode parameter) {
  switch (parameter.kind()) {
  case PyKind::Identifier:
  case PyKind::TuplePattern:
    return parameter;
  case PyKind::DefaultParameter:
  case PyKind::TypedDefaultParameter:
    return parameter.field(PyField::Name);
  case PyKind::TypedParameter: {
    PyNode inner = parameter.firstChild();
    return inner ? parameterName(inner) : PyNode();
  }
  case PyKind::ListSplatPattern:
  case PyKind::DictionarySplatPattern:
    return parameter.firstChild();
  default:
    return {};
  }
}

void adopter::lift::forEachBoundName(PyNode target,
                                     llvm::function_ref<void(PyNode)> use) {
  llvm::SmallVector<PyNode, 8> work = {target};
  while (!work.empty()) {
    PyNode at = work.pop_back_val();
    switch (at.kind()) {
    case PyKind::Identifier:
      use(at);
      break;
    case PyKind::PatternList:
    case PyKind::TuplePattern:
    case PyKind::ListPattern:
    case PyKind::ListSplatPattern:
    case PyKind::DictionarySplatPattern:
    case PyKind::Tuple:
    case PyKind::List:
    case PyKind::ListSplat:
    case PyKind::ExpressionList:
    case PyKind::ParenthesizedExpression: {
      llvm::SmallVector<PyNode, 8> parts;
      for (PyNode part : at.children())
        parts.push_back(part);
      work.append(parts.rbegin(), parts.rend());
      break;
    }
    default:
      break;
    }
  }
}
