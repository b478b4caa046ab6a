// SPDX-License-Identifier: Apache-2.0
/// \file
/// Forms written as calls of a word: `select(...)`, `opaque(...)`,
/// `element(...)`.
#include "compiler/arch/Body.h"
#include "llvm/ADT/StringSwitch.h"

using namespace adopter;
using namespace adopter::arch;

namespace {

enum class Form : uint8_t {
  Unknown,
  Attribute,
  Awaited,
  Call,
  Closure,
  Compare,
  Element,
  Formatted,
  InPlace,
  Join,
  ListOf,
  Named,
  Opaque,
  Select,
  Send,
  SetOf,
  Slice,
  TupleOf,
  Undefined,
  Yielded,
};

Form formOf(llvm::StringRef word) {
  return llvm::StringSwitch<Form>(word)
      .Case("attribute", Form::Attribute)
      .Case("awaited", Form::Awaited)
      .Case("call", Form::Call)
      .Case("closure", Form::Closure)
      .Case("compare", Form::Compare)
      .Case("element", Form::Element)
      .Case("formatted", Form::Formatted)
      .Case("inplace", Form::InPlace)
      .Case("join", Form::Join)
      .Case("listof", Form::ListOf)
      .Case("named", Form::Named)
      .Case("opaque", Form::Opaque)
      .Case("select", Form::Select)
      .Case("send", Form::Send)
      .Case("setof", Form::SetOf)
      .Case("slice", Form::Slice)
      .Case("tupleof", Form::TupleOf)
      .Case("undefined", Form::Undefined)
      .Case("yielded", Form::Yielded)
      .Default(Form::Unknown);
}

/// Fewest arguments of each form, and what they are, for messages.
struct FormUse {
  size_t least;
  llvm::StringRef usage;
};

FormUse useOf(Form form) {
  switch (form) {
  case Form::Attribute:
    return {2, "attribute(object, \"name\")"};
  case Form::Awaited:
    return {1, "awaited(value)"};
  case Form::Call:
    return {1, "call(callee, arguments...)"};
  case Form::Closure:
    return {1, "closure(\"function\", captures...)"};
  case Form::Compare:
    return {1, "compare(\"operators\", operands...)"};
  case Form::Element:
    return {2, "element(tuple, index)"};
  case Form::Formatted:
    return {1, "formatted(\"\", operands...)"};
  case Form::InPlace:
    return {1, "inplace(call)"};
  case Form::Named:
    return {1, "named(\"name\")"};
  case Form::Opaque:
    return {1, "opaque(\"kind\", operands...)"};
  case Form::Select:
    return {3, "select(condition, then, else)"};
  case Form::Send:
    return {2, "send(receiver, \"method\", arguments...)"};
  case Form::Slice:
    return {3, "slice(start, stop, step)"};
  case Form::Unknown:
  case Form::Join:
  case Form::ListOf:
  case Form::SetOf:
  case Form::TupleOf:
  case Form::Undefined:
  case Form::Yielded:
    return {0, ""};
  }
  llvm_unreachable("not a form");
}

} // namespace

/// Argument `index` if it is a string; else empty.
llvm::StringRef Body::formText(const ast::Call &call, size_t index) {
  if (index >= call.args.size())
    return {};
  const auto *literal = llvm::dyn_cast<ast::Literal>(call.args[index].value);
  return literal && literal->literalKind == ConstantKind::String
             ? literal->string
             : llvm::StringRef();
}

/// An op whose operands are the arguments of `call` from `first` on.
ValueId Body::listForm(OpKind kind, const ast::Call &call, size_t first,
                       llvm::StringRef name) {
  llvm::SmallVector<model::Argument, 8> operands;
  for (const BuiltArgument &arg : arguments(call.args, first))
    operands.push_back({arg.keyword, arg.value, arg.kind});
  OpId op = add(kind, call.range());
  setArgs(op, operands);
  if (!name.empty())
    arch.ops[op].name = file.symbol(name);
  return addResult(op);
}

