#include "kube/tape/tape_builder.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <string>

#include "base/check.h"
#include "kube/tape/object_block.h"
#include "kube/tape/tape.h"

namespace oarlock::kube {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

size_t SkipDigits(std::string_view text, size_t at) {
  while (at < text.size() && IsDigit(text[at])) ++at;
  return at;
}

// A decimal number as its significant digits and the power of ten of the digit before the point.
struct Decimal {
  std::string digits;  // no zeros at either end; empty for zero
  int64_t exponent = 0;
  bool negative = false;
  friend bool operator==(const Decimal&, const Decimal&) = default;
};

Decimal Normalise(std::string_view text) {
  Decimal out;
  size_t at = 0;
  if (at < text.size() && text[at] == '-') {
    out.negative = true;
    ++at;
  }
  int64_t point = 0;
  bool after_point = false;
  for (; at < text.size() && (IsDigit(text[at]) || text[at] == '.'); ++at) {
    if (text[at] == '.') {
      after_point = true;
      continue;
    }
    out.digits.push_back(text[at]);
    if (!after_point) ++point;
  }
  int64_t exponent = 0;
  if (at < text.size()) {  // 'e' or 'E'
    at += text[at + 1] == '+' ? 2u : 1u;
    std::from_chars(text.data() + at, text.data() + text.size(), exponent);
  }
  const size_t lead = std::min(out.digits.find_first_not_of('0'), out.digits.size());
  out.digits.erase(0, lead);
  out.digits.erase(out.digits.find_last_not_of('0') + 1);
  if (!out.digits.empty()) out.exponent = exponent + point - static_cast<int64_t>(lead);
  return out;
}

// Whether a double holds exactly what the text says, so that printing it again loses nothing.
bool FitsDouble(std::string_view text) {
  double value = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
  if (parsed.ec != std::errc()) return false;
  std::array<char, 64> buffer{};
  const auto printed = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                     std::chars_format::scientific);
  if (printed.ec != std::errc()) return false;
  return Normalise(text) == Normalise({buffer.data(), printed.ptr});
}

ValueType ClassifyNumber(std::string_view text) {
  const char* const end = text.data() + text.size();
  if (text.find_first_of(".eE") == std::string_view::npos && text != "-0") {
    int64_t i = 0;
    if (std::from_chars(text.data(), end, i).ec == std::errc()) return ValueType::kInt;
    uint64_t u = 0;
    const auto parsed = std::from_chars(text.data(), end, u);
    if (parsed.ec == std::errc() && parsed.ptr == end) return ValueType::kUint;
  }
  return FitsDouble(text) ? ValueType::kDouble : ValueType::kNumberText;
}

}  // namespace

bool IsJsonNumber(std::string_view text) {
  size_t at = !text.empty() && text[0] == '-' ? 1 : 0;
  size_t end = SkipDigits(text, at);
  if (end == at || (text[at] == '0' && end - at > 1)) return false;
  if (end < text.size() && text[end] == '.') {
    at = end + 1;
    end = SkipDigits(text, at);
    if (end == at) return false;
  }
  if (end < text.size() && (text[end] == 'e' || text[end] == 'E')) {
    at = end + 1;
    if (at < text.size() && (text[at] == '+' || text[at] == '-')) ++at;
    end = SkipDigits(text, at);
    if (end == at) return false;
  }
  return end == text.size();
}

void TapeBuilder::Reset() {
  if (tape_.capacity() > kScratchBytesKept) tape_ = {};
  if (entries_.capacity() > kScratchBytesKept / sizeof(uint32_t)) entries_ = {};
  if (index_.capacity() > kScratchBytesKept / sizeof(uint32_t)) index_ = {};
  tape_.assign(tape::kWordBytes, std::byte{0});  // node 0: missing
  entries_.clear();
  frames_.clear();
  root_ = 0;
  nodes_ = 0;
  text_bytes_ = 0;
  status_ = {};
}

void TapeBuilder::Begin(bool is_map) {
  if (!CountNode(0)) return;
  if (frames_.size() >= kObjectDepthMax) {
    status_ = {base::StatusCode::kTooLarge,
               "nested deeper than " + std::to_string(kObjectDepthMax) + " levels"};
    return;
  }
  frames_.push_back({is_map, entries_.size()});
}

void TapeBuilder::Key(std::string_view key) {
  if (!CountNode(key.size())) return;
  OARLOCK_CHECK(!frames_.empty() && frames_.back().is_map);
  OARLOCK_CHECK((entries_.size() - frames_.back().first_entry) % 2 == 0);
  entries_.push_back(WriteText(ValueType::kString, key));
}

uint32_t TapeBuilder::EndMap() { return End(true); }
uint32_t TapeBuilder::EndArray() { return End(false); }

