#pragma once
// Between the C ABI's types and ours: status codes, views, values, and the size rule of structs.
//
// Everything that comes from a plugin passes through here: ReadStruct and ReadArray copy what the
// other side reserved and refuse unknown flags; FillStruct gives back what fits (conventions 3-5 of
// oarlock/abi/base.h). Threads: [any], no state. Limits: kAbiArrayMax elements per array.

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "kube/object.h"
#include "oarlock/abi/abi.h"

namespace oarlock::pluginhost {

inline constexpr uint64_t kAbiArrayMax = 4096;

int32_t ToAbi(base::StatusCode code);
base::StatusCode FromAbi(int32_t status);
std::string_view AbiStatusName(int32_t status);  // "NOT_FOUND"

inline std::string_view FromView(oar_view view) {
  return view.ptr == nullptr ? std::string_view() : std::string_view(view.ptr, view.len);
}
inline std::string TextOf(oar_view view) { return std::string(FromView(view)); }
inline oar_view ToView(std::string_view text) {
  return {text.data() == nullptr ? "" : text.data(), text.size()};
}
// A view may be absent, but may not have a length without a pointer.
inline bool IsView(oar_view view) { return view.ptr != nullptr || view.len == 0; }

// Its node has no tag yet (node_tag.h).
oar_value ToAbi(kube::Value value);

// Writes what fits into the caller's room, cut at a character.
void WriteText(oar_text& text, std::string_view content);
std::string TextOf(const oar_text& text);

// How much of a struct is there: whole words, so that no pointer is read by half (convention 3).
template <typename T>
size_t ReadableSize(uint32_t struct_size) {
  return std::min<size_t>(struct_size / sizeof(uint64_t) * sizeof(uint64_t), sizeof(T));
}

// A full-size copy of `in`, zero where the other side's struct is shorter. Empty for a null
// pointer, a size below the prefix, or a flag that is not known.
template <typename T>
std::optional<T> ReadStruct(const T* in) {
  if (in == nullptr || in->struct_size < 2 * sizeof(uint32_t) || in->flags != 0) {
    return std::nullopt;
  }
  T copy{};
  std::memcpy(&copy, in, ReadableSize<T>(in->struct_size));
  copy.struct_size = sizeof(T);
  return copy;
}

// ReadStruct of options that may be left out.
template <typename T>
std::optional<T> ReadOptions(const T* in) {
  if (in != nullptr) return ReadStruct(in);
  T defaults{};
  defaults.struct_size = sizeof(T);
  return defaults;
}

template <typename T>
std::optional<std::vector<T>> ReadArray(const T* first, uint64_t count, uint64_t stride) {
  std::vector<T> copies;
  if (count == 0) return copies;
  if (first == nullptr || count > kAbiArrayMax || stride < 2 * sizeof(uint32_t)) {
    return std::nullopt;
  }
  const char* at = reinterpret_cast<const char*>(first);
  for (uint64_t i = 0; i < count; ++i, at += stride) {
    // Alignment is the plugin's promise; the size may not reach into the next element.
    T element{};
    std::memcpy(&element, at, 2 * sizeof(uint32_t));
    if (element.struct_size > stride || element.struct_size < 2 * sizeof(uint32_t) ||
        element.flags != 0) {
      return std::nullopt;
    }
    std::memcpy(&element, at, ReadableSize<T>(element.struct_size));
    element.struct_size = sizeof(T);
    copies.push_back(element);
  }
  return copies;
}

// Fills min(our size, theirs) behind the prefix and zeroes the rest of theirs.
template <typename T>
void FillStruct(T* out, const T& full) {
  constexpr size_t kPrefix = 2 * sizeof(uint32_t);
  const size_t theirs = out->struct_size;
  if (theirs <= kPrefix) return;
  const size_t common = std::min(theirs, sizeof(T));
  std::memcpy(reinterpret_cast<char*>(out) + kPrefix,
              reinterpret_cast<const char*>(&full) + kPrefix, common - kPrefix);
  if (theirs > common) std::memset(reinterpret_cast<char*>(out) + common, 0, theirs - common);
}

}  // namespace oarlock::pluginhost
