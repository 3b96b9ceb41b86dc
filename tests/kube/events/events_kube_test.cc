// The recorder of events against a real API server: what it writes is accepted as it is.
#include <thread>

#include "controller/events/event_recorder.h"
#include "controller/testing/unused_client.h"
#include "tests/kube/client_kube.h"

namespace oarlock::kubetest {
namespace {

class EventsKube : public ClientKube {
 protected:
  controller::Event Said(int number) {
    controller::Event event;
    event.regarding = {"v1", "ConfigMap", ns(), "a", "uid-1", "7"};
    event.type = controller::EventType::kWarning;
    event.reason = "Tested";
    event.note = "note " + std::to_string(number);
    return event;
  }
  std::vector<kube::Object> Events(const std::string& group) {
    const kube::ResourceInfo resource{{group, "v1", "events"}, "Event", true, {}, {}};
    const auto list = client()->List({.resource = resource, .ns = ns()}, {}, {});
    EXPECT_TRUE(list.ok()) << list.status().ToString();
    return list.ok() ? list->items : std::vector<kube::Object>();
  }
  static std::vector<kube::Object> Joint(std::vector<kube::Object> events) {
    EXPECT_EQ(events.size(), 10u);
    std::erase_if(events, [](const kube::Object& event) {
      const std::string note(event["note"].AsString(event["message"].AsString()));
      return !note.starts_with("(combined from similar events): note ");
    });
    return events;
  }
};

INSTANTIATE_TEST_SUITE_P(Http, EventsKube, testing::Values(HttpVersion::kAuto), VersionName);

TEST_P(EventsKube, EV_5_ManySimilarEventsAreNineAndOneThatStandsForTheRest) {
  const base::Log log = base::Log::Discard();
  controller::EventRecorder recorder(client(), "pod-1", {&clock_, &random_, &metrics_, &log});
  recorder.Start();
  for (int i = 1; i <= 40; ++i) recorder.Emit(Said(i));
  recorder.Stop(clock_.Now() + std::chrono::seconds(30));
  EXPECT_EQ(recorder.dropped(), 0u);
  const std::vector<kube::Object> joint = Joint(Events("events.k8s.io"));
  ASSERT_EQ(joint.size(), 1u);
  EXPECT_EQ(joint[0]["series"]["count"].AsInt(), 31);
}

// Stands before a server as if that had no events.k8s.io.
class NoGroup final : public controller::testing::UnusedClient {
 public:
  explicit NoGroup(std::shared_ptr<kube::Client> to) : to_(std::move(to)) {}
  base::Result<kube::Object> Create(const kube::ObjectRef& ref, std::string_view json,
                                    const kube::WriteOptions& options,
                                    const kube::CallContext& ctx) override {
    if (!ref.resource.gvr.group.empty()) return base::NotFound("404 page not found");
    return to_->Create(ref, json, options, ctx);
  }
  base::Result<kube::Object> PatchObject(const kube::ObjectRef& ref, const kube::Patch& patch,
                                         const kube::WriteOptions& options,
                                         const kube::CallContext& ctx) override {
    return to_->PatchObject(ref, patch, options, ctx);
  }

 private:
  const std::shared_ptr<kube::Client> to_;
};

TEST_P(EventsKube, EV_12_WhatAServerWithoutTheGroupGetsIsAccepted) {
  const base::Log log = base::Log::Discard();
  controller::EventRecorder recorder(std::make_shared<NoGroup>(client()), "pod-1",
                                     {&clock_, &random_, &metrics_, &log});
  for (int i = 1; i <= 40; ++i) recorder.Emit(Said(i));
  recorder.Start();
  while (recorder.pending() > 0) std::this_thread::yield();
  for (int i = 41; i <= 50; ++i) recorder.Emit(Said(i));
  recorder.Stop(clock_.Now() + std::chrono::seconds(30));
  EXPECT_EQ(recorder.dropped(), 0u);
  const std::vector<kube::Object> joint = Joint(Events(""));
  ASSERT_EQ(joint.size(), 1u);
  EXPECT_EQ(joint[0]["count"].AsInt(), 41);
  EXPECT_TRUE(joint[0]["message"].AsString().ends_with("note 50"));
}

}  // namespace
}  // namespace oarlock::kubetest
