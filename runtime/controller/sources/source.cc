#include "controller/sources/source.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace oarlock::controller {
namespace {

using cache::Cause;

constexpr size_t kKeysAtOnce = 1024;

queue::Reason ReasonOf(const cache::Notification& notification) {
  switch (notification.cause) {
    case Cause::kInitial: return queue::kReasonInitial;
    case Cause::kRelist: return queue::kReasonRelist;
    case Cause::kRedeliver: return queue::kReasonResync;
    case Cause::kWatch: break;
  }
  if (notification.type == cache::ChangeType::kAdd) return queue::kReasonCreated;
  return notification.type == cache::ChangeType::kUpdate ? queue::kReasonUpdated
                                                         : queue::kReasonDeleted;
}

queue::AddOptions OptionsFor(const cache::Notification& notification, const Route& route) {
  const int reasons = ReasonOf(notification) | (route.related ? queue::kReasonRelated : 0);
  queue::AddOptions options{route.priority, false, static_cast<queue::Reasons>(reasons)};
  if (notification.cause == Cause::kWatch) return options;
  // Low, relative to what the route asks for, and never above it.
  options.priority += queue::kPriorityLow;
  options.refresh = notification.cause == Cause::kRedeliver;
  return options;
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
  ++batch_events_;
  Map(notification);
  if (!in_batch_) Flush();
}

void Source::OnBatchEnd() {
  in_batch_ = false;
  Flush();
}

void Source::Flush() {
  if (events_) events_->Add(batch_events_);
  batch_events_ = 0;
  const size_t refused = queue_->Add(adds_);
  if (refused > 0 && keys_dropped_) keys_dropped_->Add(refused);
  adds_.clear();
  if (adds_.capacity() > kKeysAtOnce) adds_.shrink_to_fit();
}

void Source::Add(queue::Key key, queue::AddOptions options) {
  adds_.push_back({std::move(key), options});
  if (adds_.size() >= kKeysAtOnce) Flush();
}

void Source::Map(const cache::Notification& notification) {
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
  const queue::AddOptions options = OptionsFor(notification, route);
  size_t mapped = 0;
  const auto add = [&](queue::Key key) {
    if (++mapped <= kMappedKeysMax) return Add(std::move(key), options);
    if (keys_dropped_) keys_dropped_->Add();
  };
  const KeySink sink = std::cref(add);  // which needs no memory
  route.mapper(notification.object, sink);
  const bool has_other_state = notification.type == cache::ChangeType::kUpdate &&
                               notification.old_object &&
                               !notification.old_object.SameAs(notification.object);
  if (has_other_state) route.mapper(notification.old_object, sink);
}

}  // namespace oarlock::controller
