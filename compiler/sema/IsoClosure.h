// SPDX-License-Identifier: Apache-2.0
/// \file
/// Makes the patterns of a rule blind to algebraic equalities (`iso`): where
/// one side of an equality stands, the other side becomes one more alternative.
///
/// In: a rule with its uses of named patterns. Out: the same rule with more
/// alternatives, or with new uses of a pattern named like the equality. Each
/// place is looked at once, so the work and the result are bounded by places
/// times equalities; nothing is closed under what closing has made.
#ifndef ADOPTER_COMPILER_SEMA_ISOCLOSURE_H
#define ADOPTER_COMPILER_SEMA_ISOCLOSURE_H

#include "compiler/sema/Scope.h"

namespace adopter::sema {

/// \param first the first expression that belongs to the rule: those before it
/// may be shared with declarations.
void closeUnderIsos(RuleState &rule, program::ExprId first);

} // namespace adopter::sema

#endif // ADOPTER_COMPILER_SEMA_ISOCLOSURE_H
