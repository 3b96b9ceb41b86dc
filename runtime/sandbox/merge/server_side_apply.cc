#include "sandbox/merge/server_side_apply.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "sandbox/merge/managed_fields.h"
#include "sandbox/merge/typed_value.h"

namespace oarlock::sandbox {
namespace {

constexpr const char* kUnownedMetadata[] = {
    "creationTimestamp", "generation",      "managedFields", "name",
    "namespace",         "resourceVersion", "selfLink",      "uid",
};

// What nobody owns: the identity, and what the endpoint does not write.
FieldSet NotOwned(const Owned& owned) {
  FieldSet out;
  out.At("f:apiVersion").Insert();
  out.At("f:kind").Insert();
  for (const char* name : kUnownedMetadata) {
    out.At("f:metadata").At(FieldStep(name)).Insert();
  }
  for (const auto& path : owned.ignored) {
    FieldSet* at = &out;
    for (const std::string& name : path) at = &at->At(FieldStep(name));
    at->Insert();
  }
  return out;
}

FieldSet Ownable(const Owned& owned, const FieldSet& set) {
  FieldSet out = set.Without(NotOwned(owned));
  if (!owned.only.empty()) {
    FieldSet only;
    const std::string step = FieldStep(owned.only);
    if (const FieldSet* below = out.Find(step)) only.At(step) = *below;
    out = std::move(only);
  }
  FieldSet metadata;
  metadata.At("f:metadata").Insert();
  return out.Difference(metadata);
}

Comparison Ownable(const Owned& owned, const Comparison& all) {
  return {Ownable(owned, all.added), Ownable(owned, all.modified), Ownable(owned, all.removed)};
}

// Documents as they are compared: without who owns them.
Json Plain(const Json& object) {
  Json out = object;
  if (out.contains("metadata") && out["metadata"].is_object()) {
    out["metadata"].erase("managedFields");
  }
  return out;
}

struct Conflict {
  std::string manager;  // as shown
  std::vector<std::string> paths;
};

base::Status ConflictStatus(std::vector<Conflict> conflicts) {
  std::sort(conflicts.begin(), conflicts.end(),
            [](const Conflict& a, const Conflict& b) { return a.manager < b.manager; });
  base::ErrorDetail detail{.http_status = 409, .reason = "Conflict"};
  size_t count = 0;
  std::string list;
  for (const Conflict& conflict : conflicts) {
    count += conflict.paths.size();
    if (!list.empty()) list += "\n";
    list += fmt::format("conflicts with {}:", conflict.manager);
    for (const std::string& path : conflict.paths) {
      list += "\n- " + path;
      detail.causes.push_back({"FieldManagerConflict", "conflict with " + conflict.manager, path});
    }
  }
  std::string message = fmt::format("Apply failed with {} conflicts: {}", count, list);
  if (count == 1) {
    message = fmt::format("Apply failed with 1 conflict: conflict with {}: {}",
                          conflicts.front().manager, conflicts.front().paths.front());
  }
  return {base::StatusCode::kConflict, std::move(message), std::move(detail)};
}

std::vector<Conflict> ConflictsOf(const Managers& managers, const Manager& self,
                                  const FieldSet& changed) {
  std::map<std::string, FieldSet> by_name;
  for (const Manager& manager : managers) {
    if (manager.SameAs(self)) continue;
    const FieldSet both = manager.fields.Intersection(changed);
    if (both.empty()) continue;
    FieldSet& all = by_name[manager.Shown()];
    all = all.Union(both);
  }
  std::vector<Conflict> out;
  for (const auto& [name, set] : by_name) out.push_back({name, set.Paths()});
  return out;
}

// Others lose what was changed or is gone.
void TakeFromOthers(Managers& managers, const Manager* self, const Comparison& comparison) {
  const FieldSet changed = comparison.added.Union(comparison.modified);
  for (Manager& manager : managers) {
    if (self != nullptr && manager.SameAs(*self)) continue;
    manager.fields = manager.fields.Difference(changed).Difference(comparison.removed);
  }
}

Manager Self(const Writer& writer, const char* operation) {
  return {writer.manager, operation, writer.api_version, writer.subresource, "", FieldSet()};
}

FieldSet AllOwned(const Managers& managers) {
  FieldSet out;
  for (const Manager& manager : managers) out = out.Union(manager.fields);
  return out;
}

// The oldest entries of Updates become one, so that their number has a bound.
void CapUpdates(Managers& managers) {
  std::vector<size_t> updates;
  for (size_t i = 0; i < managers.size(); ++i) {
    if (!managers[i].applied() && managers[i].subresource.empty()) updates.push_back(i);
  }
  if (updates.size() <= kUpdateManagersMax) return;
  std::sort(updates.begin(), updates.end(),
            [&managers](size_t a, size_t b) { return managers[a].time < managers[b].time; });
  Manager& oldest = managers[updates[0]];
  oldest.name = "ancient-changes";
  for (size_t i = 1; i <= updates.size() - kUpdateManagersMax; ++i) {
    Manager& old = managers[updates[i]];
    oldest.fields = oldest.fields.Union(old.fields);
    oldest.time = old.time;
    oldest.api_version = old.api_version;
    old.fields = FieldSet();
  }
}

base::Status TypedFailure(const Owned& owned, const Json& config, const std::string& error) {
  return base::Internal(
      fmt::format("failed to create typed patch object ({}/{}; {}, Kind={}): {}",
                  TextAt(config, {"metadata", "namespace"}), TextAt(config, {"metadata", "name"}),
                  owned.group.empty() ? "/" + std::string(TextAt(config, {"apiVersion"}))
                                      : std::string(TextAt(config, {"apiVersion"})),
                  owned.kind, error));
}

}  // namespace

base::Result<Applied> Apply(const Owned& owned, const Json& live, const Json& config,
                            const Writer& writer, bool force) {
  if (!At(config, {"metadata", "managedFields"}).is_null()) {
    return base::InvalidArgument("metadata.managedFields must be nil");
  }
  if (std::string error = TypedError(owned.schema, config); !error.empty()) {
    return TypedFailure(owned, config, error);
  }
  Managers managers = ManagersOf(live);
  const Manager who = Self(writer, "Apply");
  Manager* self = FindManager(managers, who);
  FieldSet last;
  if (self == nullptr) {
    managers.push_back(who);
    self = &managers.back();
  } else {
    last = self->fields;
  }
  self->fields = Ownable(owned, FieldsOf(owned.schema, config));
  self->api_version = writer.api_version;

  const Json before = Plain(live);
  Json next = live.is_null() ? config : MergeTyped(owned.schema, before, config);
  const FieldSet owners = AllOwned(managers);
  RemoveFields(owned.schema, last.Difference(owners), owners, next);
  const Comparison comparison = Ownable(owned, Compare(owned.schema, before, next));
  const FieldSet changed = comparison.added.Union(comparison.modified);
  auto conflicts = ConflictsOf(managers, who, changed);
  if (!force && !conflicts.empty()) return ConflictStatus(std::move(conflicts));
  TakeFromOthers(managers, &who, comparison);
  if (!comparison.same()) self->time = writer.now;
  StoreManagers(std::move(managers), next);
  const bool is_changed = live.is_null() || Differs(live, next);
  return Applied{std::move(next), is_changed};
}

void Track(const Owned& owned, const Json& live, const Writer& writer, Json& next) {
  const Json sent = At(next, {"metadata", "managedFields"});
  Managers managers = ManagersOf(sent.is_null() ? live : next);
  const bool reset = sent.is_array() && sent.empty();
  Json& metadata = next["metadata"];
  if (!metadata.is_object()) metadata = Json::object();
  metadata.erase("managedFields");
  if (reset) return;
  const bool is_new = TextAt(live, {"metadata", "creationTimestamp"}).empty();
  if (managers.empty() && !is_new) return;
  const Comparison comparison = Ownable(owned, Compare(owned.schema, Plain(live), next));
  TakeFromOthers(managers, nullptr, comparison);
  const FieldSet written = comparison.added.Union(comparison.modified);
  if (!written.empty()) {
    const Manager who = Self(writer, "Update");
    Manager* self = FindManager(managers, who);
    if (self == nullptr) {
      managers.push_back(who);
      self = &managers.back();
    }
    self->fields = self->fields.Union(written);
    self->time = writer.now;
    CapUpdates(managers);
  }
  StoreManagers(std::move(managers), next);
}

bool Differs(const Json& live, const Json& next) {
  const auto untimed = [](const Json& object) {
    Json out = object;
    if (!At(out, {"metadata", "managedFields"}).is_array()) return out;
    for (Json& entry : out["metadata"]["managedFields"]) {
      if (entry.is_object()) entry.erase("time");
    }
    return out;
  };
  return untimed(live) != untimed(next);
}

}  // namespace oarlock::sandbox
