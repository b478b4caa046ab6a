// SPDX-License-Identifier: Apache-2.0
#include "runtime/python/PyTree.h"

#include <algorithm>
#include <array>
#include <memory>
#include <tree_sitter/api.h>

using namespace adopter::python;

extern "C" const TSLanguage *tree_sitter_python(void);

namespace {

struct ParserDeleter {
  void operator()(TSParser *parser) const { ts_parser_delete(parser); }
};
struct TreeDeleter {
  void operator()(TSTree *tree) const { ts_tree_delete(tree); }
};

/// What each symbol and field id of the grammar is to us.
class Grammar {
public:
  static const Grammar &get() {
    static const Grammar grammar;
    return grammar;
  }

  PyKind kind(TSSymbol symbol) const {
    return symbol < kinds.size() ? kinds[symbol] : PyKind::Unknown;
  }
  PyField field(TSFieldId id) const {
    return id < fields.size() ? fields[id] : PyField::None;
  }

  const TSLanguage *language = tree_sitter_python();
  std::vector<llvm::StringRef> missing;
  TSSymbol comment = 0;
  TSSymbol lineContinuation = 0;
  std::array<TSSymbol, 3> stringParts{}; // start, content, end

private:
  Grammar() {
    kinds.resize(ts_language_symbol_count(language), PyKind::Unknown);
    fields.resize(ts_language_field_count(language) + 1, PyField::None);
#define ADOPTER_PY_NODE(Kind, Name) add(PyKind::Kind, Name, true);
#include "runtime/python/PyNodes.def"
#define ADOPTER_PY_TOKEN(Kind, Text) add(PyKind::Token##Kind, Text, false);
#include "runtime/python/PyNodes.def"
#define ADOPTER_PY_FIELD(Field, Name) addField(PyField::Field, Name);
#include "runtime/python/PyNodes.def"
    comment = symbol("comment", true);
    lineContinuation = symbol("line_continuation", true);
    stringParts = {symbol("string_start", true), symbol("string_content", true),
                   symbol("string_end", true)};
  }

  TSSymbol symbol(llvm::StringRef name, bool named) {
    TSSymbol found = ts_language_symbol_for_name(
        language, name.data(), static_cast<uint32_t>(name.size()), named);
    if (found == 0)
      missing.push_back(name);
    return found;
  }
  void add(PyKind kind, llvm::StringRef name, bool named) {
    TSSymbol found = symbol(name, named);
    if (found != 0 && found < kinds.size())
      kinds[found] = kind;
  }
  void addField(PyField field, llvm::StringRef name) {
    TSFieldId found = ts_language_field_id_for_name(
        language, name.data(), static_cast<uint32_t>(name.size()));
    if (found == 0)
      missing.push_back(name);
    else
      fields[found] = field;
  }

  std::vector<PyKind> kinds;   // indexed by grammar symbol
  std::vector<PyField> fields; // indexed by grammar field
};

/// Walks a tree-sitter tree once and writes the table. No recursion: depth is
/// up to the input.
class Flattener {
public:
  Flattener(TSTree *tree, PyTree &out)
      : grammar(Grammar::get()), out(out),
        cursor(ts_tree_cursor_new(ts_tree_root_node(tree))) {}
  ~Flattener() { ts_tree_cursor_delete(&cursor); }
  Flattener(const Flattener &) = delete;
  Flattener &operator=(const Flattener &) = delete;

  void run() {
    std::vector<uint32_t> open; // added nodes whose subtree is being walked
    enter(open);
    for (;;) {
      if (descends && ts_tree_cursor_goto_first_child(&cursor)) {
        enter(open);
        continue;
      }
      close(open);
      while (!ts_tree_cursor_goto_next_sibling(&cursor)) {
        if (!ts_tree_cursor_goto_parent(&cursor))
          return;
        close(open);
      }
      enter(open);
    }
  }

private:
  static constexpr uint32_t NotAdded = 0xFFFFFFFFu;

  void enter(std::vector<uint32_t> &open) {
    TSNode node = ts_tree_cursor_current_node(&cursor);
    uint32_t parent = open.empty() ? 0 : open.back();
    open.push_back(add(node, parent));
  }

  void close(std::vector<uint32_t> &open) {
    if (open.back() != NotAdded)
      out.nodes[open.back()].next = static_cast<uint32_t>(out.nodes.size());
    open.pop_back();
  }

  /// Adds `node` if it is one we keep, and says in `descends` whether its
  /// children are wanted. What is not kept has no children either.
  uint32_t add(TSNode node, uint32_t parent) {
    descends = false;
    TSSymbol symbol = ts_node_symbol(node);
    PyKind kind = grammar.kind(symbol);
    if (kind == PyKind::Unknown) {
      if (symbol == grammar.comment)
        out.comments.push_back(
            {ts_node_start_byte(node), ts_node_end_byte(node)});
      if (symbol == grammar.comment || symbol == grammar.lineContinuation ||
          std::ranges::find(grammar.stringParts, symbol) !=
              grammar.stringParts.end() ||
          !ts_node_is_named(node))
        return NotAdded;
    }
    PyTree::Node added;
    added.kind = kind;
    added.field = grammar.field(ts_tree_cursor_current_field_id(&cursor));
    // Operators have a field; `*` before an argument or `in` of a loop do not.
    bool isToken = kind >= PyKind::TokenPlus;
    bool isKept =
        kind == PyKind::TokenAsync ||
        (kind == PyKind::TokenColon && out.nodes[parent].kind == PyKind::Slice);
    if (isToken && added.field == PyField::None && !isKept)
      return NotAdded;
    added.begin = ts_node_start_byte(node);
    added.end = ts_node_end_byte(node);
    added.parent = parent;
    if (!out.nodes.empty()) {
      uint16_t above = out.nodes[parent].depth;
      added.depth = above == UINT16_MAX ? above : above + 1;
    }
    descends = !isToken && kind != PyKind::DottedName;
    out.nodes.push_back(added);
    return static_cast<uint32_t>(out.nodes.size() - 1);
  }

