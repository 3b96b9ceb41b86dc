#pragma once
// SharedInformer: one user's view of a resource, kept up to date (client-go's SharedIndexInformer).
//
// Made by InformerFactory; used through a lease. What it asks for may be listed and watched for
// other users too, in a wider scope or form or in another version it accepts; then the view is
// narrowed here, and it moves when the factory brings users together or takes them apart. Its
// handlers, indices and readers notice nothing but, where the two informers differ, the difference
// as ordinary notifications (cause kRelist).
// One strand does the work at a time: list and watch → DeltaQueue → Store → handlers.
// Threads: public functions [any]. Handlers without an executor run on [strand], which for a small
// watch event may be the source's [io] thread, so they must be quick; the others on their executor.
// Ownership: shared; pending work keeps it alive. It ends with Stop, after which it is of no more
// use. Errors: see state(); nothing here throws or blocks except WaitForSync and WaitStopped.
// Limits: kHandlersMax handlers, kSetAsideMax remembered bad objects (more are only counted).
// Lifecycle: new → started → stopping → stopped.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/executor.h"
#include "base/status.h"
#include "cache/informer_scope.h"
#include "cache/informer_state.h"
#include "cache/notification.h"
#include "cache/store.h"
#include "cache/sync/sync_wait.h"
#include "cache/view/store_view.h"
#include "kube/object.h"

namespace oarlock::base {
class Log;
class MetricRegistry;
class Random;
}  // namespace oarlock::base
namespace oarlock::kube {
class ListerWatcher;
}

namespace oarlock::cache {

inline constexpr size_t kHandlersMax = 4096;
inline constexpr size_t kSetAsideMax = 1000;
inline constexpr base::Duration kResyncMin = std::chrono::seconds(1);

struct HandlerOptions {
  std::string name;                    // for logs and metrics
  base::Executor* executor = nullptr;  // null: on the strand. Must outlive the registration
  std::shared_ptr<void> keep = {};     // held as long as the informer may use the executor
  // 0 = never; raised to kResyncMin. Unset: the factory's default.
  std::optional<base::Duration> resync;
  // Back-pressure, with an executor only: while more than so many notifications wait, the informer
  // takes nothing from the server, and all its other handlers wait as well. 0: what waits is merged
  // by key, which bounds it already.
  size_t pause_above = 0;
  // It goes on with the work of another handler. While its initial notifications wait, a change of
  // one of these objects is told as what it is, an update or a delete with a cause of its own,
  // instead of being merged into the add. With an executor only: nothing waits without.
  bool takes_over = false;
};

class Listener;
class ListGate;
class InformerCore;
class InformerView;
class StopSignal;
class WatchListMemory;
class ViewReader;

// A handler's place in an informer. Movable; destroying it removes the handler.
class HandlerRegistration {
 public:
  HandlerRegistration() = default;
  HandlerRegistration(HandlerRegistration&&) noexcept = default;
  HandlerRegistration& operator=(HandlerRegistration&& other) noexcept;
  ~HandlerRegistration() { Remove(); }

  explicit operator bool() const { return listener_ != nullptr; }
  // No callback starts after this; one that runs may still finish. Idempotent.
  void Remove();
  // The same, and waits for the one that runs, unless called from it.
  void RemoveAndWait();
  // The informer synced and this handler has handled everything of kInitial.
  bool HasSynced() const;
  // The same to wait for; null without a handler.
  std::shared_ptr<SyncLatch> sync() const;
  // Open: every change from here on reaches the handler, so that another one that was told of the
  // same may go without anything being missed; or it was removed. Null without a handler.
  std::shared_ptr<SyncLatch> joined() const;
  // Notifications waiting for the handler, and the most there ever were.
  size_t pending() const;
  size_t pending_high_water() const;

 private:
  friend class SharedInformer;
  HandlerRegistration(std::weak_ptr<InformerView> view, std::shared_ptr<Listener> listener)
      : view_(std::move(view)), listener_(std::move(listener)) {}

