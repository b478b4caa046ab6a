// SPDX-License-Identifier: Apache-2.0
/// \file
/// What all parts of the semantic analysis share: the program that is being
/// filled, the names declared so far, and where to report. Private to sema.
#ifndef ADOPTER_COMPILER_SEMA_CONTEXT_H
#define ADOPTER_COMPILER_SEMA_CONTEXT_H

#include "compiler/ast/Decls.h"
#include "compiler/sema/Names.h"
#include "compiler/sema/Origins.h"
#include "runtime/program/Program.h"
#include "runtime/support/DiagnosticEngine.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringMap.h"

namespace adopter::sema {

/// Takes diagnostics and drops them: for what has been reported before.
class NoDiagnostics : public DiagnosticConsumer {
public:
  void handle(const Diagnostic &, const SourceManager &) override {}
};

/// An algebraic equality. Its metavariables are captures of no rule.
struct Iso {
  SymbolId name;
  program::PackId pack; // none: for the rules of all packs
  program::ExprId left;
  program::ExprId right;
  std::vector<program::ExprId> conditions;
  program::Grade grade;
};

class Context {
public:
  Context(program::Program &program, Origins &origins,
          DiagnosticEngine &diagnostics)
      : program(program), origins(origins), names(program), loud(diagnostics),
        silent(diagnostics.sourceManager(), nowhere) {}

  program::Program &program;
  Origins &origins;
  Names names;
  std::vector<Iso> isos;

  /// The pack whose text is being read: what it declares hides what others do.
  /// None for files without `pack` and rules, which declare things for all.
  program::PackId pack;
  /// Enters `pack` and returns the former one.
  program::PackId enterPack(program::PackId entered) {
    return std::exchange(pack, entered);
  }
  /// Makes `pattern` known in the current pack; the one that had its name
  /// before, or null.
  const ast::PatternDecl *addPattern(const ast::PatternDecl &pattern);
  /// The pattern of that name: of the current pack, else of none.
  const ast::PatternDecl *findPattern(llvm::StringRef name) const;
  program::PackId packOf(const ast::PatternDecl &pattern) const {
    return patternPacks.lookup(&pattern);
  }
  llvm::ArrayRef<llvm::StringRef> patternNames() const { return patternList; }

  /// Patterns with an error of their own, reported there and not at each use.
  llvm::DenseSet<const ast::PatternDecl *> brokenPatterns;
  /// Reports once that `pattern`, used at `range`, is among those entered.
  void reportRecursion(llvm::ArrayRef<const ast::PatternDecl *> entered,
                       const ast::PatternDecl &pattern, SourceRange range);

  template <typename... Args>
  DiagnosticBuilder report(SourceRange range, DiagKind kind,
                           const Args &...args) {
    return (quiet ? silent : loud).report(range, kind, args...);
  }
  /// While true, nothing is reported. Returns the former state.
  bool setQuiet(bool on) { return std::exchange(quiet, on); }
  bool isQuiet() const { return quiet; }
  /// Adds "did you mean" and its fix-it to `diagnostic`, unless `best` is
  /// empty.
  static void suggest(DiagnosticBuilder &diagnostic, SourceRange range,
                      llvm::StringRef best, llvm::StringRef prefix = "");

  SymbolId intern(llvm::StringRef text) {
    return program.symbols->intern(text);
  }
  llvm::StringRef text(SymbolId symbol) const { return program.text(symbol); }
  program::SourceSpan span(SourceRange range) const;

  //===-- expressions -----------------------------------------------------===//

  program::ExprId add(program::Expr expr, SourceRange range);
  program::ExprId constant(Constant value, SourceRange range);
  program::Expr &expr(program::ExprId id) { return program.exprs[id]; }
  SourceRange range(program::ExprId id) const { return origins.exprs[id]; }
  /// The text of an expression, for messages.
  llvm::StringRef source(SourceRange range) const {
    return loud.sourceManager().text(range);
  }
  /// Forgets every expression from `mark` on; nothing may refer to them.
  void dropExprs(program::ExprId mark);

private:
  llvm::StringMap<const ast::PatternDecl *> patterns; // by pack and name
  llvm::DenseMap<const ast::PatternDecl *, program::PackId> patternPacks;
  std::vector<llvm::StringRef> patternList; // in order of declaration
  NoDiagnostics nowhere;
  DiagnosticEngine &loud;
  DiagnosticEngine silent;
  bool quiet = false;
  /// Constants by their exact bits: 1, 1.0 and True are three.
  std::vector<std::pair<Constant, program::ConstantId>> literals;
};

/// `$name`, as messages show it.
inline std::string dollar(llvm::StringRef name) { return "$" + name.str(); }

} // namespace adopter::sema

#endif // ADOPTER_COMPILER_SEMA_CONTEXT_H
