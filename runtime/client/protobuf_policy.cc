#include "client/protobuf_policy.h"

namespace oarlock::client {

kube::ContentType ProtobufPolicy::Preferred(const kube::ResourceInfo& resource,
                                            bool metadata_only) const {
  const bool known =
      metadata_only || kube::HasProtobuf(resource.gvr.group_version().ToString(), resource.kind);
  if (!on_ || !known) return kube::ContentType::kJson;
  base::MutexLock lock(mutex_);
  return json_.contains(resource.gvr) ? kube::ContentType::kJson : kube::ContentType::kProtobuf;
}

void ProtobufPolicy::UseJson(const kube::ResourceInfo& resource, const base::Status& why) {
  const std::string name = resource.gvr.ToString();
  {
    base::MutexLock lock(mutex_);
    const auto [entry, is_new] = json_.try_emplace(resource.gvr);
    if (!is_new) return;
    entry->second = metrics_.MakeGauge(
        "oarlock_client_json_instead",
        "1: the server sent protobuf of the resource that this release does not know, so it is "
        "read as JSON.",
        {{"resource", name}});
    entry->second->Set(1);
  }
  log_.Warning("the API server's protobuf is newer than this release: JSON is used instead",
               {{"resource", name}, {"error", why.message()}});
}

}  // namespace oarlock::client
