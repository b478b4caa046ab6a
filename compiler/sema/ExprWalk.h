// SPDX-License-Identifier: Apache-2.0
/// \file
/// Visits every node of an expression of a rule, entering the uses of named
/// patterns: their arguments, and if wished their alternatives.
#ifndef ADOPTER_COMPILER_SEMA_EXPRWALK_H
#define ADOPTER_COMPILER_SEMA_EXPRWALK_H

#include "runtime/program/Program.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace adopter::sema {

/// How far a walk goes into a use of a named pattern.
enum class WalkInto : uint8_t { Arguments, Alternatives };

/// Calls `visit` for each node, parents first.
void walkExpr(
    const program::Program &program, const program::Rule &rule,
    program::ExprId expr, WalkInto into,
    llvm::function_ref<void(program::ExprId, const program::Expr &)> visit);

} // namespace adopter::sema

#endif // ADOPTER_COMPILER_SEMA_EXPRWALK_H
