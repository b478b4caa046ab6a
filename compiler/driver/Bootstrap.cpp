// SPDX-License-Identifier: Apache-2.0
/// \file
/// The compiler without embedded packs, which builds them:
///
///   adoptc-bootstrap OUT.adrp PRELUDE.adr... RULES.adr...
#include "compiler/Compiler.h"
#include "compiler/driver/OutputFile.h"
#include "runtime/program/ProgramWriter.h"
#include "runtime/support/TextRenderer.h"

using namespace adopter;

int main(int argc, char **argv) {
  if (argc < 3) {
    llvm::errs() << "usage: adoptc-bootstrap OUT.adrp FILE.adr...\n";
    return 2;
  }
  SourceManager sources;
  TextRenderer renderer(llvm::errs());
  DiagnosticEngine diags(sources, renderer);
  std::vector<FileId> files;
  for (int i = 2; i < argc; ++i) {
    llvm::Expected<FileId> file = sources.read(argv[i]);
    if (file)
      files.push_back(*file);
    else
      diags.report({}, DiagKind::cannot_read_file, argv[i],
                   llvm::toString(file.takeError()));
  }
  std::optional<program::Program> program;
  if (!diags.hasErrors())
    program = compile(files, sources, diags);
  if (!program || diags.hasErrors())
    return 1;
  if (llvm::Error error =
          driver::writeFile(argv[1], program::writeProgram(*program))) {
    diags.report({}, DiagKind::cannot_write_file, argv[1],
                 llvm::toString(std::move(error)));
    return 1;
  }
  return 0;
}
