// SPDX-License-Identifier: Apache-2.0
/// \file
/// Text and edits to new text, and the check that nothing else was touched.
#ifndef ADOPTER_RUNTIME_PATCH_APPLY_H
#define ADOPTER_RUNTIME_PATCH_APPLY_H

#include "runtime/patch/EditSet.h"
#include "llvm/ADT/StringRef.h"

namespace adopter::patch {

/// `text` with `edits` made, which are in order and inside the text.
std::string applyEdits(llvm::StringRef text, llvm::ArrayRef<Edit> edits);

/// True if `result` is `text` with every byte outside the ranges of `edits`
/// unchanged and the new texts between them. Shares no code with `applyEdits`.
bool keepsTheRest(llvm::StringRef text, llvm::ArrayRef<Edit> edits,
                  llvm::StringRef result);

} // namespace adopter::patch

#endif // ADOPTER_RUNTIME_PATCH_APPLY_H
