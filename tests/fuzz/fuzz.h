#pragma once
// What the fuzz targets share. A target is one file <name>_fuzz.cc with libFuzzer's entry point;
// its seeds are in corpus/<name>/. It aborts (OARLOCK_CHECK) when a promise of the parser is
// broken. Built by clang in the preset `fuzz`; elsewhere fuzz_replay runs the same code over the
// seeds.

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace oarlock::fuzz {

// The input itself, not a copy: reading one byte past it has to be seen by ASan.
inline std::string_view TextOf(const uint8_t* data, size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

// For parsers of two texts: what stands before the first newline, and the rest.
inline std::pair<std::string_view, std::string_view> SplitFirstLine(std::string_view text) {
  const size_t end = text.find('\n');
  if (end == std::string_view::npos) return {text, text.substr(text.size())};
  return {text.substr(0, end), text.substr(end + 1)};
}

// Cuts a text into chunks; its first four bytes say how long they are, in turn.
class Chunks {
 public:
  explicit Chunks(std::string_view input)
      : sizes_(input.substr(0, 4)), rest_(input.substr(sizes_.size())) {}
  // The same text as one chunk.
  Chunks InOnePiece() const {
    Chunks whole = *this;
    whole.sizes_ = {};
    return whole;
  }
  bool empty() const { return rest_.empty(); }
  std::string_view Next() {
    size_t size = rest_.size();
    if (!sizes_.empty()) size = 1u + static_cast<uint8_t>(sizes_[turn_++ % sizes_.size()]);
    const std::string_view chunk = rest_.substr(0, size);
    rest_.remove_prefix(chunk.size());
    return chunk;
  }

 private:
  std::string_view sizes_;
  std::string_view rest_;
  size_t turn_ = 0;
};

}  // namespace oarlock::fuzz
