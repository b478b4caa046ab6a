// SPDX-License-Identifier: Apache-2.0
/// \file
/// Random rules and models: the automaton of all rules together finds what a
/// naive lowering of one rule after the other, without order, sharing or
/// shortcuts, finds; and what was built from a rule's pattern is found by it.
#include "../../runtime/match/Fixture.h"
#include "compiler/lower/Lower.h"
#include "runtime/program/AutomatonPrinter.h"
#include "runtime/program/ExprPrinter.h"
#include "runtime/program/ProgramReader.h"
#include "runtime/program/ProgramVerifier.h"
#include "runtime/program/ProgramWriter.h"
#include <gtest/gtest.h>
#include <random>
#include <set>

using namespace adopter;
using namespace adopter::match;
using namespace adopter::match::test;
using namespace adopter::program;
using model::ValueId;

namespace {

/// Makes rules and, from their patterns, models.
class Generator {
public:
  explicit Generator(uint32_t seed) : random(seed) {
    rules.op("torch.add", {"input", "other"}, true, "+");
    rules.op("torch.mul", {"input", "other"}, true, "*");
    rules.op("torch.matmul", {"input", "other"});
    rules.op("torch.softmax", {"input", "dim"});
    rules.op("torch.nn.functional.silu", {"input"});
  }

  Rules rules;

  uint32_t below(uint32_t limit) { return random() % limit; }
  bool oneIn(uint32_t n) { return below(n) == 0; }

  // --- rules

  void makeRule() {
    static const char *const Names[] = {"softmax", "twice", "of_sum", "mixed"};
    rules.begin(Names[rules.program.rules.size()]);
    locals = 0;
    if (oneIn(3)) {
      makeLikeOthers();
      return;
    }
    if (oneIn(2)) {
      rules.value("s", makeCall(2));
      scoresLeft = true;
    }
    ExprId value = makeCall(3);
    if (scoresLeft) // not used yet: the pattern would not hang together
      value = rules.call(OpDeclId(below(3)), {value, rules.capture("s")});
    scoresLeft = false;
    rules.value("y", value);
    rules.end();
  }

  /// Two roots that share `$x`, somewhere below each; without a part of the
  /// naive automaton, which cannot do that.
  void makeTwoRoots() {
    rules.begin("pair");
    locals = 0;
    for (const char *target : {"out1", "out2"}) {
      ExprId value = rules.capture("x");
      for (uint32_t i = 1 + below(3); i > 0; --i)
        value = i == 1 || oneIn(2) ? wrapInCall(value) : makeInstance(value);
      rules.value(target, value);
    }
    rules.program.rules.add(rules.rule);
  }

  // --- models

  /// Ops that fit the pattern of `rule`, between others; the results of its
  /// value patterns.
  std::vector<ValueId> buildAll(Model &model, const Rule &rule) {
    bound.assign(rule.captures.size(), ValueId());
    holes.clear();
    std::vector<ValueId> made;
    for (const ValuePattern &value : rule.values) {
      made.push_back(build(model, rule, value.value));
      bound[value.targets[0].index()] = made.back();
      addNoise(model);
    }
    return made;
  }

  void start(Model &model) {
    model.begin("f", {"a", "b", "c"});
    pool = {model.parameter(0), model.parameter(1), model.parameter(2)};
  }

  void addNoise(Model &model) {
    for (uint32_t i = below(3); i > 0; --i)
      makeOp(model, OpDeclId(below(5)), pick(), pick());
  }

private:
  /// Rules that differ only in what an alternative asks: `silu(p($x))`.
  void makeLikeOthers() {
    PatternInstance use;
    use.pattern = rules.symbol("p");
    for (int i = 0; i < 2; ++i) {
      Alternative alternative;
      alternative.body =
          rules.call(OpDeclId(3), {rules.hole(0),
                                   rules.constant(Constant::ofInt(below(3)))});
      if (oneIn(3))
        alternative.body = rules.call(OpDeclId(4), {rules.hole(0)});
      use.alternatives.push_back(alternative);
    }
    use.arguments = {oneIn(2) ? rules.capture("x") : makeExpr(1)};
    rules.value("y", rules.call(OpDeclId(4), {rules.instance(std::move(use))}));
    rules.end();
  }

  ExprId makeLeaf(bool local) {
    static const char *const Shared[] = {"x", "q", "k", "w"};
    static const char *const Local[] = {"d1", "d2", "d3", "d4",
                                        "d5", "d6", "d7"};
    if (oneIn(6))
      return rules.wildcard();
    if (oneIn(6))
      return rules.constant(Constant::ofInt(below(2)));
    if (scoresLeft && !local && oneIn(2)) {
      scoresLeft = false;
      return rules.capture("s");
    }
    if (local)
      return locals < 7 ? rules.capture(Local[locals++]) : rules.wildcard();
    return rules.capture(Shared[below(4)]);
  }

