// SPDX-License-Identifier: Apache-2.0
#include "compiler/ast/AstEqual.h"
#include <bit>

using namespace adopter;
using namespace adopter::ast;
using llvm::cast;

//===-- values, lists and pointers ----------------------------------------===//
// One overload `same` a type; lists and pointers go through it.

template <typename T>
static bool same(llvm::ArrayRef<T> a, llvm::ArrayRef<T> b);

static bool same(llvm::StringRef a, llvm::StringRef b) { return a == b; }
static bool same(CompareOp a, CompareOp b) { return a == b; }
static bool same(const Identifier &a, const Identifier &b) {
  return a.text == b.text;
}

template <typename T> static bool same(const T *a, const T *b) {
  return a && b ? equal(*a, *b) : a == b;
}

static bool same(const Argument &a, const Argument &b) {
  return a.kind == b.kind && same(a.keyword, b.keyword) &&
         same(a.value, b.value);
}

static bool same(const DictEntry &a, const DictEntry &b) {
  return same(a.key, b.key) && same(a.value, b.value);
}

static bool same(const Parameter &a, const Parameter &b) {
  return a.kind == b.kind && same(a.name, b.name) &&
         same(a.annotation, b.annotation) &&
         same(a.defaultValue, b.defaultValue);
}

static bool same(const Binding &a, const Binding &b) {
  return same(a.name, b.name) && same(a.value, b.value);
}

static bool same(const Condition &a, const Condition &b) {
  return same(a.expr, b.expr) && same(a.member, b.member);
}

static bool same(const Requirement &a, const Requirement &b) {
  return same(a.condition, b.condition) && a.reason == b.reason;
}

template <typename T> static bool same(const Part<T> &a, const Part<T> &b) {
  return bool(a) == bool(b) && same(a.items, b.items);
}

static bool same(const Grade &a, const Grade &b) {
  return bool(a) == bool(b) && a.kind == b.kind && a.domain == b.domain;
}

static bool same(const Block &a, const Block &b) {
  return bool(a) == bool(b) && same(a.statements, b.statements);
}

static bool same(const HeadItem &a, const HeadItem &b) {
  return same(a.value, b.value) && same(a.alias, b.alias);
}

static bool same(const RegionClause &a, const RegionClause &b) {
  return same(a.word, b.word) && same(a.target, b.target) &&
         same(a.operands, b.operands) && same(a.carried, b.carried) &&
         same(a.body, b.body);
}

template <typename T>
static bool same(llvm::ArrayRef<T> a, llvm::ArrayRef<T> b) {
  return a.size() == b.size() &&
         std::equal(a.begin(), a.end(), b.begin(),
                    [](const T &x, const T &y) { return same(x, y); });
}

//===-- nodes -------------------------------------------------------------===//

static bool same(const Literal &a, const Literal &b) {
  return a.literalKind == b.literalKind && a.integer == b.integer &&
         std::bit_cast<uint64_t>(a.number) ==
             std::bit_cast<uint64_t>(b.number) &&
         a.string == b.string;
}

static bool same(const OpLine &a, const OpLine &b) {
  return a.lineKind == b.lineKind && same(a.name, b.name) &&
         same(a.params, b.params) && same(a.bindings, b.bindings) &&
         same(a.shape, b.shape) && same(a.conditions, b.conditions) &&
         same(a.value, b.value) && same(a.names, b.names) && a.text == b.text;
}

static bool same(const SheetLine &a, const SheetLine &b) {
  return a.lineKind == b.lineKind && same(a.names, b.names) &&
         a.text == b.text && same(a.name, b.name) && a.op == b.op &&
         same(a.value, b.value) && same(a.minimums, b.minimums) &&
         same(a.params, b.params);
}

static bool same(const RuleDecl &a, const RuleDecl &b) {
  bool benefit = bool(a.benefit) == bool(b.benefit) &&
                 same<Literal>(a.benefit.value, b.benefit.value);
  return same(a.match, b.match) && same(a.where, b.where) &&
         same(a.require, b.require) && same(a.rewrite, b.rewrite) &&
         same(a.checkpoint, b.checkpoint) && same(a.grade, b.grade) &&
         benefit && same(a.mode, b.mode) && same(a.example, b.example);
}

