// SPDX-License-Identifier: Apache-2.0
/// \file
/// The state behind AstWriter: text so far, indentation, comments that wait for
/// their place. Private to compiler/ast.
///
/// What stands on lines of its own is a *unit*: a declaration, a part of a
/// rule, an item, a statement. Units are written between the comments around
/// them; comments inside the head of a unit are hoisted above it.
#ifndef ADOPTER_COMPILER_AST_WRITER_H
#define ADOPTER_COMPILER_AST_WRITER_H

#include "compiler/ast/Decls.h"
#include "compiler/ast/ExprWriter.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace adopter::ast {

/// Where a unit stood in the source.
struct Extent {
  SourceRange range;
  uint32_t headEnd;     // comments before this are hoisted
  bool isApart = false; // blank lines around it, whatever the source has
};

class Writer {
public:
  explicit Writer(const File *file);

  std::string take() { return std::move(out); }

  void write(const File &file);
  // WriteDecl.cpp
  void write(const Decl &decl);
  // WriteStatement.cpp
  void write(const Statement &statement);
  void write(const FunctionDecl &function);
  void write(const ModuleDecl &module);
  void write(const MemberDecl &member);

private:
  // --- Writer.cpp: text, comments, units
  void writeUnits(llvm::ArrayRef<Extent> units, uint32_t begin, uint32_t end,
                  llvm::function_ref<void(size_t)> writeUnit);
  /// ` {`, the units, and the closing brace.
  void writeBody(llvm::ArrayRef<Extent> units, uint32_t begin, uint32_t end,
                 llvm::function_ref<void(size_t)> writeUnit);
  void emit(const Layout &layout);
  void newLine();
  llvm::SmallVector<const Comment *, 4> takeComments(uint32_t begin,
                                                     uint32_t end);
  const Comment *takeTrailing(uint32_t begin, uint32_t end);
  bool hasComment(SourceRange range) const;
  bool hasBlankLine(uint32_t begin, uint32_t end) const;
  /// Index of the first comment at or after `offset`.
  size_t firstComment(uint32_t offset) const;

  // --- WriteDecl.cpp
  void write(const OpDecl &op);
  void write(const KernelDecl &kernel);
  void write(const PatternDecl &pattern);
  void write(const IsoDecl &iso);
  void writeDoc(const Decl &decl);
  static Extent extentOf(const Decl &decl);
  template <typename T>
  void writeLines(const Decl &decl, llvm::ArrayRef<const T *> lines);
  // --- WriteRule.cpp
  void write(const RuleDecl &rule);
  void writePart(const RuleDecl &rule, unsigned part);
  template <typename T>
  void writeBlockPart(llvm::StringRef word, const Part<const T *> &part,
                      bool mayShareLine);
  // --- WriteStatement.cpp
  void write(const Block &block, uint32_t begin);
  void write(const RegionStatement &region);
  void writeOptional(const Block &block);
  void writeDecorators(llvm::ArrayRef<const Expr *> decorators);

  const File *file;          // null: no comments
  std::vector<bool> isTaken; // by comment
  std::string out;
  unsigned indent = 0;
};

/// Appends one line of a block to `layout`.
void layOut(const OpLine &line, Layout &layout);
void layOut(const SheetLine &line, Layout &layout);
void layOut(const Item &item, Layout &layout);
void layOut(const CheckpointItem &item, Layout &layout);
void layOut(const Example &example, Layout &layout);
void layOut(const Grade &grade, Layout &layout);

} // namespace adopter::ast

#endif // ADOPTER_COMPILER_AST_WRITER_H
