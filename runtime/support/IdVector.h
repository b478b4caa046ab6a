// SPDX-License-Identifier: Apache-2.0
/// \file
/// A vector that one id type, and no other, indexes.
#ifndef ADOPTER_RUNTIME_SUPPORT_IDVECTOR_H
#define ADOPTER_RUNTIME_SUPPORT_IDVECTOR_H

#include "runtime/support/Id.h"
#include <utility>
#include <vector>

namespace adopter {

/// Table of `T` indexed by `IdType`.
template <typename IdType, typename T> class IdVector {
public:
  IdType add(T element) {
    elements.push_back(std::move(element));
    return IdType(elements.size() - 1);
  }
  T &operator[](IdType id) {
    assert(id.index() < elements.size());
    return elements[id.index()];
  }
  const T &operator[](IdType id) const {
    assert(id.index() < elements.size());
    return elements[id.index()];
  }
  /// The id that the next `add` will return.
  IdType nextId() const { return IdType(elements.size()); }
  bool contains(IdType id) const {
    return id.isValid() && id.index() < elements.size();
  }
  size_t size() const { return elements.size(); }
  bool empty() const { return elements.empty(); }
  void reserve(size_t count) { elements.reserve(count); }
  void resize(size_t count) { elements.resize(count); }
  void clear() { elements.clear(); }
  auto begin() { return elements.begin(); }
  auto end() { return elements.end(); }
  auto begin() const { return elements.begin(); }
  auto end() const { return elements.end(); }
  T &back() { return elements.back(); }
  const T &back() const { return elements.back(); }

private:
  std::vector<T> elements;
};

} // namespace adopter

#endif // ADOPTER_RUNTIME_SUPPORT_IDVECTOR_H
