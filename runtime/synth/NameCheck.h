// SPDX-License-Identifier: Apache-2.0
/// \file
/// The last check of a patched file: every variable that new text reads is
/// defined somewhere a Python program would find it.
#ifndef ADOPTER_RUNTIME_SYNTH_NAMECHECK_H
#define ADOPTER_RUNTIME_SYNTH_NAMECHECK_H

#include "runtime/python/PyNode.h"
#include <optional>
#include <string>

namespace adopter::synth {

/// A name read in one of `ranges` (in order) that neither the functions around
/// it, nor the module, nor Python defines.
std::optional<std::string> undefinedName(const python::PySource &source,
                                         llvm::ArrayRef<SourceRange> ranges);

} // namespace adopter::synth

#endif // ADOPTER_RUNTIME_SYNTH_NAMECHECK_H
