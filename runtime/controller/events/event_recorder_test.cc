#include "controller/events/event_recorder.h"

#include <gtest/gtest.h>

#include <deque>
#include <functional>
#include <thread>

#include "base/fake_clock.h"
#include "base/log.h"
#include "base/mutex.h"
#include "controller/events/event_json.h"
#include "controller/testing/unused_client.h"
#include "kube/decode.h"

namespace oarlock::controller {
namespace {

using std::chrono::seconds;

struct Write {
  bool create = false;
  std::string path;  // ns/name
  std::string body;
  std::string group;
};

// Takes writes; answers from a script, OK when it is empty.
class FakeClient final : public testing::UnusedClient {
 public:
  base::Result<kube::Object> Create(const kube::ObjectRef& ref, std::string_view json,
                                    const kube::WriteOptions&, const kube::CallContext&) override {
    return Take({true, ref.ns + "/" + ref.name, std::string(json), ref.resource.gvr.group});
  }
  base::Result<kube::Object> PatchObject(const kube::ObjectRef& ref, const kube::Patch& patch,
                                         const kube::WriteOptions&,
                                         const kube::CallContext&) override {
    return Take({false, ref.ns + "/" + ref.name, patch.body, ref.resource.gvr.group});
  }

  void Answer(base::Status status) {
    base::MutexLock lock(mutex_);
    script_.push_back(std::move(status));
  }
  void AnswerAlways(base::Status status) {
    base::MutexLock lock(mutex_);
    always_ = std::move(status);
  }
  std::vector<Write> writes() {
    base::MutexLock lock(mutex_);
    return writes_;
  }

 private:
  base::Result<kube::Object> Take(Write write) {
    base::MutexLock lock(mutex_);
    writes_.push_back(std::move(write));
    if (script_.empty() && !always_.ok()) return always_;
    if (script_.empty()) return kube::Object();
    const base::Status status = script_.front();
    script_.pop_front();
    if (status.ok()) return kube::Object();
    return status;
  }

  base::Mutex mutex_;
  std::vector<Write> writes_ OARLOCK_GUARDED_BY(mutex_);
  std::deque<base::Status> script_ OARLOCK_GUARDED_BY(mutex_);
  base::Status always_ OARLOCK_GUARDED_BY(mutex_);
};

Event MakeEvent(const std::string& name, const std::string& note = "rolled") {
  Event event;
  event.regarding = {"apps/v1", "Deployment", "ns", name, "uid-1", "7"};
  event.reason = "Rolled";
  event.note = note;
  event.controller = "oarlock.dev/reloader";
  return event;
}

class LogText final : public base::LogSink {
 public:
  void Write(base::LogLevel, std::string_view line) override {
    base::MutexLock lock(mutex_);
    text_ += line;
  }
  std::string text() {
    base::MutexLock lock(mutex_);
    return text_;
  }

