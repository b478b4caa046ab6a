// SPDX-License-Identifier: Apache-2.0
#include "runtime/program/PackFormat.h"

using namespace adopter;

namespace {

/// FNV-1a over the names, each ended by a semicolon.
class NameHash {
public:
  constexpr NameHash &operator<<(const char *name) {
    for (; *name; ++name)
      step(*name);
    step(';');
    return *this;
  }
  constexpr uint64_t value() const { return hash; }

private:
  constexpr void step(char c) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3u;
  }
  uint64_t hash = 0xCBF29CE484222325u;
};

constexpr uint64_t hashVocabulary() {
  NameHash hash;
#define ADOPTER_EXPR(Name, Description) hash << #Name;
#include "runtime/program/Exprs.def"
#define ADOPTER_POSITION(Name, Description) hash << #Name;
#include "runtime/program/Positions.def"
#define ADOPTER_QUESTION(Name, Answer, Description) hash << #Name;
#include "runtime/program/Questions.def"
#define ADOPTER_OP(Name, Description) hash << #Name;
#include "runtime/model/Ops.def"
  return hash.value();
}

constexpr uint64_t Vocabulary = hashVocabulary();

} // namespace

uint64_t adopter::program::packVocabulary() { return Vocabulary; }

llvm::StringRef adopter::program::adopterVersion() { return ADOPTER_VERSION; }
