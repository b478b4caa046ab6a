// SPDX-License-Identifier: Apache-2.0
#include "SemaFixture.h"
#include "llvm/Support/raw_ostream.h"

using namespace adopter;
using namespace adopter::sema;
using program::CaptureKind;
using program::Expr;
using program::ExprId;
using program::ExprKind;

std::string SemaFixture::show(ExprId id) const {
  if (!id)
    return "-";
  const program::Program &program = result.program;
  const Expr &expr = program.exprs[id];
  std::string name = program.text(expr.name).str();
  std::string args;
  for (const program::ExprArgument &argument : expr.args) {
    args += args.empty() ? "" : ", ";
    if (argument.keyword && expr.kind != ExprKind::OpCall)
      args += program.text(argument.keyword).str() + " = ";
    args += show(argument.value);
  }
  args = "(" + args + ")";
  auto capture = [&] {
    return "$" +
           program.text(program.rules.back().captures[expr.capture].name).str();
  };
  switch (expr.kind) {
  case ExprKind::Constant: {
    const Constant &value = program.constants[expr.constant];
    switch (value.kind) {
    case ConstantKind::None:
      return "None";
    case ConstantKind::Bool:
      return value.integer ? "True" : "False";
    case ConstantKind::Int:
      return std::to_string(value.integer);
    case ConstantKind::Float: {
      std::string text = std::to_string(value.number);
      return text;
    }
    case ConstantKind::String:
      return "'" + program.text(value.string).str() + "'";
    case ConstantKind::Ellipsis:
      return "...";
    }
    return "?";
  }
  case ExprKind::Capture:
    return capture();
  case ExprKind::Wildcard:
    return "_";
  case ExprKind::Hole:
    return "hole" + std::to_string(expr.index);
  case ExprKind::Name:
  case ExprKind::Param:
    return name;
  case ExprKind::Self:
    return "self";
  case ExprKind::Attribute:
    return show(expr.args[0].value) + "." + name;
  case ExprKind::OpCall:
    return program.text(program.ops[expr.op].name).str() + args;
  case ExprKind::KernelCall:
    return program.text(program.kernels[expr.kernel].name).str() + args;
  case ExprKind::MemberCall:
    return "member " + capture() + args;
  case ExprKind::CalleeCall:
    return "callee " + capture() + args;
  case ExprKind::MethodCall:
    return "method " + name + args;
  case ExprKind::Instance: {
    const program::PatternInstance &instance =
        program.rules.back().instances[expr.instance];
    std::string text = program.text(instance.pattern).str() + "[";
    for (ExprId argument : instance.arguments)
      text += show(argument);
    return text + "]";
  }
  case ExprKind::Word:
  case ExprKind::NameCall:
    return name + args;
  case ExprKind::Tuple:
    return "tuple" + args;
  case ExprKind::List:
    return "list" + args;
  case ExprKind::Slice:
    return "slice" + args;
  case ExprKind::Dict:
    return "dict" + args;
  case ExprKind::Conditional:
    return "select" + args;
  case ExprKind::And:
    return "and" + args;
  case ExprKind::Or:
    return "or" + args;
  case ExprKind::Not:
    return "not" + args;
  case ExprKind::In:
    return "in" + args;
  case ExprKind::Is:
    return "is" + args;
  }
  return "?";
}

