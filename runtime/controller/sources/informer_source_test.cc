// From an informer through predicates and mappers into the queue of a controller.
#include <gtest/gtest.h>

#include "cache/testing/informer_harness.h"
#include "controller/sources/source.h"

namespace oarlock::controller {
namespace {

using cache::testing::InformerHarness;
using kube::WatchEventType;
using std::chrono::seconds;

class InformerSource : public testing::Test {
 protected:
  void Watch(Route route, base::Duration resync) {
    SourceOptions options;
    options.controller = "c";
    options.routes = {std::move(route)};
    cache::HandlerOptions handler;
    handler.name = "c";
    handler.resync = resync;
    auto source = std::make_shared<Source>(std::move(options), queue);
    registration = h.informer->AddHandler(source, handler).value();
    h.Run();
  }
  static void ToSelf(const kube::Object& object, const KeySink& sink) {
    sink({0, 0, std::string(object.ns()), std::string(object.name())});
  }
  static void ToOne(const kube::Object&, const KeySink& sink) { sink({0, 0, "", "all"}); }
  // Runs what is ready and says what it was.
  std::string Taken() {
    std::string out;
    while (const auto item = queue->TryGet()) {
      out += std::string(item->key.name()) + " ";
      queue->Done(item->key);
    }
    return out;
  }

  InformerHarness h;
  std::shared_ptr<queue::WorkQueue> queue =
      std::make_shared<queue::WorkQueue>(queue::WorkQueueOptions{.name = ""}, h.clock);
  cache::HandlerRegistration registration;
};

std::string Blog(const std::string& version, const std::string& status) {
  return R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"namespace":"n","name":"blog",)"
         R"("uid":"u1","generation":1,"labels":{"a":"b"},"resourceVersion":")" +
         version + R"("},"status":{"ready":)" + status + "}}";
}

TEST_F(InformerSource, C_INF_06_EachResyncRunsTheKeyAndStatusUpdatesDoNot) {
  const auto paths = std::vector<kube::Path>{kube::Path::Parse("/metadata/labels").value(),
                                             kube::Path::Parse("/metadata/annotations").value()};
  Watch({AnyOf({GenerationChanged(), AnyPathChanged(paths)}), ToSelf, 0}, seconds(10));
  h.StartWith({Blog("1", "1")}, "10");
  EXPECT_EQ(Taken(), "blog ");
  for (int period = 0; period < 5; ++period) {
    h.Advance(seconds(9));
    EXPECT_EQ(Taken(), "") << period;
    h.Advance(seconds(1));
    EXPECT_EQ(Taken(), "blog ") << period;
    h.Send(WatchEventType::kModified, Blog(std::to_string(11 + period), std::to_string(period)));
    EXPECT_EQ(Taken(), "") << "only the status changed";
  }
}

// What other libraries compute lazily, once per notice: here a key that many objects map to.
TEST_F(InformerSource, SY_7_ABurstIsOneRunAChangeMeanwhileAnotherAndAnErrorIsTriedAgain) {
  Watch({nullptr, ToOne, 0}, seconds(0));
  const auto config = [](int i) {
    return cache::testing::Json({"n" + std::to_string(i), std::to_string(10 + i)});
  };
  h.StartWith({config(0), config(1), config(2)}, "20");
  for (int i = 11; i < 20; ++i) h.Send(WatchEventType::kAdded, config(i));
  const auto first = queue->TryGet();
  ASSERT_TRUE(first.has_value());
  EXPECT_FALSE(queue->TryGet().has_value()) << "one run for all of the burst, never two at once";
  h.Send(WatchEventType::kAdded, config(30));
  h.Send(WatchEventType::kAdded, config(31));
  queue->Done(first->key);
  EXPECT_EQ(Taken(), "all ") << "once more for what came during the run";
  h.Send(WatchEventType::kAdded, config(32));
  const auto failing = queue->TryGet();
  ASSERT_TRUE(failing.has_value());
  queue->Done(failing->key, {.next = queue::Verdict::Next::kRateLimited});
  EXPECT_EQ(Taken(), "");
  h.Advance(seconds(2));
  EXPECT_EQ(Taken(), "all ") << "nothing is remembered of the run that failed";
  EXPECT_EQ(Taken(), "");
}

}  // namespace
}  // namespace oarlock::controller
