// SPDX-License-Identifier: Apache-2.0
/// \file
/// LLVM's STLExtras.h with what releases before 19 lack. Only on the include
/// path for those, before the real one; see utils/cmake/AdopterLlvm.cmake.
#ifndef ADOPTER_UTILS_LLVM_COMPAT_LLVM_ADT_STLEXTRAS_H
#define ADOPTER_UTILS_LLVM_COMPAT_LLVM_ADT_STLEXTRAS_H

#include_next "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <initializer_list>
#include <iterator>

namespace llvm {

#ifndef ADOPTER_LLVM_HAS_CONTAINED_IN_LIST
template <typename T, typename E>
bool is_contained(std::initializer_list<T> list, const E &element) {
  return std::find(list.begin(), list.end(), element) != list.end();
}
#endif

#ifndef ADOPTER_LLVM_HAS_EQUAL_PREDICATE
template <typename L, typename R, typename Predicate>
bool equal(L &&left, R &&right, Predicate predicate) {
  return std::equal(std::begin(left), std::end(left), std::begin(right),
                    std::end(right), predicate);
}
#endif

} // namespace llvm

#endif // ADOPTER_UTILS_LLVM_COMPAT_LLVM_ADT_STLEXTRAS_H
