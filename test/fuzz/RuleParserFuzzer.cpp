// SPDX-License-Identifier: Apache-2.0
// Any bytes: the rule parser gives a tree or an error; a tree written as text
// parses to an equal tree, and writing that gives the same text.
#include "compiler/ast/AstEqual.h"
#include "compiler/ast/AstWriter.h"
#include "compiler/syntax/ParseDriver.h"
#include "llvm/Support/ErrorHandling.h"

using namespace adopter;

namespace {
struct Ignore : DiagnosticConsumer {
  void handle(const Diagnostic &, const SourceManager &) override {}
};
} // namespace

static void require(bool condition, const char *what) {
  if (!condition)
    llvm::report_fatal_error(what);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size > (1 << 16))
    return 0;
  Ignore ignore;
  SourceManager sources;
  DiagnosticEngine diags(sources, ignore);
  ast::AstContext context;
  auto parse = [&](std::string text) {
    return parseFile(context, sources, sources.add("input.adr", text), diags);
  };
  const ast::File *file =
      parse(std::string(reinterpret_cast<const char *>(data), size));
  require((file == nullptr) == diags.hasErrors(), "neither tree nor error");
  if (!file)
    return 0;
  std::string written = ast::writeFile(*file);
  const ast::File *again = parse(written);
  require(again, "what was written does not parse");
  require(ast::equal(*file, *again), "what was written is not equal");
  require(ast::writeFile(*again) == written, "writing is not idempotent");
  return 0;
}
