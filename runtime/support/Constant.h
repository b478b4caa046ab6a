// SPDX-License-Identifier: Apache-2.0
/// \file
/// A Python literal value, as rules and models both hold it.
#ifndef ADOPTER_RUNTIME_SUPPORT_CONSTANT_H
#define ADOPTER_RUNTIME_SUPPORT_CONSTANT_H

#include "runtime/support/SymbolTable.h"
#include <bit>

namespace adopter {

enum class ConstantKind : uint8_t { None, Bool, Int, Float, String, Ellipsis };

/// One literal. Integers beyond 64 bits and complex numbers are not held here;
/// they stay opaque to rules.
struct Constant {
  ConstantKind kind = ConstantKind::None;
  int64_t integer = 0; // Int; Bool as 0 or 1
  double number = 0.0; // Float
  SymbolId string;     // String

  static Constant none() { return {}; }
  static Constant boolean(bool value) {
    return {ConstantKind::Bool, value ? 1 : 0, 0.0, {}};
  }
  static Constant ofInt(int64_t value) {
    return {ConstantKind::Int, value, 0.0, {}};
  }
  static Constant ofFloat(double value) {
    return {ConstantKind::Float, 0, value, {}};
  }
  static Constant ofString(SymbolId value) {
    return {ConstantKind::String, 0, 0.0, value};
  }
  static Constant ellipsis() { return {ConstantKind::Ellipsis, 0, 0.0, {}}; }

  /// Equality as Python's `==` between literals, except that True is not 1:
  /// 1 equals 1.0, which no pattern may tell apart.
  friend bool operator==(const Constant &a, const Constant &b) {
    bool numericA =
        a.kind == ConstantKind::Int || a.kind == ConstantKind::Float;
    bool numericB =
        b.kind == ConstantKind::Int || b.kind == ConstantKind::Float;
    if (numericA && numericB)
      return a.kind == b.kind && a.kind == ConstantKind::Int
                 ? a.integer == b.integer
                 : a.asNumber() == b.asNumber();
    return a.kind == b.kind && a.integer == b.integer && a.string == b.string;
  }

  double asNumber() const {
    return kind == ConstantKind::Float ? number : static_cast<double>(integer);
  }
};

} // namespace adopter

#endif // ADOPTER_RUNTIME_SUPPORT_CONSTANT_H
