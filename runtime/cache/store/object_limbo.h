#pragma once
// ObjectLimbo: objects that a store has replaced or removed and that a reader may still see: the
// store's own counts on them, until the grace period is over and no lease names them.
//
// Filled and swept by the store's table under the writers' lock. Sweeping never waits: what has to
// stay stays, and the next sweep is due when there is twice as much, so that a write costs the same
// however many leases there are.
// At the store's end nobody reads it any more, but leases may be left: those objects become orphans
// of the process and go when the last table that names them ends.
// Threads: not thread-safe, but SweepOrphans is [any]. Limits: kLimboSweepAt objects before a sweep
// is due; beyond that no more than twice what open sections and leases hold. Gauge:
// oarlock_informer_replaced_objects.

#include <cstddef>
#include <vector>

#include "base/memory/read_section.h"
#include "kube/object.h"

namespace oarlock::cache {

inline constexpr size_t kLimboSweepAt = 64;

class ObjectLimbo {
 public:
  ObjectLimbo() = default;
  // Nobody reads the store any more.
  ~ObjectLimbo();
  ObjectLimbo(const ObjectLimbo&) = delete;
  ObjectLimbo& operator=(const ObjectLimbo&) = delete;

  // `object` was just unlinked.
  void Add(kube::Object object);
  bool due() const { return size() >= due_at_; }
  // Frees what is past its grace period (see Grace::Reached) and not leased.
  void Sweep(base::GraceStamp reached);
  size_t size() const { return waiting_.size() + leased_.size(); }

  // Frees orphans whose leases have ended.
  static void SweepOrphans();

 private:
  struct Entry {
    base::GraceStamp stamp;
    kube::Object object;
  };
  struct Orphans;

  // Drops what no lease names; returns the number of leases there are.
  static size_t DropUnleased(std::vector<kube::Object>& objects);

  std::vector<Entry> waiting_;        // for the grace period, oldest first
  std::vector<kube::Object> leased_;  // past it
  size_t due_at_ = kLimboSweepAt;
};

}  // namespace oarlock::cache
