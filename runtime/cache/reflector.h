#pragma once
// Reflector: keeps a target equal to what a ListerWatcher shows: list, then watch, resume or list
// again, for ever (client-go's Reflector).
//
// Owned by one informer. It is a state machine without a thread: its functions run on the
// informer's strand; the source's calls arrive in sinks (reflector_sinks.h), which copy and post.
//   turn → list page → … → list end → watch → (closed, silent: watch again from the last version)
//                                           → (expired, failed, short: back off, list again)
// or, with a WatchListMemory, the list is the beginning of the watch stream up to its closing
// bookmark (watch_list_phase.cc); a list follows where that does not work.
// A list is handed over item by item while it arrives; only its end tells what is missing.
// Which version and page size a list asks for, and what each failure leads to: list_phase.cc and
// watch_phase.cc. Threads: all [strand]; the source's threads only touch the sinks.
// Ownership: shared with the tasks it has posted; the target is held weakly.
// Errors: none come back; they are told to the target and retried. Rates: one request at a time,
// after a failure not before a backoff step (0.8 s to 60 s), after 403 not before kForbiddenDelay;
// watches start at least kWatchSpacing apart, so that no server can make it spin.
// Limits: kListBytesInFlightMax (the source is paused), kWatchBytesInFlightMax (the watch is closed
// and resumed from the last version that was applied), kReflectorRetryAfterMax; an open stream ends
// kStreamGrace after its timeoutSeconds, or, once it has brought a bookmark, after
// kSilentStreamTimeout without a sign of life; a streamed list ends kWatchListIdleTimeout after its
// last item and kWatchListTimeout after its begin.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/executor.h"
#include "base/random.h"
#include "base/status.h"
#include "base/time/backoff.h"
#include "cache/informer/informer_metrics.h"
#include "cache/informer/inlet.h"
#include "cache/informer_state.h"
#include "cache/list_gate.h"
#include "cache/reflector/raw_identity.h"
#include "cache/reflector/reflector_metrics.h"
#include "cache/reflector/reflector_sinks.h"
#include "cache/transform.h"
#include "cache/watch_list_memory.h"
#include "kube/decode.h"
#include "kube/gvk.h"
#include "kube/list_watcher.h"
#include "kube/object.h"

namespace oarlock::base {
class Log;
}

