#include "sandbox/api/object_view.h"

#include "sandbox/api/object_text.h"

namespace oarlock::sandbox {
namespace {

std::string Head(std::string_view kind, std::string_view api_version) {
  return "{\"kind\":" + WriteJson(Json(kind)) + ",\"apiVersion\":" + WriteJson(Json(api_version));
}

std::string ListMetaText(const ListMeta& meta) {
  Json out = {{"resourceVersion", std::to_string(meta.version)}};
  if (!meta.continue_token.empty()) out["continue"] = meta.continue_token;
  if (meta.remaining) out["remainingItemCount"] = *meta.remaining;
  return WriteJson(out);
}

}  // namespace

std::string ObjectView::Metadata(const StoredObject& object) const {
  return Head("PartialObjectMetadata", "meta.k8s.io/" + accept_.meta_version) +
         ",\"metadata\":" + std::string(object.metadata()) + "}";
}

std::string ObjectView::One(const StoredObject& object) const {
  if (accept_.form == Form::kObject) return ToText(object, *type_);
  if (accept_.form == Form::kTable) {
    const auto kept = std::make_shared<const StoredObject>(object);
    Json table = Table({kept}, true);
    table["metadata"] = {{"resourceVersion", std::to_string(object.version)}};
    return WriteJson(table);
  }
  return Metadata(object);
}

std::string ObjectView::List(const std::vector<StoredPtr>& objects, const ListMeta& meta) const {
  if (accept_.form == Form::kTable) {
    Json table = Table(objects, true);
    table["metadata"] = ParseTrustedJson(ListMetaText(meta));
    return WriteJson(table);
  }
  const bool whole = accept_.form == Form::kObject;
  std::string out = whole
                        ? Head(type_->list_kind, type_->api_version())
                        : Head("PartialObjectMetadataList", "meta.k8s.io/" + accept_.meta_version);
  out += ",\"metadata\":" + ListMetaText(meta) + ",\"items\":[";
  for (const StoredPtr& object : objects) {
    if (&object != &objects.front()) out += ',';
    if (!whole) {
      out += Metadata(*object);
    } else if (type_->builtin) {
      out += object->text;
    } else {
      out += ToText(*object, *type_);
    }
  }
  return out + "]}";
}

std::string ObjectView::Event(const StoredObject& object, bool first) const {
  if (accept_.form != Form::kTable) return One(object);
  Json table = Table({std::make_shared<const StoredObject>(object)}, first);
  table["metadata"] = {{"resourceVersion", std::to_string(object.version)}};
  return WriteJson(table);
}

std::string ObjectView::Bookmark(uint64_t version, bool initial_end) const {
  const bool whole = accept_.form == Form::kObject;
  std::string out = whole ? Head(type_->kind, type_->api_version())
                          : Head("PartialObjectMetadata", "meta.k8s.io/" + accept_.meta_version);
  out += ",\"metadata\":{\"resourceVersion\":\"" + std::to_string(version) + "\"";
  if (initial_end) out += ",\"annotations\":{\"k8s.io/initial-events-end\":\"true\"}";
  return out + "}}";
}

// The columns that a server shows of a type it knows nothing about.
Json ObjectView::Table(const std::vector<StoredPtr>& objects, bool columns) const {
  Json rows = Json::array();
  for (const StoredPtr& object : objects) {
    const Json metadata = ParseTrustedJson(object->metadata());
    Json row = {{"cells", Json::array({object->name, Member(metadata, "creationTimestamp")})}};
    if (include_object_ == "Object") {
      row["object"] = ToJson(*object, *type_);
    } else if (include_object_ != "None") {
      row["object"] = ParseTrustedJson(Metadata(*object));
    }
    rows.push_back(std::move(row));
  }
  Json table = {{"kind", "Table"},
                {"apiVersion", "meta.k8s.io/" + accept_.meta_version},
                {"rows", std::move(rows)},
                {"columnDefinitions", Json::array()}};
  if (!columns) return table;
  const auto column = [&](const char* name, const char* type, const char* format) {
    table["columnDefinitions"].push_back(
        {{"name", name}, {"type", type}, {"format", format}, {"description", ""}, {"priority", 0}});
  };
  column("Name", "string", "name");
  column("Created At", "date", "");
  return table;
}

}  // namespace oarlock::sandbox
