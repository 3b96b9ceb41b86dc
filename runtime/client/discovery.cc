#include "client/discovery.h"

#include <algorithm>
#include <set>

#include "kube/decode.h"

namespace oarlock::client {
namespace {

using kube::Value;

std::vector<std::string> Strings(Value array) {
  std::vector<std::string> out;
  for (uint32_t i = 0; i < array.size(); ++i) out.emplace_back(array.At(i).AsString());
  return out;
}

DiscoveredVersion AggregatedVersion(const std::string& group, Value version) {
  DiscoveredVersion out;
  out.version = version["version"].AsString();
  if (version["freshness"].AsString() == "Stale") out.error = "the server's own data is stale";
  const Value resources = version["resources"];
  for (uint32_t i = 0; i < resources.size(); ++i) {
    const Value resource = resources.At(i);
    kube::ResourceInfo info;
    info.gvr = {group, out.version, std::string(resource["resource"].AsString())};
    info.kind = resource["responseKind"]["kind"].AsString();
    info.namespaced = resource["scope"].AsString() == "Namespaced";
    info.verbs = Strings(resource["verbs"]);
    const Value subresources = resource["subresources"];
    for (uint32_t j = 0; j < subresources.size(); ++j) {
      info.subresources.emplace_back(subresources.At(j)["subresource"].AsString());
    }
    if (!info.kind.empty() && !info.gvr.resource.empty()) out.resources.push_back(std::move(info));
  }
  return out;
}

void ReadAggregated(Value root, DiscoveredGroups& groups) {
  const Value items = root["items"];
  for (uint32_t i = 0; i < items.size(); ++i) {
    const std::string group(items.At(i)["metadata"]["name"].AsString());
    const Value versions = items.At(i)["versions"];
    std::vector<DiscoveredVersion>& out = groups[group];
    for (uint32_t j = 0; j < versions.size(); ++j) {
      out.push_back(AggregatedVersion(group, versions.At(j)));
    }
  }
}

void ReadPlainGroups(Value root, DiscoveredGroups& groups) {
  const Value list = root["groups"];
  for (uint32_t i = 0; i < list.size(); ++i) {
    const Value group = list.At(i);
    const std::string_view preferred = group["preferredVersion"]["version"].AsString();
    std::vector<DiscoveredVersion>& out = groups[std::string(group["name"].AsString())];
    const Value versions = group["versions"];
    for (uint32_t j = 0; j < versions.size(); ++j) {
      DiscoveredVersion version;
      version.version = versions.At(j)["version"].AsString();
      out.insert(version.version == preferred ? out.begin() : out.end(), std::move(version));
    }
  }
}

const kube::ResourceInfo* ResourceOf(const DiscoveredVersion& version, const std::string& kind) {
  const auto found = std::find_if(version.resources.begin(), version.resources.end(),
                                  [&](const auto& info) { return info.kind == kind; });
  return found == version.resources.end() ? nullptr : &*found;
}

}  // namespace

const char* const kDiscoveryAccept =
    "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,"
    "application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,"
    "application/json";

base::Result<DiscoveryRoot> ParseDiscoveryRoot(std::string_view json) {
  OARLOCK_ASSIGN_OR_RETURN(const kube::Object document, kube::ObjectFromJson(json));
  DiscoveryRoot out;
  if (document.kind() == "APIGroupDiscoveryList") {
    out.aggregated = true;
    ReadAggregated(document.root(), out.groups);
  } else if (document.kind() == "APIGroupList") {
    ReadPlainGroups(document.root(), out.groups);
  } else if (document.kind() == "APIVersions") {
    for (std::string& version : Strings(document["versions"])) {
      out.groups[""].push_back({std::move(version), {}, {}});
    }
  } else {
    return base::DataLoss("discovery: kind \"" + std::string(document.kind().substr(0, 100)) +
                          "\" is no discovery document");
  }
  return out;
}

base::Result<std::vector<kube::ResourceInfo>> ParseResourceList(std::string_view json,
                                                                const kube::GroupVersion& gv) {
  OARLOCK_ASSIGN_OR_RETURN(const kube::Object document, kube::ObjectFromJson(json));
  if (document.kind() != "APIResourceList") {
    return base::DataLoss("discovery of " + gv.ToString() + ": no APIResourceList");
  }
  std::vector<kube::ResourceInfo> out;
  std::vector<std::string_view> subresources;
  const Value list = document["resources"];
  for (uint32_t i = 0; i < list.size(); ++i) {
    const Value resource = list.At(i);
    const std::string_view name = resource["name"].AsString();
    if (name.find('/') != std::string_view::npos) {
      subresources.push_back(name);
      continue;
    }
    kube::ResourceInfo info;
    info.gvr = {gv.group, gv.version, std::string(name)};
    info.kind = resource["kind"].AsString();
    info.namespaced = resource["namespaced"].AsBool();
    info.verbs = Strings(resource["verbs"]);
    if (!info.kind.empty() && !name.empty()) out.push_back(std::move(info));
  }
  for (const std::string_view name : subresources) {
    const size_t slash = name.find('/');
    for (kube::ResourceInfo& info : out) {
      if (info.gvr.resource == name.substr(0, slash)) {
        info.subresources.emplace_back(name.substr(slash + 1));
      }
    }
  }
  return out;
}

base::Result<kube::ResourceInfo> FindKind(const DiscoveredGroups& groups,
                                          const kube::GroupKind& kind,
                                          const std::vector<std::string>& versions) {
  std::string unknown;
  const auto group = groups.find(kind.group);
  const std::vector<DiscoveredVersion> none;
  const std::vector<DiscoveredVersion>& served = group == groups.end() ? none : group->second;
  const auto look = [&](const DiscoveredVersion& version) {
    const kube::ResourceInfo* info = ResourceOf(version, kind.kind);
    if (info == nullptr && !version.error.empty()) {
      unknown += "; " + version.version + ": " + version.error;
    }
    return info;
  };
  if (versions.empty()) {
    for (const DiscoveredVersion& version : served) {
      if (const kube::ResourceInfo* info = look(version)) return *info;
    }
  }
  for (const std::string& wanted : versions) {
    for (const DiscoveredVersion& version : served) {
      if (version.version != wanted) continue;
      if (const kube::ResourceInfo* info = look(version)) return *info;
    }
  }
  std::string message = "the server does not serve " + kind.ToString();
  if (!versions.empty()) {
    message += " in any accepted version (";
    for (size_t i = 0; i < versions.size(); ++i) message += (i > 0 ? ", " : "") + versions[i];
    message += ")";
  }
  if (!unknown.empty()) return base::Unavailable(message + unknown);
  return base::NotFound(message);
}

kube::ServedKinds AllKinds(const DiscoveredGroups& groups) {
  kube::ServedKinds out;
  for (const auto& [group, versions] : groups) {
    std::set<std::string> seen;
    bool unknown = false;
    for (const DiscoveredVersion& version : versions) {
      unknown = unknown || !version.error.empty();
      for (const kube::ResourceInfo& info : version.resources) {
        if (seen.insert(info.kind).second) out.resources.push_back(info);
      }
    }
    if (unknown) out.unknown_groups.push_back(group);
  }
  return out;
}

}  // namespace oarlock::client
