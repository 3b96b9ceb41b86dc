#include "cache/shared_informer.h"

#include <utility>

#include "cache/informer/informer_core.h"
#include "cache/view/informer_view.h"
#include "kube/names.h"

namespace oarlock::cache {

HandlerRegistration& HandlerRegistration::operator=(HandlerRegistration&& other) noexcept {
  if (this == &other) return *this;
  Remove();
  view_ = std::move(other.view_);
  listener_ = std::move(other.listener_);
  return *this;
}

void HandlerRegistration::Remove() {
  const auto listener = std::exchange(listener_, nullptr);
  if (listener == nullptr) return;
  listener->Remove();
  if (const auto view = view_.lock()) view->RemoveListener(listener);
}

void HandlerRegistration::RemoveAndWait() {
  const auto listener = listener_;
  Remove();
  if (listener != nullptr) listener->RemoveAndWait();
}

bool HandlerRegistration::HasSynced() const { return listener_ && listener_->sync()->is_open(); }
std::shared_ptr<SyncLatch> HandlerRegistration::sync() const {
  return listener_ ? listener_->sync() : nullptr;
}
std::shared_ptr<SyncLatch> HandlerRegistration::joined() const {
  return listener_ ? listener_->joined() : nullptr;
}
size_t HandlerRegistration::pending() const { return listener_ ? listener_->pending() : 0; }
size_t HandlerRegistration::pending_high_water() const {
  return listener_ ? listener_->pending_high_water() : 0;
}

SharedInformer::SharedInformer(InformerScope scope, std::shared_ptr<kube::ListerWatcher> source,
                               const InformerEnv& env) {
  auto core = std::make_shared<InformerCore>(scope, std::move(source), env);
  view_ = std::make_shared<InformerView>(std::move(scope), std::move(core), true);
  view_->Begin();
}

SharedInformer::SharedInformer(std::shared_ptr<InformerView> view) : view_(std::move(view)) {}

SharedInformer::~SharedInformer() { view_->Stop(); }

void SharedInformer::Start() { view_->Start(); }
void SharedInformer::Stop() { view_->Stop(); }

base::Status SharedInformer::WaitStopped(base::MonoTime deadline) const {
  return view_->WaitStopped(deadline);
}

base::Result<HandlerRegistration> SharedInformer::AddHandler(std::shared_ptr<EventHandler> handler,
                                                             HandlerOptions options) {
  OARLOCK_ASSIGN_OR_RETURN(auto listener, view_->AddHandler(std::move(handler), options));
  return HandlerRegistration(view_, std::move(listener));
}

const InformerScope& SharedInformer::scope() const { return view_->request().scope; }
std::string SharedInformer::version() const { return view_->core()->scope().resource.gvr.version; }
StoreView SharedInformer::store() const { return view_->reader()->Now(); }
std::shared_ptr<const ViewReader> SharedInformer::reader() const { return view_->reader(); }
std::shared_ptr<const Store> SharedInformer::shared_store() const { return store().store(); }

base::Status SharedInformer::AddIndex(std::string_view name, IndexFn fn) {
  return view_->AddIndex(name, std::move(fn));
}
bool SharedInformer::RemoveIndex(std::string_view name) { return view_->RemoveIndex(name); }

base::Result<std::shared_ptr<void>> SharedInformer::EnsureIndex(std::string_view name, IndexFn fn) {
  return view_->EnsureIndex(name, std::move(fn));
}

bool SharedInformer::HasSynced() const { return view_->HasSynced(); }
InformerState SharedInformer::state() const { return view_->state(); }
std::vector<SetAside> SharedInformer::set_aside() const { return view_->set_aside(); }

std::shared_ptr<SyncLatch> SharedInformer::sync() const { return view_->sync(); }

base::Status SharedInformer::WaitForSync(const SyncWait& wait) const {
  return view_->WaitForSync(wait);
}

std::shared_ptr<void> SharedInformer::ObserveState(
    std::function<void(const InformerState&)> observer) {
  return view_->ObserveState(std::move(observer));
}

bool SharedInformer::ApplyWrite(const kube::Object& answer) { return view_->ApplyWrite(answer); }

bool SharedInformer::ApplyDelete(std::string_view ns, std::string_view name, std::string_view uid,
                                 std::string_view version) {
  return view_->ApplyDelete(kube::MakeKey(ns, name), uid, version);
}

}  // namespace oarlock::cache
