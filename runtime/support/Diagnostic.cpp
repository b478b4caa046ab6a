// SPDX-License-Identifier: Apache-2.0
#include "runtime/support/Diagnostic.h"
#include "llvm/Support/ErrorHandling.h"

using namespace adopter;

namespace {
struct DiagInfo {
  llvm::StringLiteral name;
  Severity severity;
  llvm::StringLiteral text;
};

constexpr DiagInfo Infos[] = {
#define ADOPTER_DIAG(name, severity, text) {#name, Severity::severity, text},
#include "runtime/support/Diagnostics.def"
};

const DiagInfo &info(DiagKind kind) { return Infos[static_cast<size_t>(kind)]; }
} // namespace

llvm::StringRef adopter::severityName(Severity severity) {
  switch (severity) {
  case Severity::Error:
    return "error";
  case Severity::Warning:
    return "warning";
  case Severity::Note:
    return "note";
  case Severity::Remark:
    return "remark";
  }
  llvm_unreachable("unknown severity");
}

llvm::StringRef adopter::diagName(DiagKind kind) { return info(kind).name; }
Severity adopter::diagSeverity(DiagKind kind) { return info(kind).severity; }
llvm::StringRef adopter::diagText(DiagKind kind) { return info(kind).text; }