 private:
  base::Mutex mutex_;
  std::string text_ OARLOCK_GUARDED_BY(mutex_);
};

class EventRecorderTest : public ::testing::Test {
 protected:
  // What the metric counted, of a label value or in all.
  uint64_t Count(const std::string& family, const std::string& label = "") {
    double sum = 0;
    for (const base::MetricFamily& found : metrics_.Collect()) {
      if (found.name != family) continue;
      for (const base::MetricSample& sample : found.samples) {
        if (label.empty() || sample.labels.front().second == label) sum += sample.value;
      }
    }
    return static_cast<uint64_t>(sum);
  }

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
  std::shared_ptr<LogText> log_text_ = std::make_shared<LogText>();
  base::Log log_{base::LogLevel::kInfo, base::LogFormat::kText, log_text_};
  std::shared_ptr<FakeClient> client_ = std::make_shared<FakeClient>();
  EventRecorder recorder_{client_, "pod-1", {&clock_, nullptr, &metrics_, &log_}};
};

TEST_F(EventRecorderTest, EV_1_EV_13_WritesAnEventAsTheServerWantsIt) {
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
  EXPECT_EQ(event["regarding"]["apiVersion"].AsString(), "apps/v1");
  EXPECT_EQ(event["regarding"]["kind"].AsString(), "Deployment");
  EXPECT_EQ(event["regarding"]["uid"].AsString(), "uid-1");
  EXPECT_FALSE(event["series"].exists());
}

TEST_F(EventRecorderTest, EV_6_EV_9_EqualEventsBecomeOneSeriesWrittenAtIntervals) {
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

TEST_F(EventRecorderTest, EV_10_ASeriesThatWasQuietForLongStartsAnew) {
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

TEST_F(EventRecorderTest, EV_4_EV_11_ASeriesTheServerForgotIsCreatedAgain) {
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
  Event event = MakeEvent("web");
  for (int i = 0; i < 100; ++i) {
    event.reason = "Reason" + std::to_string(i);
    recorder_.Emit(event);
  }
  EXPECT_EQ(recorder_.pending(), 25u);
  EXPECT_EQ(recorder_.dropped(), 75u);
  EXPECT_EQ(Count("oarlock_events_dropped_total", "rate"), 75u);
}

TEST_F(EventRecorderTest, EV_5_TooManySimilarEventsAreWrittenAsOneAndCounted) {
  recorder_.Start();
  for (int i = 1; i <= 30; ++i) {
    recorder_.Emit(MakeEvent("web", "note " + std::to_string(i)));
    AwaitWrites(static_cast<size_t>(std::min(i, 10)));
  }
  const std::vector<Write> writes = AdvanceUntilWrites(11);
  EXPECT_NE(writes[9].body.find("(combined from similar events): note 10\""), std::string::npos);
  EXPECT_EQ(writes[10].path, writes[9].path);
  EXPECT_NE(writes[10].body.find("\"count\":21"), std::string::npos) << writes[10].body;
  EXPECT_EQ(Count("oarlock_events_combined_total"), 21u);
  EXPECT_EQ(recorder_.dropped(), 0u);
}

TEST_F(EventRecorderTest, EV_6_WhatIsForgottenTooEarlyIsCounted) {
  recorder_.Start();
  for (size_t i = 0; i <= kEventSeriesMax; ++i) {
    recorder_.Emit(MakeEvent("web-" + std::to_string(i)));
    if (i % 500 == 0) AwaitSettled();
  }
  for (const char* what : {"series", "similar", "rate"}) {
    EXPECT_EQ(Count("oarlock_events_forgotten_total", what), 1u) << what;
  }
}

TEST_F(EventRecorderTest, EV_10_ASeriesIsBroughtUpToDateLongBeforeItEnds) {
  recorder_.Start();
  recorder_.Emit(MakeEvent("web"));
  AwaitWrites(1);
  AwaitSettled();
  for (size_t i = 2; i <= 5; ++i) {
    for (int j = 0; j < 10; ++j) recorder_.Emit(MakeEvent("web"));
    EXPECT_FALSE(AdvanceUntilWrites(i)[i - 1].create);
    AwaitSettled();
  }
  EXPECT_NE(client_->writes()[4].body.find("\"count\":41"), std::string::npos);
  EXPECT_LT(kEventSeriesInterval, kEventSeriesEnd);
}

TEST_F(EventRecorderTest, EV_11_ACreateWhoseAnswerWasLostIsCompletedByAPatch) {
  client_->Answer(base::Unavailable("the answer was lost"));
  client_->Answer(base::Status(base::StatusCode::kAlreadyExists, "there already"));
  recorder_.Start();
  recorder_.Emit(MakeEvent("web"));
  AwaitWrites(1);
  recorder_.Emit(MakeEvent("web"));
  const std::vector<Write> writes = AdvanceUntilWrites(3);
  EXPECT_TRUE(writes[1].create);
  EXPECT_FALSE(writes[2].create);
  EXPECT_NE(writes[2].body.find("\"count\":2"), std::string::npos);
  EXPECT_EQ(recorder_.dropped(), 0u);
}

TEST_F(EventRecorderTest, EV_0_WhatCannotBeWrittenIsLoggedAndCountedAndTheCallerNeverKnows) {
  client_->Answer(base::Status(base::StatusCode::kPermissionDenied, "events are forbidden"));
  recorder_.Start();
  recorder_.Emit(MakeEvent("web"));
  while (recorder_.dropped() == 0) std::this_thread::yield();
  EXPECT_EQ(Count("oarlock_events_dropped_total", "failed"), 1u);
  recorder_.Stop(base::MonoTime::min());
  EXPECT_NE(log_text_->text().find("events are forbidden"), std::string::npos);
}

TEST_F(EventRecorderTest, EV_12_AServerWithoutTheGroupGetsCoreEvents) {
  client_->Answer(base::NotFound("the server could not find the requested resource"));
  recorder_.Start();
  recorder_.Emit(MakeEvent("web"));
  std::vector<Write> writes = AwaitWrites(2);
  AwaitSettled();
  EXPECT_EQ(writes[0].group, "events.k8s.io");
  EXPECT_EQ(writes[1].group, "");
  EXPECT_EQ(writes[1].path, writes[0].path);
  const kube::Object event = kube::ObjectFromJson(writes[1].body).value();
  EXPECT_EQ(event.api_version(), "v1");
  EXPECT_EQ(event["involvedObject"]["name"].AsString(), "web");
  EXPECT_EQ(event["involvedObject"]["kind"].AsString(), "Deployment");
  EXPECT_EQ(event["message"].AsString(), "rolled");
  EXPECT_EQ(event["source"]["component"].AsString(), "oarlock.dev/reloader");
  EXPECT_EQ(event["firstTimestamp"].AsString(), "2026-01-01T00:00:00Z");
  EXPECT_FALSE(event["eventTime"].exists());
  recorder_.Emit(MakeEvent("web"));
  recorder_.Emit(MakeEvent("other"));
  writes = AdvanceUntilWrites(4);  // no more tries of the group
  EXPECT_EQ(writes[2].group, "");
  EXPECT_EQ(writes[3].group, "");
  EXPECT_NE(writes[3].body.find("\"count\":2"), std::string::npos);
  EXPECT_EQ(recorder_.dropped(), 0u);
}

TEST_F(EventRecorderTest, EV_12_AMissingNamespaceIsNoMissingGroup) {
  client_->Answer(base::NotFound("namespaces \"ns\" not found"));
  recorder_.Start();
  recorder_.Emit(MakeEvent("web"));
  AwaitWrites(1);
  while (recorder_.dropped() == 0) std::this_thread::yield();
  recorder_.Emit(MakeEvent("web"));
  EXPECT_EQ(AwaitWrites(2)[1].group, "events.k8s.io");
}

TEST_F(EventRecorderTest, EV_12_OnlyAServerThatTakesCoreEventsIsWithoutTheGroup) {
  client_->Answer(base::NotFound("not found"));
  client_->Answer(base::Status(base::StatusCode::kPermissionDenied, "no core events"));
  recorder_.Start();
  recorder_.Emit(MakeEvent("web"));
  AwaitWrites(2);
  while (recorder_.dropped() == 0) std::this_thread::yield();
  recorder_.Emit(MakeEvent("web"));
  EXPECT_EQ(AwaitWrites(3)[2].group, "events.k8s.io");
}

TEST_F(EventRecorderTest, EV_8_StopEndsItWhateverIsUnderWay) {
  client_->AnswerAlways(base::Unavailable("down"));
  recorder_.Start();
  std::vector<std::thread> emitters;
  for (int t = 0; t < 3; ++t) {
    emitters.emplace_back([this, t] {
      for (int i = 0; i < 200; ++i) {
        recorder_.Emit(MakeEvent("web-" + std::to_string(t) + "-" + std::to_string(i)));
      }
    });
  }
  recorder_.Stop(base::kNever);
  for (std::thread& emitter : emitters) emitter.join();
  EXPECT_EQ(recorder_.pending(), 0u);
  EXPECT_EQ(recorder_.dropped(), 600u);
}

TEST_F(EventRecorderTest, EV_8_StartingAfterAStopEndsAtOnce) {
  recorder_.Stop(base::MonoTime::min());
  recorder_.Start();
  recorder_.Emit(MakeEvent("web"));
  recorder_.Stop(base::kNever);
  EXPECT_EQ(recorder_.dropped(), 1u);
  EXPECT_TRUE(client_->writes().empty());
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

TEST(EventJson, EV_1_CutsAndNamesWithinTheServersRules) {
  Event event = MakeEvent("system:node", std::string(1023, 'x') + "\xC3\xA9");
  event.regarding.ns.clear();
  ASSERT_TRUE(NormalizeEvent(event));
  EXPECT_EQ(event.note.size(), 1023u);  // never half a character
  EXPECT_EQ(EventNamespace(event), "default");
  EXPECT_EQ(EventName(event, 0xab), "event.ab");
  for (const char* name : {"-a", "a-", "a..b", "a.-b", "a-.b", ".a", "a.", "", "A"}) {
    event.regarding.name = name;
    EXPECT_EQ(EventName(event, 0xab), "event.ab") << name;
  }
  event.regarding.name = "a-b.c--d.9";
  EXPECT_EQ(EventName(event, 0xab), "a-b.c--d.9.ab");
  event.reason.clear();
  EXPECT_FALSE(NormalizeEvent(event));
}

TEST(EventJson, EV_13_AnObjectThatDoesNotSayWhatItIsHasNoEvents) {
  Event event = MakeEvent("web");
  event.regarding.api_version.clear();
  EXPECT_FALSE(NormalizeEvent(event));
  event = MakeEvent("web");
  event.regarding.kind.clear();
  EXPECT_FALSE(NormalizeEvent(event));
}

}  // namespace
}  // namespace oarlock::controller
