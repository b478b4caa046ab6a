// SPDX-License-Identifier: Apache-2.0
#include "runtime/lift/FileContext.h"

#include "llvm/ADT/SmallString.h"

using namespace adopter;
using namespace adopter::lift;
using namespace adopter::model;
using program::Program;
using python::PyField;
using python::PyKind;
using python::PyNode;

FileContext::FileContext(const python::PySource &source, const Program &program,
                         const LiftOptions &options, Architecture &arch)
    : source(source), program(program), options(options), arch(arch),
      scopes(source, arch.symbols),
      package(options.moduleName.empty()
                  ? PackagePath::ofFile(source.path())
                  : PackagePath::ofModule(options.moduleName)),
      names(*this) {
  known.init = symbol("__init__");
  known.training = symbol("training");
  known.super = symbol("builtins.super");
  known.tensor = symbol("torch.Tensor");
  known.parameter = symbol("torch.nn.Parameter");
  known.out = symbol("out");
}

SymbolId FileContext::join(SymbolId base, SymbolId name) {
  SymbolId &cached = joined[{base, name}];
  if (!cached)
    cached = symbol((text(base) + "." + text(name)).str());
  return cached;
}

SymbolId FileContext::ownName(SymbolId name) {
  llvm::StringRef module = package.moduleName();
  return module.empty() ? name : join(symbol(module), name);
}

FunctionId FileContext::declareFunction(PyNode node) {
  Function function;
  PyNode name = node.field(PyField::Name);
  function.name = name ? symbol(name) : symbol("<lambda>");
  function.range = node.range();
  if (PyNode body = node.field(PyField::Body))
    function.bodyRange = body.range();
  FunctionId id = arch.functions.add(std::move(function));
  functions.add({node, LiftState::Declared, {}, {}});
  return id;
}

void FileContext::remark(PyNode node, llvm::StringRef kind,
                         llvm::StringRef text) {
  remark(node.range(), kind, text);
}

void FileContext::remark(SourceRange range, llvm::StringRef kind,
                         llvm::StringRef text) {
  arch.remarks.push_back({range, kind.str(), text.str()});
}

const Program::SpellingRef *FileContext::tensorMethod(SymbolId name) {
  auto [at, added] = methods.try_emplace(name, nullptr);
  if (added) {
    llvm::SmallString<64> qualified("torch.Tensor.");
    qualified += text(name);
    if (SymbolId found = arch.symbols.find(qualified))
      at->second = program.findSpelling(found);
  }
  return at->second;
}

SymbolId FileContext::canonicalName(SymbolId name) const {
  const Program::SpellingRef *found = program.findSpelling(name);
  return found ? program.ops[found->op].name : name;
}

FunctionId FileContext::findMethod(ClassId owner, SymbolId name) const {
  for (ClassId at : classes[owner].order)
    if (FunctionId method = classes[at].methods.lookup(name))
      return method;
  return {};
}

bool FileContext::isAssigned(ClassId owner, SymbolId name) const {
  return llvm::any_of(classes[owner].order, [&](ClassId at) {
    return classes[at].assignments.count(name) != 0;
  });
}

bool FileContext::isRedefinedBelow(ClassId owner, SymbolId name) const {
  llvm::SmallVector<ClassId, 8> work(classes[owner].derived.begin(),
                                     classes[owner].derived.end());
  llvm::SmallVector<ClassId, 8> seen;
  while (!work.empty()) {
    ClassId at = work.pop_back_val();
    if (llvm::is_contained(seen, at))
      continue;
    seen.push_back(at);
    if (classes[at].methods.count(name) || classes[at].assignments.count(name))
      return true;
    work.append(classes[at].derived.begin(), classes[at].derived.end());
  }
  return false;
}

FunctionId FileContext::fixedMethod(ClassId owner, SymbolId name) const {
  if (isAssigned(owner, name) || isRedefinedBelow(owner, name))
    return {};
  return findMethod(owner, name);
}

llvm::StringRef adopter::lift::operatorToken(PyKind token) {
  switch (token) {
  case PyKind::TokenPlus:
  case PyKind::TokenPlusAssign:
    return "+";
  case PyKind::TokenMinus:
  case PyKind::TokenMinusAssign:
    return "-";
  case PyKind::TokenStar:
  case PyKind::TokenStarAssign:
    return "*";
  case PyKind::TokenSlash:
  case PyKind::TokenSlashAssign:
    return "/";
  case PyKind::TokenDoubleSlash:
  case PyKind::TokenDoubleSlashAssign:
    return "//";
  case PyKind::TokenPercent:
  case PyKind::TokenPercentAssign:
    return "%";
  case PyKind::TokenDoubleStar:
  case PyKind::TokenDoubleStarAssign:
    return "**";
  case PyKind::TokenAt:
  case PyKind::TokenAtAssign:
    return "@";
  case PyKind::TokenAmpersand:
  case PyKind::TokenAmpersandAssign:
    return "&";
  case PyKind::TokenPipe:
  case PyKind::TokenPipeAssign:
    return "|";
  case PyKind::TokenCaret:
  case PyKind::TokenCaretAssign:
    return "^";
  case PyKind::TokenShiftLeft:
  case PyKind::TokenShiftLeftAssign:
    return "<<";
  case PyKind::TokenShiftRight:
  case PyKind::TokenShiftRightAssign:
    return ">>";
  case PyKind::TokenEqual:
    return "==";
  case PyKind::TokenNotEqual:
  case PyKind::TokenDiamond:
    return "!=";
  case PyKind::TokenLess:
    return "<";
  case PyKind::TokenLessEqual:
    return "<=";
  case PyKind::TokenGreater:
    return ">";
  case PyKind::TokenGreaterEqual:
    return ">=";
  case PyKind::TokenIn:
    return "in";
  case PyKind::TokenNotIn:
    return "not in";
  case PyKind::TokenIs:
    return "is";
  case PyKind::TokenIsNot:
    return "is not";
  default:
    return "";
  }
}
