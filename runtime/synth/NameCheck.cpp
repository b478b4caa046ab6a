// SPDX-License-Identifier: Apache-2.0
#include "runtime/synth/NameCheck.h"
#include "runtime/synth/PyText.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringSet.h"

using namespace adopter;
using namespace adopter::synth;
using python::PyField;
using python::PyKind;
using python::PyNode;

/// Builtin names that new text may read.
static bool isBuiltin(llvm::StringRef name) {
  static const llvm::StringSet<> Names = {
      "abs",          "all",           "any",      "bool",
      "dict",         "enumerate",     "float",    "int",
      "isinstance",   "len",           "list",     "max",
      "min",          "range",         "set",      "slice",
      "str",          "sum",           "super",    "tuple",
      "type",         "zip",           "getattr",  "hasattr",
      "setattr",      "print",         "map",      "filter",
      "sorted",       "reversed",      "round",    "ValueError",
      "Exception",    "object",        "__name__", "NotImplementedError",
      "RuntimeError", "AssertionError"};
  return Names.contains(name);
}

/// The identifier is where a name gets a value.
static bool isBinding(PyNode name) {
  for (PyNode node = name, parent = node.parent(); parent;
       node = parent, parent = node.parent()) {
    switch (parent.kind()) {
    case PyKind::Assignment:
    case PyKind::AugmentedAssignment:
    case PyKind::ForStatement:
    case PyKind::ForInClause:
      return node.fieldName() == PyField::Left;
    case PyKind::NamedExpression:
    case PyKind::FunctionDefinition:
    case PyKind::ClassDefinition:
      return node.fieldName() == PyField::Name;
    case PyKind::Parameters:
    case PyKind::LambdaParameters:
    case PyKind::AsPatternTarget:
    case PyKind::AliasedImport:
    case PyKind::ImportStatement:
    case PyKind::ImportFromStatement:
    case PyKind::GlobalStatement:
    case PyKind::NonlocalStatement:
      return true;
    case PyKind::DefaultParameter:
    case PyKind::TypedDefaultParameter:
      if (node.fieldName() != PyField::Name)
        return false;
      continue;
    case PyKind::TypedParameter:
      if (node.is(PyKind::Type))
        return false;
      continue;
    case PyKind::PatternList:
    case PyKind::TuplePattern:
    case PyKind::ListPattern:
    case PyKind::ListSplatPattern:
    case PyKind::DictionarySplatPattern:
    case PyKind::Tuple:
    case PyKind::List:
    case PyKind::ParenthesizedExpression:
    case PyKind::ExpressionList:
    case PyKind::DottedName:
      continue;
    default:
      return false;
    }
  }
  return false;
}

namespace {
/// Names bound in each function, and in the module.
class Bindings {
public:
  explicit Bindings(const python::PySource &source) {
    PyNode root = source.root();
    for (PyNode node : root.descendants()) {
      if (node.is(PyKind::WildcardImport))
        hasWildcard = true;
      // A dotted name is a leaf; `import a.b` binds `a`.
      bool mayBind = node.is(PyKind::Identifier) || node.is(PyKind::DottedName);
      if (mayBind && isBinding(node))
        names[scopeOf(node)].insert(node.text().split('.').first);
    }
  }
  bool defines(PyNode name) const {
    if (hasWildcard || isBuiltin(name.text()))
      return true;
    for (PyNode node = name; node; node = node.parent())
      if (isScope(node) || !node.parent()) {
        auto found = names.find(node.order());
        if (found != names.end() && found->second.contains(name.text()))
          return true;
      }
    return false;
  }

private:
  static bool isScope(PyNode node) {
    return node.is(PyKind::FunctionDefinition) || node.is(PyKind::Lambda) ||
           node.is(PyKind::ListComprehension) ||
           node.is(PyKind::SetComprehension) ||
           node.is(PyKind::DictionaryComprehension) ||
           node.is(PyKind::GeneratorExpression);
  }
  /// Order of the node in whose scope `name` is bound.
  static uint32_t scopeOf(PyNode name) {
    for (PyNode node = name.parent(); node; node = node.parent()) {
      // The name of a function belongs to the scope around it.
      if (node.is(PyKind::FunctionDefinition) && name.parent() == node)
        continue;
      if (isScope(node))
        return node.order();
    }
    return 0;
  }
  llvm::DenseMap<uint32_t, llvm::StringSet<>> names;
  bool hasWildcard = false;
};
} // namespace

std::optional<std::string>
synth::undefinedName(const python::PySource &source,
                     llvm::ArrayRef<SourceRange> ranges) {
  if (ranges.empty())
    return std::nullopt;
  Bindings bindings(source);
  std::optional<std::string> found;
  for (SourceRange range : ranges)
    forEachVariable(source, range, [&](PyNode name) {
      if (!found && !isBinding(name) && !name.parent().is(PyKind::DottedName) &&
          !bindings.defines(name))
        found = name.text().str();
    });
  return found;
}
