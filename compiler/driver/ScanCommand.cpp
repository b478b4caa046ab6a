// SPDX-License-Identifier: Apache-2.0
/// \file
/// `adoptc scan`: sites and their outcome, without changing anything.
#include "compiler/driver/Command.h"
#include "compiler/driver/RewriteRun.h"

using namespace adopter;
using namespace adopter::driver;

namespace {
class ScanCommand : public Command {
public:
  llvm::StringRef description() const override {
    return "Lists each place where a rule applies, and each where it would but "
           "for a reason\nthat is given.";
  }

  void registerOptions(OptionTable &options) override {
    run_.addTo(options);
    options.add(OptionGroup::Output, "format", 0, "FORM",
                "text (default), or jsonl: one JSON object a site",
                Choice{{"text", "jsonl"}, &format});
    options.add(OptionGroup::Output, "summary", 's', "",
                "print a table of rules and outcomes instead of the sites",
                &summary);
  }

  int run(DriverEnv &env, const OptionTable &) override {
    int code = run_.run(env, /*scanOnly=*/false, [&](RewriteRun::File &file) {
      for (const Site &site : file.result.sites) {
        if (summary)
          continue;
        if (format == 1)
          printSiteJson(site, file.source, file.out);
        else
          printSiteText(site, file.source, file.out);
      }
    });
    if (summary)
      run_.counts().print(env.out);
    return code;
  }

private:
  RewriteRun run_;
  unsigned format = 0;
  bool summary = false;
};
} // namespace

std::unique_ptr<Command> adopter::driver::makeScanCommand() {
  return std::make_unique<ScanCommand>();
}
