// SPDX-License-Identifier: Apache-2.0
/// \file
/// The three parts of the verifier; private to ProgramVerifier.cpp. Each relies
/// on those before it and returns the first mistake, or null.
#ifndef ADOPTER_RUNTIME_PROGRAM_VERIFIERPARTS_H
#define ADOPTER_RUNTIME_PROGRAM_VERIFIERPARTS_H

#include "runtime/program/Program.h"

namespace adopter::program {

/// Ids and enumerators in range.
const char *verifyIds(const Program &program);
/// Expressions, ops, kernels and rules: what each kind of thing must have.
const char *verifyRules(const Program &program);
/// Positions and states.
const char *verifyAutomaton(const Program &program);

} // namespace adopter::program

#endif // ADOPTER_RUNTIME_PROGRAM_VERIFIERPARTS_H
