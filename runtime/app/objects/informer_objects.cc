#include "app/objects/informer_objects.h"

#include <utility>

#include "base/mutex.h"

namespace oarlock::app {
namespace {

// Tells until it is silenced: the informer may still be in a call when its handle goes.
class Teller {
 public:
  explicit Teller(std::function<void()> changed) : changed_(std::move(changed)) {}

  void Tell() {
    base::MutexLock lock(mutex_);
    if (changed_) changed_();
  }
  void Silence() {
    base::MutexLock lock(mutex_);
    changed_ = nullptr;
  }

 private:
  base::Mutex mutex_;
  std::function<void()> changed_ OARLOCK_GUARDED_BY(mutex_);
};

class TellingHandler final : public cache::EventHandler {
 public:
  explicit TellingHandler(std::shared_ptr<Teller> teller) : teller_(std::move(teller)) {}
  void OnEvent(const cache::Notification&) override { teller_->Tell(); }
  void OnSynced() override { teller_->Tell(); }
  std::string Name() const override { return "object"; }

 private:
  std::shared_ptr<Teller> teller_;
};

class InformerObject final : public supervisor::FollowedObject {
 public:
  InformerObject(base::Result<cache::InformerLease> lease, std::string key,
                 std::function<void()> changed)
      : key_(std::move(key)), teller_(std::make_shared<Teller>(std::move(changed))) {
    if (!lease.ok()) {
      refused_ = lease.status();
      return;
    }
    lease_ = *std::move(lease);
    observer_ =
        lease_->ObserveState([teller = teller_](const cache::InformerState&) { teller->Tell(); });
    auto handler = lease_->AddHandler(std::make_shared<TellingHandler>(teller_), {});
    refused_ = handler.status();
    if (handler.ok()) handler_ = *std::move(handler);
  }
  ~InformerObject() override { teller_->Silence(); }

  supervisor::ObjectSight Look() const override {
    supervisor::ObjectSight sight;
    sight.trouble = refused_;
    if (!refused_.ok()) return sight;
    const cache::InformerState state = lease_->state();
    const bool served = state.phase != cache::InformerPhase::kNotServed &&
                        state.phase != cache::InformerPhase::kGone;
    sight.known = served && lease_->HasSynced();
    if (sight.known) {
      sight.object = lease_->store().Get(key_);
    } else {
      sight.trouble = state.last_error;
    }
    return sight;
  }

 private:
  const std::string key_;
  const std::shared_ptr<Teller> teller_;
  base::Status refused_;
  cache::InformerLease lease_;
  std::shared_ptr<void> observer_;
  cache::HandlerRegistration handler_;
};

}  // namespace

std::unique_ptr<supervisor::FollowedObject> InformerObjects::Follow(const kube::ObjectRef& ref,
                                                                    std::function<void()> changed) {
  cache::InformerScope scope;
  scope.resource = ref.resource;
  scope.ns = ref.ns;
  scope.field_selector = "metadata.name=" + ref.name;
  return std::make_unique<InformerObject>(informers_.Acquire(std::move(scope)),
                                          ref.ns + "/" + ref.name, std::move(changed));
}

}  // namespace oarlock::app
