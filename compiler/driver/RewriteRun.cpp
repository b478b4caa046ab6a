// SPDX-License-Identifier: Apache-2.0
#include "compiler/driver/RewriteRun.h"

using namespace adopter;
using namespace adopter::driver;

void RewriteRun::addTo(OptionTable &options) {
  input.addTo(options, "Python files, or folders with Python files; `-` reads\n"
                       "standard input");
  rules.addTo(options);
  target.addTo(options);
  diagnostics.addTo(options);
}

bool RewriteRun::readConfig(RewriteOptions &options, Messages &messages) {
  options.matching.mode = static_cast<match::Mode>(target.mode);
  if (target.config.empty())
    return true;
  llvm::Expected<FileId> file = messages.sources.read(target.config);
  if (!file)
    return messages.engine.report({}, DiagKind::cannot_read_file, target.config,
                                  llvm::toString(file.takeError()));
  llvm::Expected<match::ConfigFacts> config =
      match::parseConfig(messages.sources.file(*file).text());
  if (!config)
    return messages.engine.report({}, DiagKind::cannot_read_config,
                                  target.config,
                                  llvm::toString(config.takeError()));
  options.matching.config = std::move(*config);
  return true;
}

int RewriteRun::run(DriverEnv &env, bool scanOnly,
                    llvm::function_ref<void(File &)> report) {
  Messages messages(env, diagnostics);
  if (input.inputs.empty()) {
    messages.engine.report({}, DiagKind::no_input);
    return ExitUsage;
  }
  RewriteOptions options;
  options.scanOnly = scanOnly;
  if (!readConfig(options, messages))
    return ExitProblems;
  std::optional<RuleSet> ruleSet = RuleSet::load(rules, messages);
  if (!ruleSet)
    return ExitProblems;
  std::vector<InputFile> inputs = findInputs(input.inputs, messages.engine);
  files = inputs.size();

  unsigned threads = threadCount(inputs.size(), input.threads);
  std::vector<RewriteState> states(threads);
  std::vector<SiteCounts> counts(threads);
  std::atomic<bool> failed{messages.engine.hasErrors()};
  bool colour = diagnostics.wantsColour(env.errHasColours);
  runFiles(inputs.size(), input.threads, env,
           [&](size_t index, unsigned thread) {
             FileOutput output;
             llvm::raw_string_ostream out(output.out), err(output.err);
             SourceManager sources;
             TextRenderer renderer(err, {colour});
             DiagnosticEngine diags(sources, renderer);
             const InputFile &file = inputs[index];
             llvm::Expected<FileId> id = sources.read(file.path);
             if (!id) {
               diags.report({}, DiagKind::cannot_read_file, file.path,
                            llvm::toString(id.takeError()));
             } else if (auto python = python::PySource::parse(*id, diags)) {
               FileResult result = rewriteFile(*python, ruleSet->selections(),
                                               options, states[thread]);
               for (const Site &site : result.sites)
                 counts[thread].add(site);
               if (result.isChanged)
                 ++changed;
               File done{file, sources.file(*id), result, diags, out};
               report(done);
             }
             if (diags.hasErrors())
               failed = true;
             return output;
           });
  for (const SiteCounts &count : counts)
    sites.add(count);
  return failed ? ExitProblems : ExitDone;
}