namespace oarlock::cache {

inline constexpr uint32_t kDefaultPageSize = 500;
inline constexpr base::Duration kForbiddenDelay = std::chrono::seconds(30);
inline constexpr base::Duration kShortWatch = std::chrono::seconds(1);
inline constexpr base::Duration kWatchSpacing = std::chrono::milliseconds(500);
inline constexpr base::Duration kReflectorRetryAfterMax = std::chrono::minutes(5);
inline constexpr base::Duration kVersionlessRelist = std::chrono::seconds(30);
inline constexpr int kSameBadEventMax = 2;
inline constexpr size_t kLoggedInputMax = 200;
inline constexpr base::Duration kStreamGrace = std::chrono::seconds(60);
inline constexpr base::Duration kSilentStreamTimeout = std::chrono::minutes(3);
inline constexpr base::Duration kWatchListIdleTimeout = std::chrono::seconds(30);
inline constexpr base::Duration kWatchListTimeout = std::chrono::minutes(5);
inline constexpr int kWatchListCutsMax = 3;
inline constexpr base::Duration kConsistentListSpread = std::chrono::seconds(1);
inline constexpr base::Duration kSlowList = std::chrono::seconds(10);

// Who is kept up to date. Called on [strand] only.
class ReflectorTarget {
 public:
  virtual ~ReflectorTarget() = default;
  // `consistent`: read at no given version; its items may be older than what is known.
  virtual void OnListBegin(bool consistent) = 0;
  virtual void OnListItem(kube::Object object) = 0;
  // The list has this object, in this version. True: the target holds just that, and has noted that
  // the list has it. False: it must be decoded and handed over.
  virtual bool OnListedAgain(const RawIdentity& listed) = 0;
  virtual void OnListEnd(const std::string& version, bool consistent) = 0;
  virtual void OnListAborted() = 0;
  // kAdded, kModified or kDeleted.
  virtual void OnWatchEvent(kube::WatchEventType type, kube::Object object) = 0;
  virtual void OnBookmark(const std::string& version) = 0;
  // What was handed over so far should be applied now.
  virtual void OnBatchEnd() = 0;
  // An object that cannot be taken in. `key` is what could be read of it, or empty.
  virtual void OnSetAside(const std::string& key, const base::Status& error, bool from_list) = 0;
  // The phase, or the error in it, changed. OK: all is well.
  virtual void OnReflectorPhase(InformerPhase phase, const base::Status& error) = 0;
  // Something came from the server, or a request was made.
  virtual void OnContact(bool request) = 0;
  // What was applied last, for a comparison with the server.
  virtual std::vector<kube::Object> Applied() = 0;
};

struct ReflectorOptions {
  std::string what;        // "configmaps in namespace \"a\"", for messages
  std::string resource;    // "v1/configmaps", what WatchListMemory knows it by
  uint32_t page_size = 0;  // 0: by the rules of LST-7
  kube::DecodeOptions decode;
  Transform transform;  // of what was decoded
  // Events of another kind are set aside; empty: no check.
  kube::GroupVersionKind expected;
  base::BackoffOptions backoff;
  // 500 inside a stream: watch again at once, until so long after the first (WAT-8). 0: list.
  base::Duration internal_error_retry{0};
  bool verify = false;  // compare with one more list after each sync (cache_verifier.h)
};

class CacheVerifier;

class Reflector final : public ListReceiver, public std::enable_shared_from_this<Reflector> {
 public:
  struct Parts {
    std::shared_ptr<kube::ListerWatcher> source;
    std::shared_ptr<base::SerialExecutor> strand;
    std::shared_ptr<Inlet> inlet;  // of that strand: how the source's calls get there
    std::weak_ptr<ReflectorTarget> target;
    std::shared_ptr<InformerMetrics> metrics;
    std::shared_ptr<ReflectorMetrics> counts;
    base::Clock* clock = nullptr;
    base::Random* random = nullptr;
    const base::Log* log = nullptr;         // may be null
    ListGate* list_gate = nullptr;          // may be null: lists wait for nobody
    WatchListMemory* watch_list = nullptr;  // may be null: no watch-lists
  };
  Reflector(ReflectorOptions options, Parts parts);
  ~Reflector() override;

  void Start();
  // Cancels what runs; nothing is called on the target afterwards. Idempotent.
  void Stop();
  const std::string& last_version() const { return last_version_; }

 private:
  friend class WatchCollector;
  enum class Next : uint8_t { kList, kSameList, kWatchList, kWatch };

  // reflector.cc: the loop, the timers and what all phases share
  void After(base::Duration delay, Next next);
  void Go(Next next);
  void GoIf(uint64_t generation, Next next);
  void TakeTurn(Next next);
  void DropCall();
  uint64_t NewCall();
  base::Duration DelayFor(const base::Status& error);
  void Report(std::string_view verb, const base::Status& error);
  void SetPhase(InformerPhase phase, const base::Status& error);
  InformerPhase WaitingPhase() const;
  bool FallBackToJson(const kube::RawItem& item, const base::Status& error, bool of_list);
  void SetAsideRaw(const kube::RawItem& item, const base::Status& error, bool from_list);
  void SetAsideObject(const kube::Object& object, const base::Status& error, bool from_list);
  void NoteEvent();

  // list_phase.cc
  void Take(base::Task piece, size_t items) override {
    parts_.inlet->Post(std::move(piece), items);
  }
  void OnListItems(uint64_t generation, const RawBatch& batch) override;
  void OnListEnd(uint64_t generation, const base::Result<kube::ListMeta>& result) override;
  void ResumeCall(uint64_t generation) override;
  void StartList();
  void RequestList(kube::ListOptions options);
  bool TakeListed(ReflectorTarget& target, const kube::RawItem& item);
  void TakeListedObject(ReflectorTarget& target, const kube::Object& object);
  bool IsKnown(ReflectorTarget& target, const kube::RawItem& item);
  void CountListed(uint64_t items);
  void OnPage(const kube::ListMeta& meta);
  void OnListFailed(const base::Status& error);
  bool RetryListAtOnce(const base::Status& error);
  void FinishList();
  void NoteSynced(const std::string& version, bool consistent);
  void LogSlowList() const;
  uint32_t PageSize(const std::string& version) const;

