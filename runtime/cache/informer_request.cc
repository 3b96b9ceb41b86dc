#include "cache/informer_request.h"

#include <algorithm>

#include "kube/selector.h"

namespace oarlock::cache {

std::vector<std::string> InformerRequest::Versions() const {
  std::vector<std::string> out{scope.resource.gvr.version};
  for (const kube::ResourceInfo& info : also) out.push_back(info.gvr.version);
  return out;
}

bool InformerRequest::Accepts(std::string_view version) const {
  return scope.resource.gvr.version == version ||
         std::any_of(also.begin(), also.end(),
                     [&](const auto& info) { return info.gvr.version == version; });
}

InformerScope InformerRequest::In(std::string_view version) const {
  InformerScope out = scope;
  for (const kube::ResourceInfo& info : also) {
    if (out.resource.gvr.version == version) break;
    if (info.gvr.version == version) out.resource = info;
  }
  return out;
}

std::string InformerRequest::Key() const {
  std::string key = scope.Key();
  for (const kube::ResourceInfo& info : also) key += "|or " + info.gvr.version;
  return key;
}

base::Status Normalize(InformerRequest& request) {
  InformerScope& scope = request.scope;
  if (!scope.resource.namespaced) scope.ns.clear();
  auto labels = kube::LabelSelector::Parse(scope.label_selector);
  if (!labels.ok()) return labels.status().WithContext("label selector");
  scope.label_selector = labels->ToString();
  return {};
}

}  // namespace oarlock::cache
