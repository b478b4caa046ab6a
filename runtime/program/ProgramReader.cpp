// SPDX-License-Identifier: Apache-2.0
#include "runtime/program/ProgramReader.h"
#include "runtime/program/PackFormat.h"
#include "runtime/program/ProgramFields.h"
#include "runtime/program/ProgramVerifier.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"
#include <algorithm>
#include <bit>

using namespace adopter;
using namespace adopter::program;

char PackError::ID = 0;

void PackError::log(llvm::raw_ostream &os) const {
  switch (kind) {
  case PackErrorKind::NotAPack:
    os << "not a pack of adopter";
    break;
  case PackErrorKind::WrongVersion:
    os << "pack format " << detail << ", this adoptc reads format "
       << PackFormatVersion;
    break;
  case PackErrorKind::Truncated:
    os << "truncated pack";
    break;
  case PackErrorKind::TrailingData:
    os << "pack with data after its end";
    break;
  case PackErrorKind::Checksum:
    os << "damaged pack: its checksum does not match";
    break;
  case PackErrorKind::Malformed:
    os << "malformed pack: " << detail;
    break;
  }
}

std::error_code PackError::convertToErrorCode() const {
  return std::make_error_code(std::errc::invalid_argument);
}

namespace {
/// Archive that fills each field from bytes. After the first mistake every
/// further field is left as it is.
class Reader {
public:
  Reader(llvm::StringRef bytes, SymbolTable &symbols)
      : bytes(bytes), symbols(symbols) {}

  bool failed() const { return !mistake.empty(); }
  const std::string &error() const { return mistake; }
  bool atEnd() const { return bytes.empty(); }

  void readSymbols() {
    uint32_t size = length();
    symbolMap.reserve(size);
    for (uint32_t i = 0; i < size && !failed(); ++i)
      symbolMap.push_back(symbols.intern(text()));
  }

  void operator()(uint32_t &value) {
    uint64_t wide = number();
    if (wide > UINT32_MAX)
      return fail("number out of range");
    value = static_cast<uint32_t>(wide);
  }
  void operator()(int64_t &value) {
    uint64_t wide = number();
    value = static_cast<int64_t>(wide >> 1) ^ -static_cast<int64_t>(wide & 1);
  }
  void operator()(bool &value) { value = choice(2) != 0; }
  void operator()(double &value) {
    if (bytes.size() < 8)
      return fail("unexpected end");
    value = std::bit_cast<double>(llvm::support::endian::read64le(bytes.data()));
    bytes = bytes.drop_front(8);
  }
  void operator()(std::string &value) { value = text().str(); }
  void operator()(Constant &c) {
    (*this)(c.kind), (*this)(c.integer), (*this)(c.number), (*this)(c.string);
  }
  void operator()(SymbolId &symbol) {
    uint64_t index = number();
    if (index > symbolMap.size())
      return fail("symbol out of range");
    symbol = index == 0 ? SymbolId() : symbolMap[index - 1];
  }
  template <typename Tag> void operator()(Id<Tag> &id) {
    uint64_t index = number();
    // The largest ids are what hash tables mark empty slots with.
    if (index > UINT32_MAX - 8)
      return fail("id out of range");
    id = index == 0 ? Id<Tag>() : Id<Tag>(index - 1);
  }
  // The verifier knows the last enumerator; here it only has to fit its type.
  template <typename T>
    requires std::is_enum_v<T>
  void operator()(T &value) {
    value = static_cast<T>(choice(256));
  }
  template <typename First, typename Second>
  void operator()(std::pair<First, Second> &pair) {
    (*this)(pair.first), (*this)(pair.second);
  }
  template <typename T> void operator()(std::optional<T> &value) {
    bool present = false;
    (*this)(present);
    if (present)
      (*this)(value.emplace());
  }
  template <typename T> void operator()(std::vector<T> &elements) {
    count(elements);
    for (T &element : elements)
      (*this)(element);
  }
  template <typename IdType, typename T>
  void operator()(IdVector<IdType, T> &elements) {
    elements.resize(length());
    for (T &element : elements)
      (*this)(element);
  }
  template <typename T>
    requires HasFields<Reader, T>
  void operator()(T &value) {
    if (!failed())
      fields(*this, value);
  }
  template <typename T> void count(std::vector<T> &elements) {
    elements.resize(length());
  }

private:
  void fail(const char *what) {
    if (mistake.empty())
      mistake = what;
    bytes = {};
  }
  uint64_t number() {
    uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      if (bytes.empty()) {
        fail("unexpected end");
        return 0;
      }
      uint64_t byte = static_cast<unsigned char>(bytes.front());
      bytes = bytes.drop_front();
      value |= (byte & 0x7F) << shift;
      if (byte < 0x80)
        return value;
    }
    fail("number too long");
    return 0;
  }
  uint32_t choice(uint32_t limit) {
    uint64_t value = number();
    if (value >= limit) {
      fail("choice out of range");
      return 0;
    }
    return static_cast<uint32_t>(value);
  }
  /// Every element takes a byte at least, so a length beyond what is left can
  /// only be wrong; this also bounds what is allocated.
  uint32_t length() {
    uint64_t value = number();
    if (value > bytes.size()) {
      fail("length out of range");
      return 0;
    }
    return static_cast<uint32_t>(value);
  }
  llvm::StringRef text() {
    uint32_t size = length();
    llvm::StringRef result = bytes.take_front(size);
    bytes = bytes.drop_front(size);
    return result;
  }

