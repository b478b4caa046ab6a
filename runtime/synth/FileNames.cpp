// SPDX-License-Identifier: Apache-2.0
#include "runtime/synth/FileNames.h"
#include "runtime/synth/PyText.h"

using namespace adopter;
using namespace adopter::synth;
using python::PyField;
using python::PyKind;
using python::PyNode;

FileNames::FileNames(const python::PySource &source,
                     const python::PyStyle &style)
    : source(source), style(style) {
  readImports();
  readIdentifiers();
}

/// `a.b` of `import a.b [as c]`, and `c` or nothing.
static std::pair<std::string, std::string> nameAndAlias(PyNode node) {
  if (!node.is(PyKind::AliasedImport))
    return {node.text().str(), ""};
  return {node.field(PyField::Name).text().str(),
          node.field(PyField::Alias).text().str()};
}

void FileNames::readImports() {
  unsigned block = 0;
  bool isBlockOpen = false;
  uint32_t lastEnd = 0;
  for (PyNode node : source.root().children()) {
    if (node.is(PyKind::ClassDefinition) ||
        node.is(PyKind::FunctionDefinition) ||
        node.is(PyKind::DecoratedDefinition))
      break;
    bool isPlain = node.is(PyKind::ImportStatement);
    if (!isPlain && !node.is(PyKind::ImportFromStatement)) {
      isBlockOpen = false;
      continue;
    }
    if (!isBlockOpen ||
        source.text().slice(lastEnd, node.begin()).count('\n') > 1)
      ++block;
    isBlockOpen = true;
    lastEnd = node.end();
    PyNode moduleNode = node.field(PyField::ModuleName);
    Statement statement{node, moduleNode ? moduleNode.text().str() : "",
                        !isPlain, block};
    for (PyNode child : node.children()) {
      if (child.fieldName() != PyField::Name)
        continue;
      auto [name, alias] = nameAndAlias(child);
      if (!isPlain) {
        names.push_back(
            {alias.empty() ? name : alias, statement.module + "." + name});
        continue;
      }
      if (statement.module.empty())
        statement.module = name;
      // `import a.b` binds `a`, and makes `a.b` complete.
      if (!alias.empty())
        names.push_back({alias, name});
      else
        names.push_back({name, name});
      llvm::StringRef root = llvm::StringRef(name).split('.').first;
      if (alias.empty() && root != name)
        names.push_back({root.str(), root.str()});
    }
    statements.push_back(std::move(statement));
  }
}

void FileNames::readIdentifiers() {
  PyNode root = source.root();
  for (PyNode node : root.descendants()) {
    PyNode parent = node.parent();
    if (node.is(PyKind::DottedName)) {
      // Of an import only what it binds is a name of the file: `a` of
      // `import a.b`, `c` of `from a import c`.
      bool isModule = node.fieldName() == PyField::ModuleName ||
                      parent.is(PyKind::RelativeImport);
      if (!isModule && !parent.is(PyKind::AliasedImport))
        identifiers.insert(node.text().split('.').first);
      continue;
    }
    if (!node.is(PyKind::Identifier))
      continue;
    if (parent.is(PyKind::Attribute) && node.fieldName() == PyField::Attribute)
      continue;
    if (parent.is(PyKind::KeywordArgument) && node.fieldName() == PyField::Name)
      continue;
    identifiers.insert(node.text());
  }
}

std::string FileNames::fresh(llvm::StringRef name) {
  std::string candidate = name.str();
  for (unsigned i = 1; identifiers.contains(candidate); ++i)
    candidate = name.str() + "_" + std::to_string(i);
  identifiers.insert(candidate);
  return candidate;
}

bool FileNames::isReachable(llvm::StringRef qualified, llvm::StringRef prefix) {
  if (!qualified.consume_front(prefix))
    return false;
  if (qualified.empty())
    return true;
  if (!qualified.consume_front("."))
    return false;
  // Beyond one step there may be submodules that nobody has loaded; `import
  // torch` loads those that matter here.
  return !qualified.contains('.') || prefix.split('.').first == "torch";
}

size_t FileNames::countSpelling(llvm::StringRef spelling) const {
  llvm::StringRef text = source.text();
  size_t count = 0;
  for (size_t at = text.find(spelling); at != llvm::StringRef::npos;
       at = text.find(spelling, at + 1))
    count +=
        at == 0 || (!isIdentifierChar(text[at - 1]) && text[at - 1] != '.');
  return count;
}

std::optional<std::string>
FileNames::existing(llvm::StringRef qualified,
                    llvm::function_ref<bool(llvm::StringRef)> isHidden) const {
  std::optional<std::string> best;
  size_t bestCount = 0, bestLength = 0;
  for (const Imported &import : names) {
    if (!isReachable(qualified, import.qualified) ||
        isHidden(llvm::StringRef(import.local).split('.').first))
      continue;
    std::string text =
        import.local + qualified.substr(import.qualified.size()).str();
    if (import.qualified == qualified)
      return text;
    llvm::StringRef parent =
        llvm::StringRef(text).take_front(text.rfind('.') + 1);
    size_t count = countSpelling(parent);
    if (!best || count > bestCount ||
        (count == bestCount && import.qualified.size() > bestLength)) {
      best = std::move(text);
      bestCount = count;
      bestLength = import.qualified.size();
    }
  }
  return best;
}

std::string
FileNames::imported(llvm::StringRef module, llvm::StringRef name,
                    llvm::function_ref<bool(llvm::StringRef)> isHidden,
                    std::vector<NeededImport> &needed) {
  std::string qualified =
      name.empty() ? module.str() : (module + "." + name).str();
  for (const Imported &import : names)
    if (import.qualified == qualified && !isHidden(import.local))
      return import.local;
  for (const NeededImport &import : requested)
    if (import.module == module && import.name == name &&
        !isHidden(import.local)) {
      needed.push_back(import);
      return import.local;
    }
  llvm::StringRef wanted = name.empty() ? module : name;
  NeededImport import{module.str(), name.str(), wanted.str()};
  if (occurs(wanted)) {
    llvm::StringRef package = module.split('.').first;
    import.local = fresh((package + "_" + wanted).str());
  } else {
    identifiers.insert(wanted);
  }
  requested.push_back(import);
  needed.push_back(import);
  return import.local;
}
