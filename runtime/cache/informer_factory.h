#pragma once
// InformerFactory: as few list+watches as serve all users, each kept as long as somebody needs it
// (client-go's SharedInformerFactory, with the references it lacks).
//
// Built by `app`; asked by pluginhost and controller. Users of equal requests share one
// SharedInformer; users of different ones share list and watch where the planner
// (view/planner.h) finds one informer that can serve both, each with his own narrowed view. When a
// user comes or goes, or an informer turns out to be forbidden or not served, the plan is made anew
// and views move in the background, when where they go has synced. With its last user an informer
// stops, closes its watch and drops its metrics: nothing is left.
// Threads: [any]. Ownership: env's parts are borrowed and outlive the factory and every lease; a
// lease may outlive the factory. Errors: Acquire fails with kInvalidArgument for a selector that
// cannot be read, kFailedPrecondition after Stop, kResourceExhausted past kInformersMax, or with
// what the source maker said.
// Limits: kInformersMax different requests.

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/status.h"
#include "cache/informer_request.h"
#include "cache/shared_informer.h"
#include "cache/store.h"
#include "kube/list_watcher.h"

namespace oarlock::cache {

inline constexpr size_t kInformersMax = 20'000;

using SourceMaker =
    std::function<base::Result<std::shared_ptr<kube::ListerWatcher>>(const InformerScope&)>;

// What holds for every request of a factory, for programs that embed it.
struct InformerFactoryOptions {
  std::string default_namespace;  // of requests that name none
  // Looks at every request before it is planned and may narrow it by its selectors.
  std::function<void(InformerScope&)> tweak;
  // Of handlers that say nothing about it; by "resource.group" or "resource" first.
  base::Duration default_resync{0};
  std::map<std::string, base::Duration> resync;
  Transform transform;  // of requests that have none
};

// A share in an informer. Movable; copies made by Clone count too.
class InformerLease {
 public:
  InformerLease() = default;
  explicit operator bool() const { return hold_ != nullptr; }
  SharedInformer& operator*() const { return *informer(); }
  SharedInformer* operator->() const { return informer(); }
  SharedInformer* informer() const;
  InformerLease Clone() const { return *this; }
  void Release() {
    hold_.reset();
    user_.reset();
  }

  InformerLease(InformerLease&&) noexcept = default;
  InformerLease& operator=(InformerLease&&) noexcept = default;

 private:
  friend class InformerFactory;
  struct Hold;
  InformerLease(std::shared_ptr<Hold> hold, std::shared_ptr<const std::string> user)
      : hold_(std::move(hold)), user_(std::move(user)) {}
  InformerLease(const InformerLease&) = default;

  std::shared_ptr<Hold> hold_;
  std::shared_ptr<const std::string> user_;  // shared by clones
};

// One line of the status page: a list+watch and who uses it.
struct InformerSummary {
  InformerScope scope;
  InformerState state;
  size_t leases = 0;
  size_t views = 0;       // different requests that it serves now
  base::Duration age{0};  // since it was made
  base::Duration in_state{0};
};

class InformerFactory {
 public:
  InformerFactory(SourceMaker make_source, const InformerEnv& env,
                  InformerFactoryOptions options = {});
  ~InformerFactory();  // Stop
  InformerFactory(const InformerFactory&) = delete;
  InformerFactory& operator=(const InformerFactory&) = delete;

  // `user`: whose share of the memory it is (BytesByUser); empty: nobody's.
  base::Result<InformerLease> Acquire(InformerRequest request, std::string user = {});
  // Starts every informer made so far; later ones start when they are made.
  void Start();
  // Stops every informer; leases stay valid and see a stopped one. Returns at once.
  void Stop();
  // After Stop: waits until the last informer has ended. Never on [strand] or [io].
  base::Status WaitStopped(base::MonoTime deadline) const;
  // Waits for all users' informers of now. The error names the first that failed, and how many.
  base::Status WaitForSync(const SyncWait& wait) const;

  std::vector<InformerSummary> Summaries() const;  // sorted by scope key
  // What each list+watch holds, sorted alike; to look into.
  struct Cached {
    InformerScope scope;
    std::shared_ptr<const Store> store;
  };
  std::vector<Cached> Stores() const;
  size_t size() const;  // list+watches there are now

  // The memory of all informers, each one's in equal parts for its users, whatever they ask of it:
  // the sum over users is the sum over informers that somebody uses. The function may outlive the
  // factory; then it gives nothing.
  using ByteShares = std::function<std::map<std::string, double>()>;
  ByteShares BytesByUser() const;

 private:
  friend class InformerLease;
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace oarlock::cache
