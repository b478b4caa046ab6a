// SPDX-License-Identifier: Apache-2.0
/// \file
/// The order in which functions are lifted: constructors before the methods
/// that use what they define, callees before callers, so that short ones can be
/// entered. Where calls go round in a circle, source order decides.
#ifndef ADOPTER_RUNTIME_LIFT_CALLORDER_H
#define ADOPTER_RUNTIME_LIFT_CALLORDER_H

#include "runtime/lift/FileContext.h"

namespace adopter::lift {

/// Every declared function of the file, once.
std::vector<model::FunctionId> callOrder(FileContext &file);

} // namespace adopter::lift

#endif // ADOPTER_RUNTIME_LIFT_CALLORDER_H
