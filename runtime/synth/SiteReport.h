// SPDX-License-Identifier: Apache-2.0
/// \file
/// How people call a match: its class and function, the kernels of its rule,
/// notes about the place.
#ifndef ADOPTER_RUNTIME_SYNTH_SITEREPORT_H
#define ADOPTER_RUNTIME_SYNTH_SITEREPORT_H

#include "runtime/match/Match.h"
#include "runtime/python/PySource.h"

namespace adopter::synth {

struct SiteNames {
  std::string className; // empty: a function of the module
  std::string function;
};

SiteNames namesOf(const model::Architecture &arch, model::FunctionId function);

/// Names of the kernels that the rule's rewrite uses, separated by ", ".
std::string kernelsOf(const program::Program &program,
                      const program::Rule &rule);

/// Notes about the place, e.g. that the function is marked `Copied from`.
std::vector<std::string> notesOn(const model::Architecture &arch,
                                 const python::PySource &source,
                                 model::FunctionId function);

} // namespace adopter::synth

#endif // ADOPTER_RUNTIME_SYNTH_SITEREPORT_H
