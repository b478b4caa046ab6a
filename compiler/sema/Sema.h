// SPDX-License-Identifier: Apache-2.0
/// \file
/// Semantic analysis of rule files: names resolved, calls brought to declared
/// signatures, named patterns expanded, every static check of one rule made.
///
/// In: syntax trees, the prelude's first. Out: a Program without automaton, and
/// where its parts stood in the text.
/// See docs/language-reference.md.
#ifndef ADOPTER_COMPILER_SEMA_SEMA_H
#define ADOPTER_COMPILER_SEMA_SEMA_H

#include "compiler/ast/Decls.h"
#include "compiler/sema/Origins.h"
#include "runtime/program/Program.h"
#include "runtime/support/DiagnosticEngine.h"

namespace adopter::sema {

struct SemaResult {
  program::Program program; // rules with an error are left out
  Origins origins;
};

/// Checks all of `files` together; never stops at the first mistake. Whether
/// there was one tells `diags`.
SemaResult analyse(llvm::ArrayRef<const ast::File *> files,
                   DiagnosticEngine &diags);

} // namespace adopter::sema

#endif // ADOPTER_COMPILER_SEMA_SEMA_H
