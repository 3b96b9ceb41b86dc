#include "cache/store/object_limbo.h"

#include <algorithm>
#include <atomic>
#include <functional>
#include <iterator>
#include <utility>

#include "base/mutex.h"
#include "cache/store/lease_table.h"

namespace oarlock::cache {
namespace {

constexpr size_t kRoomKept = 4 * kLimboSweepAt;

}  // namespace

struct ObjectLimbo::Orphans {
  static Orphans& Process() {
    static auto* const orphans = new Orphans;  // as long as the threads that read
    return *orphans;
  }
  base::Mutex mutex;
  std::vector<kube::Object> objects OARLOCK_GUARDED_BY(mutex);
  std::atomic<size_t> count{0};
};

ObjectLimbo::~ObjectLimbo() {
  Sweep(UINT64_MAX);
  if (leased_.empty()) return;
  Orphans& orphans = Orphans::Process();
  {
    base::MutexLock lock(orphans.mutex);
    std::move(leased_.begin(), leased_.end(), std::back_inserter(orphans.objects));
    orphans.count.store(orphans.objects.size());
  }
  SweepOrphans();  // a lease may have ended before they were there
}

void ObjectLimbo::SweepOrphans() {
  Orphans& orphans = Orphans::Process();
  if (orphans.count.load() == 0) return;
  base::MutexLock lock(orphans.mutex);
  DropUnleased(orphans.objects);
  orphans.count.store(orphans.objects.size());
}

void ObjectLimbo::Add(kube::Object object) {
  waiting_.push_back({base::Grace::Unlinked(), std::move(object)});
}

size_t ObjectLimbo::DropUnleased(std::vector<kube::Object>& objects) {
  const std::vector<const void*> leased = LeaseTable::Leased();
  std::erase_if(objects, [&leased](const kube::Object& object) {
    return !std::binary_search(leased.begin(), leased.end(), object.address(), std::less<>{});
  });
  return leased.size();
}

void ObjectLimbo::Sweep(base::GraceStamp reached) {
  auto entry = waiting_.begin();
  for (; entry != waiting_.end() && entry->stamp <= reached; ++entry) {
    leased_.push_back(std::move(entry->object));
  }
  waiting_.erase(waiting_.begin(), entry);
  const size_t leases = leased_.empty() ? 0 : DropUnleased(leased_);
  due_at_ = std::max({kLimboSweepAt, 2 * size(), leases / 4});
  if (leased_.empty() && leased_.capacity() > kRoomKept) leased_.shrink_to_fit();
  if (waiting_.empty() && waiting_.capacity() > kRoomKept) waiting_.shrink_to_fit();
}

}  // namespace oarlock::cache
