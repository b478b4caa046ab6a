// SPDX-License-Identifier: Apache-2.0
/// \file
/// A Python text for a test: parsed, with its style.
#ifndef ADOPTER_TEST_UNIT_RUNTIME_SYNTH_PYTHONTEXT_H
#define ADOPTER_TEST_UNIT_RUNTIME_SYNTH_PYTHONTEXT_H

#include "runtime/patch/Apply.h"
#include "runtime/python/PyNode.h"
#include "runtime/python/PySource.h"
#include "runtime/python/PyStyle.h"
#include "gtest/gtest.h"

namespace adopter {

class PythonText {
public:
  explicit PythonText(std::string text, std::string path = "m.py")
      : diags(sources, consumer),
        source(python::PySource::parse(
            sources.add(std::move(path), std::move(text)), diags)) {
    EXPECT_NE(source, nullptr) << "not valid Python";
    if (source)
      style = python::readStyle(*source);
  }

  const python::PySource &operator*() const { return *source; }
  const python::PySource *operator->() const { return source.get(); }
  /// Range of the first place where `part` stands.
  SourceRange find(llvm::StringRef part) const {
    size_t at = source->text().find(part);
    EXPECT_NE(at, llvm::StringRef::npos) << part.str();
    return {source->file(), static_cast<uint32_t>(at),
            static_cast<uint32_t>(at + part.size())};
  }
  std::string after(llvm::ArrayRef<patch::Edit> edits) const {
    patch::EditSet set;
    EXPECT_EQ(set.insert(edits), nullptr) << "edits overlap";
    return patch::applyEdits(source->text(), set.edits());
  }

private:
  class Ignore : public DiagnosticConsumer {
    void handle(const Diagnostic &, const SourceManager &) override {}
  };
  SourceManager sources;
  Ignore consumer;
  DiagnosticEngine diags;

public:
  std::unique_ptr<python::PySource> source;
  python::PyStyle style;
};

} // namespace adopter

#endif // ADOPTER_TEST_UNIT_RUNTIME_SYNTH_PYTHONTEXT_H
