// SPDX-License-Identifier: Apache-2.0
#include "runtime/match/MatchOptions.h"
#include "runtime/match/LiteralArithmetic.h"
#include "runtime/support/DiagnosticEngine.h"
#include "llvm/Support/JSON.h"

using namespace adopter;
using namespace adopter::match;

static void collect(const llvm::json::Object &object, const std::string &prefix,
                    ConfigFacts &facts, unsigned depth) {
  for (const auto &[key, value] : object) {
    std::string path = prefix + key.str();
    if (const llvm::json::Object *inner = value.getAsObject()) {
      if (depth < 8)
        collect(*inner, path + ".", facts, depth + 1);
      continue;
    }
    Literal literal;
    if (value.getAsNull())
      literal.kind = ConstantKind::None;
    else if (auto boolean = value.getAsBoolean())
      literal = {ConstantKind::Bool, *boolean ? 1 : 0, 0.0, {}};
    else if (auto integer = value.getAsInteger())
      literal = intLiteral(*integer);
    else if (auto number = value.getAsNumber())
      literal = {ConstantKind::Float, 0, *number, {}};
    else if (auto text = value.getAsString())
      literal = textLiteral(*text);
    else
      continue;
    facts[path] = literal;
  }
}

llvm::Expected<ConfigFacts> adopter::match::parseConfig(llvm::StringRef json) {
  llvm::Expected<llvm::json::Value> parsed = llvm::json::parse(json);
  if (!parsed)
    return parsed.takeError();
  const llvm::json::Object *object = parsed->getAsObject();
  if (!object)
    return llvm::createStringError(
        std::make_error_code(std::errc::invalid_argument),
        DiagnosticEngine::make({}, DiagKind::config_not_object, {}).message);
  ConfigFacts facts;
  collect(*object, "", facts, 0);
  return facts;
}
