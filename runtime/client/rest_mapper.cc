#include "client/rest_mapper.h"

#include <stop_token>

namespace oarlock::client {

DiscoveryRestMapper::DiscoveryRestMapper(Fetch fetch, base::Clock& clock)
    : fetch_(std::move(fetch)), clock_(clock) {}

base::Result<kube::ResourceInfo> DiscoveryRestMapper::Map(const kube::GroupKind& kind,
                                                          const std::vector<std::string>& versions,
                                                          const kube::CallContext& ctx) {
  uint64_t begun = 0;
  {
    base::MutexLock lock(mutex_);
    begun = started_;
  }
  uint64_t number = 0;
  OARLOCK_ASSIGN_OR_RETURN(Groups groups, Known(0, number, ctx));
  base::Result<kube::ResourceInfo> found = FindKind(*groups, kind, versions);
  // Fetches that began after this call did are new enough.
  if (found.ok() || number > begun) return found;
  OARLOCK_ASSIGN_OR_RETURN(groups, Known(begun, number, ctx));
  return FindKind(*groups, kind, versions);
}

base::Result<kube::ServedKinds> DiscoveryRestMapper::All(const kube::CallContext& ctx) {
  uint64_t begun = 0;
  {
    base::MutexLock lock(mutex_);
    begun = started_;
  }
  uint64_t number = 0;
  OARLOCK_ASSIGN_OR_RETURN(const Groups groups, Known(begun, number, ctx));
  return AllKinds(*groups);
}

void DiscoveryRestMapper::Invalidate() {
  base::MutexLock lock(mutex_);
  groups_ = nullptr;
  number_ = 0;
}

base::Result<DiscoveryRestMapper::Groups> DiscoveryRestMapper::Known(uint64_t newer_than,
                                                                     uint64_t& number,
                                                                     const kube::CallContext& ctx) {
  uint64_t mine = 0;
  const std::stop_callback on_stop(ctx.stop, [this] {
    base::MutexLock lock(mutex_);
    fetched_.NotifyAll();
  });
  {
    base::MutexLock lock(mutex_);
    while (fetching_ && (groups_ == nullptr || number_ <= newer_than)) {
      OARLOCK_RETURN_IF_ERROR(WaitForFetch(ctx));
    }
    if (groups_ != nullptr && number_ > newer_than) {
      number = number_;
      return groups_;
    }
    fetching_ = true;
    mine = ++started_;
  }
  base::Result<Groups> groups = FetchAll(ctx);
  base::MutexLock lock(mutex_);
  fetching_ = false;
  fetched_.NotifyAll();
  if (!groups.ok()) return groups.status().WithContext("discovery");
  number = number_ = mine;
  groups_ = *groups;
  return groups;
}

base::Status DiscoveryRestMapper::WaitForFetch(const kube::CallContext& ctx) {
  if (ctx.stop.stop_requested()) return base::Cancelled("stop requested");
  if (!clock_.WaitUntil(fetched_, mutex_, ctx.deadline) && fetching_) {
    return base::DeadlineExceeded("waiting for discovery by another caller");
  }
  return {};
}

base::Result<DiscoveryRestMapper::Groups> DiscoveryRestMapper::FetchAll(
    const kube::CallContext& ctx) const {
  auto groups = std::make_shared<DiscoveredGroups>();
  OARLOCK_RETURN_IF_ERROR(FetchRoot("/api", *groups, ctx));
  OARLOCK_RETURN_IF_ERROR(FetchRoot("/apis", *groups, ctx));
  return Groups(std::move(groups));
}

base::Status DiscoveryRestMapper::FetchRoot(const std::string& path, DiscoveredGroups& groups,
                                            const kube::CallContext& ctx) const {
  OARLOCK_ASSIGN_OR_RETURN(const std::string body, fetch_(path, kDiscoveryAccept, ctx));
  OARLOCK_ASSIGN_OR_RETURN(DiscoveryRoot root, ParseDiscoveryRoot(body));
  for (auto& [group, versions] : root.groups) {
    for (DiscoveredVersion& version : versions) {
      if (root.aggregated) continue;
      const kube::GroupVersion gv{group, version.version};
      base::Result<std::string> document =
          fetch_(path + "/" + gv.ToString(), "application/json", ctx);
      if (!document.ok()) {
        version.error = document.status().ToString();
        continue;
      }
      base::Result<std::vector<kube::ResourceInfo>> resources = ParseResourceList(*document, gv);
      if (!resources.ok()) {
        version.error = resources.status().ToString();
        continue;
      }
      version.resources = *std::move(resources);
    }
    groups[group] = std::move(versions);
  }
  return {};
}

}  // namespace oarlock::client
