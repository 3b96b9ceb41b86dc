#include "controller/event_recorder.h"

#include <gtest/gtest.h>

#include <deque>
#include <functional>
#include <thread>

#include "base/fake_clock.h"
#include "base/mutex.h"
#include "controller/event_json.h"
#include "controller/testing/unused_client.h"
#include "kube/decode.h"

namespace oarlock::controller {
namespace {

using std::chrono::seconds;

struct Write {
  bool create = false;
  std::string path;  // ns/name
  std::string body;
};

// Takes writes; answers from a script, OK when it is empty.
class FakeClient final : public testing::UnusedClient {
 public:
  base::Result<kube::Object> Create(const kube::ObjectRef& ref, std::string_view json,
                                    const kube::WriteOptions&, const kube::CallContext&) override {
    return Take({true, ref.ns + "/" + ref.name, std::string(json)});
  }
  base::Result<kube::Object> PatchObject(const kube::ObjectRef& ref, const kube::Patch& patch,
                                         const kube::WriteOptions&,
                                         const kube::CallContext&) override {
    return Take({false, ref.ns + "/" + ref.name, patch.body});
  }

  void Answer(base::Status status) {
    base::MutexLock lock(mutex_);
    script_.push_back(std::move(status));
  }
  std::vector<Write> writes() {
    base::MutexLock lock(mutex_);
    return writes_;
  }

 private:
  base::Result<kube::Object> Take(Write write) {
    base::MutexLock lock(mutex_);
    writes_.push_back(std::move(write));
    if (script_.empty()) return kube::Object();
    const base::Status status = script_.front();
    script_.pop_front();
    if (status.ok()) return kube::Object();
    return status;
  }

  base::Mutex mutex_;
  std::vector<Write> writes_ OARLOCK_GUARDED_BY(mutex_);
  std::deque<base::Status> script_ OARLOCK_GUARDED_BY(mutex_);
};

Event MakeEvent(const std::string& name, const std::string& note = "rolled") {
  Event event;
  event.regarding = {"apps/v1", "Deployment", "ns", name, "uid-1", "7"};
  event.reason = "Rolled";
  event.note = note;
  event.controller = "oarlock.dev/reloader";
  return event;
}

class EventRecorderTest : public ::testing::Test {
 protected:
  EventRecorderTest() : recorder_(client_, "pod-1", {&clock_, nullptr, &metrics_, nullptr}) {}

  std::vector<Write> AwaitWrites(size_t n) {
    const auto give_up = std::chrono::steady_clock::now() + seconds(20);
    while (client_->writes().size() < n && std::chrono::steady_clock::now() < give_up) {
      std::this_thread::yield();
    }
    EXPECT_EQ(client_->writes().size(), n);
    return client_->writes();
  }
  void AwaitSettled() {
    while (recorder_.pending() > 0) std::this_thread::yield();
  }
  // Advances in steps, so that the writer's thread can take part.
  std::vector<Write> AdvanceUntilWrites(size_t n) {
    for (int i = 0; i < 2000 && client_->writes().size() < n; ++i) {
      clock_.Advance(seconds(1));
      for (int j = 0; j < 100; ++j) std::this_thread::yield();
    }
    return AwaitWrites(n);
  }

