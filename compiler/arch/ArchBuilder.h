// SPDX-License-Identifier: Apache-2.0
/// \file
/// Architecture notation to architecture: what `adoptc lift` prints, and what
/// people write in tests, as the matcher reads it.
///
/// In: `module` and `function` declarations, a Program for canonical calls.
/// Out: Architecture, finalized. See docs/model-ir.md.
#ifndef ADOPTER_COMPILER_ARCH_ARCHBUILDER_H
#define ADOPTER_COMPILER_ARCH_ARCHBUILDER_H

#include "compiler/ast/Decls.h"
#include "runtime/model/Architecture.h"
#include "runtime/program/Program.h"
#include "runtime/support/DiagnosticEngine.h"
#include <memory>

namespace adopter::arch {

/// The architecture that `file` describes; what is wrong is reported and left
/// out. Other declarations than `module` and `function` are passed over.
std::unique_ptr<model::Architecture>
buildArchitecture(const ast::File &file, const program::Program &program,
                  DiagnosticEngine &diags);

} // namespace adopter::arch

#endif // ADOPTER_COMPILER_ARCH_ARCHBUILDER_H
