#pragma once
// Reflector: keeps a target equal to what a ListerWatcher shows: list, then watch, resume or list
// again, for ever (client-go's Reflector).
//
// Owned by one informer. It is a state machine without a thread: its functions run on the
// informer's strand; the source's calls arrive in sinks (reflector_sinks.h), which copy and post.
//   list page → … → list end → watch → (closed: watch again from the last version)
//                                    → (expired, failed, short: back off, list again)
// A list is handed over item by item while it arrives; only its end tells what is missing.
// Which version and page size a list asks for, and what each failure leads to: list_phase.cc and
// watch_phase.cc. Threads: all [strand]; the source's threads only touch the sinks.
// Ownership: shared with the tasks it has posted; the target is held weakly.
// Errors: none come back; they are told to the target and retried. Rates: one request at a time,
// after a failure not before a backoff step (0.8 s to 60 s), after 403 not before kForbiddenDelay;
// watches start at least kWatchSpacing apart, so that no server can make it spin.
// Limits: kListBytesInFlightMax (the source is paused), kWatchBytesInFlightMax (the watch is closed
// and resumed from the last version that was applied), kReflectorRetryAfterMax.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "base/backoff.h"
#include "base/clock.h"
#include "base/executor.h"
#include "base/random.h"
#include "base/status.h"
#include "cache/informer/informer_metrics.h"
#include "cache/informer_state.h"
#include "cache/reflector/reflector_sinks.h"
#include "cache/transform.h"
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

// Who is kept up to date. Called on [strand] only.
class ReflectorTarget {
 public:
  virtual ~ReflectorTarget() = default;
  // `consistent`: read at no given version; its items may be older than what is known.
  virtual void OnListBegin(bool consistent) = 0;
  virtual void OnListItem(kube::Object object) = 0;
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
};

struct ReflectorOptions {
  std::string what;        // "configmaps in namespace \"a\"", for messages
  uint32_t page_size = 0;  // 0: by the rules of LST-7
  kube::DecodeOptions decode;
  Transform transform;  // of what was decoded
  // Events of another kind are set aside; empty: no check.
  kube::GroupVersionKind expected;
  base::BackoffOptions backoff;
  // 500 inside a stream: watch again at once, until so long after the first (WAT-8). 0: list.
  base::Duration internal_error_retry{0};
};

class Reflector : public std::enable_shared_from_this<Reflector> {
 public:
  struct Parts {
    std::shared_ptr<kube::ListerWatcher> source;
    std::shared_ptr<base::SerialExecutor> strand;
    std::weak_ptr<ReflectorTarget> target;
    std::shared_ptr<InformerMetrics> metrics;
    base::Clock* clock = nullptr;
    base::Random* random = nullptr;
    const base::Log* log = nullptr;  // may be null
  };
  Reflector(ReflectorOptions options, Parts parts);
  ~Reflector();

  void Start();
  // Cancels what runs; nothing is called on the target afterwards. Idempotent.
  void Stop();
  const std::string& last_version() const { return last_version_; }

 private:
  friend class ListCollector;
  friend class WatchCollector;
  enum class Next : uint8_t { kList, kSameList, kWatch };

  // reflector.cc: the loop, the timer and what both phases share
  void After(base::Duration delay, Next next);
  void OnTimer(uint64_t generation, Next next);
  void DropCall();
  uint64_t NewCall();
  base::Duration DelayFor(const base::Status& error);
  void Report(std::string_view verb, const base::Status& error);
  void SetPhase(InformerPhase phase, const base::Status& error);
  InformerPhase WaitingPhase() const;
  base::Result<kube::Object> Take(const kube::RawItem& item) const;
  bool IsExpected(const kube::Object& object) const;
  void SetAsideRaw(const kube::RawItem& item, const base::Status& error, bool from_list);
  void SetAsideObject(const kube::Object& object, const base::Status& error, bool from_list);

  // list_phase.cc
  void StartList();
  void RequestList(kube::ListOptions options);
  void OnListItems(uint64_t generation, const RawBatch& batch);
  void OnListEnd(uint64_t generation, const base::Result<kube::ListMeta>& result);
  void OnPage(const kube::ListMeta& meta);
  void OnListFailed(const base::Status& error);
  bool RetryListAtOnce(const base::Status& error);
  void FinishList();
  uint32_t PageSize(const std::string& version) const;

  // watch_phase.cc
  void StartWatch();
  void OnWatchOpen(uint64_t generation);
  void OnWatchEvents(uint64_t generation, const RawBatch& batch);
  bool HandleEvent(const kube::RawEvent& event);
  bool HandleChange(const kube::RawEvent& event);
  void HandleBookmark(const kube::Object& object);
  void OnWatchOverflow(uint64_t generation);
  void OnWatchEnd(uint64_t generation, const base::Status& status);
  void WatchClosed();
  void WatchNotOpened(const base::Status& status);
  void StreamError(const base::Status& status);
  bool RetryInternalError(const base::Status& status);
  void UndecodableEvent(const base::Status& status);
  void Advance(std::string_view version);

  const ReflectorOptions options_;
  const Parts parts_;
  base::Backoff backoff_;

  bool stopped_ = false;
  uint64_t generation_ = 0;  // of the running call or timer; what belongs to others is ignored
  std::unique_ptr<kube::Call> call_;
  std::shared_ptr<ByteBudget> budget_;
  base::TimerId timer_ = 0;
  InformerPhase phase_ = InformerPhase::kNew;
  base::StatusCode reported_ = base::StatusCode::kOk;

  std::string last_version_;
  bool version_unavailable_ = false;  // the next list asks for no version (LST-3)
  bool synced_ = false;
  bool paginated_ = false;  // a list at "0" came in pages (LST-8)

  // The list that runs.
  kube::ListOptions list_options_;
  std::string list_request_version_;  // of its first page
  std::string list_version_;          // what the first page said
  bool first_page_ = true;
  bool full_list_ = false;  // the unlimited list after an expired page (PG-4)
  bool too_large_waited_ = false;

  // The watch that runs.
  base::MonoTime watch_started_{};
  bool watch_open_ = false;
  bool watch_overflowed_ = false;
  uint64_t watch_events_ = 0;
  bool watched_before_ = false;

  std::string bad_event_version_;
  int bad_event_count_ = 0;
  std::optional<base::MonoTime> internal_error_first_;
  base::MonoTime internal_error_last_{};
};

}  // namespace oarlock::cache
