// SPDX-License-Identifier: Apache-2.0
/// \file
/// Where the parts of a program stood in the text. A Program outlives its
/// source, so it holds no ranges; whoever reports on it while the source is
/// there looks them up here.
#ifndef ADOPTER_COMPILER_SEMA_ORIGINS_H
#define ADOPTER_COMPILER_SEMA_ORIGINS_H

#include "runtime/program/Ids.h"
#include "runtime/support/IdVector.h"
#include "runtime/support/Source.h"
#include <vector>

namespace adopter::sema {

struct RuleOrigin {
  SourceRange name;
  SourceRange rewrite; // first to last item of the block
  IdVector<program::CaptureId, SourceRange> captures; // first occurrence
};

/// Indexed like the tables of the Program that was built with it.
struct Origins {
  IdVector<program::ExprId, SourceRange> exprs;
  IdVector<program::OpDeclId, SourceRange> ops;
  IdVector<program::KernelId, SourceRange> kernels;
  IdVector<program::RuleId, RuleOrigin> rules;
};

} // namespace adopter::sema

#endif // ADOPTER_COMPILER_SEMA_ORIGINS_H
