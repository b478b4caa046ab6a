// SPDX-License-Identifier: Apache-2.0
#include "compiler/arch/Notation.h"
#include "runtime/model/ArchitecturePrinter.h"

using namespace adopter;
using namespace adopter::arch;

/// The text of a default that is a literal or a name; other ones are never left
/// out by the printer.
static std::string defaultText(const program::Program &program,
                               program::ExprId id) {
  if (!id)
    return {};
  const program::Expr &expr = program.exprs[id];
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (expr.kind == program::ExprKind::Constant)
    model::printConstant(stream, program.constants[expr.constant],
                         *program.symbols);
  else if (expr.kind == program::ExprKind::Name)
    stream << program.text(expr.name);
  return text;
}

static model::CallNotation notationOf(const program::Program &program,
                                      const program::OpDecl &decl) {
  model::CallNotation notation;
  if (!decl.operators.empty())
    notation.operatorToken = program.text(decl.operators.front()).str();
  notation.mutates = !decl.mutates.empty();
  bool isRequired = true;
  for (uint32_t i = 0; i < decl.parameters.size(); ++i) {
    const program::Parameter &parameter = decl.parameters[i];
    notation.defaults.push_back(defaultText(program, parameter.defaultValue));
    isRequired &= parameter.kind == program::ParameterKind::Positional &&
                  !parameter.defaultValue;
    if (isRequired)
      notation.positional = i + 1;
    if (parameter.kind == program::ParameterKind::VarPositional)
      notation.varArgs = i;
    if (parameter.kind == program::ParameterKind::VarKeyword)
      notation.varKeywords = i;
  }
  return notation;
}

model::CallNotations
adopter::arch::callNotations(const program::Program &program) {
  model::CallNotations notations;
  notations.reserve(program.ops.size());
  for (const program::OpDecl &decl : program.ops)
    notations.push_back(notationOf(program, decl));
  return notations;
}
