#include "supervisor/crds/carried_crds.h"

#include <fmt/format.h>

#include <utility>

#include "base/mutex.h"
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

// False when the call shall end.
bool Wait(base::Clock& clock, const kube::CallContext& call) {
  base::Mutex mutex;
  base::CondVar nobody;
  const std::stop_callback wake(call.stop, [&] {
    base::MutexLock lock(mutex);
    nobody.NotifyAll();
  });
  const base::MonoTime until = clock.Now() + kLookAgain;
  base::MutexLock lock(mutex);
  while (clock.Now() < until && !call.stop.stop_requested()) {
    (void)clock.WaitUntil(nobody, mutex, until);
  }
  return clock.Now() < call.deadline && !call.stop.stop_requested();
}

base::Status WaitUntilEstablished(const std::string& name, kube::Client& client, base::Clock& clock,
                                  const kube::CallContext& call) {
  for (;;) {
    OARLOCK_ASSIGN_OR_RETURN(const kube::Object crd, client.Get(RefOf(name), call));
    if (IsEstablished(crd)) return base::Status::Ok();
    if (!Wait(clock, call)) {
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
