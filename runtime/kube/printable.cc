#include "kube/printable.h"

namespace oarlock::kube {
namespace {

bool IsContinuation(char c) { return (static_cast<unsigned char>(c) & 0xC0u) == 0x80u; }

// Bytes of the character at the front; 0 when there is no valid one.
size_t CharacterBytes(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  if (lead < 0x80) return 1;
  const size_t bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < bytes) return 0;
  for (size_t i = 1; i < bytes; ++i) {
    if (!IsContinuation(text[i])) return 0;
  }
  const auto second = static_cast<unsigned char>(text[1]);
  const bool overlong = (lead == 0xE0 && second < 0xA0) || (lead == 0xF0 && second < 0x90);
  const bool outside = (lead == 0xED && second > 0x9F) || (lead == 0xF4 && second > 0x8F);
  return overlong || outside ? 0 : bytes;
}

}  // namespace

std::string PrintableText(std::string_view text, size_t bytes) {
  std::string out;
  while (!text.empty()) {
    const size_t length = CharacterBytes(text);
    const size_t taken = length == 0 ? 1 : length;
    if (out.size() + taken > bytes) return out + "...";
    const auto first = static_cast<unsigned char>(text[0]);
    if (length == 0) {
      out += '?';
    } else if (first < 0x20 || first == 0x7F) {
      out += ' ';
    } else {
      out.append(text.substr(0, length));
    }
    text.remove_prefix(taken);
  }
  return out;
}

}  // namespace oarlock::kube
