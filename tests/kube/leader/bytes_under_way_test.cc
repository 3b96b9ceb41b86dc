#include "tests/kube/leader/bytes_under_way.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <limits>

#include "tests/kube/polling.h"

namespace oarlock::kubetest {
namespace {

TEST(BytesUnderWay, AreThoseThatNobodyHasRead) {
  const int listener = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  socklen_t size = sizeof address;
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  ASSERT_EQ(bind(listener, reinterpret_cast<const sockaddr*>(&address), size), 0);
  ASSERT_EQ(listen(listener, 1), 0);
  ASSERT_EQ(getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size), 0);
  const int writer = socket(AF_INET, SOCK_STREAM, 0);
  ASSERT_EQ(connect(writer, reinterpret_cast<const sockaddr*>(&address), size), 0);
  // Other tests have left connections, perhaps with something that nobody will read.
  const uint64_t others = BytesUnderWay(getpid()).value();
  ASSERT_EQ(write(writer, "bytes", 5), 5);
  EXPECT_GE(BytesUnderWay(getpid()), others + 5);
  const int reader = accept(listener, nullptr, nullptr);
  EXPECT_GE(BytesUnderWay(getpid()), others + 5);
  char bytes[8];
  ASSERT_EQ(read(reader, bytes, sizeof bytes), 5);
  // An acknowledgement takes its time.
  EXPECT_TRUE(
      PollUntil(std::chrono::seconds(10), [others] { return BytesUnderWay(getpid()) <= others; }));
  for (const int fd : {listener, writer, reader}) close(fd);
}

TEST(BytesUnderWay, NobodyHasNoConnections) {
  EXPECT_EQ(BytesUnderWay(std::numeric_limits<pid_t>::max()), std::nullopt);
}

}  // namespace
}  // namespace oarlock::kubetest
