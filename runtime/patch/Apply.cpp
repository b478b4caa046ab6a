// SPDX-License-Identifier: Apache-2.0
#include "runtime/patch/Apply.h"

namespace adopter::patch {

std::string applyEdits(llvm::StringRef text, llvm::ArrayRef<Edit> edits) {
  std::string result;
  size_t grown = text.size();
  for (const Edit &edit : edits)
    grown += edit.text.size();
  result.reserve(grown);
  uint32_t done = 0;
  for (const Edit &edit : edits) {
    assert(done <= edit.range.begin && edit.range.end <= text.size());
    result += text.slice(done, edit.range.begin);
    result += edit.text;
    done = edit.range.end;
  }
  result += text.substr(done);
  return result;
}

bool keepsTheRest(llvm::StringRef text, llvm::ArrayRef<Edit> edits,
                  llvm::StringRef result) {
  // From the end, so that a mistake in `applyEdits` is not repeated here.
  for (size_t i = edits.size(); i-- > 0;) {
    const Edit &edit = edits[i];
    if (edit.range.end > text.size() ||
        !result.consume_back(text.substr(edit.range.end)) ||
        !result.consume_back(edit.text))
      return false;
    text = text.take_front(edit.range.begin);
  }
  return text == result;
}

} // namespace adopter::patch
