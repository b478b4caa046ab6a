// SPDX-License-Identifier: Apache-2.0
/// \file
/// Questions about a set of rules: does each have a chance to apply, does
/// rewriting come to an end?
///
/// In: a Program as the semantic analysis leaves it. Out: warnings.
#ifndef ADOPTER_COMPILER_LINT_LINT_H
#define ADOPTER_COMPILER_LINT_LINT_H

#include "compiler/sema/Origins.h"
#include "runtime/program/Program.h"
#include "runtime/support/DiagnosticEngine.h"

namespace adopter::lint {

/// Runs every check, in the order in which they are declared below.
void lint(const program::Program &program, const sema::Origins &origins,
          DiagnosticEngine &diags);

/// Rules that match the same as an earlier one, or never win against one.
void checkShadowed(const program::Program &program,
                   const sema::Origins &origins, DiagnosticEngine &diags);
/// Rules of which only the order of the file says which one applies.
void checkOverlap(const program::Program &program, const sema::Origins &origins,
                  DiagnosticEngine &diags);
/// Rules that match what they, or each other, write.
void checkTermination(const program::Program &program,
                      const sema::Origins &origins, DiagnosticEngine &diags);

} // namespace adopter::lint

#endif // ADOPTER_COMPILER_LINT_LINT_H
