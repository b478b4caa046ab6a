// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the run-time half does, in one call: a Python file and rules in, sites
/// and new text out.
///
///   lift -> match -> select -> safety -> synthesis -> verification
///
/// See docs/architecture.md#the-pipeline.
#ifndef ADOPTER_RUNTIME_REWRITER_H
#define ADOPTER_RUNTIME_REWRITER_H

#include "runtime/match/MatchOptions.h"
#include "runtime/match/MatchState.h"
#include "runtime/patch/Edit.h"
#include "runtime/program/Program.h"
#include "runtime/python/PySource.h"
#include "llvm/ADT/ArrayRef.h"
#include <string>
#include <vector>

namespace adopter {

/// What became of one match.
enum class SiteStatus : uint8_t {
  Applied,
  Guarded, // the original stays, for when `guard` does not hold
  Refused, // nothing is changed; `reason` says why
};

/// "applied", "guarded", "refused".
llvm::StringRef siteStatusName(SiteStatus status);

/// One match of a rule.
struct Site {
  std::string rule;
  std::string pack;
  std::string className; // empty: a function of the module
  std::string function;
  SourceRange range; // what is replaced: the root expression
  uint32_t line = 0; // of `range`
  uint32_t endLine = 0;
  SiteStatus status = SiteStatus::Refused;
  std::string reason; // Refused
  std::string guard;  // Guarded: the condition in Python
  std::string kernel; // what is called instead; several: separated by ", "
  std::vector<std::string> notes; // e.g. the function is marked `Copied from`
};

/// A program, and which of its rules are wanted.
struct RuleSelection {
  const program::Program *program = nullptr;
  llvm::BitVector enabledRules; // indexed by RuleId; empty: all
};

struct RewriteOptions {
  /// Mode, configuration, packages; its `enabledRules` is not used.
  match::MatchOptions matching;
  /// Only the sites are wanted: no edits, no text, no verification.
  bool scanOnly = false;
};

struct FileResult {
  std::vector<Site> sites; // by place, then by rule
  /// In order, not overlapping; of all sites that are not refused.
  std::vector<patch::Edit> edits;
  /// The text after `edits`; equal to the source's when there are none.
  std::string newText;
  bool isChanged = false;
};

/// Memory of a run: one per thread, used again from file to file.
struct RewriteState {
  match::MatchState matching;
};

/// Rewrites one file. Thread-safe for different `state`s: programs and options
/// are only read. All programs share one base symbol table.
FileResult rewriteFile(const python::PySource &source,
                       llvm::ArrayRef<RuleSelection> rules,
                       const RewriteOptions &options, RewriteState &state);

} // namespace adopter

#endif // ADOPTER_RUNTIME_REWRITER_H
