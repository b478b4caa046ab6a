// SPDX-License-Identifier: Apache-2.0
// Lifts every modeling_*.py below the folder that ADOPTER_LIFT_CORPUS names, if
// it is set: no crash, a well-formed model, and what the lifter does not
// understand, ranked.
#include "LiftFixture.h"
#include "runtime/model/ArchitectureVerifier.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <chrono>
#include <gtest/gtest.h>
#include <map>

using namespace adopter;
using namespace adopter::model;
using adopter::test::prelude;

namespace {

class Ignore : public DiagnosticConsumer {
  void handle(const Diagnostic &, const SourceManager &) override {}
};

std::vector<std::string> corpus(llvm::StringRef folder) {
  std::vector<std::string> paths;
  std::error_code error;
  for (llvm::sys::fs::recursive_directory_iterator at(folder, error), end;
       at != end && !error; at.increment(error)) {
    llvm::StringRef name = llvm::sys::path::filename(at->path());
    bool isModel = name.starts_with("modeling_") &&
                   !name.starts_with("modeling_tf_") &&
                   !name.starts_with("modeling_flax_");
    if (isModel && name.ends_with(".py"))
      paths.push_back(at->path());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

TEST(Corpus, LiftsEverything) {
  const char *folder = std::getenv("ADOPTER_LIFT_CORPUS");
  if (!folder)
    GTEST_SKIP() << "ADOPTER_LIFT_CORPUS is not set";
  double parseTime = 0, liftTime = 0, bytes = 0;
  size_t files = 0, functions = 0, clear = 0, ops = 0, canonical = 0,
         inlined = 0;
  std::map<std::string, unsigned> remarks, examples;
  std::map<std::string, std::string> places;
  prelude();
  for (const std::string &path : corpus(folder)) {
    SourceManager sources;
    Ignore ignore;
    DiagnosticEngine diags(sources, ignore);
    auto file = sources.read(path);
    ASSERT_TRUE(bool(file)) << path;
    auto start = Clock::now();
    auto source = python::PySource::parse(*file, diags);
    parseTime += since(start);
    if (!source)
      continue;
    start = Clock::now();
    auto arch = lift::lift(*source, prelude());
    liftTime += since(start);
    bytes += static_cast<double>(source->text().size());
    ++files;
    std::string errors;
    llvm::raw_string_ostream stream(errors);
    EXPECT_TRUE(verifyArchitecture(*arch, stream)) << path << "\n" << errors;
    EXPECT_EQ(test::checkRanges(*arch, source->text()), "") << path;
    for (const Function &function : arch->functions) {
      ++functions;
      clear += function.opaqueCount == 0;
    }
    ops += arch->ops.size();
    for (const Op &op : arch->ops) {
      canonical += op.decl != NoDecl;
      inlined += op.kind == OpKind::Inline;
    }
    for (const Remark &remark : arch->remarks)
      if (remarks[remark.kind]++ < 3)
        places[remark.kind] +=
            "\n      " + path + ":" +
            std::to_string(
                source->sourceFile().lineColumn(remark.range.begin).line) +
            ": " + remark.text;
  }
  std::vector<std::pair<unsigned, std::string>> ranked;
  for (auto &[kind, count] : remarks)
    ranked.push_back({count, kind});
  std::sort(ranked.rbegin(), ranked.rend());
  llvm::outs() << files << " files, " << bytes / 1e6 << " MB, parse "
               << parseTime << " s, lift " << liftTime << " s, " << functions
               << " functions, " << ops << " ops, " << canonical
               << " canonical, " << inlined << " entered; without opaque ops: "
               << 100.0 * static_cast<double>(clear) /
                      static_cast<double>(functions)
               << " %\n";
  for (auto &[count, kind] : ranked)
    llvm::outs() << "  " << count << " " << kind << places[kind] << "\n";
}

/// One top-level statement at a time, with tokens removed, doubled or
/// exchanged.
TEST(Corpus, SurvivesDamage) {
  const char *folder = std::getenv("ADOPTER_LIFT_CORPUS");
  if (!folder)
    GTEST_SKIP() << "ADOPTER_LIFT_CORPUS is not set";
  std::mt19937 random(11);
  unsigned tried = 0, lifted = 0;
  for (const std::string &path : corpus(folder)) {
    auto buffer = llvm::MemoryBuffer::getFile(path);
    ASSERT_TRUE(bool(buffer)) << path;
    llvm::StringRef text = (*buffer)->getBuffer();
    std::vector<size_t> starts;
    for (size_t at = 0; at < text.size(); at = text.find('\n', at) + 1) {
      if (text.substr(at).starts_with("class ") ||
          text.substr(at).starts_with("def "))
        starts.push_back(at);
      if (text.find('\n', at) == llvm::StringRef::npos)
        break;
    }
    for (unsigned round = 0; round < 20 && starts.size() > 1; ++round) {
      size_t which = random() % (starts.size() - 1);
      std::string part = text.slice(starts[which], starts[which + 1]).str();
      for (unsigned change = 0; change < 1 + round % 3; ++change)
        test::damage(part, random);
      ++tried;
      test::Lifted l(part);
      if (!l.arch)
        continue;
      ++lifted;
      ASSERT_EQ(l.verify(), "") << part;
    }
  }
  llvm::outs() << tried << " damaged texts, " << lifted << " lifted\n";
}

} // namespace