  // watch_list_phase.cc
  bool MayStreamList() const;
  void StartWatchList();
  bool HandleListed(ReflectorTarget& target, const kube::RawEvent& event);
  bool FinishWatchList(const kube::Object& bookmark);
  void AbortList();
  void WatchListEnded(const base::Status& status);
  void WatchListCut(const base::Status& status);
  void WatchListRefused(const base::Status& status);

  // watch_phase.cc
  void StartWatch();
  void OpenWatch(kube::WatchOptions options);
  void OnWatchOpen(uint64_t generation);
  void OnWatchEvents(uint64_t generation, const RawBatch& batch);
  bool HandleEvent(ReflectorTarget& target, const kube::RawEvent& event);
  bool IsProgress(const RawBatch& batch) const;
  bool HandleChange(const kube::RawEvent& event);
  void Deliver(kube::WatchEventType type, const kube::Object& object);
  void HandleBookmark(const kube::Object& object);
  void CloseOverflowed(uint64_t generation);
  void OnWatchOverflow(uint64_t generation);
  void OnWatchEnd(uint64_t generation, const base::Status& status);
  void WatchClosed();
  void WatchNotOpened(const base::Status& status);
  void StreamError(const base::Status& status);
  bool RetryInternalError(const base::Status& status);
  void UndecodableEvent(const base::Status& status);
  void Advance(std::string_view version);
  void CountEnd(WatchEnd end);

  // stream_guard.cc: streams that say nothing
  base::MonoTime StreamDeadline() const;
  void ArmGuard(base::MonoTime when);
  void DropGuard();
  void OnGuard(uint64_t generation);

  const ReflectorOptions options_;
  const Parts parts_;
  base::Backoff backoff_;
  bool unreachable_ = false;  // the last failure was no answer of the server

  bool stopped_ = false;
  uint64_t generation_ = 0;  // of the running call or timer; what belongs to others is ignored
  std::unique_ptr<kube::Call> call_;
  std::shared_ptr<ByteBudget> budget_;
  base::TimerId timer_ = 0;
  base::TimerId guard_ = 0;
  std::shared_ptr<ListGate::Ticket> turn_;
  InformerPhase phase_ = InformerPhase::kNew;
  base::StatusCode reported_ = base::StatusCode::kOk;

  std::string last_version_;
  bool version_unavailable_ = false;  // the next list asks for no version (LST-3)
  bool synced_ = false;
  bool json_asked_ = false;  // protobuf had something unknown
  bool paginated_ = false;   // a list at "0" came in pages (LST-8)

  // The list that runs.
  kube::ListOptions list_options_;
  std::string list_request_version_;  // of its first page
  std::string list_version_;          // what the first page said
  bool first_page_ = true;
  bool full_list_ = false;  // the unlimited list after an expired page (PG-4)
  bool too_large_waited_ = false;
  base::MonoTime list_started_{};
  uint64_t list_items_ = 0;
  bool compare_listed_ = false;  // an earlier list has left something to compare with
  bool listed_before_ = false;
  uint32_t list_pages_ = 0;

  // The list that comes as the beginning of a watch.
  bool streaming_list_ = false;
  bool stream_consistent_ = false;
  bool list_once_ = false;         // the next sync is a list
  bool stream_too_large_ = false;  // passed its byte budget once: lists from now on
  int stream_cuts_ = 0;            // ends before the bookmark, in a row

  // The watch that runs.
  base::MonoTime watch_started_{};
  base::Duration watch_timeout_{};
  base::MonoTime last_event_{};
  bool bookmark_seen_ = false;
  bool watch_open_ = false;
  bool watch_overflowed_ = false;
  uint64_t watch_events_ = 0;
  bool watched_before_ = false;

  std::string bad_event_version_;
  int bad_event_count_ = 0;
  std::optional<base::MonoTime> internal_error_first_;
  base::MonoTime internal_error_last_{};

  std::shared_ptr<CacheVerifier> verifier_;
};

}  // namespace oarlock::cache
