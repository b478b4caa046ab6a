// SPDX-License-Identifier: Apache-2.0
/// \file
/// One replacement of bytes, with what caused it.
#ifndef ADOPTER_RUNTIME_PATCH_EDIT_H
#define ADOPTER_RUNTIME_PATCH_EDIT_H

#include "runtime/support/Source.h"
#include <string>

namespace adopter::patch {

struct Edit {
  SourceRange range; // empty: an insertion
  std::string text;
  std::string cause; // the rule, as `pack/rule`
  /// Which of several insertions at one place stands first; equal ones keep the
  /// order in which they were added.
  int32_t rank = 0;
};

} // namespace adopter::patch

#endif // ADOPTER_RUNTIME_PATCH_EDIT_H
