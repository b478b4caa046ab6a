// SPDX-License-Identifier: Apache-2.0
/// \file
/// The part `example` of a rule: names, tensor types, completeness.
#include "compiler/sema/SemaRule.h"
#include "compiler/sema/Suggest.h"

using namespace adopter;
using namespace adopter::sema;
using program::CaptureId;
using program::CaptureKind;

static const llvm::StringRef tensorTypes[] = {"f64", "f32", "f16", "bf16",
                                              "i64", "i32", "bool"};

void RuleSema::translateExample() {
  if (!decl.example) {
    context.report(decl.name.range, DiagKind::example_missing, decl.name.text);
    return;
  }
  for (const ast::Example *item : decl.example)
    translateExampleItem(*item);
  if (!state.failed)
    checkExampleComplete();
}

void RuleSema::translateExampleItem(const ast::Example &item) {
  program::ExampleBinding binding;
  bool isGood = true;
  const auto *type = llvm::dyn_cast<ast::Index>(item.value);
  if (type && llvm::isa<ast::Name>(type->object)) {
    isGood = translateTensorType(*type, binding);
  } else {
    binding.value =
        ExprSema(context, state, scope, Place::Example).translate(*item.value);
    isGood = binding.value.isValid();
  }

  for (const ast::Identifier &identifier : item.names) {
    std::string name = dollar(identifier.text);
    binding.capture = scope.find(identifier.text);
    if (!binding.capture) {
      if (state.matchFailed)
        continue;
      std::vector<llvm::StringRef> candidates;
      scope.listNames(candidates);
      auto diagnostic = context.report(identifier.range,
                                       DiagKind::unbound_metavariable, name);
      Context::suggest(diagnostic, identifier.range,
                       suggest(identifier.text, candidates), "$");
      state.failed = true;
      continue;
    }
    CaptureFacts &facts = state.facts[binding.capture];
    ++facts.uses;
    if (facts.isTarget ||
        state.kindOf(binding.capture) == CaptureKind::Member) {
      error(context.report(identifier.range, DiagKind::example_not_input, name)
                .note(state.origin.captures[binding.capture],
                      DiagKind::note_first_bound_here, name));
      continue;
    }
    bool isTwice = llvm::any_of(state.rule.example,
                                [&](const program::ExampleBinding &other) {
                                  return other.capture == binding.capture;
                                });
    if (isTwice)
      error(context.report(identifier.range, DiagKind::example_twice, name));
    else if (isGood)
      state.rule.example.push_back(binding);
  }
}

bool RuleSema::translateTensorType(const ast::Index &type,
                                   program::ExampleBinding &binding) {
  llvm::StringRef dtype = llvm::cast<ast::Name>(type.object)->name;
  if (!llvm::is_contained(tensorTypes, dtype)) {
    SourceRange range = type.object->range();
    auto diagnostic =
        context.report(range, DiagKind::unknown_tensor_type, dtype);
    Context::suggest(diagnostic, range, suggest(dtype, tensorTypes));
    return error(std::move(diagnostic));
  }
  binding.dtype = dtype.str();
  llvm::SmallVector<const ast::Expr *, 4> sizes;
  if (const auto *tuple = llvm::dyn_cast<ast::Tuple>(type.index))
    sizes.assign(tuple->elements.begin(), tuple->elements.end());
  else
    sizes.push_back(type.index);
  for (const ast::Expr *size : sizes) {
    const auto *literal = llvm::dyn_cast<ast::Literal>(size);
    if (!literal || literal->literalKind != ConstantKind::Int ||
        literal->integer < 1)
      return error(context.report(size->range(), DiagKind::example_size,
                                  context.source(size->range())));
    binding.shape.push_back(literal->integer);
  }
  return true;
}

/// Everything that comes from outside the match must have a value, or the rule
/// cannot be run. What a pattern's `with` gives may have one.
void RuleSema::checkExampleComplete() {
  for (CaptureId id(0); id.index() < state.rule.captures.size();
       id = CaptureId(id.index() + 1)) {
    const CaptureFacts &facts = state.facts[id];
    CaptureKind kind = state.kindOf(id);
    bool isInput = !facts.isLocal && !facts.isTarget &&
                   (kind == CaptureKind::Value || kind == CaptureKind::Callee);
    bool isGiven = llvm::any_of(state.rule.example,
                                [&](const program::ExampleBinding &other) {
                                  return other.capture == id;
                                });
    if (isInput && !isGiven)
      error(context
                .report(decl.example.range, DiagKind::example_incomplete,
                        dollar(state.nameOf(id)))
                .note(state.origin.captures[id],
                      DiagKind::note_first_bound_here,
                      dollar(state.nameOf(id))));
  }
}
