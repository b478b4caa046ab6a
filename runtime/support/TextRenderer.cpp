// SPDX-License-Identifier: Apache-2.0
#include "runtime/support/TextRenderer.h"
#include "runtime/support/SourceExcerpt.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/ErrorHandling.h"
#include <algorithm>

using namespace adopter;

namespace {

using Colour = llvm::raw_ostream::Colors;

/// Switches the colour on for one scope, if colours are wanted.
class Coloured {
public:
  Coloured(llvm::raw_ostream &out, bool wanted, Colour colour)
      : out(out), wanted(wanted) {
    if (wanted)
      out.changeColor(colour, /*Bold=*/true);
  }
  Coloured(const Coloured &) = delete;
  Coloured &operator=(const Coloured &) = delete;
  ~Coloured() {
    if (wanted)
      out.resetColor();
  }

private:
  llvm::raw_ostream &out;
  bool wanted;
};

Colour severityColour(Severity severity) {
  switch (severity) {
  case Severity::Error:
    return Colour::RED;
  case Severity::Warning:
    return Colour::MAGENTA;
  case Severity::Note:
    return Colour::CYAN;
  case Severity::Remark:
    return Colour::BLUE;
  }
  llvm_unreachable("unknown severity");
}

/// Prints the lines of one excerpt, each behind its number.
class ExcerptPrinter {
public:
  ExcerptPrinter(llvm::raw_ostream &out, const TextRendererOptions &options,
                 const SourceFile &file, SourceRange range)
      : out(out), options(options), file(file) {
    begin = std::min<uint32_t>(range.begin, file.text().size());
    end = std::clamp<uint32_t>(range.end, begin, file.text().size());
    firstLine = file.lineColumn(begin).line;
    // A range that ends with a line break ends on the line it closes.
    lastLine = end > begin ? file.lineColumn(end - 1).line : firstLine;
    gutter = std::max<size_t>(std::to_string(lastLine).size(), 4);
  }

  void print(llvm::ArrayRef<FixIt> fixIts);

private:
  void printLine(uint32_t line, llvm::ArrayRef<FixIt> fixIts);
  void printMarks(const SourceExcerpt &excerpt, uint32_t line);
  void printFixItLine(const SourceExcerpt &excerpt, uint32_t line,
                      llvm::ArrayRef<FixIt> fixIts);
  void printFixItElsewhere(const FixIt &fixIt);
  bool fitsOn(uint32_t line, const FixIt &fixIt) const;
  void printGutter() { out.indent(static_cast<unsigned>(gutter)) << " | "; }
  size_t offsetIn(uint32_t line, uint32_t offset) const {
    return offset - std::min(offset, file.lineStart(line));
  }

