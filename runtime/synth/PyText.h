// SPDX-License-Identifier: Apache-2.0
/// \file
/// Questions about the text of a Python file that synthesis asks everywhere:
/// lines, indentation, precedence, identifiers of an expression.
#ifndef ADOPTER_RUNTIME_SYNTH_PYTEXT_H
#define ADOPTER_RUNTIME_SYNTH_PYTEXT_H

#include "runtime/python/PyNode.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <string>
#include <vector>

namespace adopter::synth {

/// How tightly an expression binds, loosest first.
enum class Precedence : uint8_t {
  Tuple, // without parentheses
  Lambda,
  Conditional,
  Or,
  And,
  Not,
  Compare,
  BitOr,
  BitXor,
  BitAnd,
  Shift,
  Sum,
  Product,
  Unary,
  Power,
  Await,
  Atom, // names, calls, subscripts, literals, anything in brackets
};

Precedence precedenceOf(python::PyNode expression);
/// Of a binary operator's token.
Precedence precedenceOfOperator(llvm::StringRef token);

/// What an expression in the place of `node` must bind as tightly as.
Precedence precedenceNeededAt(python::PyNode node);

/// `text` in parentheses if it binds more loosely than `needed`.
std::string parenthesized(std::string text, Precedence has, Precedence needed);

// --- lines; offsets are into the text given

uint32_t lineBegin(llvm::StringRef text, uint32_t offset);
/// Offset of the line ending (or of the end of the text).
uint32_t lineEnd(llvm::StringRef text, uint32_t offset);
/// Offset of the first byte of the next line (or the end of the text).
uint32_t nextLine(llvm::StringRef text, uint32_t offset);
/// White space at the start of the line of `offset`.
llvm::StringRef indentationAt(llvm::StringRef text, uint32_t offset);
/// Only white space stands before `range` on its first line, and only white
/// space or a comment after it on its last.
bool ownsLines(llvm::StringRef text, SourceRange range);
/// Number of characters (code points).
size_t width(llvm::StringRef text);

// --- text of expressions

/// The comments inside `range`, each from `#` to the end of its line.
std::vector<llvm::StringRef> commentsIn(const python::PySource &source,
                                        SourceRange range);
/// The comment that follows on the last line of `range`, or empty.
llvm::StringRef trailingComment(const python::PySource &source,
                                SourceRange range);
/// A part of a text that is written differently.
struct Substitution {
  SourceRange range;
  std::string text;
};

/// Text of `range` on one line: line breaks outside strings become a space or
/// nothing, comments are left out. Equal to the source when it has one line.
/// \param substitutions in order, inside `range`, not overlapping.
std::string onOneLine(const python::PySource &source, SourceRange range,
                      llvm::ArrayRef<Substitution> substitutions = {});

/// The node whose range is exactly `range`, the outermost one; none if the
/// range is not that of an expression or statement.
python::PyNode nodeAt(const python::PySource &source, SourceRange range);
/// A complete expression that may stand anywhere an expression may.
bool isExpression(python::PyNode node);
/// Calls `use` for each identifier in `range` that is read as a variable: not
/// attribute names, keywords of arguments, or names bound by what is inside.
void forEachVariable(const python::PySource &source, SourceRange range,
                     llvm::function_ref<void(python::PyNode)> use);
/// A lambda, comprehension, `yield` or `await` stands in `range`.
bool hasScopes(const python::PySource &source, SourceRange range);

bool isIdentifierChar(char c);
/// `word` stands in `text` with no identifier character at either side.
bool containsWord(llvm::StringRef text, llvm::StringRef word);

/// Literal of a string in Python, in the file's quotes.
std::string stringLiteral(llvm::StringRef value, char quote);

} // namespace adopter::synth

#endif // ADOPTER_RUNTIME_SYNTH_PYTEXT_H
