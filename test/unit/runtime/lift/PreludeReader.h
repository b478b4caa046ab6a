// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reads the `op` declarations of `.adr` files into a Program, enough for tests
/// of runtime libraries, which do not know the compiler.
#ifndef ADOPTER_TEST_UNIT_RUNTIME_LIFT_PRELUDEREADER_H
#define ADOPTER_TEST_UNIT_RUNTIME_LIFT_PRELUDEREADER_H

#include "runtime/program/Program.h"
#include <memory>

namespace adopter::test {

/// All of stdlib-rules/prelude, read once.
const program::Program &prelude();

} // namespace adopter::test

#endif // ADOPTER_TEST_UNIT_RUNTIME_LIFT_PRELUDEREADER_H
