// SPDX-License-Identifier: Apache-2.0
#include "compiler/lint/Lint.h"

using namespace adopter;

void lint::lint(const program::Program &program, const sema::Origins &origins,
                DiagnosticEngine &diags) {
  checkShadowed(program, origins, diags);
  checkOverlap(program, origins, diags);
  checkTermination(program, origins, diags);
}
