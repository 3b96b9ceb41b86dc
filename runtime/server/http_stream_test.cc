#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <future>
#include <string>

#include "server/http_server.h"

namespace oarlock::server {
namespace {

constexpr std::chrono::seconds kLong{20};

// Gives pieces as a test hands them out, then waits; tells when it has gone.
class TestStream final : public BodyStream {
 public:
  ~TestStream() override { gone.set_value(); }
  void OnStart(std::function<void()> wake) override {
    wake_ = std::move(wake);
    started.set_value();
  }
  State Pull(size_t room, std::string& out) override {
    if (endless) {
      out.assign(room, 'x');
      return State::kMore;
    }
    const base::MutexLock lock(mutex_);
    out += std::exchange(ready_, "");
    return ended_ ? State::kEnd : State::kWait;
  }
  void Give(std::string_view text, bool end) {
    {
      const base::MutexLock lock(mutex_);
      ready_ += text;
      ended_ = end;
    }
    wake_();
  }

  bool endless = false;
  std::promise<void> started;
  std::promise<void> gone;

 private:
  std::function<void()> wake_;
  base::Mutex mutex_;
  std::string ready_ OARLOCK_GUARDED_BY(mutex_);
  bool ended_ OARLOCK_GUARDED_BY(mutex_) = false;
};

class TestHandler final : public HttpHandler {
 public:
  void Handle(HttpRequest request, HttpReply reply) override {
    HttpResponse answer;
    answer.content_type = "text/plain";
    answer.body = request.body.empty() ? "head " : request.body;
    if (request.target == "/stream") answer.stream = stream;
    if (request.target == "/later") {
      later = std::move(reply);
      asked.set_value();
      return;
    }
    reply(std::move(answer));
  }
  HttpResponse Refuse(int status, std::string_view) override {
    HttpResponse answer;
    answer.status = status;
    answer.body = "refused";
    return answer;
  }

  std::shared_ptr<TestStream> stream = std::make_shared<TestStream>();
  HttpReply later;
  std::promise<void> asked;
};

class HttpStreamTest : public ::testing::Test {
 protected:
  void Start(HttpOptions options = {}) {
    auto started =
        HttpServer::Start("127.0.0.1:0", std::move(options), handler_, base::Log::Discard());
    ASSERT_TRUE(started.ok()) << started.status().ToString();
    server_ = *std::move(started);
  }
  int Connect(const std::string& request) {
    const std::string& address = server_->address();
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(static_cast<uint16_t>(std::stoi(address.substr(address.find(':') + 1))));
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const int fd = ::socket(AF_INET, SOCK_STREAM, 0);
    EXPECT_EQ(::connect(fd, reinterpret_cast<sockaddr*>(&to), sizeof(to)), 0);
    EXPECT_EQ(::send(fd, request.data(), request.size(), MSG_NOSIGNAL),
              static_cast<ssize_t>(request.size()));
    return fd;
  }
  static std::string ReadUntil(int fd, std::string_view end) {
    std::string all;
    char buffer[4096];
    while (end.empty() || all.find(end) == std::string::npos) {
      const ssize_t got = ::recv(fd, buffer, sizeof(buffer), 0);
      if (got <= 0) break;
      all.append(buffer, static_cast<size_t>(got));
    }
    return all;
  }

