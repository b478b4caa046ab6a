// SPDX-License-Identifier: Apache-2.0
/// \file
/// Sites as lines for people and as JSON lines for programs.
#ifndef ADOPTER_COMPILER_DRIVER_SITEPRINTER_H
#define ADOPTER_COMPILER_DRIVER_SITEPRINTER_H

#include "runtime/Rewriter.h"
#include "runtime/support/Source.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/raw_ostream.h"
#include <array>
#include <map>

namespace adopter::driver {

/// `FILE:LINE:COL: remark: applied: …  [pack/rule]`.
void printSiteText(const Site &site, const SourceFile &file,
                   llvm::raw_ostream &out);

/// One JSON object on one line; keys are only ever added.
void printSiteJson(const Site &site, const SourceFile &file,
                   llvm::raw_ostream &out);

/// How many sites of each rule had which outcome.
class SiteCounts {
public:
  void add(const Site &site);
  void add(const SiteCounts &other);
  /// A table of rules and outcomes, or one line that says there is none.
  void print(llvm::raw_ostream &out) const;

private:
  std::map<std::string, std::array<unsigned, 3>> rules; // by SiteStatus
};

} // namespace adopter::driver

#endif // ADOPTER_COMPILER_DRIVER_SITEPRINTER_H
