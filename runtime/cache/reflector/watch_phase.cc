// The reflector's watch: events, bookmarks, and what each way of ending leads to.
#include <algorithm>
#include <utility>

#include "base/log.h"
#include "cache/reflector.h"
#include "kube/api_status.h"

namespace oarlock::cache {
namespace {

constexpr int64_t kWatchTimeoutLow = 300;   // seconds
constexpr int64_t kWatchTimeoutHigh = 601;  // not reached
constexpr base::Duration kInternalErrorQuiet = std::chrono::minutes(1);

bool CameFromServer(const base::Status& status) { return status.detail().http_status != 0; }

}  // namespace

void Reflector::StartWatch() {
  kube::WatchOptions options;
  options.resource_version = last_version_;
  const base::Duration timeout = parts_.random->Between(std::chrono::seconds(kWatchTimeoutLow),
                                                        std::chrono::seconds(kWatchTimeoutHigh));
  options.timeout = std::chrono::duration_cast<std::chrono::seconds>(timeout);
  watch_started_ = parts_.clock->Now();
  watch_open_ = false;
  watch_overflowed_ = false;
  watch_events_ = 0;
  parts_.metrics->watches->Add();
  if (std::exchange(watched_before_, true)) parts_.metrics->watch_restarts->Add();
  const uint64_t generation = NewCall();
  call_ = parts_.source->Watch(
      options, std::make_shared<WatchCollector>(weak_from_this(), generation, budget_));
}

void Reflector::OnWatchOpen(uint64_t generation) {
  if (stopped_ || generation != generation_ || watch_open_) return;
  watch_open_ = true;
  if (const auto target = parts_.target.lock()) target->OnContact(false);
  SetPhase(InformerPhase::kSynced, {});
}

void Reflector::OnWatchEvents(uint64_t generation, const RawBatch& batch) {
  const auto target = parts_.target.lock();
  if (stopped_ || generation != generation_ || target == nullptr) return;
  OnWatchOpen(generation);
  target->OnContact(false);
  for (size_t i = 0; i < batch.size(); ++i) {
    if (!HandleEvent(batch.event(i))) break;
  }
  target->OnBatchEnd();
}

// False when the stream is over.
bool Reflector::HandleEvent(const kube::RawEvent& event) {
  if (event.type == kube::WatchEventType::kError) {
    const auto object = kube::DecodeObject(event.object);
    if (!object.ok()) {
      UndecodableEvent(object.status());
    } else {
      StreamError(kube::StatusFromObject((*object).root()));
    }
    return false;
  }
  ++watch_events_;
  parts_.metrics->events->Add();
  if (event.type == kube::WatchEventType::kBookmark ||
      event.type == kube::WatchEventType::kUnknown) {
    const auto object = kube::DecodeObject(event.object, options_.decode);
    if (!object.ok()) {
      UndecodableEvent(object.status());
      return false;
    }
    HandleBookmark(*object);
    return true;
  }
  return HandleChange(event);
}

// Also for events of an unknown type: they carry a version and nothing we could apply (WAT-15).
void Reflector::HandleBookmark(const kube::Object& object) {
  if (object.resource_version().empty()) return;
  if (const auto target = parts_.target.lock()) {
    target->OnBookmark(std::string(object.resource_version()));
  }
  Advance(object.resource_version());
}

bool Reflector::HandleChange(const kube::RawEvent& event) {
  auto object = kube::DecodeObject(event.object, options_.decode);
  if (!object.ok()) {
    SetAsideRaw(event.object, object.status(), false);
    UndecodableEvent(object.status());
    return false;
  }
  // Reported and skipped; the version does not advance (WAT-13).
  if ((*object).name().empty()) {
    SetAsideRaw(event.object, base::InvalidArgument("an object without metadata.name"), false);
    return true;
  }
  if (!IsExpected(*object)) {
    SetAsideObject(*object, base::InvalidArgument("an object of another kind"), false);
    return true;
  }
  const std::string version((*object).resource_version());
  if (const auto target = parts_.target.lock()) {
    target->OnWatchEvent(event.type, std::move(object).value());
  }
  Advance(version);
  return true;
}

void Reflector::Advance(std::string_view version) {
  if (!version.empty()) last_version_ = version;
}

// The strand has worked off what was kept: resume behind it.
void Reflector::OnWatchOverflow(uint64_t generation) {
  if (stopped_ || generation != generation_) return;
  parts_.metrics->watch_overflows->Add();
  watch_overflowed_ = true;
  WatchClosed();
}

void Reflector::OnWatchEnd(uint64_t generation, const base::Status& status) {
  if (stopped_ || generation != generation_) return;
  DropCall();
  if (status.ok()) return WatchClosed();
  if (!watch_open_) return WatchNotOpened(status);
  switch (status.code()) {
    case base::StatusCode::kDataLoss:
    case base::StatusCode::kTooLarge: return UndecodableEvent(status);
    case base::StatusCode::kUnavailable:
    case base::StatusCode::kDeadlineExceeded:
    case base::StatusCode::kCancelled:
      // The connection broke or our own deadline passed: as if the server had closed (WAT-2).
      if (!CameFromServer(status)) return WatchClosed();
      return StreamError(status);
    default: return StreamError(status);
  }
}

void Reflector::WatchClosed() {
  const base::Duration lived = parts_.clock->Now() - watch_started_;
  if (lived < kShortWatch && watch_events_ == 0 && !watch_overflowed_) {
    SetPhase(WaitingPhase(), base::Unavailable("watch " + options_.what +
                                               ": the server closed it at once, without an event"));
    return After(std::max(kShortWatch, backoff_.Next()), Next::kList);
  }
  if (lived >= kWatchSpacing) return StartWatch();
  After(kWatchSpacing - lived, Next::kWatch);
}

void Reflector::WatchNotOpened(const base::Status& status) {
  Report("watch", status);
  const bool no_answer =
      !CameFromServer(status) && (status.code() == base::StatusCode::kUnavailable ||
                                  status.code() == base::StatusCode::kDeadlineExceeded);
  if (no_answer || status.code() == base::StatusCode::kResourceExhausted) {
    return After(DelayFor(status), Next::kWatch);
  }
  if (kube::IsExpired(status)) version_unavailable_ = true;
  After(DelayFor(status), Next::kList);
}

// An ERROR event, or what the source takes for one. Its object's version means nothing (C-WAT-04).
void Reflector::StreamError(const base::Status& status) {
  Report("watch", status);
  if (status.code() == base::StatusCode::kResourceExhausted) {
    return After(DelayFor(status), Next::kWatch);
  }
  if (RetryInternalError(status)) return After(base::Duration{0}, Next::kWatch);
  // The version is known to be useless, so the list does not ask for it again (C-WAT-03).
  if (kube::IsExpired(status)) version_unavailable_ = true;
  After(DelayFor(status), Next::kList);
}

bool Reflector::RetryInternalError(const base::Status& status) {
  if (options_.internal_error_retry <= base::Duration{0} || status.detail().http_status != 500) {
    return false;
  }
  const base::MonoTime now = parts_.clock->Now();
  if (!internal_error_first_ || now - internal_error_last_ >= kInternalErrorQuiet) {
    internal_error_first_ = now;
  }
  internal_error_last_ = now;
  return now - *internal_error_first_ < options_.internal_error_retry;
}

// Broken bytes: perhaps of the connection, so try once more from the same version; the second time
// it is the event itself, and only a list gets past it (C-WAT-24).
void Reflector::UndecodableEvent(const base::Status& status) {
  Report("watch", status);
  if (parts_.log != nullptr) {
    parts_.log->Warning(
        "undecodable watch event",
        {{"of", options_.what}, {"version", last_version_}, {"error", status.message()}});
  }
  if (bad_event_version_ != last_version_) bad_event_count_ = 0;
  bad_event_version_ = last_version_;
  const bool list = ++bad_event_count_ >= kSameBadEventMax;
  if (list) bad_event_count_ = 0;
  After(DelayFor(status), list ? Next::kList : Next::kWatch);
}

}  // namespace oarlock::cache
