// SPDX-License-Identifier: Apache-2.0
#include "runtime/patch/UnifiedDiff.h"
#include "runtime/patch/LineDiff.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "gtest/gtest.h"
#include <random>

using namespace adopter::patch;

namespace {

std::string diff(llvm::StringRef before, llvm::StringRef after,
                 llvm::StringRef path = "m.py") {
  std::string text;
  llvm::raw_string_ostream out(text);
  writeUnifiedDiff(out, path, before, after);
  return text;
}

TEST(UnifiedDiff, EqualTextsGiveNothing) {
  EXPECT_EQ(diff("a\nb\n", "a\nb\n"), "");
  EXPECT_EQ(diff("", ""), "");
}

TEST(UnifiedDiff, HasThreeLinesOfContext) {
  EXPECT_EQ(diff("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nx\n6\n7\n8\n9\n"),
            "--- a/m.py\n+++ b/m.py\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+x\n 6\n"
            " 7\n 8\n");
}

TEST(UnifiedDiff, ChangesFarApartHaveHunksOfTheirOwn) {
  std::string before, after;
  for (int i = 0; i < 30; ++i) {
    before += std::to_string(i) + "\n";
    after += (i == 5 || i == 20 ? "x" : std::to_string(i)) + "\n";
  }
  std::string text = diff(before, after);
  EXPECT_NE(text.find("@@ -3,7 +3,7 @@"), std::string::npos) << text;
  EXPECT_NE(text.find("@@ -18,7 +18,7 @@"), std::string::npos) << text;
}

TEST(UnifiedDiff, SaysWhereTheLastLineHasNoEnd) {
  EXPECT_EQ(diff("a", "b"),
            "--- a/m.py\n+++ b/m.py\n@@ -1 +1 @@\n-a\n\\ No newline at end of "
            "file\n+b\n\\ No newline at end of file\n");
  EXPECT_EQ(diff("a\n", "a"), "--- a/m.py\n+++ b/m.py\n@@ -1 +1 @@\n-a\n+a\n"
                              "\\ No newline at end of file\n");
}

TEST(UnifiedDiff, EmptyRunsAreNamedByTheLineBefore) {
  EXPECT_EQ(diff("", "a\n"), "--- a/m.py\n+++ b/m.py\n@@ -0,0 +1 @@\n+a\n");
  EXPECT_EQ(diff("a\n", ""), "--- a/m.py\n+++ b/m.py\n@@ -1 +0,0 @@\n-a\n");
}

TEST(UnifiedDiff, PathsAreWrittenAsGitDoes) {
  EXPECT_EQ(diff("a\n", "b\n", "./x y.py").substr(0, 26),
            "--- a/x y.py\t\n+++ b/x y.py");
  EXPECT_EQ(diff("a\n", "b\n", "/top/m.py").substr(0, 14), "--- a/top/m.py");
  EXPECT_EQ(diff("a\n", "b\n", "q\"\t.py").substr(0, 16),
            "--- \"a/q\\\"\\011.p");
}

TEST(LineDiff, IsMinimalOnSmallTexts) {
  std::vector<llvm::StringRef> before = {"a", "b", "c", "a", "b", "b", "a"};
  std::vector<llvm::StringRef> after = {"c", "b", "a", "b", "a", "c"};
  size_t changed = 0;
  for (const LineChange &change : diffLines(before, after))
    changed +=
        change.oldEnd - change.oldBegin + change.newEnd - change.newBegin;
  EXPECT_EQ(changed, 5u); // Myers' own example
}

TEST(LineDiff, TextsThatShareNothingAreOneChange) {
  std::vector<std::string> store;
  std::vector<llvm::StringRef> before, after;
  for (int i = 0; i < 4000; ++i)
    store.push_back("a" + std::to_string(i));
  for (int i = 0; i < 4000; ++i)
    store.push_back("b" + std::to_string(i));
  for (int i = 0; i < 4000; ++i) {
    before.push_back(store[i]);
    after.push_back(store[4000 + i]);
  }
  std::vector<LineChange> changes = diffLines(before, after);
  ASSERT_EQ(changes.size(), 1u);
  EXPECT_EQ(changes[0].oldEnd, 4000u);
  EXPECT_EQ(changes[0].newEnd, 4000u);
}

// --- against the programs that read patches

/// A folder that is gone when the test ends.
class Folder {
public:
  Folder() { llvm::sys::fs::createUniqueDirectory("adopter-diff", path); }
  ~Folder() { llvm::sys::fs::remove_directories(path); }

