#include "kube/wire/json_scan.h"

#include <cstring>

namespace oarlock::kube {
namespace {

constexpr uint64_t kOnes = 0x0101010101010101;
constexpr uint64_t kHighs = 0x8080808080808080;

// Not zero when one of the eight bytes is `c`.
uint64_t HasByte(uint64_t word, char c) {
  const uint64_t x = word ^ (kOnes * static_cast<unsigned char>(c));
  return (x - kOnes) & ~x & kHighs;
}

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

const char* JsonNesting::Scan(const char* p, const char* end) {
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
