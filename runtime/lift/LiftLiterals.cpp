// SPDX-License-Identifier: Apache-2.0
// Numbers and strings.
#include "runtime/lift/FunctionLifter.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include <cmath>

using namespace adopter;
using namespace adopter::lift;
using namespace adopter::model;
using python::PyField;
using python::PyKind;
using python::PyNode;

ValueId FunctionLifter::number(PyNode node, bool negative, SourceRange range) {
  llvm::SmallString<32> digits;
  for (char c : node.text())
    if (c != '_')
      digits += c;
  llvm::StringRef text = digits;
  if (node.is(PyKind::Integer)) {
    unsigned radix = 10;
    llvm::StringRef body = text;
    if (body.size() > 2 && body[0] == '0') {
      char base = llvm::toLower(body[1]);
      radix = base == 'x' ? 16 : base == 'o' ? 8 : base == 'b' ? 2 : 10;
      if (radix != 10)
        body = body.drop_front(2);
    }
    uint64_t value = 0;
    if (!body.getAsInteger(radix, value) &&
        value <= uint64_t(INT64_MAX) + (negative ? 1 : 0))
      return constant(
          Constant::ofInt(static_cast<int64_t>(negative ? 0 - value : value)),
          range);
  } else {
    double value = 0;
    if (llvm::to_float(text, value) && std::isfinite(value))
      return constant(Constant::ofFloat(negative ? -value : value), range);
  }
  // Beyond 64 bits, or complex: a value that rules cannot name.
  ValueId value = emit(OpKind::Opaque, range, {},
                       file.symbol(python::pyKindName(node.kind())));
  arch.ops[arch.definingOp(value)].pure = true;
  return value;
}

//===-- strings -----------------------------------------------------------===//

static void appendUtf8(std::string &out, uint32_t code) {
  char buffer[UNI_MAX_UTF8_BYTES_PER_CODE_POINT];
  char *end = buffer;
  if (llvm::ConvertCodePointToUTF8(code, end))
    out.append(buffer, end);
}

/// Appends the escape after the backslash at `text[at]`; moves `at` behind it.
static bool decodeEscape(llvm::StringRef text, size_t &at, std::string &out) {
  char c = text[at++];
  auto hex = [&](unsigned digits) {
    unsigned code = 0;
    llvm::StringRef number = text.substr(at, digits);
    if (number.size() != digits || number.getAsInteger(16, code) ||
        code > 0x10FFFF || (code >= 0xD800 && code < 0xE000))
      return false;
    at += digits;
    appendUtf8(out, code);
    return true;
  };
  switch (c) {
  case '\n':
    return true; // the line goes on
  case '\r':
    if (at < text.size() && text[at] == '\n')
      ++at;
    return true;
  case '\\':
  case '\'':
  case '"':
    out += c;
    return true;
  case 'a':
    out += '\a';
    return true;
  case 'b':
    out += '\b';
    return true;
  case 'f':
    out += '\f';
    return true;
  case 'n':
    out += '\n';
    return true;
  case 'r':
    out += '\r';
    return true;
  case 't':
    out += '\t';
    return true;
  case 'v':
    out += '\v';
    return true;
  case 'x':
    return hex(2);
  case 'u':
    return hex(4);
  case 'U':
    return hex(8);
  case 'N':
    return false; // names of characters
  default:
    break;
  }
  if (c >= '0' && c <= '7') {
    unsigned code = c - '0';
    for (int i = 0;
         i < 2 && at < text.size() && text[at] >= '0' && text[at] <= '7'; ++i)
      code = code * 8 + (text[at++] - '0');
    appendUtf8(out, code);
    return true;
  }
  out += '\\';
  out += c;
  return true;
}

bool adopter::lift::decodePythonString(llvm::StringRef text, bool isFormat,
                                       std::string &out) {
  size_t quote = text.find_first_of("'\"");
  if (quote == llvm::StringRef::npos)
    return false;
  std::string prefix = text.take_front(quote).lower();
  if (prefix.find('b') != std::string::npos)
    return false;
  bool isRaw = prefix.find('r') != std::string::npos;
  text = text.drop_front(quote);
  size_t width = 1;
  if (text.size() >= 6 && text[1] == text[0] && text[2] == text[0])
    width = 3;
  if (text.size() < 2 * width)
    return false;
  text = text.drop_front(width).drop_back(width);
  for (size_t at = 0; at < text.size();) {
    char c = text[at++];
    if (c == '\\' && !isRaw && at < text.size()) {
      if (!decodeEscape(text, at, out))
        return false;
      continue;
    }
    if (c == '\r') { // a line ending is "\n" whatever the file has
      if (at < text.size() && text[at] == '\n')
        ++at;
      c = '\n';
    }
    if (isFormat && (c == '{' || c == '}') && at < text.size() && text[at] == c)
      ++at;
    out += c;
  }
  return true;
}

static bool hasFormatPrefix(llvm::StringRef text) {
  return text.take_until([](char c) { return c == '\'' || c == '"'; })
             .find_first_of("fFtT") != llvm::StringRef::npos;
}

ValueId FunctionLifter::string(PyNode node) {
  llvm::SmallVector<PyNode, 4> parts;
  if (node.is(PyKind::ConcatenatedString))
    for (PyNode part : node.children())
      parts.push_back(part);
  else
    parts.push_back(node);
  std::string decoded;
  for (PyNode part : parts) {
    if (!part.is(PyKind::String) || part.firstChild())
      return format(parts, node);
    if (!decodePythonString(part.text(), hasFormatPrefix(part.text()),
                            decoded)) {
      // Bytes, or characters by name: a value that rules cannot name.
      ValueId value =
          emit(OpKind::Opaque, node.range(), {}, file.symbol("string"));
      arch.ops[arch.definingOp(value)].pure = true;
      return value;
    }
  }
  return constant(Constant::ofString(file.symbol(decoded)), node.range());
}

/// An f-string: its operands are the interpolated values, those of format
/// specifiers too; its name is the text, so that two are equal only if written
/// alike.
ValueId FunctionLifter::format(llvm::ArrayRef<PyNode> strings, PyNode whole) {
  llvm::SmallVector<ValueId, 4> operands;
  for (PyNode part : strings) {
    const auto &nodes = file.source.tree().nodes;
    uint32_t end = nodes[part.order()].next;
    for (uint32_t i = part.order() + 1; i < end;) {
      PyNode inner(file.source, i);
      bool isValue = inner.fieldName() == PyField::Expression;
      if (isValue)
        operands.push_back(expr(inner));
      i = isValue ? nodes[i].next : i + 1;
    }
  }
  return emit(OpKind::Format, whole.range(), operands,
              file.symbol(whole.text()));
}
