#include "sandbox/workloads/pods.h"

#include <algorithm>
#include <utility>

#include "kube/decode.h"
#include "kube/selector.h"
#include "kube/timestamp.h"
#include "sandbox/controllers/conditions.h"
#include "sandbox/controllers/owner_refs.h"

namespace oarlock::sandbox {
namespace {

// A selector that cannot be read means nothing.
kube::LabelSelector SelectorOf(const Json& owner) {
  const auto text = kube::DocumentFromJson(WriteJson(At(owner, {"spec", "selector"})));
  if (text.ok()) {
    auto selector = kube::LabelSelector::FromValue(text->root());
    if (selector.ok()) return *std::move(selector);
  }
  return *kube::LabelSelector::Parse(kube::kSelectorNothing);
}

ApiStatus LetGo(InProcessClient& client, std::string_view resource, const StoredObject& object,
                std::string_view owner_uid) {
  Json owners = Json::array();
  const Json metadata = ParseTrustedJson(object.metadata());
  for (const Json& one : Member(metadata, "ownerReferences")) {
    if (TextAt(one, {"uid"}) != owner_uid) owners.push_back(one);
  }
  return client.Patch(resource, object, {{"metadata", {{"ownerReferences", std::move(owners)}}}});
}

ApiStatus Take(InProcessClient& client, std::string_view resource, const StoredObject& object,
               const Json& owner) {
  const Json metadata = ParseTrustedJson(object.metadata());
  Json owners = Member(metadata, "ownerReferences");
  owners.push_back(ControllerRef(owner));
  return client.Patch(resource, object, {{"metadata", {{"ownerReferences", std::move(owners)}}}});
}

}  // namespace

int64_t IntAt(const Json& object, std::initializer_list<std::string_view> path, int64_t fallback) {
  const Json& value = At(object, path);
  return value.is_number_integer() ? value.get<int64_t>() : fallback;
}

std::string_view NameOf(const Json& object) { return TextAt(object, {"metadata", "name"}); }
std::string_view NamespaceOf(const Json& object) {
  return TextAt(object, {"metadata", "namespace"});
}
std::string KeyOf(const Json& object) {
  return std::string(NamespaceOf(object)) + "/" + std::string(NameOf(object));
}
bool IsDeleting(const Json& object) {
  return !At(object, {"metadata", "deletionTimestamp"}).is_null();
}

bool IsFinished(const Json& pod) {
  const auto phase = TextAt(pod, {"status", "phase"});
  return phase == "Succeeded" || phase == "Failed";
}
bool IsActive(const Json& pod) { return !IsFinished(pod) && !IsDeleting(pod); }
bool IsReady(const Json& pod) { return IsConditionTrue(Member(pod, "status"), "Ready"); }

bool IsAvailable(const Json& pod, int64_t seconds, base::UnixTime now,
                 std::optional<base::Duration>& wait) {
  if (!IsReady(pod)) return false;
  if (seconds == 0) return true;
  const Json& ready = FindCondition(Member(pod, "status"), "Ready");
  const auto since = kube::ParseTimestamp(TextAt(ready, {"lastTransitionTime"}));
  if (!since) return false;
  const base::Duration rest = *since + std::chrono::seconds(seconds) - now;
  if (rest <= base::Duration::zero()) return true;
  if (!wait || rest < *wait) wait = rest;
  return false;
}

ApiResult<Documents> Claim(InProcessClient& client, std::string_view resource, const Json& owner) {
  const kube::LabelSelector selector = SelectorOf(owner);
  const std::string uid(TextAt(owner, {"metadata", "uid"}));
  const std::string prefix = std::string(NamespaceOf(owner)) + "/";
  const Snapshot state = client.Read();
  Documents out;
  auto at = state->Table(resource).objects.LowerBound(prefix);
  for (; at.valid() && at.key().starts_with(prefix); at.Next()) {
    const StoredObject& object = *at.value();
    const bool meant = selector.Matches(object.labels.root());
    if (!meant && object.metadata().find(uid) == std::string_view::npos) continue;
    const auto controller = ControllerOf(object);
    ApiStatus error;
    if (controller && controller->uid == uid) {
      if (!meant && !object.deleting && !IsDeleting(owner)) {
        error = LetGo(client, resource, object, uid);
      } else {
        out.push_back(client.ToDocument(resource, object));
      }
    } else if (!controller && meant && !object.deleting && !IsDeleting(owner)) {
      error = Take(client, resource, object, owner);
      if (!error) out.push_back(client.Get(resource, at.key()));
    }
    if (error && error->code != 404) return *error;
  }
  return out;
}

Json PodOf(const Json& owner, const Json& pod_template) {
  Json metadata = {{"namespace", NamespaceOf(owner)},
                   {"ownerReferences", Json::array({ControllerRef(owner)})}};
  for (const char* name : {"labels", "annotations", "finalizers"}) {
    CopyMember(Member(pod_template, "metadata"), name, metadata);
  }
  return {{"metadata", std::move(metadata)}, {"spec", Member(pod_template, "spec")}};
}

void SetCounts(std::initializer_list<std::pair<const char*, int64_t>> counts, Json& status) {
  for (const auto& [name, count] : counts) {
    if (count > 0) {
      status[name] = count;
    } else {
      status.erase(name);
    }
  }
}

ApiStatus PutStatus(InProcessClient& client, std::string_view resource, const Json& before,
                    Json status, std::string_view manager) {
  if (Member(before, "status") == status) return {};
  Json object = before;
  object["status"] = std::move(status);
  return client.Update(resource, object, "status", manager);
}

ApiStatus DeleteDocument(InProcessClient& client, std::string_view resource, const Json& object) {
  const StoredPtr found = client.Find(resource, KeyOf(object));
  if (!found || found->uid != TextAt(object, {"metadata", "uid"})) return {};
  auto error = client.Delete(resource, *found);
  return error && error->code == 404 ? ApiStatus() : error;
}

std::string HashText(const Json& value) {
  constexpr std::string_view kLetters = "bcdfghjklmnpqrstvwxz2456789";
  uint32_t hash = 2166136261;  // FNV-1a
  for (const char c : WriteJson(value)) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 16777619;
  }
  std::string text;
  for (const char digit : std::to_string(hash)) {
    text += kLetters[static_cast<size_t>(digit) % kLetters.size()];
  }
  return text;
}

}  // namespace oarlock::sandbox
