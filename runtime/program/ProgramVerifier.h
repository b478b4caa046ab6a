// SPDX-License-Identifier: Apache-2.0
/// \file
/// Checks that a Program holds together: every id in range, expressions without
/// cycles and of bounded size, every state of the automaton as its kind
/// demands. Whoever reads a program relies on all of it.
#ifndef ADOPTER_RUNTIME_PROGRAM_PROGRAMVERIFIER_H
#define ADOPTER_RUNTIME_PROGRAM_PROGRAMVERIFIER_H

#include "runtime/program/Program.h"

namespace adopter::program {

/// What is wrong with `program`, in one word for people who look for the cause
/// (`state_without_position`); empty if nothing is.
std::string verifyProgram(const Program &program);

} // namespace adopter::program

#endif // ADOPTER_RUNTIME_PROGRAM_PROGRAMVERIFIER_H
