#pragma once
// ScriptedSource: a ListerWatcher for tests, of this module and others, that plays what it is told
// and records every request.
//
// A list takes the next of `lists`, or asks `on_list`; a watch likewise. Without either a list
// hangs and a watch opens and stays open until the test says more through stream().
// Threads: [any]; sinks are called by whoever triggers: List/Watch themselves, or the test.

#include <atomic>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/mutex.h"
#include "kube/list_watcher.h"

namespace oarlock::cache::testing {

// Objects are JSON, or protobuf when they begin as an enveloped object or are marked so.
inline constexpr std::string_view kProtobufItemMark = "protobuf:";

struct ScriptedEvent {
  kube::WatchEventType type = kube::WatchEventType::kAdded;
  std::string object;
};

struct ListReply {
  base::Status error;              // OK: a page
  std::vector<std::string> items;  // delivered also before an error
  std::string version;
  std::string continue_token;
  bool hang = false;  // items only, no end
};

struct WatchReply {
  bool open = true;  // false: fails with `end` before it opens
  std::vector<ScriptedEvent> events;
  std::optional<base::Status> end;  // empty: stays open
};

inline ListReply Page(std::vector<std::string> items, std::string version, std::string token = {}) {
  return {{}, std::move(items), std::move(version), std::move(token), false};
}
inline WatchReply NotOpened(base::Status status) { return {false, {}, std::move(status)}; }

// An open watch, for the test to speak through.
class ScriptedStream {
 public:
  explicit ScriptedStream(std::shared_ptr<kube::WatchSink> sink) : sink_(std::move(sink)) {}

  // False when it was cancelled or closed already: nothing is sent.
  bool Send(const std::vector<ScriptedEvent>& events);
  bool Send(kube::WatchEventType type, std::string object) {
    return Send(std::vector<ScriptedEvent>{{type, std::move(object)}});
  }
  bool Close(base::Status status = {});
  bool open() const;
  // How often it was asked to wait, and to go on.
  size_t pauses() const { return pauses_.load(); }
  size_t resumes() const { return resumes_.load(); }

 private:
  friend class ScriptedSource;
  class WatchCall;
  mutable base::Mutex mutex_;
  bool open_ OARLOCK_GUARDED_BY(mutex_) = true;
  const std::shared_ptr<kube::WatchSink> sink_;
  std::atomic<size_t> pauses_{0};
  std::atomic<size_t> resumes_{0};
};

class ScriptedSource final : public kube::ListerWatcher {
 public:
  std::unique_ptr<kube::Call> List(const kube::ListOptions& options,
                                   std::shared_ptr<kube::ListSink> sink) override;
  std::unique_ptr<kube::Call> Watch(const kube::WatchOptions& options,
                                    std::shared_ptr<kube::WatchSink> sink) override;
  bool ServesWatchList() const override { return serves_watch_list; }
  void UseJson(const base::Status&) override { json_asks.fetch_add(1); }

  void AddList(ListReply reply);
  void AddWatch(WatchReply reply);
  // Set before the source is used.
  std::function<ListReply(const kube::ListOptions&)> on_list;
  std::function<WatchReply(const kube::WatchOptions&)> on_watch;
  bool serves_watch_list = true;
  std::atomic<int> json_asks{0};  // how often UseJson was called; the script goes on as it is

  std::vector<kube::ListOptions> lists() const;
  std::vector<kube::WatchOptions> watches() const;
  // Their versions, the form in which most tests look at them.
  std::vector<std::string> ListVersions() const;
  std::vector<std::string> WatchVersions() const;
  // The newest watch that opened; null before.
  std::shared_ptr<ScriptedStream> stream() const;
  size_t open_streams() const;
  // Lists that ended by Cancel or by the end of their handle, also those that were complete.
  size_t dropped_lists() const { return dropped_lists_->load(); }
  // How often a list was asked to pause, and to go on.
  size_t resumes() const;
  size_t pauses() const;

 private:
  class ListCall;
  mutable base::Mutex mutex_;
  std::deque<ListReply> list_replies_ OARLOCK_GUARDED_BY(mutex_);
  std::deque<WatchReply> watch_replies_ OARLOCK_GUARDED_BY(mutex_);
  std::vector<kube::ListOptions> lists_ OARLOCK_GUARDED_BY(mutex_);
  std::vector<kube::WatchOptions> watches_ OARLOCK_GUARDED_BY(mutex_);
  std::vector<std::shared_ptr<ScriptedStream>> streams_ OARLOCK_GUARDED_BY(mutex_);
  std::shared_ptr<std::atomic<size_t>> resumes_ = std::make_shared<std::atomic<size_t>>(0);
  std::shared_ptr<std::atomic<size_t>> dropped_lists_ = std::make_shared<std::atomic<size_t>>(0);
  std::atomic<size_t> pauses_{0};
};

// {"apiVersion":"v1","kind":"ConfigMap","metadata":{…},"data":{"v":"<value>"}}; the uid is
// "u-<name>" when none is given.
struct ObjectText {
  std::string name;
  std::string version;
  std::string ns = "default";
  std::string uid = {};
  std::string value = {};
  std::string labels = {};  // JSON members, e.g. "\"app\":\"x\""
  std::string extra = {};   // further members of metadata, starting with a comma
};
std::string Json(const ObjectText& object);
std::string BookmarkJson(const std::string& version);
// The bookmark that ends the first events of a watch-list; `value` is the annotation's.
std::string InitialEventsEndJson(const std::string& version, const std::string& value = "true");
std::string ErrorJson(int code, const std::string& reason, const std::string& message);

}  // namespace oarlock::cache::testing
