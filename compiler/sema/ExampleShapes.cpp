// SPDX-License-Identifier: Apache-2.0
/// \file
/// Shapes that `example` gives are carried through the operators of `match`;
/// where two do not go together, the example cannot run.
#include "compiler/sema/SemaRule.h"

using namespace adopter;
using namespace adopter::sema;
using program::CaptureId;
using program::ExprId;
using program::ExprKind;

namespace {

using Shape = std::vector<int64_t>;

std::string textOf(const Shape &shape) {
  std::string text = "[";
  for (size_t i = 0; i < shape.size(); ++i)
    text += (i ? ", " : "") + std::to_string(shape[i]);
  return text + "]";
}

/// The shape of an element-wise result, or none if the two do not go together.
std::optional<Shape> broadcast(llvm::ArrayRef<int64_t> a,
                               llvm::ArrayRef<int64_t> b) {
  Shape result(std::max(a.size(), b.size()));
  for (size_t i = 0; i < result.size(); ++i) { // from the last axis
    int64_t left = i < a.size() ? a[a.size() - 1 - i] : 1;
    int64_t right = i < b.size() ? b[b.size() - 1 - i] : 1;
    if (left != right && left != 1 && right != 1)
      return std::nullopt;
    result[result.size() - 1 - i] = left == 1 ? right : left;
  }
  return result;
}

std::optional<Shape> multiply(llvm::ArrayRef<int64_t> a,
                              llvm::ArrayRef<int64_t> b) {
  if (a.size() < 2 || b.size() < 2)
    return std::nullopt;
  if (a.back() != b[b.size() - 2])
    return std::nullopt;
  std::optional<Shape> result = broadcast(a.drop_back(2), b.drop_back(2));
  if (result) {
    result->push_back(a[a.size() - 2]);
    result->push_back(b.back());
  }
  return result;
}

class ExampleShapes {
public:
  ExampleShapes(RuleState &state, SourceRange example)
      : state(state), context(state.context), example(example) {
    for (const program::ExampleBinding &binding : state.rule.example)
      if (!binding.dtype.empty())
        shapes[binding.capture] = binding.shape;
  }

  void check() {
    // Value patterns may stand in any order: go on while one is learnt.
    for (size_t round = 0; round < state.rule.values.size(); ++round)
      for (const program::ValuePattern &value : state.rule.values) {
        std::optional<Shape> shape = shapeOf(value.value);
        if (state.failed)
          return;
        if (shape && value.targets.size() == 1 && value.targets[0])
          shapes[value.targets[0]] = *shape;
      }
  }

private:
  /// Not known: none.
  std::optional<Shape> shapeOf(ExprId id) {
    const program::Expr &expr = context.expr(id);
    switch (expr.kind) {
    case ExprKind::Capture: {
      auto known = shapes.find(expr.capture);
      if (known == shapes.end())
        return std::nullopt;
      return known->second;
    }
    case ExprKind::Constant: {
      ConstantKind kind = context.program.constants[expr.constant].kind;
      if (kind == ConstantKind::Int || kind == ConstantKind::Float)
        return Shape();
      return std::nullopt;
    }
    case ExprKind::OpCall:
      return shapeOfCall(id, expr);
    default:
      for (const program::ExprArgument &argument : expr.args)
        shapeOf(argument.value);
      return std::nullopt;
    }
  }

  std::optional<Shape> shapeOfCall(ExprId id, const program::Expr &call) {
    std::vector<std::optional<Shape>> operands;
    for (const program::ExprArgument &argument : call.args)
      operands.push_back(shapeOf(argument.value));
    if (state.failed)
      return std::nullopt;
    // What an op does to shapes is known of Python's operators only.
    llvm::StringRef token;
    for (SymbolId known : context.program.ops[call.op].operators)
      token = context.text(known);
    if (token.empty() || token == "[]")
      return std::nullopt;
    if (token == "neg" || token == "pos" || token == "invert")
      return operands[0];
    if (operands.size() < 2 || !operands[0] || !operands[1])
      return std::nullopt;
    bool isProduct = token == "@";
    if (isProduct && (operands[0]->size() < 2 || operands[1]->size() < 2))
      return std::nullopt;
    std::optional<Shape> result = isProduct
                                      ? multiply(*operands[0], *operands[1])
                                      : broadcast(*operands[0], *operands[1]);
    if (!result) {
      state.failed = true;
      context
          .report(example, DiagKind::example_shapes, textOf(*operands[0]),
                  textOf(*operands[1]))
          .note(context.range(id), DiagKind::note_shapes_meet);
    }
    return result;
  }

  RuleState &state;
  Context &context;
  SourceRange example;
  llvm::DenseMap<CaptureId, Shape> shapes;
};

} // namespace

void adopter::sema::checkExampleShapes(RuleState &state, SourceRange example) {
  ExampleShapes(state, example).check();
}