  llvm::raw_ostream &out;
  const TextRendererOptions &options;
  const SourceFile &file;
  uint32_t begin, end;
  uint32_t firstLine, lastLine;
  size_t gutter; // columns of the line number
};

void ExcerptPrinter::print(llvm::ArrayRef<FixIt> fixIts) {
  printLine(firstLine, fixIts);
  if (lastLine > firstLine + 1) {
    out.indent(static_cast<unsigned>(gutter)) << " ...\n";
  }
  if (lastLine > firstLine)
    printLine(lastLine, fixIts);
  for (const FixIt &fixIt : fixIts)
    if (!fitsOn(firstLine, fixIt) && !fitsOn(lastLine, fixIt))
      printFixItElsewhere(fixIt);
}

void ExcerptPrinter::printLine(uint32_t line, llvm::ArrayRef<FixIt> fixIts) {
  SourceExcerpt excerpt(file.line(line));
  excerpt.shorten(options.width,
                  line == firstLine ? excerpt.column(offsetIn(line, begin)) : 0,
                  excerpt.column(offsetIn(line, end)));
  std::string number = std::to_string(line);
  out.indent(static_cast<unsigned>(gutter - std::min(gutter, number.size())))
      << number << " | " << llvm::StringRef(excerpt.text()).rtrim(' ') << '\n';
  printMarks(excerpt, line);
  printFixItLine(excerpt, line, fixIts);
}

void ExcerptPrinter::printMarks(const SourceExcerpt &excerpt, uint32_t line) {
  llvm::StringRef text = file.line(line);
  size_t from = line == firstLine ? offsetIn(line, begin)
                                  : text.size() - text.ltrim().size();
  size_t to = line == lastLine ? offsetIn(line, end) : text.size();
  unsigned first = excerpt.column(from);
  unsigned last = std::max(excerpt.column(std::min(to, text.size())), first);
  std::string marks(last - first, '~');
  if (line == firstLine) {
    if (marks.empty())
      marks = "^";
    marks.front() = '^';
  }
  printGutter();
  out.indent(first);
  {
    Coloured green(out, options.colour, Colour::GREEN);
    out << marks;
  }
  out << '\n';
}

bool ExcerptPrinter::fitsOn(uint32_t line, const FixIt &fixIt) const {
  return file.lineColumn(fixIt.range.begin).line == line &&
         file.lineColumn(fixIt.range.end).line == line &&
         fixIt.replacement.find_first_of("\r\n") == std::string::npos;
}

void ExcerptPrinter::printFixItLine(const SourceExcerpt &excerpt, uint32_t line,
                                    llvm::ArrayRef<FixIt> fixIts) {
  llvm::SmallVector<const FixIt *, 4> here;
  for (const FixIt &fixIt : fixIts)
    if (fitsOn(line, fixIt))
      here.push_back(&fixIt);
  std::stable_sort(here.begin(), here.end(),
                   [](const FixIt *a, const FixIt *b) {
                     return a->range.begin < b->range.begin;
                   });
  unsigned used = 0;
  bool open = false;
  for (const FixIt *fixIt : here) {
    unsigned first = excerpt.column(offsetIn(line, fixIt->range.begin));
    unsigned last = excerpt.column(offsetIn(line, fixIt->range.end));
    SourceExcerpt text(fixIt->replacement.empty()
                           ? std::string(std::max(last - first, 1u), '-')
                           : fixIt->replacement);
    if (open && first <= used) {
      out << '\n';
      open = false;
    }
    if (!open) {
      printGutter();
      used = 0;
    }
    out.indent(first - used);
    {
      Coloured green(out, options.colour, Colour::GREEN);
      out << text.text();
    }
    used = first + text.width();
    open = true;
  }
  if (open)
    out << '\n';
}

void ExcerptPrinter::printFixItElsewhere(const FixIt &fixIt) {
  LineColumn from = file.lineColumn(fixIt.range.begin);
  LineColumn to = file.lineColumn(fixIt.range.end);
  out.indent(static_cast<unsigned>(gutter))
      << " = fix " << from.line << ':' << from.column << '-' << to.line << ':'
      << to.column << ":\n";
  llvm::SmallVector<llvm::StringRef, 8> lines;
  llvm::StringRef(fixIt.replacement).split(lines, '\n');
  if (lines.size() > 1 && lines.back().empty())
    lines.pop_back();
  for (llvm::StringRef line : lines) {
    out.indent(static_cast<unsigned>(gutter)) << " + ";
    Coloured green(out, options.colour, Colour::GREEN);
    out << SourceExcerpt(line.rtrim('\r')).text();
    out << '\n';
  }
}

} // namespace

void TextRenderer::handle(const Diagnostic &diagnostic,
                          const SourceManager &sources) {
  printHeadline(diagnostic, sources);
  if (options.excerpts && diagnostic.range.isValid())
    printExcerpt(diagnostic, sources);
  for (const Diagnostic &note : diagnostic.notes)
    handle(note, sources);
}

void TextRenderer::printHeadline(const Diagnostic &diagnostic,
                                 const SourceManager &sources) {
  {
    Coloured bold(out, options.colour, Colour::SAVEDCOLOR);
    if (diagnostic.range.isValid()) {
      const SourceFile &file = sources.file(diagnostic.range.file);
      LineColumn place = file.lineColumn(diagnostic.range.begin);
      out << file.path() << ':' << place.line << ':' << place.column << ": ";
    } else {
      out << "adoptc: ";
    }
  }
  {
    Coloured word(out, options.colour, severityColour(diagnostic.severity));
    out << severityName(diagnostic.severity) << ": ";
  }
  {
    Coloured bold(out, options.colour, Colour::SAVEDCOLOR);
    out << diagnostic.message;
  }
  // The name of a note adds nothing: it belongs to the message above it.
  if (diagnostic.severity != Severity::Note)
    out << " [" << diagName(diagnostic.kind) << ']';
  out << '\n';
}

void TextRenderer::printExcerpt(const Diagnostic &diagnostic,
                                const SourceManager &sources) {
  const SourceFile &file = sources.file(diagnostic.range.file);
  llvm::SmallVector<FixIt, 4> fixIts;
  for (const FixIt &fixIt : diagnostic.fixIts)
    if (fixIt.range.file == diagnostic.range.file)
      fixIts.push_back(fixIt);
  ExcerptPrinter(out, options, file, diagnostic.range).print(fixIts);
}
