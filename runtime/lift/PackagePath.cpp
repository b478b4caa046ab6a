// SPDX-License-Identifier: Apache-2.0
#include "runtime/lift/PackagePath.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace adopter;
using namespace adopter::lift;

/// Name of the package that the folder of `path` is, from the `__init__.py`
/// files there, or from a folder called `transformers` above it.
static std::string packageOf(llvm::StringRef path) {
  namespace sys = llvm::sys;
  llvm::SmallString<256> absolute(path);
  if (path != "-" && !sys::fs::make_absolute(absolute))
    sys::path::remove_dots(absolute, /*remove_dot_dot=*/true);
  llvm::StringRef folder = sys::path::parent_path(absolute);
  llvm::SmallVector<llvm::StringRef, 8> parts; // innermost first
  for (llvm::StringRef at = folder; !at.empty();
       at = sys::path::parent_path(at)) {
    llvm::StringRef name = sys::path::filename(at);
    llvm::SmallString<128> init(at);
    sys::path::append(init, "__init__.py");
    if (name.empty() || !sys::fs::exists(init))
      break;
    parts.push_back(name);
  }
  if (parts.empty()) {
    llvm::SmallVector<llvm::StringRef, 8> below;
    for (llvm::StringRef at = folder; !at.empty();
         at = sys::path::parent_path(at)) {
      llvm::StringRef name = sys::path::filename(at);
      below.push_back(name);
      if (name == "transformers") {
        parts = below;
        break;
      }
      if (at == sys::path::parent_path(at))
        break;
    }
  }
  return llvm::join(llvm::reverse(parts), ".");
}

PackagePath PackagePath::ofFile(llvm::StringRef path) {
  PackagePath result;
  llvm::StringRef stem = llvm::sys::path::stem(path);
  result.package = packageOf(path);
  if (!result.package.empty()) {
    result.module = stem == "__init__" ? result.package
                                       : (result.package + "." + stem).str();
    return result;
  }
  // A copy of transformers' modeling_x.py outside of its package.
  for (llvm::StringRef prefix : {"modeling_", "modular_"})
    if (llvm::StringRef name = stem; name.consume_front(prefix))
      result.package = ("transformers.models." + name).str();
  return result;
}

PackagePath PackagePath::ofModule(llvm::StringRef name) {
  PackagePath result;
  result.module = name.str();
  result.package = name.rsplit('.').first.str();
  if (!name.contains('.'))
    result.package.clear();
  return result;
}

std::string PackagePath::resolve(llvm::StringRef written) const {
  size_t dots = written.find_first_not_of('.');
  if (dots == 0)
    return written.str();
  if (dots == llvm::StringRef::npos)
    dots = written.size();
  llvm::StringRef name = written.drop_front(dots);
  llvm::StringRef base = package;
  for (size_t i = 1; i < dots && !base.empty(); ++i)
    base = base.contains('.') ? base.rsplit('.').first : llvm::StringRef();
  if (base.empty())
    return written.str();
  return name.empty() ? base.str() : (base + "." + name).str();
}
