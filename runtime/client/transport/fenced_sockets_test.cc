#include "client/transport/fenced_sockets.h"

#include <gtest/gtest.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <string>
#include <thread>
#include <utility>

namespace oarlock::client {
namespace {

class Fence final : public kube::WriteFence {
 public:
  uint64_t term() const override { return now; }
  std::atomic<uint64_t> now{1};
};

// Both ends of a TCP connection.
class Connection {
 public:
  Connection() {
    const int listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof(address);
    auto* const any = reinterpret_cast<sockaddr*>(&address);
    EXPECT_EQ(::bind(listener, any, size), 0);
    EXPECT_EQ(::listen(listener, 1), 0);
    EXPECT_EQ(::getsockname(listener, any, &size), 0);
    near = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    EXPECT_EQ(::connect(near, any, size), 0);
    far = ::accept(listener, nullptr, nullptr);
    ::close(listener);
  }
  ~Connection() {
    ::close(near);
    ::close(far);
  }
  bool Sends() const { return ::send(near, "x", 1, MSG_NOSIGNAL) == 1; }
  // Bytes that arrived, or -1: it was reset.
  ssize_t Receives() const {
    char bytes[64];
    return ::recv(far, bytes, sizeof(bytes), MSG_DONTWAIT);
  }
  int near = -1;
  int far = -1;
};

class FencedSocketsTest : public testing::Test {
 protected:
  std::shared_ptr<Fence> fence = std::make_shared<Fence>();
  FencedSockets sockets{fence};
  Connection connection;
};

TEST_F(FencedSocketsTest, AProcessThatGoesOnAfterItsTermSendsNothingMore) {
  ASSERT_TRUE(sockets.Add(connection.near));
  std::raise(SIGCONT);
  EXPECT_TRUE(connection.Sends()) << "the term lasts";
  EXPECT_EQ(connection.Receives(), 1);
  fence->now = 2;
  EXPECT_TRUE(connection.Sends()) << "it was asked before";
  EXPECT_EQ(connection.Receives(), 1);
  std::raise(SIGCONT);  // handled before this thread does anything else
  EXPECT_FALSE(connection.Sends());
  EXPECT_EQ(connection.Receives(), -1);
  EXPECT_EQ(errno, ECONNRESET);
}

TEST_F(FencedSocketsTest, WhatWasOpenedOutsideOfATermIsLeftAlone) {
  fence->now = 0;
  EXPECT_TRUE(sockets.NoteTerm());
  ASSERT_TRUE(sockets.Add(connection.near));
  fence->now = 2;
  std::raise(SIGCONT);
  EXPECT_TRUE(connection.Sends());
  EXPECT_FALSE(sockets.NoteTerm());
  EXPECT_EQ(sockets.term(), 2u);
}

TEST_F(FencedSocketsTest, OfSeveralPoolsThoseAreResetWhoseTermIsOver) {
  const auto other_fence = std::make_shared<Fence>();
  const auto other = std::make_unique<FencedSockets>(other_fence);
  FencedSockets third(fence);
  Connection other_connection;
  Connection third_connection;
  ASSERT_TRUE(sockets.Add(connection.near));
  ASSERT_TRUE(other->Add(other_connection.near));
  ASSERT_TRUE(third.Add(third_connection.near));
  other_fence->now = 2;
  std::raise(SIGCONT);
  EXPECT_TRUE(connection.Sends());
  EXPECT_FALSE(other_connection.Sends());
  EXPECT_TRUE(third_connection.Sends());
}

TEST_F(FencedSocketsTest, ASocketThatIsClosedIsForgotten) {
  Connection other;
  ASSERT_TRUE(sockets.Add(connection.near));
  EXPECT_EQ(sockets.Close(connection.near), 0);
  ASSERT_EQ(::dup2(other.near, connection.near), connection.near) << "its number is another's now";
  fence->now = 2;
  std::raise(SIGCONT);
  EXPECT_TRUE(other.Sends());
}

TEST_F(FencedSocketsTest, AfterItsTermASocketIsClosedWithAReset) {
  ASSERT_TRUE(sockets.Add(connection.near));
  fence->now = 2;
  EXPECT_TRUE(connection.Sends()) << "and nobody has read it";
  EXPECT_EQ(sockets.Close(std::exchange(connection.near, -1)), 0);
  while (connection.Receives() > 0) {
  }
  EXPECT_EQ(errno, ECONNRESET);
}

TEST_F(FencedSocketsTest, TheSignalOfOtherThreadsDoesNothing) {
  ASSERT_TRUE(sockets.Add(connection.near));
  fence->now = 2;
  std::thread([] { pthread_kill(pthread_self(), SIGCONT); }).join();
  EXPECT_TRUE(connection.Sends());
}

TEST_F(FencedSocketsTest, ThereIsAnEndToThem) {
  for (size_t i = 0; i < kFencedSocketsMax; ++i) ASSERT_TRUE(sockets.Add(1'000'000)) << i;
  EXPECT_FALSE(sockets.Add(1'000'001));
}

}  // namespace
}  // namespace oarlock::client
