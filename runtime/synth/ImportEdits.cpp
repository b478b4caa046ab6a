// SPDX-License-Identifier: Apache-2.0
// Where new imports go: into an import of the same module, else on a line of
// their own among those of third-party packages.
#include "runtime/synth/FileNames.h"
#include "runtime/synth/Layout.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>

using namespace adopter;
using namespace adopter::synth;
using python::PyField;
using python::PyKind;
using python::PyNode;

static std::string asText(const NeededImport &import) {
  const std::string &name = import.name.empty() ? import.module : import.name;
  return import.local == name ? name : name + " as " + import.local;
}

/// Packages that come with Python, as far as model files import them.
static bool isStandardLibrary(llvm::StringRef module) {
  static const llvm::StringSet<> Names = {
      "__future__",  "abc",         "argparse",   "ast",         "base64",
      "bisect",      "collections", "contextlib", "copy",        "csv",
      "dataclasses", "datetime",    "decimal",    "enum",        "fnmatch",
      "functools",   "gc",          "glob",       "gzip",        "hashlib",
      "heapq",       "importlib",   "inspect",    "io",          "itertools",
      "json",        "logging",     "math",       "numbers",     "operator",
      "os",          "pathlib",     "pickle",     "platform",    "random",
      "re",          "shutil",      "string",     "struct",      "subprocess",
      "sys",         "tempfile",    "textwrap",   "threading",   "time",
      "traceback",   "types",       "typing",     "unicodedata", "urllib",
      "uuid",        "warnings",    "weakref",    "zipfile"};
  return Names.contains(module.split('.').first);
}

static bool isThirdParty(llvm::StringRef module) {
  return !module.starts_with(".") && !isStandardLibrary(module);
}

std::vector<patch::Edit>
FileNames::importEdits(llvm::ArrayRef<NeededImport> needed) const {
  std::vector<NeededImport> rest;
  for (const NeededImport &import : needed)
    if (!llvm::is_contained(rest, import))
      rest.push_back(import);
  std::stable_sort(rest.begin(), rest.end(), [](const auto &a, const auto &b) {
    return std::tuple(!a.name.empty(), a.module, a.name) <
           std::tuple(!b.name.empty(), b.module, b.name);
  });

  std::vector<patch::Edit> edits;
  for (size_t i = 0; i < rest.size();) {
    size_t end = i + 1;
    while (end < rest.size() && !rest[i].name.empty() &&
           rest[end].module == rest[i].module)
      ++end;
    llvm::ArrayRef<NeededImport> group = llvm::ArrayRef(rest).slice(i, end - i);
    i = end;
    const NeededImport &first = group.front();
    std::optional<patch::Edit> merged;
    if (!first.name.empty())
      for (const Statement &statement : statements)
        if (!merged && statement.isFrom && statement.module == first.module)
          merged = mergedInto(statement, group);
    if (merged) {
      edits.push_back(std::move(*merged));
      continue;
    }
    std::string line;
    if (first.name.empty()) {
      line = "import " + asText(first);
    } else {
      std::vector<std::string> texts;
      for (const NeededImport &import : group)
        texts.push_back(asText(import));
      line = layOutImport(first.module, texts, "", style);
    }
    edits.push_back(newLine(line, first.module, !first.name.empty()));
    edits.back().rank = static_cast<int32_t>(edits.size());
  }
  return edits;
}

/// The names are in an order into which others can be put.
static bool isSorted(llvm::ArrayRef<std::string> names) {
  return llvm::is_sorted(names) ||
         llvm::is_sorted(names, [](llvm::StringRef a, llvm::StringRef b) {
           return a.compare_insensitive(b) < 0;
         });
}

