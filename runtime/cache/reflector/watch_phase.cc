// The reflector's watch: events, bookmarks, and what each way of ending leads to.
#include <algorithm>
#include <utility>

#include "base/log.h"
#include "cache/reflector.h"
#include "cache/reflector/object_intake.h"
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
  OpenWatch(std::move(options));
}

void Reflector::OpenWatch(kube::WatchOptions options) {
  const base::Duration timeout = parts_.random->Between(std::chrono::seconds(kWatchTimeoutLow),
                                                        std::chrono::seconds(kWatchTimeoutHigh));
  options.timeout = std::chrono::duration_cast<std::chrono::seconds>(timeout);
  watch_timeout_ = options.timeout;
  watch_started_ = parts_.clock->Now();
  last_event_ = watch_started_;
  bookmark_seen_ = false;
  watch_open_ = false;
  watch_overflowed_ = false;
  watch_events_ = 0;
  parts_.metrics->watches->Add();
  const bool resumes = !options.send_initial_events;
  if (std::exchange(watched_before_, true) && resumes) parts_.metrics->watch_restarts->Add();
  const uint64_t generation = NewCall();
  if (streaming_list_) budget_->SetWatchLimit(kStreamedListBytesInFlightMax);
  ArmGuard(StreamDeadline());
  call_ = parts_.source->Watch(
      options, std::make_shared<WatchCollector>(weak_from_this(), generation, budget_));
}

void Reflector::OnWatchOpen(uint64_t generation) {
  if (stopped_ || generation != generation_ || watch_open_) return;
  watch_open_ = true;
  if (const auto target = parts_.target.lock()) target->OnContact(false);
  if (!streaming_list_) SetPhase(InformerPhase::kSynced, {});
}

void Reflector::OnWatchEvents(uint64_t generation, const RawBatch& batch) {
  const auto target = parts_.target.lock();
  if (stopped_ || generation != generation_ || target == nullptr) return;
  OnWatchOpen(generation);
  target->OnContact(false);
  if (streaming_list_) parts_.counts->list_bytes->Add(batch.bytes());
  if (IsProgress(batch)) NoteEvent();
  for (size_t i = 0; i < batch.size(); ++i) {
    if (!HandleEvent(*target, batch.event(i))) break;
  }
  target->OnBatchEnd();
}

// Only what a list is made of counts as progress of one.
bool Reflector::IsProgress(const RawBatch& batch) const {
  for (size_t i = 0; i < batch.size(); ++i) {
    const kube::WatchEventType type = batch.event(i).type;
    if (type == kube::WatchEventType::kError) return false;
    if (!streaming_list_ || type != kube::WatchEventType::kBookmark) return true;
  }
  return false;
}

