// SPDX-License-Identifier: Apache-2.0
#include "ProgramBuilder.h"
#include "runtime/program/AutomatonPrinter.h"
#include "runtime/program/ExprPrinter.h"

using namespace adopter;
using namespace adopter::program;
using namespace adopter::program::test;

ProgramBuilder::ProgramBuilder() {
  program.packs.add({symbol("test"), "0.1", "A pack for tests."});
}

OpDeclId ProgramBuilder::op(llvm::StringRef name,
                            std::initializer_list<llvm::StringRef> parameters,
                            llvm::StringRef token) {
  OpDecl decl;
  decl.name = symbol(name);
  for (llvm::StringRef parameter : parameters) {
    auto [plain, value] = parameter.split('=');
    Parameter made;
    made.name = symbol(plain);
    if (int64_t number = 0; !value.empty() && !value.getAsInteger(10, number))
      made.defaultValue = integer(number);
    decl.parameters.push_back(made);
  }
  if (!token.empty())
    decl.operators.push_back(symbol(token));
  return program.ops.add(std::move(decl));
}

ExprId ProgramBuilder::expr(ExprKind kind, std::initializer_list<ExprId> args,
                            llvm::StringRef name) {
  Expr made;
  made.kind = kind;
  if (!name.empty())
    made.name = symbol(name);
  for (ExprId arg : args)
    made.args.push_back({{}, arg});
  return program.exprs.add(std::move(made));
}

ExprId ProgramBuilder::constant(Constant value) {
  Expr made;
  made.kind = ExprKind::Constant;
  made.constant = program.constants.add(value);
  return program.exprs.add(std::move(made));
}

CaptureId ProgramBuilder::captureId(llvm::StringRef name, CaptureKind kind) {
  for (uint32_t i = 0; i < rule.captures.size(); ++i)
    if (rule.captures[CaptureId(i)].name == symbol(name))
      return CaptureId(i);
  return rule.captures.add({symbol(name), kind});
}

ExprId ProgramBuilder::capture(llvm::StringRef name, CaptureKind kind) {
  Expr made;
  made.kind = ExprKind::Capture;
  made.capture = captureId(name, kind);
  return program.exprs.add(std::move(made));
}

ExprId ProgramBuilder::call(OpDeclId op, std::initializer_list<ExprId> args,
                            llvm::StringRef written) {
  const OpDecl &decl = program.ops[op];
  Expr made;
  made.kind = ExprKind::OpCall;
  made.op = op;
  made.name = written.empty() ? decl.name : symbol(written);
  const ExprId *given = args.begin();
  for (const Parameter &parameter : decl.parameters)
    made.args.push_back({parameter.name, given != args.end()
                                             ? *given++
                                             : parameter.defaultValue});
  return program.exprs.add(std::move(made));
}

void ProgramBuilder::value(llvm::StringRef target, ExprId expr) {
  rule.values.push_back({{captureId(target)}, expr});
}

RuleId ProgramBuilder::addRule(llvm::StringRef name) {
  rule.name = symbol(name);
  rule.pack = PackId(0);
  RuleId id = program.rules.add(std::move(rule));
  rule = Rule();
  return id;
}

PositionId ProgramBuilder::position(PositionKind kind, PositionId parent,
                                    llvm::StringRef name, uint32_t index) {
  return program.automaton.positions.add(
      {kind, parent, name.empty() ? SymbolId() : symbol(name), index});
}

// --- one of everything ------------------------------------------------------

static OpDeclId addFullOp(ProgramBuilder &b) {
  OpDeclId softmax = b.op("torch.softmax", {"input", "dim=-1"});
  OpDecl &decl = b.program.ops[softmax];
  Spelling spelling;
  spelling.name = b.symbol("torch.Tensor.softmax");
  spelling.parameters = {{b.symbol("x"), ParameterKind::Positional, {}},
                         {b.symbol("axis"), ParameterKind::KeywordOnly, {}}};
  spelling.derived = {{b.symbol("dim"), b.expr(ExprKind::Param, {}, "axis")}};
  spelling.deprecated = true;
  decl.spellings.push_back(spelling);
  decl.mutates = {b.symbol("input")};
  decl.aliases = {b.symbol("input")};
  decl.pure = true;
  decl.deprecated = "use torch.softmax";
  decl.commutative = {{0, 1}};
  ModuleSheet sheet;
  sheet.callParameters = {{b.symbol("input"), ParameterKind::Positional, {}}};
  sheet.forward = b.expr(ExprKind::Param, {}, "input");
  sheet.attributes = {b.symbol("dim")};
  sheet.parameters = {{b.symbol("weight"),
                       {b.expr(ExprKind::Param, {}, "dim")},
                       b.expr(ExprKind::Param, {}, "bias")}};
  decl.module = sheet;
  return softmax;
}

static KernelId addFullKernel(ProgramBuilder &b) {
  Kernel kernel;
  kernel.name = b.symbol("fast.softmax.apply");
  kernel.parameters = {{b.symbol("x"), ParameterKind::VarPositional, {}}};
  kernel.importModule = "fast";
  kernel.importName = "softmax";
  kernel.callSuffix = ".apply";
  kernel.packages = {"fast >= 1.0"};
  kernel.devices = {"cuda >= sm80"};
  kernel.dtypes = {b.symbol("float32")};
  kernel.gradients = {b.symbol("x")};
  kernel.allGradients = false;
  kernel.mutates = {b.symbol("x")};
  kernel.mutatesGradient = true;
  kernel.training = false;
  kernel.notes = {{"layout", "contiguous"}};
  kernel.callParameters = {{b.symbol("x"), ParameterKind::VarKeyword, {}}};
  kernel.documentation = "A kernel.";
  return b.program.kernels.add(std::move(kernel));
}