/// Both of the same kind T; calls `compare` with them.
template <typename T, typename Compare>
static bool both(const Node &a, const Node &b, Compare compare) {
  return compare(*cast<T>(&a), *cast<T>(&b));
}

static bool equalDecl(const Decl &a, const Decl &b) {
  return same(a.name, b.name) && same(a.doc, b.doc);
}

#define BOTH(T, condition)                                                     \
  case NodeKind::T:                                                            \
    return both<T>(left, right,                                                \
                   []([[maybe_unused]] const T &a,                             \
                      [[maybe_unused]] const T &b) { return condition; })
#define SAME(field) same(a.field, b.field)
#define DECL(T, condition) BOTH(T, equalDecl(a, b) && (condition))

bool ast::equal(const Node &left, const Node &right) {
  if (&left == &right)
    return true;
  if (left.kind() != right.kind())
    return false;
  switch (left.kind()) {
    BOTH(Name, SAME(name));
    BOTH(Metavariable, SAME(name));
    BOTH(Wildcard, true);
    BOTH(Literal, same(a, b));
    BOTH(Call, SAME(callee) && SAME(args));
    BOTH(Attribute, SAME(object) && SAME(name));
    BOTH(Index, SAME(object) && SAME(index));
    BOTH(Slice, SAME(start) && SAME(stop) && SAME(step));
    BOTH(Tuple, SAME(elements));
    BOTH(List, SAME(elements));
    BOTH(Dict, SAME(entries));
    BOTH(Unary, a.op == b.op && SAME(operand));
    BOTH(Binary, a.op == b.op && SAME(left) && SAME(right));
    BOTH(Compare, SAME(operands) && SAME(ops));
    BOTH(BoolOp, a.op == b.op && SAME(operands));
    BOTH(Conditional, SAME(thenValue) && SAME(condition) && SAME(elseValue));

    BOTH(OpLine, same(a, b));
    BOTH(SheetLine, same(a, b));
    BOTH(Alternative, SAME(expr) && SAME(where) && SAME(require) && SAME(with));
    BOTH(MemberItem, SAME(member) && SAME(constructor) && SAME(attribute));
    BOTH(ValueItem, SAME(targets) && a.unpacks == b.unpacks && SAME(value));
    BOTH(CheckpointItem, SAME(target) && SAME(value) && SAME(where));
    BOTH(Example, SAME(names) && SAME(value));

    BOTH(ExprStatement, SAME(value) && SAME(body));
    BOTH(AssignStatement,
         a.isSet == b.isSet && SAME(target) && SAME(value) && SAME(body));
    BOTH(WordStatement, SAME(word) && SAME(operands));
    BOTH(RegionStatement, SAME(target) && SAME(clauses));
    BOTH(FunctionStatement, SAME(decl));

    DECL(PackDecl,
         SAME(version) && a.versionRange.isValid() == b.versionRange.isValid());
    DECL(OpDecl, SAME(params) && SAME(lines));
    DECL(KernelDecl, SAME(params) && SAME(lines));
    DECL(PatternDecl, SAME(params) && SAME(binds) && SAME(alternatives));
    DECL(IsoDecl, SAME(left) && SAME(right) && SAME(where) && SAME(grade));
    DECL(RuleDecl, same(a, b));
    DECL(ModuleDecl, SAME(decorators) && SAME(bases) && SAME(items));
    DECL(MemberDecl, a.isPlain == b.isPlain && SAME(value) && SAME(where));
    DECL(FunctionDecl, a.isMethod == b.isMethod && SAME(decorators) &&
                           SAME(params) && SAME(body));
  }
  llvm_unreachable("unknown node");
}

#undef BOTH
#undef SAME
#undef DECL

bool ast::equal(const File &a, const File &b) { return same(a.decls, b.decls); }
