// The reflector's watch-list: the list comes as the first events of the watch, up to a bookmark
// that closes it. Items go straight into the store as those of a list do; only the closing bookmark
// tells what is missing. Whatever does not work here ends in a list.
#include <algorithm>
#include <utility>

#include "base/log.h"
#include "cache/reflector.h"
#include "kube/api_status.h"

namespace oarlock::cache {
namespace {

constexpr std::string_view kInitialEventsEnd = "k8s.io/initial-events-end";

// The server understood the request and will not serve it so.
bool IsRefusal(const base::Status& status) {
  switch (status.code()) {
    case base::StatusCode::kInvalidArgument:
    case base::StatusCode::kPermissionDenied:
    case base::StatusCode::kUnimplemented: return true;
    default: break;
  }
  const int http = status.detail().http_status;
  return http == 400 || http == 405 || http == 406 || http == 415 || http == 422 || http == 501;
}

}  // namespace

bool Reflector::MayStreamList() const {
  return parts_.watch_list != nullptr && !list_once_ && !stream_too_large_ &&
         parts_.source->ServesWatchList() && parts_.watch_list->MayTry(options_.resource);
}

void Reflector::StartWatchList() {
  kube::WatchOptions options;
  if (!version_unavailable_) options.resource_version = last_version_;
  options.send_initial_events = true;
  streaming_list_ = true;
  stream_consistent_ = version_unavailable_;
  list_request_version_ = options.resource_version;
  list_started_ = parts_.clock->Now();
  list_items_ = 0;
  list_pages_ = 1;
  compare_listed_ = std::exchange(listed_before_, true);
  if (const auto target = parts_.target.lock()) target->OnListBegin(stream_consistent_);
  OpenWatch(std::move(options));
}

// An event before the closing bookmark. The version does not move (WL-5). False: it is over.
bool Reflector::HandleListed(ReflectorTarget& target, const kube::RawEvent& event) {
  switch (event.type) {
    case kube::WatchEventType::kAdded:
    case kube::WatchEventType::kModified: CountListed(1); return TakeListed(target, event.object);
    case kube::WatchEventType::kDeleted: return HandleChange(event);
    case kube::WatchEventType::kBookmark: break;
    default: return true;
  }
  const auto bookmark = kube::DecodeObject(event.object, options_.decode);
  if (!bookmark.ok()) {
    if (FallBackToJson(event.object, bookmark.status(), true)) return false;
    WatchListEnded(bookmark.status());
    return false;
  }
  if ((*bookmark).Annotation(kInitialEventsEnd) != "true") return true;
  return FinishWatchList(*bookmark);
}

bool Reflector::FinishWatchList(const kube::Object& bookmark) {
  if (bookmark.resource_version().empty()) {
    WatchListEnded(base::DataLoss("a closing bookmark without a version"));
    return false;
  }
  NoteSynced(std::string(bookmark.resource_version()), stream_consistent_);
  streaming_list_ = false;
  budget_->SetWatchLimit(kWatchBytesInFlightMax);
  bookmark_seen_ = true;
  stream_cuts_ = 0;
  parts_.watch_list->NoteWorked(options_.resource);
  if (stopped_) return false;
  SetPhase(InformerPhase::kSynced, {});
  return true;
}

// Of either kind.
void Reflector::AbortList() {
  streaming_list_ = false;
  DropCall();
  if (const auto target = parts_.target.lock()) target->OnListAborted();
}

// The stream is over and its bookmark has not come. Not OK: what the server said, or the transport.
void Reflector::WatchListEnded(const base::Status& status) {
  if (watch_open_) {
    CountEnd(status.ok()               ? WatchEnd::kClosed
             : kube::IsExpired(status) ? WatchEnd::kExpired
                                       : WatchEnd::kError);
  }
  AbortList();
  const bool answered = status.detail().http_status != 0;
  const bool broken = !answered && (status.code() == base::StatusCode::kUnavailable ||
                                    status.code() == base::StatusCode::kDeadlineExceeded);
  if (watch_open_ && (status.ok() || broken)) return WatchListCut(status);
  if (IsRefusal(status)) return WatchListRefused(status);
  const bool expired = kube::IsExpired(status) || kube::IsTooLargeResourceVersion(status);
  if (expired && !list_request_version_.empty()) {
    version_unavailable_ = true;
    return After(parts_.random->Between(base::Duration{0}, kConsistentListSpread),
                 Next::kWatchList);
  }
  Report("watch-list", status);
  const bool same_again = broken || status.code() == base::StatusCode::kResourceExhausted;
  list_once_ = !same_again;
  After(DelayFor(status), Next::kList);
}

// Perhaps the connection broke once; who always cuts the stream gets a list (WL-6, no hot loop).
void Reflector::WatchListCut(const base::Status& status) {
  if (++stream_cuts_ >= kWatchListCutsMax) {
    stream_cuts_ = 0;
    list_once_ = true;
  }
  const base::Status error =
      status.ok() ? base::Unavailable("the stream ended before its first events were complete")
                  : status;
  Report("watch-list", error);
  After(DelayFor(error), Next::kList);
}

// Also when the closing bookmark does not come: an old server, or a proxy that loses it.
void Reflector::WatchListRefused(const base::Status& status) {
  parts_.watch_list->NoteRefused(options_.resource);
  if (parts_.log != nullptr) {
    parts_.log->Warning(
        "no watch-list, listing instead",
        {{"of", options_.what}, {"resource", options_.resource}, {"error", status.ToString()}});
  }
  list_once_ = true;
  StartList();
}

}  // namespace oarlock::cache
