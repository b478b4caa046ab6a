// SPDX-License-Identifier: Apache-2.0
/// \file
/// Compares two architectures up to what their text may leave open: source
/// ranges, names of values, order and sharing of pure computations.
///
/// In: two architectures over one program. Out: the first difference, in words
/// for tests and bug reports.
#ifndef ADOPTER_RUNTIME_MODEL_ARCHITECTUREEQUAL_H
#define ADOPTER_RUNTIME_MODEL_ARCHITECTUREEQUAL_H

#include "runtime/model/Architecture.h"
#include <optional>

namespace adopter::model {

/// Where `a` and `b` differ first; none: they are equal.
std::optional<std::string> firstDifference(const Architecture &a,
                                           const Architecture &b);

inline bool equal(const Architecture &a, const Architecture &b) {
  return !firstDifference(a, b);
}

} // namespace adopter::model

#endif // ADOPTER_RUNTIME_MODEL_ARCHITECTUREEQUAL_H
