// SPDX-License-Identifier: Apache-2.0
/// \file
/// `op` declarations: canonical signature, spellings, operators, module sheet.
///
/// In: ast::OpDecl. Out: program::OpDecl. Declared in steps, since the
/// expressions of one op may call another that stands further down.
#ifndef ADOPTER_COMPILER_SEMA_SEMAOP_H
#define ADOPTER_COMPILER_SEMA_SEMAOP_H

#include "compiler/sema/Context.h"

namespace adopter::sema {

class OpSema {
public:
  explicit OpSema(Context &context) : context(context) {}

  /// Names and signatures, no expressions.
  void declare(const ast::OpDecl &decl);
  /// Defaults of parameters, of all ops declared.
  void defineDefaults();
  /// `with` of spellings, then module sheets.
  void defineExpressions();

private:
  void declareLine(const ast::OpLine &line, program::OpDecl &op);
  void declareSpelling(const ast::OpLine &line, program::OpDecl &op);
  std::vector<SymbolId> parameterNames(const ast::OpLine &line,
                                       const program::OpDecl &op);
  void defineSpelling(const ast::OpLine &line, const program::OpDecl &op,
                      SourceRange declaredAt, program::Spelling &spelling);
  void defineModule(const ast::OpDecl &decl, program::OpDecl &op);
  void checkSpelling(const ast::OpLine &line, const program::OpDecl &op,
                     SourceRange declaredAt, const program::Spelling &spelling);

  Context &context;
  std::vector<std::pair<program::OpDeclId, const ast::OpDecl *>> declared;
  llvm::StringMap<SourceRange> canonicalNames;
  llvm::StringMap<std::pair<program::OpDeclId, SourceRange>> spellings;
  llvm::StringMap<SourceRange> operators;
};

/// The signature that `list` writes, without defaults; mistakes in the list are
/// reported.
std::vector<program::Parameter> declareParameters(Context &context,
                                                  ast::ParameterList list);
/// Fills in the defaults of `parameters`, which came from `list`.
void defineDefaults(Context &context, ast::ParameterList list,
                    std::vector<program::Parameter> &parameters);

} // namespace adopter::sema

#endif // ADOPTER_COMPILER_SEMA_SEMAOP_H