std::optional<patch::Edit>
FileNames::mergedInto(const Statement &statement,
                      llvm::ArrayRef<NeededImport> needed) const {
  PyNode node = statement.node;
  std::vector<std::string> texts;
  std::vector<PyNode> nodes;
  for (PyNode child : node.children()) {
    if (child.is(PyKind::WildcardImport))
      return std::nullopt;
    if (child.fieldName() == PyField::Name) {
      texts.push_back(child.text().str());
      nodes.push_back(child);
    }
  }
  if (nodes.empty())
    return std::nullopt;
  bool isSortedList = isSorted(texts);
  bool isOneLine = !node.text().contains('\n');
  if (needed.size() == 1 && !isOneLine) {
    // One line more, or one name more on the line of its neighbour.
    std::string text = asText(needed.front());
    size_t at = texts.size();
    if (isSortedList)
      at = std::lower_bound(texts.begin(), texts.end(), text,
                            [](llvm::StringRef a, llvm::StringRef b) {
                              return a.compare_insensitive(b) < 0;
                            }) -
           texts.begin();
    bool isOneALine = true;
    for (size_t i = 1; i < nodes.size(); ++i)
      isOneALine &= source.text()
                        .slice(nodes[i - 1].end(), nodes[i].begin())
                        .contains('\n');
    std::string separator = ", ";
    if (isOneALine)
      separator =
          ",\n" + indentationAt(source.text(), nodes.back().begin()).str();
    if (at < nodes.size()) {
      uint32_t place = nodes[at].begin();
      return patch::Edit{
          {source.file(), place, place}, text + separator, {}, 0};
    }
    uint32_t place = nodes.back().end();
    return patch::Edit{{source.file(), place, place}, separator + text, {}, 0};
  }
  if (!commentsIn(source, node.range()).empty())
    return std::nullopt;
  for (const NeededImport &import : needed) {
    std::string text = asText(import);
    auto at = isSortedList
                  ? std::lower_bound(texts.begin(), texts.end(), text,
                                     [](llvm::StringRef a, llvm::StringRef b) {
                                       return a.compare_insensitive(b) < 0;
                                     })
                  : texts.end();
    texts.insert(at, text);
  }
  std::string all = layOutImport(statement.module, texts, "", style);
  return patch::Edit{node.range(), std::move(all), {}, 0};
}

uint32_t FileNames::topOfImports() const {
  uint32_t top = 0;
  bool isFirst = true;
  for (PyNode node : source.root().children()) {
    bool isDocstring = isFirst && node.is(PyKind::ExpressionStatement) &&
                       node.firstChild() &&
                       node.firstChild().is(PyKind::String);
    isFirst = false;
    if (!isDocstring && !node.is(PyKind::FutureImportStatement)) {
      if (top != 0)
        return top;
      // A licence at the top of the file stays there; comments further down
      // belong to the statement.
      return lineBegin(source.text(), node.begin());
    }
    top = nextLine(source.text(), node.end());
  }
  return top;
}

patch::Edit FileNames::newLine(llvm::StringRef line, llvm::StringRef module,
                               bool isFrom) const {
  auto edit = [&](uint32_t place, std::string text) {
    return patch::Edit{{source.file(), place, place}, std::move(text), {}, 0};
  };
  llvm::StringRef text = source.text();
  if (statements.empty()) {
    uint32_t top = topOfImports();
    std::string before, after = "\n";
    if (top != 0 && !text.take_front(top).ends_with("\n"))
      before = "\n";
    llvm::StringRef next = text.slice(top, lineEnd(text, top));
    if (top != 0)
      before += next.empty() && top < text.size() ? "" : "\n";
    if (top == 0 || !next.empty())
      after = "\n\n";
    if (next.empty() && top != 0 && top < text.size()) {
      // Between the docstring and its blank line.
      before = "\n";
      after = "\n";
    }
    return edit(top, before + line.str() + after);
  }

  // The block that has third-party imports, best of the same package.
  unsigned block = 0;
  llvm::StringRef package = module.split('.').first;
  bool wantsStandard = isStandardLibrary(module);
  for (const Statement &statement : statements)
    if (llvm::StringRef(statement.module).split('.').first == package)
      block = block ? block : statement.block;
  for (const Statement &statement : statements)
    if (block == 0 && isThirdParty(statement.module) == !wantsStandard &&
        !llvm::StringRef(statement.module).starts_with("."))
      block = statement.block;
  if (block == 0) {
    // None of its kind: a block of its own, standard library first.
    const Statement *last = nullptr;
    for (const Statement &statement : statements)
      if (isStandardLibrary(statement.module) && !wantsStandard)
        last = &statement;
    if (last)
      return edit(nextLine(text, last->node.end()), "\n" + line.str() + "\n");
    return edit(lineBegin(text, statements.front().node.begin()),
                line.str() + "\n\n");
  }

  auto isAfter = [&](const Statement &statement) {
    if (statement.isFrom != isFrom)
      return isFrom;
    return llvm::StringRef(statement.module).compare_insensitive(module) <= 0;
  };
  const Statement *previous = nullptr, *first = nullptr;
  for (const Statement &statement : statements) {
    if (statement.block != block)
      continue;
    if (!first)
      first = &statement;
    if (isAfter(statement))
      previous = &statement;
  }
  if (!previous)
    return edit(lineBegin(text, first->node.begin()), line.str() + "\n");
  uint32_t place = nextLine(text, previous->node.end());
  bool endsFile = place == text.size() && !text.ends_with("\n");
  return edit(place, endsFile ? "\n" + line.str() : line.str() + "\n");
}
