// SPDX-License-Identifier: Apache-2.0
#include "compiler/sema/Names.h"
#include "compiler/sema/Suggest.h"

using namespace adopter;
using namespace adopter::sema;

llvm::StringRef adopter::sema::parentName(llvm::StringRef qualified) {
  size_t dot = qualified.rfind('.');
  return dot == llvm::StringRef::npos ? llvm::StringRef()
                                      : qualified.take_front(dot);
}

llvm::StringRef adopter::sema::lastName(llvm::StringRef qualified) {
  size_t dot = qualified.rfind('.');
  return dot == llvm::StringRef::npos ? qualified
                                      : qualified.drop_front(dot + 1);
}

llvm::ArrayRef<program::Parameter>
OpSpelling::parameters(const program::Program &program) const {
  const program::OpDecl &decl = program.ops[op];
  return spelling < 0 ? decl.parameters : decl.spellings[spelling].parameters;
}

void Names::addOp(program::OpDeclId op) {
  const program::OpDecl &decl = program.ops[op];
  auto add = [&](SymbolId name, int32_t spelling) {
    llvm::SmallVector<OpSpelling, 2> &known = ops[program.text(name)];
    if (known.empty())
      opNames.push_back(program.text(name));
    known.push_back({op, spelling});
  };
  add(decl.name, -1);
  for (size_t i = 0; i < decl.spellings.size(); ++i)
    add(decl.spellings[i].name, static_cast<int32_t>(i));
  for (SymbolId token : decl.operators)
    operators.try_emplace(program.text(token), op);
}

void Names::addKernel(program::KernelId kernel, program::PackId pack) {
  assert(kernelPacks.nextId() == kernel && "kernels are added in order");
  kernelPacks.add(pack);
  llvm::StringRef name = program.text(program.kernels[kernel].name);
  kernelNames.push_back(name);
  for (llvm::StringRef suffix = name;;) {
    kernels[suffix].push_back(kernel);
    size_t dot = suffix.find('.');
    if (dot == llvm::StringRef::npos)
      break;
    suffix = suffix.drop_front(dot + 1);
  }
}

llvm::ArrayRef<OpSpelling> Names::findOp(llvm::StringRef name) const {
  auto found = ops.find(name);
  if (found == ops.end())
    return {};
  return found->second;
}

program::OpDeclId Names::findOperator(llvm::StringRef token) const {
  return operators.lookup(token);
}

llvm::SmallVector<program::KernelId, 2>
Names::findKernel(llvm::StringRef name, program::PackId pack) const {
  auto found = kernels.find(name);
  if (found == kernels.end())
    return {};
  llvm::SmallVector<program::KernelId, 2> best = found->second;
  auto keep = [&](llvm::function_ref<bool(program::KernelId)> isBetter) {
    if (llvm::any_of(best, isBetter))
      llvm::erase_if(best, [&](auto kernel) { return !isBetter(kernel); });
  };
  keep([&](program::KernelId kernel) {
    return program.text(program.kernels[kernel].name) == name;
  });
  keep([&](program::KernelId kernel) { return kernelPacks[kernel] == pack; });
  return best;
}

llvm::StringRef Names::suggestOp(llvm::StringRef name) const {
  llvm::StringRef parent = parentName(name);
  Suggester suggester(lastName(name));
  llvm::StringMap<llvm::StringRef> byLast;
  for (llvm::StringRef known : opNames) {
    if (parentName(known) != parent)
      continue;
    byLast.try_emplace(lastName(known), known);
    suggester.consider(lastName(known));
  }
  if (!suggester.best().empty())
    return byLast.lookup(suggester.best());
  // The right name in the wrong module: `torch.nn.relu`.
  for (llvm::StringRef known : opNames)
    if (lastName(known) == lastName(name) && known != name &&
        known.split('.').first == name.split('.').first)
      return known;
  return {};
}

llvm::StringRef Names::suggestKernel(llvm::StringRef name) const {
  Suggester suggester(name);
  for (llvm::StringRef known : kernelNames) {
    // The typed name may have any number of components.
    llvm::StringRef tail = known;
    size_t dots = name.count('.');
    while (tail.count('.') > dots)
      tail = tail.drop_front(tail.find('.') + 1);
    suggester.consider(tail);
  }
  return suggester.best();
}
