// SPDX-License-Identifier: Apache-2.0
#include "runtime/synth/PyText.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace adopter;
using namespace adopter::synth;
using python::PyField;
using python::PyKind;
using python::PyNode;

Precedence synth::precedenceOfOperator(llvm::StringRef token) {
  return llvm::StringSwitch<Precedence>(token)
      .Case("or", Precedence::Or)
      .Case("and", Precedence::And)
      .Cases("==", "!=", "<", "<=", ">", ">=", Precedence::Compare)
      .Cases("in", "not in", "is", "is not", Precedence::Compare)
      .Case("|", Precedence::BitOr)
      .Case("^", Precedence::BitXor)
      .Case("&", Precedence::BitAnd)
      .Cases("<<", ">>", Precedence::Shift)
      .Cases("+", "-", Precedence::Sum)
      .Cases("*", "/", "//", "%", "@", Precedence::Product)
      .Case("**", Precedence::Power)
      .Default(Precedence::Tuple);
}

Precedence synth::precedenceOf(PyNode expression) {
  switch (expression.kind()) {
  case PyKind::ExpressionList:
  case PyKind::PatternList:
  case PyKind::NamedExpression:
  case PyKind::Yield:
  case PyKind::ListSplat:
  case PyKind::DictionarySplat:
  case PyKind::Slice:
    return Precedence::Tuple;
  case PyKind::Lambda:
    return Precedence::Lambda;
  case PyKind::ConditionalExpression:
    return Precedence::Conditional;
  case PyKind::BooleanOperator:
  case PyKind::BinaryOperator:
    if (PyNode token = expression.field(PyField::Operator))
      return precedenceOfOperator(token.text());
    return Precedence::Tuple;
  case PyKind::NotOperator:
    return Precedence::Not;
  case PyKind::ComparisonOperator:
    return Precedence::Compare;
  case PyKind::UnaryOperator:
    return Precedence::Unary;
  case PyKind::Await:
    return Precedence::Await;
  case PyKind::ConcatenatedString:
    // `"a" "b".join(x)` is another thing than `("a" "b").join(x)`.
    return Precedence::Await;
  case PyKind::Identifier:
  case PyKind::Integer:
  case PyKind::Float:
  case PyKind::True:
  case PyKind::False:
  case PyKind::None:
  case PyKind::Ellipsis:
  case PyKind::String:
  case PyKind::Attribute:
  case PyKind::Subscript:
  case PyKind::Call:
  case PyKind::ParenthesizedExpression:
  case PyKind::Tuple:
  case PyKind::List:
  case PyKind::Set:
  case PyKind::Dictionary:
  case PyKind::ListComprehension:
  case PyKind::SetComprehension:
  case PyKind::DictionaryComprehension:
  case PyKind::GeneratorExpression:
    return Precedence::Atom;
  default:
    return Precedence::Tuple; // parentheses never harm an expression
  }
}

Precedence synth::precedenceNeededAt(PyNode node) {
  PyNode parent = node.parent();
  if (!parent)
    return Precedence::Atom;
  switch (parent.kind()) {
  case PyKind::ArgumentList:
  case PyKind::KeywordArgument:
  case PyKind::ParenthesizedExpression:
  case PyKind::List:
  case PyKind::Tuple:
  case PyKind::Set:
  case PyKind::ExpressionList:
  case PyKind::ExpressionStatement:
  case PyKind::Assignment:
  case PyKind::AugmentedAssignment:
  case PyKind::ReturnStatement:
    return Precedence::Lambda;
  case PyKind::Subscript:
    return node.fieldName() == PyField::Subscript ? Precedence::Lambda
                                                  : Precedence::Atom;
  default:
    // Whatever stood there without parentheses was tight enough.
    return precedenceOf(node);
  }
}

std::string synth::parenthesized(std::string text, Precedence has,
                                 Precedence needed) {
  return has < needed ? "(" + text + ")" : text;
}

// --- lines

uint32_t synth::lineBegin(llvm::StringRef text, uint32_t offset) {
  size_t newline = text.take_front(offset).rfind('\n');
  return newline == llvm::StringRef::npos ? 0
                                          : static_cast<uint32_t>(newline + 1);
}

uint32_t synth::lineEnd(llvm::StringRef text, uint32_t offset) {
  size_t end = std::min(text.find('\n', offset), text.size());
  if (end > offset && end < text.size() && text[end - 1] == '\r')
    --end;
  return static_cast<uint32_t>(end);
}

