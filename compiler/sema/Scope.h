// SPDX-License-Identifier: Apache-2.0
/// \file
/// Metavariables: what `$name` stands for in a rule, and in one alternative of
/// a named pattern that a rule uses.
#ifndef ADOPTER_COMPILER_SEMA_SCOPE_H
#define ADOPTER_COMPILER_SEMA_SCOPE_H

#include "compiler/sema/Context.h"

namespace adopter::sema {

/// What the analysis remembers of a capture besides what the program keeps.
struct CaptureFacts {
  uint32_t uses = 0;          // occurrences, the first included
  bool isTarget = false;      // left of `=` in match
  bool isNewMember = false;   // first met in rewrite
  bool isLocal = false;       // of an alternative of a named pattern
  bool inConstructor = false; // occurs in what a member of match is built with
  bool fromPattern = false;   // bound by the use of a named pattern
};

/// A rule under construction.
class RuleState {
public:
  RuleState(Context &context, llvm::StringRef name) : context(context) {
    rule.name = context.intern(name);
  }

  program::CaptureId addCapture(llvm::StringRef name, program::CaptureKind kind,
                                SourceRange range);
  program::CaptureKind kindOf(program::CaptureId capture) const {
    return rule.captures[capture].kind;
  }
  llvm::StringRef nameOf(program::CaptureId capture) const {
    return context.text(rule.captures[capture].name);
  }

  Context &context;
  program::Rule rule;
  RuleOrigin origin;
  IdVector<program::CaptureId, CaptureFacts> facts;
  /// What each member of `match` is built with.
  llvm::DenseMap<program::CaptureId, program::ExprId> constructors;
  /// Patterns whose alternatives are being entered, outermost first.
  llvm::SmallVector<const ast::PatternDecl *, 4> entered;
  SourceRange outermostUse; // of a pattern, as the rule itself writes it
  bool tooLarge = false;    // has been reported
  bool failed = false;      // something was wrong: the rule is not kept
  bool matchFailed = false; // so what is not bound may well have been
};

/// Result of looking a metavariable up.
struct Meaning {
  enum class Kind : uint8_t { Unknown, Hole, Capture };
  Kind kind = Kind::Unknown;
  uint32_t hole = 0;
  program::CaptureId capture;
  bool isNew = false; // this occurrence binds it
};

class Scope {
public:
  virtual ~Scope() = default;
  /// What `$name` is; with `binding` an unknown one is bound here as `kind`.
  virtual Meaning lookUp(llvm::StringRef name, SourceRange range, bool binding,
                         program::CaptureKind kind) = 0;
  /// Every name that may be meant, in order of appearance.
  virtual void listNames(std::vector<llvm::StringRef> &names) const = 0;
};

/// The metavariables of a rule.
class RuleScope : public Scope {
public:
  explicit RuleScope(RuleState &state) : state(state) {}
  Meaning lookUp(llvm::StringRef name, SourceRange range, bool binding,
                 program::CaptureKind kind) override;
  void listNames(std::vector<llvm::StringRef> &names) const override;
  program::CaptureId find(llvm::StringRef name) const {
    return captures.lookup(name);
  }

private:
  RuleState &state;
  llvm::StringMap<program::CaptureId> captures;
};

/// The metavariables of one alternative of a pattern: its parameters are holes,
/// what the pattern binds belongs to whoever uses it, the rest is local.
class AlternativeScope : public Scope {
public:
  /// \param outputs indexed like `pattern.binds`: the user's captures.
  AlternativeScope(RuleState &state, const ast::PatternDecl &pattern,
                   const ast::Alternative &alternative,
                   llvm::ArrayRef<program::CaptureId> outputs);
  Meaning lookUp(llvm::StringRef name, SourceRange range, bool binding,
                 program::CaptureKind kind) override;
  void listNames(std::vector<llvm::StringRef> &names) const override;

  /// The body has been read: holes seen from here on are no uses of it.
  void endBody() { inBody = false; }
  bool usesHole(uint32_t index) const { return holeUsed[index]; }
  /// `$name` of `binds` has a value, by the body or by `with`.
  bool isBound(uint32_t output) const { return bound[output]; }
  /// Index of `name` in `binds`, or none.
  std::optional<uint32_t> findOutput(llvm::StringRef name) const;
  bool isGivenByWith(llvm::StringRef name) const;
  /// From here on `$name` is what `with` gives, unless the body has its own.
  void give(uint32_t output) { bound[output] = true; }
  program::CaptureId output(uint32_t index) const { return outputs[index]; }
  llvm::ArrayRef<program::CaptureId> locals() const { return localList; }

private:
  RuleState &state;
  const ast::PatternDecl &pattern;
  const ast::Alternative &alternative;
  llvm::ArrayRef<program::CaptureId> outputs;
  llvm::StringMap<program::CaptureId> localNames;
  std::vector<program::CaptureId> localList;
  llvm::SmallVector<bool, 4> holeUsed;
  llvm::SmallVector<bool, 4> bound;
  bool inBody = true;
};

} // namespace adopter::sema

#endif // ADOPTER_COMPILER_SEMA_SCOPE_H
