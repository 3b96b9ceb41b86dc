// The prototype of a janitor, as it is built for users, in the real host: it takes whatever the
// server serves, sets timers by the age of objects, and deletes what it has read.
#include <algorithm>
#include <set>

#include "abi/host/real_host.h"
#include "base/mutex.h"

namespace oarlock::abi_test {
namespace {

using std::chrono::seconds;

kube::ResourceInfo Served(const std::string& group, const std::string& kind,
                          const std::string& resource) {
  return {{group, "v1", resource}, kind, true, {"get", "list", "watch", "delete"}, {}};
}

// Virtual time begins with 2026-01-01T00:00:00Z.
constexpr char kMinuteOld[] = "2025-12-31T23:59:00Z";
constexpr char kNew[] = "2026-01-01T00:00:00Z";

std::string Item(const std::string& name, const std::string& created, const std::string& ttl = "",
                 const std::string& more = "") {
  const std::string annotations =
      ttl.empty() ? "" : R"(,"annotations":{"janitor.example.dev/ttl":")" + ttl + "\"}";
  return R"({"apiVersion":"v1","kind":"Any","metadata":{"namespace":"t","name":")" + name +
         R"(","uid":"u-)" + name + R"(","resourceVersion":"5","creationTimestamp":")" + created +
         "\"" + annotations + more + "}}";
}

class Janitor : public RealHost {
 protected:
  void SetUp() override {
    host.mapper.Serve({kMaps, kEvents});
    host.client->on_delete = [this](const kube::ObjectRef& ref,
                                    const kube::DeleteOptions& options) {
      base::MutexLock lock(mutex_);
      deleted_.insert(ref.resource.gvr.resource + " " + ref.ns + "/" + ref.name + " " +
                      options.precondition_uid);
      return answer_.ok() ? kube::ObjectFromJson(R"({"kind":"Status","status":"Success"})")
                          : base::Result<kube::Object>(answer_);
    };
  }
  bool Deleted(const std::string& what) {
    return host.WaitFor([&] {
      base::MutexLock lock(mutex_);
      return deleted_.contains(what);
    });
  }
  size_t deleted() {
    base::MutexLock lock(mutex_);
    return deleted_.size();
  }
  bool Idle() {
    return host.WaitFor([&] {
      const auto stats = queues.at("janitor")->stats();
      return stats.ready == 0 && stats.processing == 0;
    });
  }

  const kube::ResourceInfo kMaps = Served("", "ConfigMap", "configmaps");
  const kube::ResourceInfo kEvents = Served("", "Event", "events");
  const kube::ResourceInfo kWidgets = Served("example.dev", "Widget", "widgets");
  base::Mutex mutex_;
  base::Status answer_;
  std::set<std::string> deleted_ OARLOCK_GUARDED_BY(mutex_);
};

TEST_F(Janitor, DeletesWhatIsDueAndNothingElse) {
  host.SetList("configmaps",
               {Item("due", kMinuteOld, "30"), Item("later", kNew, "90"), Item("plain", kMinuteOld),
                Item("bad", kMinuteOld, "soon"),
                Item("going", kMinuteOld, "1", R"(,"deletionTimestamp":"2025-12-31T23:59:30Z")")},
               "10");
  host.SetList("events", {Item("event", kMinuteOld, "1")}, "10");
  StartLibrary("janitor");
  EXPECT_TRUE(Deleted("configmaps t/due u-due"));
  ASSERT_TRUE(Idle());
  EXPECT_EQ(deleted(), 1u) << "and no event";
  host.clock.Advance(seconds(89));
  ASSERT_TRUE(Idle());
  EXPECT_EQ(deleted(), 1u);
  host.clock.Advance(seconds(1));
  EXPECT_TRUE(Deleted("configmaps t/later u-later"));
  ASSERT_TRUE(Idle());
  EXPECT_EQ(Metric("janitor_deleted_total"), 2);
}

TEST_F(Janitor, TakesTypesThatComeWhileItRuns) {
  host.SetList("configmaps", {Item("due", kMinuteOld, "30")}, "10");
  StartLibrary("janitor");
  ASSERT_TRUE(Deleted("configmaps t/due u-due"));
  host.SetList("widgets", {Item("w", kMinuteOld, "30")}, "10");
  host.mapper.Serve({kMaps, kEvents, kWidgets});
  EXPECT_TRUE(host.WaitFor(
      [&] {
        base::MutexLock lock(mutex_);
        return deleted_.contains("widgets t/w u-w");
      },
      seconds(5)));
  Stream("widgets")->Send(kube::WatchEventType::kAdded, Item("x", kMinuteOld, "30"));
  EXPECT_TRUE(Deleted("widgets t/x u-x"));
}

// Another object has that name by now: it is left alone, and nothing is tried again.
TEST_F(Janitor, AnotherObjectOfThatNameIsNoFailure) {
  answer_ = base::Status(base::StatusCode::kConflict, "the UID in the precondition does not match");
  host.SetList("configmaps", {Item("due", kMinuteOld, "30")}, "10");
  StartLibrary("janitor");
  ASSERT_TRUE(Deleted("configmaps t/due u-due"));
  ASSERT_TRUE(Idle());
  EXPECT_EQ(queues.at("janitor")->stats().delayed, 0u);
  EXPECT_EQ(Metric("janitor_deleted_total"), -1) << "nothing was counted";
}

}  // namespace
}  // namespace oarlock::abi_test
