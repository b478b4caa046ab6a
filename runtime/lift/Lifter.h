// SPDX-License-Identifier: Apache-2.0
/// \file
/// Lifts one Python file into its architecture: classes with members, methods
/// and functions as SSA, canonical by the ops that a program declares.
///
/// In: PySource, Program (declared ops). Out: Architecture, finalized. Never
/// fails: what is not understood is an Opaque op and a Remark.
/// See docs/architecture.md#the-lifted-architecture.
#ifndef ADOPTER_RUNTIME_LIFT_LIFTER_H
#define ADOPTER_RUNTIME_LIFT_LIFTER_H

#include "runtime/model/Architecture.h"
#include "runtime/program/Program.h"
#include "runtime/python/PySource.h"
#include <memory>

namespace adopter::lift {

struct LiftOptions {
  /// Qualified name of the module (`transformers.models.bert.modeling_bert`);
  /// empty: read from the path of the file, as far as it tells.
  std::string moduleName;
  /// Calls of functions with at most so many ops are entered; 0: none is.
  uint32_t inlineLimit = 80;
  /// No more ops than this are cloned into one function.
  uint32_t inlineBudget = 2000;
};

std::unique_ptr<model::Architecture> lift(const python::PySource &source,
                                          const program::Program &program,
                                          const LiftOptions &options = {});

} // namespace adopter::lift

#endif // ADOPTER_RUNTIME_LIFT_LIFTER_H
