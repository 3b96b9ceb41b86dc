#include "sandbox/object/object_view.h"

#include "sandbox/object/object_conversion.h"
#include "sandbox/object/object_create.h"
#include "sandbox/object/object_text.h"

namespace oarlock::sandbox {
namespace {

std::string Head(std::string_view kind, std::string_view api_version) {
  return "{\"kind\":" + WriteJson(Json(kind)) + ",\"apiVersion\":" + WriteJson(Json(api_version));
}

std::string ListMetaText(const ListMeta& meta, bool always_continue) {
  Json out = {{"resourceVersion", std::to_string(meta.version)}};
  if (!meta.continue_token.empty() || always_continue) out["continue"] = meta.continue_token;
  if (meta.remaining) out["remainingItemCount"] = *meta.remaining;
  return WriteJson(out);
}

// Whole DaemonSets have it, their metadata alone has not.
void DropTemplateGeneration(Json& metadata) {
  Json& annotations = metadata["annotations"];
  if (annotations.is_object()) annotations.erase(std::string(kTemplateGeneration));
  if (annotations.empty()) metadata.erase("annotations");
}

bool IsDaemonSet(const ResourceType& type) { return type.qualified() == "daemonsets.apps"; }

// As items of lists of built-in types are.
std::string WithoutKind(const StoredObject& object, const ResourceType& type) {
  Json shown = ToJson(object, type);
  for (const char* name : {"apiVersion", "kind"}) shown.erase(name);
  return WriteJson(shown);
}

}  // namespace

std::string ObjectView::Metadata(const StoredObject& object) const {
  std::string metadata(object.metadata());
  if (IsDaemonSet(*type_)) {
    Json shown = ParseTrustedJson(metadata);
    DropTemplateGeneration(shown);
    metadata = WriteJson(shown);
  }
  return Head("PartialObjectMetadata", "meta.k8s.io/" + accept_.meta_version) +
         ",\"metadata\":" + metadata + "}";
}

std::string ObjectView::One(const StoredObject& object) const {
  if (accept_.form == Form::kObject) return ToText(object, *type_);
  if (accept_.form == Form::kTable) {
    const auto kept = std::make_shared<const StoredObject>(object);
    return WriteJson(Table({kept}, {{"resourceVersion", std::to_string(object.version)}}, true));
  }
  return Metadata(object);
}

std::string ObjectView::List(const std::vector<StoredPtr>& objects, const ListMeta& meta) const {
  if (accept_.form == Form::kTable) {
    return WriteJson(Table(objects, ParseTrustedJson(ListMetaText(meta, false)), true));
  }
  const bool whole = accept_.form == Form::kObject;
  std::string out = whole
                        ? Head(type_->list_kind, type_->api_version())
                        : Head("PartialObjectMetadataList", "meta.k8s.io/" + accept_.meta_version);
  // Lists of custom objects have the member also where there is no further page.
  out += ",\"metadata\":" + ListMetaText(meta, whole && !type_->builtin) + ",\"items\":";
  if (!whole && objects.empty()) return out + "null}";
  out += '[';
  for (const StoredPtr& object : objects) {
    if (&object != &objects.front()) out += ',';
    if (!whole) {
      out += Metadata(*object);
    } else if (type_->builtin && !IsConverted(*type_)) {
      out += object->text;
    } else {
      out += type_->builtin ? WithoutKind(*object, *type_) : ToText(*object, *type_);
    }
  }
  return out + "]}";
}

std::string ObjectView::Event(const StoredObject& object, bool first) const {
  if (accept_.form != Form::kTable) return One(object);
  return WriteJson(Table({std::make_shared<const StoredObject>(object)},
                         {{"resourceVersion", std::to_string(object.version)}}, first));
}

std::string ObjectView::Bookmark(uint64_t version, bool initial_end) const {
  const bool whole = accept_.form == Form::kObject;
  std::string out = whole ? Head(type_->kind, type_->api_version())
                          : Head("PartialObjectMetadata", "meta.k8s.io/" + accept_.meta_version);
  out += ",\"metadata\":{\"resourceVersion\":\"" + std::to_string(version) + "\"";
  if (initial_end) out += ",\"annotations\":{\"k8s.io/initial-events-end\":\"true\"}";
  return out + "}}";
}

Json ObjectView::Table(const std::vector<StoredPtr>& objects, Json metadata, bool columns) const {
  std::vector<Json> documents;
  documents.reserve(objects.size());
  for (const StoredPtr& object : objects) {
    documents.push_back(ToJson(*object, *type_));
    if (IsDaemonSet(*type_)) DropTemplateGeneration(documents.back()["metadata"]);
  }
  std::vector<const Json*> rows;
  rows.reserve(documents.size());
  for (const Json& document : documents) rows.push_back(&document);
  const IncludeObject include = include_object_ == "None"     ? IncludeObject::kNone
                                : include_object_ == "Object" ? IncludeObject::kObject
                                                              : IncludeObject::kMetadata;
  Json table =
      tables_.MakeTable(*type_, custom_.get(), rows, {include, now_, std::move(metadata), columns});
  table["apiVersion"] = "meta.k8s.io/" + accept_.meta_version;
  return table;
}

}  // namespace oarlock::sandbox
