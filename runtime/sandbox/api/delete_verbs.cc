#include "sandbox/api/delete_verbs.h"

#include <algorithm>

#include "kube/timestamp.h"
#include "sandbox/api/definition_end.h"
#include "sandbox/api/read_verbs.h"
#include "sandbox/api/write_verbs.h"
#include "sandbox/object/object_body.h"
#include "sandbox/object/object_meta.h"
#include "sandbox/object/object_rules.h"
#include "sandbox/object/object_text.h"

namespace oarlock::sandbox {
namespace {

using Response = server::HttpResponse;

struct DeleteOptions {
  std::optional<int64_t> grace;
  std::string uid;
  std::string version;
  std::string propagation;  // "" = as the type has it
  std::optional<bool> orphan;
  bool dry_run = false;
};

ApiError InvalidOptions(const FieldErrors& errors) {
  return Invalid("meta.k8s.io", "DeleteOptions", "", errors);
}

void ReadBody(const Json& body, DeleteOptions& options, std::vector<std::string>& dry_run) {
  if (const Json& grace = Member(body, "gracePeriodSeconds"); grace.is_number_integer()) {
    options.grace = grace.get<int64_t>();
  }
  options.uid = TextAt(body, {"preconditions", "uid"});
  options.version = TextAt(body, {"preconditions", "resourceVersion"});
  options.propagation = TextAt(body, {"propagationPolicy"});
  if (const Json& orphan = Member(body, "orphanDependents"); orphan.is_boolean()) {
    options.orphan = orphan.get<bool>();
  }
  if (const Json& dry = Member(body, "dryRun"); dry.is_array()) {
    for (const Json& one : dry) dry_run.emplace_back(TextOf(one));
  }
}

ApiStatus ReadQuery(const Query& query, DeleteOptions& options, std::vector<std::string>& dry_run) {
  if (const auto grace = query.Get("gracePeriodSeconds"); !grace.empty()) {
    auto number = ParseInteger(grace, "ParseInt");
    if (!number.ok()) return number.error();
    options.grace = *number;
  }
  if (query.Has("propagationPolicy")) options.propagation = query.Get("propagationPolicy");
  if (query.Has("orphanDependents")) options.orphan = query.IsTrue("orphanDependents");
  for (std::string& one : query.All("dryRun")) {
    if (!one.empty()) dry_run.push_back(std::move(one));
  }
  return {};
}

ApiResult<DeleteOptions> ReadOptions(const ApiCall& call) {
  DeleteOptions options;
  std::vector<std::string> dry_run;
  if (!call.http.body.empty()) {
    auto text = BodyAsJson(call.http);
    if (!text.ok()) return text.error();
    const auto body = ParseJson(*text);
    if (!body.ok()) {
      return BadRequest("couldn't get version/kind; json parse error: " + body.status().message());
    }
    ReadBody(body->value, options, dry_run);
  } else if (auto error = ReadQuery(call.query, options, dry_run)) {
    return *error;
  }
  FieldErrors errors;
  const std::string& policy = options.propagation;
  if (options.orphan && !policy.empty()) {
    errors.push_back(
        FieldError::Invalid("propagationPolicy", Json(policy),
                            "orphanDependents and deletionPropagation cannot be both set"));
  }
  if (!policy.empty() && policy != "Foreground" && policy != "Background" && policy != "Orphan") {
    errors.push_back(FieldError::NotSupported("propagationPolicy", Json(policy),
                                              {"Foreground", "Background", "Orphan", "nil"}));
  }
  if (std::any_of(dry_run.begin(), dry_run.end(), [](const auto& one) { return one != "All"; })) {
    errors.push_back(FieldError::NotSupported("dryRun", Json(dry_run), {"All"}));
  }
  if (!errors.empty()) return InvalidOptions(errors);
  options.dry_run = !dry_run.empty();
  return options;
}

void WarnOfOrphans(ApiCall& call, const DeleteOptions& options) {
  if (call.type->kind != "Job" || !options.propagation.empty() || options.orphan) return;
  call.warnings.emplace_back(
      "child pods are preserved by default when jobs are deleted; set "
      "propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress "
      "this warning");
}

ApiStatus CheckPreconditions(const ApiCall& call, const DeleteOptions& options,
                             const StoredObject& object) {
  const auto conflict = [&](const std::string& why) {
    // Named by its kind here, as a server does.
    ApiError error = Conflict(*call.type, object.name, why);
    error.message = "Operation cannot be fulfilled on " + call.type->kind +
                    (call.type->group.empty() ? "" : "." + call.type->group) + " " +
                    WriteJson(Json(object.name)) + ": " + why;
    error.details["kind"] = call.type->kind;
    return error;
  };
  if (!options.uid.empty() && options.uid != object.uid) {
    return conflict("the UID in the precondition (" + options.uid +
                    ") does not match the UID in record (" + object.uid +
                    "). The object might have been deleted and then recreated");
  }
  const std::string version = std::to_string(object.version);
  if (!options.version.empty() && options.version != version) {
    return conflict("the ResourceVersion in the precondition (" + options.version +
                    ") does not match the ResourceVersion in record (" + version +
                    "). The object might have been modified");
  }
  return {};
}

// The finalizers of an object after what the request says of its dependents.
Json FinalizersAfter(const ResourceType& type, const DeleteOptions& options, const Json& object) {
  const Json& before = At(object, {"metadata", "finalizers"});
  Json after = Json::array();
  const bool decided = !options.propagation.empty() || options.orphan.has_value();
  if (before.is_array()) {
    for (const Json& one : before) {
      if (decided && (one == "orphan" || one == "foregroundDeletion")) continue;
      after.push_back(one);
    }
  }
  const bool asked = std::any_of(after.begin(), after.end(), [](const Json& one) {
    return one == "orphan" || one == "foregroundDeletion";
  });
  const bool by_default = !decided && !asked && OrphansByDefault(type);
  if (options.propagation == "Orphan" || options.orphan == true || by_default) {
    after.push_back("orphan");
  }
  if (options.propagation == "Foreground") after.push_back("foregroundDeletion");
  return after;
}

void SetFinalizers(Json finalizers, Json& object) {
  if (finalizers.empty()) {
    object["metadata"].erase("finalizers");
  } else {
    object["metadata"]["finalizers"] = std::move(finalizers);
  }
}

// Marks the object as being deleted; the first mark counts as a change of the desired state.
void Mark(const ApiCall& call, int64_t grace, Json& object) {
  Json& metadata = object["metadata"];
  const bool first = Member(metadata, "deletionTimestamp").is_null();
  if (first) {
    metadata["deletionTimestamp"] =
        kube::FormatTime(call.env.clock.UnixNow() + std::chrono::seconds(grace));
    const Json& generation = Member(metadata, "generation");
    if (generation.is_number_integer() && generation > 0) {
      metadata["generation"] = generation.get<int64_t>() + 1;
    }
  }
  metadata["deletionGracePeriodSeconds"] = grace;
}

Response SuccessStatus(const ApiCall& call, const StoredObject& object) {
  Json details = {{"name", object.name}, {"kind", call.type->plural}, {"uid", object.uid}};
  if (!call.type->group.empty()) details["group"] = call.type->group;
  return JsonAnswer(200,
                    {{"kind", "Status"},
                     {"apiVersion", "v1"},
                     {"metadata", Json::object()},
                     {"status", "Success"},
                     {"details", std::move(details)}},
                    call.accept);
}

struct Deleted {
  Response answer;
  StoredPtr object;  // as it was, or is now
};

// Replaces the object by its marked state. Empty: somebody else was quicker.
ApiResult<std::optional<Deleted>> KeepMarked(ApiCall& call, const DeleteOptions& options,
                                             const StoredPtr& old, Json object, int status) {
  Draft draft = MakeDraft(std::move(object), *call.type);
  if (SameContent(*old, draft)) {
    return std::optional<Deleted>(Deleted{call.Object(status, *old), old});
  }
  if (options.dry_run) {
    return std::optional<Deleted>(
        Deleted{call.Object(status, Unstored(std::move(draft), old->version)), old});
  }
  auto stored = call.env.store.Put(call.resource(), std::move(draft), old->version);
  if (!stored.ok()) {
    if (stored.status().code() == base::StatusCode::kConflict) return std::optional<Deleted>();
    return StoreError(call, old->name, stored.status());
  }
  return std::optional<Deleted>(Deleted{call.Object(status, **stored), *stored});
}

ApiResult<std::optional<Deleted>> RemoveNow(ApiCall& call, const DeleteOptions& options,
                                            const StoredPtr& old, const Json& object,
                                            bool graceful) {
  if (options.dry_run) {
    return std::optional<Deleted>(
        Deleted{AnswersDeletedObject(*call.type)
                    ? call.Object(200, Unstored(MakeDraft(object, *call.type), old->version))
                    : SuccessStatus(call, *old),
                old});
  }
  StoredPtr last = old;
  if (graceful) {
    // Agents see the mark before the end.
    auto marked = call.env.store.Put(call.resource(), MakeDraft(object, *call.type), old->version);
    if (!marked.ok()) return std::optional<Deleted>();
    last = *marked;
  }
  auto removed = call.env.store.Remove(call.resource(), old->key(), last->version);
  if (!removed.ok()) return std::optional<Deleted>();
  if (call.custom) ReleaseDefinition(call, call.resource());
  return std::optional<Deleted>(Deleted{AnswersDeletedObject(*call.type)
                                            ? call.Object(200, graceful ? *last : **removed)
                                            : SuccessStatus(call, *old),
                                        *removed});
}

// A namespace goes when its content is gone and its own finalizers with it.
ApiResult<std::optional<Deleted>> DeleteNamespace(ApiCall& call, const DeleteOptions& options,
                                                  const StoredPtr& old, Json object) {
  const std::string& name = old->name;
  if (name == "default" || name == "kube-system" || name == "kube-public") {
    return Forbidden(*call.type, name, "this namespace may not be deleted");
  }
  const Json& finalizers = At(object, {"spec", "finalizers"});
  const bool empty = finalizers.is_null() || finalizers.empty();
  if (empty && FinalizersAfter(*call.type, options, object).empty()) {
    return RemoveNow(call, options, old, object, false);
  }
  if (Member(object["metadata"], "deletionTimestamp").is_null()) {
    object["metadata"]["deletionTimestamp"] = call.Now();
    object["status"]["phase"] = "Terminating";
  }
  SetFinalizers(FinalizersAfter(*call.type, options, object), object);
  return KeepMarked(call, options, old, std::move(object), 200);
}

// One attempt. Empty: somebody else was quicker.
ApiResult<std::optional<Deleted>> TryDelete(ApiCall& call, const DeleteOptions& options,
                                            const StoredPtr& old) {
  if (auto error = CheckPreconditions(call, options, *old)) return *error;
  Json object = ToJson(*old, *call.type);
  object["metadata"].erase("resourceVersion");
  if (IsNamespaceType(*call.type)) return DeleteNamespace(call, options, old, std::move(object));
  if (call.type->qualified() == kDefinitions) {
    MarkDefinition(call, object);
    return KeepMarked(call, options, old, std::move(object), 200);
  }
  Json finalizers = FinalizersAfter(*call.type, options, object);
  auto asked = options.grace;
  if (asked && *asked < 0) asked = 1;
  const std::optional<int64_t> grace = GraceSeconds(*call.type, object, asked);
  const bool held = !finalizers.empty();
  SetFinalizers(std::move(finalizers), object);
  if (grace && *grace > 0) {
    const Json& running = At(object, {"metadata", "deletionGracePeriodSeconds"});
    if (old->deleting && running.is_number_integer() && running <= *grace) {
      return std::optional<Deleted>(Deleted{call.Object(200, *old), old});
    }
    Mark(call, *grace, object);
    return KeepMarked(call, options, old, std::move(object), 200);
  }
  if (held) {
    Mark(call, 0, object);
    return KeepMarked(call, options, old, std::move(object), 200);
  }
  if (grace) Mark(call, 0, object);
  return RemoveNow(call, options, old, object, grace.has_value());
}

void DeleteInstances(const ApiCall& call, const std::string& resource);

ApiResult<Deleted> DeleteNamed(ApiCall& call, const DeleteOptions& options,
                               const std::string& name) {
  for (int attempt = 0; attempt < kWriteAttemptsMax; ++attempt) {
    const StoredPtr old = call.env.store.Find(call.resource(), call.key_of(name));
    if (!old) return ObjectNotFound(*call.type, name);
    auto done = TryDelete(call, options, old);
    if (!done.ok()) return done.error();
    if (!*done) continue;
    if (call.type->qualified() == kDefinitions && !options.dry_run) DeleteInstances(call, name);
    return std::move(**done);
  }
  return ModifiedMeanwhile(*call.type, name);
}

// Of a CRD that is going. Those with finalizers stay, and the CRD with them.
void DeleteInstances(const ApiCall& call, const std::string& resource) {
  const auto table = call.env.types.table();
  const auto& types = table->all();
  const auto type = std::find_if(types.begin(), types.end(), [&](const TypePtr& one) {
    return !one->builtin && one->qualified() == resource;
  });
  const Snapshot state = call.env.store.Read();
  for (auto at = state->Table(resource).objects.First(); at.valid(); at.Next()) {
    if (type == types.end()) {  // no version of it is served
      static_cast<void>(call.env.store.Remove(resource, at.key(), at.value()->version));
      continue;
    }
    ApiCall one = call;
    one.type = *type;
    one.custom = table->CustomOf(**type);
    one.path.ns = at.value()->ns;
    static_cast<void>(DeleteNamed(one, {}, at.value()->name));
  }
  ReleaseDefinition(call, resource);
}

}  // namespace

ApiResult<Response> DeleteObject(ApiCall& call) {
  auto options = ReadOptions(call);
  if (!options.ok()) return options.error();
  WarnOfOrphans(call, *options);
  auto deleted = DeleteNamed(call, *options, call.path.name);
  if (!deleted.ok()) return deleted.error();
  return std::move(deleted->answer);
}

ApiResult<Response> DeleteCollection(ApiCall& call) {
  auto options = ReadOptions(call);
  if (!options.ok()) return options.error();
  WarnOfOrphans(call, *options);
  auto which = ListOptions::Parse(call.query, *call.type);
  if (!which.ok()) return which.error();
  const auto selected = SelectedObjects(call, *which);
  const uint64_t version = call.env.store.Read()->version;
  for (const StoredPtr& object : selected) {
    ApiCall one = call;
    one.path.ns = object->ns;
    auto deleted = DeleteNamed(one, *options, object->name);
    if (!deleted.ok() && deleted.error().code != 404) return deleted.error();
  }
  return TextAnswer(200, call.View().List(selected, {version, "", std::nullopt}), call.accept);
}

}  // namespace oarlock::sandbox
