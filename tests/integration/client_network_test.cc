// Connections: how a dead peer is noticed, and that a broken connection is replaced.

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include "integration/client_fixture.h"

namespace oarlock::integration {
namespace {

using base::StatusCode;
using namespace std::chrono_literals;

// This process's side of a connection to `port`; -1 = there is none.
int SocketTo(uint16_t port) {
  for (int fd = 3; fd < 1024; ++fd) {
    sockaddr_in peer{};
    socklen_t size = sizeof(peer);
    if (getpeername(fd, reinterpret_cast<sockaddr*>(&peer), &size) != 0) continue;
    if (peer.sin_family == AF_INET && ntohs(peer.sin_port) == port) return fd;
  }
  return -1;
}

int Option(int fd, int level, int name) {
  int value = -1;
  socklen_t size = sizeof(value);
  EXPECT_EQ(getsockopt(fd, level, name, &value, &size), 0);
  return value;
}

class ClientNetwork : public ClientTest {
 protected:
  ClientNetwork() {
    server.Handle([](const ScriptRequest& request) -> std::optional<ScriptAnswer> {
      if (request.Query("watch") == "true") return std::nullopt;
      return ScriptAnswer::Json(200, kOneConfigMap);
    });
  }
};

TEST_F(ClientNetwork, RC_22_TP_1_TcpItselfNoticesADeadPeer) {
  ASSERT_TRUE(Get("a").ok());
  const int fd = SocketTo(server.port());
  ASSERT_GE(fd, 0);
  EXPECT_EQ(Option(fd, SOL_SOCKET, SO_KEEPALIVE), 1);
  EXPECT_EQ(Option(fd, IPPROTO_TCP, TCP_KEEPIDLE), 30);
  EXPECT_EQ(Option(fd, IPPROTO_TCP, TCP_KEEPINTVL), 10);
  // Also ends a connection on which what was sent is not acknowledged, and the keep-alive probes.
  EXPECT_EQ(Option(fd, IPPROTO_TCP, TCP_USER_TIMEOUT), 30'000);
}

TEST_F(ClientNetwork, RC_22_AnIdleConnectionThatBrokeIsReplacedUnnoticed) {
  for (uint64_t round = 1; round <= 3; ++round) {
    ASSERT_TRUE(Get("a").ok()) << round;
    EXPECT_EQ(server.connections_accepted(), round);
    server.CloseConnections();
    ASSERT_TRUE(Eventually([&] { return server.connections_open() == 0; }));
  }
  EXPECT_EQ(Metric("rest_client_requests_total", {{"code", "<error>"}}), -1) << "no failed attempt";
}

TEST_F(ClientNetwork, RC_22_ABrokenWatchIsReportedAndTheNextOneOpensAnew) {
  for (uint64_t round = 1; round <= 2; ++round) {
    const auto stream = std::make_shared<ScriptStream>();
    server.Enqueue(ScriptAnswer::Stream(stream));
    const auto sink = std::make_shared<RecordingWatch>();
    const auto call = source()->Watch({.resource_version = "1"}, sink);
    ASSERT_TRUE(Eventually([&] { return sink->opens() == 1; }));
    stream->Finish(ScriptStream::End::kReset);
    EXPECT_EQ(sink->WaitEnd().code(), StatusCode::kUnavailable);
    EXPECT_EQ(server.connections_accepted(), round);
  }
}

}  // namespace
}  // namespace oarlock::integration
