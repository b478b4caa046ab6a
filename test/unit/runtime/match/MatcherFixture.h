// SPDX-License-Identifier: Apache-2.0
/// \file
/// Declared ops and a model, for tests that run the matcher.
#ifndef ADOPTER_TEST_UNIT_RUNTIME_MATCH_MATCHERFIXTURE_H
#define ADOPTER_TEST_UNIT_RUNTIME_MATCH_MATCHERFIXTURE_H

#include "Fixture.h"
#include <gtest/gtest.h>

namespace adopter::match::test {

class MatcherTest : public testing::Test {
protected:
  Rules rules;
  program::OpDeclId add = rules.op("torch.add", {"input", "other"}, true, "+");
  program::OpDeclId mul = rules.op("torch.mul", {"input", "other"}, true, "*");
  program::OpDeclId matmul = rules.op("torch.matmul", {"input", "other"});
  program::OpDeclId softmax = rules.op("torch.softmax", {"input", "dim"});
  program::OpDeclId silu = rules.op("torch.nn.functional.silu", {"input"});
  program::OpDeclId linear = rules.op("torch.nn.Linear", {"in", "out"});
  Model model{rules};
  MatchState state;
  MatchOptions options;

  std::vector<Match> find() {
    model.finish();
    return findMatches(rules.program, model.arch, state, options);
  }
  program::ExprId cap(llvm::StringRef name) { return rules.capture(name); }
  program::ExprId integer(int64_t value) {
    return rules.constant(Constant::ofInt(value));
  }
  model::ValueId bound(const Match &match, llvm::StringRef name) {
    const program::Rule &rule = match.ruleOf();
    for (uint32_t i = 0; i < rule.captures.size(); ++i)
      if (rule.captures[program::CaptureId(i)].name == rules.symbol(name))
        return match.captures[i].value;
    return {};
  }
  /// $y = softmax($x, -1)
  void softmaxRule() {
    rules.begin("softmax");
    rules.value("y", rules.call(softmax, {cap("x"), integer(-1)}));
    rules.end();
  }
};

} // namespace adopter::match::test

#endif // ADOPTER_TEST_UNIT_RUNTIME_MATCH_MATCHERFIXTURE_H
