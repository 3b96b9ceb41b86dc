#pragma once
// Text across the boundary: oar_view in, oar_text out.
//
// Views are not copied: they live as long as what they point to. Threads: [any].

#include <algorithm>
#include <cstring>
#include <string_view>

#include "oarlock/abi/base.h"

namespace oarlock::sdk {

constexpr oar_view ToView(std::string_view text) { return {text.data(), text.size()}; }

constexpr std::string_view FromView(oar_view view) {
  return view.ptr == nullptr ? std::string_view() : std::string_view(view.ptr, view.len);
}

// Writes as much as there is room for, cut at a character. Both may be null or empty.
inline void WriteText(oar_text& out, std::string_view text) {
  out.len = 0;
  if (out.ptr == nullptr) return;
  size_t size = std::min<size_t>(text.size(), out.capacity);
  const auto continues = [&](size_t i) {
    return i < text.size() && (static_cast<unsigned char>(text[i]) & 0xC0u) == 0x80u;
  };
  while (size > 0 && size < text.size() && continues(size)) --size;
  if (size > 0) std::memcpy(out.ptr, text.data(), size);
  out.len = size;
}

// A struct of the ABI, zeroed and with its size, ready to be filled or passed.
template <typename T>
T Sized() {
  T value{};
  value.struct_size = sizeof(T);
  return value;
}

}  // namespace oarlock::sdk
