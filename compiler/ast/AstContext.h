// SPDX-License-Identifier: Apache-2.0
/// \file
/// Owner of syntax trees: an arena for nodes, lists and strings.
#ifndef ADOPTER_COMPILER_AST_ASTCONTEXT_H
#define ADOPTER_COMPILER_AST_ASTCONTEXT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Allocator.h"
#include <memory>
#include <type_traits>

namespace adopter::ast {

/// Everything it hands out lives as long as it does.
class AstContext {
public:
  AstContext() = default;
  AstContext(const AstContext &) = delete;
  AstContext &operator=(const AstContext &) = delete;

  template <typename T, typename... Args> T *create(Args &&...args) {
    static_assert(std::is_trivially_destructible_v<T>,
                  "the arena runs no destructors");
    return new (arena.Allocate<T>()) T(std::forward<Args>(args)...);
  }

  llvm::StringRef copy(llvm::StringRef text) { return text.copy(arena); }

  template <typename T> llvm::ArrayRef<T> copy(llvm::ArrayRef<T> elements) {
    static_assert(std::is_trivially_destructible_v<T>,
                  "the arena runs no destructors");
    if (elements.empty())
      return {};
    T *memory = arena.Allocate<T>(elements.size());
    std::uninitialized_copy(elements.begin(), elements.end(), memory);
    return {memory, elements.size()};
  }

  size_t bytesAllocated() const { return arena.getBytesAllocated(); }

private:
  llvm::BumpPtrAllocator arena;
};

} // namespace adopter::ast

#endif // ADOPTER_COMPILER_AST_ASTCONTEXT_H
