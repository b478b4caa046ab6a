// SPDX-License-Identifier: Apache-2.0
#include "runtime/program/ProgramReader.h"
#include "runtime/program/PackFormat.h"
#include "runtime/program/ProgramFields.h"
#include "runtime/program/ProgramVerifier.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"
#include <algorithm>
#include <bit>

using namespace adopter;
using namespace adopter::program;

char PackError::ID = 0;

void PackError::log(llvm::raw_ostream &os) const {
  os << diagName(kind);
  for (const std::string &detail : details)
    os << ' ' << detail;
}

std::error_code PackError::convertToErrorCode() const {
  return std::make_error_code(std::errc::invalid_argument);
}

void program::reportPackError(llvm::Error error, llvm::StringRef name,
                              DiagnosticEngine &diags) {
  llvm::handleAllErrors(
      std::move(error),
      [&](const PackError &pack) {
        switch (pack.kind) {
        case DiagKind::pack_wrong_version:
          diags.report({}, pack.kind, name, pack.details[0], pack.details[1],
                       adopterVersion(), PackFormatVersion);
          break;
        case DiagKind::pack_malformed:
          diags.report({}, pack.kind, name, pack.details[0]);
          break;
        default:
          diags.report({}, pack.kind, name);
          break;
        }
      },
      [&](const llvm::ErrorInfoBase &other) {
        diags.report({}, DiagKind::cannot_read_file, name, other.message());
      });
}

namespace {
/// Archive that fills each field from bytes. After the first mistake every
/// further field is left as it is.
class Reader {
public:
  Reader(llvm::StringRef bytes, SymbolTable &symbols)
      : bytes(bytes), symbols(symbols) {}

  bool failed() const { return mistake != nullptr; }
  const char *error() const { return mistake; }
  bool atEnd() const { return bytes.empty(); }

  void readSymbols() {
    uint32_t size = length();
    symbolMap.reserve(size);
    for (uint32_t i = 0; i < size && !failed(); ++i)
      symbolMap.push_back(symbols.intern(text()));
  }
  uint64_t fixed() {
    if (bytes.size() < 8) {
      fail("unexpected_end");
      return 0;
    }
    uint64_t value = llvm::support::endian::read64le(bytes.data());
    bytes = bytes.drop_front(8);
    return value;
  }
  llvm::StringRef text() {
    uint32_t size = length();
    llvm::StringRef result = bytes.take_front(size);
    bytes = bytes.drop_front(size);
    return result;
  }

  void operator()(uint32_t &value) {
    uint64_t wide = number();
    if (wide > UINT32_MAX)
      return fail("number_out_of_range");
    value = static_cast<uint32_t>(wide);
  }
  void operator()(int64_t &value) {
    uint64_t wide = number();
    value = static_cast<int64_t>(wide >> 1) ^ -static_cast<int64_t>(wide & 1);
  }
  void operator()(bool &value) { value = choice(2) != 0; }
  void operator()(double &value) { value = std::bit_cast<double>(fixed()); }
  void operator()(std::string &value) { value = text().str(); }
  void operator()(Constant &c) {
    (*this)(c.kind), (*this)(c.integer), (*this)(c.number), (*this)(c.string);
  }
  void operator()(SymbolId &symbol) {
    uint64_t index = number();
    if (index > symbolMap.size())
      return fail("symbol_out_of_range");
    symbol = index == 0 ? SymbolId() : symbolMap[index - 1];
  }
  template <typename Tag> void operator()(Id<Tag> &id) {
    uint64_t index = number();
    // The largest ids are what hash tables mark empty slots with.
    if (index > UINT32_MAX - 8)
      return fail("id_out_of_range");
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
    uint32_t size = length();
    elements.reserve(std::min(size, MaxTrustedLength));
    for (uint32_t i = 0; i < size && !failed(); ++i)
      (*this)(elements.emplace_back());
  }
  template <typename IdType, typename T>
  void operator()(IdVector<IdType, T> &elements) {
    uint32_t size = length();
    elements.reserve(std::min(size, MaxTrustedLength));
    for (uint32_t i = 0; i < size && !failed(); ++i)
      (*this)(elements[elements.add(T())]);
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
  /// Memory is set aside for so many elements at most before they are there:
  /// one takes more of it than of the file.
  static constexpr uint32_t MaxTrustedLength = 4096;

  void fail(const char *what) {
    if (!mistake)
      mistake = what;
    bytes = {};
  }
  uint64_t number() {
    if (!bytes.empty() && static_cast<unsigned char>(bytes.front()) < 0x80) {
      uint64_t value = static_cast<unsigned char>(bytes.front());
      bytes = bytes.drop_front();
      return value;
    }
    return longNumber();
  }
  uint64_t longNumber() {
    uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      if (bytes.empty()) {
        fail("unexpected_end");
        return 0;
      }
      uint64_t byte = static_cast<unsigned char>(bytes.front());
      bytes = bytes.drop_front();
      value |= (byte & 0x7F) << shift;
      if (byte < 0x80)
        return value;
    }
    fail("number_too_long");
    return 0;
  }
  uint32_t choice(uint32_t limit) {
    uint64_t value = number();
    if (value >= limit) {
      fail("choice_out_of_range");
      return 0;
    }
    return static_cast<uint32_t>(value);
  }
  /// Every element takes a byte at least, so a length beyond what is left can
  /// only be wrong.
  uint32_t length() {
    uint64_t value = number();
    if (value > bytes.size()) {
      fail("length_out_of_range");
      return 0;
    }
    return static_cast<uint32_t>(value);
  }

