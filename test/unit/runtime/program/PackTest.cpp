// SPDX-License-Identifier: Apache-2.0
/// \file
/// Packs: what is written is read again, and nothing else is ever read.
#include "ProgramBuilder.h"
#include "runtime/program/PackFormat.h"
#include "runtime/program/ProgramReader.h"
#include "runtime/program/ProgramWriter.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/xxhash.h"
#include <gtest/gtest.h>

using namespace adopter;
using namespace adopter::program;
using namespace adopter::program::test;

namespace {

/// The name of the diagnostic with which `bytes` are refused; empty: none.
std::string refusal(llvm::StringRef bytes) {
  llvm::Expected<Program> program = readProgram(bytes);
  if (program)
    return "";
  std::string name;
  llvm::handleAllErrors(program.takeError(), [&](const PackError &error) {
    name = diagName(error.kind).str();
  });
  return name;
}

/// Makes the checksum right again after the payload was changed.
void reseal(std::string &pack) {
  llvm::StringRef payload = llvm::StringRef(pack).drop_front(PackHeaderSize);
  llvm::support::endian::write64le(pack.data() + 8, payload.size());
  llvm::support::endian::write64le(pack.data() + 16, llvm::xxHash64(payload));
}

class PackTest : public testing::Test {
protected:
  Program program = makeFullProgram();
  std::string pack = writeProgram(program);
};

TEST_F(PackTest, IsReadAsItWasWritten) {
  llvm::Expected<Program> read = readProgram(pack);
  ASSERT_TRUE(bool(read)) << llvm::toString(read.takeError());
  EXPECT_EQ(writeProgram(*read), pack);
  EXPECT_EQ(printAll(*read), printAll(program));
  EXPECT_EQ(read->ops[OpDeclId(0)].deprecated, "use torch.softmax");
  EXPECT_EQ(read->kernels[KernelId(0)].notes[0].second, "contiguous");
  EXPECT_EQ(read->rules[RuleId(0)].span.line, 7u);
  EXPECT_EQ(read->rules[RuleId(0)].benefit, 2.5);
  ASSERT_NE(read->findSpelling(read->symbols->find("torch.Tensor.softmax")),
            nullptr);
}

TEST_F(PackTest, TheSameProgramGivesTheSameBytes) {
  EXPECT_EQ(writeProgram(makeFullProgram()), pack);
}

TEST_F(PackTest, AnEmptyProgramIsAPackToo) {
  EXPECT_EQ(refusal(writeProgram(Program())), "");
}

TEST_F(PackTest, ASharedTableGetsTheNames) {
  auto symbols = std::make_shared<SymbolTable>();
  SymbolId known = symbols->intern("fast.softmax.apply");
  symbols->intern("something else");
  llvm::Expected<Program> read = readProgram(pack, symbols);
  ASSERT_TRUE(bool(read)) << llvm::toString(read.takeError());
  EXPECT_EQ(read->symbols, symbols);
  EXPECT_EQ(read->kernels[KernelId(0)].name, known);
  EXPECT_EQ(printAll(*read), printAll(program));
}

TEST_F(PackTest, EveryTruncationIsNoticed) {
  for (size_t size = 0; size < pack.size(); ++size)
    EXPECT_EQ(refusal(llvm::StringRef(pack).take_front(size)),
              size == 0 ? "pack_not_a_pack" : "pack_truncated")
        << size << " bytes";
}

TEST_F(PackTest, EveryFlippedBitIsNoticed) {
  for (size_t i = 0; i < pack.size(); ++i)
    for (unsigned bit = 0; bit < 8; ++bit) {
      std::string damaged = pack;
      damaged[i] = static_cast<char>(damaged[i] ^ (1u << bit));
      std::string expected = i < 4    ? "pack_not_a_pack"
                             : i < 8  ? "pack_wrong_version"
                             : i < 16 ? ""
                                      : "pack_checksum_mismatch";
      std::string seen = refusal(damaged);
      if (expected.empty()) // a wrong size, either way
        EXPECT_TRUE(seen == "pack_truncated" || seen == "pack_trailing_data");
      else
        EXPECT_EQ(seen, expected) << "bit " << bit << " of byte " << i;
    }
}

/// With a right checksum there is no telling that something was changed, but
/// whatever it says must be refused or hold together.
TEST_F(PackTest, EveryFlippedBitBehindAChecksumIsHarmless) {
  size_t refused = 0;
  for (size_t i = PackHeaderSize; i < pack.size(); ++i)
    for (unsigned bit = 0; bit < 8; ++bit) {
      std::string changed = pack;
      changed[i] = static_cast<char>(changed[i] ^ (1u << bit));
      reseal(changed);
      llvm::Expected<Program> read = readProgram(changed);
      if (read) {
        printAll(*read);
        writeProgram(*read);
      } else {
        ++refused;
        llvm::consumeError(read.takeError());
      }
    }
  EXPECT_GT(refused, pack.size());
}

TEST_F(PackTest, EveryTruncationBehindAChecksumIsMalformed) {
  for (size_t size = PackHeaderSize; size < pack.size(); ++size) {
    std::string cut = pack.substr(0, size);
    reseal(cut);
    std::string seen = refusal(cut);
    EXPECT_TRUE(seen == "pack_malformed" || seen == "pack_wrong_version")
        << size << " bytes: " << seen;
  }
}

TEST_F(PackTest, DataAfterTheEndIsNoticed) {
  EXPECT_EQ(refusal(pack + "x"), "pack_trailing_data");
  std::string longer = pack + std::string(1, '\0');
  reseal(longer);
  EXPECT_EQ(refusal(longer), "pack_malformed");
}

TEST_F(PackTest, AnOverlongCountTakesNoMemory) {
  // The number of symbols: after the version text and the vocabulary.
  size_t at = PackHeaderSize + 1 + adopterVersion().size() + 8;
  std::string overlong = pack;
  overlong.replace(at, 1, "\xFF\xFF\xFF\xFF\x0F");
  reseal(overlong);
  EXPECT_EQ(refusal(overlong), "pack_malformed");
  overlong = pack;
  overlong.replace(at, 1, std::string(10, '\xFF'));
  reseal(overlong);
  EXPECT_EQ(refusal(overlong), "pack_malformed");
}

TEST_F(PackTest, OtherFilesAreNoPacks) {
  EXPECT_EQ(refusal(""), "pack_not_a_pack");
  EXPECT_EQ(refusal("rule r { }"), "pack_not_a_pack");
  EXPECT_EQ(refusal("ADR"), "pack_truncated");
}

// --- messages ---------------------------------------------------------------

class Collector : public DiagnosticConsumer {
public:
  std::string text;
  void handle(const Diagnostic &diagnostic, const SourceManager &) override {
    text += diagnostic.message + " [" + diagName(diagnostic.kind).str() + "]\n";
  }
};

std::string message(llvm::StringRef bytes) {
  SourceManager sources;
  Collector collector;
  DiagnosticEngine diags(sources, collector);
  llvm::Expected<Program> read = readProgram(bytes);
  if (!read)
    reportPackError(read.takeError(), "my.adrp", diags);
  return collector.text;
}

TEST_F(PackTest, BothVersionsAreNamed) {
  std::string version = adopterVersion().str();
  std::string later = pack;
  llvm::support::endian::write32le(later.data() + 4, 7);
  EXPECT_EQ(message(later), "pack `my.adrp` was written by adopter " + version +
                                " in format 7, this is adopter " + version +
                                " with format 1; compile the rules again "
                                "[pack_wrong_version]\n");
  // Same format, but other kinds of expression or op.
  std::string foreign = pack;
  foreign[PackHeaderSize + 1] = '9';
  foreign[PackHeaderSize + 1 + version.size()] ^= 1;
  reseal(foreign);
  EXPECT_EQ(message(foreign), "pack `my.adrp` was written by adopter 9" +
                                  version.substr(1) +
                                  " in format 1, this is adopter " + version +
                                  " with format 1; compile the rules again "
                                  "[pack_wrong_version]\n");
}

TEST_F(PackTest, MessagesSayWhatIsWrong) {
  EXPECT_EQ(message("x"),
            "`my.adrp` is not a pack of adopter [pack_not_a_pack]\n");
  EXPECT_EQ(message(llvm::StringRef(pack).drop_back()),
            "pack `my.adrp` is truncated [pack_truncated]\n");
  EXPECT_EQ(message(pack + "x"),
            "pack `my.adrp` goes on after its end [pack_trailing_data]\n");
  std::string damaged = pack;
  damaged.back() ^= 1; // the start of the automaton
  EXPECT_EQ(message(damaged), "pack `my.adrp` is damaged: its checksum does "
                              "not match [pack_checksum_mismatch]\n");
  reseal(damaged);
  EXPECT_EQ(message(damaged),
            "pack `my.adrp` is malformed: `automaton_without_start` "
            "[pack_malformed]\n");
}

} // namespace
