// SPDX-License-Identifier: Apache-2.0
#include "runtime/program/ProgramVerifier.h"
#include "runtime/program/ProgramFields.h"
#include "runtime/program/VerifierParts.h"

using namespace adopter;
using namespace adopter::program;

namespace {
#define ADOPTER_EXPR(Name, Description) +1
constexpr unsigned ExprKinds = 0
#include "runtime/program/Exprs.def"
    ;
#define ADOPTER_POSITION(Name, Description) +1
constexpr unsigned PositionKinds = 0
#include "runtime/program/Positions.def"
    ;
#define ADOPTER_QUESTION(Name, Answer, Description) +1
constexpr unsigned QuestionKinds = 0
#include "runtime/program/Questions.def"
    ;

/// Archive that changes nothing and notes the first id or enumerator out of
/// range. Captures and instances are those of the rule being walked.
class Checker {
public:
  explicit Checker(const Program &program) : program(program) {}

  const char *mistake = nullptr;

  void operator()(uint32_t) {}
  void operator()(int64_t) {}
  void operator()(bool) {}
  void operator()(double) {}
  void operator()(const std::string &) {}
  void operator()(Constant &c) {
    kind(c.kind, 6);
    (*this)(c.string);
    if (c.kind == ConstantKind::String && !c.string)
      fail("constant_without_text");
  }

  void operator()(SymbolId id) { range(id, program.symbols->size()); }
  void operator()(ConstantId id) { range(id, program.constants.size()); }
  void operator()(ExprId id) { range(id, program.exprs.size()); }
  void operator()(OpDeclId id) { range(id, program.ops.size()); }
  void operator()(KernelId id) { range(id, program.kernels.size()); }
  void operator()(PackId id) { range(id, program.packs.size()); }
  void operator()(RuleId id) { range(id, program.rules.size()); }
  // Those of expressions are checked under each rule that uses them.
  void operator()(CaptureId id) {
    if (rule)
      range(id, rule->captures.size());
  }
  void operator()(InstanceId id) {
    if (rule)
      range(id, rule->instances.size());
  }
  void operator()(PositionId id) {
    range(id, program.automaton.positions.size());
  }
  void operator()(StateId id) { range(id, program.automaton.states.size()); }

  void operator()(ExprKind k) { kind(k, ExprKinds); }
  void operator()(ArgumentKind k) { kind(k, 3); }
  void operator()(ParameterKind k) { kind(k, 4); }
  void operator()(CaptureKind k) { kind(k, 4); }
  void operator()(Grade k) { kind(k, 3); }
  void operator()(PositionKind k) { kind(k, PositionKinds); }
  void operator()(QuestionKind k) { kind(k, QuestionKinds); }
  void operator()(StateKind k) { kind(k, 7); }

  template <typename First, typename Second>
  void operator()(std::pair<First, Second> &pair) {
    (*this)(pair.first), (*this)(pair.second);
  }
  template <typename T> void operator()(std::optional<T> &value) {
    if (value)
      (*this)(*value);
  }
  template <typename T> void operator()(std::vector<T> &elements) {
    for (T &element : elements)
      (*this)(element);
  }
  template <typename IdType, typename T>
  void operator()(IdVector<IdType, T> &elements) {
    for (T &element : elements)
      (*this)(element);
  }
  void operator()(Rule &value) {
    rule = &value;
    fields(*this, value);
    rule = nullptr;
  }
  void operator()(State &value) {
    if (program.rules.contains(value.rule))
      rule = &program.rules[value.rule];
    fields(*this, value);
    rule = nullptr;
  }
  template <typename T>
    requires HasFields<Checker, T>
  void operator()(T &value) {
    fields(*this, value);
  }
  template <typename T> void count(std::vector<T> &) {}

private:
  void fail(const char *what) {
    if (!mistake)
      mistake = what;
  }
  template <typename IdType> void range(IdType id, size_t size) {
    if (id.isValid() && id.index() >= size)
      fail("id_out_of_range");
  }
  template <typename T> void kind(T value, unsigned limit) {
    if (static_cast<unsigned>(value) >= limit)
      fail("unknown_kind");
  }

  const Program &program;
  const Rule *rule = nullptr; // whose captures and instances count
};
} // namespace

const char *adopter::program::verifyIds(const Program &program) {
  Checker checker(program);
  // The checker changes nothing; the field list is shared with the reader.
  fields(checker, const_cast<Program &>(program));
  return checker.mistake;
}

std::string adopter::program::verifyProgram(const Program &program) {
  for (auto *verify : {verifyIds, verifyRules, verifyAutomaton})
    if (const char *mistake = verify(program))
      return mistake;
  return {};
}
