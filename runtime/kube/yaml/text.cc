#include "kube/yaml/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <utility>

#include "kube/text/utf8.h"

namespace oarlock::kube {
namespace {

constexpr size_t kPairBytes = 12;       // \ud83d\ude42
constexpr size_t kConvertedBytes = 10;  // \U0001f642

bool IsAllowed(char32_t point) {
  if (point < 0x20) return point == '\t' || point == '\n';
  if (point >= 0x7F && point < 0xA0) return point == 0x85;
  return point != 0xFFFE && point != 0xFFFF;
}

std::string Name(char32_t point) {
  std::array<char, 16> hex{};
  std::snprintf(hex.data(), hex.size(), "U+%04X", static_cast<unsigned>(point));
  return hex.data();
}

base::Result<std::string> FromUtf16(std::string_view raw, bool little) {
  if (raw.size() % 2 != 0) return base::InvalidArgument("UTF-16 with an odd number of bytes");
  const auto unit = [&](size_t at) -> char32_t {
    const auto first = static_cast<unsigned char>(raw[at]);
    const auto second = static_cast<unsigned char>(raw[at + 1]);
    return little ? first | (static_cast<char32_t>(second) << 8U)
                  : second | (static_cast<char32_t>(first) << 8U);
  };
  std::string out;
  out.reserve(raw.size());
  for (size_t at = 0; at < raw.size(); at += 2) {
    char32_t point = unit(at);
    if (point >= 0xD800 && point <= 0xDFFF) {
      const char32_t low = at + 2 < raw.size() ? unit(at + 2) : 0;
      if (point > 0xDBFF || low < 0xDC00 || low > 0xDFFF) {
        return base::InvalidArgument("lone surrogate at byte " + std::to_string(at + 2));
      }
      point = 0x10000 + ((point - 0xD800) << 10U) + (low - 0xDC00);
      at += 2;
    }
    AppendUtf8(point, out);
  }
  return out;
}

base::Result<std::string> ToUtf8(std::string_view raw) {
  if (raw.starts_with("\xFF\xFE")) return FromUtf16(raw.substr(2), true);
  if (raw.starts_with("\xFE\xFF")) return FromUtf16(raw.substr(2), false);
  if (raw.starts_with("\xEF\xBB\xBF")) raw.remove_prefix(3);
  return std::string(raw);
}

void NormaliseLineEnds(std::string& text) {
  size_t out = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool carriage = text[i] == '\r';
    if (carriage && i + 1 < text.size() && text[i + 1] == '\n') ++i;
    text[out++] = carriage ? '\n' : text[i];
  }
  text.resize(out);
}

void DropBlankTail(std::string& text) {
  const size_t block = text.find_last_of("|>");
  if (block == std::string::npos || text[block] != '>') return;
  const size_t last = text.find_last_not_of(" \t");
  if (last != std::string::npos && text[last] == '\n') text.resize(last + 1);
}

// "uD83D" at the backslash → the code unit, or 0.
char32_t EscapedUnit(std::string_view text, size_t at) {
  if (text.size() < at + 6 || text[at] != '\\' || text[at + 1] != 'u') return 0;
  unsigned unit = 0;
  const char* const digits = text.data() + at + 2;
  const auto [end, error] = std::from_chars(digits, digits + 4, unit, 16);
  return error == std::errc() && end == digits + 4 ? unit : 0;
}

}  // namespace

std::string PositionPrefix(std::string_view file, Position position, std::string_view path) {
  std::string out(file);
  if (position.line > 0) {
    out += ':' + std::to_string(position.line) + ':' + std::to_string(position.column);
  }
  out += ": ";
  if (!path.empty()) out.append(path).append(": ");
  return out;
}

base::Result<YamlText> YamlText::Prepare(std::string_view raw, std::string_view file) {
  YamlText out;
  out.file_ = std::string(file);
  const std::string limit = "more than " + std::to_string(kYamlBytesMax) + " bytes";
  if (raw.size() > kYamlBytesMax) {
    return base::Status(base::StatusCode::kTooLarge, out.file_ + ": " + limit);
  }
  auto text = ToUtf8(raw);
  if (!text.ok()) return text.status().WithContext(file);
  out.clean_ = std::move(text).value();
  if (out.clean_.size() > kYamlBytesMax) {
    return base::Status(base::StatusCode::kTooLarge, out.file_ + ": " + limit + " as UTF-8");
  }
  NormaliseLineEnds(out.clean_);
  DropBlankTail(out.clean_);
  const std::string& clean = out.clean_;
  for (size_t at = 0; at < clean.size();) {
    const Utf8Step step = Utf8At(clean, at);
    if (step.width == 0) return out.Error(at, {}, "this is no UTF-8 text");
    if (!IsAllowed(step.point)) {
      return out.Error(at, {},
                       "the character " + Name(step.point) +
                           " is not allowed; write it as an escape in double quotes");
    }
    if (step.point == 0xFEFF && (at == 0 || clean[at - 1] == '\n')) {
      return out.Error(at, {}, "byte order mark inside of the text; remove it");
    }
    at += step.width;
  }
  out.FindPairs();
  out.ConvertPairs();
  return out;
}

void YamlText::FindPairs() {
  size_t run = 0;  // backslashes just before: an even number leaves ours unescaped
  for (size_t at = 0; at < clean_.size(); ++at) {
    if (clean_[at] != '\\') {
      run = 0;
      continue;
    }
    const char32_t high = run % 2 == 0 ? EscapedUnit(clean_, at) : 0;
    ++run;
    if (high < 0xD800 || high > 0xDBFF) continue;
    const char32_t low = EscapedUnit(clean_, at + kPairBytes / 2);
    if (low < 0xDC00 || low > 0xDFFF) continue;
    pairs_.push_back({at, true, 0});
    at += kPairBytes - 1;
    run = 0;
  }
}

