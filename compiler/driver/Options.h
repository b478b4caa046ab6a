// SPDX-License-Identifier: Apache-2.0
/// \file
/// Command-line options, declared by the command that has them: each is bound
/// to a variable, and the same declaration gives parsing, `--help` and hints.
///
/// In: declarations, then arguments. Out: the variables set, or a diagnostic.
/// LLVM's cl::opt is not used: its options are globals of the whole process.
#ifndef ADOPTER_COMPILER_DRIVER_OPTIONS_H
#define ADOPTER_COMPILER_DRIVER_OPTIONS_H

#include "runtime/support/DiagnosticEngine.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <variant>
#include <vector>

namespace adopter::driver {

/// Sections of `--help`, in their order.
enum class OptionGroup : uint8_t {
  Input,
  Rules,
  Output,
  Diagnostics,
  Debugging
};

/// One of a few words; `index` is the position of the word in `words`.
struct Choice {
  std::vector<llvm::StringRef> words;
  unsigned *index;
};

/// What an option sets: a flag, a text, a list of texts, a number or a choice.
using OptionTarget =
    std::variant<bool *, std::string *, std::vector<std::string> *, unsigned *,
                 Choice>;

struct Option {
  OptionGroup group;
  llvm::StringRef name;  // without dashes
  char letter;           // 0: none
  llvm::StringRef value; // what `--help` calls the value; empty: a flag
  llvm::StringRef help;
  OptionTarget target;
  bool wasGiven = false;
};

class OptionTable {
public:
  /// \param command whose options these are, for hints.
  explicit OptionTable(llvm::StringRef command) : command(command) {}

  void add(OptionGroup group, llvm::StringRef name, char letter,
           llvm::StringRef value, llvm::StringRef help, OptionTarget target) {
    options.push_back({group, name, letter, value, help, std::move(target)});
  }
  /// Arguments that are no options; `usage` is how `--help` shows them.
  void addInputs(llvm::StringRef usage, llvm::StringRef help,
                 std::vector<std::string> &inputs) {
    inputUsage = usage;
    inputHelp = help;
    inputTarget = &inputs;
  }

  /// Sets the variables from `args`. False after a diagnostic.
  bool parse(llvm::ArrayRef<llvm::StringRef> args, DiagnosticEngine &diags);
  bool wasGiven(llvm::StringRef name) const;

  void printHelp(llvm::raw_ostream &out) const;
  llvm::StringRef usage() const { return inputUsage; }

private:
  template <typename... Args>
  bool fail(DiagnosticEngine &diags, DiagKind kind, const Args &...args) const {
    diags.report({}, kind, args...).note({}, DiagKind::note_try_help, command);
    return false;
  }
  Option *find(llvm::StringRef name);
  Option *find(char letter);
  bool unknown(llvm::StringRef written, llvm::StringRef name,
               DiagnosticEngine &diags) const;
  bool set(Option &option, llvm::StringRef written, llvm::StringRef value,
           DiagnosticEngine &diags);

  llvm::StringRef command;
  std::vector<Option> options;
  llvm::StringRef inputUsage, inputHelp;
  std::vector<std::string> *inputTarget = nullptr;
};

} // namespace adopter::driver

#endif // ADOPTER_COMPILER_DRIVER_OPTIONS_H
