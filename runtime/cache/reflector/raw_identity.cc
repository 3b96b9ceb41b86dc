#include "cache/reflector/raw_identity.h"

#include "kube/protobuf/envelope.h"
#include "kube/protobuf/wire_reader.h"
#include "kube/wire/json_scan.h"

namespace oarlock::cache {
namespace {

std::string_view* FieldOf(std::string_view key, RawIdentity& out) {
  if (key == "name") return &out.name;
  if (key == "namespace") return &out.ns;
  if (key == "uid") return &out.uid;
  if (key == "resourceVersion") return &out.version;
  return nullptr;
}

// Of a string without escapes, not set before.
bool TakeText(std::string_view value, std::string_view& out) {
  if (out.data() != nullptr || value.size() < 2 || value.front() != '"') return false;
  out = value.substr(1, value.size() - 2);
  return out.find('\\') == std::string_view::npos;
}

bool IsWhole(const RawIdentity& id) {
  return !id.name.empty() && !id.uid.empty() && !id.version.empty();
}

// Custom objects have their keys sorted, so that managedFields come before the name: values are
// passed over as brackets.
bool ReadJsonMetadata(kube::JsonCursor& in, RawIdentity& out) {
  if (!in.Take('{')) return false;
  std::string_view key;
  std::string_view value;
  do {
    if (!in.TakeString(key) || !in.Take(':') || !in.TakeValue(value)) return false;
    std::string_view* const field = FieldOf(key, out);
    if (field == nullptr) continue;
    if (!TakeText(value, *field)) return false;
    if (IsWhole(out) && !out.ns.empty()) return true;
  } while (in.Take(','));
  return in.Take('}') && IsWhole(out);
}

bool ReadJson(std::string_view text, RawIdentity& out) {
  kube::JsonCursor in(text);
  if (!in.Take('{')) return false;
  std::string_view key;
  std::string_view value;
  do {
    if (!in.TakeString(key) || !in.Take(':')) return false;
    if (key == "metadata") return ReadJsonMetadata(in, out);
    if (!in.TakeValue(value)) return false;
  } while (in.Take(','));
  return false;
}

// Field numbers of ObjectMeta, the same for every type.
std::string_view* FieldOf(uint32_t number, RawIdentity& out) {
  switch (number) {
    case 1: return &out.name;
    case 3: return &out.ns;
    case 5: return &out.uid;
    case 6: return &out.version;
    default: return nullptr;
  }
}

bool ReadProtobufMetadata(std::string_view metadata, RawIdentity& out) {
  kube::protobuf::WireReader in(metadata);
  kube::protobuf::WireField field;
  while (in.Next(field)) {
    if (field.number > 6 && IsWhole(out)) return true;  // fields come in order of their numbers
    std::string_view* const text = FieldOf(field.number, out);
    if (text == nullptr) continue;
    if (field.type != kube::protobuf::WireType::kBytes || text->data() != nullptr) return false;
    *text = field.bytes;
  }
  return !in.failed() && IsWhole(out);
}

// The metadata is field 1 of every object.
bool ReadProtobuf(std::string_view bytes, RawIdentity& out) {
  if (kube::protobuf::HasEnvelope(bytes)) {
    const auto envelope = kube::protobuf::OpenEnvelope(bytes);
    if (!envelope.ok()) return false;
    bytes = envelope->raw;
  }
  kube::protobuf::WireReader in(bytes);
  kube::protobuf::WireField field;
  if (!in.Next(field) || field.number != 1) return false;
  return field.type == kube::protobuf::WireType::kBytes && ReadProtobufMetadata(field.bytes, out);
}

}  // namespace

bool ReadRawIdentity(const kube::RawItem& item, RawIdentity& out) {
  out = {};
  switch (item.type) {
    case kube::ContentType::kJson: return ReadJson(item.bytes, out);
    case kube::ContentType::kProtobuf: return ReadProtobuf(item.bytes, out);
  }
  return false;
}

}  // namespace oarlock::cache
