// SPDX-License-Identifier: Apache-2.0
#include "runtime/patch/UnifiedDiff.h"
#include "runtime/patch/LineDiff.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>

namespace adopter::patch {

/// The path as git writes it: in double quotes with escapes where it has
/// characters that would end it, and a tab after one with spaces.
static std::string headerPath(llvm::StringRef prefix, llvm::StringRef path) {
  path.consume_front("./");
  std::string name = (prefix + path.ltrim('/')).str();
  bool isPlain = llvm::all_of(name, [](char c) {
    return static_cast<unsigned char>(c) >= 0x20 && c != '"' && c != '\\' &&
           c != 0x7F;
  });
  if (isPlain)
    return name.find(' ') == std::string::npos ? name : name + "\t";
  std::string quoted = "\"";
  for (char c : name) {
    auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      quoted += '\\';
      quoted += c;
    } else if (byte >= 0x20 && byte != 0x7F) {
      quoted += c;
    } else {
      quoted += '\\';
      quoted += static_cast<char>('0' + (byte >> 6));
      quoted += static_cast<char>('0' + ((byte >> 3) & 7));
      quoted += static_cast<char>('0' + (byte & 7));
    }
  }
  return quoted + '"';
}

/// `12`, `12,3`; an empty run is named by the line before it.
static void writeRun(llvm::raw_ostream &out, uint32_t begin, uint32_t count) {
  out << (count == 0 ? begin : begin + 1);
  if (count != 1)
    out << ',' << count;
}

static void writeLine(llvm::raw_ostream &out, char sign, llvm::StringRef line) {
  out << sign << line;
  if (!line.ends_with("\n"))
    out << "\n\\ No newline at end of file\n";
}

void writeUnifiedDiff(llvm::raw_ostream &out, llvm::StringRef path,
                      llvm::StringRef before, llvm::StringRef after,
                      unsigned context) {
  std::vector<llvm::StringRef> oldLines = splitLines(before);
  std::vector<llvm::StringRef> newLines = splitLines(after);
  std::vector<LineChange> changes = diffLines(oldLines, newLines);
  if (changes.empty())
    return;
  out << "--- " << headerPath("a/", path) << '\n';
  out << "+++ " << headerPath("b/", path) << '\n';

  for (size_t first = 0; first < changes.size();) {
    // Changes whose contexts touch share a hunk.
    size_t last = first;
    while (last + 1 < changes.size() &&
           changes[last + 1].oldBegin - changes[last].oldEnd <= 2 * context)
      ++last;
    uint32_t oldBegin = changes[first].oldBegin;
    uint32_t before0 = std::min<uint32_t>(oldBegin, context);
    uint32_t newBegin = changes[first].newBegin - before0;
    oldBegin -= before0;
    auto oldCount = static_cast<uint32_t>(oldLines.size());
    uint32_t oldEnd = std::min(changes[last].oldEnd + context, oldCount);
    uint32_t newEnd = changes[last].newEnd + (oldEnd - changes[last].oldEnd);

    out << "@@ -";
    writeRun(out, oldBegin, oldEnd - oldBegin);
    out << " +";
    writeRun(out, newBegin, newEnd - newBegin);
    out << " @@\n";
    uint32_t line = oldBegin;
    for (size_t i = first; i <= last; ++i) {
      const LineChange &change = changes[i];
      for (; line < change.oldBegin; ++line)
        writeLine(out, ' ', oldLines[line]);
      for (; line < change.oldEnd; ++line)
        writeLine(out, '-', oldLines[line]);
      for (uint32_t added = change.newBegin; added < change.newEnd; ++added)
        writeLine(out, '+', newLines[added]);
    }
    for (; line < oldEnd; ++line)
      writeLine(out, ' ', oldLines[line]);
    first = last + 1;
  }
}

} // namespace adopter::patch
