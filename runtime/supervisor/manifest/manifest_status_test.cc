// The status of a PluginManifest: what it says, and when it is written.
#include "supervisor/manifest/manifest_status.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "kube/decode.h"
#include "kube/patch.h"
#include "kube/timestamp.h"
#include "pluginhost/testing/host_harness.h"
#include "supervisor/manifest/manifest_status_writer.h"
#include "supervisor/reload/record_store.h"

namespace oarlock::supervisor {
namespace {

using pluginhost::testing::FakeClient;
using std::chrono::seconds;

PluginStatus Plugin(const std::string& name, PluginPhase phase, const std::string& reason = "") {
  PluginStatus plugin;
  plugin.name = name;
  plugin.phase = phase;
  plugin.reason = reason;
  return plugin;
}

ManifestReport Applied(int64_t generation) { return {"u", generation, base::Status::Ok(), 1}; }

class ManifestStatusText : public ::testing::Test {
 protected:
  kube::Value Make(const ManifestStanding& standing) {
    const kube::Value before = last_ ? last_.root() : kube::Value();
    auto made = kube::DocumentFromJson(ManifestStatusJson(standing, before, now));
    EXPECT_TRUE(made.ok()) << made.status().message();
    last_ = *std::move(made);
    return last_.root();
  }
  // "Ready=False reason: message"
  std::string ConditionOf(std::string_view type) const {
    for (const auto& [key, condition] : kube::Members(last_.root()["conditions"])) {
      if (condition["type"].AsString() != type) continue;
      return std::string(condition["status"].AsString()) + " " +
             std::string(condition["reason"].AsString()) + ": " +
             std::string(condition["message"].AsString());
    }
    return "none";
  }
  std::string Since(std::string_view type) const {
    for (const auto& [key, condition] : kube::Members(last_.root()["conditions"])) {
      if (condition["type"].AsString() == type) {
        return std::string(condition["lastTransitionTime"].AsString());
      }
    }
    return "none";
  }

  base::UnixTime now = *kube::ParseTimestamp("2026-01-01T00:00:00Z");

