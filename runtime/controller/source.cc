#include "controller/source.h"

#include <algorithm>
#include <utility>

namespace oarlock::controller {
namespace {

using cache::Cause;

queue::AddOptions OptionsFor(Cause cause, queue::Priority priority) {
  if (cause == Cause::kWatch) return {priority, false};
  // Low, relative to what the route asks for, and never above it.
  return {priority + queue::kPriorityLow, cause == Cause::kRedeliver};
}

}  // namespace

Source::Source(SourceOptions options, std::shared_ptr<queue::WorkQueue> queue)
    : options_(std::move(options)), queue_(std::move(queue)) {
  for (Route& route : options_.routes) {
    route.priority = std::clamp(route.priority, -queue::kPriorityMax, queue::kPriorityMax);
  }
  if (options_.metrics == nullptr) return;
  const base::MetricLabels labels{{"controller", options_.controller},
                                  {"resource", options_.resource}};
  events_ = options_.metrics->MakeCounter("oarlock_source_events_total",
                                          "Notifications a source received.", labels);
  filtered_ = options_.metrics->MakeCounter(
      "oarlock_source_filtered_total", "Notifications that no route of a source let pass.", labels);
  keys_dropped_ = options_.metrics->MakeCounter(
      "oarlock_source_keys_dropped_total",
      "Keys dropped because one object mapped to too many, or the queue refused them.", labels);
}

void Source::OnEvent(const cache::Notification& notification) {
  if (events_) events_->Add();
  if (options_.skip_initial && notification.cause == Cause::kInitial) return;
  const auto visible = [this](const kube::Object& object) {
    return object && (!options_.visible || options_.visible(object));
  };
  if (!visible(notification.object) && !visible(notification.old_object)) return;
  bool passed = false;
  for (const Route& route : options_.routes) {
    if (route.predicate && !route.predicate(notification)) continue;
    passed = true;
    Apply(route, notification);
  }
  if (!passed && filtered_) filtered_->Add();
}

void Source::Apply(const Route& route, const cache::Notification& notification) {
  const queue::AddOptions options = OptionsFor(notification.cause, route.priority);
  size_t mapped = 0;
  const KeySink sink = [&](const queue::Key& key) {
    const bool added = ++mapped <= kMappedKeysMax && queue_->Add(key, options);
    if (!added && keys_dropped_) keys_dropped_->Add();
  };
  route.mapper(notification.object, sink);
  const bool has_other_state = notification.type == cache::ChangeType::kUpdate &&
                               notification.old_object &&
                               !notification.old_object.SameAs(notification.object);
  if (has_other_state) route.mapper(notification.old_object, sink);
}

}  // namespace oarlock::controller
