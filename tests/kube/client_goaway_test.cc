// The client while the server sends its connections away (GOAWAY) in the middle of everything.
#include <atomic>
#include <thread>
#include <vector>

#include "tests/kube/client_kube.h"

namespace oarlock::kubetest {
namespace {

class ClientGoaway : public ClientKube {
 protected:
  static void SetUpTestSuite() {
    ApiServerOptions options;
    options.api_server_flags = {"--goaway-chance=0.02"};
    SetServerOptions(std::move(options));
  }
};

INSTANTIATE_TEST_SUITE_P(Http2, ClientGoaway, testing::Values(HttpVersion::kAuto));

TEST_P(ClientGoaway, GoawayInTheMiddleLosesNoRequest) {
  Create("a", "1");
  std::atomic<int> good{0};
  std::vector<std::thread> callers;
  for (int i = 0; i < 8; ++i) {
    callers.emplace_back([&] {
      for (int j = 0; j < 60; ++j) {
        const auto object = client()->Get(Ref("a"), {});
        EXPECT_TRUE(object.ok()) << object.status().ToString();
        good += object.ok();
      }
    });
  }
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(good, 480);
}

TEST_P(ClientGoaway, WatchesThatAreOpenGoOn) {
  std::vector<std::shared_ptr<integration::RecordingWatch>> sinks;
  std::vector<std::unique_ptr<kube::Call>> calls;
  auto source = client()->MakeListerWatcher(OwnScope());
  for (int i = 0; i < 60; ++i) {
    sinks.push_back(std::make_shared<integration::RecordingWatch>());
    calls.push_back(source->Watch({.timeout = std::chrono::seconds(300)}, sinks.back()));
  }
  for (const auto& sink : sinks) {
    ASSERT_TRUE(integration::Eventually([&] { return sink->opens() == 1; }));
  }
  Create("a", "1");
  for (const auto& sink : sinks) {
    ASSERT_TRUE(integration::Eventually([&] { return HasAdded(*sink) || sink->ends() > 0; }));
    EXPECT_EQ(sink->ends(), 0) << sink->WaitEnd().ToString();
  }
}

}  // namespace
}  // namespace oarlock::kubetest
