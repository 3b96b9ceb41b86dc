#include "sandbox/object/object_patch.h"

#include <algorithm>

#include "kube/decode.h"
#include "kube/patch.h"
#include "kube/yaml.h"
#include "sandbox/merge/strategic_merge.h"
#include "sandbox/object/object_body.h"
#include "sandbox/object/object_pipeline.h"

namespace oarlock::sandbox {
namespace {

std::string_view MediaType(std::string_view header) {
  header = header.substr(0, header.find(';'));
  while (header.ends_with(' ')) header.remove_suffix(1);
  return header;
}

// What a server answers to a JSON patch that does not fit the object.
ApiError Unprocessable() {
  return {422, "Invalid", "the server rejected our request due to an error in our request",
          Json::object()};
}

// What kubectl's other way to apply goes by, where an object has it.
void RenewLastApplied(Json config, Json& object) {
  const char* const key = "kubectl.kubernetes.io/last-applied-configuration";
  if (At(object, {"metadata", "annotations", key}).is_null()) return;
  if (At(config, {"metadata", "annotations"}).is_object()) {
    config["metadata"]["annotations"].erase(key);
  }
  object["metadata"]["annotations"][key] = WriteJson(config) + "\n";
}

}  // namespace

ApiResult<ObjectPatch> ObjectPatch::Read(ApiCall& call) {
  ObjectPatch patch;
  patch.text_ = call.http.body;
  const std::string_view media = MediaType(call.http.Header("Content-Type"));
  if (media == "application/json-patch+json") {
    patch.format_ = Format::kJson;
  } else if (media == "application/merge-patch+json") {
    patch.format_ = Format::kMerge;
  } else if (media == "application/strategic-merge-patch+json") {
    patch.format_ = Format::kStrategic;
    if (!call.type->builtin) {
      return ApiError{415,
                      "UnsupportedMediaType",
                      "the body of the request was in an unknown format - accepted media types "
                      "include: application/json-patch+json, application/merge-patch+json, "
                      "application/apply-patch+yaml",
                      {}};
    }
  } else if (media == "application/apply-patch+yaml") {
    patch.format_ = Format::kApply;
    auto documents = kube::ReadYaml(call.http.body, "body");
    if (!documents.ok()) return BadRequest("error decoding YAML: " + documents.status().message());
    if (documents->size() != 1) return BadRequest("error decoding YAML: one document is expected");
    patch.text_ = documents->front().root().ToJson();
  } else {
    return UnsupportedMediaType();
  }
  return patch;
}

ApiResult<Json> ObjectPatch::ApplyOwned(ApiCall& call, const Json& present) const {
  if (call.query.Get("fieldManager").empty()) {
    return Invalid("meta.k8s.io", "PatchOptions", "",
                   {FieldError::Required("fieldManager", "is required for apply patch")});
  }
  const auto config = ParseJson(text_);
  if (!config.ok()) return BadRequest("error decoding YAML: " + config.status().message());
  const std::string api_version(TextAt(config->value, {"apiVersion"}));
  const std::string_view kind = TextAt(config->value, {"kind"});
  const kube::GroupVersionKind served = BodyKind(call);
  if (api_version != served.group_version().ToString() || kind != served.kind) {
    const bool core = api_version.find('/') == std::string::npos;
    return BadRequest("invalid object type: " + (core ? "/" + api_version : api_version) +
                      ", Kind=" + std::string(kind));
  }
  auto applied = ApplyConfiguration(call, present, config->value, call.query.IsTrue("force"));
  if (!applied.ok()) return applied.error();
  if (call.query.Get("fieldManager") == "kubectl") RenewLastApplied(config->value, applied->object);
  return Decode(call, std::move(applied->object));
}

ApiStatus ObjectPatch::CheckShape(const Json& patch) const {
  const bool fits = format_ == Format::kJson ? patch.is_array() : patch.is_object();
  if (fits) return {};
  const std::string what = patch.is_array()    ? "array"
                           : patch.is_object() ? "object"
                           : patch.is_string() ? "string"
                                               : "number";
  return BadRequest(
      "error decoding patch: json: cannot unmarshal " + what + " into Go value of type " +
      (format_ == Format::kJson ? "[]handlers.jsonPatchOp" : "map[string]interface {}"));
}

ApiResult<Json> ObjectPatch::Apply(ApiCall& call, const Json& present) const {
  if (format_ == Format::kApply) return ApplyOwned(call, present);
  const std::string text = WriteJson(present);
  const auto document = kube::DocumentFromJson(text);
  if (!document.ok()) return ServerError(document.status().message());
  const auto patch = ParseJson(text_);
  if (!patch.ok()) return BadRequest("invalid JSON patch");
  if (auto error = CheckShape(patch->value)) return *error;
  if (format_ == Format::kStrategic) {
    const Schema* schema = SchemaOf(call);
    if (schema == nullptr) return UnsupportedMediaType();
    auto merged = ApplyStrategicMergePatch(*schema, present, patch->value);
    if (!merged.ok()) return BadRequest(merged.status().message());
    return Decode(call, *std::move(merged));
  }
  base::Result<std::string> patched = std::string();
  if (format_ == Format::kJson) {
    patched = kube::ApplyJsonPatch(document->root(), text_);
    if (!patched.ok()) return Unprocessable();
  } else {
    patched = kube::ApplyMergePatch(document->root(), text_);
  }
  if (!patched.ok()) return BadRequest("error decoding patch: " + patched.status().message());
  auto object = ParseJson(*patched);
  if (!object.ok()) return BadRequest(object.status().message());
  return Decode(call, std::move(object->value));
}

// What a patch made of the object must be one of its type.
ApiResult<Json> ObjectPatch::Decode(ApiCall& call, Json object) {
  const std::string text = WriteJson(object);
  const DecodedFaults decoded = DecodeObject(call, BodyKind(call), object);
  std::string why = decoded.status.message();
  if (decoded.status.ok()) {
    const FieldValidation how = FieldValidationOf(call.query);
    if (how == FieldValidation::kWarn) {
      for (const std::string& one : decoded.strict) {
        if (std::find(call.warnings.begin(), call.warnings.end(), one) == call.warnings.end()) {
          call.warnings.push_back(one);
        }
      }
    }
    if (how != FieldValidation::kStrict || decoded.strict.empty()) return object;
    for (const std::string& one : decoded.strict) why += (why.empty() ? "" : ", ") + one;
    why = "strict decoding error: " + why;
  }
  return Invalid("", "", "", {FieldError::Invalid("patch", Json(text), why)});
}

}  // namespace oarlock::sandbox