  std::string file(llvm::StringRef name) const {
    llvm::SmallString<128> full(path);
    llvm::sys::path::append(full, name);
    return full.str().str();
  }
  void write(llvm::StringRef name, llvm::StringRef text) const {
    std::error_code error;
    llvm::raw_fd_ostream out(file(name), error);
    ASSERT_FALSE(error);
    out << text;
  }
  std::string read(llvm::StringRef name) const {
    auto buffer = llvm::MemoryBuffer::getFile(file(name));
    return buffer ? (*buffer)->getBuffer().str() : std::string("<none>");
  }

private:
  llvm::SmallString<128> path;
};

std::string randomText(std::mt19937 &random) {
  static const char *const lines[] = {
      "", "a", "b", "    c", "-x", "+y", "@@ -1 +1 @@", "\\ odd", "a\r"};
  std::string text;
  size_t count = random() % 25;
  for (size_t i = 0; i < count; ++i) {
    text += lines[random() % std::size(lines)];
    if (i + 1 != count || random() % 4 != 0)
      text += '\n';
  }
  return text;
}

std::string changedText(std::mt19937 &random, const std::string &text) {
  std::string result = text;
  for (size_t i = 0, n = 1 + random() % 4; i < n; ++i) {
    size_t place = random() % (result.size() + 1);
    if (random() % 2 != 0 && !result.empty())
      result.erase(place, random() % 6);
    else
      result.insert(place, random() % 2 != 0 ? "new\n" : "z");
  }
  return result;
}

/// Patches a file with `program` and compares, for many random texts.
void checkAgainst(llvm::StringRef name,
                  llvm::ArrayRef<llvm::StringRef> options) {
  auto program = llvm::sys::findProgramByName(name);
  if (!program)
    GTEST_SKIP() << name.str() << " is not installed";
  std::mt19937 random(11);
  Folder folder;
  for (int round = 0; round < 60; ++round) {
    std::string before = randomText(random);
    std::string after = changedText(random, before);
    // A patch that makes or empties a file says so in a header of its own.
    if (before == after || before.empty() || after.empty())
      continue;
    folder.write("m.py", before);
    folder.write("m.diff", diff(before, after));
    std::string directory = folder.file("");
    std::string patchFile = folder.file("m.diff");
    std::vector<llvm::StringRef> arguments = {*program};
    arguments.insert(arguments.end(), options.begin(), options.end());
    for (llvm::StringRef &argument : arguments)
      if (argument == "<folder>")
        argument = directory;
      else if (argument == "<patch>")
        argument = patchFile;
    std::string message;
    std::optional<llvm::StringRef> redirects[] = {
        llvm::StringRef(), llvm::StringRef(), llvm::StringRef()};
    int status = llvm::sys::ExecuteAndWait(*program, arguments, std::nullopt,
                                           redirects, 20, 0, &message);
    ASSERT_EQ(status, 0) << message << "\n" << diff(before, after);
    ASSERT_EQ(folder.read("m.py"), after) << diff(before, after);
  }
}

TEST(UnifiedDiff, GitApplyReadsIt) {
  checkAgainst("git",
               {"-C", "<folder>", "apply", "--whitespace=nowarn", "<patch>"});
}

TEST(UnifiedDiff, PatchReadsIt) {
  checkAgainst("patch",
               {"-p1", "--binary", "-s", "-d", "<folder>", "-i", "<patch>"});
}

} // namespace
