#include "sandbox/object/object_body.h"

#include "kube/decode.h"
#include "kube/media_type.h"
#include "kube/yaml.h"
#include "sandbox/object/object_pipeline.h"

namespace oarlock::sandbox {
namespace {

constexpr size_t kSummaryBytes = 30;

// As a server shows what it could not read.
std::string Summary(std::string_view body) {
  if (body.empty()) return "<empty>";
  const bool cut = body.size() > kSummaryBytes;
  const std::string_view part = body.substr(0, kSummaryBytes);
  std::string out;
  if (body.front() == '{') {
    out = part;
  } else {
    constexpr std::string_view kHex = "0123456789abcdef";
    for (const char c : part) {
      const auto byte = static_cast<unsigned char>(c);
      out += kHex[byte >> 4];
      out += kHex[byte & 15];
    }
  }
  return cut ? out + " ..." : out;
}

ApiError Unrecognized(const kube::GroupVersionKind& kind, std::string_view why,
                      std::string_view body) {
  return BadRequest("the object provided is unrecognized (must be of type " + kind.kind +
                    "): couldn't get version/kind; json parse error: " + std::string(why) + " (" +
                    Summary(body) + ")");
}

ApiStatus CheckKind(const kube::GroupVersionKind& kind, Json& object) {
  const std::string api_version = kind.group_version().ToString();
  const std::string given_kind(TextAt(object, {"kind"}));
  const std::string given_version(TextAt(object, {"apiVersion"}));
  const std::string shown_kind = given_kind.empty() ? kind.kind : given_kind;
  const std::string shown_version = given_version.empty() ? api_version : given_version;
  const std::string start = shown_kind + " in version " + WriteJson(Json(shown_version)) +
                            " cannot be handled as a " + kind.kind + ": ";
  if (shown_version != api_version) {
    return BadRequest(start + "no kind " + WriteJson(Json(shown_kind)) +
                      " is registered for version " + WriteJson(Json(shown_version)) +
                      " in scheme \"pkg/runtime/scheme.go:111\"");
  }
  if (shown_kind != kind.kind) {
    return BadRequest(start + "converting (" + kind.version + "." + shown_kind + ") to (" +
                      (kind.group.empty() ? "core" : kind.group) + "." + kind.kind +
                      "): unknown conversion");
  }
  object["kind"] = kind.kind;
  object["apiVersion"] = api_version;
  return {};
}

// JSON of a body in YAML; one document.
ApiResult<std::string> FromYaml(std::string_view body) {
  auto documents = kube::ReadYaml(body, "body");
  if (!documents.ok()) {
    return BadRequest("couldn't get version/kind; yaml: " + documents.status().message());
  }
  if (documents->size() != 1) return BadRequest("the body must be one YAML document");
  return documents->front().root().ToJson();
}

std::string_view MediaType(std::string_view header) {
  header = header.substr(0, header.find(';'));
  while (header.ends_with(' ')) header.remove_suffix(1);
  return header;
}

// kubectl's typed clients send built-in objects so.
ApiResult<std::string> FromProtobuf(std::string_view body) {
  kube::DecodeOptions options;
  options.drop_managed_fields = false;
  auto object = kube::DecodeObject({kube::ContentType::kProtobuf, body}, options);
  if (!object.ok()) {
    return BadRequest("the body cannot be read as protobuf: " + object.status().message());
  }
  return object->root().ToJson();
}

}  // namespace

ApiResult<std::string> BodyAsJson(const server::HttpRequest& request) {
  const std::string_view media = MediaType(request.Header("Content-Type"));
  if (media == "application/yaml") return FromYaml(request.body);
  if (media == kube::kProtobufMediaType) return FromProtobuf(request.body);
  if (media.empty() || media == kube::kJsonMediaType) return std::string(request.body);
  return UnknownBodyFormat();
}

FieldValidation FieldValidationOf(const Query& query) {
  const std::string_view text = query.Get("fieldValidation");
  if (text == "Ignore") return FieldValidation::kIgnore;
  return text == "Strict" ? FieldValidation::kStrict : FieldValidation::kWarn;
}

bool IsDryRun(const Query& query) { return !query.Get("dryRun").empty(); }

ApiStatus CheckWriteOptions(const ApiCall& call, std::string_view options_kind) {
  FieldErrors errors;
  const std::string_view manager = call.query.Get("fieldManager");
  if (manager.size() > 128) errors.push_back(FieldError::TooLong("fieldManager", 128));
  const auto dry_run = call.query.All("dryRun");
  for (const std::string& value : dry_run) {
    if (value == "All" || (value.empty() && dry_run.size() == 1)) continue;
    errors.push_back(FieldError::NotSupported("dryRun", Json(dry_run), {"All"}));
    break;
  }
  const std::string_view validation = call.query.Get("fieldValidation");
  if (!validation.empty() && validation != "Ignore" && validation != "Warn" &&
      validation != "Strict") {
    errors.push_back(FieldError::NotSupported("fieldValidation", Json(validation),
                                              {"", "Ignore", "Strict", "Warn"}));
  }
  if (options_kind == "PatchOptions" && call.query.Has("force") &&
      !call.http.Header("Content-Type").starts_with("application/apply-patch")) {
    errors.push_back(FieldError::Forbidden("force", "may not be specified for non-apply patch"));
  }
  if (errors.empty()) return {};
  return Invalid("meta.k8s.io", options_kind, "", errors);
}

ApiStatus ReportFields(ApiCall& call, const std::vector<std::string>& faults) {
  if (faults.empty()) return {};
  const FieldValidation how = FieldValidationOf(call.query);
  if (how == FieldValidation::kIgnore) return {};
  if (how == FieldValidation::kWarn) {
    call.warnings.insert(call.warnings.end(), faults.begin(), faults.end());
    return {};
  }
  std::string all;
  for (const std::string& fault : faults) all += (all.empty() ? "" : ", ") + fault;
  return BadRequest(call.type->kind + " in version " + WriteJson(Json(call.type->version)) +
                    " cannot be handled as a " + call.type->kind +
                    ": strict decoding error: " + all);
}

ApiResult<Json> ReadObjectBody(ApiCall& call, const kube::GroupVersionKind& kind) {
  auto body = BodyAsJson(call.http);
  if (!body.ok()) return body.error();
  const std::string& text = *body;
  auto parsed = ParseJson(text);
  if (!parsed.ok()) return Unrecognized(kind, parsed.status().message(), text);
  Json& object = parsed->value;
  if (!object.is_object()) {
    const std::string what = object.is_array()     ? "array"
                             : object.is_string()  ? "string"
                             : object.is_number()  ? "number"
                             : object.is_boolean() ? "bool"
                                                   : "null";
    if (what == "null") return Unrecognized(kind, "unexpected end of JSON input", text);
    return Unrecognized(kind,
                        "json: cannot unmarshal " + what +
                            " into Go value of type struct { APIVersion string "
                            "\"json:\\\"apiVersion,omitempty\\\"\"; Kind string "
                            "\"json:\\\"kind,omitempty\\\"\" }",
                        text);
  }
  if (auto error = CheckKind(kind, object)) return *error;
  DecodedFaults decoded = DecodeObject(call, kind, object);
  if (!decoded.status.ok()) {
    return BadRequest(kind.kind + " in version " + WriteJson(Json(kind.version)) +
                      " cannot be handled as a " + kind.kind + ": " + decoded.status.message());
  }
  std::vector<std::string> faults;
  for (const std::string& path : parsed->duplicates) {
    faults.push_back("duplicate field " + WriteJson(Json(path)));
  }
  faults.insert(faults.end(), decoded.strict.begin(), decoded.strict.end());
  if (auto error = ReportFields(call, faults)) return *error;
  return std::move(object);
}

}  // namespace oarlock::sandbox
