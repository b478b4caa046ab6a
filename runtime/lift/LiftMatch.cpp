// SPDX-License-Identifier: Apache-2.0
// match, as a chain of ifs.
#include "runtime/lift/FunctionLifter.h"

using namespace adopter;
using namespace adopter::lift;
using namespace adopter::model;
using python::PyField;
using python::PyKind;
using python::PyNode;

void FunctionLifter::matchStatement(PyNode node) {
  llvm::SmallVector<ValueId, 2> subjects;
  SourceRange range;
  for (PyNode part : node.children())
    if (part.fieldName() == PyField::Subject) {
      subjects.push_back(expr(part));
      range = range.isValid() ? SourceRange{range.file, range.begin, part.end()}
                              : part.range();
    }
  ValueId subject = subjects.size() == 1 ? subjects.front()
                                         : emit(OpKind::Tuple, range, subjects);
  llvm::SmallVector<PyNode, 8> clauses;
  if (PyNode body = node.field(PyField::Body))
    for (PyNode clause : body.children())
      clauses.push_back(clause);
  SlotSet live = liveness->of(node).after;
  matchClauses(clauses, subject, live, node.end());
}

void FunctionLifter::matchClauses(llvm::ArrayRef<PyNode> clauses,
                                  ValueId subject, const SlotSet &live,
                                  uint32_t end) {
  if (clauses.empty())
    return;
  PyNode clause = clauses.front();
  if (depth > 150 || !clause.is(PyKind::CaseClause)) {
    for (PyNode rest : clauses)
      opaqueStatement(rest, "too_deep");
    return;
  }
  llvm::SmallVector<PyNode, 2> patterns;
  for (PyNode part : clause.children())
    if (part.is(PyKind::CasePattern) || part.is(PyKind::AsPattern))
      patterns.push_back(part);
  PyNode guard = clause.field(PyField::Guard);
  ++depth;
  bool always = patterns.size() == 1;
  ValueId condition = patterns.size() == 1
                          ? matchPattern(patterns.front(), subject, always)
                          : opaque(clause, "match_pattern", {subject});
  // Names in the pattern are bound before the guard is tested.
  for (PyNode pattern : patterns)
    bindPattern(pattern, subject);
  if (guard) {
    ValueId test = expr(guard.firstChild());
    condition =
        always ? test : emit(OpKind::And, clause.range(), {condition, test});
  }
  if (always && !guard) {
    block(clause.field(PyField::Consequence));
  } else {
    SourceRange range = clause.range();
    range.end = end;
    branches(
        condition, range, live,
        [&] { block(clause.field(PyField::Consequence)); },
        [&] { matchClauses(clauses.drop_front(), subject, live, end); });
  }
  --depth;
}

/// The condition under which `subject` fits `pattern`; `always`: it does.
ValueId FunctionLifter::matchPattern(PyNode pattern, ValueId subject,
                                     bool &always) {
  SourceRange range = pattern.range();
  PyNode inner = pattern;
  while (inner.is(PyKind::CasePattern) && inner.firstChild() &&
         !inner.firstChild().nextSibling())
    inner = inner.firstChild();
  always = false;
  switch (inner.kind()) {
  case PyKind::CasePattern:
    if (inner.firstChild())
      break;
    always = inner.text() == "_";
    return always ? constant(Constant::boolean(true), range)
                  : opaque(inner, "match_pattern", {subject});
  case PyKind::True:
  case PyKind::False:
  case PyKind::None:
    return emit(OpKind::Is, range, {subject, expr(inner)});
  case PyKind::Integer:
  case PyKind::Float:
  case PyKind::String:
  case PyKind::ConcatenatedString:
    return operation(PyKind::TokenEqual, range, {subject, expr(inner)});
  case PyKind::DottedName: {
    llvm::StringRef text = inner.text();
    if (!text.contains('.')) { // a name: matches anything
      always = true;
      return constant(Constant::boolean(true), range);
    }
    auto [first, rest] = text.split('.');
    ModuleName name = file.names.lookUp(file.symbol(first));
    if (!name.isPath())
      break;
    SymbolId qualified = file.join(name.qualified, file.symbol(rest));
    return operation(PyKind::TokenEqual, range,
                     {subject, global(qualified, range)});
  }
  case PyKind::UnionPattern: {
    llvm::SmallVector<ValueId, 4> tests;
    for (PyNode part : inner.children()) {
      bool any = false;
      if (depth > 100)
        break;
      ++depth;
      tests.push_back(matchPattern(part, subject, any));
      --depth;
      always |= any;
    }
    if (!tests.empty())
      return tests.size() == 1 ? tests.front() : emit(OpKind::Or, range, tests);
    break;
  }
  default:
    break;
  }
  return opaque(pattern, "match_pattern", {subject});
}

/// Names that the pattern binds: the subject itself for a plain name, else a
/// part of it that is not worked out.
void FunctionLifter::bindPattern(PyNode pattern, ValueId subject) {
  PyNode inner = pattern;
  while (inner.is(PyKind::CasePattern) && inner.firstChild() &&
         !inner.firstChild().nextSibling())
    inner = inner.firstChild();
  auto bind = [&](PyNode name, ValueId value) {
    if (name.text() == "_")
      return;
    if (Reference found = file.scopes.reference(name); found.isSlot())
      bindSlot(found.index(), value, name.range());
  };
  if (inner.is(PyKind::DottedName)) {
    if (!inner.text().contains('.'))
      bind(inner, subject);
    return;
  }
  ValueId part;
  for (PyNode below : inner.descendants()) {
    PyNode name;
    if (below.is(PyKind::DottedName) &&
        below.parent().is(PyKind::CasePattern) && !below.text().contains('.'))
      name = below;
    else if (below.is(PyKind::Identifier) &&
             (below.parent().is(PyKind::SplatPattern) ||
              below.parent().is(PyKind::AsPattern)))
      name = below;
    if (!name)
      continue;
    if (!part)
      part = opaque(pattern, "match_pattern", {subject});
    bind(name, part);
  }
}
