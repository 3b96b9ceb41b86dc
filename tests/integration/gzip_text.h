#pragma once
// A gzip writer without compression, whose every piece can be decoded as soon as it has come (what
// a server does that flushes after each event). For tests.

#include <cstdint>
#include <string>
#include <string_view>

namespace oarlock::integration {

inline void AppendLittle(std::string& out, uint32_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i) & 0xff);
}

class GzipText {
 public:
  static std::string Header() { return std::string("\x1f\x8b\x08\0\0\0\0\0\0\xff", 10); }

  // A stored block that is not the last one; at most 65535 bytes each.
  std::string Piece(std::string_view text) {
    std::string out;
    while (!text.empty()) {
      const std::string_view part = text.substr(0, 65535);
      const auto size = static_cast<uint32_t>(part.size());
      out += '\0';
      AppendLittle(out, size, 2);
      AppendLittle(out, ~size, 2);
      out.append(part);
      Sum(part);
      text.remove_prefix(part.size());
    }
    return out;
  }

  std::string Trailer() const {
    std::string out("\x01\x00\x00\xff\xff", 5);  // the last block, empty
    AppendLittle(out, ~crc_, 4);
    AppendLittle(out, size_, 4);
    return out;
  }

 private:
  void Sum(std::string_view text) {
    for (const char c : text) {
      crc_ ^= static_cast<unsigned char>(c);
      for (int bit = 0; bit < 8; ++bit) crc_ = crc_ >> 1 ^ (0xEDB88320u & (0u - (crc_ & 1)));
    }
    size_ += static_cast<uint32_t>(text.size());
  }

  uint32_t crc_ = 0xffffffff;
  uint32_t size_ = 0;
};

}  // namespace oarlock::integration
