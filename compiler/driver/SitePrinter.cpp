// SPDX-License-Identifier: Apache-2.0
#include "compiler/driver/SitePrinter.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

using namespace adopter;
using namespace adopter::driver;

void driver::printSiteText(const Site &site, const SourceFile &file,
                           llvm::raw_ostream &out) {
  out << file.path() << ":" << site.line << ":"
      << file.lineColumn(site.range.begin).column
      << ": remark: " << siteStatusName(site.status) << ": ";
  if (site.status == SiteStatus::Refused)
    out << site.reason;
  else
    out << (site.kernel.empty() ? llvm::StringRef("plain torch")
                                : llvm::StringRef(site.kernel));
  if (site.status == SiteStatus::Guarded)
    out << ", if " << site.guard;
  out << " [" << site.pack << "/" << site.rule << "]\n";
  for (const std::string &note : site.notes)
    out << file.path() << ":" << site.line << ": note: " << note << "\n";
}

void driver::printSiteJson(const Site &site, const SourceFile &file,
                           llvm::raw_ostream &out) {
  llvm::json::OStream json(out);
  json.object([&] {
    json.attribute("rule", site.rule);
    json.attribute("pack", site.pack);
    json.attribute("file", file.path());
    json.attribute("class", site.className);
    json.attribute("function", site.function);
    json.attribute("line", site.line);
    json.attribute("end_line", site.endLine);
    json.attribute("status", siteStatusName(site.status));
    json.attribute("reason", site.reason);
    json.attribute("guard", site.guard);
    json.attribute("kernel", site.kernel);
    json.attributeArray("notes", [&] {
      for (const std::string &note : site.notes)
        json.value(note);
    });
  });
  out << "\n";
}

void SiteCounts::add(const Site &site) {
  ++rules[site.pack + "/" + site.rule][static_cast<size_t>(site.status)];
}

void SiteCounts::add(const SiteCounts &other) {
  for (const auto &[rule, counts] : other.rules)
    for (size_t i = 0; i < counts.size(); ++i)
      rules[rule][i] += counts[i];
}

void SiteCounts::print(llvm::raw_ostream &out) const {
  if (rules.empty()) {
    out << "no site\n";
    return;
  }
  size_t width = 4;
  for (const auto &[rule, counts] : rules)
    width = std::max(width, rule.size());
  auto row = [&](llvm::StringRef name, auto... cells) {
    out << name;
    out.indent(static_cast<unsigned>(width - name.size()));
    ((out << llvm::formatv("{0,10}", cells)), ...);
    out << "\n";
  };
  row("rule", "applied", "guarded", "refused");
  for (const auto &[rule, counts] : rules)
    row(rule, counts[0], counts[1], counts[2]);
}