ValueId Body::form(llvm::StringRef word, const ast::Call &call) {
  SourceRange range = call.range();
  Form form = formOf(word);
  FormUse use = useOf(form);
  auto argument = [&](size_t i) { return call.args[i].value; };
  auto wrong = [&] {
    file.report(range, DiagKind::malformed_form, word, use.usage);
    return simple(OpKind::Undefined, range, {});
  };
  if (form == Form::Unknown) {
    file.report(range, DiagKind::misplaced_word, word);
    return simple(OpKind::Undefined, range, {});
  }
  if (call.args.size() < use.least)
    return wrong();
  switch (form) {
  case Form::Attribute:
    if (formText(call, 1).empty())
      return wrong();
    return attribute(expr(argument(0)), formText(call, 1), range);
  case Form::Awaited:
    return listForm(OpKind::Yield, call, 0, "await");
  case Form::Yielded:
    return listForm(OpKind::Yield, call, 0, "");
  case Form::Call: {
    if (llvm::StringRef name = formText(call, 0); !name.empty())
      return namedCall(name, arguments(call.args, 1), range);
    ValueId callee = expr(argument(0));
    auto args = arguments(call.args, 1);
    return valueCall(callee, args, range);
  }
  case Form::Closure: {
    const Body *body = this;
    while (body && !body->functions.count(formText(call, 0)))
      body = body->outer;
    ValueId value = listForm(OpKind::Lambda, call, 1, "");
    if (body)
      arch.ops[arch.definingOp(value)].function =
          body->functions.lookup(formText(call, 0));
    else
      file.report(range, DiagKind::unknown_function, formText(call, 0));
    return value;
  }
  case Form::Compare:
    return listForm(OpKind::Compare, call, 1, formText(call, 0));
  case Form::Element: {
    const auto *index = llvm::dyn_cast<ast::Literal>(argument(1));
    if (!index || index->literalKind != ConstantKind::Int || index->integer < 0)
      return wrong();
    ValueId value = simple(OpKind::Element, range, {expr(argument(0))});
    arch.ops[arch.definingOp(value)].index =
        static_cast<uint32_t>(index->integer);
    return value;
  }
  case Form::Formatted:
    return listForm(OpKind::Format, call, 1, formText(call, 0));
  case Form::InPlace: {
    ValueId value = expr(argument(0));
    OpId op = arch.definingOp(value);
    if (!op || (arch.ops[op].kind != OpKind::Call &&
                arch.ops[op].kind != OpKind::MethodCall))
      return wrong();
    arch.ops[op].inPlace = true;
    arch.ops[op].pure = false;
    return value;
  }
  case Form::Join:
    return listForm(OpKind::Join, call, 0, "");
  case Form::ListOf:
    return listForm(OpKind::List, call, 0, "");
  case Form::SetOf:
    return listForm(OpKind::Set, call, 0, "");
  case Form::TupleOf:
    return listForm(OpKind::Tuple, call, 0, "");
  case Form::Slice:
    return listForm(OpKind::Slice, call, 0, "");
  case Form::Select:
    return listForm(OpKind::Select, call, 0, "");
  case Form::Named:
    if (formText(call, 0).empty())
      return wrong();
    return global(formText(call, 0), range);
  case Form::Opaque:
    ++arch.functions[function].opaqueCount;
    return listForm(OpKind::Opaque, call, 1, formText(call, 0));
  case Form::Send: {
    if (formText(call, 1).empty())
      return wrong();
    ValueId receiver = expr(argument(0));
    auto args = arguments(call.args, 2);
    return methodCall(receiver, formText(call, 1), args, range);
  }
  case Form::Undefined:
    return simple(OpKind::Undefined, range, {}, formText(call, 0));
  case Form::Unknown:
    break;
  }
  llvm_unreachable("not a form");
}