/// One state of each kind, in the order in which they lead to each other.
static void addFullAutomaton(ProgramBuilder &b, RuleId rule) {
  PositionId root = b.position(PositionKind::Root, {});
  PositionId input = b.position(PositionKind::Argument, root, "input");
  PositionId dim = b.position(PositionKind::Argument, root, "dim");
  PositionId hole = b.position(PositionKind::Hole, input);
  PositionId user = b.position(PositionKind::User, hole);
  auto next = [&](uint32_t ahead) {
    return StateId(b.program.automaton.states.size() + ahead);
  };
  auto add = [&](StateKind kind, PositionId at) {
    State state;
    state.kind = kind;
    state.position = at;
    if (kind != StateKind::Switch && kind != StateKind::Accept)
      state.next = next(1);
    b.state(std::move(state));
    return &b.program.automaton.states.back();
  };
  b.program.automaton.start = StateId(0);
  State *state = add(StateKind::Switch, root);
  state->question = QuestionKind::OpName;
  state->cases = {{{b.symbol("torch.softmax").raw()}, StateId(1)}};
  add(StateKind::Commute, root);
  state = add(StateKind::Switch, dim);
  state->question = QuestionKind::Constant;
  state->cases = {{{0}, StateId(3)}};
  state = add(StateKind::Alternatives, input);
  state->next = StateId(6);
  state->branches = {StateId(4)};
  state = add(StateKind::Bind, input);
  state->target = hole;
  state = add(StateKind::Test, input);
  state->rule = rule;
  state->instance = InstanceId(0);
  state->captures = {{CaptureId(1), hole, InstanceId(0), 0}};
  state = add(StateKind::Users, hole);
  state->target = user;
  state->name = b.symbol("input");
  state = add(StateKind::Switch, user);
  state->question = QuestionKind::SameValue;
  state->cases = {{{root.raw()}, StateId(8)}};
  state = add(StateKind::Accept, {});
  state->rule = rule;
  state->captures = {{CaptureId(1), hole, {}, 0}};
  state->choices = {{InstanceId(0), StateId(3)}};
  state->roots = {root};
}

Program adopter::program::test::makeFullProgram() {
  ProgramBuilder b;
  OpDeclId softmax = addFullOp(b);
  KernelId kernel = addFullKernel(b);

  b.rule.documentation = "A rule.";
  CaptureId y = b.captureId("y");
  CaptureId x = b.captureId("x");
  CaptureId member = b.captureId("m", CaptureKind::Member);
  CaptureId callee = b.captureId("act", CaptureKind::Callee);
  CaptureId rate = b.captureId("rate", CaptureKind::Bound);
  Expr hole;
  hole.kind = ExprKind::Hole;
  PatternInstance use;
  use.pattern = b.symbol("dropped");
  use.arguments = {b.capture("x")};
  Alternative taken;
  taken.body = b.program.exprs.add(hole);
  taken.members = {{member, b.call(softmax, {b.integer(1)})}};
  taken.conditions = {{b.expr(ExprKind::Word, {b.capture("x")}, "const"),
                       false,
                       {},
                       {"a.adr", 3, 4}}};
  taken.bindings = {{rate, b.constant(Constant::ofFloat(0.5))}};
  use.alternatives = {taken};
  Expr instance;
  instance.kind = ExprKind::Instance;
  instance.instance = b.rule.instances.add(std::move(use));
  b.rule.values = {
      {{y}, b.call(softmax, {b.program.exprs.add(instance), b.integer(-1)})}};
  Expr called;
  called.kind = ExprKind::CalleeCall;
  called.capture = callee;
  called.args = {{b.symbol("k"), b.text("v"), ArgumentKind::DoubleStar}};
  b.rule.conditions = {
      {b.program.exprs.add(called), true, "a reason", {"b.adr", 5, 6}}};
  b.rule.members = {{member, b.call(softmax, {b.capture("x")})}};
  b.rule.rewriteMembers = {
      {member, b.call(softmax, {b.capture("x")}), b.symbol("new"), true}};
  Expr kernelCall;
  kernelCall.kind = ExprKind::KernelCall;
  kernelCall.kernel = kernel;
  kernelCall.args = {{{}, b.capture("x")}};
  b.rule.rewriteValues = {{{y}, b.program.exprs.add(kernelCall)}};
  b.rule.checkpoint = {{member, b.symbol("weight"), b.capture("m"),
                        b.constant(Constant::boolean(true))}};
  b.rule.grade = Grade::Domain;
  b.rule.domain = "x > 0";
  b.rule.benefit = 2.5;
  b.rule.benefitMeasured = true;
  b.rule.trainingOnly = true;
  b.rule.example = {{x, "f32", {2, 3}, {}},
                    {rate, "", {}, b.constant(Constant::none())}};
  b.rule.span = {"c.adr", 7, 8};
  addFullAutomaton(b, b.addRule("full"));
  b.program.buildIndexes();
  return std::move(b.program);
}

std::string adopter::program::test::printAll(const Program &program) {
  std::string text;
  llvm::raw_string_ostream out(text);
  for (const Rule &rule : program.rules) {
    out << program.text(rule.name) << '\n';
    for (const ValuePattern &value : rule.values) {
      printExpr(program, &rule, value.value, out);
      out << '\n';
    }
  }
  printAutomaton(program, out);
  return out.str();
}
