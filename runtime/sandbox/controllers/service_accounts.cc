#include "sandbox/controllers/service_accounts.h"

namespace oarlock::sandbox {
namespace {

constexpr const char* kAccount = "default";
constexpr const char* kAuthority = "kube-root-ca.crt";

}  // namespace

void ServiceAccounts::OnChange(const ObjectChange& change) {
  const StoredObject& object = *change.object;
  if (change.resource == "namespaces") {
    if (!change.deleted) Add(object.name);
  } else if (change.resource == "serviceaccounts") {
    if (object.name == kAccount) Add(object.ns);
  } else if (change.resource == "configmaps") {
    if (object.name == kAuthority) Add(object.ns);
  }
}

ApiStatus ServiceAccounts::Reconcile(const std::string& name) {
  const StoredPtr ns = client().Find("namespaces", name);
  if (!ns || ns->deleting) return {};
  if (!client().Find("serviceaccounts", name + "/" + kAccount)) {
    const auto error = client().Create("serviceaccounts", name,
                                       {{"metadata", {{"name", kAccount}, {"namespace", name}}}});
    if (error && error->reason != "AlreadyExists") return error;
  }
  return PublishAuthority(name);
}

ApiStatus ServiceAccounts::PublishAuthority(const std::string& ns) {
  const Json data = {{"ca.crt", ca_pem_}};
  Json map = client().Get("configmaps", ns + "/" + kAuthority);
  if (map.is_null()) {
    return client().Create(
        "configmaps", ns,
        {{"metadata",
          {{"name", kAuthority},
           {"namespace", ns},
           {"annotations",
            {{"kubernetes.io/description", "The authority of this API server's certificate"}}}}},
         {"data", data}});
  }
  if (Member(map, "data") == data) return {};
  map["data"] = data;
  map.erase("binaryData");
  return client().Update("configmaps", map);
}

}  // namespace oarlock::sandbox
