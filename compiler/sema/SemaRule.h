// SPDX-License-Identifier: Apache-2.0
/// \file
/// One `rule`: every part translated, then the whole checked.
///
/// In: ast::RuleDecl. Out: program::Rule, added to the program unless an error
/// was reported.
#ifndef ADOPTER_COMPILER_SEMA_SEMARULE_H
#define ADOPTER_COMPILER_SEMA_SEMARULE_H

#include "compiler/sema/Clauses.h"

namespace adopter::sema {

class RuleSema {
public:
  RuleSema(Context &context, const ast::RuleDecl &decl)
      : context(context), decl(decl), state(context, decl.name.text),
        scope(state) {}

  /// True if the rule was added to the program.
  bool run(program::PackId pack);

private:
  // SemaRule.cpp: match, where, and the small parts
  void translateMatch();
  void translateValue(const ast::ValueItem &item);
  void translateGrade();
  void translateBenefit();
  void translateMode();

  // SemaRewrite.cpp
  void translateRewrite();
  void declareRewriteMember(const ast::MemberItem &item);
  void translateRewriteValue(const ast::ValueItem &item);
  void translateCheckpoint();
  void translateCheckpointItem(const ast::CheckpointItem &item);

  // SemaExample.cpp
  void translateExample();
  void translateExampleItem(const ast::Example &item);
  bool translateTensorType(const ast::Index &type,
                           program::ExampleBinding &binding);
  void checkExampleComplete();

  bool error(DiagnosticBuilder &&) {
    state.failed = true;
    return false;
  }

  Context &context;
  const ast::RuleDecl &decl;
  RuleState state;
  RuleScope scope;
  /// Indexed like Rule::rewriteMembers.
  std::vector<const ast::MemberItem *> rewriteItems;
  /// Where each target of `rewrite` was first written.
  llvm::DenseMap<program::CaptureId, SourceRange> rewritten;
};

/// Checks on the data flow of `match`: connected, acyclic, each root rewritten,
/// each member called, each metavariable used.
void checkDataFlow(RuleState &rule);
/// Parameters that the rewrite moves or drops have a `checkpoint`.
void checkCheckpoint(RuleState &rule, const ast::RuleDecl &decl);
/// The rewrite keeps what the sheets of its kernels ask for.
void checkKernelUse(RuleState &rule);
/// Shapes given by `example` go together.
void checkExampleShapes(RuleState &rule, SourceRange example);

} // namespace adopter::sema

#endif // ADOPTER_COMPILER_SEMA_SEMARULE_H
