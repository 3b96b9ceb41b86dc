#include "cache/shared_informer.h"

#include <utility>

#include "cache/informer/informer_core.h"
#include "kube/names.h"

namespace oarlock::cache {

HandlerRegistration& HandlerRegistration::operator=(HandlerRegistration&& other) noexcept {
  if (this == &other) return *this;
  Remove();
  core_ = std::move(other.core_);
  listener_ = std::move(other.listener_);
  return *this;
}

void HandlerRegistration::Remove() {
  const auto listener = std::exchange(listener_, nullptr);
  if (listener == nullptr) return;
  listener->Remove();
  if (const auto core = core_.lock()) core->RemoveListener(listener);
}

void HandlerRegistration::RemoveAndWait() {
  const auto listener = listener_;
  Remove();
  if (listener != nullptr) listener->RemoveAndWait();
}

bool HandlerRegistration::HasSynced() const { return listener_ && listener_->HasSynced(); }
size_t HandlerRegistration::pending() const { return listener_ ? listener_->pending() : 0; }
size_t HandlerRegistration::pending_high_water() const {
  return listener_ ? listener_->pending_high_water() : 0;
}

SharedInformer::SharedInformer(InformerScope scope, std::shared_ptr<kube::ListerWatcher> source,
                               const InformerEnv& env)
    : core_(std::make_shared<InformerCore>(std::move(scope), std::move(source), env)) {}

SharedInformer::~SharedInformer() { core_->Stop(); }

void SharedInformer::Start() { core_->Start(); }
void SharedInformer::Stop() { core_->Stop(); }

base::Status SharedInformer::WaitStopped(base::MonoTime deadline) const {
  if (core_->stop_signal()->Wait(core_->clock(), deadline)) return {};
  return base::DeadlineExceeded(core_->scope().Key() + " did not stop in time");
}

base::Result<HandlerRegistration> SharedInformer::AddHandler(std::shared_ptr<EventHandler> handler,
                                                             HandlerOptions options) {
  OARLOCK_ASSIGN_OR_RETURN(auto listener, core_->AddListener(std::move(handler), options));
  return HandlerRegistration(core_, std::move(listener));
}

const InformerScope& SharedInformer::scope() const { return core_->scope(); }
const Store& SharedInformer::store() const { return *core_->store(); }
std::shared_ptr<const Store> SharedInformer::shared_store() const { return core_->store(); }

base::Status SharedInformer::AddIndex(std::string_view name, IndexFn fn) {
  return core_->store()->AddIndex(name, std::move(fn));
}
bool SharedInformer::RemoveIndex(std::string_view name) {
  return core_->store()->RemoveIndex(name);
}

base::Result<std::shared_ptr<void>> SharedInformer::EnsureIndex(std::string_view name, IndexFn fn) {
  OARLOCK_ASSIGN_OR_RETURN(auto lease, core_->store()->EnsureIndex(name, std::move(fn)));
  // The store must outlive the lease: members die in reverse order.
  struct Held {
    std::shared_ptr<Store> store;
    std::shared_ptr<void> lease;
  };
  return std::shared_ptr<void>(std::make_shared<Held>(Held{core_->store(), std::move(lease)}));
}

bool SharedInformer::HasSynced() const { return core_->HasSynced(); }
InformerState SharedInformer::state() const { return core_->state(); }
std::vector<SetAside> SharedInformer::set_aside() const { return core_->set_aside(); }

base::Status SharedInformer::WaitForSync(const SyncWait& wait) const {
  return core_->WaitForSync(wait);
}

std::shared_ptr<void> SharedInformer::ObserveState(
    std::function<void(const InformerState&)> observer) {
  return core_->ObserveState(std::move(observer));
}

bool SharedInformer::ApplyWrite(const kube::Object& answer) { return core_->ApplyWrite(answer); }

bool SharedInformer::ApplyDelete(std::string_view ns, std::string_view name, std::string_view uid,
                                 std::string_view version) {
  return core_->ApplyDelete(kube::MakeKey(ns, name), uid, version);
}

std::shared_ptr<StopSignal> SharedInformer::stop_signal() const { return core_->stop_signal(); }

}  // namespace oarlock::cache