 private:
  kube::Object last_;
};

TEST_F(ManifestStatusText, SaysWhereEveryPluginStands) {
  PluginStatus reloader = Plugin("reloader", PluginPhase::kActive);
  reloader.generation = "reloader@2";
  reloader.sha256 = "abc";
  reloader.version = "1.2.0";
  const kube::Value status =
      Make({Applied(7), {reloader, Plugin("off", PluginPhase::kDisabled)}, true});
  EXPECT_EQ(status["observedGeneration"].AsInt(), 7);
  EXPECT_EQ(status["plugins"].ToJson(),
            R"([{"name":"reloader","phase":"active","generation":"reloader@2","version":"1.2.0",)"
            R"("sha256":"abc"},{"name":"off","phase":"disabled"}])");
  EXPECT_EQ(ConditionOf("Ready"), "True PluginsReady: plugins: 2");
  EXPECT_EQ(ConditionOf("Valid"), "True Valid: ");
}

TEST_F(ManifestStatusText, SaysWhyItIsNotReady) {
  Make({Applied(1), {Plugin("a", PluginPhase::kActive)}, false});
  EXPECT_EQ(ConditionOf("Ready"), "False Progressing: plugins take it over");
  Make({Applied(1), {Plugin("a", PluginPhase::kStarting)}, true});
  EXPECT_EQ(ConditionOf("Ready"), "False Progressing: a");
  PluginStatus kept = Plugin("b", PluginPhase::kActive);
  kept.last_failure = "no such file";
  Make({Applied(1), {Plugin("a", PluginPhase::kWaiting, "no CRD"), kept}, true});
  EXPECT_EQ(ConditionOf("Ready"), "False PluginsNotReady: a: no CRD; b: no such file");
  ManifestReport invalid{"u", 2, base::InvalidArgument("cluster:ops/m: spec: no"), 0};
  const kube::Value status = Make({invalid, {Plugin("a", PluginPhase::kActive)}, false});
  EXPECT_EQ(ConditionOf("Ready"), "False InvalidManifest: not applied; what runs stays as it is");
  EXPECT_EQ(ConditionOf("Valid"), "False Invalid: cluster:ops/m: spec: no");
  EXPECT_EQ(status["observedGeneration"].AsInt(), 2);
  EXPECT_EQ(status["plugins"].size(), 1u) << "what runs";
}

TEST_F(ManifestStatusText, ATransitionIsAChangeOfTheConditionsStatusAlone) {
  Make({Applied(1), {Plugin("a", PluginPhase::kStarting)}, false});
  now += seconds(10);
  Make({Applied(2), {Plugin("a", PluginPhase::kDegraded, "it crashed")}, true});
  EXPECT_EQ(Since("Ready"), "2026-01-01T00:00:00Z") << "another reason is none";
  Make({Applied(2), {Plugin("a", PluginPhase::kActive)}, true});
  EXPECT_EQ(Since("Ready"), "2026-01-01T00:00:10Z");
  EXPECT_EQ(Since("Valid"), "2026-01-01T00:00:00Z");
}

TEST_F(ManifestStatusText, LongTextsAreCutAtACharacter) {
  std::string reason(kManifestStatusTextMax - 1, 'x');
  const kube::Value status =
      Make({Applied(1), {Plugin("a", PluginPhase::kDegraded, reason + "äöü")}, true});
  EXPECT_EQ(status["plugins"].At(0)["reason"].AsString(), reason + "…");
}

// An API server's part: patches of the one object are laid over it.
class StatusWriter : public ::testing::Test {
 protected:
  StatusWriter() {
    client->on_write = [this](const FakeClient::Write& write) -> base::Result<kube::Object> {
      EXPECT_EQ(write.ref.subresource, "status");
      EXPECT_EQ(write.options.field_manager, "oarlock");
      base::MutexLock lock(mutex_);
      times_.push_back(host.clock.Now());
      if (!answer_.ok()) return answer_;
      object_ = *kube::ObjectFromJson(*kube::ApplyMergePatch(object_.root(), write.body));
      return object_;
    };
    client->on_get = [this](const kube::ObjectRef&) -> base::Result<kube::Object> {
      return Object();
    };
  }
  void Begin() {
    ManifestStatusOptions options;
    options.ref.ns = "ops";
    options.ref.name = "m";
    options.client = client;
    options.object = [this] { return Object(); };
    options.plugins = [this] {
      base::MutexLock lock(mutex_);
      return plugins_;
    };
    options.settled = [](uint64_t) { return true; };
    options.may_write = [this] { return may_write.load(); };
    writer = std::make_unique<ManifestStatusWriter>(std::move(options), host.clock, host.random,
                                                    host.metrics, host.env().log);
    writer->Start();
  }
  void TearDown() override { writer.reset(); }
  kube::Object Object() {
    base::MutexLock lock(mutex_);
    return object_;
  }
  void Answer(base::Status answer) {
    base::MutexLock lock(mutex_);
    answer_ = std::move(answer);
  }
  void Stand(PluginPhase phase) {
    {
      base::MutexLock lock(mutex_);
      plugins_ = {Plugin("a", phase)};
    }
    writer->Notice();
  }
  std::vector<base::MonoTime> times() {
    base::MutexLock lock(mutex_);
    return times_;
  }
  std::string PhaseWritten() {
    return std::string(Object().root()["status"]["plugins"].At(0)["phase"].AsString());
  }
  bool WaitForPhase(const std::string& phase) {
    return host.WaitFor([&] { return PhaseWritten() == phase; }, std::chrono::milliseconds(50));
  }
  // Enough for whatever might be written: it must not.
  void LetTimePass() {
    for (int i = 0; i < 200; ++i) {
      host.clock.Advance(std::chrono::milliseconds(500));
      std::this_thread::yield();
    }
  }

  pluginhost::testing::HostHarness host;
  std::shared_ptr<FakeClient> client = std::make_shared<FakeClient>();
  std::atomic<bool> may_write{true};
  std::unique_ptr<ManifestStatusWriter> writer;

