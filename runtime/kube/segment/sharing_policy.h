#pragma once
// What is worth sharing: a content that comes a second time, at a place where that happens.
//
// SeenFilter remembers the hashes of recent contents, one in each entry, and forgets by
// overwriting: the second copy of a content is shared, the first stays where it is. PlaceHabits
// counts for each place in a document ("metadata.name", "spec.containers") how often its content
// was known, so that the places of unique values cost nothing but a sample: of strings those of
// some contents, or what comes every thousand objects would never be seen twice; of containers a
// row of them from time to time. Both may be wrong in either direction: that costs memory or time,
// never correctness.
//
// Used by SegmentCore; not thread-safe; no errors. Limits: kSeenFilterMax, kPlacesMax.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

namespace oarlock::kube::segment {

// Entries of four bytes.
inline constexpr size_t kSeenFilterMax = size_t{1} << 17;
// Entries of twelve bytes; past it the place with the fewest tries makes room.
inline constexpr size_t kPlacesMax = 4096;

class SeenFilter {
 public:
  // Whether this hash came lately; it has come now.
  bool Seen(uint64_t hash) {
    uint32_t& entry = tags_[static_cast<size_t>(hash) & (tags_.size() - 1)];
    const uint32_t tag = static_cast<uint32_t>(hash >> 32) | 1u;
    if (entry == tag) return true;
    entry = tag;
    return false;
  }
  // More objects have more contents between two that are equal.
  void FitTo(size_t objects) {
    size_t size = tags_.size();
    while (size < kSeenFilterMax && size < 8 * objects) size *= 2;
    if (size > tags_.size()) tags_.assign(size, 0);
  }
  size_t bytes() const { return tags_.size() * sizeof(uint32_t); }

 private:
  std::vector<uint32_t> tags_ = std::vector<uint32_t>(1024);
};

class PlaceHabits {
 public:
  bool IsWorthATry(uint32_t place) {
    Entry& entry = EntryOf(place);
    if (Repeats(entry)) return true;
    if (++entry.skipped == kSkipped) entry = {entry.place};
    return false;
  }
  bool IsWorthATry(uint32_t place, std::string_view text) {
    return Repeats(EntryOf(place)) || IsSample(text);
  }
  void Count(uint32_t place, bool hit) {
    Entry& entry = EntryOf(place);
    if (++entry.tries == kTriesBeforeHalving) {
      entry.tries /= 2;
      entry.hits /= 2;
    }
    if (hit) ++entry.hits;
  }
  size_t bytes() const { return entries_.size() * sizeof(Entry); }

 private:
  static constexpr uint16_t kTriesFirst = 64;
  static constexpr uint16_t kTriesBeforeHalving = 1024;
  static constexpr uint16_t kHitsOneIn = 8;
  static constexpr uint16_t kSkipped = 2048;
  static constexpr uint32_t kSampleOneIn = 32;
  static constexpr size_t kProbes = 8;
  struct Entry {
    uint32_t place = 0;  // 0 = free
    uint16_t tries = 0;
    uint16_t hits = 0;
    uint16_t skipped = 0;
  };

  static bool Repeats(const Entry& entry) {
    return entry.tries < kTriesFirst || entry.hits * kHitsOneIn >= entry.tries;
  }
  // By bytes from all over it: names of one place share their ends.
  static bool IsSample(std::string_view text) {
    uint32_t sum = static_cast<uint32_t>(text.size());
    for (const size_t at : {text.size() / 4, text.size() / 2, text.size() - text.size() / 4}) {
      uint32_t part = 0;
      std::memcpy(&part, text.data() + at, std::min(text.size() - at, sizeof part));
      sum = (sum ^ part) * 0x9E3779B1u;
    }
    return (sum >> 16) % kSampleOneIn == 0;
  }
  Entry& At(uint32_t place, size_t i) { return entries_[(place + i) & (entries_.size() - 1)]; }
  Entry& EntryOf(uint32_t place) {
    place |= 1u;
    Entry* least = &At(place, 0);
    for (size_t i = 0; i < kProbes; ++i) {
      Entry& entry = At(place, i);
      if (entry.place == place) return entry;
      if (entry.place == 0 || entry.tries < least->tries) least = &entry;
      if (entry.place == 0) break;
    }
    if (least->place != 0 && entries_.size() < kPlacesMax) {
      Grow();
      return EntryOf(place);
    }
    *least = {place};
    return *least;
  }
  void Grow() {
    const std::vector<Entry> old = std::exchange(entries_, std::vector<Entry>(entries_.size() * 2));
    for (const Entry& entry : old) {
      for (size_t i = 0; entry.place != 0 && i < kProbes; ++i) {
        if (At(entry.place, i).place != 0) continue;
        At(entry.place, i) = entry;
        break;
      }
    }
  }

  std::vector<Entry> entries_ = std::vector<Entry>(256);
};

}  // namespace oarlock::kube::segment
