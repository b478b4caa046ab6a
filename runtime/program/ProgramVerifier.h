// SPDX-License-Identifier: Apache-2.0
/// \file
/// Checks that a Program holds together: every id in range, expressions
/// without cycles, every state of the automaton as its kind demands.
#ifndef ADOPTER_RUNTIME_PROGRAM_PROGRAMVERIFIER_H
#define ADOPTER_RUNTIME_PROGRAM_PROGRAMVERIFIER_H

#include "runtime/program/Program.h"

namespace adopter::program {

/// What is wrong with `program`, or an empty string.
std::string verifyProgram(const Program &program);

} // namespace adopter::program

#endif // ADOPTER_RUNTIME_PROGRAM_PROGRAMVERIFIER_H
