// SPDX-License-Identifier: Apache-2.0
#include "compiler/syntax/CodePoints.h"
#include "llvm/ADT/StringExtras.h"

using namespace adopter;
using namespace adopter::syntax;

/// Reads one code point at `at` and moves behind it. False if the bytes are no
/// UTF-8: truncated, overlong, a surrogate, or beyond U+10FFFF.
static bool decode(llvm::StringRef text, size_t &at, char32_t &point) {
  auto byte = [&](size_t i) {
    return static_cast<unsigned char>(text[at + i]);
  };
  unsigned char lead = byte(0);
  size_t length = lead < 0x80   ? 1
                  : lead < 0xC2 ? 0
                  : lead < 0xE0 ? 2
                  : lead < 0xF0 ? 3
                  : lead < 0xF5 ? 4
                                : 0;
  if (length == 0 || text.size() - at < length)
    return false;
  point = length == 1 ? lead : lead & (0x7F >> length);
  for (size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80)
      return false;
    point = point << 6 | (byte(i) & 0x3F);
  }
  if (length == 3 && (point < 0x800 || (point >= 0xD800 && point < 0xE000)))
    return false;
  if (length == 4 && (point < 0x10000 || point > 0x10FFFF))
    return false;
  at += length;
  return true;
}

bool AdrText::load(const SourceManager &sources, FileId file,
                   DiagnosticEngine &diags) {
  fileId = file;
  text = sources.file(file).text();
  _data.clear();
  _data.reserve(text.size());
  offsets.clear();
  size_t at = 0;
  while (text.substr(at).starts_with("\xEF\xBB\xBF"))
    at += 3;
  isAscii = at == 0 && llvm::isASCII(text);
  while (at < text.size()) {
    uint32_t begin = static_cast<uint32_t>(at);
    char32_t point = 0;
    if (!decode(text, at, point))
      return diags.report({file, begin, begin + 1}, DiagKind::invalid_utf8,
                          llvm::utohexstr(uint8_t(text[begin]), true, 2));
    if (point == 0)
      return diags.report({file, begin, begin + 1}, DiagKind::nul_byte);
    if (!isAscii)
      offsets.push_back(begin);
    _data.push_back(point);
  }
  if (!isAscii)
    offsets.push_back(static_cast<uint32_t>(text.size()));
  p = 0;
  return true;
}
