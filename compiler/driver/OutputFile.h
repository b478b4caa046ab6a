// SPDX-License-Identifier: Apache-2.0
/// \file
/// Writes files whole or not at all.
#ifndef ADOPTER_COMPILER_DRIVER_OUTPUTFILE_H
#define ADOPTER_COMPILER_DRIVER_OUTPUTFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>

namespace adopter::driver {

/// Makes `text` the content of `path` through a temporary file beside it and a
/// rename; an existing file keeps its mode bits.
/// \param expected if set, what the file must still hold: it may have been
/// edited since it was read.
llvm::Error writeFile(llvm::StringRef path, llvm::StringRef text,
                      std::optional<llvm::StringRef> expected = std::nullopt);

} // namespace adopter::driver

#endif // ADOPTER_COMPILER_DRIVER_OUTPUTFILE_H
