// SPDX-License-Identifier: Apache-2.0
#include "runtime/support/VerifyConsumer.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <limits>

using namespace adopter;

static constexpr llvm::StringLiteral Marker = "expected-";
static constexpr uint32_t Unlimited = std::numeric_limits<uint32_t>::max();

//===-- reading comments --------------------------------------------------===//

static std::optional<Severity> eatSeverity(llvm::StringRef &rest) {
  for (Severity severity :
       {Severity::Error, Severity::Warning, Severity::Note, Severity::Remark})
    if (rest.consume_front(severityName(severity)))
      return severity;
  return std::nullopt;
}

/// `@+1`, `@-2`, `@7`, `@*` or nothing. False when it cannot be read.
static bool eatPlace(llvm::StringRef &rest, uint32_t here,
                     std::optional<uint32_t> &line) {
  line = here;
  if (!rest.consume_front("@"))
    return true;
  if (rest.consume_front("*")) {
    line = std::nullopt;
    return true;
  }
  bool after = rest.consume_front("+");
  bool before = !after && rest.consume_front("-");
  uint32_t number = 0;
  if (rest.consumeInteger(10, number))
    return false;
  if (before && number >= here)
    return false;
  line = after ? here + number : before ? here - number : number;
  return *line > 0;
}

/// `2`, `2+`, `1-3` or nothing, which is once. False when it cannot be read.
static bool eatCount(llvm::StringRef &rest, uint32_t &least, uint32_t &most) {
  rest = rest.ltrim();
  least = most = 1;
  if (rest.empty() || !llvm::isDigit(rest.front()))
    return true;
  if (rest.consumeInteger(10, least))
    return false;
  most = least;
  if (rest.consume_front("+"))
    most = Unlimited;
  else if (rest.consume_front("-") && rest.consumeInteger(10, most))
    return false;
  rest = rest.ltrim();
  return least <= most && most > 0;
}

/// `{{text}}`, with as many closing braces as opening ones.
static bool eatText(llvm::StringRef &rest, std::string &text) {
  size_t braces = rest.size() - rest.ltrim('{').size();
  if (braces < 2)
    return false;
  size_t end = rest.find(std::string(braces, '}'), braces);
  if (end == llvm::StringRef::npos)
    return false;
  // "}}}" closes "{{" at its last two braces: the text may end in a brace.
  while (end + braces < rest.size() && rest[end + braces] == '}')
    ++end;
  text = rest.slice(braces, end).trim().str();
  rest = rest.drop_front(end + braces);
  return true;
}

static size_t commentStart(llvm::StringRef line) {
  return std::min(line.find('#'), line.find("//"));
}

Expectations adopter::readExpectations(const SourceFile &file, FileId id) {
  Expectations found;
  for (uint32_t number = 1; number <= file.lineCount(); ++number) {
    llvm::StringRef line = file.line(number);
    size_t comment = commentStart(line);
    if (comment == llvm::StringRef::npos)
      continue;
    llvm::StringRef rest = line.drop_front(comment);
    for (size_t at = rest.find(Marker); at != llvm::StringRef::npos;
         at = rest.find(Marker)) {
      rest = rest.drop_front(at);
      uint32_t begin = static_cast<uint32_t>(file.lineStart(number) +
                                             (rest.data() - line.data()));
      rest = rest.drop_front(Marker.size());
      auto rangeTo = [&](llvm::StringRef end) {
        return SourceRange{id, begin,
                           static_cast<uint32_t>(file.lineStart(number) +
                                                 (end.data() - line.data()))};
      };
      if (rest.consume_front("no-diagnostics")) {
        found.noDiagnostics = rangeTo(rest);
        continue;
      }
      Expectation expectation;
      std::optional<Severity> severity = eatSeverity(rest);
      if (!severity || !eatPlace(rest, number, expectation.line) ||
          !eatCount(rest, expectation.least, expectation.most) ||
          !eatText(rest, expectation.text)) {
        found.malformed.push_back(rangeTo(rest));
        continue;
      }
      expectation.severity = *severity;
      expectation.range = rangeTo(rest);
      found.all.push_back(std::move(expectation));
    }
  }
  return found;
}

//===-- comparing ---------------------------------------------------------===//

void VerifyConsumer::handle(const Diagnostic &diagnostic,
                            const SourceManager &sources) {
  Seen entry{diagnostic.kind, diagnostic.severity, diagnostic.range, 0,
             diagnostic.message + " [" + diagName(diagnostic.kind).str() + "]"};
  if (diagnostic.range.isValid())
    entry.line = sources.file(diagnostic.range.file)
                     .lineColumn(diagnostic.range.begin)
                     .line;
  seen.push_back(std::move(entry));
  for (const Diagnostic &note : diagnostic.notes)
    handle(note, sources);
}

bool VerifyConsumer::verify(const SourceManager &sources,
                            llvm::ArrayRef<FileId> files,
                            DiagnosticEngine &report) const {
  unsigned before = report.errorCount();
  std::vector<bool> met(seen.size(), false);
  for (FileId id : files) {
    Expectations expected = readExpectations(sources.file(id), id);
    for (SourceRange range : expected.malformed)
      report.report(range, DiagKind::verify_malformed_comment);
    if (expected.noDiagnostics && !expected.all.empty())
      report.report(*expected.noDiagnostics, DiagKind::verify_contradiction);
    if (!expected.noDiagnostics && expected.all.empty() &&
        expected.malformed.empty())
      report.report({id, 0, 0}, DiagKind::verify_no_comments);

    for (const Expectation &expectation : expected.all) {
      uint32_t count = 0;
      for (size_t i = 0; i < seen.size() && count < expectation.most; ++i) {
        const Seen &entry = seen[i];
        bool placed = !expectation.line ||
                      (entry.range.isValid() && entry.range.file == id &&
                       entry.line == *expectation.line);
        if (met[i] || !placed || entry.severity != expectation.severity ||
            !llvm::StringRef(entry.text).contains(expectation.text))
          continue;
        met[i] = true;
        ++count;
      }
      if (count < expectation.least)
        report.report(expectation.range, DiagKind::verify_missing,
                      severityName(expectation.severity), expectation.text,
                      count, expectation.least);
    }
  }
  for (size_t i = 0; i < seen.size(); ++i)
    if (!met[i])
      report.report(seen[i].range, DiagKind::verify_unexpected,
                    severityName(seen[i].severity), seen[i].text);
  return report.errorCount() == before;
}
