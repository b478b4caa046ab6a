// SPDX-License-Identifier: Apache-2.0
/// \file
/// Renders an expression of a rewrite (program::Expr) as Python text, with the
/// captures of a match filled in.
///
/// In: expression, match, the place (ValueText). Out: text with as few
/// parentheses and arguments as it needs, in the file's own names.
#ifndef ADOPTER_RUNTIME_SYNTH_STENCIL_H
#define ADOPTER_RUNTIME_SYNTH_STENCIL_H

#include "runtime/synth/ValueText.h"

namespace adopter::synth {

class Stencil {
public:
  Stencil(MatchSite &site, ValueText &text)
      : site(site), program(site.file.program), text(text) {}

  /// None after a refusal of the site.
  std::optional<Rendered> render(program::ExprId expr);
  /// Every value of the model that `expr` needs.
  void collectValues(program::ExprId expr,
                     llvm::SmallVectorImpl<model::ValueId> &out);

private:
  struct Arguments {
    std::vector<std::string> texts;
    bool failed = false;
  };
  std::optional<Rendered> renderKind(const program::Expr &expr);
  std::optional<Rendered> capture(const program::Expr &expr);
  std::optional<Rendered> value(model::ValueId value, llvm::StringRef wish);
  std::optional<Rendered> hole(const program::Expr &expr);
  std::optional<Rendered> member(program::CaptureId capture);
  std::optional<Rendered> callee(const match::CaptureBinding &binding);
  std::optional<Rendered> name(llvm::StringRef qualified);
  std::optional<Rendered> opCall(const program::Expr &expr);
  std::optional<Rendered> kernelCall(const program::Expr &expr);
  std::optional<Rendered> operation(const program::Expr &expr,
                                    llvm::StringRef token);
  std::optional<Rendered> conditional(const program::Expr &expr);
  std::optional<Rendered> junction(const program::Expr &expr, bool isAnd);
  std::optional<Rendered> slice(const program::Expr &expr);
  std::optional<Rendered> sequence(llvm::ArrayRef<program::ExprArgument> items,
                                   bool isTuple);
  std::optional<Rendered> call(std::optional<Rendered> callee,
                               llvm::ArrayRef<program::ExprArgument> arguments);
  bool addArgument(const program::ExprArgument &argument,
                   std::vector<std::string> &out);
  std::optional<Rendered> refuse(program::ExprId expr);
  /// The literal that `expr` is, through captures.
  const Constant *literal(program::ExprId expr);
  bool isNumber(program::ExprId expr, double number);
  unsigned usesOf(model::ValueId value) const { return uses.lookup(value); }

  MatchSite &site;
  const program::Program &program;
  ValueText &text;
  program::InstanceId instance; // whose holes are meant
  llvm::DenseMap<model::ValueId, unsigned> uses;
  unsigned depth = 0;
};

} // namespace adopter::synth

#endif // ADOPTER_RUNTIME_SYNTH_STENCIL_H
