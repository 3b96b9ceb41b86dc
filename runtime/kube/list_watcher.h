#pragma once
// ListerWatcher: where a reflector gets its objects from. Implemented by client (REST), by scripts
// in tests; `cache` knows nothing else of the outside.
//
// It delivers raw items: content type and bytes of one object, undecoded, in the server's order.
// Calls return at once; results come to the sink on the source's thread ([io] for client), one call
// at a time per sink, with no lock held. Sinks must be quick: copy and post.
// After Cancel (or destruction of the handle) a call that already runs may finish, later ones do
// not start; so sinks are shared and ignore what they no longer expect.
// Errors: a Status per call; an API server's own words are in its detail.

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "base/status.h"
#include "kube/decode.h"

namespace oarlock::kube {

enum class ResourceVersionMatch : uint8_t { kUnset, kNotOlderThan, kExact };

struct ListOptions {
  std::string resource_version;  // "" = consistent read, "0" = any cached state
  ResourceVersionMatch match = ResourceVersionMatch::kUnset;
  uint32_t limit = 0;  // 0 = no paging
  std::string continue_token;
};

struct WatchOptions {
  std::string resource_version;
  bool allow_bookmarks = true;
  bool send_initial_events = false;  // watch-list; implies resourceVersionMatch=NotOlderThan
  std::chrono::seconds timeout{0};   // sent to the server; the client adds its own deadline
};

struct ListMeta {
  std::string resource_version;
  std::string continue_token;
  std::optional<int64_t> remaining;
};

enum class Flow : uint8_t { kContinue, kPause };

class ListSink {
 public:
  virtual ~ListSink() = default;
  // Items in order, in batches as they arrive. kPause asks the source to stop reading until
  // Call::Resume (what was read already may still be delivered).
  virtual Flow OnItems(std::span<const RawItem> items) = 0;
  // Exactly once and last, unless cancelled. The whole page was delivered when ok.
  virtual void OnListEnd(base::Result<ListMeta> meta) = 0;
};

enum class WatchEventType : uint8_t { kAdded, kModified, kDeleted, kBookmark, kError, kUnknown };

struct RawEvent {
  WatchEventType type = WatchEventType::kUnknown;
  RawItem object;
};

class WatchSink {
 public:
  virtual ~WatchSink() = default;
  // The server accepted the watch (HTTP 200, headers complete).
  virtual void OnWatchOpen() {}
  // kPause: as for a list, but only for a moment: a source that serves several watches on one
  // connection goes on by itself before the others suffer.
  virtual Flow OnEvents(std::span<const RawEvent> events) = 0;
  // Exactly once and last, unless cancelled. OK: the server closed the stream cleanly.
  virtual void OnWatchEnd(base::Status status) = 0;
};

// A running list or watch. Destroying it cancels.
class Call {
 public:
  virtual ~Call() = default;
  virtual void Cancel() = 0;
  virtual void Resume() {}
};

// One resource in one scope: which resource, namespace and selector is fixed when it is made.
class ListerWatcher {
 public:
  virtual ~ListerWatcher() = default;
  virtual std::unique_ptr<Call> List(const ListOptions& options,
                                     std::shared_ptr<ListSink> sink) = 0;
  virtual std::unique_ptr<Call> Watch(const WatchOptions& options,
                                      std::shared_ptr<WatchSink> sink) = 0;
  // What it sent as protobuf has something that this release does not know (kUnimplemented): the
  // next calls give JSON. A source that only has JSON need not care.
  virtual void UseJson(const base::Status& why) { (void)why; }
  // False: a watch with send_initial_events makes no sense here (a source that is no API server).
  virtual bool ServesWatchList() const { return true; }
};

}  // namespace oarlock::kube
