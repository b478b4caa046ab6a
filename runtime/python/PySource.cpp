// SPDX-License-Identifier: Apache-2.0
#include "runtime/python/PySource.h"

#include "runtime/python/PyNode.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"

using namespace adopter;
using namespace adopter::python;

/// Offset of the first byte that is no UTF-8, or none.
static std::optional<size_t> findInvalidUtf8(llvm::StringRef text) {
  // Nearly every source is ASCII throughout.
  if (llvm::isASCII(text))
    return std::nullopt;
  const auto *begin = reinterpret_cast<const llvm::UTF8 *>(text.begin());
  const auto *end = reinterpret_cast<const llvm::UTF8 *>(text.end());
  const llvm::UTF8 *at = begin;
  if (llvm::isLegalUTF8String(&at, end))
    return std::nullopt;
  return at - begin;
}

static void reportProblem(FileId file, const PyTree::Problem &problem,
                          DiagnosticEngine &diags) {
  SourceRange range{file, problem.span.begin, problem.span.end};
  switch (problem.kind) {
  case PyTree::ProblemKind::Syntax:
    diags.report(range, DiagKind::python_syntax_error);
    return;
  case PyTree::ProblemKind::MissingToken:
    diags.report(range, DiagKind::python_missing_token, problem.expected);
    return;
  case PyTree::ProblemKind::EmptyBlock:
    diags.report(range, DiagKind::python_empty_block);
    return;
  case PyTree::ProblemKind::Indentation:
    diags.report(range, DiagKind::python_indentation);
    return;
  }
}

std::unique_ptr<PySource> PySource::parse(FileId file,
                                          DiagnosticEngine &diags) {
  const SourceFile &source = diags.sourceManager().file(file);
  llvm::StringRef text = source.text();
  if (size_t nul = text.find('\0'); nul != llvm::StringRef::npos) {
    diags.report({file, static_cast<uint32_t>(nul), static_cast<uint32_t>(nul)},
                 DiagKind::python_nul_byte);
    return nullptr;
  }
  if (std::optional<size_t> bad = findInvalidUtf8(text)) {
    auto at = static_cast<uint32_t>(*bad);
    diags.report({file, at, at + 1}, DiagKind::python_not_utf8, at);
    return nullptr;
  }
  PyTree tree = parsePython(text);
  if (tree.problem) {
    reportProblem(file, *tree.problem, diags);
    return nullptr;
  }
  return std::unique_ptr<PySource>(new PySource(file, source, std::move(tree)));
}

bool PySource::isValid(llvm::StringRef text) {
  return !text.contains('\0') && !findInvalidUtf8(text) &&
         !parsePython(text).problem;
}

PyNode PySource::root() const { return {*this, 0}; }
