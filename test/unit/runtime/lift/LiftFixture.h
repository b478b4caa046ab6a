// SPDX-License-Identifier: Apache-2.0
/// \file
/// Lifts a text with the prelude's ops for a test.
#ifndef ADOPTER_TEST_UNIT_RUNTIME_LIFT_LIFTFIXTURE_H
#define ADOPTER_TEST_UNIT_RUNTIME_LIFT_LIFTFIXTURE_H

#include "PreludeReader.h"
#include "runtime/lift/Lifter.h"
#include <random>

namespace adopter::test {

class Lifted : public DiagnosticConsumer {
public:
  explicit Lifted(std::string text, std::string path = "m.py",
                  const lift::LiftOptions &options = {});

  void handle(const Diagnostic &, const SourceManager &) override { ++reports; }

  const model::Function &function(llvm::StringRef name) const;
  /// Ops of `function` of this kind, in program order.
  std::vector<const model::Op *> ops(llvm::StringRef function,
                                     model::OpKind kind) const;
  /// `op` with its operands as text, calls as `name(keyword=..., ...)`.
  std::string show(const model::Op &op) const;
  std::string show(model::ValueId value, unsigned depth = 0) const;
  /// What `function` returns, the first return, as text.
  std::string returned(llvm::StringRef function) const;
  llvm::StringRef text(SourceRange range) const { return sources.text(range); }
  /// Problems that the verifier of the model sees; empty: none.
  std::string verify() const;

  SourceManager sources;
  DiagnosticEngine diags;
  std::unique_ptr<python::PySource> source;
  std::unique_ptr<model::Architecture> arch;
  unsigned reports = 0;
};

/// Removes, doubles or exchanges tokens of `text` at random.
void damage(std::string &text, std::mt19937 &random);

/// Ranges of ops, statements and bindings that do not fit the text; empty:
/// none.
std::string checkRanges(const model::Architecture &arch, llvm::StringRef text);

} // namespace adopter::test

#endif // ADOPTER_TEST_UNIT_RUNTIME_LIFT_LIFTFIXTURE_H
