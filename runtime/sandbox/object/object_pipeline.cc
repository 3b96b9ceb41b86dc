#include "sandbox/object/object_pipeline.h"

#include <algorithm>

#include "sandbox/merge/typed_value.h"
#include "sandbox/object/object_rules.h"
#include "sandbox/schema/builtin_validation.h"
#include "sandbox/schema/crd.h"
#include "sandbox/schema/decode.h"
#include "sandbox/schema/defaults.h"

namespace oarlock::sandbox {
namespace {

Writer WriterOf(const ApiCall& call) {
  return {call.FieldManager(), BodyKind(call).group_version().ToString(), call.path.subresource,
          call.Now()};
}

Owned OwnedOf(const ApiCall& call, const Schema& schema) {
  if (call.path.subresource == "scale") return {schema, "autoscaling", "Scale", {}};
  // The one part of a custom object that its status endpoint writes.
  const bool only_status = !call.type->builtin && call.path.subresource == "status";
  return {schema, call.type->group, call.type->kind,
          only_status ? std::vector<std::vector<std::string>>()
                      : FieldsKept(*call.type, call.path.subresource),
          only_status ? "status" : ""};
}

// What the type looks like with nothing set.
Json EmptyObject(const ApiCall& call) {
  Json empty = {{"apiVersion", call.type->api_version()},
                {"kind", call.type->kind},
                {"metadata", Json::object()}};
  CompleteObject(call, empty);
  return empty;
}

// An object that nobody owns anything of belongs to whoever wrote it before the first apply.
Json WithOwners(const ApiCall& call, const Schema& schema, const Json& live) {
  Json owned = live;
  if (live.is_null() || !At(live, {"metadata", "managedFields"}).is_null()) return owned;
  Writer writer = WriterOf(call);
  writer.manager = "before-first-apply";
  Track(OwnedOf(call, schema), EmptyObject(call), writer, owned);
  return owned;
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

// kubectl may take over what its other way to apply has set and nobody has changed since.
bool MayTakeOver(const ApiCall& call, const Schema& schema, const Json& live,
                 const base::Status& conflict) {
  if (call.FieldManager() != "kubectl") return false;
  const auto text =
      TextAt(live, {"metadata", "annotations", "kubectl.kubernetes.io/last-applied-configuration"});
  const auto last = ParseJson(text);
  if (text.empty() || !last.ok()) return false;
  const Comparison changes = Compare(schema, last->value, live);
  const FieldSet kept =
      FieldsOf(schema, last->value).Difference(changes.modified).Difference(changes.removed);
  const std::vector<std::string> paths = kept.Paths();
  const auto& causes = conflict.detail().causes;
  return std::all_of(causes.begin(), causes.end(), [&](const base::ErrorCause& cause) {
    return std::find(paths.begin(), paths.end(), cause.field) != paths.end();
  });
}

}  // namespace

kube::GroupVersionKind BodyKind(const ApiCall& call) {
  if (call.path.subresource == "scale") return {"autoscaling", "v1", "Scale"};
  return call.type->gvk();
}

const Schema* SchemaOf(const ApiCall& call) {
  if (call.custom && call.path.subresource != "scale") return &call.custom->schema->root();
  return call.env.schemas.Find(BodyKind(call));
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
  Track(OwnedOf(call, *schema), live.is_null() ? EmptyObject(call) : live, WriterOf(call), next);
}

void TrackServer(const ApiCall& call, std::string_view subresource, const Json& live, Json& next) {
  const Schema* schema = SchemaOf(call);
  if (schema == nullptr) return;
  const Owned owned = {*schema, call.type->group, call.type->kind,
                       FieldsKept(*call.type, subresource)};
  Track(owned, live,
        {"kube-apiserver", call.type->api_version(), std::string(subresource), call.Now()}, next);
}

ApiResult<Applied> ApplyConfiguration(const ApiCall& call, const Json& live, const Json& config,
                                      bool force) {
  const Schema* schema = SchemaOf(call);
  if (schema == nullptr) return UnsupportedMediaType();
  const Owned owned = OwnedOf(call, *schema);
  const Json before = WithOwners(call, *schema, live);
  auto applied = Apply(owned, before, config, WriterOf(call), force);
  const bool conflict = applied.status().code() == base::StatusCode::kConflict;
  if (conflict && MayTakeOver(call, *schema, live, applied.status())) {
    applied = Apply(owned, before, config, WriterOf(call), true);
  }
  if (!applied.ok()) return ApplyError(applied.status());
  return *std::move(applied);
}

}  // namespace oarlock::sandbox
