// SPDX-License-Identifier: Apache-2.0
/// \file
/// How the declared ops of a program are written: what the printer of
/// architectures needs to know of them.
#ifndef ADOPTER_COMPILER_ARCH_NOTATION_H
#define ADOPTER_COMPILER_ARCH_NOTATION_H

#include "runtime/model/CallNotation.h"
#include "runtime/program/Program.h"

namespace adopter::arch {

/// Indexed like `program.ops`.
model::CallNotations callNotations(const program::Program &program);

} // namespace adopter::arch

#endif // ADOPTER_COMPILER_ARCH_NOTATION_H
