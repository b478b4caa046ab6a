// SPDX-License-Identifier: Apache-2.0
/// \file
/// Interned strings. A table may stand on a frozen parent whose ids stay valid
/// in it, so that op names of the loaded packs and names of one Python file
/// compare as integers, and files can be lifted in parallel.
#ifndef ADOPTER_RUNTIME_SUPPORT_SYMBOLTABLE_H
#define ADOPTER_RUNTIME_SUPPORT_SYMBOLTABLE_H

#include "runtime/support/Id.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include <vector>

namespace adopter {

struct SymbolTag;
/// An interned string.
using SymbolId = Id<SymbolTag>;

/// Owner of interned strings.
class SymbolTable {
public:
  /// \param parent frozen table whose symbols this one continues, or null; it
  /// must not grow while this table lives.
  explicit SymbolTable(const SymbolTable *parent = nullptr)
      : parent(parent), base(parent ? parent->size() : 0) {}
  SymbolTable(const SymbolTable &) = delete;
  SymbolTable &operator=(const SymbolTable &) = delete;

  /// The id of `text`, added when new.
  SymbolId intern(llvm::StringRef text);
  /// The id of `text`, or none.
  SymbolId find(llvm::StringRef text) const;
  /// The text of `symbol`; empty for none. Valid as long as the table.
  llvm::StringRef text(SymbolId symbol) const;
  /// Number of symbols, the parent's included.
  uint32_t size() const { return base + static_cast<uint32_t>(texts.size()); }

private:
  const SymbolTable *parent;
  uint32_t base;
  llvm::StringMap<uint32_t> ids;
  std::vector<llvm::StringRef> texts; // indexed by symbol index - base
};

} // namespace adopter

#endif // ADOPTER_RUNTIME_SUPPORT_SYMBOLTABLE_H