  std::shared_ptr<TestHandler> handler_ = std::make_shared<TestHandler>();
  std::unique_ptr<HttpServer> server_;
};

TEST_F(HttpStreamTest, SendsPiecesWhenThereAreSomeAndKeepsTheConnection) {
  Start();
  const int fd = Connect("GET /stream HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_NE(ReadUntil(fd, "5\r\nhead \r\n").find("Transfer-Encoding: chunked"), std::string::npos);
  ASSERT_EQ(handler_->stream->started.get_future().wait_for(kLong), std::future_status::ready);
  handler_->stream->Give("one", false);
  EXPECT_EQ(ReadUntil(fd, "one\r\n"), "3\r\none\r\n");
  handler_->stream->Give("two", true);
  EXPECT_EQ(ReadUntil(fd, "0\r\n\r\n"), "3\r\ntwo\r\n0\r\n\r\n");
  const std::string next = "GET /plain HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
  ASSERT_GT(::send(fd, next.data(), next.size(), MSG_NOSIGNAL), 0);
  EXPECT_TRUE(ReadUntil(fd, "").ends_with("head "));
  EXPECT_EQ(server_->counters().requests, 2u);
  EXPECT_EQ(server_->counters().streams, 0u);
  ::close(fd);
}

TEST_F(HttpStreamTest, NoticesThatThePeerOfAStreamHasGone) {
  Start();
  auto gone = handler_->stream->gone.get_future();
  const int fd = Connect("GET /stream HTTP/1.1\r\nHost: x\r\n\r\n");
  ReadUntil(fd, "head ");
  handler_->stream.reset();
  ::close(fd);
  EXPECT_EQ(gone.wait_for(kLong), std::future_status::ready);
}

TEST_F(HttpStreamTest, APeerThatTakesNothingIsCutOff) {
  HttpOptions options;
  options.write_timeout = std::chrono::milliseconds(50);
  Start(options);
  handler_->stream->endless = true;
  auto gone = handler_->stream->gone.get_future();
  const int fd = Connect("GET /stream HTTP/1.1\r\nHost: x\r\n\r\n");
  ReadUntil(fd, "head ");
  handler_->stream.reset();
  EXPECT_EQ(gone.wait_for(kLong), std::future_status::ready);
  EXPECT_LT(server_->counters().bytes_sent, 64u * 1024 * 1024) << "what sockets hold, no more";
  ::close(fd);
}

TEST_F(HttpStreamTest, AnswersToHttp10EndWithTheConnection) {
  Start();
  const int fd = Connect("GET /stream HTTP/1.0\r\n\r\n");
  ReadUntil(fd, "head ");
  handler_->stream->Give("one", true);
  EXPECT_EQ(ReadUntil(fd, ""), "one");
  ::close(fd);
}

TEST_F(HttpStreamTest, RefusesWhatIsNoRequestOrPastALimit) {
  HttpOptions options;
  options.body_bytes = 10;
  Start(options);
  const std::pair<const char*, const char*> cases[] = {
      {"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 11\r\n\r\n01234567890", "HTTP/1.1 413 "},
      {"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nb\r\n01234567890\r\n",
       "HTTP/1.1 413 "},
      {"nonsense\r\n\r\n", "HTTP/1.1 400 "},
      {"GET / HTTP/1.1\r\nContent-Length: x\r\n\r\n", "HTTP/1.1 400 "}};
  for (const auto& [request, expected] : cases) {
    const int fd = Connect(request);
    const std::string answer = ReadUntil(fd, "");
    EXPECT_TRUE(answer.starts_with(expected)) << answer;
    EXPECT_TRUE(answer.ends_with("refused")) << answer;
    ::close(fd);
  }
  EXPECT_EQ(server_->counters().bad_requests, 4u);
}

TEST_F(HttpStreamTest, ASlowHeadIsCutOff) {
  HttpOptions options;
  options.idle_timeout = std::chrono::milliseconds(50);
  Start(options);
  const int fd = Connect("GET / HT");
  EXPECT_EQ(ReadUntil(fd, ""), "");
  ::close(fd);
}

TEST_F(HttpStreamTest, AnAnswerMayComeLaterOrTooLate) {
  Start();
  const int fd = Connect("GET /later HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  ASSERT_EQ(handler_->asked.get_future().wait_for(kLong), std::future_status::ready);
  HttpResponse answer;
  answer.body = "at last";
  handler_->later(answer);
  EXPECT_TRUE(ReadUntil(fd, "").ends_with("at last"));
  ::close(fd);
  server_.reset();
  handler_->later(answer);  // nobody is there any more
}

}  // namespace
}  // namespace oarlock::server
