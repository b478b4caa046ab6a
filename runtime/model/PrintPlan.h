// SPDX-License-Identifier: Apache-2.0
/// \file
/// Decides how the printer writes each value: in place inside the expression
/// that uses it, or on a line of its own under a name. (Private to the
/// printer.)
///
/// An op is written in place only where reading the text back evaluates it at
/// the same point: the operands of an expression are evaluated from left to
/// right just before it. Literals and qualified names have no such point.
#ifndef ADOPTER_RUNTIME_MODEL_PRINTPLAN_H
#define ADOPTER_RUNTIME_MODEL_PRINTPLAN_H

#include "runtime/model/CallNotation.h"
#include "runtime/model/ReservedWords.h"
#include "llvm/ADT/BitVector.h"
#include <string>

namespace adopter::model {

class PrintPlan {
public:
  PrintPlan(const Architecture &arch, const CallNotations &notations);

  const CallNotation &notation(const Op &op) const;
  /// Operands that the text of `op` shows, in the order of evaluation.
  llvm::SmallVector<ValueId, 8> shownOperands(const Op &op) const;
  /// Arguments of a call that the text shows.
  llvm::ArrayRef<Argument> shownArgs(const Op &op) const;

  /// Argument `index` of canonical call `op` is what leaving it out means.
  bool isOmitted(const Op &op, uint32_t index) const;

  /// The defining op of `value` is written where `value` is used.
  bool isInline(ValueId value) const;
  /// `op` has no line of its own: it is written in place, or not at all.
  bool isSilent(OpId op) const { return silent[op.index()]; }
  bool isUsed(ValueId value) const { return shownUses[value.index()] != 0; }
  llvm::StringRef name(ValueId value) const { return names[value.index()]; }
  /// Text of a qualified name; what the file itself defines has no prefix.
  llvm::StringRef qualified(SymbolId name) const;

  llvm::StringRef functionName(FunctionId function) const {
    return functionNames[function.index()];
  }
  /// Functions inside `function` that no Lambda op stands for.
  llvm::ArrayRef<FunctionId> looseFunctions(FunctionId function) const {
    return loose[function.index()];
  }
  /// `name` is a parameter of `function` or of one around it.
  bool isParameterName(FunctionId function, llvm::StringRef name) const;
  /// `value` is the instance of a method.
  bool isSelf(ValueId value) const;

  /// `op` is Element 0 of an unpacking `(a, b) = v`; how many there are.
  uint32_t unpackCount(const Region &region, size_t index) const;
  /// Member whose line in the class says what `op`, a SetAttribute of
  /// `__init__`, assigns; none: `op` says it itself.
  MemberId definedMember(OpId op) const { return memberOf[op.index()]; }
  /// `:` or `=` of a definition, which tells a module from a plain attribute.
  MemberKind writtenKind(ValueId value) const;

  /// Carried and iterated values of a loop, by index.
  llvm::ArrayRef<ValueId> loopArgs(OpId op) const;

private:
  void collectLoopArgs();
  void countUses();
  void floatReads();
  bool isSteady(ValueId value, OpId at) const;
  void placeRegion(const Region &region, bool isInit);
  void placeOperands(const Op &op, llvm::ArrayRef<OpId> line, size_t &end,
                     bool anyKind, unsigned depth);
  void assignMembers();
  bool hoists(const Member &member) const;
  void nameFunctions();
  void nameValues();
  FunctionId outermost(FunctionId function) const;

  const Architecture &arch;
  const CallNotations &notations;
  std::string prefix;              // of names that the file defines, with a dot
  std::vector<uint32_t> shownUses; // indexed by value
  std::vector<OpId> firstUser;     // indexed by value
  llvm::BitVector inlined;         // indexed by value
  llvm::BitVector silent;          // indexed by op
  std::vector<std::string> names;  // indexed by value
  std::vector<std::string> functionNames;     // indexed by function
  std::vector<std::vector<FunctionId>> loose; // indexed by function
  std::vector<MemberId> memberOf;             // indexed by op
  std::vector<std::vector<ValueId>> loopArgTable;
  std::vector<uint32_t> loopArgIndex; // indexed by op; 0: none
};

} // namespace adopter::model

#endif // ADOPTER_RUNTIME_MODEL_PRINTPLAN_H
