// SPDX-License-Identifier: Apache-2.0
/// \file
/// Counts, before any body is lifted, where the methods of each class assign
/// attributes of self: so that a member is known wherever it is used, and it is
/// known when all its definitions have been seen.
#ifndef ADOPTER_RUNTIME_LIFT_MEMBERSCAN_H
#define ADOPTER_RUNTIME_LIFT_MEMBERSCAN_H

#include "runtime/lift/FileContext.h"

namespace adopter::lift {

/// Fills ClassInfo::assignments and the members of every class, inherited ones
/// included.
void scanMembers(FileContext &file);

/// Name of the first parameter of the method `node`, or none.
SymbolId selfName(FileContext &file, python::PyNode node);

} // namespace adopter::lift

#endif // ADOPTER_RUNTIME_LIFT_MEMBERSCAN_H
