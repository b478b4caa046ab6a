// SPDX-License-Identifier: Apache-2.0
#include "runtime/lift/Lifter.h"

#include "runtime/lift/CallOrder.h"
#include "runtime/lift/Declarations.h"
#include "runtime/lift/FunctionLifter.h"
#include "runtime/lift/MemberScan.h"

using namespace adopter;
using namespace adopter::lift;
using namespace adopter::model;

std::unique_ptr<Architecture>
adopter::lift::lift(const python::PySource &source,
                    const program::Program &program,
                    const LiftOptions &options) {
  auto arch = std::make_unique<Architecture>(program.symbols.get());
  arch->file = source.file();
  FileContext file(source, program, options, *arch);
  declareModule(file);
  scanMembers(file);
  for (FunctionId function : callOrder(file)) {
    file.scopes.analyse(file.functions[function].node);
    FunctionLifter(file, function, nullptr, 0).run();
  }
  arch->finalize();
  return arch;
}
