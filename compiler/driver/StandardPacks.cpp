// SPDX-License-Identifier: Apache-2.0
#include "compiler/driver/StandardPacks.h"

// Defined by stdlib-rules/Embedded.S.in.
extern "C" {
extern const char adopter_standard_pack_begin[];
extern const char adopter_standard_pack_end[];
extern const char adopter_prelude_begin[];
extern const char adopter_prelude_end[];
}

using namespace adopter;

llvm::StringRef driver::standardPack() {
  return {adopter_standard_pack_begin,
          static_cast<size_t>(adopter_standard_pack_end -
                              adopter_standard_pack_begin)};
}

llvm::StringRef driver::preludeText() {
  return {adopter_prelude_begin,
          static_cast<size_t>(adopter_prelude_end - adopter_prelude_begin)};
}
