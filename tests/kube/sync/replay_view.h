#pragma once
// ReplayView: a handler that keeps what it was told, as a controller would, and checks each
// notification against that and against the store.
//
// INV-2: for a key Add (Update)* Delete, repeated. INV-3: old is what it was told last. INV-4: the
// store shows the same or something newer, or nothing if a delete follows. INV-5: versions of an
// object never go back.
// Threads: OnEvent as the informer calls it; the rest [any]. Ownership: shares the reader.

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/mutex.h"
#include "cache/notification.h"
#include "cache/view/store_view.h"

namespace oarlock::kubetest {

class ReplayView final : public cache::EventHandler {
 public:
  explicit ReplayView(std::shared_ptr<const cache::ViewReader> store) : store_(std::move(store)) {}

  void OnEvent(const cache::Notification& notification) override;
  void OnSynced() override;

  // Name → version of every object it knows.
  std::map<std::string, std::string> Versions() const;
  // Broken rules, the first ones; "" when there is none.
  std::string Faults() const;
  bool synced() const;
  int events() const;
  // Changes found by comparing lists, and those of them that are deletes without a final state.
  int relist_events() const;
  int stale_deletes() const;

 private:
  void Fault(const std::string& key, std::string_view what, const cache::Notification& event)
      OARLOCK_REQUIRES(mutex_);
  void CheckStore(const std::string& key, const cache::Notification& event)
      OARLOCK_REQUIRES(mutex_);
  void CheckWord(const std::string& key, const cache::Notification& event) OARLOCK_REQUIRES(mutex_);

  const std::shared_ptr<const cache::ViewReader> store_;
  mutable base::Mutex mutex_;
  std::map<std::string, kube::Object> known_ OARLOCK_GUARDED_BY(mutex_);
  std::vector<std::string> faults_ OARLOCK_GUARDED_BY(mutex_);
  bool synced_ OARLOCK_GUARDED_BY(mutex_) = false;
  int events_ OARLOCK_GUARDED_BY(mutex_) = 0;
  int relist_events_ OARLOCK_GUARDED_BY(mutex_) = 0;
  int stale_deletes_ OARLOCK_GUARDED_BY(mutex_) = 0;
};

}  // namespace oarlock::kubetest
