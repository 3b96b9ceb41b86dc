#include "sandbox/api/write_verbs.h"

#include "sandbox/access/access_reviews.h"
#include "sandbox/api/definition_end.h"
#include "sandbox/api/scale.h"
#include "sandbox/merge/scale_fields.h"
#include "sandbox/object/object_body.h"
#include "sandbox/object/object_create.h"
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
  Json status = EstablishedStatus(definition, call.Now());
  Json before = definition;
  // What a new one has before them.
  if (At(before, {"status", "acceptedNames"}).is_null()) {
    before["status"] = {{"acceptedNames", {{"kind", ""}, {"plural", ""}}},
                        {"conditions", Json::array()},
                        {"storedVersions", Member(status, "storedVersions")}};
  }
  definition["status"] = std::move(status);
  TrackServer(call, "status", before, definition);
  for (std::string& text : ReadDefinition(call.env.schemas, definition).Warnings()) {
    call.warnings.push_back(std::move(text));
  }
}

// Notes who owns what the request has set, before the server adds anything of its own.
void Own(const ApiCall& call, const Json& live, Json& object) {
  Json whole = object;
  CompleteObject(call, whole);
  TrackFields(call, live, whole);
  if (!object["metadata"].is_object()) object["metadata"] = Json::object();
  CopyMember(Member(whole, "metadata"), "managedFields", object["metadata"]);
}

// `applied`: managedFields are in it already.
ApiResult<Response> CreateFrom(ApiCall& call, Json object, bool applied = false) {
  if (auto error = FillMetaForCreate(call, object)) return *error;
  const std::string name(TextAt(object, {"metadata", "name"}));
  if (auto error = CheckNamespaceOpen(call, name)) return *error;
  if (auto error = CheckDefinitionOpen(call, name)) return *error;
  if (!applied) Own(call, Json(), object);
  PrepareForCreate(*call.type, call.Now(), object);
  const FieldErrors errors = ValidateObject(call, object, Json());
  if (!errors.empty()) return InvalidObject(*call.type, name, errors);
  if (call.type->qualified() == kDefinitions) Establish(call, object);
  CompleteObject(call, object);
  return CommitNew(call, std::move(object));
}

ApiStatus CheckUid(const ApiCall& call, const StoredObject& old, const Json& object) {
  const auto asked = TextAt(object, {"metadata", "uid"});
  if (asked.empty() || asked == old.uid) return {};
  return Conflict(*call.type, call.path.name,
                  "StorageError: invalid object, Code: 4, Key: /registry/" + call.type->plural +
                      "/" + old.key() +
                      ", ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in "
                      "precondition: " +
                      std::string(asked) + ", UID in object meta: " + old.uid);
}

// All that happens to `object` on its way into the place of `before`.
ApiStatus PrepareReplacement(ApiCall& call, const Json& before, bool owned, Json& object) {
  if (auto error = FillMetaForUpdate(call, before, object)) return error;
  const Json decoded = Decoded(call, before);
  if (!owned) Own(call, before, object);
  PrepareForUpdate(*call.type, call.path.subresource, call.Now(), decoded, object);
  FieldErrors errors;
  CheckNewFinalizers(before, object, errors);
  if (errors.empty()) errors = ValidateObject(call, object, decoded);
  if (!errors.empty()) return InvalidObject(*call.type, call.path.name, errors);
  if (call.type->qualified() == kDefinitions) Establish(call, object);
  CompleteObject(call, object);
  return {};
}

// The object as it is now; null: somebody else was quicker.
using Replaced = ApiResult<StoredPtr>;

Replaced CommitReplacement(const ApiCall& call, const StoredPtr& old, const Json& before,
                           Json object) {
  const bool gone = IsReadyToGo(*call.type, object) && !IsReadyToGo(*call.type, before);
  Draft draft = MakeDraft(std::move(object), *call.type);
  Store& store = call.env.store;
  if (IsDryRun(call.query) || gone) {
    const bool there =
        IsDryRun(call.query) || store.Remove(call.resource(), old->key(), old->version).ok();
    if (!there) return StoredPtr();
    if (gone && call.custom) ReleaseDefinition(call, call.resource());
    return StoredPtr(
        std::make_shared<const StoredObject>(Unstored(std::move(draft), old->version)));
  }
  if (SameContent(*old, draft)) return old;
  auto stored = store.Put(call.resource(), std::move(draft), old->version);
  if (stored.ok()) return *stored;
  if (stored.status().code() == base::StatusCode::kConflict) return StoredPtr();
  return StoreError(call, call.path.name, stored.status());
}

