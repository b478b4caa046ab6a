// SPDX-License-Identifier: Apache-2.0
#include "runtime/support/SymbolTable.h"

using namespace adopter;

SymbolId SymbolTable::intern(llvm::StringRef text) {
  if (parent)
    if (SymbolId known = parent->find(text))
      return known;
  auto [entry, inserted] = ids.try_emplace(text, size());
  if (inserted)
    texts.push_back(entry->getKey());
  return SymbolId(entry->getValue());
}

SymbolId SymbolTable::find(llvm::StringRef text) const {
  if (parent)
    if (SymbolId known = parent->find(text))
      return known;
  auto entry = ids.find(text);
  return entry == ids.end() ? SymbolId::none() : SymbolId(entry->getValue());
}

llvm::StringRef SymbolTable::text(SymbolId symbol) const {
  if (!symbol)
    return {};
  if (symbol.index() < base)
    return parent->text(symbol);
  return texts[symbol.index() - base];
}
