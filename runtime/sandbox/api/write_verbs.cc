#include "sandbox/api/write_verbs.h"

#include "sandbox/access/access_reviews.h"
#include "sandbox/api/scale.h"
#include "sandbox/object/object_body.h"
#include "sandbox/object/object_meta.h"
#include "sandbox/object/object_patch.h"
#include "sandbox/object/object_pipeline.h"
#include "sandbox/object/object_rules.h"
#include "sandbox/object/object_text.h"

namespace oarlock::sandbox {
namespace {

using Response = server::HttpResponse;

ApiResult<Response> CommitNew(ApiCall& call, Json object) {
  const std::string name(TextAt(object, {"metadata", "name"}));
  const std::string key = call.key_of(name);
  Draft draft = MakeDraft(std::move(object), *call.type);
  if (call.env.store.Find(call.resource(), key)) return AlreadyExists(*call.type, name);
  if (IsDryRun(call.query)) return call.Object(201, Unstored(std::move(draft), 0));
  auto stored = call.env.store.Put(call.resource(), std::move(draft), 0);
  if (!stored.ok()) {
    if (stored.status().code() == base::StatusCode::kConflict) {
      return AlreadyExists(*call.type, name);
    }
    return StoreError(call, name, stored.status());
  }
  return call.Object(201, **stored);
}

// What the controllers of a server do with a CRD, at once.
void Establish(ApiCall& call, Json& definition) {
  definition["status"] = EstablishedStatus(definition, call.Now());
  for (std::string& text : ReadDefinition(call.env.schemas, definition).Warnings()) {
    call.warnings.push_back(std::move(text));
  }
}

// Notes who owns what the request has set, before the server adds anything of its own.
void Own(const ApiCall& call, const Json& live, Json& object) {
  Json whole = object;
  CompleteObject(call, whole);
  TrackFields(call, live, whole);
  CopyMember(Member(whole, "metadata"), "managedFields", object["metadata"]);
}

// `applied`: managedFields are in it already.
ApiResult<Response> CreateFrom(ApiCall& call, Json object, bool applied = false) {
  if (auto error = FillMetaForCreate(call, object)) return *error;
  const std::string name(TextAt(object, {"metadata", "name"}));
  if (auto error = CheckNamespaceOpen(call, name)) return *error;
  if (!applied) Own(call, Json(), object);
  PrepareForCreate(*call.type, object);
  const FieldErrors errors = ValidateObject(call, object, Json());
  if (!errors.empty()) return InvalidObject(*call.type, name, errors);
  if (call.type->qualified() == kDefinitions) Establish(call, object);
  CompleteObject(call, object);
  return CommitNew(call, std::move(object));
}

// One attempt to bring `object` into the place of `old`. Empty: somebody else was quicker.
ApiResult<std::optional<Response>> TryReplace(ApiCall& call, const StoredPtr& old,
                                              const Json& before, Json object,
                                              bool applied = false) {
  const std::string& name = call.path.name;
  const auto asked_uid = TextAt(object, {"metadata", "uid"});
  if (!asked_uid.empty() && asked_uid != old->uid) {
    return Conflict(*call.type, name,
                    "StorageError: invalid object, Code: 4, Key: /registry/" + call.type->plural +
                        "/" + old->key() +
                        ", ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in "
                        "precondition: " +
                        std::string(asked_uid) + ", UID in object meta: " + old->uid);
  }
  if (auto error = FillMetaForUpdate(call, before, object)) return *error;
  const Json decoded = Decoded(call, before);
  if (!applied) Own(call, before, object);
  PrepareForUpdate(*call.type, call.path.subresource, decoded, object);
  FieldErrors errors;
  CheckNewFinalizers(before, object, errors);
  if (errors.empty()) errors = ValidateObject(call, object, decoded);
  if (!errors.empty()) return InvalidObject(*call.type, name, errors);
  if (call.type->qualified() == kDefinitions) Establish(call, object);
  const bool gone = IsReadyToGo(*call.type, object) && !IsReadyToGo(*call.type, before);
  CompleteObject(call, object);
  Draft draft = MakeDraft(std::move(object), *call.type);
  if (IsDryRun(call.query) || gone) {
    if (gone && !IsDryRun(call.query)) {
      const auto removed = call.env.store.Remove(call.resource(), old->key(), old->version);
      if (!removed.ok()) return std::optional<Response>();
    }
    return std::optional<Response>(call.Object(200, Unstored(std::move(draft), old->version)));
  }
  if (SameContent(*old, draft)) return std::optional<Response>(call.Object(200, *old));
  auto stored = call.env.store.Put(call.resource(), std::move(draft), old->version);
  if (stored.ok()) return std::optional<Response>(call.Object(200, **stored));
  if (stored.status().code() == base::StatusCode::kConflict) return std::optional<Response>();
  return StoreError(call, name, stored.status());
}

// What the request says of the version it is for: an error where it is not the present one.
ApiStatus CheckVersion(const ApiCall& call, const Json& object, const StoredObject& old) {
  const std::string_view asked = TextAt(object, {"metadata", "resourceVersion"});
  if (asked.empty() || asked == "0") {
    if (MayUpdateUnconditionally(*call.type)) return {};
    // Named by its resource here, as a server does.
    return Invalid(call.type->group, call.type->plural, call.path.name,
                   {FieldError::Invalid("metadata.resourceVersion", Json(0),
                                        "must be specified for an update")});
  }
  if (asked == std::to_string(old.version)) return {};
  if (asked.find_first_not_of("0123456789") != std::string_view::npos) {
    return ServerError("strconv.ParseUint: parsing " + WriteJson(Json(asked)) + ": invalid syntax");
  }
  return ModifiedMeanwhile(*call.type, call.path.name);
}

ApiResult<Response> UpdateScale(ApiCall& call, const Json& scale) {
  for (int attempt = 0; attempt < kWriteAttemptsMax; ++attempt) {
    const StoredPtr old = call.env.store.Find(call.resource(), call.key());
    if (!old) return ObjectNotFound(*call.type, call.path.name);
    const Json before = ToJson(*old, *call.type);
    const std::string_view asked = TextAt(scale, {"metadata", "resourceVersion"});
    if (!asked.empty() && asked != std::to_string(old->version)) {
      return ModifiedMeanwhile(*call.type, call.path.name);
    }
    Json object = before;
    if (auto error = ApplyScale(scale, call.custom ? &call.custom->scale : nullptr, object))
      return *error;
    auto done = TryReplace(call, old, before, std::move(object));
    if (!done.ok()) return done.error();
    if (!*done) continue;
    if ((*done)->status != 200) return std::move(**done);
    return GetScale(call);
  }
  return ModifiedMeanwhile(*call.type, call.path.name);
}

}  // namespace

ApiStatus CheckNamespaceOpen(const ApiCall& call, std::string_view name) {
  if (!call.type->namespaced) return {};
  const StoredPtr found = call.env.store.Find("namespaces", call.path.ns);
  if (!found) {
    const TypePtr type = call.env.types.table()->Find("", "v1", "namespaces");
    return ObjectNotFound(*type, call.path.ns);
  }
  if (!found->deleting) return {};
  ApiError error = Forbidden(*call.type, name,
                             "unable to create new content in namespace " + call.path.ns +
                                 " because it is being terminated");
  error.details["causes"] =
      Json::array({{{"reason", "NamespaceTerminating"},
                    {"message", "namespace " + call.path.ns + " is being terminated"},
                    {"field", "metadata.namespace"}}});
  return error;
}

ApiError StoreError(const ApiCall& call, std::string_view name, const base::Status& status) {
  if (status.code() == base::StatusCode::kConflict) return ModifiedMeanwhile(*call.type, name);
  return ServerError(status.message());
}

ApiResult<Response> CreateObject(ApiCall& call) {
  if (auto error = CheckWriteOptions(call, "CreateOptions")) return *error;
  auto body = ReadObjectBody(call, call.type->gvk());
  if (!body.ok()) return body.error();
  if (IsVirtual(*call.type)) {
    AnswerReview(call, *body);
    Own(call, Json(), *body);
    return JsonAnswer(201, *body, call.accept);
  }
  return CreateFrom(call, std::move(*body));
}

ApiResult<Response> UpdateObject(ApiCall& call) {
  if (auto error = CheckWriteOptions(call, "UpdateOptions")) return *error;
  const bool scale = call.path.subresource == "scale";
  auto body = ReadObjectBody(
      call, scale ? kube::GroupVersionKind{"autoscaling", "v1", "Scale"} : call.type->gvk());
  if (!body.ok()) return body.error();
  if (scale) return UpdateScale(call, *body);
  for (int attempt = 0; attempt < kWriteAttemptsMax; ++attempt) {
    const StoredPtr old = call.env.store.Find(call.resource(), call.key());
    if (!old) {
      // The name is looked at first, as a server does.
      const auto name = TextAt(*body, {"metadata", "name"});
      if (!name.empty() && name != call.path.name) {
        return BadRequest("the name of the object (" + std::string(name) +
                          ") does not match the name on the URL (" + call.path.name + ")");
      }
      if (!MayCreateOnUpdate(*call.type)) return ObjectNotFound(*call.type, call.path.name);
      (*body)["metadata"].erase("resourceVersion");
      return CreateFrom(call, *body);
    }
    const Json before = ToJson(*old, *call.type);
    const auto name = TextAt(*body, {"metadata", "name"});
    if (name == call.path.name) {
      if (auto error = CheckVersion(call, *body, *old)) return *error;
    }
    auto done = TryReplace(call, old, before, *body);
    if (!done.ok()) return done.error();
    if (*done) return std::move(**done);
    if (!TextAt(*body, {"metadata", "resourceVersion"}).empty()) break;
  }
  return ModifiedMeanwhile(*call.type, call.path.name);
}

ApiResult<Response> PatchObject(ApiCall& call) {
  if (auto error = CheckWriteOptions(call, "PatchOptions")) return *error;
  auto patch = ObjectPatch::Read(call);
  if (!patch.ok()) return patch.error();
  const bool scale = call.path.subresource == "scale";
  for (int attempt = 0; attempt < kWriteAttemptsMax; ++attempt) {
    const StoredPtr old = call.env.store.Find(call.resource(), call.key());
    if (!old) {
      if (!patch->creates() || scale) return ObjectNotFound(*call.type, call.path.name);
      auto made = patch->Apply(call, Json());
      if (!made.ok()) return made.error();
      return CreateFrom(call, std::move(*made), true);
    }
    const Json before = ToJson(*old, *call.type);
    ApiCall on_scale = call;
    if (scale) on_scale.custom = nullptr;
    Json from = before;
    if (scale) {
      auto made = MakeScale(before, call.custom ? &call.custom->scale : nullptr);
      // A CRD's object without replicas can be given some all the same.
      if (made.ok()) from = std::move(*made);
      if (!made.ok())
        from = {{"kind", "Scale"},
                {"apiVersion", "autoscaling/v1"},
                {"metadata", {{"name", call.path.name}}}};
    }
    auto after = patch->Apply(on_scale, from);
    if (!after.ok()) return after.error();
    if (scale) return UpdateScale(call, *after);
    if (auto error = CheckVersion(call, *after, *old)) {
      if (error->code != 422) return *error;
    }
    auto done = TryReplace(call, old, before, std::move(*after), patch->creates());
    if (!done.ok()) return done.error();
    if (*done) return std::move(**done);
  }
  return ModifiedMeanwhile(*call.type, call.path.name);
}

ApiResult<Response> GetScale(ApiCall& call) {
  const StoredPtr object = call.env.store.Find(call.resource(), call.key());
  if (!object) return ObjectNotFound(*call.type, call.path.name);
  auto scale = MakeScale(ToJson(*object, *call.type), call.custom ? &call.custom->scale : nullptr);
  if (!scale.ok()) return scale.error();
  return JsonAnswer(200, *scale, call.accept);
}

}  // namespace oarlock::sandbox
