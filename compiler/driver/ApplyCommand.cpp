// SPDX-License-Identifier: Apache-2.0
/// \file
/// `adoptc apply`: the patch, as a diff, in place or into a folder.
#include "compiler/driver/Command.h"
#include "compiler/driver/OutputFile.h"
#include "compiler/driver/RewriteRun.h"
#include "runtime/patch/UnifiedDiff.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <mutex>
#include <set>

using namespace adopter;
using namespace adopter::driver;

namespace {
class ApplyCommand : public Command {
public:
  llvm::StringRef description() const override {
    return "Rewrites Python files with the rules of the embedded packs, or "
           "with "
           "those that\noptions name, and prints the patch as a unified diff. "
           "`git apply` takes it.";
  }

  void registerOptions(OptionTable &options) override {
    run_.addTo(options);
    options.add(OptionGroup::Output, "in-place", 'i', "",
                "change the files instead of printing a diff", &inPlace);
    options.add(OptionGroup::Output, "output", 'o', "FOLDER",
                "write the changed files below FOLDER", &folder);
    options.add(OptionGroup::Output, "check", 0, "",
                "change nothing; exit with 1 if something would change",
                &checkOnly);
    options.add(OptionGroup::Output, "format", 0, "FORM",
                "diff (default), or jsonl: one JSON object a site",
                Choice{{"diff", "jsonl"}, &format});
    options.add(OptionGroup::Output, "quiet", 'q', "", "no summary at the end",
                &quiet);
  }

  int run(DriverEnv &env, const OptionTable &) override {
    if (!consistent(env))
      return ExitUsage;
    int code = run_.run(env, /*scanOnly=*/false,
                        [&](RewriteRun::File &file) { report(file); });
    if (!quiet && code != ExitUsage) {
      env.out.flush();
      env.err << run_.changedCount() << " of " << run_.fileCount()
              << (run_.fileCount() == 1 ? " file " : " files ")
              << (checkOnly || (!inPlace && folder.empty()) ? "would change"
                                                            : "changed")
              << "\n";
    }
    if (checkOnly && run_.changedCount() != 0 && code == ExitDone)
      return ExitProblems;
    return code;
  }

private:
  bool consistent(DriverEnv &env) {
    Messages messages(env, run_.diagnostics);
    auto exclude = [&](bool a, llvm::StringRef nameA, bool b,
                       llvm::StringRef nameB) {
      return !(a && b) || messages.engine.report(
                              {}, DiagKind::incompatible_options, nameA, nameB);
    };
    if (!exclude(inPlace, "--in-place", !folder.empty(), "--output") ||
        !exclude(inPlace, "--in-place", checkOnly, "--check") ||
        !exclude(!folder.empty(), "--output", checkOnly, "--check"))
      return false;
    for (const std::string &path : run_.input.inputs)
      if (inPlace && path == "-")
        return messages.engine.report({}, DiagKind::stdin_in_place);
    return true;
  }

  void report(RewriteRun::File &file) {
    if (format == 1)
      for (const Site &site : file.result.sites)
        printSiteJson(site, file.source, file.out);
    if (!file.result.isChanged)
      return;
    if (inPlace)
      writeInPlace(file);
    else if (!folder.empty())
      writeBelow(file);
    else if (format == 0 && !checkOnly)
      patch::writeUnifiedDiff(file.out, file.source.path(), file.source.text(),
                              file.result.newText);
  }

  void writeInPlace(RewriteRun::File &file) {
    llvm::Expected<std::string> path = resolveInside(file.input);
    if (!path) {
      file.diags.report({}, DiagKind::cannot_write_file, file.input.path,
                        llvm::toString(path.takeError()));
      return;
    }
    write(file, *path, file.source.text());
  }

  void writeBelow(RewriteRun::File &file) {
    llvm::SmallString<256> path(folder);
    llvm::sys::path::append(path, file.input.path == "-"
                                      ? llvm::StringRef("stdin.py")
                                      : llvm::StringRef(file.input.relative));
    {
      std::lock_guard<std::mutex> lock(mutex);
      if (!written.insert(path.str().str()).second) {
        file.diags.report({}, DiagKind::same_output, path.str());
        return;
      }
    }
    if (std::error_code error = llvm::sys::fs::create_directories(
            llvm::sys::path::parent_path(path))) {
      file.diags.report({}, DiagKind::cannot_write_file, path.str(),
                        error.message());
      return;
    }
    write(file, path, std::nullopt);
  }

  void write(RewriteRun::File &file, llvm::StringRef path,
             std::optional<llvm::StringRef> expected) {
    if (llvm::Error error = writeFile(path, file.result.newText, expected))
      file.diags.report({}, DiagKind::cannot_write_file, path,
                        llvm::toString(std::move(error)));
  }

  RewriteRun run_;
  bool inPlace = false;
  bool checkOnly = false;
  bool quiet = false;
  std::string folder;
  unsigned format = 0;
  std::mutex mutex; // guards `written`
  std::set<std::string> written;
};
} // namespace

std::unique_ptr<Command> adopter::driver::makeApplyCommand() {
  return std::make_unique<ApplyCommand>();
}
