// Writes behind a fence: none begins while it is closed, and none goes on in a later term than the
// one in which it was asked for.

#include <atomic>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <thread>

#include "integration/client_background.h"

namespace oarlock::integration {
namespace {

using namespace std::chrono_literals;
using base::StatusCode;

class Fence final : public kube::WriteFence {
 public:
  uint64_t term() const override { return now.load(); }
  std::atomic<uint64_t> now{1};
};

class ClientFence : public ClientBackground {
 protected:
  std::shared_ptr<kube::Client> fenced() { return factory().Fenced({}, fence); }
  base::Result<kube::Object> Update(kube::Client& writer, kube::CallContext ctx = {}) {
    return writer.Update(ref, kOneConfigMap, {}, ctx);
  }
  uint64_t ConnectionOf(size_t request) { return server.requests().at(request).connection; }

  const kube::ObjectRef ref{kConfigMaps, "t", "a", ""};
  const std::shared_ptr<Fence> fence = std::make_shared<Fence>();
};

TEST_F(ClientFence, WhileItIsClosedNoWriteReachesTheServer) {
  server.Route("GET /api/v1/namespaces/t/configmaps/a", {ScriptAnswer::Json(200, kOneConfigMap)});
  const auto writer = fenced();
  ASSERT_TRUE(writer->Get(ref, {}).ok());
  fence->now = 0;
  EXPECT_EQ(Update(*writer).status().code(), StatusCode::kNotLeading);
  EXPECT_EQ(writer->Create(ref, kOneConfigMap, {}, {}).status().code(), StatusCode::kNotLeading);
  EXPECT_EQ(writer->Delete(ref, {}, {}).status().code(), StatusCode::kNotLeading);
  const kube::Patch patch{kube::PatchType::kMerge, "{}"};
  EXPECT_EQ(writer->PatchObject(ref, patch, {}, {}).status().code(), StatusCode::kNotLeading);
  EXPECT_EQ(server.request_count(), 1u);
  EXPECT_EQ(server.connections_accepted(), 1u) << "not even a connection is made";
  EXPECT_TRUE(writer->Get(ref, {}).ok()) << "reads go on";
}

TEST_F(ClientFence, WhileItIsOpenWritesGoThroughOnOneConnection) {
  const auto writer = fenced();
  for (int i = 0; i < 3; ++i) server.Enqueue(ScriptAnswer::Json(200, kOneConfigMap));
  EXPECT_TRUE(Update(*writer).ok());
  EXPECT_TRUE(writer->PatchObject(ref, {kube::PatchType::kMerge, R"({"a":1})"}, {}, {}).ok());
  EXPECT_TRUE(writer->Delete(ref, {}, {}).ok());
  const auto requests = server.requests();
  ASSERT_EQ(requests.size(), 3u);
  EXPECT_EQ(requests[0].method, "PUT");
  EXPECT_EQ(requests[0].body, kOneConfigMap);
  EXPECT_EQ(requests[1].body, R"({"a":1})");
  EXPECT_EQ(requests[2].method, "DELETE");
  EXPECT_EQ(server.connections_accepted(), 1u);
}

TEST_F(ClientFence, ItOpensForTheFirstWriteThatIsAskedForInATerm) {
  fence->now = 0;
  const auto writer = fenced();
  EXPECT_EQ(Update(*writer).status().code(), StatusCode::kNotLeading);
  for (uint64_t term = 1; term <= 50; ++term) {
    server.Enqueue(ScriptAnswer::Json(200, kOneConfigMap));
    fence->now = term;
    const auto written = Update(*writer);
    ASSERT_TRUE(written.ok()) << written.status().ToString();
  }
}

// What sat in the connections of a term, in whoever's buffer, must not follow in the next one.
TEST_F(ClientFence, ConnectionsEndWithTheTermAlsoThoseThatWereIdle) {
  const auto writer = fenced();
  for (int i = 0; i < 3; ++i) server.Enqueue(ScriptAnswer::Json(200, kOneConfigMap));
  ASSERT_TRUE(Update(*writer).ok());
  ASSERT_TRUE(Update(*writer).ok());
  fence->now = 2;  // a process that was stopped sees the next term only
  ASSERT_TRUE(Update(*writer).ok());
  EXPECT_EQ(ConnectionOf(0), ConnectionOf(1));
  EXPECT_NE(ConnectionOf(1), ConnectionOf(2));
}

TEST_F(ClientFence, ConnectionsOfOthersStay) {
  server.Handle([](const ScriptRequest&) { return ScriptAnswer::Json(200, kOneConfigMap); });
  const auto writer = fenced();
  ASSERT_TRUE(Get("a").ok());
  ASSERT_TRUE(Update(*writer).ok());
  fence->now = 0;
  ASSERT_TRUE(Get("a").ok());
  EXPECT_EQ(ConnectionOf(0), ConnectionOf(2));
  EXPECT_EQ(server.connections_accepted(), 2u);
}

TEST_F(ClientFence, AWriteThatWaitsForItsNextTryIsNotSentInALaterTerm) {
  const auto writer = fenced();
  for (const uint64_t later : {uint64_t{0}, uint64_t{3}}) {
    SCOPED_TRACE(later);
    fence->now = 1;
    const size_t before = server.request_count();
    server.Enqueue(WithRetryAfter(503, "1"));
    const auto call = InBackground([&](kube::Client&) {
      return writer->PatchObject(ref, {kube::PatchType::kMerge, "{}"}, {}, {clock.Now() + 1min});
    });
    ASSERT_TRUE(server.WaitForRequests(before + 1));
    ASSERT_TRUE(WaitForTimers(2));
    fence->now = later;
    clock.Advance(1100ms);
    EXPECT_EQ(Join(call).status().code(), StatusCode::kNotLeading);
    EXPECT_EQ(server.request_count(), before + 1);
  }
}

// A server that takes the connection and reads nothing, until it is told to read it all.
class DeafServer {
 public:
  DeafServer() {
    acceptor_.set_option(boost::asio::socket_base::receive_buffer_size(4096));
    acceptor_.bind({boost::asio::ip::address_v4::loopback(), 0});
    acceptor_.listen();
  }
  std::string url() const {
    return "http://127.0.0.1:" + std::to_string(acceptor_.local_endpoint().port());
  }
  // Waits for a connection and its first bytes.
  void Accept() {
    acceptor_.accept(socket_);
    char first = 0;
    boost::asio::read(socket_, boost::asio::buffer(&first, 1));
  }
  // All that ever comes.
  size_t ReadToEnd() {
    std::string rest(1 << 16, '\0');
    boost::system::error_code error;
    size_t total = 1;
    while (!error) total += socket_.read_some(boost::asio::buffer(rest), error);
    end = error;
    return total;
  }
  boost::system::error_code end;