uint32_t synth::nextLine(llvm::StringRef text, uint32_t offset) {
  size_t newline = text.find('\n', offset);
  return static_cast<uint32_t>(newline == llvm::StringRef::npos ? text.size()
                                                                : newline + 1);
}

llvm::StringRef synth::indentationAt(llvm::StringRef text, uint32_t offset) {
  return text.drop_front(lineBegin(text, offset)).take_while([](char c) {
    return c == ' ' || c == '\t';
  });
}

bool synth::ownsLines(llvm::StringRef text, SourceRange range) {
  llvm::StringRef before =
      text.slice(lineBegin(text, range.begin), range.begin);
  llvm::StringRef after =
      text.slice(range.end, lineEnd(text, range.end)).ltrim(" \t");
  return before.find_first_not_of(" \t") == llvm::StringRef::npos &&
         (after.empty() || after.front() == '#');
}

size_t synth::width(llvm::StringRef text) {
  size_t count = 0;
  for (char c : text)
    count += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  return count;
}

// --- text of expressions

std::vector<llvm::StringRef> synth::commentsIn(const python::PySource &source,
                                               SourceRange range) {
  std::vector<llvm::StringRef> found;
  for (python::PyTree::Span comment : source.comments())
    if (range.begin <= comment.begin && comment.end <= range.end)
      found.push_back(
          source.text().slice(comment.begin, comment.end).rtrim("\r"));
  return found;
}

llvm::StringRef synth::trailingComment(const python::PySource &source,
                                       SourceRange range) {
  llvm::StringRef after =
      source.text()
          .slice(range.end, lineEnd(source.text(), range.end))
          .ltrim(" \t");
  return after.starts_with("#") ? after : llvm::StringRef();
}

/// The strings of `range`, in order: their insides are no layout.
static std::vector<SourceRange> stringsIn(const python::PySource &source,
                                          SourceRange range) {
  std::vector<SourceRange> found;
  auto visit = [&](PyNode node) {
    if (node.is(PyKind::String) && range.begin <= node.begin() &&
        node.end() <= range.end &&
        (found.empty() || found.back().end <= node.begin()))
      found.push_back(node.range());
  };
  PyNode top = python::nodeCovering(source, range);
  visit(top);
  for (PyNode node : top.descendants())
    visit(node);
  return found;
}

/// A comma before the closing bracket of `node` has a meaning of its own.
static bool commaMakesTuple(PyNode node) {
  return (node.is(PyKind::Tuple) && node.childCount() == 1) ||
         node.is(PyKind::Subscript);
}

std::string synth::onOneLine(const python::PySource &source, SourceRange range,
                             llvm::ArrayRef<Substitution> substitutions) {
  llvm::StringRef text = source.text(range);
  if (text.find('\n') == llvm::StringRef::npos && substitutions.empty())
    return text.str();
  std::vector<SourceRange> strings = stringsIn(source, range);
  std::string result;
  size_t nextString = 0;
  for (uint32_t i = range.begin; i < range.end;) {
    if (nextString < strings.size() && i == strings[nextString].begin) {
      result += source.text(strings[nextString]);
      i = strings[nextString++].end;
      continue;
    }
    if (!substitutions.empty() && i == substitutions.front().range.begin) {
      result += substitutions.front().text;
      i = substitutions.front().range.end;
      substitutions = substitutions.drop_front();
      continue;
    }
    char c = source.text()[i];
    if (c == '#') {
      i = std::min(lineEnd(source.text(), i), range.end);
      continue;
    }
    bool isBreak =
        c == '\n' || c == '\r' ||
        (c == '\\' && i + 1 < range.end &&
         (source.text()[i + 1] == '\n' || source.text()[i + 1] == '\r'));
    if (!isBreak) {
      result += c;
      ++i;
      continue;
    }
    while (!result.empty() && (result.back() == ' ' || result.back() == '\t'))
      result.pop_back();
    while (i < range.end &&
           llvm::StringRef(" \t\r\n\\").contains(source.text()[i]))
      ++i;
    if (i >= range.end || source.text()[i] == '#') {
      // A comment line: the break that ends it decides.
      if (i < range.end)
        continue;
      break;
    }
    char next = source.text()[i];
    if (next == ')' || next == ']' || next == '}') {
      if (!result.empty() && result.back() == ',' &&
          !commaMakesTuple(
              python::nodeCovering(source, {source.file(), i, i + 1})))
        result.pop_back();
    } else if (!result.empty() && result.back() != '(' &&
               result.back() != '[' && result.back() != '{' && next != '.') {
      result += ' ';
    }
  }
  return result;
}

