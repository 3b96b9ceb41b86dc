#pragma once
// InformerFactory: one informer per scope for all users, kept as long as somebody leases it
// (client-go's SharedInformerFactory, with the references it lacks).
//
// Built by `app`; asked by pluginhost and controller. The first Acquire of a scope makes the
// informer (and starts it, once the factory is started); the last lease that dies stops it, closes
// its watch and drops its metrics: nothing is left.
// Threads: [any]. Ownership: env's parts are borrowed and outlive the factory and every lease; a
// lease may outlive the factory. Errors: Acquire fails with kFailedPrecondition after Stop,
// kResourceExhausted past kInformersMax, or with what the source maker said.
// Limits: kInformersMax.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/status.h"
#include "cache/shared_informer.h"
#include "kube/list_watcher.h"

namespace oarlock::cache {

inline constexpr size_t kInformersMax = 20'000;

using SourceMaker =
    std::function<base::Result<std::shared_ptr<kube::ListerWatcher>>(const InformerScope&)>;

// A share in an informer. Movable; copies made by Clone count too.
class InformerLease {
 public:
  InformerLease() = default;
  explicit operator bool() const { return hold_ != nullptr; }
  SharedInformer& operator*() const { return *informer(); }
  SharedInformer* operator->() const { return informer(); }
  SharedInformer* informer() const;
  InformerLease Clone() const { return *this; }
  void Release() { hold_.reset(); }

  InformerLease(InformerLease&&) noexcept = default;
  InformerLease& operator=(InformerLease&&) noexcept = default;

 private:
  friend class InformerFactory;
  struct Hold;
  explicit InformerLease(std::shared_ptr<Hold> hold) : hold_(std::move(hold)) {}
  InformerLease(const InformerLease&) = default;

  std::shared_ptr<Hold> hold_;
};

// One line of the status page.
struct InformerSummary {
  InformerScope scope;
  InformerState state;
  size_t leases = 0;
};

class InformerFactory {
 public:
  InformerFactory(SourceMaker make_source, const InformerEnv& env);
  ~InformerFactory();  // Stop
  InformerFactory(const InformerFactory&) = delete;
  InformerFactory& operator=(const InformerFactory&) = delete;

  base::Result<InformerLease> Acquire(const InformerScope& scope);
  // Starts every informer acquired so far; later ones start when they are acquired.
  void Start();
  // Stops every informer; leases stay valid and see a stopped one. Returns at once.
  void Stop();
  // After Stop: waits until the last informer has ended. Never on [strand] or [io].
  base::Status WaitStopped(base::MonoTime deadline) const;
  // Waits for all informers of now. The error names the first that failed, and how many wait.
  base::Status WaitForSync(const SyncWait& wait) const;

  std::vector<InformerSummary> Summaries() const;  // sorted by scope key
  size_t size() const;

 private:
  friend class InformerLease;
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace oarlock::cache
