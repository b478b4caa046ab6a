// SPDX-License-Identifier: Apache-2.0
#include "compiler/driver/RuleSet.h"
#include "compiler/Compiler.h"
#include "compiler/driver/StandardPacks.h"
#include "compiler/sema/Suggest.h"
#include "runtime/program/ProgramReader.h"
#include "runtime/program/ProgramWriter.h"

using namespace adopter;
using namespace adopter::driver;

program::Program driver::embeddedProgram() {
  return llvm::cantFail(program::readProgram(standardPack()),
                        "the embedded packs do not load");
}

std::vector<FileId> driver::readWithPrelude(llvm::ArrayRef<std::string> paths,
                                            Messages &messages) {
  std::vector<FileId> files{
      messages.sources.add("<prelude>", preludeText().str())};
  bool complete = true;
  for (const std::string &path : paths) {
    llvm::Expected<FileId> file = messages.sources.read(path);
    if (file)
      files.push_back(*file);
    else
      complete = messages.engine.report({}, DiagKind::cannot_read_file, path,
                                        llvm::toString(file.takeError()));
  }
  return complete ? files : std::vector<FileId>();
}

std::optional<program::Program>
driver::compileWithPrelude(llvm::ArrayRef<std::string> paths,
                           Messages &messages) {
  std::vector<FileId> files = readWithPrelude(paths, messages);
  if (files.empty())
    return std::nullopt;
  return compile(files, messages.sources, messages.engine);
}

bool RuleSet::add(llvm::StringRef bytes, llvm::StringRef name,
                  Messages &messages) {
  llvm::Expected<program::Program> program =
      program::readProgram(bytes, symbols);
  if (!program) {
    program::reportPackError(program.takeError(), name, messages.engine);
    return false;
  }
  programs.push_back(std::make_unique<program::Program>(std::move(*program)));
  return true;
}

static bool isPackFile(llvm::StringRef pack) {
  return pack.ends_with(".adrp") || pack.contains('/');
}

bool RuleSet::addEmbedded(const RuleOptions &options, Messages &messages) {
  std::vector<std::string> wanted;
  for (const std::string &pack : options.packs)
    if (!isPackFile(pack))
      wanted.push_back(pack);
  bool byDefault = options.packs.empty() && options.ruleFiles.empty();
  if (wanted.empty() && !byDefault)
    return true;
  if (!add(standardPack(), "<embedded>", messages))
    return false;
  const program::Program &program = *programs.back();
  std::string known;
  for (const program::Pack &pack : program.packs)
    known +=
        (known.empty() ? "`" : ", `") + program.text(pack.name).str() + "`";
  llvm::BitVector enabled(static_cast<unsigned>(program.rules.size()),
                          byDefault);
  for (const std::string &name : wanted) {
    bool found = false;
    for (uint32_t i = 0; i < program.rules.size(); ++i) {
      const program::Rule &rule = program.rules[program::RuleId(i)];
      if (program.text(program.packs[rule.pack].name) != name)
        continue;
      enabled.set(i);
      found = true;
    }
    if (!found)
      return messages.engine.report({}, DiagKind::unknown_pack, name, known);
  }
  selected.push_back({&program, enabled});
  return true;
}

bool RuleSet::addPackFile(llvm::StringRef path, Messages &messages) {
  llvm::Expected<FileId> file = messages.sources.read(path);
  if (!file)
    return messages.engine.report({}, DiagKind::cannot_read_file, path,
                                  llvm::toString(file.takeError()));
  if (!add(messages.sources.file(*file).text(), path, messages))
    return false;
  unsigned count = static_cast<unsigned>(programs.back()->rules.size());
  selected.push_back({programs.back().get(), llvm::BitVector(count, true)});
  return true;
}

bool RuleSet::addRuleFiles(llvm::ArrayRef<std::string> paths,
                           Messages &messages) {
  std::optional<program::Program> program = compileWithPrelude(paths, messages);
  if (!program)
    return false;
  // Through the pack format: that is how names come into the shared table.
  if (!add(program::writeProgram(*program), paths.front(), messages))
    return false;
  unsigned count = static_cast<unsigned>(programs.back()->rules.size());
  selected.push_back({programs.back().get(), llvm::BitVector(count, true)});
  return true;
}

bool RuleSet::select(const RuleOptions &options, Messages &messages) {
  if (options.rules.empty())
    return true;
  std::vector<llvm::BitVector> wanted;
  for (const RuleSelection &selection : selected)
    wanted.emplace_back(selection.enabledRules.size());
  std::vector<std::string> names;
  std::vector<bool> found(options.rules.size());
  for (size_t s = 0; s < selected.size(); ++s) {
    const program::Program &program = *selected[s].program;
    for (uint32_t i : selected[s].enabledRules.set_bits()) {
      const program::Rule &rule = program.rules[program::RuleId(i)];
      std::string name = program.text(rule.name).str();
      std::string full =
          (program.text(program.packs[rule.pack].name) + "/" + name).str();
      for (size_t r = 0; r < options.rules.size(); ++r) {
        if (options.rules[r] != name && options.rules[r] != full)
          continue;
        wanted[s].set(i);
        found[r] = true;
      }
      names.push_back(std::move(name));
      names.push_back(std::move(full));
    }
  }
  std::vector<llvm::StringRef> candidates(names.begin(), names.end());
  for (size_t r = 0; r < options.rules.size(); ++r) {
    if (found[r])
      continue;
    llvm::StringRef best = sema::suggest(options.rules[r], candidates);
    return best.empty() ? messages.engine.report({}, DiagKind::unknown_rule,
                                                 options.rules[r])
                        : messages.engine.report({}, DiagKind::misspelt_rule,
                                                 options.rules[r], best);
  }
  for (size_t s = 0; s < selected.size(); ++s)
    selected[s].enabledRules = wanted[s];
  return true;
}

std::optional<RuleSet> RuleSet::load(const RuleOptions &options,
                                     Messages &messages) {
  RuleSet set;
  if (!set.addEmbedded(options, messages))
    return std::nullopt;
  for (const std::string &pack : options.packs)
    if (isPackFile(pack) && !set.addPackFile(pack, messages))
      return std::nullopt;
  if (!options.ruleFiles.empty() &&
      !set.addRuleFiles(options.ruleFiles, messages))
    return std::nullopt;
  if (!set.select(options, messages))
    return std::nullopt;
  return set;
}
