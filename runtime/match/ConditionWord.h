// SPDX-License-Identifier: Apache-2.0
/// \file
/// The words of conditions (program/Words.def) as an enumeration.
#ifndef ADOPTER_RUNTIME_MATCH_CONDITIONWORD_H
#define ADOPTER_RUNTIME_MATCH_CONDITIONWORD_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSwitch.h"

namespace adopter::match {

enum class Word : uint8_t {
#define ADOPTER_WORD(Name, Spelling, ...) Name,
#include "runtime/program/Words.def"
  None
};

inline Word wordOf(llvm::StringRef text) {
  return llvm::StringSwitch<Word>(text)
#define ADOPTER_WORD(Name, Spelling, ...) .Case(Spelling, Word::Name)
#include "runtime/program/Words.def"
      .Default(Word::None);
}

} // namespace adopter::match

#endif // ADOPTER_RUNTIME_MATCH_CONDITIONWORD_H
