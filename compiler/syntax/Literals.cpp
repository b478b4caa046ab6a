// SPDX-License-Identifier: Apache-2.0
#include "compiler/syntax/Literals.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include <limits>
#include <string>

using namespace adopter;

static std::string withoutUnderscores(llvm::StringRef spelling) {
  std::string digits = spelling.str();
  std::erase(digits, '_');
  return digits;
}

std::optional<uint64_t> syntax::decodeInteger(llvm::StringRef spelling) {
  std::string digits = withoutUnderscores(spelling);
  llvm::StringRef rest = digits;
  unsigned radix = 10;
  if (rest.consume_front_insensitive("0x"))
    radix = 16;
  else if (rest.consume_front_insensitive("0o"))
    radix = 8;
  else if (rest.consume_front_insensitive("0b"))
    radix = 2;
  else if (rest.starts_with("0") && rest.find_first_not_of('0') != rest.npos)
    return std::nullopt;
  uint64_t value = 0;
  if (rest.getAsInteger(radix, value))
    return std::numeric_limits<uint64_t>::max();
  return value;
}

double syntax::decodeFloat(llvm::StringRef spelling) {
  double value = 0;
  bool failed = llvm::StringRef(withoutUnderscores(spelling))
                    .getAsDouble(value, /*AllowInexact=*/true);
  (void)failed;
  assert(!failed && "the lexer lets nothing else through");
  return value;
}

/// The character of a one-letter escape.
static std::optional<char> simpleEscape(char letter) {
  switch (letter) {
  case '\\':
  case '\'':
  case '"':
    return letter;
  case 'a':
    return '\a';
  case 'b':
    return '\b';
  case 'f':
    return '\f';
  case 'n':
    return '\n';
  case 'r':
    return '\r';
  case 't':
    return '\t';
  case 'v':
    return '\v';
  default:
    return std::nullopt;
  }
}

/// Digits of a hexadecimal escape that begins with `letter`; 0 for another.
static size_t hexDigits(char letter) {
  return letter == 'x' ? 2 : letter == 'u' ? 4 : letter == 'U' ? 8 : 0;
}

static bool appendCodePoint(uint32_t point, std::string &value) {
  char bytes[4];
  char *end = bytes;
  if (!llvm::ConvertCodePointToUTF8(point, end))
    return false;
  value.append(bytes, end);
  return true;
}

std::optional<syntax::EscapeError>
syntax::decodeString(llvm::StringRef spelling, std::string &value) {
  llvm::StringRef body = spelling.drop_front().drop_back();
  value.clear();
  value.reserve(body.size());
  for (size_t i = 0; i < body.size();) {
    if (body[i] != '\\') {
      value += body[i++];
      continue;
    }
    size_t begin = i++;
    char letter = body[i]; // the lexer has seen that there is one
    uint32_t point = 0;
    if (std::optional<char> simple = simpleEscape(letter)) {
      value += *simple;
      ++i;
    } else if (letter >= '0' && letter <= '7') {
      size_t end = i;
      while (end < body.size() && end < i + 3 && body[end] >= '0' &&
             body[end] <= '7')
        ++end;
      body.slice(i, end).getAsInteger(8, point);
      appendCodePoint(point, value);
      i = end;
    } else {
      llvm::StringRef digits = body.substr(i + 1, hexDigits(letter));
      size_t end = i + 1 + digits.size();
      if (digits.empty() || digits.size() != hexDigits(letter) ||
          !llvm::all_of(digits, llvm::isHexDigit) ||
          digits.getAsInteger(16, point) || !appendCodePoint(point, value))
        return EscapeError{begin + 1, end + 1};
      i = end;
    }
  }
  return std::nullopt;
}