uint32_t TapeBuilder::End(bool is_map) {
  if (!ok()) return 0;
  OARLOCK_CHECK(!frames_.empty() && frames_.back().is_map == is_map);
  const size_t first = frames_.back().first_entry;
  const size_t entries = entries_.size() - first;
  OARLOCK_CHECK(!is_map || entries % 2 == 0);
  const auto count = static_cast<uint32_t>(is_map ? entries / 2 : entries);
  const auto node = static_cast<uint32_t>(tape_.size());
  const uint32_t word = tape::MakeWord(is_map ? ValueType::kMap : ValueType::kArray, count);
  Append(&word, sizeof word);
  Append(entries_.data() + first, entries * sizeof(uint32_t));
  if (is_map && count > tape::kMapIndexMin) WriteMapIndex(node, count);
  entries_.resize(first);
  frames_.pop_back();
  return Place(node);
}

void TapeBuilder::WriteMapIndex(uint32_t node, uint32_t count) {
  index_.resize(count);
  for (uint32_t i = 0; i < count; ++i) index_[i] = i;
  const auto key_of = [&](uint32_t i) {
    return TextOf(tape::ReadWord(tape_.data(), node + tape::kWordBytes * (1 + 2 * i)));
  };
  std::sort(index_.begin(), index_.end(), [&](uint32_t a, uint32_t b) {
    const int order = key_of(a).compare(key_of(b));
    return order != 0 ? order < 0 : a < b;
  });
  Append(index_.data(), count * sizeof(uint32_t));
}

uint32_t TapeBuilder::Int(int64_t value) { return AddText(ValueType::kInt, std::to_string(value)); }

uint32_t TapeBuilder::Uint(uint64_t value) { return Number(std::to_string(value)); }

uint32_t TapeBuilder::Number(std::string_view text) {
  OARLOCK_CHECK(IsJsonNumber(text));
  return AddText(ClassifyNumber(text), text);
}

uint32_t TapeBuilder::AddWord(ValueType type, uint32_t count) {
  if (!CountNode(0)) return 0;
  const auto node = static_cast<uint32_t>(tape_.size());
  const uint32_t word = tape::MakeWord(type, count);
  Append(&word, sizeof word);
  return Place(node);
}

uint32_t TapeBuilder::AddText(ValueType type, std::string_view text) {
  if (!CountNode(text.size())) return 0;
  return Place(WriteText(type, text));
}

uint32_t TapeBuilder::WriteText(ValueType type, std::string_view text) {
  const size_t node = tape_.size();
  const size_t padded = (text.size() + tape::kWordBytes - 1) / tape::kWordBytes * tape::kWordBytes;
  tape_.resize(node + tape::kWordBytes + padded);  // the padding is zero
  const uint32_t word = tape::MakeWord(type, static_cast<uint32_t>(text.size()));
  std::memcpy(tape_.data() + node, &word, sizeof word);
  if (!text.empty()) std::memcpy(tape_.data() + node + sizeof word, text.data(), text.size());
  return static_cast<uint32_t>(node);
}

void TapeBuilder::MoveLastMembersToFront(uint32_t count) {
  if (!ok() || count == 0) return;
  OARLOCK_CHECK(!frames_.empty() && frames_.back().is_map);
  OARLOCK_CHECK(entries_.size() - frames_.back().first_entry >= 2 * size_t{count});
  const auto first = entries_.begin() + static_cast<std::ptrdiff_t>(frames_.back().first_entry);
  std::rotate(first, entries_.end() - static_cast<std::ptrdiff_t>(2 * count), entries_.end());
}

void TapeBuilder::Append(const void* data, size_t size) {
  const auto* bytes = static_cast<const std::byte*>(data);
  tape_.insert(tape_.end(), bytes, bytes + size);
}

// The limits keep every offset and count far inside 32 and 28 bits.
bool TapeBuilder::CountNode(size_t text_bytes) {
  if (!ok()) return false;
  ++nodes_;
  if (nodes_ > nodes_max_) {
    status_ = {base::StatusCode::kTooLarge, "more than " + std::to_string(nodes_max_) + " values"};
  } else if (text_bytes > kObjectBytesMax || text_bytes_ + text_bytes > kObjectBytesMax) {
    status_ = {base::StatusCode::kTooLarge,
               "more than " + std::to_string(kObjectBytesMax) + " bytes of text"};
  }
  text_bytes_ += text_bytes;
  return ok();
}

uint32_t TapeBuilder::Place(uint32_t node) {
  if (frames_.empty()) {
    OARLOCK_CHECK(root_ == 0);
    root_ = node;
  } else {
    const Frame& frame = frames_.back();
    const bool after_key = (entries_.size() - frame.first_entry) % 2 == 1;
    OARLOCK_CHECK(!frame.is_map || after_key);
    entries_.push_back(node);
  }
  return node;
}

std::string_view TapeBuilder::TextOf(uint32_t node) const {
  return tape::TextAt(tape_.data(), node);
}

base::Result<Object> TapeBuilder::Finish() {
  if (!ok()) {
    base::Status status = std::move(status_);
    Reset();
    return status;
  }
  OARLOCK_CHECK(frames_.empty() && root_ != 0);
  Object object(Object::Block::Create(tape_, root_));
  Reset();
  return object;
}

}  // namespace oarlock::kube
