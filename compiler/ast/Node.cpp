// SPDX-License-Identifier: Apache-2.0
#include "compiler/ast/Node.h"
#include "compiler/ast/Parts.h"

using namespace adopter;
using namespace adopter::ast;

llvm::StringRef ast::nodeKindName(NodeKind kind) {
  static constexpr llvm::StringLiteral Names[] = {
#define ADOPTER_NODE(Name) #Name,
#include "compiler/ast/AstNodes.def"
  };
  return Names[static_cast<size_t>(kind)];
}

llvm::StringRef ast::unaryOpToken(UnaryOp op) {
  static constexpr llvm::StringLiteral Tokens[] = {"not", "-", "+", "~"};
  return Tokens[static_cast<size_t>(op)];
}

llvm::StringRef ast::binaryOpToken(BinaryOp op) {
  static constexpr llvm::StringLiteral Tokens[] = {
      "|", "^", "&", "<<", ">>", "+", "-", "*", "/", "//", "%", "@", "**"};
  return Tokens[static_cast<size_t>(op)];
}

llvm::StringRef ast::compareOpToken(CompareOp op) {
  static constexpr llvm::StringLiteral Tokens[] = {
      "==", "!=", "<", "<=", ">", ">=", "in", "not in", "is", "is not"};
  return Tokens[static_cast<size_t>(op)];
}

llvm::StringRef ast::opLineKeyword(OpLineKind kind) {
  static constexpr llvm::StringLiteral Keywords[] = {
      "also",    "operator", "commutative", "pure",      "mutates",
      "aliases", "module",   "attributes",  "parameter", "deprecated"};
  return Keywords[static_cast<size_t>(kind)];
}

llvm::StringRef ast::sheetLineKeyword(SheetLineKind kind) {
  static constexpr llvm::StringLiteral Keywords[] = {
      "requires",      "device", "dtypes", "modes",  "gradients", "mutates",
      "deterministic", "layout", "note",   "import", "module",    ""};
  return Keywords[static_cast<size_t>(kind)];
}

std::string ast::qualifiedName(const Expr &expr) {
  if (auto *name = llvm::dyn_cast<Name>(&expr))
    return name->name.str();
  auto *attribute = llvm::dyn_cast<Attribute>(&expr);
  if (!attribute)
    return {};
  std::string object = qualifiedName(*attribute->object);
  if (!object.empty())
    object.append(1, '.').append(attribute->name.text);
  return object;
}
