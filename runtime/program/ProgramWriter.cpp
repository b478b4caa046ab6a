// SPDX-License-Identifier: Apache-2.0
#include "runtime/program/ProgramWriter.h"
#include "runtime/program/PackFormat.h"
#include "runtime/program/ProgramFields.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/xxhash.h"
#include <bit>

using namespace adopter;
using namespace adopter::program;

namespace {
/// Archive that appends each field to a string.
class Writer {
public:
  explicit Writer(std::string &out) : out(out) {}

  void operator()(uint32_t value) { number(value); }
  void operator()(int32_t value) { number(zigzag(value)); }
  void operator()(int64_t value) { number(zigzag(value)); }
  void operator()(bool value) { number(value); }
  void operator()(double value) { fixed(std::bit_cast<uint64_t>(value)); }
  void operator()(llvm::StringRef text) {
    number(text.size());
    out += text;
  }
  void operator()(const std::string &text) { (*this)(llvm::StringRef(text)); }
  void operator()(const Constant &c) {
    (*this)(c.kind), (*this)(c.integer), (*this)(c.number), (*this)(c.string);
  }
  template <typename Tag> void operator()(Id<Tag> id) {
    number(uint64_t(static_cast<uint32_t>(id.raw() + 1)));
  }
  template <typename T>
    requires std::is_enum_v<T>
  void operator()(T value) {
    number(static_cast<uint64_t>(value));
  }
  template <typename First, typename Second>
  void operator()(std::pair<First, Second> &pair) {
    (*this)(pair.first), (*this)(pair.second);
  }
  template <typename T> void operator()(std::optional<T> &value) {
    (*this)(value.has_value());
    if (value)
      (*this)(*value);
  }
  template <typename T> void operator()(std::vector<T> &elements) {
    count(elements);
    for (T &element : elements)
      (*this)(element);
  }
  template <typename IdType, typename T>
  void operator()(IdVector<IdType, T> &elements) {
    number(elements.size());
    for (T &element : elements)
      (*this)(element);
  }
  template <typename T>
    requires HasFields<Writer, T>
  void operator()(T &value) {
    fields(*this, value);
  }
  template <typename T> void count(std::vector<T> &elements) {
    number(elements.size());
  }

  void fixed(uint64_t value) {
    char bytes[8];
    llvm::support::endian::write64le(bytes, value);
    out.append(bytes, sizeof bytes);
  }

private:
  template <typename T> static uint64_t zigzag(T value) {
    int64_t wide = value;
    return (static_cast<uint64_t>(wide) << 1) ^
           static_cast<uint64_t>(wide >> 63);
  }
  void number(uint64_t value) {
    for (; value >= 0x80; value >>= 7)
      out += static_cast<char>(value | 0x80);
    out += static_cast<char>(value);
  }

  std::string &out;
};
} // namespace

std::string program::writeProgram(const Program &program) {
  std::string payload;
  Writer writer(payload);
  writer(adopterVersion());
  writer.fixed(packVocabulary());
  writer(program.symbols->size());
  for (uint32_t i = 0; i < program.symbols->size(); ++i)
    writer(program.symbols->text(SymbolId(i)));
  // The field list is shared with the reader, which changes what it is given;
  // the writer does not.
  fields(writer, const_cast<Program &>(program));

  std::string pack(PackMagic, sizeof PackMagic);
  char header[PackHeaderSize - sizeof PackMagic];
  llvm::support::endian::write32le(header, PackFormatVersion);
  llvm::support::endian::write64le(header + 4, payload.size());
  llvm::support::endian::write64le(header + 12, llvm::xxHash64(payload));
  pack.append(header, sizeof header);
  return pack + payload;
}
