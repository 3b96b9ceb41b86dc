#pragma once
// DiscoveryRestMapper: kube::RestMapper over a server's discovery, cached.
//
// One cache for all who ask: many calls at once make one fetch (C-RC-10), whose result they share.
// A miss asks the server once more before it is kNotFound, unless the cache was filled after the
// call began. Invalidate forgets; a 404 that means the type does so, whoever gets it.
// Made by RestClientFactory. Threads: [any] but not [io]; blocks. Errors: see kube/rest_mapper.h.
// A group version whose document cannot be read is left out with its reason (an aggregated API that
// is down must not stop the others).

#include <functional>
#include <memory>
#include <string>

#include "base/clock.h"
#include "base/mutex.h"
#include "client/discovery.h"
#include "kube/rest_mapper.h"

namespace oarlock::client {

class DiscoveryRestMapper final : public kube::RestMapper {
 public:
  // GET of a path with that Accept header; the body.
  using Fetch = std::function<base::Result<std::string>(
      const std::string& path, const std::string& accept, const kube::CallContext& ctx)>;
  // `clock` is borrowed: waits for another caller's fetch end at the own deadline.
  DiscoveryRestMapper(Fetch fetch, base::Clock& clock);

  base::Result<kube::ResourceInfo> Map(const kube::GroupKind& kind,
                                       const std::vector<std::string>& versions,
                                       const kube::CallContext& ctx) override;
  base::Result<kube::ServedKinds> All(const kube::CallContext& ctx) override;
  void Invalidate() override;

 private:
  using Groups = std::shared_ptr<const DiscoveredGroups>;

  // What is known; fetched when it is older than fetch number `newer_than`.
  base::Result<Groups> Known(uint64_t newer_than, uint64_t& number, const kube::CallContext& ctx);
  base::Result<Groups> FetchAll(const kube::CallContext& ctx) const;
  base::Status FetchRoot(const std::string& path, DiscoveredGroups& groups,
                         const kube::CallContext& ctx) const;
  base::Status WaitForFetch(const kube::CallContext& ctx) OARLOCK_REQUIRES(mutex_);

  const Fetch fetch_;
  base::Clock& clock_;
  base::Mutex mutex_;
  base::CondVar fetched_;
  Groups groups_ OARLOCK_GUARDED_BY(mutex_);
  uint64_t started_ OARLOCK_GUARDED_BY(mutex_) = 0;  // fetches begun
  uint64_t number_ OARLOCK_GUARDED_BY(mutex_) = 0;   // the one that groups_ came from
  bool fetching_ OARLOCK_GUARDED_BY(mutex_) = false;
};

}  // namespace oarlock::client
