#include "client/transport/host_state.h"

#include <gtest/gtest.h>

#include "base/fake_clock.h"

namespace oarlock::client {
namespace {

using namespace std::chrono_literals;

struct HostStateTest : testing::Test {
  base::FakeClock clock;
  base::Random random{7};
  HostState host{clock, random, true};
};

TEST_F(HostStateTest, C_RC_06_PauseIsTheServersOrBackoff) {
  host.Pause(2s);
  EXPECT_EQ(host.open_at() - clock.Now(), base::Duration(2s));
  host.Pause(1s);  // never shorter
  EXPECT_EQ(host.open_at() - clock.Now(), base::Duration(2s));
  clock.Advance(5s);
  host.Pause({});
  const base::Duration first = host.open_at() - clock.Now();
  EXPECT_GE(first, base::Duration(1s));
  EXPECT_LT(first, base::Duration(1200ms));
  host.Pause({});
  EXPECT_GE(host.open_at() - clock.Now(), base::Duration(2s));
}

TEST_F(HostStateTest, RC_7_PausesWithoutAHeaderGrowUntilASuccess) {
  const auto pause = [this] {
    host.Pause({});
    const base::Duration length = host.open_at() - clock.Now();
    clock.Advance(length);
    return length;
  };
  base::Duration least = 1s;
  for (int i = 0; i < 8; ++i) {
    const base::Duration length = pause();
    EXPECT_GE(length, least);
    EXPECT_LT(length, least * 6 / 5) << "a fifth of jitter";
    least = std::min<base::Duration>(2 * least, 30s);
  }
  host.OnSuccess(true);
  EXPECT_LT(pause(), base::Duration(1200ms));
}

TEST_F(HostStateTest, AnAbsurdPauseIsCut) {
  host.Pause(std::chrono::hours(1000));
  EXPECT_EQ(host.open_at() - clock.Now(), base::Duration(std::chrono::minutes(5)));
}

TEST_F(HostStateTest, Http2IsGivenUpOnlyAfterRepeatedFailures) {
  EXPECT_FALSE(host.OnHttp2Failure());
  for (int i = 0; i < 50; ++i) EXPECT_FALSE(host.OnHttp2Failure());  // the same moment
  clock.Advance(2s);
  EXPECT_FALSE(host.OnHttp2Failure());
  host.OnSuccess(true);
  for (int i = 0; i < 2; ++i) {
    clock.Advance(2s);
    EXPECT_FALSE(host.OnHttp2Failure());
  }
  clock.Advance(2s);
  EXPECT_TRUE(host.OnHttp2Failure());
  EXPECT_FALSE(host.http2());
  clock.Advance(2s);
  EXPECT_FALSE(host.OnHttp2Failure());  // said once
}

TEST_F(HostStateTest, Http2IsTriedAgainAfterAWhile) {
  const auto fail = [this] {
    clock.Advance(2s);
    return host.OnHttp2Failure();
  };
  for (int i = 0; i < 3; ++i) EXPECT_EQ(fail(), i == 2);
  clock.Advance(kHttp1Period - 1s);
  EXPECT_FALSE(host.http2());
  clock.Advance(1s);
  EXPECT_TRUE(host.http2());
  EXPECT_TRUE(fail()) << "it is still broken: one failure is enough";
  EXPECT_FALSE(host.http2());
  clock.Advance(kHttp1Period);
  host.OnSuccess(true);
  EXPECT_FALSE(fail());
  EXPECT_TRUE(host.http2()) << "it works again: as at the start";
}

}  // namespace
}  // namespace oarlock::client
