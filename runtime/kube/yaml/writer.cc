#include <algorithm>
#include <array>
#include <cstdio>

#include "kube/text/utf8.h"
#include "kube/yaml.h"
#include "kube/yaml/scalar.h"

namespace oarlock::kube {
namespace {

constexpr size_t kIndent = 2;
// YAML takes a key without `?` up to 1024 characters from its start.
constexpr size_t kSimpleKeyMax = 1000;

// Characters some reader would refuse, fold or strip when they stand in the text as they are.
bool NeedsEscape(char32_t point) {
  return point < 0x20 || (point >= 0x7F && point <= 0xA0) || point == 0x2028 || point == 0x2029 ||
         point == 0xFEFF || (point >= 0xFDD0 && point <= 0xFDEF) || (point & 0xFFFEU) == 0xFFFE;
}

void AppendEscape(char32_t point, std::string& out) {
  switch (point) {
    case '\n': out += "\\n"; return;
    case '\t': out += "\\t"; return;
    case '\r': out += "\\r"; return;
    default: break;
  }
  std::array<char, 12> text{};
  std::snprintf(text.data(), text.size(), point > 0xFFFF ? "\\U%08X" : "\\u%04X",
                static_cast<unsigned>(point));
  out += text.data();
}

std::string Quoted(std::string_view text) {
  std::string out = "\"";
  for (size_t at = 0; at < text.size();) {
    const Utf8Step step = Utf8At(text, at);
    const char32_t point = step.width == 0 ? 0xFFFD : step.point;
    if (point == '"' || point == '\\') out += '\\';
    if (NeedsEscape(point)) {
      AppendEscape(point, out);
    } else {
      AppendUtf8(point, out);
    }
    at += step.width == 0 ? 1 : step.width;
  }
  return out += '"';
}

// What a literal block gives back exactly, in every reader: no space at the very start or at the
// end of a line, no empty first line, one line end at most at the end, nothing that needs an
// escape.
bool FitsLiteral(std::string_view text) {
  if (text.find('\n') == std::string_view::npos || text.front() == '\n') return false;
  if (text.ends_with("\n\n")) return false;
  for (size_t at = 0; at < text.size();) {
    const Utf8Step step = Utf8At(text, at);
    if (step.width == 0 || (step.point != '\n' && NeedsEscape(step.point))) return false;
    const bool line_end = at + 1 == text.size() || text[at + 1] == '\n';
    if (step.point == ' ' && (at == 0 || line_end)) return false;
    at += step.width;
  }
  return true;
}

class YamlWriter {
 public:
  std::string Write(Value value) {
    if (IsOpenContainer(value)) {
      Container(value, 0);
    } else {
      Scalar(value, 0);
    }
    return std::move(out_);
  }

 private:
  static bool IsOpenContainer(Value value) {
    return (value.is_map() || value.is_array()) && !value.empty();
  }
  void Pad(size_t depth) { out_.append(depth * kIndent, ' '); }

  // Starts where the first member or `-` belongs: the padding of the first line is there.
  void Container(Value value, size_t depth) {
    bool first = true;
    for (const Member& member : Members(value)) {
      if (!first) Pad(depth);
      first = false;
      if (value.is_array()) {
        out_ += "- ";
        if (IsOpenContainer(member.value)) {
          Container(member.value, depth + 1);
        } else {
          Scalar(member.value, depth + 1);
        }
      } else {
        MapMember(member, depth);
      }
    }
  }

  void MapMember(const Member& member, size_t depth) {
    const std::string key = IsSafePlain(member.key) ? std::string(member.key) : Quoted(member.key);
    if (key.size() > kSimpleKeyMax) {
      out_ += "? " + key + '\n';
      Pad(depth);
    } else {
      out_ += key;
    }
    out_ += ':';
    if (IsOpenContainer(member.value)) {
      out_ += '\n';
      Pad(depth + 1);
      Container(member.value, depth + 1);
    } else {
      out_ += ' ';
      Scalar(member.value, depth + 1);
    }
  }

  void Scalar(Value value, size_t depth) {
    if (value.is_string()) {
      String(value.AsString(), depth);
    } else {
      value.AppendJson(out_);
    }
    out_ += '\n';
  }

  void String(std::string_view text, size_t depth) {
    if (IsSafePlain(text)) {
      out_ += text;
    } else if (depth > 0 && FitsLiteral(text)) {
      Literal(text, depth);
    } else {
      out_ += Quoted(text);
    }
  }

  void Literal(std::string_view text, size_t depth) {
    const bool ends = text.ends_with('\n');
    if (ends) text.remove_suffix(1);
    out_ += ends ? "|" : "|-";
    while (true) {
      const size_t end = text.find('\n');
      const std::string_view line = text.substr(0, end);
      out_ += '\n';
      if (!line.empty()) Pad(depth);
      out_ += line;
      if (end == std::string_view::npos) return;
      text.remove_prefix(end + 1);
    }
  }

  std::string out_;
};

}  // namespace

std::string WriteYaml(Value value) { return YamlWriter().Write(value); }

}  // namespace oarlock::kube