PyNode synth::nodeAt(const python::PySource &source, SourceRange range) {
  PyNode node = python::nodeCovering(source, range);
  while (node && node.range() == range) {
    PyNode parent = node.parent();
    if (!parent || parent.range() != range || parent.is(PyKind::Block) ||
        parent.is(PyKind::Module))
      return node;
    node = parent;
  }
  return {};
}

bool synth::isExpression(PyNode node) {
  switch (node.kind()) {
  case PyKind::Identifier:
  case PyKind::Integer:
  case PyKind::Float:
  case PyKind::True:
  case PyKind::False:
  case PyKind::None:
  case PyKind::Ellipsis:
  case PyKind::String:
  case PyKind::ConcatenatedString:
  case PyKind::Attribute:
  case PyKind::Subscript:
  case PyKind::Call:
  case PyKind::BinaryOperator:
  case PyKind::UnaryOperator:
  case PyKind::BooleanOperator:
  case PyKind::NotOperator:
  case PyKind::ComparisonOperator:
  case PyKind::ConditionalExpression:
  case PyKind::ParenthesizedExpression:
  case PyKind::Tuple:
  case PyKind::List:
  case PyKind::Set:
  case PyKind::Dictionary:
  case PyKind::ListComprehension:
  case PyKind::SetComprehension:
  case PyKind::DictionaryComprehension:
  case PyKind::GeneratorExpression:
  case PyKind::Lambda:
    return true;
  default:
    return false;
  }
}

/// `node` is written where a name is not a variable.
static bool isVariable(PyNode node) {
  PyNode parent = node.parent();
  if (!parent)
    return false;
  if (parent.is(PyKind::Attribute))
    return node.fieldName() != PyField::Attribute;
  if (parent.is(PyKind::KeywordArgument))
    return node.fieldName() != PyField::Name;
  return true;
}

void synth::forEachVariable(const python::PySource &source, SourceRange range,
                            llvm::function_ref<void(PyNode)> use) {
  PyNode top = python::nodeCovering(source, range);
  auto visit = [&](PyNode node) {
    if (node.is(PyKind::Identifier) && range.begin <= node.begin() &&
        node.end() <= range.end && isVariable(node))
      use(node);
  };
  visit(top);
  for (PyNode node : top.descendants())
    visit(node);
}

bool synth::hasScopes(const python::PySource &source, SourceRange range) {
  PyNode top = python::nodeCovering(source, range);
  auto isScope = [&](PyNode node) {
    if (node.begin() < range.begin || range.end < node.end())
      return false;
    return node.is(PyKind::Lambda) || node.is(PyKind::ListComprehension) ||
           node.is(PyKind::SetComprehension) ||
           node.is(PyKind::DictionaryComprehension) ||
           node.is(PyKind::GeneratorExpression) || node.is(PyKind::Yield) ||
           node.is(PyKind::Await) || node.is(PyKind::NamedExpression);
  };
  if (isScope(top))
    return true;
  for (PyNode node : top.descendants())
    if (isScope(node))
      return true;
  return false;
}

bool synth::isIdentifierChar(char c) {
  return llvm::isAlnum(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

bool synth::containsWord(llvm::StringRef text, llvm::StringRef word) {
  if (word.empty())
    return false;
  for (size_t at = text.find(word); at != llvm::StringRef::npos;
       at = text.find(word, at + 1)) {
    size_t end = at + word.size();
    if ((at == 0 || !isIdentifierChar(text[at - 1])) &&
        (end == text.size() || !isIdentifierChar(text[end])))
      return true;
  }
  return false;
}

std::string synth::stringLiteral(llvm::StringRef value, char quote) {
  // The other quote where that saves escapes, as people write.
  if (value.contains(quote) && !value.contains(quote == '"' ? '\'' : '"'))
    quote = quote == '"' ? '\'' : '"';
  std::string result(1, quote);
  for (char c : value) {
    auto byte = static_cast<unsigned char>(c);
    if (c == quote || c == '\\') {
      result += '\\';
      result += c;
    } else if (c == '\n') {
      result += "\\n";
    } else if (c == '\t') {
      result += "\\t";
    } else if (c == '\r') {
      result += "\\r";
    } else if (byte < 0x20 || byte == 0x7F) {
      result += "\\x";
      result += llvm::hexdigit(byte >> 4, true);
      result += llvm::hexdigit(byte & 15, true);
    } else {
      result += c;
    }
  }
  return result + quote;
}
