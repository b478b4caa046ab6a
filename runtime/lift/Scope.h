// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which variable each name inside a function is, by Python's rules: local
/// variables are numbered, names of enclosing functions are captured, the rest
/// belongs to the module.
///
/// In: a function of the syntax tree. Out: FunctionScope for it and for every
/// function inside, and the reference that each identifier is.
#ifndef ADOPTER_RUNTIME_LIFT_SCOPE_H
#define ADOPTER_RUNTIME_LIFT_SCOPE_H

#include "runtime/python/PyNode.h"
#include "runtime/support/SymbolTable.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <vector>

namespace adopter::lift {

/// What an identifier refers to: a slot of the function, a captured variable,
/// or a name of the module.
class Reference {
public:
  Reference() = default;
  static Reference slot(uint32_t index) {
    return Reference(static_cast<int32_t>(index));
  }
  static Reference capture(uint32_t index) {
    return Reference(-2 - static_cast<int32_t>(index));
  }
  bool isSlot() const { return bits >= 0; }
  bool isCapture() const { return bits <= -2; }
  uint32_t index() const {
    return static_cast<uint32_t>(bits >= 0 ? bits : -2 - bits);
  }

private:
  explicit Reference(int32_t bits) : bits(bits) {}
  int32_t bits = -1;
};

/// A variable of an enclosing function.
struct Capture {
  SymbolId name;
  Reference outer; // slot or capture of the enclosing function
};

struct FunctionScope {
  uint32_t node = 0;            // function_definition or lambda
  uint32_t enclosing = NoScope; // scope of the enclosing function
  std::vector<SymbolId> slots;  // names, indexed by slot
  std::vector<bool> captured;   // read or bound by a nested function or class
  std::vector<Capture> captures;

  static constexpr uint32_t NoScope = 0xFFFFFFFFu;
};

/// All scopes of one file; filled function by function.
class ScopeTable {
public:
  ScopeTable(const python::PySource &source, SymbolTable &symbols)
      : source(source), symbols(symbols), references(nodeCount(source)),
        nodeSymbols(nodeCount(source)) {}

  /// Analyses `function` and every function inside it.
  void analyse(python::PyNode function);

  /// Scope of an analysed function or lambda.
  uint32_t scopeOf(python::PyNode function) const {
    return scopeIndex.lookup(function.order());
  }
  const FunctionScope &scope(uint32_t index) const { return scopes[index]; }
  Reference reference(python::PyNode identifier) const {
    return references[identifier.order()];
  }
  /// The text of `node` as a symbol.
  SymbolId symbol(python::PyNode node) {
    SymbolId &cached = nodeSymbols[node.order()];
    if (!cached)
      cached = symbols.intern(node.text());
    return cached;
  }
  /// Slot that the name `symbol` is in `scope`, or none.
  Reference slotNamed(uint32_t scope, SymbolId symbol) const;

private:
  friend class ScopeBuilder;
  static size_t nodeCount(const python::PySource &source) {
    return source.tree().nodes.size();
  }

  const python::PySource &source;
  SymbolTable &symbols;
  std::vector<FunctionScope> scopes;
  llvm::DenseMap<uint32_t, uint32_t> scopeIndex; // node -> scope
  std::vector<Reference> references;             // indexed by node
  std::vector<SymbolId> nodeSymbols;             // indexed by node
};

/// The name node of one parameter of a function or lambda, or none.
python::PyNode parameterName(python::PyNode parameter);
/// Calls `use` for each identifier that `target` binds.
void forEachBoundName(python::PyNode target,
                      llvm::function_ref<void(python::PyNode)> use);

} // namespace adopter::lift

#endif // ADOPTER_RUNTIME_LIFT_SCOPE_H
