#include "tests/kube/sync/json_items.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace oarlock::kubetest {
namespace {

void AppendUtf8(uint32_t code, std::string& out) {
  const auto tail = [&](uint32_t shift) {
    out += static_cast<char>(0x80u | ((code >> shift) & 0x3fu));
  };
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xc0u | (code >> 6));
    tail(0);
  } else if (code < 0x10000) {
    out += static_cast<char>(0xe0u | (code >> 12));
    tail(6);
    tail(0);
  } else {
    out += static_cast<char>(0xf0u | (code >> 18));
    tail(12);
    tail(6);
    tail(0);
  }
}

void AppendCharacter(uint32_t code, std::string& out) {
  if (code >= 0x20 && code != '"' && code != '\\') return AppendUtf8(code, out);
  char text[8];
  std::snprintf(text, sizeof text, "\\u%04x", code);
  out += text;
}

uint32_t Hex4(std::string_view text) {
  return static_cast<uint32_t>(std::strtoul(std::string(text.substr(0, 4)).c_str(), nullptr, 16));
}

// `at` stands on a backslash and is moved behind the escape.
uint32_t ReadEscape(std::string_view json, size_t& at) {
  const char kind = json[at + 1];
  at += 2;
  switch (kind) {
    case 'b': return '\b';
    case 'f': return '\f';
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
    case 'u': break;
    default: return static_cast<unsigned char>(kind);
  }
  const uint32_t high = Hex4(json.substr(at));
  at += 4;
  if (high < 0xd800 || high > 0xdbff || json.substr(at, 2) != "\\u") return high;
  const uint32_t low = Hex4(json.substr(at + 2));
  at += 6;
  return 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00);
}

// Behind the value that begins at `start` with a brace; npos when it does not end.
size_t EndOfObject(std::string_view json, size_t start) {
  int depth = 0;
  bool in_string = false;
  for (size_t i = start; i < json.size(); ++i) {
    const char c = json[i];
    if (in_string) {
      if (c == '\\') ++i;
      if (c == '"') in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '{') {
      ++depth;
    } else if (c == '}' && --depth == 0) {
      return i + 1;
    }
  }
  return std::string_view::npos;
}

}  // namespace

std::string WithOneSpelling(std::string_view json) {
  std::string out;
  out.reserve(json.size());
  for (size_t i = 0; i < json.size();) {
    if (json[i] == '\\' && i + 1 < json.size()) {
      AppendCharacter(ReadEscape(json, i), out);
    } else {
      out += json[i++];
    }
  }
  return out;
}

std::map<std::string, std::string> ItemsByName(std::string_view list, std::string_view head) {
  static constexpr std::string_view kItems = "\"items\":[";
  static constexpr std::string_view kName = "{\"metadata\":{\"name\":\"";
  std::map<std::string, std::string> items;
  size_t at = list.find(kItems);
  if (at == std::string_view::npos) return {};
  at += kItems.size();
  while (at < list.size() && list[at] == '{') {
    const size_t end = EndOfObject(list, at);
    if (end == std::string_view::npos) return {};
    const std::string_view item = list.substr(at, end - at);
    if (!item.starts_with(kName)) return {};
    const std::string_view rest = item.substr(kName.size());
    items[std::string(rest.substr(0, rest.find('"')))] =
        WithOneSpelling("{" + std::string(head) + std::string(item.substr(1)));
    at = end + (end < list.size() && list[end] == ',' ? 1 : 0);
  }
  if (at >= list.size() || list[at] != ']') return {};
  return items;
}

}  // namespace oarlock::kubetest
