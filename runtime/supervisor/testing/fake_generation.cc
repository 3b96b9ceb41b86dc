#include "supervisor/testing/fake_generation.h"

#include <algorithm>
#include <utility>

namespace oarlock::supervisor::testing {

class FakeGenerations::Generation final : public GenerationControl {
 public:
  Generation(FakeGenerations& world, const PluginSpec& spec, uint64_t number)
      : world_(world), library_(spec.library), label_(spec.name + "@" + std::to_string(number)) {
    base::MutexLock lock(world_.mutex_);
    ++world_.alive_;
  }
  ~Generation() override {
    base::MutexLock lock(world_.mutex_);
    --world_.alive_;
  }

  base::Status Load(const std::stop_token&) override { return Do("load"); }
  base::Status Bind(const kube::CallContext&) override { return Do("bind"); }
  base::Status WaitForSync(base::MonoTime) override { return Do("sync"); }
  base::Status Subscribe(Requeue requeue, GenerationControl*) override {
    return Do(requeue == Requeue::kAll ? "subscribe" : "subscribe-none");
  }
  base::Status Activate(const std::stop_token&) override {
    if (active_) return Do("resume");
    const base::Status status = Do("activate");
    if (status.ok()) world_.SetActive(label_, active_ = true);
    return status;
  }
  void CancelRuns(controller::CancelReason reason) override {
    (void)Do("cancel(" + std::string(controller::CancelReasonName(reason)) + ")");
  }
  base::Status Deactivate(base::MonoTime) override {
    const base::Status status = Do("deactivate");
    if (!stuck_) world_.SetActive(label_, active_ = false);
    return status;
  }
  void Unsubscribe() override { (void)Do("unsubscribe"); }
  base::Status Close() override { return Do("close"); }
  pluginhost::SavedState SaveState() override {
    if (!Do("save").ok()) return {};
    pluginhost::SavedState state;
    state["main"].bytes = label_;
    return state;
  }
  base::Status LoadState(const pluginhost::SavedState&) override { return Do("load-state"); }
  base::Result<bool> Reconfigure(const PluginPackage&, base::MonoTime) override {
    const base::Status status = Do("reconfigure");
    if (!status.ok()) return status;
    base::MutexLock lock(world_.mutex_);
    return world_.in_place_;
  }
  base::Status WaitSubscribed() override { return Do("wait-subscribed"); }
  base::Status RequeueAll() override { return Do("requeue"); }
  void TakeSettings(const PluginSpec&) override { (void)Do("concurrency"); }
  void ResetBackoff() override { (void)Do("reset-backoff"); }
  GenerationHealth health() const override {
    base::MutexLock lock(world_.mutex_);
    const auto it = world_.health_.find(library_);
    return it == world_.health_.end() ? GenerationHealth() : it->second;
  }
  std::vector<controller::ControllerStatus> status() const override { return {}; }
  std::vector<pluginhost::ControllerView> views() const override {
    base::MutexLock lock(world_.mutex_);
    const auto it = world_.views_.find(library_);
    return it == world_.views_.end() ? std::vector<pluginhost::ControllerView>() : it->second;
  }
  bool stuck() const override { return stuck_; }
  const std::string& label() const override { return label_; }

 private:
  base::Status Do(const std::string& step) {
    if (stuck_) return base::FailedPrecondition(label_ + " is stuck");
    return world_.Do(library_, label_, step, stuck_);
  }

  FakeGenerations& world_;
  std::string library_;
  std::string label_;
  bool active_ = false;
  bool stuck_ = false;
};

class FakeGenerations::Factory final : public GenerationFactory {
 public:
  explicit Factory(FakeGenerations& world) : world_(world) {}

  base::Result<PluginPackage> Open(const PluginSpec& spec, const std::string& label) override {
    bool stuck = false;
    OARLOCK_RETURN_IF_ERROR(world_.Do(spec.library, label, "open", stuck));
    PluginPackage package;
    package.sha256 = spec.library;
    package.config_json = package.config_digest = spec.config_json;
    return package;
  }
  std::unique_ptr<GenerationControl> Make(const PluginSpec& spec, const PluginPackage&,
                                          uint64_t number) override {
    return std::make_unique<Generation>(world_, spec, number);
  }

 private:
  FakeGenerations& world_;
};

std::unique_ptr<GenerationFactory> FakeGenerations::MakeFactory() {
  return std::make_unique<Factory>(*this);
}

base::Status FakeGenerations::Do(const std::string& library, const std::string& label,
                                 const std::string& step, bool& stuck) {
  std::function<void()> hook;
  base::Status answer;
  {
    base::MutexLock lock(mutex_);
    calls_.push_back(step + " " + label);
    const std::string key = library + " " + step;
    if (const auto it = hooks_.find(key); it != hooks_.end()) hook = it->second;
    if (const auto it = answers_.find(key); it != answers_.end()) answer = it->second;
    if (sticks_[key]) {
      stuck = true;
      answer = {base::StatusCode::kPluginFault, step + " did not return"};
    }
  }
  if (hook) hook();
  return answer;
}

void FakeGenerations::SetActive(const std::string& label, bool active) {
  base::MutexLock lock(mutex_);
  std::erase(active_, label);
  if (active) active_.push_back(label);
  two_ = two_ || active_.size() > 1;
}

void FakeGenerations::Answer(const std::string& library, const std::string& step,
                             base::Status status) {
  base::MutexLock lock(mutex_);
  answers_[library + " " + step] = std::move(status);
}

void FakeGenerations::Stick(const std::string& library, const std::string& step) {
  base::MutexLock lock(mutex_);
  sticks_[library + " " + step] = true;
}

void FakeGenerations::SetHealth(const std::string& library, GenerationHealth health) {
  base::MutexLock lock(mutex_);
  health_[library] = std::move(health);
}

void FakeGenerations::SetViews(const std::string& library,
                               std::vector<pluginhost::ControllerView> views) {
  base::MutexLock lock(mutex_);
  views_[library] = std::move(views);
}

void FakeGenerations::AcceptInPlace(bool accepts) {
  base::MutexLock lock(mutex_);
  in_place_ = accepts;
}

void FakeGenerations::Hook(const std::string& library, const std::string& step,
                           std::function<void()> hook) {
  base::MutexLock lock(mutex_);
  hooks_[library + " " + step] = std::move(hook);
}

void FakeGenerations::Reset() {
  base::MutexLock lock(mutex_);
  answers_.clear();
  hooks_.clear();
  sticks_.clear();
  health_.clear();
  views_.clear();
  calls_.clear();
  active_.clear();
  two_ = in_place_ = false;
}

std::vector<std::string> FakeGenerations::calls() const {
  base::MutexLock lock(mutex_);
  return calls_;
}

void FakeGenerations::ClearCalls() {
  base::MutexLock lock(mutex_);
  calls_.clear();
}

size_t FakeGenerations::Count(const std::string& call) const {
  base::MutexLock lock(mutex_);
  return static_cast<size_t>(std::count(calls_.begin(), calls_.end(), call));
}

std::vector<std::string> FakeGenerations::active() const {
  base::MutexLock lock(mutex_);
  return active_;
}

bool FakeGenerations::two_were_active() const {
  base::MutexLock lock(mutex_);
  return two_;
}

size_t FakeGenerations::alive() const {
  base::MutexLock lock(mutex_);
  return alive_;
}

}  // namespace oarlock::supervisor::testing
