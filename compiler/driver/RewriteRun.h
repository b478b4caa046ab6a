// SPDX-License-Identifier: Apache-2.0
/// \file
/// What `apply` and `scan` share: rules, target and inputs of a run, and the
/// rewriting of each file by one of several threads.
#ifndef ADOPTER_COMPILER_DRIVER_REWRITERUN_H
#define ADOPTER_COMPILER_DRIVER_REWRITERUN_H

#include "compiler/driver/FileRunner.h"
#include "compiler/driver/InputFiles.h"
#include "compiler/driver/RuleSet.h"
#include "compiler/driver/SitePrinter.h"
#include <atomic>

namespace adopter::driver {

class RewriteRun {
public:
  RuleOptions rules;
  TargetOptions target;
  InputOptions input;
  DiagnosticOptions diagnostics;

  /// One rewritten file and where to say something about it.
  struct File {
    const InputFile &input;
    const SourceFile &source;
    FileResult &result;
    DiagnosticEngine &diags;
    llvm::raw_ostream &out;
  };

  void addTo(OptionTable &options);
  /// Rewrites every input and calls `report` for each, in parallel; what it
  /// prints comes in the order of the inputs. \return an ExitCode.
  int run(DriverEnv &env, bool scanOnly,
          llvm::function_ref<void(File &)> report);

  const SiteCounts &counts() const { return sites; }
  size_t fileCount() const { return files; }
  size_t changedCount() const { return changed; }

private:
  bool readConfig(RewriteOptions &options, Messages &messages);

  SiteCounts sites;
  size_t files = 0;
  std::atomic<size_t> changed{0};
};

} // namespace adopter::driver

#endif // ADOPTER_COMPILER_DRIVER_REWRITERUN_H
