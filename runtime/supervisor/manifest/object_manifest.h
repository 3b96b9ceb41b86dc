#pragma once
// ObjectManifest: the manifest as an object of the cluster, followed by a watch: "cluster:NS/NAME".
//
// A change of its spec (its generation) is a change of the manifest; what is written into its
// status is none. Threads: as manifest_source.h; object() [any] between Start and Stop.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "base/status.h"
#include "kube/client.h"
#include "supervisor/manifest/manifest_source.h"
#include "supervisor/watch/object_follower.h"

namespace oarlock::supervisor {

// "cluster:NAMESPACE/NAME". kInvalidArgument: it is something else.
base::Result<kube::ObjectRef> ParseClusterManifest(std::string_view text);

// What became of one state of the object.
struct ManifestReport {
  std::string uid;
  int64_t generation = 0;
  base::Status status;    // why it was not applied
  uint64_t revision = 0;  // of the change, where it was
};

class ObjectManifest final : public ManifestSource {
 public:
  // `ended` is told of every state that was read.
  ObjectManifest(ObjectFollower& follower, kube::ObjectRef ref,
                 std::function<void(const ManifestReport&)> ended);

  void Start(std::function<void()> told) override;
  void Stop() override;
  FilePlaces Places() const override { return {}; }
  std::string Fingerprint() const override;
  base::Result<Manifest> Read() override;
  void Ended(const base::Status& status, uint64_t revision) override;

  // As it is now; null: there is none, or it is not known.
  kube::Object object() const;

 private:
  ObjectFollower& follower_;
  const kube::ObjectRef ref_;
  const std::string name_;
  const std::function<void(const ManifestReport&)> ended_;
  std::unique_ptr<FollowedObject> followed_;
  ManifestReport read_;  // of the object that was read last
};

}  // namespace oarlock::supervisor
