// Answers to the host's own writes, which the store shows until the watch brings the same.
#include "cache/informer/informer_core.h"

namespace oarlock::cache {

bool InformerCore::InScope(const kube::Object& object) const {
  if (!fields_.has_value() || !fields_->Matches(object)) return false;
  if (!scope_.ns.empty() && object.ns() != scope_.ns) return false;
  return selector_.Matches(object.labels());
}

bool InformerCore::ApplyWrite(const kube::Object& answer) {
  // A full answer in a store of metadata, or one of another version, would be another kind.
  if (!answer || scope_.form == ObjectForm::kMetadataOnly || !InScope(answer)) return false;
  if (answer.gvk() != scope_.resource.gvk()) return false;
  const base::Result<kube::Object> object = scope_.transform.Apply(answer);
  if (!object.ok() || !store_->ApplyWrite(*object)) return false;
  RequestSweep();
  return true;
}

bool InformerCore::ApplyDelete(std::string_view key, std::string_view uid,
                               std::string_view version) {
  if (!store_->ApplyDelete(key, uid, version, env_.clock->Now())) return false;
  RequestSweep();
  return true;
}

void InformerCore::TakePending(const Store& other) {
  other.CopyPendingTo(*store_);
  RequestSweep();
}

// One timer for all that is pending or leased, however many writes there are.
void InformerCore::RequestSweep() {
  if (sweep_wanted_.exchange(true)) return;
  PostWeak(&InformerCore::ArmSweep);
}

void InformerCore::ArmSweep() {
  if (ended_) return;
  sweep_timer_ = env_.clock->ScheduleAfter(kDeleteMarkTime, [weak = weak_from_this()] {
    const auto self = weak.lock();
    if (self) self->PostWeak(&InformerCore::Sweep);
  });
}

void InformerCore::Sweep() {
  sweep_timer_ = 0;
  sweep_wanted_.store(false);  // a write from now on asks again
  if (ended_) return;
  if (store_->ExpirePending(env_.clock->Now())) RequestSweep();
  metrics_->replaced_objects->Set(static_cast<double>(store_->replaced()));
}

}  // namespace oarlock::cache
