// SPDX-License-Identifier: Apache-2.0
#include "compiler/ast/Spelling.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include <charconv>
#include <cmath>

using namespace adopter;
using namespace adopter::ast;

std::string ast::quote(llvm::StringRef value) {
  std::string out = "\"";
  for (char c : value) {
    switch (c) {
    case '"':
    case '\\':
      out += '\\';
      out += c;
      continue;
    case '\n':
      out += "\\n";
      continue;
    case '\r':
      out += "\\r";
      continue;
    case '\t':
      out += "\\t";
      continue;
    default:
      break;
    }
    unsigned char byte = c;
    if (byte < 0x20 || byte == 0x7F)
      out.append("\\x")
          .append(1, llvm::hexdigit(byte >> 4, true))
          .append(1, llvm::hexdigit(byte & 15, true));
    else
      out += c;
  }
  return out + '"';
}

std::string ast::spellFloat(double value) {
  assert(!std::isnan(value) && "a NaN has no literal");
  if (std::isinf(value))
    return value < 0 ? "-1e999" : "1e999";
  char buffer[64];
  auto [end, error] = std::to_chars(buffer, buffer + sizeof(buffer), value);
  (void)error;
  std::string text(buffer, end);
  // "1" would be an integer.
  if (text.find_first_of(".e") == std::string::npos)
    text += ".0";
  return text;
}

std::string ast::spell(const Literal &literal) {
  switch (literal.literalKind) {
  case ConstantKind::None:
    return "None";
  case ConstantKind::Ellipsis:
    return "...";
  case ConstantKind::Bool:
    return literal.integer ? "True" : "False";
  case ConstantKind::String:
    return quote(literal.string);
  case ConstantKind::Int:
    return literal.spelling.empty() ? std::to_string(literal.integer)
                                    : literal.spelling.str();
  case ConstantKind::Float:
    return literal.spelling.empty() ? spellFloat(literal.number)
                                    : literal.spelling.str();
  }
  llvm_unreachable("unknown literal");
}
