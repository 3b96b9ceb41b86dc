#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <charconv>

#include "server/address.h"
#include "server/http_server.h"
#include "server/prometheus.h"

namespace oarlock::server {
namespace {

// Sends raw bytes to a TCP or Unix address and returns everything until the peer closes.
std::string Exchange(const std::string& address, const std::string& request) {
  const Address to = *Address::Parse(address);
  int fd = -1;
  int connected = -1;
  if (!to.unix_path.empty()) {
    fd = ::socket(AF_UNIX, SOCK_STREAM, 0);
    sockaddr_un un{};
    un.sun_family = AF_UNIX;
    to.unix_path.copy(un.sun_path, sizeof(un.sun_path) - 1);
    connected = ::connect(fd, reinterpret_cast<sockaddr*>(&un), sizeof(un));
  } else {
    fd = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in in{};
    in.sin_family = AF_INET;
    in.sin_port = htons(to.port);
    ::inet_pton(AF_INET, to.host.c_str(), &in.sin_addr);
    connected = ::connect(fd, reinterpret_cast<sockaddr*>(&in), sizeof(in));
  }
  EXPECT_EQ(connected, 0);
  EXPECT_EQ(::send(fd, request.data(), request.size(), MSG_NOSIGNAL),
            static_cast<ssize_t>(request.size()));
  std::string answer;
  char buffer[4096];
  for (ssize_t n; (n = ::recv(fd, buffer, sizeof(buffer), 0)) > 0;) {
    answer.append(buffer, static_cast<size_t>(n));
  }
  ::close(fd);
  return answer;
}

std::string GetRequest(const std::string& path) {
  return "GET " + path + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
}

Router HelloRouter() {
  Router router;
  router.Get("/hello", [](const Request& request) {
    return Response{200, "text/plain", "hi " + std::string(request.query) + "\n"};
  });
  return router;
}

std::unique_ptr<HttpServer> StartServer(const std::string& address) {
  auto server = HttpServer::Start(address, HelloRouter(), base::Log::Discard());
  EXPECT_TRUE(server.ok()) << server.status().ToString();
  return std::move(server).value();
}

TEST(HttpServer, RoutesGetAndNamesUnknownPathsAndMethods) {
  const auto server = StartServer("127.0.0.1:0");
  const std::string ok = Exchange(server->address(), GetRequest("/hello?a=1"));
  EXPECT_TRUE(ok.starts_with("HTTP/1.1 200 OK\r\n")) << ok;
  EXPECT_TRUE(ok.ends_with("\r\n\r\nhi a=1\n")) << ok;
  EXPECT_TRUE(Exchange(server->address(), GetRequest("/none")).starts_with("HTTP/1.1 404"));
  EXPECT_TRUE(Exchange(server->address(),
                       "POST /hello HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n"
                       "Connection: close\r\n\r\n")
                  .starts_with("HTTP/1.1 405"));
  EXPECT_TRUE(
      Exchange(server->address(), "HEAD /hello HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
          .ends_with("\r\n\r\n"));
}

TEST(HttpServer, KeepsAConnectionForSeveralRequests) {
  const auto server = StartServer("127.0.0.1:0");
  const std::string both = Exchange(
      server->address(), "GET /hello HTTP/1.1\r\nHost: x\r\n\r\n" + GetRequest("/hello?2"));
  EXPECT_NE(both.find("hi \n"), std::string::npos);
  EXPECT_NE(both.find("hi 2\n"), std::string::npos);
}

TEST(HttpServer, RefusesHeadersPastTheLimit) {
  const auto server = StartServer("127.0.0.1:0");
  const std::string answer = Exchange(
      server->address(),
      "GET /hello HTTP/1.1\r\nHost: x\r\nX: " + std::string(kHttpHeaderBytesMax, 'x') + "\r\n\r\n");
  EXPECT_TRUE(answer.starts_with("HTTP/1.1 431")) << answer;
}

TEST(HttpServer, ServesAUnixSocketThatOnlyItsOwnerMayOpen) {
  char dir[] = "/tmp/oarlock-server-XXXXXX";
  ASSERT_NE(::mkdtemp(dir), nullptr);
  const std::string path = std::string(dir) + "/admin.sock";
  {
    const auto server = StartServer("unix:" + path);
    struct stat info {};
    ASSERT_EQ(::stat(path.c_str(), &info), 0);
    EXPECT_EQ(info.st_mode & 0777, 0600u);
    EXPECT_FALSE(HttpServer::Start("unix:" + path, Router(), base::Log::Discard()).ok())
        << "a living server keeps its socket";
    EXPECT_TRUE(Exchange(server->address(), GetRequest("/hello")).starts_with("HTTP/1.1 200"));
  }
  EXPECT_NE(::access(path.c_str(), F_OK), 0) << "the socket file is removed at stop";
  const int dead = ::socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un un{};
  un.sun_family = AF_UNIX;
  path.copy(un.sun_path, sizeof(un.sun_path) - 1);
  ASSERT_EQ(::bind(dead, reinterpret_cast<sockaddr*>(&un), sizeof(un)), 0);
  ::close(dead);
  EXPECT_NE(StartServer("unix:" + path), nullptr) << "a dead process's socket is replaced";
  ::rmdir(dir);
}

TEST(HttpServer, SaysWhichAddressCannotBeBound) {
  const auto server = StartServer("127.0.0.1:0");
  auto second = HttpServer::Start(server->address(), Router(), base::Log::Discard());
  ASSERT_FALSE(second.ok());
  EXPECT_NE(second.status().message().find(server->address()), std::string::npos);
  EXPECT_FALSE(HttpServer::Start("nonsense", Router(), base::Log::Discard()).ok());
  EXPECT_FALSE(HttpServer::Start("example.com:80", Router(), base::Log::Discard()).ok());
}

TEST(Address, ReadsTheFormsAListenerKnows) {
  EXPECT_EQ(Address::Parse(":8080")->host, "0.0.0.0");
  EXPECT_EQ(Address::Parse("[::1]:0")->host, "::1");
  EXPECT_EQ(Address::Parse("127.0.0.1:65535")->port, 65535);
  EXPECT_EQ(Address::Parse("unix:/a/b")->unix_path, "/a/b");
  for (const char* bad : {"", "x", "1.2.3.4:65536", "1.2.3.4:", "1.2.3.4:8x", "unix:"}) {
    EXPECT_EQ(Address::Parse(bad).status().code(), base::StatusCode::kInvalidArgument) << bad;
  }
}

TEST(Prometheus, RendersEveryTypeWithEscapedLabels) {
  base::MetricRegistry registry;
  const auto counter = registry.MakeCounter("c_total", "C.", {{"l", "a\"b\\c\nd"}});
  counter->Add(3);
  const auto histogram = registry.MakeHistogram("h_seconds", "H.", {0.5, 1});
  histogram->Observe(0.7);
  const std::string text = RenderPrometheus(registry.Collect());
  EXPECT_NE(text.find("# TYPE c_total counter\nc_total{l=\"a\\\"b\\\\c\\nd\"} 3\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("h_seconds_bucket{le=\"0.5\"} 0\n"), std::string::npos) << text;
  EXPECT_NE(text.find("h_seconds_bucket{le=\"1\"} 1\n"), std::string::npos) << text;
  EXPECT_NE(text.find("h_seconds_bucket{le=\"+Inf\"} 1\n"), std::string::npos) << text;
}

}  // namespace
}  // namespace oarlock::server
