#include "kube/text/utf8.h"

#include <simdjson.h>

namespace oarlock::kube {
namespace {

size_t WidthOfLead(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead < 0xE0) return 2;
  if (lead >= 0xE0 && lead < 0xF0) return 3;
  if (lead >= 0xF0 && lead < 0xF5) return 4;
  return 0;
}

bool IsScalarValue(char32_t point, size_t width) {
  if (width == 3) return point >= 0x800 && (point < 0xD800 || point > 0xDFFF);
  if (width == 4) return point >= 0x10000 && point <= 0x10FFFF;
  return true;
}

}  // namespace

Utf8Step Utf8At(std::string_view text, size_t at) {
  if (at >= text.size()) return {};
  const auto lead = static_cast<unsigned char>(text[at]);
  const size_t width = WidthOfLead(lead);
  if (width == 0 || width > text.size() - at) return {};
  if (width == 1) return {lead, 1};
  char32_t point = lead & (0xFFU >> (width + 1));
  for (size_t i = 1; i < width; ++i) {
    const auto byte = static_cast<unsigned char>(text[at + i]);
    if ((byte & 0xC0U) != 0x80U) return {};
    point = (point << 6U) | (byte & 0x3FU);
  }
  if (!IsScalarValue(point, width)) return {};
  return {point, width};
}

void AppendUtf8(char32_t point, std::string& out) {
  const auto put = [&out](char32_t byte) { out.push_back(static_cast<char>(byte)); };
  if (point < 0x80) return put(point);
  if (point < 0x800) {
    put(0xC0U | (point >> 6U));
  } else if (point < 0x10000) {
    put(0xE0U | (point >> 12U));
    put(0x80U | ((point >> 6U) & 0x3FU));
  } else {
    put(0xF0U | (point >> 18U));
    put(0x80U | ((point >> 12U) & 0x3FU));
    put(0x80U | ((point >> 6U) & 0x3FU));
  }
  put(0x80U | (point & 0x3FU));
}

std::string_view ValidUtf8(std::string_view text, std::string& room) {
  if (simdjson::validate_utf8(text.data(), text.size())) return text;
  room.clear();
  for (size_t at = 0; at < text.size();) {
    const Utf8Step step = Utf8At(text, at);
    if (step.width == 0) {
      AppendUtf8(0xFFFD, room);
    } else {
      room.append(text.substr(at, step.width));
    }
    at += std::max<size_t>(step.width, 1);
  }
  return room;
}

size_t Utf8Length(std::string_view text) {
  size_t count = 0;
  for (size_t at = 0; at < text.size(); ++count) {
    const size_t width = Utf8At(text, at).width;
    at += width == 0 ? 1 : width;
  }
  return count;
}

}  // namespace oarlock::kube
