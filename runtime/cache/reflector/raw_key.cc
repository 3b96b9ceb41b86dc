#include "cache/reflector/raw_key.h"

#include "kube/names.h"

namespace oarlock::cache {
namespace {

// The string behind `"field":`, or nothing. Names have no escapes.
std::string_view StringField(std::string_view json, std::string_view field) {
  const std::string quoted = "\"" + std::string(field) + "\"";
  for (size_t at = json.find(quoted); at != std::string_view::npos;
       at = json.find(quoted, at + 1)) {
    size_t pos = json.find_first_not_of(" \t\r\n", at + quoted.size());
    if (pos == std::string_view::npos || json[pos] != ':') continue;
    pos = json.find_first_not_of(" \t\r\n", pos + 1);
    if (pos == std::string_view::npos || json[pos] != '"') continue;
    const size_t end = json.find('"', pos + 1);
    if (end == std::string_view::npos) return {};
    const std::string_view value = json.substr(pos + 1, end - pos - 1);
    if (kube::CheckPathSegment(field, value).ok()) return value;
  }
  return {};
}

std::string KeyFromProtobuf(std::string_view bytes) {
  const kube::RawNames names = kube::NamesInProtobuf(bytes);
  if (!kube::CheckPathSegment("name", names.name).ok()) return {};
  const bool has_ns = kube::CheckPathSegment("namespace", names.ns).ok();
  return kube::MakeKey(has_ns ? names.ns : std::string_view(), names.name);
}

}  // namespace

std::string KeyFromBytes(const kube::RawItem& item) {
  if (item.type == kube::ContentType::kProtobuf) return KeyFromProtobuf(item.bytes);
  std::string_view json = item.bytes;
  const size_t metadata = json.find("\"metadata\"");
  if (metadata == std::string_view::npos) return {};
  json.remove_prefix(metadata);
  const std::string_view name = StringField(json, "name");
  if (name.empty()) return {};
  return kube::MakeKey(StringField(json, "namespace"), name);
}

}  // namespace oarlock::cache
