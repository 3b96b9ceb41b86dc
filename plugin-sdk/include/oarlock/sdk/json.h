#pragma once
// Building JSON text for patches and new objects: a small writer, quoting, JSON Pointer escapes.
//
// The writer puts commas and quotes; it does not check the nesting. Threads: values.

#include <charconv>
#include <concepts>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace oarlock::sdk {

inline void AppendJsonString(std::string& out, std::string_view text) {
  static constexpr char kHex[] = "0123456789abcdef";
  out += '"';
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (byte < 0x20) {
      out += "\\u00";
      out += kHex[byte >> 4u];
      out += kHex[byte & 15u];
    } else {
      out += c;
    }
  }
  out += '"';
}

inline std::string JsonQuote(std::string_view text) {
  std::string out;
  AppendJsonString(out, text);
  return out;
}

// One segment of a JSON Pointer: `~` becomes `~0`, `/` becomes `~1`.
inline std::string EscapePointerSegment(std::string_view segment) {
  std::string out;
  for (const char c : segment) {
    if (c == '~') {
      out += "~0";
    } else if (c == '/') {
      out += "~1";
    } else {
      out += c;
    }
  }
  return out;
}

inline std::string JoinPointer(std::initializer_list<std::string_view> segments) {
  std::string out;
  for (const std::string_view segment : segments) out += "/" + EscapePointerSegment(segment);
  return out;
}

// JsonWriter w; w.Object().Key("metadata").Object().Member("name", "a").End().End(); w.text()
class JsonWriter {
 public:
  JsonWriter& Object() { return Open('{', '}'); }
  JsonWriter& Array() { return Open('[', ']'); }
  // Closes the innermost object or array.
  JsonWriter& End() {
    out_ += closers_.back();
    closers_.pop_back();
    comma_ = true;
    return *this;
  }
  JsonWriter& Key(std::string_view key) {
    Separate();
    AppendJsonString(out_, key);
    out_ += ':';
    comma_ = false;
    return *this;
  }
  JsonWriter& Value(std::string_view text) {
    Separate();
    AppendJsonString(out_, text);
    return *this;
  }
  JsonWriter& Value(const char* text) { return Value(std::string_view(text)); }
  JsonWriter& Value(bool value) { return Raw(value ? "true" : "false"); }
  JsonWriter& Value(std::integral auto value) {
    char digits[24];
    const auto end = std::to_chars(digits, digits + sizeof(digits), value).ptr;
    return Raw({digits, static_cast<size_t>(end - digits)});
  }
  JsonWriter& Null() { return Raw("null"); }
  // JSON text, as it is.
  JsonWriter& Raw(std::string_view json) {
    Separate();
    out_ += json;
    return *this;
  }
  template <typename T>
  JsonWriter& Member(std::string_view key, T&& value) {
    return Key(key).Value(std::forward<T>(value));
  }

  const std::string& text() const { return out_; }

 private:
  JsonWriter& Open(char open, char close) {
    Separate();
    out_ += open;
    closers_ += close;
    comma_ = false;
    return *this;
  }
  void Separate() {
    if (comma_) out_ += ',';
    comma_ = true;
  }

  std::string out_;
  std::string closers_;
  bool comma_ = false;
};

}  // namespace oarlock::sdk
