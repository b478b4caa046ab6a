// SPDX-License-Identifier: Apache-2.0
#include "runtime/program/Program.h"

using namespace adopter;
using namespace adopter::program;

void Program::buildIndexes() {
  spellingIndex.clear();
  operatorIndex.clear();
  size_t names = 0;
  for (const OpDecl &op : ops)
    names += 1 + op.spellings.size();
  spellingIndex.reserve(static_cast<unsigned>(names));
  // The first declaration of a name wins, and a canonical name is never hidden
  // by a spelling of another op.
  for (uint32_t i = 0; i < ops.size(); ++i)
    spellingIndex.try_emplace(ops[OpDeclId(i)].name,
                              SpellingRef{OpDeclId(i), -1});
  for (uint32_t i = 0; i < ops.size(); ++i) {
    const OpDecl &op = ops[OpDeclId(i)];
    for (size_t j = 0; j < op.spellings.size(); ++j)
      spellingIndex.try_emplace(
          op.spellings[j].name,
          SpellingRef{OpDeclId(i), static_cast<int32_t>(j)});
    for (SymbolId token : op.operators)
      operatorIndex.try_emplace(token, OpDeclId(i));
  }
}

const Program::SpellingRef *
Program::findSpelling(SymbolId qualifiedName) const {
  if (!qualifiedName)
    return nullptr;
  auto entry = spellingIndex.find(qualifiedName);
  return entry == spellingIndex.end() ? nullptr : &entry->second;
}

OpDeclId Program::findOperator(SymbolId token) const {
  return token ? operatorIndex.lookup(token) : OpDeclId();
}
