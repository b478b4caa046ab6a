// SPDX-License-Identifier: Apache-2.0
/// \file
/// Program → bytes of an `.adrp` file (PackFormat.h). The same program gives
/// the same bytes.
#ifndef ADOPTER_RUNTIME_PROGRAM_PROGRAMWRITER_H
#define ADOPTER_RUNTIME_PROGRAM_PROGRAMWRITER_H

#include "runtime/program/Program.h"

namespace adopter::program {

/// The bytes of `program` as a pack.
std::string writeProgram(const Program &program);

} // namespace adopter::program

#endif // ADOPTER_RUNTIME_PROGRAM_PROGRAMWRITER_H
