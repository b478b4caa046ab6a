// SPDX-License-Identifier: Apache-2.0
/// \file
/// The compiler as a library: rule files in, a program out, and every stage
/// between them as text.
///
/// `files` are read together: the prelude first (it declares what the others
/// use), then rule files. User rules compiled at run time see the prelude's
/// ops and patterns by the same way: its text is embedded and comes first.
#ifndef ADOPTER_COMPILER_COMPILER_H
#define ADOPTER_COMPILER_COMPILER_H

#include "runtime/program/Program.h"
#include "runtime/support/DiagnosticEngine.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>

namespace adopter {

struct CompileOptions {
  /// Ask the questions about the whole set of rules (compiler/lint). Warnings
  /// only; not needed for rules that have been checked before.
  bool lint = true;
};

/// What `--emit` prints.
enum class Stage : uint8_t {
  Tokens,     // as the parser sees them
  Ast,        // syntax tree
  Typed,      // rules after the semantic analysis, in canonical form
  Predicates, // what the matcher asks for each rule, before ordering
  Automaton,  // states and questions of all rules together
  Templates,  // what each rule writes
  Dot,        // the automaton as a graph
};

/// The program of all rules in `files`, or none if any error was reported;
/// every error of every file is reported, not only the first.
std::optional<program::Program> compile(llvm::ArrayRef<FileId> files,
                                        const SourceManager &sources,
                                        DiagnosticEngine &diags,
                                        const CompileOptions &options = {});

/// Makes every check of `compile`. True if there was no error.
bool check(llvm::ArrayRef<FileId> files, const SourceManager &sources,
           DiagnosticEngine &diags, const CompileOptions &options = {});

/// Prints one stage of compiling `files`. Tokens and Ast print all of them, so
/// leave the prelude out; the others print the rules of all. False after an
/// error.
bool emit(Stage stage, llvm::ArrayRef<FileId> files,
          const SourceManager &sources, DiagnosticEngine &diags,
          llvm::raw_ostream &out, const CompileOptions &options = {});

} // namespace adopter

#endif // ADOPTER_COMPILER_COMPILER_H
