// SPDX-License-Identifier: Apache-2.0
#include "compiler/driver/InputFiles.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace adopter;
using namespace adopter::driver;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

/// Deeper folders than this are not what a source tree has.
static constexpr unsigned MaxDepth = 200;

namespace {

class FolderWalk {
public:
  FolderWalk(llvm::StringRef root, std::vector<InputFile> &files,
             DiagnosticEngine &diags)
      : root(root), files(files), diags(diags) {}

  void walk(llvm::StringRef folder, unsigned depth) {
    if (depth > MaxDepth)
      return;
    struct Entry {
      std::string name;
      fs::file_type type;
    };
    std::vector<Entry> entries;
    std::error_code error;
    fs::directory_iterator at(folder, error, /*follow_symlinks=*/false), end;
    for (; !error && at != end; at.increment(error))
      entries.push_back({path::filename(at->path()).str(), at->type()});
    if (error)
      diags.report({}, DiagKind::cannot_read_file, folder, error.message());
    llvm::sort(entries,
               [](const Entry &a, const Entry &b) { return a.name < b.name; });
    for (const Entry &entry : entries) {
      llvm::StringRef name = entry.name;
      if (name.starts_with(".") || name == "__pycache__")
        continue;
      llvm::SmallString<256> whole(folder);
      path::append(whole, name);
      // Some file systems do not tell the kind with the name.
      fs::file_status status;
      if (entry.type == fs::file_type::type_unknown)
        (void)fs::status(whole, status, /*follow=*/false);
      else
        status = fs::file_status(entry.type);
      if (status.type() == fs::file_type::directory_file) {
        walk(whole, depth + 1);
        continue;
      }
      if (!name.ends_with(".py"))
        continue;
      bool isLink = status.type() == fs::file_type::symlink_file;
      if (!isLink && status.type() != fs::file_type::regular_file)
        continue;
      InputFile file{whole.str().str(), root.str(), relative(whole)};
      if (isLink) {
        llvm::Expected<std::string> target = resolveInside(file);
        if (!target) {
          llvm::consumeError(target.takeError());
          continue;
        }
        if (!fs::is_regular_file(*target))
          continue;
      }
      files.push_back(std::move(file));
    }
  }

private:
  std::string relative(llvm::StringRef whole) const {
    llvm::StringRef rest = whole.drop_front(root.size());
    return rest.ltrim('/').str();
  }

  llvm::StringRef root;
  std::vector<InputFile> &files;
  DiagnosticEngine &diags;
};

} // namespace

llvm::Expected<std::string>
adopter::driver::resolveInside(const InputFile &file) {
  llvm::SmallString<256> realFile, realRoot;
  if (std::error_code error = fs::real_path(file.path, realFile))
    return llvm::errorCodeToError(error);
  if (std::error_code error =
          fs::real_path(file.root.empty() ? "." : file.root, realRoot))
    return llvm::errorCodeToError(error);
  llvm::StringRef rest = realFile.str();
  bool isInside = rest.consume_front(realRoot.str()) &&
                  (rest.starts_with("/") || realRoot.str().ends_with("/"));
  if (!isInside)
    return llvm::createStringError(std::errc::permission_denied,
                                   "is a link that leads out of `%s`",
                                   file.root.empty() ? "." : file.root.c_str());
  return realFile.str().str();
}

std::vector<InputFile>
adopter::driver::findInputs(llvm::ArrayRef<std::string> paths,
                            DiagnosticEngine &diags) {
  std::vector<InputFile> files;
  for (llvm::StringRef given : paths) {
    if (given == "-") {
      files.push_back({"-", "", "stdin.py"});
      continue;
    }
    fs::file_status status;
    if (std::error_code error = fs::status(given, status)) {
      diags.report({}, DiagKind::cannot_read_file, given, error.message());
      continue;
    }
    if (status.type() != fs::file_type::directory_file) {
      files.push_back({given.str(), path::parent_path(given).str(),
                       path::filename(given).str()});
      continue;
    }
    // `dir/` and `dir` are one folder, `/` is itself.
    std::string root = given.str();
    while (root.size() > 1 && root.back() == '/')
      root.pop_back();
    size_t before = files.size();
    FolderWalk(root, files, diags).walk(root, 0);
    if (files.size() == before)
      diags.report({}, DiagKind::no_python_files, given);
  }
  // A file that two arguments name is one file.
  llvm::StringSet<> seen;
  llvm::erase_if(files, [&](const InputFile &file) {
    return !seen.insert(file.path).second;
  });
  return files;
}
