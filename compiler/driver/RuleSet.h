// SPDX-License-Identifier: Apache-2.0
/// \file
/// The rules of a run: embedded packs, pack files and rule files, narrowed down
/// to what `--pack` and `--rule` ask for.
///
/// Without options: all embedded packs. With `--rules` or `--pack`: only what
/// they name.
#ifndef ADOPTER_COMPILER_DRIVER_RULESET_H
#define ADOPTER_COMPILER_DRIVER_RULESET_H

#include "compiler/driver/CommonOptions.h"
#include "runtime/Rewriter.h"
#include <optional>

namespace adopter::driver {

class RuleSet {
public:
  /// Loads what `options` ask for; null after diagnostics.
  static std::optional<RuleSet> load(const RuleOptions &options,
                                     Messages &messages);

  llvm::ArrayRef<RuleSelection> selections() const { return selected; }
  /// The program whose declared ops files are lifted with.
  const program::Program &vocabulary() const { return *programs.front(); }

private:
  bool addEmbedded(const RuleOptions &options, Messages &messages);
  bool addPackFile(llvm::StringRef path, Messages &messages);
  bool addRuleFiles(llvm::ArrayRef<std::string> paths, Messages &messages);
  bool add(llvm::StringRef bytes, llvm::StringRef name, Messages &messages);
  bool select(const RuleOptions &options, Messages &messages);

  // All programs share one table of symbols, so that their names compare.
  std::shared_ptr<SymbolTable> symbols = std::make_shared<SymbolTable>();
  std::vector<std::unique_ptr<program::Program>> programs;
  std::vector<RuleSelection> selected;
};

/// Reads the files in `paths` and compiles them together with the prelude.
/// Null after diagnostics.
std::optional<program::Program>
compileWithPrelude(llvm::ArrayRef<std::string> paths, Messages &messages);

/// The prelude and the files in `paths`; empty after a diagnostic.
std::vector<FileId> readWithPrelude(llvm::ArrayRef<std::string> paths,
                                    Messages &messages);

/// The program of all embedded packs.
program::Program embeddedProgram();

} // namespace adopter::driver

#endif // ADOPTER_COMPILER_DRIVER_RULESET_H