  const Grammar &grammar;
  PyTree &out;
  TSTreeCursor cursor;
  bool descends = false;
};

/// The first ERROR or missing node, going down only where there is one.
PyTree::Problem findProblem(TSNode root) {
  TSNode node = root;
  for (;;) {
    if (ts_node_is_error(node) || ts_node_is_missing(node))
      break;
    uint32_t count = ts_node_child_count(node);
    uint32_t i = 0;
    TSNode child = {};
    for (; i < count; ++i) {
      child = ts_node_child(node, i);
      if (ts_node_has_error(child) || ts_node_is_missing(child))
        break;
    }
    if (i == count)
      break;
    node = child;
  }
  PyTree::Problem problem;
  problem.span = {ts_node_start_byte(node), ts_node_end_byte(node)};
  if (ts_node_is_missing(node) && !ts_node_is_named(node)) {
    problem.kind = PyTree::ProblemKind::MissingToken;
    problem.expected = ts_node_type(node);
  }
  return problem;
}

/// White space from the start of the line to `offset`, or none if something
/// else stands there.
std::optional<llvm::StringRef> indentation(llvm::StringRef text,
                                           uint32_t offset) {
  uint32_t start = offset;
  while (start > 0 && (text[start - 1] == ' ' || text[start - 1] == '\t' ||
                       text[start - 1] == '\f'))
    --start;
  bool first = start == 0 || text[start - 1] == '\n' ||
               text[start - 1] == '\r' ||
               (start == 3 && text.starts_with("\xEF\xBB\xBF"));
  if (!first)
    return std::nullopt;
  return text.slice(start, offset);
}

/// What Python refuses though the grammar takes it.
std::optional<PyTree::Problem> checkBlocks(const PyTree &tree,
                                           llvm::StringRef text) {
  using Kind = PyTree::ProblemKind;
  for (uint32_t i = 0; i < tree.nodes.size(); ++i) {
    const PyTree::Node &node = tree.nodes[i];
    if (node.kind != PyKind::Block && node.kind != PyKind::Module)
      continue;
    if (node.next == i + 1 && node.kind == PyKind::Block)
      return PyTree::Problem{Kind::EmptyBlock, {node.begin, node.end}, ""};
    std::optional<llvm::StringRef> expected;
    if (node.kind == PyKind::Module)
      expected = "";
    for (uint32_t k = i + 1; k < node.next; k = tree.nodes[k].next) {
      const PyTree::Node &statement = tree.nodes[k];
      std::optional<llvm::StringRef> found = indentation(text, statement.begin);
      if (!found)
        continue;
      if (!expected)
        expected = found;
      if (*found != *expected)
        return PyTree::Problem{
            Kind::Indentation, {statement.begin, statement.end}, ""};
    }
  }
  return std::nullopt;
}

} // namespace

llvm::StringRef adopter::python::pyKindName(PyKind kind) {
  switch (kind) {
  case PyKind::Unknown:
    return "unknown";
#define ADOPTER_PY_NODE(Kind, Name)                                            \
  case PyKind::Kind:                                                           \
    return Name;
#include "runtime/python/PyNodes.def"
#define ADOPTER_PY_TOKEN(Kind, Text)                                           \
  case PyKind::Token##Kind:                                                    \
    return Text;
#include "runtime/python/PyNodes.def"
  }
  return "unknown";
}

std::vector<llvm::StringRef> adopter::python::missingGrammarNames() {
  return Grammar::get().missing;
}

PyTree adopter::python::parsePython(llvm::StringRef text) {
  // One parser a thread: its stacks and node pools are reused.
  thread_local std::unique_ptr<TSParser, ParserDeleter> parser;
  const Grammar &grammar = Grammar::get();
  if (!parser) {
    parser.reset(ts_parser_new());
    ts_parser_set_language(parser.get(), grammar.language);
  }
  PyTree out;
  std::unique_ptr<TSTree, TreeDeleter> tree(ts_parser_parse_string(
      parser.get(), nullptr, text.data(), static_cast<uint32_t>(text.size())));
  if (!tree) {
    out.problem.emplace();
    return out;
  }
  TSNode root = ts_tree_root_node(tree.get());
  if (ts_node_has_error(root)) {
    out.problem = findProblem(root);
    return out;
  }
  out.nodes.reserve(text.size() / 8 + 16);
  Flattener(tree.get(), out).run();
  out.problem = checkBlocks(out, text);
  return out;
}