namespace {

TEST_F(SemaFixture, SpellingsHaveOneForm) {
  for (const char *text :
       {"torch.softmax($x, -1)", "torch.nn.functional.softmax($x, dim = -1)",
        "$x.softmax(-1)", "torch.softmax(dim = -1, input = $x)",
        "torch.nn.Softmax(dim = -1)($x)"}) {
    const program::Rule &rule = analyseMatch(text);
    EXPECT_EQ(show(rule.values[0].value), "torch.softmax($x, -1, None)")
        << text;
  }
}

TEST_F(SemaFixture, DerivedParametersAndAliases) {
  EXPECT_EQ(show(analyseMatch("$x.float()").values[0].value),
            "torch.Tensor.to($x, torch.float32)");
  EXPECT_EQ(show(analyseMatch("$x.to(torch.float)").values[0].value),
            "torch.Tensor.to($x, torch.float32)");
  EXPECT_EQ(show(analyseMatch("$x.type_as($w)").values[0].value),
            "torch.Tensor.to($x, $w.dtype)");
  EXPECT_EQ(show(analyseMatch("torch.square($x)").values[0].value),
            "torch.pow($x, 2)");
}

TEST_F(SemaFixture, PropertiesThatAreOps) {
  EXPECT_EQ(show(analyseMatch("torch.relu($x.mT)").values[0].value),
            "torch.nn.functional.relu(torch.Tensor.mT($x))");
  EXPECT_EQ(show(analyseMatch("$x.to($x.dtype)").values[0].value),
            "torch.Tensor.to($x, $x.dtype)");
}

TEST_F(SemaFixture, StarredParametersAreOneTuple) {
  for (const char *text :
       {"$x.view(2, 3)", "$x.view((2, 3))", "$x.view([2, 3])"})
    EXPECT_EQ(show(analyseMatch(text).values[0].value),
              "torch.Tensor.view($x, tuple(2, 3))");
  EXPECT_EQ(show(analyseMatch("$x.view($s)").values[0].value),
            "torch.Tensor.view($x, tuple($s))");
  EXPECT_EQ(show(analyseMatch("$x.view(*$s)").values[0].value),
            "torch.Tensor.view($x, $s)");
}

TEST_F(SemaFixture, OperatorsAndLiterals) {
  EXPECT_EQ(show(analyseMatch("-$x[0, 1:] + -1").values[0].value),
            "torch.add(torch.neg(operator.getitem($x, tuple(0, slice(1, None, "
            "None)))), -1, 1)");
  EXPECT_EQ(
      show(analyseMatch("torch.where($m is not None, $x, $z)").values[0].value),
      "torch.where(not(is($m, None)), $x, $z)");
  EXPECT_EQ(
      show(analyseMatch("builtins.len($x) + float(\"-inf\")").values[0].value),
      "torch.add(builtins.len($x), builtins.float('-inf'), 1)");
}

TEST_F(SemaFixture, UndeclaredNamesStayAsWritten) {
  EXPECT_EQ(show(analyseMatch("a.b.f($x, n = 2)").values[0].value),
            "a.b.f($x, n = 2)");
  EXPECT_EQ(show(analyseMatch("$x.frobnicate(2)").values[0].value),
            "method frobnicate($x, 2)");
}

TEST_F(SemaFixture, FilledInDefaultsAreTheDeclaration) {
  const program::Rule &rule = analyseMatch("torch.softmax($x, None)");
  const Expr &call = result.program.exprs[rule.values[0].value];
  const program::OpDecl &decl = result.program.ops[call.op];
  EXPECT_NE(call.args[1].value, decl.parameters[1].defaultValue) << "written";
  EXPECT_EQ(call.args[2].value, decl.parameters[2].defaultValue) << "left out";
  EXPECT_EQ(result.program.text(call.name), "torch.softmax");
}

TEST_F(SemaFixture, CaptureKinds) {
  analyseText(R"(pack t "1"
rule r {
  match {
    $drop : torch.nn.Dropout($p)
    $y = $act($gate) * $drop($up)
  }
  where activation($act) == "silu", config.a.b > 2
  rewrite { $y = torch.relu($gate) }
  grade exact
  example { $gate, $up: f32[2] $act: "silu" $p: 0.0 }
})");
  ASSERT_EQ(diags.errorCount(), 0u) << messages.messages.front();
  const program::Rule &rule = result.program.rules.back();
  EXPECT_EQ(show(rule.values[0].value),
            "torch.mul(callee $act($gate), member $drop($up))");
  EXPECT_EQ(show(rule.members[0].constructor), "torch.nn.Dropout($p, False)");
  EXPECT_EQ(show(rule.conditions[0].expr),
            "torch.eq(activation($act), 'silu')");
  EXPECT_EQ(show(rule.conditions[1].expr), "torch.gt(config('a.b'), 2)");
  EXPECT_EQ(rule.span.line, 2u);
}

TEST_F(SemaFixture, PatternsAreRenamedApart) {
  analyseText(R"(pack t "1"
pattern scaled_by($s) binds $scale {
  $s / $d       with $scale = 1 / $d
  $s * $scale
  $s            with $scale = 1.0
}
rule r {
  match { $y = torch.matmul(scaled_by($a, scale = $p), scaled_by($b, scale = $q)) }
  rewrite { $y = torch.addmm($a, $b, $b, $p, $q) }
  grade exact
  example { $a, $b: f32[2, 2] }
})");
  ASSERT_EQ(diags.errorCount(), 0u) << messages.messages.front();
  const program::Rule &rule = result.program.rules.back();
  EXPECT_EQ(show(rule.values[0].value),
            "torch.matmul(scaled_by[$a], scaled_by[$b])");
  ASSERT_EQ(rule.instances.size(), 2u);
  const auto &first = rule.instances[program::InstanceId(0)].alternatives;
  const auto &second = rule.instances[program::InstanceId(1)].alternatives;
  EXPECT_EQ(show(first[0].body), "torch.div(hole0, $scaled_by.d, None)");
  EXPECT_EQ(show(first[1].body), "torch.mul(hole0, $p)");
  EXPECT_EQ(show(second[1].body), "torch.mul(hole0, $q)");
  EXPECT_NE(result.program.exprs[first[0].body].args[1].value,
            result.program.exprs[second[0].body].args[1].value);
  ASSERT_EQ(second[0].bindings.size(), 1u);
  EXPECT_EQ(rule.captures[second[0].bindings[0].first].kind,
            CaptureKind::Bound);
  EXPECT_EQ(show(second[2].bindings[0].second), "1.000000");
}

TEST_F(SemaFixture, WithMayReuseANameOfTheBody) {
  const program::Rule &rule =
      analyseMatch("torch.relu(dropped($x))", "where not_observed($x)");
  const auto &alternatives =
      rule.instances[program::InstanceId(0)].alternatives;
  EXPECT_EQ(show(alternatives[0].body),
            "torch.dropout(hole0, $dropped.rate, $dropped.training)");
  EXPECT_EQ(show(alternatives[0].bindings[0].second),
            "select($dropped.training, $dropped.rate, 0.000000)");
  EXPECT_EQ(show(alternatives[1].bindings[0].second),
            "select(self.training, $dropped.r, 0.000000)");
}

TEST_F(SemaFixture, KernelImports) {
  analyseText(R"(pack t "1"
kernel a.b.Function.apply(x, y = 1, z = 2) { }
kernel a.b.function(x) {
  requires package "a >= 1"
  device cuda >= sm80, cpu
  dtypes float32
  modes inference
  gradients none
}
kernel a.b.Module(x) { module (input) }
kernel a.b.Other.apply(x) {
  import "from a import Other"
  mutates x, gradient
}
rule r {
  match { $y = torch.relu($x) }
  rewrite { $y = b.Function.apply($x, z = 3) }
  grade exact
  example { $x: f32[2] }
})");
  ASSERT_EQ(diags.errorCount(), 0u) << messages.messages.front();
  auto kernel = [&](uint32_t index) -> const program::Kernel & {
    return result.program.kernels[program::KernelId(index)];
  };
  EXPECT_EQ(kernel(0).importModule, "a.b");
  EXPECT_EQ(kernel(0).importName, "Function");
  EXPECT_EQ(kernel(0).callSuffix, ".apply");
  EXPECT_EQ(kernel(1).importName, "function");
  EXPECT_EQ(kernel(1).callSuffix, "");
  EXPECT_EQ(kernel(1).devices,
            (std::vector<std::string>{"cuda >= sm80", "cpu"}));
  EXPECT_FALSE(kernel(1).training);
  EXPECT_FALSE(kernel(1).allGradients);
  EXPECT_EQ(kernel(2).importName, "Module");
  EXPECT_TRUE(kernel(2).callParameters.has_value());
  EXPECT_EQ(kernel(3).importModule, "a");
  EXPECT_EQ(kernel(3).callSuffix, ".apply");
  EXPECT_TRUE(kernel(3).mutatesGradient);
  EXPECT_EQ(show(result.program.rules.back().rewriteValues[0].value),
            "a.b.Function.apply($x, z = 3)");
}

TEST_F(SemaFixture, RulesWithErrorsAreLeftOut) {
  analyseText(R"(pack t "1"
rule bad { match { $y = torch.relu($x) } rewrite { $y = $z } grade exact }
rule good {
  match { $y = torch.relu($x) }
  rewrite { $y = torch.tanh($x) }
  grade exact
  example { $x: f32[2] }
})");
  EXPECT_EQ(diags.errorCount(), 1u);
  ASSERT_EQ(result.program.rules.size(), 1u);
  EXPECT_EQ(result.program.text(result.program.rules.back().name), "good");
  EXPECT_EQ(result.origins.exprs.size(), result.program.exprs.size());
  EXPECT_EQ(result.origins.rules.size(), 1u);
}

TEST_F(SemaFixture, FilesOfOnePackHaveOneVersion) {
  FileId first = sources.add("a.adr", "pack p \"1\"\n");
  FileId second = sources.add("b.adr", "pack p \"2\"\n");
  FileId third = sources.add("c.adr", "pack p \"1\"\n");
  std::vector<const ast::File *> files;
  for (FileId id : {first, second, third})
    files.push_back(parseFile(context, sources, id, diags));
  result = analyse(files, diags);
  ASSERT_EQ(messages.messages.size(), 1u);
  EXPECT_EQ(messages.messages[0], "pack `p` has another version elsewhere");
  EXPECT_EQ(result.program.packs.size(), 1u);
}

TEST_F(SemaFixture, PacksHaveTheirOwnPatternsAndKernels) {
  llvm::StringRef rest = R"(
pattern twice($x) { $x * TIMES }
kernel K.f(x) { }
rule r {
  match { $y = torch.relu(twice($x)) }
  rewrite { $y = K.f($x) }
  grade exact
  example { $x: f32[2] }
})";
  std::vector<const ast::File *> files;
  for (FileId id : prelude)
    files.push_back(parseFile(context, sources, id, diags));
  for (llvm::StringRef name : {"a", "b"}) {
    std::string text = ("pack " + name + " \"1\"" + rest).str();
    text.replace(text.find("TIMES"), 5, name == "a" ? "2" : "3");
    text.replace(text.find("kernel K"), 8, ("kernel " + name).str());
    text.replace(text.find("K.f"), 3, (name + ".f").str());
    files.push_back(parseFile(context, sources,
                              sources.add((name + ".adr").str(), text), diags));
  }
  result = analyse(files, diags);
  EXPECT_EQ(diags.errorCount(), 0u);
  ASSERT_EQ(result.program.rules.size(), 2u);
  for (auto [index, body] : {std::pair(0u, "torch.mul(hole0, 2)"),
                             std::pair(1u, "torch.mul(hole0, 3)")}) {
    const program::Rule &rule = result.program.rules[program::RuleId(index)];
    EXPECT_EQ(
        show(rule.instances[program::InstanceId(0u)].alternatives[0].body),
        body);
  }
}

} // namespace