void YamlText::ConvertPairs() {
  if (pairs_.empty()) {
    text_ = clean_;
    return;
  }
  text_.clear();
  size_t from = 0;
  for (Pair& pair : pairs_) {
    if (!pair.keep) continue;
    text_.append(clean_, from, pair.clean - from);
    pair.offset = text_.size();
    const char32_t high = EscapedUnit(clean_, pair.clean);
    const char32_t low = EscapedUnit(clean_, pair.clean + kPairBytes / 2);
    const char32_t point = 0x10000 + ((high - 0xD800) << 10U) + (low - 0xDC00);
    std::array<char, kConvertedBytes + 1> escape{};
    std::snprintf(escape.data(), escape.size(), "\\U%08x", static_cast<unsigned>(point));
    text_.append(escape.data(), kConvertedBytes);
    from = pair.clean + kPairBytes;
  }
  text_.append(clean_, from);
}

bool YamlText::RestorePairs(const std::vector<size_t>& starts) {
  bool changed = false;
  for (Pair& pair : pairs_) {
    const auto after = std::upper_bound(starts.begin(), starts.end(), pair.offset);
    if (after != starts.begin() && IsDoubleQuoted(*(after - 1))) continue;
    pair.keep = false;
    changed = true;
  }
  if (!changed) return false;
  std::erase_if(pairs_, [](const Pair& pair) { return !pair.keep; });
  ConvertPairs();
  return true;
}

size_t YamlText::SkipProperties(size_t offset) const {
  const auto skip_blanks = [this](size_t at) {
    return std::min(text_.find_first_not_of(" \t\n", at), text_.size());
  };
  while (offset < text_.size() && (text_[offset] == '!' || text_[offset] == '&')) {
    offset = skip_blanks(std::min(text_.find_first_of(" \t\n", offset), text_.size()));
    while (offset < text_.size() && text_[offset] == '#') {
      offset = skip_blanks(std::min(text_.find('\n', offset), text_.size()));
    }
  }
  return offset;
}

bool YamlText::IsDoubleQuoted(size_t offset) const {
  offset = SkipProperties(offset);
  return offset < text_.size() && text_[offset] == '"';
}

YamlText::QuotedTail YamlText::TailOfQuoted(size_t offset) const {
  const size_t start = SkipProperties(offset);
  const char quote = start < text_.size() ? text_[start] : '\0';
  QuotedTail tail;
  tail.quoted = quote == '"' || quote == '\'';
  for (size_t at = start + 1; tail.quoted && at < text_.size(); ++at) {
    const char c = text_[at];
    const bool doubled = quote == '\'' && text_.compare(at, 2, "''") == 0;
    if (c == quote && !doubled) {
      tail.closed = true;
      break;
    }
    if (c == '\n') ++tail.line_ends;
    if (c == '\n' || c == ' ' || c == '\t') continue;
    tail.after_escape = quote == '"' && c == '\\';
    tail.after_text = true;
    tail.line_ends = 0;
    if (tail.after_escape || doubled) ++at;
  }
  return tail;
}

std::string YamlText::RepairFolds(const QuotedTail& tail, const std::string& value) {
  if (tail.line_ends < 2) return value;
  if (tail.after_text && !value.ends_with('\n')) return value;
  // How many the parser keeps.
  const size_t most = tail.after_escape ? 2 : tail.after_text ? 1 : 0;
  const size_t kept = std::min(tail.line_ends - 1, most);
  return value + std::string(tail.line_ends - 1 - kept, '\n');
}

std::string YamlText::RepairEscapes(const std::string& value) {
  std::string out;
  out.reserve(value.size());
  for (size_t at = 0; at < value.size();) {
    const Utf8Step step = Utf8At(value, at);
    // The text as a whole is UTF-8, so nothing else is malformed, and Latin-1 is what was meant.
    AppendUtf8(step.width != 0 ? step.point : static_cast<unsigned char>(value[at]), out);
    at += std::max<size_t>(step.width, 1);
  }
  return out;
}

size_t YamlText::ToClean(size_t offset) const {
  const auto before =
      std::lower_bound(pairs_.begin(), pairs_.end(), offset,
                       [](const Pair& pair, size_t at) { return pair.offset < at; });
  const auto count = static_cast<size_t>(before - pairs_.begin());
  return std::min(offset + count * (kPairBytes - kConvertedBytes), clean_.size());
}

Position YamlText::Advance(Position from, size_t begin, size_t end) const {
  for (size_t at = begin; at < end; ++at) {
    if (clean_[at] == '\n') {
      ++from.line;
      from.column = 1;
    } else if ((static_cast<unsigned char>(clean_[at]) & 0xC0U) != 0x80U) {
      ++from.column;
    }
  }
  return from;
}

Position YamlText::At(size_t offset) const { return Advance({1, 1}, 0, ToClean(offset)); }

std::vector<Position> YamlText::AtAll(const std::vector<size_t>& offsets) const {
  std::vector<Position> out;
  out.reserve(offsets.size());
  Position position{1, 1};
  size_t at = 0;
  for (const size_t offset : offsets) {
    const size_t clean = ToClean(offset);
    position = Advance(position, at, clean);
    at = clean;
    out.push_back(position);
  }
  return out;
}

base::Status YamlText::Error(size_t offset, std::string_view path, std::string_view message) const {
  return base::InvalidArgument(PositionPrefix(file_, At(offset), path) + std::string(message));
}

}  // namespace oarlock::kube
