// SPDX-License-Identifier: Apache-2.0
/// \file
/// Layout of an `.adrp` file: a header, then the payload.
///
///   offset  size  what
///        0     4  "ADRP"
///        4     4  format version
///        8     8  size of the payload in bytes
///       16     8  xxHash (64 bits) of the payload
///       24     -  payload: version of adopter that wrote it, as text; the
///                 vocabulary (8 bytes); symbols; the fields of ProgramFields.h
///
/// What stands before the vocabulary is the same in every format, so that a
/// reader can say whose pack it was given. All numbers are little-endian;
/// numbers of the payload have variable length (seven bits a byte, low bits
/// first) unless a size is given. Ids are stored plus one, 0 is none.
#ifndef ADOPTER_RUNTIME_PROGRAM_PACKFORMAT_H
#define ADOPTER_RUNTIME_PROGRAM_PACKFORMAT_H

#include "llvm/ADT/StringRef.h"
#include <cstddef>
#include <cstdint>

namespace adopter::program {

inline constexpr char PackMagic[4] = {'A', 'D', 'R', 'P'};
/// Raised whenever a pack of before would be misread.
inline constexpr uint32_t PackFormatVersion = 1;
inline constexpr size_t PackHeaderSize = 24;

/// A number that stands for the kinds of expression, position, question and
/// model op, and their order: packs store kinds as numbers.
uint64_t packVocabulary();

/// Version of the adopter that this library belongs to.
llvm::StringRef adopterVersion();

} // namespace adopter::program

#endif // ADOPTER_RUNTIME_PROGRAM_PACKFORMAT_H
