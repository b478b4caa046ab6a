// SPDX-License-Identifier: Apache-2.0
/// \file
/// Layout of an `.adrp` file: a header of fixed size, then the payload.
///
///   offset  size  what
///        0     4  "ADRP"
///        4     4  format version
///        8     8  size of the payload in bytes
///       16     8  xxHash (XXH3, 64 bits) of the payload
///       24     -  payload: symbols, then the fields of ProgramFields.h
///
/// All numbers are little-endian; numbers of the payload have variable length
/// (seven bits a byte, low bits first). Ids are stored plus one, 0 is none.
#ifndef ADOPTER_RUNTIME_PROGRAM_PACKFORMAT_H
#define ADOPTER_RUNTIME_PROGRAM_PACKFORMAT_H

#include <cstddef>
#include <cstdint>

namespace adopter::program {

inline constexpr char PackMagic[4] = {'A', 'D', 'R', 'P'};
/// Raised whenever a pack of before would be misread.
inline constexpr uint32_t PackFormatVersion = 1;
inline constexpr size_t PackHeaderSize = 24;

} // namespace adopter::program

#endif // ADOPTER_RUNTIME_PROGRAM_PACKFORMAT_H
