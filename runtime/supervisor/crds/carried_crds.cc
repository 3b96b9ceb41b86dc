#include "supervisor/crds/carried_crds.h"

#include <fmt/format.h>

#include <utility>

#include "base/time/sleep.h"
#include "kube/yaml.h"

namespace oarlock::supervisor {
namespace {

constexpr std::chrono::milliseconds kLookAgain{200};

kube::ObjectRef RefOf(const std::string& name) {
  kube::ObjectRef ref;
  ref.resource = {{"apiextensions.k8s.io", "v1", "customresourcedefinitions"},
                  "CustomResourceDefinition",
                  false,
                  {"get", "patch"},
                  {}};
  ref.name = name;
  return ref;
}

bool IsEstablished(const kube::Object& crd) {
  for (const auto& [key, condition] : kube::Members(crd.root()["status"]["conditions"])) {
    if (condition["type"].AsString() == "Established") {
      return condition["status"].AsString() == "True";
    }
  }
  return false;
}

base::Status WaitUntilEstablished(const std::string& name, kube::Client& client, base::Clock& clock,
                                  const kube::CallContext& call) {
  for (;;) {
    OARLOCK_ASSIGN_OR_RETURN(const kube::Object crd, client.Get(RefOf(name), call));
    if (IsEstablished(crd)) return base::Status::Ok();
    const bool goes_on = base::SleepUntil(clock, clock.Now() + kLookAgain, call.stop);
    if (!goes_on || clock.Now() >= call.deadline) {
      return base::DeadlineExceeded("the API server has not established it (see its conditions)");
    }
  }
}

}  // namespace

base::Result<std::vector<CarriedCrd>> CarriedCrds(const ElfImage& image, const std::string& path) {
  std::vector<CarriedCrd> crds;
  const std::string_view text = image.TextSection(kCrdSection);
  if (text.empty()) return crds;
  OARLOCK_ASSIGN_OR_RETURN(const auto documents, kube::ReadYaml(text, path + ": .oarlock.crds"));
  for (const kube::YamlDocument& document : documents) {
    const std::string name(document.root()["metadata"]["name"].AsString());
    if (document.root()["kind"].AsString() != "CustomResourceDefinition" || name.empty()) {
      return base::InvalidArgument(path +
                                   ": .oarlock.crds has a document that is no "
                                   "CustomResourceDefinition with a name");
    }
    crds.push_back({name, document.root().ToJson()});
  }
  return crds;
}

base::Status InstallCrds(const std::vector<CarriedCrd>& crds, kube::Client& client,
                         base::Clock& clock, const kube::CallContext& call) {
  kube::WriteOptions options;
  options.field_manager = "oarlock";
  options.force = true;
  for (const CarriedCrd& crd : crds) {
    const auto applied =
        client.PatchObject(RefOf(crd.name), {kube::PatchType::kApply, crd.json}, options, call);
    if (!applied.ok()) return applied.status().WithContext("CRD " + crd.name);
  }
  for (const CarriedCrd& crd : crds) {
    const base::Status ready = WaitUntilEstablished(crd.name, client, clock, call);
    if (!ready.ok()) return ready.WithContext("CRD " + crd.name);
  }
  return base::Status::Ok();
}

}  // namespace oarlock::supervisor