  std::weak_ptr<InformerView> view_;
  std::shared_ptr<Listener> listener_;
};

// What every informer of a process uses. All borrowed; all outlive the informers.
struct InformerEnv {
  base::Executor* executor = nullptr;  // the pool for strands
  base::Clock* clock = nullptr;
  base::Random* random = nullptr;
  base::MetricRegistry* metrics = nullptr;  // may be null
  const base::Log* log = nullptr;           // may be null
  ListGate* list_gate = nullptr;            // may be null: any number of lists at once
  WatchListMemory* watch_list = nullptr;    // null: first states come by LIST, never streamed
  bool verify_cache = false;                // compare each sync with one more list
  // Every change is applied and told, in the server's order over all keys, instead of coalesced by
  // key on the way to the store (see DeltaQueue). Handlers with an executor still coalesce.
  bool strict_order = false;
};

// One object that could not be decoded or is of the wrong kind.
struct SetAside {
  std::string key;  // as far as it could be read from the bytes
  std::string error;
};

class SharedInformer {
 public:
  // With an informer of its own, for exactly that scope.
  SharedInformer(InformerScope scope, std::shared_ptr<kube::ListerWatcher> source,
                 const InformerEnv& env);
  ~SharedInformer();  // Stop
  SharedInformer(const SharedInformer&) = delete;
  SharedInformer& operator=(const SharedInformer&) = delete;

  // Idempotent; after Stop it does nothing.
  void Start();
  // Cancels list or watch, drops what waits for handlers, leaves no timer. Returns at once.
  void Stop();
  // After Stop: waits until nothing of the informer runs any more. Never on [strand] or [io].
  base::Status WaitStopped(base::MonoTime deadline) const;

  // At any time; the handler first gets an Add of kInitial for every object known.
  // kFailedPrecondition after Stop; kResourceExhausted past kHandlersMax.
  base::Result<HandlerRegistration> AddHandler(std::shared_ptr<EventHandler> handler,
                                               HandlerOptions options);

  // What was asked for.
  const InformerScope& scope() const;
  // The version of the objects that can be read now.
  std::string version() const;
  // What can be read now, and whoever always knows that (for a Lister).
  StoreView store() const;
  std::shared_ptr<const ViewReader> reader() const;
  // The whole store of the informer that serves the view now.
  std::shared_ptr<const Store> shared_store() const;
  // Index functions may be added and removed at any time; see Store. What AddIndex adds is of this
  // view alone; EnsureIndex shares by name.
  base::Status AddIndex(std::string_view name, IndexFn fn);
  bool RemoveIndex(std::string_view name);
  // The lease keeps the view alive.
  base::Result<std::shared_ptr<void>> EnsureIndex(std::string_view name, IndexFn fn);

  bool HasSynced() const;
  InformerState state() const;
  std::vector<SetAside> set_aside() const;
  // The first complete list, to wait for together with others (sync/sync_wait.h).
  std::shared_ptr<SyncLatch> sync() const;
  // Blocks: [main] or [control] only. OK when synced; kCancelled when stopped meanwhile;
  // kDeadlineExceeded with the last error in its text; with fail_fast the informer's own error.
  base::Status WaitForSync(const SyncWait& wait) const;
  // Calls `observer` on [strand] after each change of the phase, until the handle dies.
  std::shared_ptr<void> ObserveState(std::function<void(const InformerState&)> observer);

  // Read-your-writes (see Store). False when the answer is not newer, or nothing that the informer
  // that serves the view would hold: outside of its scope, in another version, or where it holds
  // metadata only or has a field selector that only the server can decide.
  bool ApplyWrite(const kube::Object& answer);
  bool ApplyDelete(std::string_view ns, std::string_view name, std::string_view uid,
                   std::string_view version);

 private:
  friend class InformerLease;
  explicit SharedInformer(std::shared_ptr<InformerView> view);

  std::shared_ptr<InformerView> view_;
};

}  // namespace oarlock::cache
