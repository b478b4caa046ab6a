// SPDX-License-Identifier: Apache-2.0
/// \file
/// Ids of the compiled program, and source spans that outlive the source.
#ifndef ADOPTER_RUNTIME_PROGRAM_IDS_H
#define ADOPTER_RUNTIME_PROGRAM_IDS_H

#include "runtime/support/Id.h"
#include <string>

namespace adopter::program {

struct ConstantTag;
struct ExprTag;
struct OpDeclTag;
struct KernelTag;
struct PackTag;
struct RuleTag;
struct CaptureTag;
struct InstanceTag;
struct PositionTag;
struct StateTag;
using ConstantId = Id<ConstantTag>;
using ExprId = Id<ExprTag>;
using OpDeclId = Id<OpDeclTag>;
using KernelId = Id<KernelTag>;
using PackId = Id<PackTag>;
using RuleId = Id<RuleTag>;
/// Indexes `Rule::captures`: ids of two rules are not related.
using CaptureId = Id<CaptureTag>;
/// Indexes `Rule::instances`.
using InstanceId = Id<InstanceTag>;
using PositionId = Id<PositionTag>;
using StateId = Id<StateTag>;

/// Where something stood in an `.adr` file, for messages.
struct SourceSpan {
  std::string path;
  uint32_t line = 0;
  uint32_t column = 0;
};

} // namespace adopter::program

#endif // ADOPTER_RUNTIME_PROGRAM_IDS_H
