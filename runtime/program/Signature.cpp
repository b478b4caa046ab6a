// SPDX-License-Identifier: Apache-2.0
#include "runtime/program/Signature.h"

using namespace adopter;
using namespace adopter::program;

namespace {

/// State of one mapping.
class Mapper {
public:
  Mapper(llvm::ArrayRef<Parameter> parameters,
         llvm::ArrayRef<ArgumentShape> arguments)
      : parameters(parameters), arguments(arguments) {
    mapping.given.resize(parameters.size());
  }

  ArgumentMapping run() {
    for (uint32_t i = 0; i < arguments.size(); ++i) {
      if (arguments[i].kind != ArgumentKind::Plain)
        mapStarred(i);
      else if (arguments[i].keyword)
        mapKeyword(i);
      else
        mapPositional(i);
    }
    reportMissing();
    return std::move(mapping);
  }

private:
  void error(MappingErrorKind kind, uint32_t index, uint32_t parameter = 0) {
    mapping.errors.push_back({kind, index, parameter});
  }

  /// The next parameter that positions reach, or the end.
  uint32_t nextPositional() {
    while (next < parameters.size() &&
           parameters[next].kind != ParameterKind::Positional &&
           parameters[next].kind != ParameterKind::VarPositional)
      ++next;
    return next;
  }

  void mapPositional(uint32_t argument) {
    uint32_t parameter = nextPositional();
    if (parameter == parameters.size())
      return error(MappingErrorKind::TooMany, argument);
    if (parameters[parameter].kind == ParameterKind::VarPositional) {
      mapping.given[parameter].push_back(argument);
      return;
    }
    ++next;
    if (!mapping.given[parameter].empty())
      return error(MappingErrorKind::Duplicate, argument, parameter);
    mapping.given[parameter].push_back(argument);
  }

  void mapKeyword(uint32_t argument) {
    for (uint32_t i = 0; i < parameters.size(); ++i) {
      const Parameter &parameter = parameters[i];
      bool takes = parameter.kind == ParameterKind::VarKeyword ||
                   (parameter.kind != ParameterKind::VarPositional &&
                    parameter.name == arguments[argument].keyword);
      if (!takes)
        continue;
      if (parameter.kind != ParameterKind::VarKeyword &&
          !mapping.given[i].empty())
        return error(MappingErrorKind::Duplicate, argument, i);
      mapping.given[i].push_back(argument);
      return;
    }
    error(MappingErrorKind::UnknownKeyword, argument);
  }

  /// `*x` is known to give exactly the `*args` parameter only when it is the
  /// first and last thing that reaches it.
  void mapStarred(uint32_t argument) {
    uint32_t parameter = nextPositional();
    bool exact = arguments[argument].kind == ArgumentKind::Star &&
                 parameter < parameters.size() &&
                 parameters[parameter].kind == ParameterKind::VarPositional &&
                 mapping.given[parameter].empty();
    for (uint32_t i = argument + 1; exact && i < arguments.size(); ++i)
      exact = arguments[i].kind == ArgumentKind::Plain && arguments[i].keyword;
    if (!exact)
      return error(MappingErrorKind::Starred, argument);
    mapping.given[parameter].push_back(argument);
  }

  void reportMissing() {
    for (const MappingError &seen : mapping.errors)
      if (seen.kind == MappingErrorKind::Starred)
        return; // it may well give the rest
    for (uint32_t i = 0; i < parameters.size(); ++i) {
      bool required = !parameters[i].defaultValue &&
                      (parameters[i].kind == ParameterKind::Positional ||
                       parameters[i].kind == ParameterKind::KeywordOnly);
      if (required && mapping.given[i].empty())
        error(MappingErrorKind::Missing, i);
    }
  }

  llvm::ArrayRef<Parameter> parameters;
  llvm::ArrayRef<ArgumentShape> arguments;
  ArgumentMapping mapping;
  uint32_t next = 0;
};

} // namespace

ArgumentMapping
adopter::program::mapArguments(llvm::ArrayRef<Parameter> parameters,
                               llvm::ArrayRef<ArgumentShape> arguments) {
  return Mapper(parameters, arguments).run();
}

std::optional<uint32_t>
adopter::program::findParameter(llvm::ArrayRef<Parameter> parameters,
                                SymbolId name) {
  for (uint32_t i = 0; i < parameters.size(); ++i)
    if (parameters[i].name == name)
      return i;
  return std::nullopt;
}
