#include "supervisor/crds/carried_crds.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "base/fake_clock.h"
#include "pluginhost/testing/fake_client.h"

namespace oarlock::supervisor {
namespace {

using pluginhost::testing::FakeClient;
using namespace std::chrono_literals;

base::Result<kube::Object> Crd(const std::string& established) {
  return kube::ObjectFromJson(
      R"({"kind":"CustomResourceDefinition","metadata":{"name":"a"},"status":{"conditions":)"
      R"([{"type":"NamesAccepted","status":"True"},{"type":"Established","status":")" +
      established + R"("}]}})");
}

TEST(InstallCrds, AppliesAllAndThenWaitsUntilEachIsServed) {
  base::FakeClock clock;
  FakeClient client;
  std::atomic<int> looks{0};
  client.on_get = [&looks](const kube::ObjectRef&) { return Crd(++looks < 3 ? "False" : "True"); };
  std::atomic<bool> done{false};
  std::thread installs([&] {
    const base::Status status = InstallCrds({{"a", "{}"}, {"b", "{}"}}, client, clock, {});
    EXPECT_TRUE(status.ok()) << status.message();
    done = true;
  });
  while (!done) clock.Advance(100ms);
  installs.join();
  const auto calls = client.calls();
  ASSERT_GE(calls.size(), 5u);
  EXPECT_EQ(calls[0], "patch /a by oarlock");
  EXPECT_EQ(calls[1], "patch /b by oarlock");
  EXPECT_EQ(calls[2], "get /a");
  EXPECT_EQ(calls.back(), "get /b");
}

TEST(InstallCrds, AFailureNamesTheCrd) {
  base::FakeClock clock;
  FakeClient client;
  client.on_write = [](const FakeClient::Write&) {
    return base::Status(base::StatusCode::kPermissionDenied, "may not");
  };
  const base::Status status = InstallCrds({{"a.example.com", "{}"}}, client, clock, {});
  EXPECT_EQ(status.code(), base::StatusCode::kPermissionDenied);
  EXPECT_NE(status.message().find("CRD a.example.com"), std::string::npos) << status.message();
}

TEST(InstallCrds, TheCallsDeadlineEndsTheWait) {
  base::FakeClock clock;
  FakeClient client;
  client.on_get = [](const kube::ObjectRef&) { return Crd("False"); };
  std::atomic<bool> done{false};
  std::thread installs([&] {
    const base::Status status = InstallCrds({{"a", "{}"}}, client, clock, {clock.Now() + 2s, {}});
    EXPECT_EQ(status.code(), base::StatusCode::kDeadlineExceeded);
    done = true;
  });
  while (!done) clock.Advance(100ms);
  installs.join();
}

}  // namespace
}  // namespace oarlock::supervisor
