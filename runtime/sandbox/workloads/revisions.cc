#include "sandbox/workloads/revisions.h"

#include <algorithm>
#include <utility>

#include "sandbox/controllers/owner_refs.h"

namespace oarlock::sandbox {
namespace {

constexpr const char* kResource = "controllerrevisions.apps";

// A patch that brings the template back.
Json DataOf(const Json& owner) {
  Json data = {{"spec", {{"template", At(owner, {"spec", "template"})}}}};
  data["spec"]["template"]["$patch"] = "replace";
  return data;
}

int64_t NumberOf(const Json& revision) { return IntAt(revision, {"revision"}, 0); }

Json NewRevision(const Json& owner, Json data, int64_t number, const std::string& label) {
  const std::string hash = HashText(data);
  Json labels = At(owner, {"spec", "template", "metadata", "labels"});
  labels[label] = hash;
  return {{"metadata",
           {{"name", std::string(NameOf(owner)) + "-" + hash},
            {"namespace", NamespaceOf(owner)},
            {"labels", std::move(labels)},
            {"ownerReferences", Json::array({ControllerRef(owner)})}}},
          {"data", std::move(data)},
          {"revision", number}};
}

}  // namespace

std::string_view RevisionOf(const Json& pod) {
  return TextAt(pod, {"metadata", "labels", kRevisionHash});
}

Json Revisions::TemplateOf(const Json& owner, std::string_view name) const {
  for (const Json& revision : all) {
    if (NameOf(revision) != name) continue;
    Json out = At(revision, {"data", "spec", "template"});
    out.erase("$patch");
    return out;
  }
  return At(owner, {"spec", "template"});
}

ApiResult<Revisions> SyncRevisions(InProcessClient& client, const Json& owner,
                                   const std::string& hash_label) {
  auto claimed = Claim(client, kResource, owner);
  if (!claimed.ok()) return claimed.error();
  Revisions revisions{std::move(*claimed), {}};
  Documents& all = revisions.all;
  std::stable_sort(all.begin(), all.end(),
                   [](const Json& a, const Json& b) { return NumberOf(a) < NumberOf(b); });
  const int64_t last = all.empty() ? 0 : NumberOf(all.back());
  Json data = DataOf(owner);
  const auto same = std::find_if(all.begin(), all.end(),
                                 [&](const Json& one) { return Member(one, "data") == data; });
  if (same == all.end()) {
    Json made = NewRevision(owner, std::move(data), last + 1, hash_label);
    if (auto error = client.Create(kResource, NamespaceOf(owner), made)) return *error;
    revisions.newest = NameOf(made);
    all.push_back(std::move(made));
    return revisions;
  }
  revisions.newest = NameOf(*same);
  if (NumberOf(*same) != last) {
    (*same)["revision"] = last + 1;  // it is back
    if (auto error = client.Update(kResource, *same)) return *error;
    std::rotate(same, same + 1, all.end());
  }
  return revisions;
}

ApiStatus ForgetRevisions(InProcessClient& client, const Json& owner, const Revisions& revisions,
                          const std::set<std::string>& used) {
  Documents unused;
  for (const Json& revision : revisions.all) {
    if (!used.contains(std::string(NameOf(revision)))) unused.push_back(revision);
  }
  const auto keep = static_cast<size_t>(IntAt(owner, {"spec", "revisionHistoryLimit"}, 10));
  for (size_t i = 0; i + keep < unused.size(); ++i) {
    if (auto error = DeleteDocument(client, kResource, unused[i])) return error;
  }
  return {};
}

}  // namespace oarlock::sandbox
