// SPDX-License-Identifier: Apache-2.0
/// \file
/// Words that the architecture notation gives a meaning of its own.
#ifndef ADOPTER_RUNTIME_MODEL_RESERVEDWORDS_H
#define ADOPTER_RUNTIME_MODEL_RESERVEDWORDS_H

#include "llvm/ADT/StringRef.h"

namespace adopter::model {

/// `name` starts a statement or is a form such as `select(...)`: the printer
/// calls no value so, and a call of it is that form.
bool isReservedWord(llvm::StringRef name);

} // namespace adopter::model

#endif // ADOPTER_RUNTIME_MODEL_RESERVEDWORDS_H
