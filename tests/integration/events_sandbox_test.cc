// The recorder of events against an API server: what of it the server takes, and what users see.
#include "controller/events/event_recorder.h"
#include "integration/host_world.h"

namespace oarlock::integration {
namespace {

using controller::Event;
using controller::EventRecorder;

class EventsOnSandbox : public testing::Test {
 protected:
  EventsOnSandbox() { recorder.Start(); }
  void Emit(const std::string& name, const std::string& note) {
    Event event;
    event.regarding = {"v1", "ConfigMap", "default", name, "uid-" + name, "7"};
    event.reason = "Tested";
    event.note = note;
    recorder.Emit(std::move(event));
  }
  void AwaitWritten() {
    while (recorder.pending() > 0) std::this_thread::yield();
  }
  std::vector<kube::Object> Events(const std::string& group = "events.k8s.io") {
    const kube::ResourceInfo resource{{group, "v1", "events"}, "Event", true, {}, {}};
    const auto list = world.client()->List({.resource = resource, .ns = "default"}, {}, {});
    EXPECT_TRUE(list.ok()) << list.status().ToString();
    return list.ok() ? list->items : std::vector<kube::Object>();
  }

  HostWorld world;
  EventRecorder recorder{
      world.client(), "pod-1", {&world.clock, nullptr, &world.metrics, &world.log}};
};

TEST_F(EventsOnSandbox, EV_5_ManySimilarEventsAreNineAndOneThatStandsForTheRest) {
  for (int i = 1; i <= 40; ++i) Emit("a", "note " + std::to_string(i));
  recorder.Stop(base::kNever);
  const std::vector<kube::Object> events = Events();
  ASSERT_EQ(events.size(), 10u);
  size_t combined = 0;
  for (const kube::Object& event : events) {
    if (!event["note"].AsString().starts_with("(combined from similar events): note ")) continue;
    ++combined;
    EXPECT_EQ(event["series"]["count"].AsInt(), 31);
  }
  EXPECT_EQ(combined, 1u);
  EXPECT_EQ(recorder.dropped(), 0u);
}

TEST_F(EventsOnSandbox, EV_12_AServerWithoutTheGroupKeepsCoreEvents) {
  world.UseFaults("- {name: nogroup, match: {path: /apis/events.k8s.io}, answer: {status: 404}}\n");
  Emit("a", "first");
  AwaitWritten();
  Emit("a", "first");
  Emit("b", "other");
  recorder.Stop(base::kNever);
  EXPECT_EQ(world.Applied("nogroup"), 1u);
  const std::vector<kube::Object> events = Events("");
  ASSERT_EQ(events.size(), 2u);
  EXPECT_EQ(events[0]["message"].AsString(), "first");
  EXPECT_EQ(events[0]["count"].AsInt(), 2);
  EXPECT_EQ(events[1]["involvedObject"]["name"].AsString(), "b");
  EXPECT_EQ(recorder.dropped(), 0u);
}

}  // namespace
}  // namespace oarlock::integration