 private:
  boost::asio::io_context context_;
  boost::asio::ip::tcp::acceptor acceptor_{context_, boost::asio::ip::tcp::v4()};
  boost::asio::ip::tcp::socket socket_{context_};
};

class ClientFenceCut : public ClientFence {
 protected:
  // What a server takes at most, and far more than the buffers on the way do.
  const std::string body =
      R"({"data":")" + std::string(client::kRequestBytesMax - 4096, 'x') + R"("})";

  // A write that is under way when `later` begins. How much of it ever arrived.
  size_t CutAt(uint64_t later) {
    DeafServer deaf;
    config.server = deaf.url();
    const auto writer = fenced();
    std::stop_source stop;
    base::Status status;
    std::thread write([&] {
      status = writer->Update(ref, body, {}, {base::kNever, stop.get_token()}).status();
    });
    deaf.Accept();
    fence->now = later;
    stop.request_stop();  // as the end of a term ends what the plugins do
    write.join();
    EXPECT_EQ(status.code(), StatusCode::kNotLeading) << status.ToString();
    const size_t arrived = deaf.ReadToEnd();
    EXPECT_EQ(deaf.end, boost::asio::error::connection_reset);
    return arrived;
  }
};

TEST_F(ClientFenceCut, NothingMoreOfAWriteLeavesWhenItsTermIsOver) {
  EXPECT_LT(CutAt(0), body.size());
}

TEST_F(ClientFenceCut, NorWhenTheNextTermHasBegunMeanwhile) { EXPECT_LT(CutAt(2), body.size()); }

}  // namespace
}  // namespace oarlock::integration
