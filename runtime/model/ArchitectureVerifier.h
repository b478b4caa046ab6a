// SPDX-License-Identifier: Apache-2.0
/// \file
/// Checks what every reader of an architecture takes for granted: ids in range,
/// regions that agree with their ops, definitions before uses.
///
/// In: a finalized Architecture. Out: one line for each thing that is wrong.
/// For tests and debugging: a message here is a defect of the lifter.
#ifndef ADOPTER_RUNTIME_MODEL_ARCHITECTUREVERIFIER_H
#define ADOPTER_RUNTIME_MODEL_ARCHITECTUREVERIFIER_H

#include "runtime/model/Architecture.h"
#include "llvm/Support/raw_ostream.h"

namespace adopter::model {

/// True if `arch` is well formed; else `errors` says what is not.
bool verifyArchitecture(const Architecture &arch, llvm::raw_ostream &errors);

} // namespace adopter::model

#endif // ADOPTER_RUNTIME_MODEL_ARCHITECTUREVERIFIER_H
