#include "kube/wire/json_scan.h"

#include <bit>
#include <cstring>
#include <utility>

#ifdef __x86_64__
#include <immintrin.h>
#endif

namespace oarlock::kube {
namespace {

constexpr uint64_t kOnes = 0x0101010101010101;
constexpr uint64_t kHighs = 0x8080808080808080;

// Not zero when one of the eight bytes is `c`.
uint64_t HasByte(uint64_t word, char c) {
  const uint64_t x = word ^ (kOnes * static_cast<unsigned char>(c));
  return (x - kOnes) & ~x & kHighs;
}

constexpr std::ptrdiff_t kBlock = 64;

#ifdef __x86_64__

#define OARLOCK_AVX2 __attribute__((target("avx2,popcnt")))

bool HasAvx2() {
  static const bool has = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt");
  return has;
}

// One bit for each byte of a block.
struct BlockMasks {
  uint64_t quotes;
  uint64_t backslashes;
  uint64_t opens;
  uint64_t closes;
};

OARLOCK_AVX2 inline uint64_t MaskOf(__m256i low, __m256i high, char c) {
  const __m256i wanted = _mm256_set1_epi8(c);
  const auto half = [wanted](__m256i bytes) OARLOCK_AVX2 {
    return static_cast<uint32_t>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(bytes, wanted)));
  };
  return half(low) | uint64_t{half(high)} << 32;
}

OARLOCK_AVX2 inline BlockMasks Classify(const char* p) {
  __m256i low;
  __m256i high;
  std::memcpy(&low, p, sizeof low);
  std::memcpy(&high, p + sizeof low, sizeof high);
  // The bit that tells `[` from `{`, and `]` from `}`.
  const __m256i fold = _mm256_set1_epi8(0x20);
  const __m256i low_folded = _mm256_or_si256(low, fold);
  const __m256i high_folded = _mm256_or_si256(high, fold);
  return {MaskOf(low, high, '"'), MaskOf(low, high, '\\'), MaskOf(low_folded, high_folded, '{'),
          MaskOf(low_folded, high_folded, '}')};
}

// The bytes that a backslash before them escapes, where runs of backslashes escape each other.
// `carry`: whether the first byte is, and on return whether the one behind the block is.
inline uint64_t Escaped(uint64_t backslashes, bool& carry) {
  if (backslashes == 0) return std::exchange(carry, false) ? 1 : 0;
  constexpr uint64_t kEven = 0x5555555555555555;
  const uint64_t first = carry ? 1 : 0;
  backslashes &= ~first;
  const uint64_t follows = backslashes << 1 | first;
  const uint64_t odd_starts = backslashes & ~kEven & ~follows;
  uint64_t from_even = 0;
  carry = __builtin_add_overflow(odd_starts, backslashes, &from_even);
  return (kEven ^ (from_even << 1)) & follows;
}

// Bit i: whether an odd number of bits up to i is set.
inline uint64_t PrefixXor(uint64_t bits) {
  for (int shift = 1; shift < 64; shift *= 2) bits ^= bits << shift;
  return bits;
}

#endif

bool EndsScalar(char c) { return IsJsonSpace(c) || c == ',' || c == '}' || c == ']'; }

}  // namespace

const char* FindQuoteOrBackslash(const char* p, const char* end) {
  while (end - p >= 8) {
    uint64_t word = 0;
    std::memcpy(&word, p, sizeof word);
    if ((HasByte(word, '"') | HasByte(word, '\\')) != 0) break;
    p += 8;
  }
  while (p != end && *p != '"' && *p != '\\') ++p;
  return p;
}

// From inside a string to the byte after its closing quote, or `end`.
const char* JsonNesting::SkipString(const char* p, const char* end) {
  while (p != end) {
    if (after_backslash_) {
      after_backslash_ = false;
      ++p;
      continue;
    }
    p = FindQuoteOrBackslash(p, end);
    if (p == end) break;
    if (*p++ == '"') {
      in_string_ = false;
      break;
    }
    after_backslash_ = true;
  }
  return p;
}

#ifdef __x86_64__
// A block with a backslash outside of a string is no JSON, and left to ScanBytes, so that where a
// value ends never depends on how the input is cut.
OARLOCK_AVX2 const char* JsonNesting::ScanBlocks(const char* p, const char* end) {
  for (; end - p >= kBlock; p += kBlock) {
    const BlockMasks block = Classify(p);
    bool escape = after_backslash_;
    const uint64_t escaped = Escaped(block.backslashes, escape);
    uint64_t in_string = PrefixXor(block.quotes & ~escaped);
    if (in_string_) in_string = ~in_string;
    if ((block.backslashes & ~in_string) != 0) break;
    const uint64_t opens = block.opens & ~in_string;
    const uint64_t closes = block.closes & ~in_string;
    const auto closing = static_cast<uint64_t>(std::popcount(closes));
    if (closing >= depth_) break;  // it may end here
    depth_ += static_cast<uint64_t>(std::popcount(opens)) - closing;
    in_string_ = (in_string >> 63) != 0;
    after_backslash_ = escape;
  }
  return p;
}
#endif

const char* JsonNesting::Scan(const char* p, const char* end) {
#ifdef __x86_64__
  if (HasAvx2()) {
    while (end - p >= kBlock) {
      p = ScanBlocks(p, end);
      if (end - p < kBlock) break;
      if (const char* const after = ScanBytes(p, p + kBlock)) return after;
      p += kBlock;
    }
  }
#endif
  return ScanBytes(p, end);
}

const char* JsonNesting::ScanBytes(const char* p, const char* end) {
  while (p != end) {
    if (in_string_) {
      p = SkipString(p, end);
      continue;
    }
    const char c = *p++;
    if (c == '"') {
      in_string_ = true;
    } else if (c == '{' || c == '[') {
      ++depth_;
    } else if ((c == '}' || c == ']') && --depth_ == 0) {
      return p;
    }
  }
  return nullptr;
}

void JsonCursor::SkipSpace() {
  while (p_ != end_ && IsJsonSpace(*p_)) ++p_;
}

bool JsonCursor::Take(char c) {
  SkipSpace();
  if (p_ == end_ || *p_ != c) return false;
  ++p_;
  return true;
}

bool JsonCursor::TakeString(std::string_view& raw) {
  if (!Take('"')) return false;
  const char* const start = p_;
  for (const char* p = start; (p = FindQuoteOrBackslash(p, end_)) != end_; ++p) {
    if (*p == '"') {
      raw = {start, static_cast<size_t>(p - start)};
      p_ = p + 1;
      return true;
    }
    if (++p == end_) break;
  }
  return false;
}

bool JsonCursor::TakeValue(std::string_view& raw) {
  SkipSpace();
  if (p_ == end_) return false;
  const char* const start = p_;
  if (*p_ == '"') {
    std::string_view inner;
    if (!TakeString(inner)) return false;
  } else if (*p_ == '{' || *p_ == '[') {
    JsonNesting nesting;
    const char* const after = nesting.Scan(p_, end_);
    if (after == nullptr) return false;
    p_ = after;
  } else {
    while (p_ != end_ && !EndsScalar(*p_)) ++p_;
  }
  raw = {start, static_cast<size_t>(p_ - start)};
  return !raw.empty();
}

bool JsonCursor::AtEnd() {
  SkipSpace();
  return p_ == end_;
}

}  // namespace oarlock::kube
