#include "sandbox/controllers/namespace_deletion.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "kube/timestamp.h"
#include "sandbox/controllers/conditions.h"
#include "sandbox/controllers/owner_refs.h"

namespace oarlock::sandbox {
namespace {

constexpr std::string_view kNamespaces = "namespaces";
constexpr std::string_view kFinalizer = "kubernetes";

struct Remaining {
  std::string resource;
  StoredPtr object;
};

// Objects in the namespace, by resource.
std::vector<Remaining> ContentOf(const StoreState& state, const std::string& ns) {
  std::vector<Remaining> out;
  const std::string prefix = ns + "/";
  for (auto table = state.tables.First(); table.valid(); table.Next()) {
    auto at = table.value().objects.LowerBound(prefix);
    for (; at.valid() && at.key().starts_with(prefix); at.Next()) {
      out.push_back({table.key(), at.value()});
    }
  }
  return out;
}

bool HoldsNamespace(const Json& ns) {
  const Json& finalizers = At(ns, {"spec", "finalizers"});
  return std::find(finalizers.begin(), finalizers.end(), kFinalizer) != finalizers.end();
}

// "configmaps." and "deployments.apps", as the conditions name resources.
std::string Dotted(const std::string& resource) {
  return resource.find('.') == std::string::npos ? resource + "." : resource;
}

Condition ContentCondition(const std::vector<Remaining>& content) {
  std::map<std::string, int> counts;
  for (const Remaining& one : content) ++counts[one.resource];
  if (counts.empty()) {
    return {"NamespaceContentRemaining", false, "ContentRemoved",
            "All content successfully removed"};
  }
  std::string text;
  for (const auto& [resource, count] : counts) {
    text += fmt::format("{}{} has {} resource instances", text.empty() ? "" : ", ",
                        Dotted(resource), count);
  }
  return {"NamespaceContentRemaining", true, "SomeResourcesRemain",
          "Some resources are remaining: " + text};
}

Condition FinalizerCondition(const std::vector<Remaining>& content) {
  std::map<std::string, int> counts;
  for (const Remaining& one : content) {
    const Json metadata = ParseTrustedJson(one.object->metadata());
    for (const Json& finalizer : Member(metadata, "finalizers")) {
      ++counts[std::string(TextOf(finalizer))];
    }
  }
  if (counts.empty()) {
    return {"NamespaceFinalizersRemaining", false, "ContentHasNoFinalizers",
            "All content-preserving finalizers finished"};
  }
  std::string text;
  for (const auto& [finalizer, count] : counts) {
    text +=
        fmt::format("{}{} in {} resource instances", text.empty() ? "" : ", ", finalizer, count);
  }
  return {"NamespaceFinalizersRemaining", true, "SomeFinalizersRemain",
          "Some content in the namespace has finalizers remaining: " + text};
}

}  // namespace

void NamespaceDeletion::OnChange(const ObjectChange& change) {
  const StoredObject& object = *change.object;
  if (change.resource == kNamespaces) {
    if (object.deleting && !change.deleted) Add(object.name);
    return;
  }
  if (object.ns.empty()) return;
  const StoredPtr ns = client().Find(kNamespaces, object.ns);
  if (ns && ns->deleting) Add(object.ns);
}

ApiStatus NamespaceDeletion::Reconcile(const std::string& name) {
  const StoredPtr found = client().Find(kNamespaces, name);
  if (!found || !found->deleting) return {};
  Json ns = client().ToDocument(kNamespaces, *found);
  if (!HoldsNamespace(ns)) return {};
  const ApiStatus failure = DeleteContent(name);
  if (!failure && ContentOf(*client().Read(), name).empty()) return Finalize(std::move(ns));
  if (auto error = Report(ns, failure)) return error;
  return failure;
}

ApiStatus NamespaceDeletion::DeleteContent(const std::string& name) {
  const auto content = ContentOf(*client().Read(), name);
  const bool pods = std::any_of(content.begin(), content.end(),
                                [](const Remaining& one) { return one.resource == "pods"; });
  ApiStatus failure;
  for (const auto& [resource, object] : content) {
    if (object->deleting || (pods && resource != "pods")) continue;
    auto error = client().Delete(resource, *object);
    if (error && error->code != 404) failure = std::move(error);
  }
  return failure;
}

ApiStatus NamespaceDeletion::Report(const Json& ns, const ApiStatus& failure) {
  const auto content = ContentOf(*client().Read(), std::string(TextAt(ns, {"metadata", "name"})));
  Json changed = ns;
  const std::string now = kube::FormatTime(clock().UnixNow());
  const auto set = [&](const Condition& condition) {
    SetCondition(changed["status"], condition, now);
  };
  set({"NamespaceDeletionDiscoveryFailure", false, "ResourcesDiscovered",
       "All resources successfully discovered"});
  set({"NamespaceDeletionGroupVersionParsingFailure", false, "ParsedGroupVersions",
       "All legacy kube types successfully parsed"});
  if (failure) {
    set({"NamespaceDeletionContentFailure", true, "ContentDeletionFailed",
         "Failed to delete all resource types: " + failure->message});
  } else {
    set({"NamespaceDeletionContentFailure", false, "ContentDeleted",
         "All content successfully deleted, may be waiting on finalization"});
  }
  set(ContentCondition(content));
  set(FinalizerCondition(content));
  if (changed == ns) return {};
  return client().Update(kNamespaces, changed, "status");
}

ApiStatus NamespaceDeletion::Finalize(Json ns) {
  Json& finalizers = ns["spec"]["finalizers"];
  finalizers.erase(std::find(finalizers.begin(), finalizers.end(), kFinalizer));
  return client().Update(kNamespaces, ns, "finalize");
}

}  // namespace oarlock::sandbox