  ExprId makeCall(unsigned depth, bool local = false) {
    OpDeclId op(below(5));
    ExprId input = makeExpr(depth - 1, local);
    if (op.index() == 3)
      return rules.call(op, {input, rules.constant(Constant::ofInt(0))});
    if (op.index() == 4)
      return rules.call(op, {input});
    return rules.call(op, {input, makeExpr(depth - 1, local)});
  }

  ExprId makeExpr(unsigned depth, bool local = false) {
    if (depth == 0 || oneIn(4))
      return makeLeaf(local);
    if (!local && oneIn(3))
      return makeInstance(makeExpr(depth - 1));
    if (oneIn(8))
      return rules.node(ExprKind::Conditional,
                        {makeLeaf(local), makeExpr(depth - 1, local),
                         makeExpr(depth - 1, local)});
    return makeCall(depth, local);
  }

  ExprId wrapInCall(ExprId value) {
    OpDeclId op(below(5));
    if (op.index() == 3)
      return rules.call(op, {value, rules.constant(Constant::ofInt(0))});
    if (op.index() == 4)
      return rules.call(op, {value});
    ExprId other = makeLeaf(true);
    return oneIn(2) ? rules.call(op, {value, other})
                    : rules.call(op, {other, value});
  }

  /// A use of a pattern with one parameter, which each alternative uses.
  ExprId makeInstance(ExprId argument) {
    PatternInstance use;
    use.pattern = rules.symbol("p");
    for (uint32_t i = 1 + below(3); i > 0; --i) {
      Alternative alternative;
      ExprId hole = rules.hole(0);
      OpDeclId op(below(5));
      if (oneIn(4)) // the value itself
        alternative.body = hole;
      else if (op.index() == 4)
        alternative.body = rules.call(op, {hole});
      else if (op.index() == 3)
        alternative.body =
            rules.call(op, {hole, rules.constant(Constant::ofInt(0))});
      else if (oneIn(2))
        alternative.body = rules.call(op, {hole, makeExpr(1, true)});
      else
        alternative.body = rules.call(op, {makeExpr(1, true), hole});
      use.alternatives.push_back(alternative);
    }
    use.arguments = {argument};
    return rules.instance(std::move(use));
  }

  ValueId pick() { return pool[below(static_cast<uint32_t>(pool.size()))]; }

  ValueId makeOp(Model &model, OpDeclId op, ValueId a, ValueId b) {
    const OpDecl &decl = rules.program.ops[op];
    llvm::StringRef name = rules.program.text(decl.name);
    if (decl.commutative && oneIn(2))
      std::swap(a, b);
    ValueId made;
    if (op.index() == 4)
      made = model.call(name, {a});
    else if (op.index() == 3 && !model.arch.constant(b))
      made = model.call(name, {a, model.number(below(3))});
    else
      made = model.call(name, {a, b});
    pool.push_back(made);
    return made;
  }

  ValueId build(Model &model, const Rule &rule, ExprId id) {
    const Expr expr = rules.program.exprs[id];
    switch (expr.kind) {
    case ExprKind::Wildcard:
      return pick();
    case ExprKind::Capture: {
      ValueId &value = bound[expr.capture.index()];
      if (!value)
        value = pick();
      return value;
    }
    case ExprKind::Constant:
      return model.constant(rules.program.constants[expr.constant]);
    case ExprKind::Hole:
      return build(model, rule, holes.back());
    case ExprKind::OpCall: {
      ValueId first = build(model, rule, expr.args[0].value);
      ValueId second =
          expr.args.size() > 1 ? build(model, rule, expr.args[1].value) : first;
      return makeOp(model, expr.op, first, second);
    }
    case ExprKind::Conditional: {
      ValueId condition = build(model, rule, expr.args[0].value);
      ValueId then = build(model, rule, expr.args[1].value);
      ValueId other = build(model, rule, expr.args[2].value);
      return model.make(model::OpKind::Select, {condition, then, other});
    }
    case ExprKind::Instance: {
      const PatternInstance &use = rule.instances[expr.instance];
      holes.push_back(use.arguments[0]);
      uint32_t taken = below(static_cast<uint32_t>(use.alternatives.size()));
      ValueId value = build(model, rule, use.alternatives[taken].body);
      holes.pop_back();
      return value;
    }
    default:
      llvm_unreachable("not generated");
    }
  }

