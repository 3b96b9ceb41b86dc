#include "sandbox/object/object_pipeline.h"

#include "sandbox/object/object_rules.h"
#include "sandbox/schema/builtin_validation.h"
#include "sandbox/schema/crd.h"
#include "sandbox/schema/decode.h"
#include "sandbox/schema/defaults.h"

namespace oarlock::sandbox {
namespace {

Writer WriterOf(const ApiCall& call) {
  return {call.FieldManager(), call.type->api_version(), call.path.subresource, call.Now()};
}

// What the endpoint of the call does not write.
std::vector<std::vector<std::string>> NotWritten(const ApiCall& call) {
  if (call.path.subresource == "status") {
    if (call.type->builtin) return {{"spec"}};
    return {{"spec"}, {"metadata"}};
  }
  if (call.type->Find("status") != nullptr) return {{"status"}};
  return {};
}

Owned OwnedOf(const ApiCall& call, const Schema& schema) {
  return {schema, call.type->group, call.type->kind, NotWritten(call)};
}

ApiError ApplyError(const base::Status& status) {
  if (status.code() == base::StatusCode::kInternal) return ServerError(status.message());
  if (status.code() != base::StatusCode::kConflict) return BadRequest(status.message());
  ApiError error{409, "Conflict", status.message(), Json::object()};
  for (const base::ErrorCause& cause : status.detail().causes) {
    error.details["causes"].push_back(
        {{"reason", cause.reason}, {"message", cause.message}, {"field", cause.field}});
  }
  return error;
}

}  // namespace

const Schema* SchemaOf(const ApiCall& call) {
  if (call.custom) return &call.custom->schema->root();
  return call.env.schemas.Find(call.type->gvk());
}

DecodedFaults DecodeObject(const ApiCall& call, const kube::GroupVersionKind& kind, Json& object) {
  if (call.custom && kind == call.type->gvk()) {
    DecodeReport report = call.custom->schema->Decode(object);
    return {std::move(report.status), std::move(report.unknown)};
  }
  const Schema* schema = call.env.schemas.Find(kind);
  if (schema == nullptr) return {};
  DecodeReport report = DecodeBuiltin(*schema, object);
  if (report.status.ok()) {
    if (kind == call.type->gvk()) ConvertRead(*call.type, object);
    DefaultBuiltin(*schema, object);
  }
  return {std::move(report.status), std::move(report.unknown)};
}

Json Decoded(const ApiCall& call, Json object) {
  static_cast<void>(DecodeObject(call, call.type->gvk(), object));
  return object;
}

void CompleteObject(const ApiCall& call, Json& object) {
  if (call.custom) return;
  if (const Schema* schema = SchemaOf(call)) CompleteBuiltin(*schema, object);
}

FieldErrors ValidateObject(const ApiCall& call, const Json& object, const Json& before) {
  if (call.custom) {
    FieldErrors errors = ValidateMetadata(*call.type, object, before);
    for (FieldError& error : call.custom->schema->Validate(object)) {
      errors.push_back(std::move(error));
    }
    return errors;
  }
  if (call.type->kind == "CustomResourceDefinition") {
    return ValidateDefinition(call.env.schemas, object, before);
  }
  return ValidateBuiltin(*call.type, object, before);
}

void TrackFields(const ApiCall& call, const Json& live, Json& next) {
  const Schema* schema = SchemaOf(call);
  if (schema == nullptr) return;
  Json empty = live;
  if (live.is_null()) {
    empty = {{"apiVersion", call.type->api_version()},
             {"kind", call.type->kind},
             {"metadata", Json::object()}};
    CompleteObject(call, empty);
  }
  Track(OwnedOf(call, *schema), empty, WriterOf(call), next);
}

ApiResult<Applied> ApplyConfiguration(const ApiCall& call, const Json& live, const Json& config,
                                      bool force) {
  const Schema* schema = SchemaOf(call);
  if (schema == nullptr) return UnsupportedMediaType();
  auto applied = Apply(OwnedOf(call, *schema), live, config, WriterOf(call), force);
  if (!applied.ok()) return ApplyError(applied.status());
  return *std::move(applied);
}

}  // namespace oarlock::sandbox
