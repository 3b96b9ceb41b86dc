#pragma once
// ScriptedServer: a small API server behind a ScriptedSource: it numbers its changes, keeps their
// history, replays it to watches from any version, streams first states (watch-list), and can
// forget history so that old versions are 410 (client-go's fake controller source).
// For tests on one thread. Borrowed: the source, which must outlive it.

#include <deque>
#include <map>
#include <string>
#include <vector>

#include "cache/testing/scripted_source.h"

namespace oarlock::cache::testing {

class ScriptedServer {
 public:
  explicit ScriptedServer(ScriptedSource& source);

  // A change of the object "default/<name>", told to the open watch. Each returns its version.
  uint64_t Put(const std::string& name);     // create, or update of the one that is there
  uint64_t Delete(const std::string& name);  // 0: not there
  // Deletes and creates it anew: another uid.
  uint64_t Recreate(const std::string& name);
  // Versions up to now cannot be watched from any more, nor listed at.
  void DropHistory();
  void SendBookmark();
  // Ends the open watch.
  void Close(base::Status status = {}) const;
  void SendError(int code, const std::string& reason) const;

  uint64_t version() const { return version_; }
  bool has(const std::string& name) const { return objects_.contains(name); }
  // "default/a@5 default/b@6", sorted, as InformerHarness::Content.
  std::string Content() const;

  // What the next requests get instead, one each.
  std::deque<base::Status> list_errors;
  std::deque<WatchReply> watch_replies;
  uint32_t page = 0;              // items per page; 0: as asked for
  bool serves_watch_list = true;  // false: 422
  bool closes_watch_list = true;  // false: the closing bookmark never comes

  ListReply List(const kube::ListOptions& options);
  WatchReply Watch(const kube::WatchOptions& options);

 private:
  struct Item {
    std::string uid;
    uint64_t version;
  };
  struct Past {
    uint64_t version;
    ScriptedEvent event;
  };
  std::string Text(const std::string& name, const Item& item) const;
  void Tell(kube::WatchEventType type, std::string json);

  ScriptedSource& source_;
  std::map<std::string, Item> objects_;
  std::deque<Past> history_;
  std::map<uint64_t, std::map<std::string, Item>> snapshots_;  // by version, for exact lists
  std::map<std::string, std::vector<std::string>> pages_;      // by continue token
  uint64_t version_ = 100;
  uint64_t oldest_ = 0;
  uint64_t next_token_ = 1;
};

}  // namespace oarlock::cache::testing
