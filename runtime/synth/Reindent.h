// SPDX-License-Identifier: Apache-2.0
/// \file
/// Moves a block of lines to another indentation. Strings over several lines
/// keep every byte; comments and blank lines come along.
#ifndef ADOPTER_RUNTIME_SYNTH_REINDENT_H
#define ADOPTER_RUNTIME_SYNTH_REINDENT_H

#include "runtime/patch/Edit.h"
#include "runtime/python/PySource.h"
#include <vector>

namespace adopter::synth {

/// Offsets in `range` (whole lines) where an indentation has to be inserted:
/// the first byte of each line that is neither blank nor starts inside a
/// string.
std::vector<uint32_t> indentPoints(const python::PySource &source,
                                   SourceRange range);

/// The lines of `range` after `edits` (in order, inside it) and indented by
/// `extra`. New text must not hold strings over several lines, and starts at
/// the beginning of a line only where it replaces whole lines by nothing.
std::string indentedAfter(const python::PySource &source, SourceRange range,
                          llvm::ArrayRef<patch::Edit> edits,
                          llvm::StringRef extra);

/// `text` with `extra` after each of its line breaks but before blank lines.
std::string indentFurtherLines(llvm::StringRef text, llvm::StringRef extra);

} // namespace adopter::synth

#endif // ADOPTER_RUNTIME_SYNTH_REINDENT_H
