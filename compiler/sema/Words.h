// SPDX-License-Identifier: Apache-2.0
/// \file
/// The words of conditions as a table (runtime/program/Words.def).
#ifndef ADOPTER_COMPILER_SEMA_WORDS_H
#define ADOPTER_COMPILER_SEMA_WORDS_H

#include "llvm/ADT/StringRef.h"

namespace adopter::sema {

enum class WordResult : uint8_t { Truth, Integer, Text, Dtype, Shape, Any };
enum class WordArgument : uint8_t { Member, Value, Callee, Any, Text, Mode };

struct Word {
  llvm::StringRef spelling;
  WordResult result;
  WordArgument first; // what the first argument must be
  WordArgument rest;  // and the others
  unsigned least;
  unsigned most; // 0: no limit
};

/// The word spelt so, or null.
const Word *findWord(llvm::StringRef spelling);

} // namespace adopter::sema

#endif // ADOPTER_COMPILER_SEMA_WORDS_H
