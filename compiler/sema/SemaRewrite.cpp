// SPDX-License-Identifier: Apache-2.0
/// \file
/// The parts `rewrite` and `checkpoint` of a rule.
#include "compiler/sema/SemaRule.h"
#include "compiler/sema/Suggest.h"

using namespace adopter;
using namespace adopter::sema;
using program::CaptureId;
using program::CaptureKind;
using program::ExprId;

void RuleSema::translateRewrite() {
  if (!decl.rewrite || decl.rewrite.items.empty()) {
    error(context.report(decl.name.range, DiagKind::rewrite_missing,
                         decl.name.text));
    return;
  }
  for (const ast::Item *item : decl.rewrite)
    if (const auto *member = llvm::dyn_cast<ast::MemberItem>(item))
      declareRewriteMember(*member);
  for (size_t i = 0; i < rewriteItems.size(); ++i)
    state.rule.rewriteMembers[i].constructor =
        ExprSema(context, state, scope, Place::RewriteConstructor)
            .translateConstructor(*rewriteItems[i]->constructor);
  for (const ast::Item *item : decl.rewrite)
    if (const auto *value = llvm::dyn_cast<ast::ValueItem>(item))
      translateRewriteValue(*value);
}

void RuleSema::declareRewriteMember(const ast::MemberItem &item) {
  llvm::StringRef name = item.member.text;
  SourceRange range = item.member.range;
  Meaning meaning = scope.lookUp(name, range, true, CaptureKind::Member);
  SourceRange first = state.origin.captures[meaning.capture];
  if (state.kindOf(meaning.capture) != CaptureKind::Member) {
    error(context.report(range, DiagKind::value_as_member, dollar(name))
              .note(first, DiagKind::note_first_bound_here, dollar(name)));
    return;
  }
  bool isKnown = llvm::any_of(state.rule.rewriteMembers,
                              [&](const program::RewriteMember &other) {
                                return other.member == meaning.capture;
                              });
  if (isKnown) {
    error(context.report(range, DiagKind::member_bound_twice, dollar(name))
              .note(first, DiagKind::note_first_bound_here, dollar(name)));
    return;
  }
  program::RewriteMember member;
  member.member = meaning.capture;
  member.replaces = !meaning.isNew;
  state.facts[meaning.capture].isNewMember = meaning.isNew;
  if (!item.attribute.empty() && member.replaces) {
    error(context.report(item.range(), DiagKind::member_renamed, dollar(name))
              .note(first, DiagKind::note_first_bound_here, dollar(name)));
    return;
  }
  if (meaning.isNew)
    member.newName =
        context.intern(item.attribute.empty() ? name : item.attribute);
  state.rule.rewriteMembers.push_back(member);
  rewriteItems.push_back(&item);
}

void RuleSema::translateRewriteValue(const ast::ValueItem &item) {
  program::ValuePattern pattern;
  if (item.unpacks && item.targets.size() < 2)
    error(context.report(item.range(), DiagKind::unpack_one));
  for (const ast::Expr *target : item.targets) {
    const auto *variable = llvm::dyn_cast<ast::Metavariable>(target);
    if (!variable) { // `_`: a result that is not wanted
      pattern.targets.push_back({});
      continue;
    }
    std::string name = dollar(variable->name);
    Meaning meaning = scope.lookUp(variable->name, variable->range(), false,
                                   CaptureKind::Value);
    if (meaning.kind != Meaning::Kind::Capture ||
        !state.facts[meaning.capture].isTarget) {
      if (state.matchFailed)
        continue;
      std::vector<llvm::StringRef> candidates;
      for (const program::ValuePattern &value : state.rule.values)
        for (CaptureId known : value.targets)
          if (known)
            candidates.push_back(state.nameOf(known));
      auto diagnostic =
          context.report(target->range(), DiagKind::rewrite_target, name);
      Context::suggest(diagnostic, target->range(),
                       suggest(variable->name, candidates), "$");
      state.failed = true;
      continue;
    }
    auto [first, isNew] =
        rewritten.try_emplace(meaning.capture, target->range());
    if (!isNew)
      error(context.report(target->range(), DiagKind::rewritten_twice, name)
                .note(first->second, DiagKind::note_first_bound_here, name));
    pattern.targets.push_back(meaning.capture);
  }
  pattern.value =
      ExprSema(context, state, scope, Place::Rewrite).translate(*item.value);
  if (pattern.value)
    state.rule.rewriteValues.push_back(std::move(pattern));
}

void RuleSema::translateCheckpoint() {
  llvm::StringMap<SourceRange> seen;
  for (const ast::CheckpointItem *item : decl.checkpoint) {
    llvm::StringRef target = context.source(item->target->range());
    auto [first, isNew] = seen.try_emplace(target, item->target->range());
    if (!isNew) {
      error(
          context
              .report(item->target->range(), DiagKind::checkpoint_twice, target)
              .note(first->second, DiagKind::note_first_bound_here, target));
      continue;
    }
    translateCheckpointItem(*item);
  }
}

void RuleSema::translateCheckpointItem(const ast::CheckpointItem &item) {
  program::CheckpointEntry entry;
  const auto *target = llvm::dyn_cast<ast::Attribute>(item.target);
  const auto *object =
      target ? llvm::dyn_cast<ast::Metavariable>(target->object) : nullptr;
  if (!object) {
    error(context.report(item.target->range(), DiagKind::checkpoint_target));
    return;
  }
  entry.value =
      ExprSema(context, state, scope, Place::Checkpoint).translate(*item.value);
  entry.condition = translateConjunction(context, state, scope, item.where);

  std::string name = dollar(object->name);
  Meaning meaning =
      scope.lookUp(object->name, object->range(), false, CaptureKind::Member);
  if (meaning.kind != Meaning::Kind::Capture) {
    ExprSema(context, state, scope, Place::Checkpoint).translate(*object);
    return;
  }
  entry.member = meaning.capture;
  entry.parameter = context.intern(target->name.text);
  auto member = llvm::find_if(state.rule.rewriteMembers,
                              [&](const program::RewriteMember &other) {
                                return other.member == meaning.capture;
                              });
  if (member == state.rule.rewriteMembers.end()) {
    error(context.report(object->range(), DiagKind::checkpoint_unchanged, name)
              .note(state.origin.captures[meaning.capture],
                    DiagKind::note_first_bound_here, name));
    return;
  }
  // Which parameters the new member has is known of declared modules only.
  if (member->constructor) {
    const program::Expr &constructor = context.expr(member->constructor);
    if (constructor.kind == program::ExprKind::OpCall &&
        context.program.ops[constructor.op].module) {
      std::vector<llvm::StringRef> known;
      for (const program::ParameterTensor &tensor :
           context.program.ops[constructor.op].module->parameters)
        known.push_back(context.text(tensor.name));
      if (!known.empty() && !llvm::is_contained(known, target->name.text)) {
        auto diagnostic =
            context.report(target->name.range, DiagKind::checkpoint_parameter,
                           name, target->name.text);
        Context::suggest(diagnostic, target->name.range,
                         suggest(target->name.text, known));
        state.failed = true;
        return;
      }
    }
  }
  if (entry.value)
    state.rule.checkpoint.push_back(entry);
}
