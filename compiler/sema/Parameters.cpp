// SPDX-License-Identifier: Apache-2.0
/// \file
/// Parameter lists of op and kernel declarations.
#include "compiler/sema/ExprSema.h"
#include "compiler/sema/SemaOp.h"

using namespace adopter;
using namespace adopter::sema;
using program::ParameterKind;

/// A bare `*` and `/` only say how those around them are given.
static bool isMarker(const ast::Parameter &parameter) {
  return parameter.kind == ast::ParameterKind::Slash ||
         (parameter.kind == ast::ParameterKind::Star && !parameter.name);
}

std::vector<program::Parameter>
adopter::sema::declareParameters(Context &context, ast::ParameterList list) {
  std::vector<program::Parameter> parameters;
  llvm::StringMap<SourceRange> seen;
  bool keywordOnly = false;
  const ast::Parameter *firstDefault = nullptr;
  for (const ast::Parameter &written : list) {
    bool isStar = written.kind == ast::ParameterKind::Star;
    keywordOnly |= isStar;
    if (isMarker(written))
      continue;
    auto [first, isNew] = seen.try_emplace(written.name.text, written.range);
    if (!isNew)
      context
          .report(written.name.range, DiagKind::duplicate_name,
                  written.name.text)
          .note(first->second, DiagKind::note_declared_here, written.name.text);
    program::Parameter parameter;
    parameter.name = context.intern(written.name.text);
    if (isStar)
      parameter.kind = ParameterKind::VarPositional;
    else if (written.kind == ast::ParameterKind::DoubleStar)
      parameter.kind = ParameterKind::VarKeyword;
    else if (keywordOnly)
      parameter.kind = ParameterKind::KeywordOnly;

    if (written.defaultValue && !firstDefault)
      firstDefault = &written;
    if (!written.defaultValue && firstDefault &&
        parameter.kind == ParameterKind::Positional)
      context
          .report(written.range, DiagKind::parameter_order, written.name.text)
          .note(firstDefault->range, DiagKind::note_declared_here,
                firstDefault->name.text);
    parameters.push_back(parameter);
  }
  return parameters;
}

void adopter::sema::defineDefaults(
    Context &context, ast::ParameterList list,
    std::vector<program::Parameter> &parameters) {
  size_t index = 0;
  for (const ast::Parameter &written : list) {
    if (isMarker(written))
      continue;
    program::Parameter &parameter = parameters[index++];
    if (written.defaultValue)
      parameter.defaultValue =
          ExprSema(context, llvm::ArrayRef<program::Parameter>())
              .translate(*written.defaultValue);
  }
}
