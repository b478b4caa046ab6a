// SPDX-License-Identifier: Apache-2.0
#include "compiler/sema/Scope.h"

using namespace adopter;
using namespace adopter::sema;
using program::CaptureId;
using program::CaptureKind;

CaptureId RuleState::addCapture(llvm::StringRef name, CaptureKind kind,
                                SourceRange range) {
  origin.captures.add(range);
  facts.add({});
  return rule.captures.add({context.intern(name), kind});
}

Meaning RuleScope::lookUp(llvm::StringRef name, SourceRange range, bool binding,
                          CaptureKind kind) {
  Meaning meaning;
  auto found = captures.find(name);
  if (found != captures.end()) {
    meaning.capture = found->second;
  } else if (binding) {
    meaning.capture = state.addCapture(name, kind, range);
    meaning.isNew = true;
    captures[name] = meaning.capture;
  } else {
    return meaning;
  }
  meaning.kind = Meaning::Kind::Capture;
  ++state.facts[meaning.capture].uses;
  return meaning;
}

void RuleScope::listNames(std::vector<llvm::StringRef> &names) const {
  for (const program::Capture &capture : state.rule.captures)
    if (captures.count(state.context.text(capture.name)))
      names.push_back(state.context.text(capture.name));
}

AlternativeScope::AlternativeScope(RuleState &state,
                                   const ast::PatternDecl &pattern,
                                   const ast::Alternative &alternative,
                                   llvm::ArrayRef<CaptureId> outputs)
    : state(state), pattern(pattern), alternative(alternative),
      outputs(outputs), holeUsed(pattern.params.size(), false),
      bound(pattern.binds.size(), false) {}

std::optional<uint32_t>
AlternativeScope::findOutput(llvm::StringRef name) const {
  for (uint32_t i = 0; i < pattern.binds.size(); ++i)
    if (pattern.binds[i].text == name)
      return i;
  return std::nullopt;
}

bool AlternativeScope::isGivenByWith(llvm::StringRef name) const {
  return llvm::any_of(alternative.with, [&](const ast::Binding &binding) {
    return binding.name.text == name;
  });
}

Meaning AlternativeScope::lookUp(llvm::StringRef name, SourceRange range,
                                 bool binding, CaptureKind kind) {
  Meaning meaning;
  for (uint32_t i = 0; i < pattern.params.size(); ++i)
    if (pattern.params[i].text == name) {
      holeUsed[i] |= inBody;
      meaning.kind = Meaning::Kind::Hole;
      meaning.hole = i;
      return meaning;
    }

  auto local = localNames.find(name);
  std::optional<uint32_t> outputIndex = findOutput(name);
  bool given = isGivenByWith(name);
  if (local != localNames.end()) {
    meaning.capture = local->second;
  } else if (outputIndex && (!given || bound[*outputIndex])) {
    // `with $rate = $rate if ...` shares its name with a local of the body, so
    // what `with` gives is visible only once it is given.
    if (!bound[*outputIndex] && !binding)
      return meaning;
    meaning.isNew = !bound[*outputIndex];
    bound[*outputIndex] = true;
    meaning.capture = outputs[*outputIndex];
  } else if (binding) {
    meaning.capture =
        state.addCapture((pattern.name.text + "." + name).str(), kind, range);
    meaning.isNew = true;
    localNames[name] = meaning.capture;
    localList.push_back(meaning.capture);
    state.facts[meaning.capture].isLocal = true;
  } else {
    return meaning;
  }
  meaning.kind = Meaning::Kind::Capture;
  ++state.facts[meaning.capture].uses;
  return meaning;
}

void AlternativeScope::listNames(std::vector<llvm::StringRef> &names) const {
  for (const ast::Identifier &param : pattern.params)
    names.push_back(param.text);
  for (const ast::Identifier &name : pattern.binds)
    names.push_back(name.text);
  for (CaptureId capture : localList)
    names.push_back(lastName(state.nameOf(capture)));
}