  base::FakeClock clock_;
  base::MetricRegistry metrics_;
  std::shared_ptr<FakeClient> client_ = std::make_shared<FakeClient>();
  EventRecorder recorder_;
};

TEST_F(EventRecorderTest, WritesAnEventAsTheServerWantsIt) {
  recorder_.Start();
  recorder_.Emit(MakeEvent("web"));
  const std::vector<Write> writes = AwaitWrites(1);
  EXPECT_TRUE(writes[0].create);
  EXPECT_EQ(writes[0].path.rfind("ns/web.", 0), 0u);
  const kube::Object event = kube::ObjectFromJson(writes[0].body).value();
  EXPECT_EQ(event.api_version(), "events.k8s.io/v1");
  EXPECT_EQ(event.ns(), "ns");
  EXPECT_EQ(event["eventTime"].AsString(), "2026-01-01T00:00:00.000000Z");
  EXPECT_EQ(event["action"].AsString(), "Rolled");
  EXPECT_EQ(event["type"].AsString(), "Normal");
  EXPECT_EQ(event["reportingController"].AsString(), "oarlock.dev/reloader");
  EXPECT_EQ(event["reportingInstance"].AsString(), "pod-1");
  EXPECT_EQ(event["regarding"]["uid"].AsString(), "uid-1");
  EXPECT_FALSE(event["series"].exists());
}

TEST_F(EventRecorderTest, EqualEventsBecomeOneSeriesWrittenAtIntervals) {
  recorder_.Start();
  recorder_.Emit(MakeEvent("web"));
  AwaitWrites(1);
  AwaitSettled();
  for (int i = 0; i < 99; ++i) recorder_.Emit(MakeEvent("web"));
  clock_.Advance(seconds(29));
  EXPECT_EQ(client_->writes().size(), 1u);
  const std::vector<Write> writes = AdvanceUntilWrites(2);
  EXPECT_FALSE(writes[1].create);
  EXPECT_EQ(writes[1].path, writes[0].path);
  EXPECT_NE(writes[1].body.find("\"count\":100"), std::string::npos);
  EXPECT_EQ(recorder_.dropped(), 0u);
}

TEST_F(EventRecorderTest, ASeriesThatWasQuietForLongStartsAnew) {
  recorder_.Start();
  recorder_.Emit(MakeEvent("web"));
  AwaitWrites(1);
  AwaitSettled();
  clock_.Advance(kEventSeriesEnd);
  recorder_.Emit(MakeEvent("web"));
  const std::vector<Write> writes = AwaitWrites(2);
  EXPECT_TRUE(writes[1].create);
  EXPECT_NE(writes[1].path, writes[0].path);
}

TEST_F(EventRecorderTest, EV_11_ASeriesTheServerForgotIsCreatedAgain) {
  recorder_.Start();
  client_->Answer(base::Status::Ok());
  client_->Answer(base::NotFound("gone"));
  recorder_.Emit(MakeEvent("web"));
  AwaitWrites(1);
  AwaitSettled();
  recorder_.Emit(MakeEvent("web"));
  const std::vector<Write> writes = AdvanceUntilWrites(3);
  EXPECT_TRUE(writes[2].create);
  EXPECT_NE(writes[2].body.find("\"count\":2"), std::string::npos);
}

TEST_F(EventRecorderTest, EV_3_AFailingWriteHoldsUpNoOther) {
  client_->Answer(base::Unavailable("down"));
  recorder_.Start();
  recorder_.Emit(MakeEvent("first"));
  AwaitWrites(1);
  recorder_.Emit(MakeEvent("second"));
  EXPECT_NE(AwaitWrites(2)[1].path.find("second"), std::string::npos);
  EXPECT_NE(AdvanceUntilWrites(3)[2].path.find("first"), std::string::npos);
  EXPECT_EQ(recorder_.dropped(), 0u);
}

TEST_F(EventRecorderTest, EV_4_ARefusalIsFinal) {
  client_->Answer(base::Status(base::StatusCode::kPermissionDenied, "no"));
  recorder_.Start();
  recorder_.Emit(MakeEvent("web"));
  AwaitWrites(1);
  while (recorder_.dropped() == 0) std::this_thread::yield();
  clock_.Advance(std::chrono::hours(1));
  EXPECT_EQ(client_->writes().size(), 1u);
}

TEST_F(EventRecorderTest, EV_2_EmitNeverWaitsAndDropsPastTheLimit) {
  for (size_t i = 0; i < kEventsPendingMax + 10; ++i) {
    recorder_.Emit(MakeEvent("web-" + std::to_string(i)));  // not started: nothing is taken
  }
  EXPECT_EQ(recorder_.pending(), kEventsPendingMax);
  EXPECT_EQ(recorder_.dropped(), 10u);
}

TEST_F(EventRecorderTest, EV_7_OneObjectCannotFloodTheServer) {
  for (int i = 0; i < 100; ++i) recorder_.Emit(MakeEvent("web", "note " + std::to_string(i)));
  EXPECT_EQ(recorder_.pending(), 25u);
  EXPECT_EQ(recorder_.dropped(), 75u);
  clock_.Advance(kEventRefill);
  recorder_.Emit(MakeEvent("web", "later"));
  EXPECT_EQ(recorder_.pending(), 26u);
}

TEST_F(EventRecorderTest, StopWritesWhatIsDueAndDropsWhatComesLater) {
  recorder_.Emit(MakeEvent("a"));
  recorder_.Emit(MakeEvent("b"));
  recorder_.Start();
  recorder_.Stop(base::kNever);
  recorder_.Emit(MakeEvent("c"));
  EXPECT_EQ(client_->writes().size(), 2u);
  EXPECT_EQ(recorder_.dropped(), 1u);
}

TEST(EventJson, CutsAndNamesWithinTheServersRules) {
  Event event = MakeEvent("system:node", std::string(1023, 'x') + "\xC3\xA9");
  event.regarding.ns.clear();
  ASSERT_TRUE(NormalizeEvent(event));
  EXPECT_EQ(event.note.size(), 1023u);  // never half a character
  EXPECT_EQ(EventNamespace(event), "default");
  EXPECT_EQ(EventName(event, 0xab), "event.ab");
  event.reason.clear();
  EXPECT_FALSE(NormalizeEvent(event));
}

}  // namespace
}  // namespace oarlock::controller
