// SPDX-License-Identifier: Apache-2.0
/// \file
/// Prelude, lifter and notation, as the tests of compiler/arch need them.
#ifndef ADOPTER_TEST_UNIT_COMPILER_ARCH_ARCHFIXTURE_H
#define ADOPTER_TEST_UNIT_COMPILER_ARCH_ARCHFIXTURE_H

#include "compiler/arch/ArchBuilder.h"
#include "compiler/arch/Notation.h"
#include "compiler/sema/Sema.h"
#include "compiler/syntax/ParseDriver.h"
#include "runtime/lift/Lifter.h"
#include "runtime/model/ArchitecturePrinter.h"
#include "runtime/model/ArchitectureVerifier.h"
#include "runtime/support/TextRenderer.h"
#include "llvm/Support/FileSystem.h"
#include <gtest/gtest.h>

namespace adopter::arch {

/// The ops of stdlib-rules/prelude, read once.
inline const program::Program &prelude() {
  static const program::Program *program = [] {
    static SourceManager sources;
    static ast::AstContext context;
    TextRenderer renderer(llvm::errs());
    DiagnosticEngine diags(sources, renderer);
    std::vector<std::string> paths;
    std::error_code error;
    llvm::sys::fs::directory_iterator at(
        ADOPTER_SOURCE_DIR "/stdlib-rules/prelude", error),
        end;
    for (; !error && at != end; at.increment(error))
      paths.push_back(at->path());
    std::sort(paths.begin(), paths.end());
    std::vector<const ast::File *> files;
    for (const std::string &path : paths) {
      FileId id = llvm::cantFail(sources.read(path));
      if (const ast::File *file = parseFile(context, sources, id, diags))
        files.push_back(file);
    }
    auto *result =
        new program::Program(std::move(sema::analyse(files, diags).program));
    result->buildIndexes();
    return result;
  }();
  return *program;
}

/// Architectures from texts, with what was reported.
class Workshop {
public:
  Workshop() : stream(messages), renderer(stream), diags(sources, renderer) {}

  std::unique_ptr<model::Architecture> lift(llvm::StringRef text,
                                            llvm::StringRef path = "m.py") {
    FileId file = sources.add(path.str(), text.str());
    auto source = python::PySource::parse(file, diags);
    return source ? lift::lift(*source, prelude()) : nullptr;
  }
  std::unique_ptr<model::Architecture> read(llvm::StringRef text) {
    FileId file = sources.add("m.adr", text.str());
    const ast::File *tree = parseFile(context, sources, file, diags);
    return tree ? buildArchitecture(*tree, prelude(), diags) : nullptr;
  }
  static std::string print(const model::Architecture &arch) {
    std::string text;
    llvm::raw_string_ostream out(text);
    model::printArchitecture(out, arch, callNotations(prelude()));
    return text;
  }
  static std::string problems(const model::Architecture &arch) {
    std::string text;
    llvm::raw_string_ostream out(text);
    model::verifyArchitecture(arch, out);
    return text;
  }

  SourceManager sources;
  ast::AstContext context;
  std::string messages;
  llvm::raw_string_ostream stream;
  TextRenderer renderer;
  DiagnosticEngine diags;
};

} // namespace adopter::arch

#endif // ADOPTER_TEST_UNIT_COMPILER_ARCH_ARCHFIXTURE_H
