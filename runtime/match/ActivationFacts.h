// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which activation a call applies, through modules, functions, `ACT2FN[...]`,
/// `getattr(F, name)`, conditional construction, and configuration keys.
#ifndef ADOPTER_RUNTIME_MATCH_ACTIVATIONFACTS_H
#define ADOPTER_RUNTIME_MATCH_ACTIVATIONFACTS_H

#include "runtime/match/ValueFacts.h"

namespace adopter::match {

/// What is known of one activation.
struct ActivationFact {
  enum class Kind : uint8_t {
    Unknown, // nothing
    Known,   // `name`
    Key,     // the value `key`, a string at run time, names it
    Other,   // something that is certainly none of the activations
  };
  Kind kind = Kind::Unknown;
  std::string name; // canonical
  model::ValueId key;
  std::string configKey; // `key` is config.<configKey>
};

class ActivationFacts {
public:
  explicit ActivationFacts(ValueFacts &values)
      : values(values), arch(values.architecture()) {}

  /// Of the call `op`.
  ActivationFact ofCall(model::OpId op);
  /// Of a callable held by `value`.
  ActivationFact ofValue(model::ValueId value);

  /// Canonical form of a configuration value: "swish" is "silu".
  static std::string canonical(llvm::StringRef key);
  /// Every configuration value that means the same as `key`.
  static std::vector<std::string> synonyms(llvm::StringRef key);

private:
  ActivationFact ofMember(model::MemberId member);
  ActivationFact ofKey(model::ValueId key);
  ActivationFact ofFunction(llvm::StringRef name, const model::Op *op);
  ActivationFact ofConstruction(const model::Op &op);
  ActivationFact joined(const ActivationFact &a, model::ValueId valueA,
                        const ActivationFact &b, model::ValueId valueB);

  ValueFacts &values;
  const model::Architecture &arch;
  unsigned depth = 0;
};

} // namespace adopter::match

#endif // ADOPTER_RUNTIME_MATCH_ACTIVATIONFACTS_H
