// SPDX-License-Identifier: Apache-2.0
/// \file
/// Ids of the lifted architecture; each indexes a table of `Architecture`.
#ifndef ADOPTER_RUNTIME_MODEL_IDS_H
#define ADOPTER_RUNTIME_MODEL_IDS_H

#include "runtime/support/Id.h"

namespace adopter::model {

struct ClassTag;
struct MemberTag;
struct FunctionTag;
struct RegionTag;
struct StatementTag;
struct OpTag;
struct ValueTag;
using ClassId = Id<ClassTag>;
using MemberId = Id<MemberTag>;
using FunctionId = Id<FunctionTag>;
using RegionId = Id<RegionTag>;
using StatementId = Id<StatementTag>;
using OpId = Id<OpTag>;
using ValueId = Id<ValueTag>;

} // namespace adopter::model

#endif // ADOPTER_RUNTIME_MODEL_IDS_H
