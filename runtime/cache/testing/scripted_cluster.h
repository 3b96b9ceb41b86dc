#pragma once
// ScriptedCluster: an API server's storage of one resource for tests of a whole factory: objects
// with labels in namespaces, served in every version and form, to any number of list+watches, each
// of which sees what its scope selects, with the transitions a real server would tell.
//
// Give maker() to an InformerFactory. Changes reach the open watches at once; a watch that was
// closed catches up from its version, unless that was compacted away.
// Threads: [any]; changes are made by one thread. Nothing is called with the lock held.

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/mutex.h"
#include "base/random.h"
#include "cache/informer_factory.h"
#include "cache/testing/scripted_source.h"

namespace oarlock::cache::testing {

// ConfigMaps of "v1", also served as "v2", "v3", …: `also` may be added to a request.
InformerRequest ConfigMapRequest(std::vector<std::string> versions = {"v1"}, std::string ns = "");

class ScriptedCluster {
 public:
  SourceMaker maker();

  // Creates or changes; the next version of the storage.
  void Put(const std::string& ns, const std::string& name, const std::string& app = "",
           const std::string& uid = "");
  void Delete(const std::string& ns, const std::string& name);
  // A random change among few keys.
  void Change(base::Random& random);
  // What a request answers from now on, by scope; OK: normally. Null: always normally.
  void Refuse(std::function<base::Status(const InformerScope&)> refuse);
  // Ends every open watch; `expire`: their versions are of no use any more.
  void CloseWatches(bool expire);
  void CloseWatches(const std::function<bool(const InformerScope&)>& which, base::Status why);
  // Tells the open watches where the storage is.
  void Bookmark();

  // "ns/name@version", sorted, of what the scope selects.
  std::string Content(const InformerScope& scope) const;
  // Keys of the scopes with an open watch, sorted.
  std::vector<std::string> Watched() const;
  size_t made() const;
  // Lists asked for so far.
  size_t lists() const;

 private:
  struct Item {
    std::string ns, name, uid, app;
    uint64_t version = 0;
  };
  struct Past {
    uint64_t version;
    Item before;  // version 0: there was none
    Item now;     // version 0: deleted
  };
  struct Served {
    InformerScope scope;
    std::shared_ptr<ScriptedSource> source;
  };

  bool Selects(const InformerScope& scope, const Item& item) const;
  static std::string Text(const InformerScope& scope, const Item& item, uint64_t version);
  bool EventFor(const InformerScope& scope, const Past& change, ScriptedEvent& out) const;
  base::Status Refused(const InformerScope& scope) const OARLOCK_REQUIRES(mutex_);
  ListReply List(const InformerScope& scope);
  WatchReply Watch(const InformerScope& scope, const kube::WatchOptions& options);
  void Emit(Past change);
  std::vector<Served> ServedNow() const;

  // What was decided before, by selectors and all they look at.
  mutable base::Mutex decided_mutex_;
  mutable std::map<std::string, bool> decided_ OARLOCK_GUARDED_BY(decided_mutex_);

  mutable base::Mutex mutex_;
  std::vector<Served> served_ OARLOCK_GUARDED_BY(mutex_);
  std::map<std::string, Item> items_ OARLOCK_GUARDED_BY(mutex_);
  std::vector<Past> history_ OARLOCK_GUARDED_BY(mutex_);
  uint64_t version_ OARLOCK_GUARDED_BY(mutex_) = 100;
  uint64_t oldest_ OARLOCK_GUARDED_BY(mutex_) = 0;
  std::function<base::Status(const InformerScope&)> refuse_ OARLOCK_GUARDED_BY(mutex_);
};

}  // namespace oarlock::cache::testing