// False when the stream is over.
bool Reflector::HandleEvent(ReflectorTarget& target, const kube::RawEvent& event) {
  if (event.type == kube::WatchEventType::kError) {
    const auto object = kube::DecodeObject(event.object);
    const base::Status error =
        object.ok() ? kube::StatusFromObject((*object).root()) : object.status();
    if (FallBackToJson(event.object, object.status(), false)) return false;
    if (streaming_list_) {
      WatchListEnded(error);
    } else if (!object.ok()) {
      UndecodableEvent(error);
    } else {
      StreamError(error);
    }
    return false;
  }
  ++watch_events_;
  parts_.metrics->events->Add();
  if (streaming_list_) return HandleListed(target, event);
  if (event.type == kube::WatchEventType::kBookmark ||
      event.type == kube::WatchEventType::kUnknown) {
    const auto object = kube::DecodeObject(event.object, options_.decode);
    if (!object.ok()) {
      if (FallBackToJson(event.object, object.status(), false)) return false;
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
  if (!std::exchange(bookmark_seen_, true)) ArmGuard(StreamDeadline());
  if (object.resource_version().empty()) return;
  if (const auto target = parts_.target.lock()) {
    target->OnBookmark(std::string(object.resource_version()));
  }
  Advance(object.resource_version());
}

bool Reflector::HandleChange(const kube::RawEvent& event) {
  const auto object = kube::DecodeObject(event.object, options_.decode);
  if (!object.ok()) {
    if (FallBackToJson(event.object, object.status(), false)) return false;
    SetAsideRaw(event.object, object.status(), false);
    if (streaming_list_) {
      WatchListEnded(object.status());
    } else {
      UndecodableEvent(object.status());
    }
    return false;
  }
  // Reported and skipped; the version does not advance (WAT-13).
  if (const base::Status bad = CheckKind(*object, options_.expected); !bad.ok()) {
    if ((*object).name().empty()) {
      SetAsideRaw(event.object, bad, false);
    } else {
      SetAsideObject(*object, bad, false);
    }
    return true;
  }
  Deliver(event.type, *object);
  if (!streaming_list_) Advance((*object).resource_version());
  return true;
}

// A transform that fails must not lose a delete: then the last known state is told.
void Reflector::Deliver(kube::WatchEventType type, const kube::Object& object) {
  const auto target = parts_.target.lock();
  if (target == nullptr) return;
  auto result = options_.transform.Apply(object);
  if (result.ok()) return target->OnWatchEvent(type, std::move(result).value());
  target->OnBatchEnd();  // what came before the bad one first
  SetAsideObject(object, result.status(), false);
  if (type == kube::WatchEventType::kDeleted) target->OnWatchEvent(type, KeyOnly(object));
}

void Reflector::Advance(std::string_view version) {
  if (!version.empty()) last_version_ = version;
}

void Reflector::CloseOverflowed(uint64_t generation) {
  if (!stopped_ && generation == generation_) DropCall();
}

void Reflector::CountEnd(WatchEnd end) {
  parts_.counts->watch_ends[static_cast<size_t>(end)]->Add();
  const base::Duration lived = parts_.clock->Now() - watch_started_;
  parts_.counts->watch_seconds->Observe(std::chrono::duration<double>(lived).count());
}

// The strand has worked off what was kept: resume behind it. A list that streams faster than it is
// taken in would do so again, and cannot be paused: from now on it is a list.
void Reflector::OnWatchOverflow(uint64_t generation) {
  if (stopped_ || generation != generation_) return;
  parts_.metrics->watch_overflows->Add();
  CountEnd(WatchEnd::kOverflow);
  if (streaming_list_) {
    stream_too_large_ = true;
    AbortList();
    return StartList();
  }
  watch_overflowed_ = true;
  WatchClosed();
}

void Reflector::OnWatchEnd(uint64_t generation, const base::Status& status) {
  if (stopped_ || generation != generation_) return;
  DropCall();
  if (streaming_list_) return WatchListEnded(status);
  if (!status.ok() && !watch_open_) return WatchNotOpened(status);
  const bool broke =
      !CameFromServer(status) && (status.code() == base::StatusCode::kUnavailable ||
                                  status.code() == base::StatusCode::kDeadlineExceeded ||
                                  status.code() == base::StatusCode::kCancelled);
  // The connection broke or our own deadline passed: as if the server had closed (WAT-2).
  if (status.ok() || broke) return WatchClosed();
  if (status.code() == base::StatusCode::kDataLoss ||
      status.code() == base::StatusCode::kTooLarge) {
    return UndecodableEvent(status);
  }
  StreamError(status);
}

void Reflector::WatchClosed() {
  const base::Duration lived = parts_.clock->Now() - watch_started_;
  if (lived < kShortWatch && watch_events_ == 0 && !watch_overflowed_) {
    CountEnd(WatchEnd::kShort);
    SetPhase(WaitingPhase(), base::Unavailable("watch " + options_.what +
                                               ": the server closed it at once, without an event"));
    return After(std::max(kShortWatch, backoff_.Next()), Next::kList);
  }
  if (!watch_overflowed_) CountEnd(WatchEnd::kClosed);
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
  CountEnd(kube::IsExpired(status) ? WatchEnd::kExpired : WatchEnd::kError);
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
  CountEnd(WatchEnd::kError);
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