// One attempt to bring `object` into the place of `old`. `owned`: managedFields are in it already.
Replaced TryReplace(ApiCall& call, const StoredPtr& old, const Json& before, Json object,
                    bool owned = false) {
  if (auto error = CheckUid(call, *old, object)) return *error;
  if (auto error = PrepareReplacement(call, before, owned, object)) return *error;
  return CommitReplacement(call, old, before, std::move(object));
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

const ScalePaths* PathsOf(const ApiCall& call) {
  return call.custom ? &call.custom->scale : nullptr;
}

// The Scale of an object with those who own its replicas.
Json TrackedScale(const ApiCall& call, const Json& object) {
  auto made = MakeScale(object, PathsOf(call));
  // A CRD's object without replicas can be given some all the same.
  Json scale = made.ok() ? std::move(*made)
                         : Json{{"kind", "Scale"},
                                {"apiVersion", "autoscaling/v1"},
                                {"metadata", Member(object, "metadata")}};
  const Json owners = ScaleFieldsOf(object, ReplicasPath(PathsOf(call)));
  scale["metadata"].erase("managedFields");
  if (!owners.is_null()) scale["metadata"]["managedFields"] = owners;
  return scale;
}

// One attempt. `applied`: managedFields are in it already.
Replaced TryScale(ApiCall& call, const StoredPtr& old, const Json& before, Json scale,
                  bool applied) {
  const std::string_view asked = TextAt(scale, {"metadata", "resourceVersion"});
  if (!asked.empty() && asked != std::to_string(old->version)) {
    return ModifiedMeanwhile(*call.type, call.path.name);
  }
  Json object = before;
  if (auto error = ApplyScale(scale, PathsOf(call), object)) return *error;
  if (!applied) TrackFields(call, TrackedScale(call, before), scale);
  TakeScaleFields(scale, ReplicasPath(PathsOf(call)), object);
  ApiCall whole = call;
  whole.path.subresource.clear();
  return TryReplace(whole, old, before, std::move(object), true);
}

// An object, or at the scale endpoint its Scale.
ApiResult<Response> Shown(const ApiCall& call, const StoredObject& object) {
  if (call.path.subresource != "scale") return call.Object(200, object);
  auto scale = MakeScale(ToJson(object, *call.type), PathsOf(call));
  if (!scale.ok()) return scale.error();
  return JsonAnswer(200, *scale, call.accept);
}

ApiResult<Response> UpdateScale(ApiCall& call, const Json& scale) {
  for (int attempt = 0; attempt < kWriteAttemptsMax; ++attempt) {
    const StoredPtr old = call.env.store.Find(call.resource(), call.key());
    if (!old) return ObjectNotFound(*call.type, call.path.name);
    auto done = TryScale(call, old, ToJson(*old, *call.type), scale, false);
    if (!done.ok()) return done.error();
    if (*done) return Shown(call, **done);
  }
  return ModifiedMeanwhile(*call.type, call.path.name);
}

// One attempt to patch an object that is there.
Replaced TryPatch(ApiCall& call, const StoredPtr& old, const ObjectPatch& patch) {
  const bool scale = call.path.subresource == "scale";
  const Json before = ToJson(*old, *call.type);
  auto after = patch.Apply(call, scale ? TrackedScale(call, before) : before);
  if (!after.ok()) return after.error();
  if (scale) return TryScale(call, old, before, std::move(*after), patch.creates());
  if (auto error = CheckVersion(call, *after, *old)) {
    if (error->code != 422) return *error;
  }
  return TryReplace(call, old, before, std::move(*after), patch.creates());
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
    Own(call, Json(), *body);
    AnswerReview(call, *body);
    return JsonAnswer(201, *body, call.accept);
  }
  return CreateFrom(call, std::move(*body));
}

ApiResult<Response> UpdateObject(ApiCall& call) {
  if (auto error = CheckWriteOptions(call, "UpdateOptions")) return *error;
  const bool scale = call.path.subresource == "scale";
  auto body = ReadObjectBody(call, BodyKind(call));
  if (!body.ok()) return body.error();
  if (scale) return UpdateScale(call, *body);
  for (int attempt = 0; attempt < kWriteAttemptsMax; ++attempt) {
    const StoredPtr old = call.env.store.Find(call.resource(), call.key());
    if (!old) {
      // The name is looked at first, as a server does.
      if (auto error = CheckName(call, *body)) return *error;
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
    if (*done) return Shown(call, **done);
    if (!TextAt(*body, {"metadata", "resourceVersion"}).empty()) break;
  }
  return ModifiedMeanwhile(*call.type, call.path.name);
}

ApiResult<Response> PatchObject(ApiCall& call) {
  if (auto error = CheckWriteOptions(call, "PatchOptions")) return *error;
  auto patch = ObjectPatch::Read(call);
  if (!patch.ok()) return patch.error();
  for (int attempt = 0; attempt < kWriteAttemptsMax; ++attempt) {
    const StoredPtr old = call.env.store.Find(call.resource(), call.key());
    if (!old) {
      if (!patch->creates() || !call.path.subresource.empty()) {
        return ObjectNotFound(*call.type, call.path.name);
      }
      auto made = patch->Apply(call, Json());
      if (!made.ok()) return made.error();
      return CreateFrom(call, std::move(*made), true);
    }
    auto done = TryPatch(call, old, *patch);
    if (!done.ok()) return done.error();
    if (*done) return Shown(call, **done);
  }
  return ModifiedMeanwhile(*call.type, call.path.name);
}

ApiResult<Response> GetScale(ApiCall& call) {
  const StoredPtr object = call.env.store.Find(call.resource(), call.key());
  if (!object) return ObjectNotFound(*call.type, call.path.name);
  return Shown(call, *object);
}

}  // namespace oarlock::sandbox
