#include "sandbox/controllers/controllers.h"

#include <utility>
#include <vector>

#include "sandbox/controllers/change_feed.h"
#include "sandbox/controllers/garbage_collector.h"
#include "sandbox/controllers/namespace_deletion.h"
#include "sandbox/controllers/service_accounts.h"
#include "sandbox/workloads/workloads.h"

namespace oarlock::sandbox {
namespace {

constexpr std::string_view kManager = "kube-controller-manager";

std::vector<std::unique_ptr<Controller>> MakeControllers(const ControllerOptions& options,
                                                         const ControllerContext& context) {
  std::vector<std::unique_ptr<Controller>> out;
  if (options.set.service_accounts) {
    out.push_back(std::make_unique<ServiceAccounts>(context, options.ca_pem));
  }
  if (options.set.namespaces) out.push_back(std::make_unique<NamespaceDeletion>(context));
  if (options.set.workloads) {
    for (auto& one : MakeWorkloads(context)) out.push_back(std::move(one));
  }
  if (options.set.gc) out.push_back(std::make_unique<GarbageCollector>(context));
  return out;
}

// What it was about has gone meanwhile, or is going with its namespace.
bool IsTooLate(const ApiError& error) {
  if (error.code == 404) return true;
  const Json& causes = Member(error.details, "causes");
  return !causes.empty() && TextAt(causes.front(), {"reason"}) == "NamespaceTerminating";
}

}  // namespace

class Controllers::Core : public std::enable_shared_from_this<Core> {
 public:
  Core(const ControllerOptions& options, ApiEnvironment& env, ApiServer& api,
       base::Executor& executor, const base::Log& log)
      : log_(log),
        executor_(&executor),
        client_(api, env.types, env.store, std::string(kManager)),
        feed_(env.store),
        options_(options),
        env_(env) {}

  // Apart from the constructor, because timers and wakers hold it weakly.
  void Start() {
    work_list_ = std::make_unique<WorkList>(env_.clock, Waker());
    controllers_ = MakeControllers(options_, {env_.clock, client_, *work_list_});
    Wake();
  }

  std::function<void()> Waker() {
    return [weak = weak_from_this()] {
      if (const auto core = weak.lock()) core->Wake();
    };
  }

  void Wake() {
    ++work_;  // first, so that nobody who finds it scheduled sees no work
    if (scheduled_.exchange(true) || !Post()) --work_;
  }

  uint64_t work() const { return work_; }

  void Stop() {
    const base::MutexLock lock(mutex_);
    executor_ = nullptr;
  }

 private:
  bool Post() {
    const base::MutexLock lock(mutex_);
    if (executor_ == nullptr) return false;
    executor_->Post([weak = weak_from_this()] {
      if (const auto core = weak.lock()) core->Turn();
    });
    return true;
  }

  void Turn() {
    scheduled_ = false;
    feed_.Pull(
        [this] {
          for (const auto& controller : controllers_) controller->Reset();
        },
        [this](const ObjectChange& change) {
          for (const auto& controller : controllers_) controller->OnChange(change);
        });
    for (int i = 0; i < kTurnKeysMax; ++i) {
      const auto item = work_list_->Take();
      if (!item) break;
      Work(*item);
    }
    if (!work_list_->empty()) Wake();
    --work_;
  }

  void Work(const WorkItem& item) {
    const ApiStatus error = item.controller->Reconcile(item.key);
    if (!error || IsTooLate(*error)) return work_list_->Done(item);
    if (error->reason == "Conflict") return work_list_->Failed(item, true);
    log_.Warning("a controller of the sandbox tries again later",
                 {{"key", item.key}, {"error", error->message}});
    work_list_->Failed(item, false);
  }

  const base::Log log_;
  base::Mutex mutex_;
  base::Executor* executor_ OARLOCK_GUARDED_BY(mutex_);
  std::atomic<bool> scheduled_{false};
  std::atomic<uint64_t> work_{0};
  InProcessClient client_;
  ChangeFeed feed_;
  const ControllerOptions options_;
  ApiEnvironment& env_;
  std::unique_ptr<WorkList> work_list_;
  std::vector<std::unique_ptr<Controller>> controllers_;
};

Controllers::Controllers(ControllerOptions options, ApiEnvironment& env, ApiServer& api,
                         base::Executor& executor, const base::Log& log)
    : core_(std::make_shared<Core>(options, env, api, executor, log)) {
  subscription_ = env.store.Subscribe("", core_->Waker());
  core_->Start();
}

Controllers::~Controllers() { Stop(); }

uint64_t Controllers::work() const { return core_->work(); }

void Controllers::Stop() { core_->Stop(); }

}  // namespace oarlock::sandbox
