#pragma once
// WireReader: steps through the fields of one protobuf message. Internal to kube.
//
// The input is never trusted: every length and varint is checked, and a malformed one ends the walk
// with failed() true. Groups are refused. Views point into the input. Not thread-safe.

#include <cstdint>
#include <cstring>
#include <string_view>

namespace oarlock::kube::protobuf {

enum class WireType : uint8_t { kVarint = 0, kFixed64 = 1, kBytes = 2, kFixed32 = 5 };

struct WireField {
  uint32_t number = 0;
  WireType type = WireType::kVarint;
  uint64_t scalar = 0;     // of kVarint, kFixed64 and kFixed32
  std::string_view bytes;  // of kBytes
};

class WireReader {
 public:
  explicit WireReader(std::string_view message) : rest_(message) {}

  // False at the end, or when the rest is malformed.
  bool Next(WireField& field) {
    if (rest_.empty() || failed_) return false;
    uint64_t tag = 0;
    if (!Varint(tag) || (tag >> 3) == 0 || (tag >> 3) > kHighestNumber) return Fail();
    field.number = static_cast<uint32_t>(tag >> 3);
    field.type = static_cast<WireType>(tag & 7);
    switch (field.type) {
      case WireType::kVarint: return Varint(field.scalar) || Fail();
      case WireType::kFixed64: return Fixed(8, field.scalar);
      case WireType::kFixed32: return Fixed(4, field.scalar);
      case WireType::kBytes: return Bytes(field.bytes);
    }
    return Fail();
  }

  bool failed() const { return failed_; }
  size_t left() const { return rest_.size(); }  // bytes

 private:
  static constexpr uint64_t kHighestNumber = (1u << 29) - 1;

  bool Fail() {
    failed_ = true;
    return false;
  }
  bool Varint(uint64_t& value) {
    value = 0;
    for (size_t i = 0; i < rest_.size() && i < 10; ++i) {
      const auto byte = static_cast<unsigned char>(rest_[i]);
      if (i == 9 && byte > 1) return false;
      value |= static_cast<uint64_t>(byte & 0x7f) << (7 * i);
      if (byte < 0x80) {
        rest_.remove_prefix(i + 1);
        return true;
      }
    }
    return false;
  }
  bool Fixed(size_t size, uint64_t& value) {
    if (rest_.size() < size) return Fail();
    value = 0;  // little-endian on the wire and here
    std::memcpy(&value, rest_.data(), size);
    rest_.remove_prefix(size);
    return true;
  }
  bool Bytes(std::string_view& bytes) {
    uint64_t size = 0;
    if (!Varint(size) || size > rest_.size()) return Fail();
    bytes = rest_.substr(0, static_cast<size_t>(size));
    rest_.remove_prefix(static_cast<size_t>(size));
    return true;
  }

  std::string_view rest_;
  bool failed_ = false;
};

}  // namespace oarlock::kube::protobuf
