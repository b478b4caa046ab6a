// SPDX-License-Identifier: Apache-2.0
#include "compiler/driver/Options.h"
#include "compiler/sema/Suggest.h"
#include "llvm/ADT/STLExtras.h"

using namespace adopter;
using namespace adopter::driver;

Option *OptionTable::find(llvm::StringRef name) {
  auto found = llvm::find_if(
      options, [&](const Option &option) { return option.name == name; });
  return found == options.end() ? nullptr : &*found;
}

Option *OptionTable::find(char letter) {
  auto found = llvm::find_if(
      options, [&](const Option &option) { return option.letter == letter; });
  return letter == 0 || found == options.end() ? nullptr : &*found;
}

bool OptionTable::wasGiven(llvm::StringRef name) const {
  return llvm::any_of(options, [&](const Option &option) {
    return option.name == name && option.wasGiven;
  });
}

bool OptionTable::unknown(llvm::StringRef written, llvm::StringRef name,
                          DiagnosticEngine &diags) const {
  std::vector<llvm::StringRef> names;
  for (const Option &option : options)
    names.push_back(option.name);
  llvm::StringRef best = sema::suggest(name, names);
  if (best.empty())
    return fail(diags, DiagKind::unknown_option, written);
  return fail(diags, DiagKind::misspelt_option, written, "--" + best.str());
}

bool OptionTable::set(Option &option, llvm::StringRef written,
                      llvm::StringRef value, DiagnosticEngine &diags) {
  option.wasGiven = true;
  if (auto *text = std::get_if<std::string *>(&option.target)) {
    **text = value.str();
    return true;
  }
  if (auto *list = std::get_if<std::vector<std::string> *>(&option.target)) {
    (*list)->push_back(value.str());
    return true;
  }
  if (auto *number = std::get_if<unsigned *>(&option.target)) {
    if (!value.getAsInteger(10, **number))
      return true;
    return fail(diags, DiagKind::option_needs_number, written, value);
  }
  Choice &choice = std::get<Choice>(option.target);
  auto word = llvm::find(choice.words, value);
  if (word != choice.words.end()) {
    *choice.index = static_cast<unsigned>(word - choice.words.begin());
    return true;
  }
  std::string all;
  for (llvm::StringRef each : choice.words)
    all += (all.empty() ? "`" : ", `") + each.str() + "`";
  return fail(diags, DiagKind::option_unknown_value, written, value, all);
}

bool OptionTable::parse(llvm::ArrayRef<llvm::StringRef> args,
                        DiagnosticEngine &diags) {
  bool onlyInputs = false;
  for (size_t i = 0; i < args.size(); ++i) {
    llvm::StringRef arg = args[i];
    if (onlyInputs || arg == "-" || !arg.starts_with("-")) {
      if (!inputTarget)
        return fail(diags, DiagKind::unexpected_argument, arg);
      inputTarget->push_back(arg.str());
      continue;
    }
    if (arg == "--") {
      onlyInputs = true;
      continue;
    }
    // `--name`, `--name=value`, `--name value`, `-n`, `-nvalue`, `-n value`.
    bool isLong = arg.starts_with("--");
    llvm::StringRef name = isLong ? arg.drop_front(2) : arg.substr(1, 1);
    llvm::StringRef value = isLong ? llvm::StringRef() : arg.drop_front(2);
    bool hasValue = !value.empty();
    if (size_t equals = name.find('='); isLong && equals != name.npos) {
      value = name.drop_front(equals + 1);
      name = name.take_front(equals);
      hasValue = true;
    }
    std::string written = (isLong ? "--" : "-") + name.str();
    Option *option = isLong ? find(name) : find(name.front());
    if (!option)
      return unknown(isLong ? llvm::StringRef(written) : arg,
                     isLong ? name : arg.drop_front(), diags);
    if (auto *flag = std::get_if<bool *>(&option->target)) {
      if (hasValue)
        return fail(diags, DiagKind::option_takes_no_value, written);
      **flag = true;
      option->wasGiven = true;
      continue;
    }
    if (!hasValue) {
      if (i + 1 == args.size())
        return fail(diags, DiagKind::option_needs_value, written,
                    option->value);
      value = args[++i];
    }
    if (!set(*option, written, value, diags))
      return false;
  }
  return true;
}

//===-- help --------------------------------------------------------------===//

static llvm::StringRef groupTitle(OptionGroup group) {
  switch (group) {
  case OptionGroup::Input:
    return "Input";
  case OptionGroup::Rules:
    return "Rules";
  case OptionGroup::Output:
    return "Output";
  case OptionGroup::Diagnostics:
    return "Diagnostics";
  case OptionGroup::Debugging:
    return "Debugging";
  }
  llvm_unreachable("not a group");
}

/// `  left        help`, the help on the next line if `left` is long.
static void printRow(llvm::raw_ostream &out, llvm::StringRef left,
                     llvm::StringRef help) {
  constexpr size_t column = 28;
  out << "  " << left;
  if (left.size() + 2 >= column)
    out << "\n";
  size_t used = left.size() + 2 >= column ? 0 : left.size() + 2;
  out.indent(static_cast<unsigned>(column - used));
  // Further lines of a help text stand below its first.
  auto [first, rest] = help.split('\n');
  out << first << "\n";
  while (!rest.empty()) {
    std::tie(first, rest) = rest.split('\n');
    out.indent(column) << first << "\n";
  }
}

void OptionTable::printHelp(llvm::raw_ostream &out) const {
  for (OptionGroup group :
       {OptionGroup::Input, OptionGroup::Rules, OptionGroup::Output,
        OptionGroup::Diagnostics, OptionGroup::Debugging}) {
    bool isInput = group == OptionGroup::Input && inputTarget;
    bool hasAny = isInput || llvm::any_of(options, [&](const Option &option) {
                    return option.group == group;
                  });
    if (!hasAny)
      continue;
    out << "\n" << groupTitle(group) << ":\n";
    if (isInput)
      printRow(out, inputUsage, inputHelp);
    for (const Option &option : options) {
      if (option.group != group)
        continue;
      std::string left = option.letter ? std::string("-") + option.letter + ", "
                                       : std::string("    ");
      left += "--" + option.name.str();
      if (!option.value.empty())
        left += " " + option.value.str();
      printRow(out, left, option.help);
    }
  }
}