  llvm::StringRef bytes;
  SymbolTable &symbols;
  std::vector<SymbolId> symbolMap; // the pack's numbering → the table's
  std::string mistake;
};

llvm::Error packError(PackErrorKind kind, std::string detail = {}) {
  return llvm::make_error<PackError>(kind, std::move(detail));
}
} // namespace

llvm::Expected<Program>
program::readProgram(llvm::StringRef bytes,
                     std::shared_ptr<SymbolTable> symbols) {
  llvm::StringRef magic(PackMagic, sizeof PackMagic);
  if (!bytes.starts_with(magic))
    return packError(bytes.size() < magic.size() && magic.starts_with(bytes) &&
                             !bytes.empty()
                         ? PackErrorKind::Truncated
                         : PackErrorKind::NotAPack);
  if (bytes.size() < PackHeaderSize)
    return packError(PackErrorKind::Truncated);
  uint32_t version = llvm::support::endian::read32le(bytes.data() + 4);
  uint64_t size = llvm::support::endian::read64le(bytes.data() + 8);
  uint64_t checksum = llvm::support::endian::read64le(bytes.data() + 16);
  if (version != PackFormatVersion)
    return packError(PackErrorKind::WrongVersion, std::to_string(version));
  llvm::StringRef payload = bytes.drop_front(PackHeaderSize);
  if (payload.size() != size)
    return packError(payload.size() < size ? PackErrorKind::Truncated
                                           : PackErrorKind::TrailingData);
  if (llvm::xxh3_64bits(payload) != checksum)
    return packError(PackErrorKind::Checksum);

  Program program;
  if (symbols)
    program.symbols = std::move(symbols);
  Reader reader(payload, *program.symbols);
  reader.readSymbols();
  fields(reader, program);
  if (!reader.failed() && !reader.atEnd())
    return packError(PackErrorKind::Malformed, "data after the last field");
  if (reader.failed())
    return packError(PackErrorKind::Malformed, reader.error());
  // Renumbered symbols are in another order.
  for (State &state : program.automaton.states)
    if (answersWithSymbol(state.question))
      std::sort(state.cases.begin(), state.cases.end(),
                [](const Case &a, const Case &b) { return a.answer < b.answer; });
  if (std::string mistake = verifyProgram(program); !mistake.empty())
    return packError(PackErrorKind::Malformed, std::move(mistake));
  program.buildIndexes();
  return program;
}