 private:
  base::Mutex mutex_;
  std::vector<base::MonoTime> times_ OARLOCK_GUARDED_BY(mutex_);  // of writes
  base::Status answer_ OARLOCK_GUARDED_BY(mutex_);
  std::vector<PluginStatus> plugins_ OARLOCK_GUARDED_BY(mutex_){Plugin("a", PluginPhase::kActive)};
  kube::Object object_ OARLOCK_GUARDED_BY(mutex_) = *kube::ObjectFromJson(
      R"({"metadata":{"namespace":"ops","name":"m","uid":"u","generation":1},"spec":{},)"
      R"("status":{"records":{"rollback.a":{"plugin":"a"}}}})");
};

TEST_F(StatusWriter, WritesWhatChangedOnceAndLeavesTheRecordsAlone) {
  Begin();
  writer->Notice();
  LetTimePass();
  EXPECT_TRUE(client->calls().empty()) << "nothing was read yet, so there is nothing to say";
  writer->Report(Applied(1));
  ASSERT_TRUE(WaitForPhase("active"));
  for (int i = 0; i < 5; ++i) writer->Notice();
  LetTimePass();
  EXPECT_EQ(client->calls().size(), 1u);
  EXPECT_EQ(Object().root()["status"]["records"]["rollback.a"]["plugin"].AsString(), "a");
  Stand(PluginPhase::kDegraded);
  ASSERT_TRUE(WaitForPhase("degraded"));
  EXPECT_EQ(client->calls().size(), 2u);
}

TEST_F(StatusWriter, AnotherProcessThatWouldSayTheSameWritesNothing) {
  Begin();
  writer->Report(Applied(1));
  ASSERT_TRUE(WaitForPhase("active"));
  writer.reset();
  host.clock.Advance(std::chrono::hours(1));
  Begin();
  writer->Report(Applied(1));
  LetTimePass();
  EXPECT_EQ(client->calls().size(), 1u);
}

TEST_F(StatusWriter, ChangesThatFollowEachOtherFastAreOneWrite) {
  Begin();
  writer->Report(Applied(1));
  ASSERT_TRUE(WaitForPhase("active"));
  for (int i = 0; i < 20; ++i) {
    Stand(i % 2 == 0 ? PluginPhase::kStarting : PluginPhase::kDegraded);
    host.clock.Advance(std::chrono::milliseconds(10));
  }
  ASSERT_TRUE(WaitForPhase("degraded"));
  ASSERT_EQ(times().size(), 2u);
  EXPECT_GE(times()[1] - times()[0], kManifestStatusPause);
}

TEST_F(StatusWriter, OnlyTheReplicaThatLeadsWrites) {
  may_write = false;
  Begin();
  writer->Report(Applied(1));
  LetTimePass();
  EXPECT_TRUE(client->calls().empty());
  may_write = true;
  writer->Notice();
  ASSERT_TRUE(WaitForPhase("active"));
}

TEST_F(StatusWriter, WhatCannotBeWrittenIsSaidOnceAndTriedAgain) {
  Answer({base::StatusCode::kPermissionDenied, "no rights"});
  Begin();
  writer->Report(Applied(1));
  ASSERT_TRUE(host.WaitFor([&] { return client->calls().size() >= 3; }, seconds(1)));
  EXPECT_TRUE(host.log_lines->Has("no rights"));
  Answer(base::Status::Ok());
  EXPECT_TRUE(host.WaitFor([&] { return PhaseWritten() == "active"; }, seconds(1)));
}

TEST_F(StatusWriter, RecordsOfRollbacksAreKeptBesideIt) {
  base::FakeClock clock;
  const auto store = MakeManifestRecords(client, {{}, "ops", "m", ""}, clock);
  ASSERT_TRUE(store->Put("rollback.b", R"({"plugin":"b","time":3})").ok());
  ASSERT_TRUE(store->Put("rollback.a", "").ok());
  EXPECT_EQ(*store->ReadAll(),
            (std::map<std::string, std::string>{{"rollback.b", R"({"plugin":"b","time":3})"}}));
  Answer({base::StatusCode::kPermissionDenied, "no rights"});
  EXPECT_EQ(store->Put("rollback.c", "{}").message(), "status of PluginManifest ops/m: no rights");
}

}  // namespace
}  // namespace oarlock::supervisor
