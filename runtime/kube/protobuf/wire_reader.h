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
  explicit WireReader(std::string_view message)
      : at_(message.data()), end_(message.data() + message.size()) {}

  // False at the end, or when the rest is malformed.
  bool Next(WireField& field) {
    if (at_ == end_ || failed_) return false;
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
  size_t left() const { return static_cast<size_t>(end_ - at_); }  // bytes

 private:
  static constexpr uint64_t kHighestNumber = (1u << 29) - 1;

  bool Fail() {
    failed_ = true;
    return false;
  }
  // Nearly all are of one byte.
  bool Varint(uint64_t& value) {
    if (at_ == end_) return false;
    value = static_cast<unsigned char>(*at_);
    if (value >= 0x80) return LongVarint(value);
    ++at_;
    return true;
  }
  bool LongVarint(uint64_t& value) {
    value = 0;
    const char* p = at_;
    for (unsigned shift = 0; p != end_ && shift < 70; shift += 7) {
      const auto byte = static_cast<unsigned char>(*p++);
      if (shift == 63 && byte > 1) return false;
      value |= static_cast<uint64_t>(byte & 0x7f) << shift;
      if (byte >= 0x80) continue;
      at_ = p;
      return true;
    }
    return false;
  }
  bool Fixed(size_t size, uint64_t& value) {
    if (left() < size) return Fail();
    value = 0;  // little-endian on the wire and here
    std::memcpy(&value, at_, size);
    at_ += size;
    return true;
  }
  bool Bytes(std::string_view& bytes) {
    uint64_t size = 0;
    if (!Varint(size) || size > left()) return Fail();
    bytes = {at_, static_cast<size_t>(size)};
    at_ += size;
    return true;
  }

  const char* at_;
  const char* const end_;
  bool failed_ = false;
};

}  // namespace oarlock::kube::protobuf