  std::mt19937 random;
  bool scoresLeft = false; // `$s` is defined but not used yet
  unsigned locals = 0;
  std::vector<ValueId> pool;  // values that new ops may use
  std::vector<ValueId> bound; // indexed by CaptureId
  std::vector<ExprId> holes;  // arguments of the uses being built
};

using Found = std::set<std::pair<uint32_t, uint32_t>>; // rule, root

Found find(const Program &program, const model::Architecture &arch,
           bool &isCut) {
  MatchState state;
  MatchOptions options;
  Found found;
  for (const Match &match : findMatches(program, arch, state, options))
    found.insert({match.rule.raw(), match.roots.back().raw()});
  for (const MatchEvent &event : state.events) {
    EXPECT_EQ(event.kind, MatchEvent::Kind::Cut)
        << "the automaton accepted what the exact check did not";
    isCut = true;
  }
  return found;
}

std::string describe(const Program &program) {
  std::string text;
  llvm::raw_string_ostream out(text);
  for (const Rule &rule : program.rules) {
    out << "rule " << program.text(rule.name) << '\n';
    for (const ValuePattern &value : rule.values) {
      out << "  ";
      printExpr(program, &rule, value.value, out);
      out << '\n';
    }
    for (const PatternInstance &use : rule.instances)
      for (const Alternative &alternative : use.alternatives) {
        out << "    | ";
        printExpr(program, &rule, alternative.body, out);
        out << '\n';
      }
  }
  lower::printPredicates(program, out);
  return out.str();
}

TEST(DifferentialTest, AllRulesTogetherFindWhatEachFindsAlone) {
  unsigned compared = 0, matches = 0, missed = 0;
  for (uint32_t seed = 0; seed < 1500; ++seed) {
    Generator generator(seed);
    for (uint32_t i = 1 + generator.below(4); i > 0; --i)
      generator.makeRule();
    const Program &naive = generator.rules.program;
    Program lowered = naive;
    for (Rule &rule : lowered.rules)
      rule.pack = PackId(0);
    lowered.packs.add({generator.rules.symbol("n"), "", ""});
    ASSERT_TRUE(lower::lowerRules(lowered).empty());
    ASSERT_EQ(verifyProgram(lowered), "") << "seed " << seed;
    auto read = readProgram(writeProgram(lowered), lowered.symbols);
    ASSERT_TRUE(bool(read)) << llvm::toString(read.takeError());

    Model model(generator.rules);
    generator.start(model);
    Found built;
    for (uint32_t i = 0; i < naive.rules.size(); ++i) {
      ValueId root = generator.buildAll(model, naive.rules[RuleId(i)]).back();
      if (model.arch.definingOp(root))
        built.insert({i, model.arch.definingOp(root).raw()});
      generator.addNoise(model);
    }
    model.finish();

    bool isCut = false;
    Found expected = find(naive, model.arch, isCut);
    Found found = find(lowered, model.arch, isCut);
    Found reread = find(*read, model.arch, isCut);
    if (isCut)
      continue;
    ++compared;
    matches += static_cast<unsigned>(found.size());
    EXPECT_EQ(found, expected) << "seed " << seed << '\n' << describe(lowered);
    EXPECT_EQ(reread, found) << "seed " << seed;
    for (const auto &pair : built)
      missed += found.count(pair) == 0;
    if (testing::Test::HasFailure())
      break;
  }
  EXPECT_GT(compared, 1400u);
  EXPECT_GT(matches, 2000u);
  EXPECT_EQ(missed, 0u);
}

TEST(DifferentialTest, FromOneRootToTheOther) {
  unsigned compared = 0;
  for (uint32_t seed = 0; seed < 1500; ++seed) {
    Generator generator(seed);
    generator.makeTwoRoots();
    Program &program = generator.rules.program;
    ASSERT_TRUE(lower::lowerRules(program).empty());
    Model model(generator.rules);
    generator.start(model);
    generator.addNoise(model);
    std::vector<ValueId> roots =
        generator.buildAll(model, program.rules[RuleId(0)]);
    model.finish();

    MatchState state;
    MatchOptions options;
    bool isFound = false;
    for (const Match &match : findMatches(program, model.arch, state, options))
      isFound |= match.values[0] == roots[0];
    if (!state.events.empty())
      continue; // cut
    ++compared;
    EXPECT_TRUE(isFound) << "seed " << seed << '\n' << describe(program);
    if (testing::Test::HasFailure())
      break;
  }
  EXPECT_GT(compared, 1400u);
}

} // namespace
