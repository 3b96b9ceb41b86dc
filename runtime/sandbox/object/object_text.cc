#include "sandbox/object/object_text.h"

#include "kube/decode.h"
#include "sandbox/object/object_conversion.h"

namespace oarlock::sandbox {
namespace {

// A field of a selector as text: "Running", "true", "3".
std::string FieldText(const Json& object, std::string_view path) {
  const Json* at = &object;
  while (!path.empty()) {
    const size_t dot = path.find('.');
    at = &Member(*at, path.substr(0, dot));
    path.remove_prefix(dot == std::string_view::npos ? path.size() : dot + 1);
  }
  if (at->is_string()) return at->get<std::string>();
  return at->is_primitive() && !at->is_null() ? WriteJson(*at) : std::string();
}

// Of an Event as it is stored, by the names of both groups.
void AddEventFields(const Json& event, Draft& draft) {
  draft.fields.clear();
  for (const char* name :
       {"kind", "namespace", "name", "uid", "apiVersion", "resourceVersion", "fieldPath"}) {
    const std::string value = FieldText(event, std::string("involvedObject.") + name);
    draft.fields.emplace_back(std::string("involvedObject.") + name, value);
    draft.fields.emplace_back(std::string("regarding.") + name, value);
  }
  for (const char* name : {"reason", "type", "reportingComponent"}) {
    draft.fields.emplace_back(name, FieldText(event, name));
  }
  draft.fields.emplace_back("reportingController", FieldText(event, "reportingComponent"));
  std::string source = FieldText(event, "source.component");
  if (source.empty()) source = FieldText(event, "reportingComponent");
  draft.fields.emplace_back("source", std::move(source));
}

void TakeFacts(const Json& object, const ResourceType& type, Draft& draft) {
  const Json& metadata = Member(object, "metadata");
  draft.ns = TextAt(metadata, {"namespace"});
  draft.name = TextAt(metadata, {"name"});
  draft.uid = TextAt(metadata, {"uid"});
  draft.deleting = !Member(metadata, "deletionTimestamp").is_null();
  const Json& labels = Member(metadata, "labels");
  if (labels.is_object() && !labels.empty()) {
    if (auto parsed = kube::DocumentFromJson(WriteJson(labels)); parsed.ok()) {
      draft.labels = *std::move(parsed);
    }
  }
  for (const std::string_view field : SelectableFields(type)) {
    draft.fields.emplace_back(std::string(field), FieldText(object, field));
  }
  if (StoredAs(type) == "events") AddEventFields(object, draft);
}

// metadata with a place for the version's digits, which `draft` remembers.
void AppendMetadata(const Json& metadata, Draft& draft) {
  draft.metadata_at = draft.text.size();
  draft.text += '{';
  for (const auto& [key, value] : metadata.items()) {
    if (key == "resourceVersion") continue;
    draft.text += WriteJson(Json(key)) + ":" + WriteJson(value) + ",";
  }
  draft.text += "\"resourceVersion\":\"";
  draft.version_at = draft.text.size();
  draft.text += "\"}";
  draft.metadata_size = draft.text.size() - draft.metadata_at;
}

}  // namespace

Draft MakeDraft(Json object, const ResourceType& type) {
  Draft draft;
  if (IsConverted(type)) object = ToStoredForm(type, std::move(object));
  TakeFacts(object, type, draft);
  draft.text = "{\"metadata\":";
  AppendMetadata(Member(object, "metadata"), draft);
  for (const auto& [key, value] : object.items()) {
    if (key == "metadata" || key == "apiVersion" || key == "kind") continue;
    draft.text += "," + WriteJson(Json(key)) + ":" + WriteJson(value);
  }
  draft.text += '}';
  return draft;
}

std::string ToText(const StoredObject& object, const ResourceType& type) {
  std::string text = "{\"kind\":" + WriteJson(Json(type.kind)) +
                     ",\"apiVersion\":" + WriteJson(Json(type.api_version())) + ",";
  if (!IsConverted(type)) return text.append(object.text, 1);
  return text.append(WriteJson(FromStoredForm(type, ParseTrustedJson(object.text))), 1);
}

Json ToJson(const StoredObject& object, const ResourceType& type) {
  return ParseTrustedJson(ToText(object, type));
}

StoredObject Unstored(Draft draft, uint64_t version) {
  constexpr std::string_view kNone = ",\"resourceVersion\":\"\"";
  if (version != 0) {
    const std::string digits = std::to_string(version);
    draft.text.insert(draft.version_at, digits);
    draft.metadata_size += digits.size();
    draft.version = version;
  } else {
    draft.text.erase(draft.version_at + 1 - kNone.size(), kNone.size());
    draft.metadata_size -= kNone.size();
  }
  return draft;
}

bool SameContent(const StoredObject& object, const Draft& draft) {
  const size_t digits = object.text.size() - draft.text.size();
  if (object.text.size() < draft.text.size() || object.version_at != draft.version_at) return false;
  const std::string_view old(object.text);
  const std::string_view text(draft.text);
  return digits == std::to_string(object.version).size() &&
         old.substr(0, draft.version_at) == text.substr(0, draft.version_at) &&
         old.substr(draft.version_at + digits) == text.substr(draft.version_at);
}

}  // namespace oarlock::sandbox