  llvm::StringRef bytes;
  SymbolTable &symbols;
  std::vector<SymbolId> symbolMap; // the pack's numbering → the table's
  const char *mistake = nullptr;
};

llvm::Error packError(DiagKind kind, std::vector<std::string> details = {}) {
  return llvm::make_error<PackError>(kind, std::move(details));
}

/// Says whose pack it is, as far as that can be read.
llvm::Error wrongVersion(uint32_t format, llvm::StringRef payload) {
  SymbolTable unused;
  std::string writer = Reader(payload, unused).text().str();
  bool isVersion =
      !writer.empty() && writer.size() < 32 &&
      llvm::all_of(
          writer,
          [](char c) {
            return llvm::isAlnum(c) || c == '.' || c == '-' || c == '+';
          });
  return packError(DiagKind::pack_wrong_version,
                   {isVersion ? writer : "?", std::to_string(format)});
}
} // namespace

llvm::Expected<Program>
program::readProgram(llvm::StringRef bytes,
                     std::shared_ptr<SymbolTable> symbols) {
  llvm::StringRef magic(PackMagic, sizeof PackMagic);
  if (!bytes.starts_with(magic)) {
    bool isCut = !bytes.empty() && magic.starts_with(bytes);
    return packError(isCut ? DiagKind::pack_truncated
                           : DiagKind::pack_not_a_pack);
  }
  if (bytes.size() < PackHeaderSize)
    return packError(DiagKind::pack_truncated);
  uint32_t version = llvm::support::endian::read32le(bytes.data() + 4);
  uint64_t size = llvm::support::endian::read64le(bytes.data() + 8);
  uint64_t checksum = llvm::support::endian::read64le(bytes.data() + 16);
  llvm::StringRef payload = bytes.drop_front(PackHeaderSize);
  if (version != PackFormatVersion)
    return wrongVersion(version, payload);
  if (payload.size() != size)
    return packError(payload.size() < size ? DiagKind::pack_truncated
                                           : DiagKind::pack_trailing_data);
  if (llvm::xxHash64(payload) != checksum)
    return packError(DiagKind::pack_checksum_mismatch);

  Program program;
  if (symbols)
    program.symbols = std::move(symbols);
  Reader reader(payload, *program.symbols);
  reader.text(); // who wrote it
  if (reader.fixed() != packVocabulary() && !reader.failed())
    return wrongVersion(version, payload);
  reader.readSymbols();
  fields(reader, program);
  if (reader.failed())
    return packError(DiagKind::pack_malformed, {reader.error()});
  if (!reader.atEnd())
    return packError(DiagKind::pack_malformed, {"data_after_last_field"});
  // Renumbered symbols are in another order.
  for (State &state : program.automaton.states)
    if (answersWithSymbol(state.question))
      std::sort(
          state.cases.begin(), state.cases.end(),
          [](const Case &a, const Case &b) { return a.answer < b.answer; });
  if (std::string mistake = verifyProgram(program); !mistake.empty())
    return packError(DiagKind::pack_malformed, {std::move(mistake)});
  program.buildIndexes();
  return program;
}
