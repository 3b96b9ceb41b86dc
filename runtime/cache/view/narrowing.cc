#include "cache/view/narrowing.h"

#include <utility>

#include "cache/listener.h"
#include "cache/view/transition.h"
#include "kube/decode.h"

namespace oarlock::cache {

Narrowing::Narrowing(const InformerScope& wanted, const InformerScope& held) {
  if (wanted.ns != held.ns) ns_ = wanted.ns;
  if (wanted.label_selector != held.label_selector) {
    if (auto labels = kube::LabelSelector::Parse(wanted.label_selector); labels.ok()) {
      labels_ = std::move(labels).value();
    }
  }
  if (wanted.field_selector != held.field_selector) {
    if (auto fields = FieldTerms::Parse(wanted.field_selector)) fields_ = std::move(*fields);
  }
  metadata_only_ =
      wanted.form == ObjectForm::kMetadataOnly && held.form != ObjectForm::kMetadataOnly;
  everything_ = ns_.empty() && labels_.empty() && fields_.empty() && !metadata_only_;
}

bool Narrowing::Matches(const kube::Object& object) const {
  if (everything_) return true;
  if (!ns_.empty() && object.ns() != ns_) return false;
  if (!fields_.empty() && !fields_.Matches(object)) return false;
  return labels_.empty() || labels_.Matches(object.labels());
}

kube::Object Narrowing::Form(const kube::Object& object) const {
  return metadata_only_ ? MetadataOf(object) : object;
}

kube::Object Narrowing::Show(const kube::Object& object) const {
  return object && Matches(object) ? Form(object) : kube::Object();
}

std::optional<Notification> Narrowing::Show(const Notification& change) const {
  auto out = Transition(change, [this](const kube::Object& object) { return Matches(object); });
  if (!out.has_value()) return out;
  // One copy where old and new are the same object, as in a redelivery.
  const bool same = out->object.SameAs(out->old_object);
  if (out->old_object) out->old_object = Form(out->old_object);
  out->object = same ? out->old_object : Form(out->object);
  return out;
}

kube::Object MetadataOf(const kube::Object& object) {
  if (object.kind() == "PartialObjectMetadata") return object;
  std::string json = R"({"apiVersion":"meta.k8s.io/v1","kind":"PartialObjectMetadata","metadata":)";
  object.metadata().AppendJson(json);
  json += "}";
  auto out = kube::ObjectFromJson(json);
  return out.ok() ? std::move(out).value() : kube::Object();
}

void NarrowedPush::To(Listener& listener) {
  const Narrowing* narrowing = listener.narrowing.get();
  if (narrowing == nullptr || narrowing->everything()) return listener.Push(changes_);
  if (narrowing != last_) {
    last_ = narrowing;
    narrowed_.clear();
    for (const Notification& change : changes_) {
      if (auto shown = narrowing->Show(change)) narrowed_.push_back(std::move(*shown));
    }
  }
  listener.Push(narrowed_);
}

}  // namespace oarlock::cache
