#include "server/http_server.h"

#include <sys/stat.h>
#include <unistd.h>

#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/post.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <set>
#include <thread>

#include "base/thread_name.h"
#include "server/address.h"

namespace oarlock::server {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using Protocol = asio::generic::stream_protocol;
using Socket = Protocol::socket;
using Acceptor = asio::basic_socket_acceptor<Protocol>;
using Stream = beast::basic_stream<Protocol>;

// One connection: reads a request, routes it, writes the answer, until close or idle time-out.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  using Gone = std::function<void(const std::shared_ptr<Connection>&)>;
  Connection(Socket socket, const Router& router, Gone gone)
      : stream_(std::move(socket)), router_(router), gone_(std::move(gone)) {}

  void Read() {
    parser_.emplace();
    parser_->header_limit(kHttpHeaderBytesMax);
    parser_->body_limit(kHttpBodyBytesMax);
    stream_.expires_after(kHttpIdleTimeout);
    http::async_read(
        stream_, buffer_, *parser_,
        [self = shared_from_this()](beast::error_code error, size_t) { self->OnRead(error); });
  }

  void Close() {
    beast::error_code ignored;
    stream_.socket().close(ignored);
  }

 private:
  void OnRead(beast::error_code error) {
    if (error == http::error::header_limit || error == http::error::body_limit) {
      return Write({431, "text/plain; charset=utf-8", "request too large\n"}, false, false);
    }
    if (error) return Leave();
    const auto& message = parser_->get();
    const std::string_view target(message.target().data(), message.target().size());
    const size_t question = target.find('?');
    const auto accept = message[http::field::accept];
    const auto method = message.method_string();
    Request request{std::string_view(method.data(), method.size()), target.substr(0, question),
                    question == std::string_view::npos ? "" : target.substr(question + 1),
                    std::string_view(accept.data(), accept.size()), message.body()};
    Write(router_.Route(request), message.keep_alive(), message.method() == http::verb::head);
  }

  void Write(Response answer, bool keep_alive, bool head_only) {
    response_ = {};
    response_.result(static_cast<unsigned>(answer.status));
    response_.version(11);
    response_.keep_alive(keep_alive);
    response_.set(http::field::content_type, answer.content_type);
    response_.set("X-Content-Type-Options", "nosniff");
    response_.content_length(answer.body.size());
    if (!head_only) response_.body() = std::move(answer.body);
    http::async_write(stream_, response_,
                      [self = shared_from_this(), keep_alive](beast::error_code error, size_t) {
                        if (error || !keep_alive) return self->Leave();
                        self->Read();
                      });
  }

  void Leave() {
    Close();
    gone_(shared_from_this());
  }

  Stream stream_;
  const Router& router_;
  Gone gone_;
  beast::flat_buffer buffer_{kHttpHeaderBytesMax + kHttpBodyBytesMax};
  std::optional<http::request_parser<http::string_body>> parser_;
  http::response<http::string_body> response_;
};

Protocol::endpoint ToEndpoint(const Address& address, beast::error_code& error) {
  if (!address.unix_path.empty()) {
    return asio::local::stream_protocol::endpoint(address.unix_path);
  }
  return asio::ip::tcp::endpoint(asio::ip::make_address(address.host, error), address.port);
}

std::string BoundAddress(const Acceptor& acceptor, const Address& address) {
  if (!address.unix_path.empty()) return "unix:" + address.unix_path;
  asio::ip::tcp::endpoint bound;
  const Protocol::endpoint local = acceptor.local_endpoint();
  bound.resize(local.size());
  std::memcpy(bound.data(), local.data(), local.size());
  const std::string host = bound.address().to_string();
  return (bound.address().is_v6() ? "[" + host + "]" : host) + ":" + std::to_string(bound.port());
}

}  // namespace

class HttpServer::Impl {
 public:
  Impl(Router router, const base::Log& log) : router_(std::move(router)), log_(log) {}
  ~Impl() { Stop(); }

  base::Status Listen(const Address& address);
  void Run();
  void Stop();
  const std::string& address() const { return bound_; }

 private:
  void RemoveDeadSocket(const Protocol::endpoint& endpoint, const std::string& path);
  void Accept();
  void OnAccept(Socket socket);

  asio::io_context io_{1};
  Acceptor acceptor_{io_};
  Router router_;
  base::Log log_;
  std::set<std::shared_ptr<Connection>> connections_;  // [server]
  std::string bound_;
  std::string unix_path_;
  std::thread thread_;
};

base::Status HttpServer::Impl::Listen(const Address& address) {
  beast::error_code error;
  const Protocol::endpoint endpoint = ToEndpoint(address, error);
  if (error) {
    return base::InvalidArgument("listen address \"" + address.host +
                                 "\": not a numeric IP address");
  }
  if (!address.unix_path.empty()) RemoveDeadSocket(endpoint, address.unix_path);
  acceptor_.open(endpoint.protocol(), error);
  if (!error) acceptor_.set_option(asio::socket_base::reuse_address(true), error);
  // Before bind, so that the socket file is 0600 from its first moment.
  if (!error && !address.unix_path.empty()) ::fchmod(acceptor_.native_handle(), 0600);
  if (!error) acceptor_.bind(endpoint, error);
  if (!error) acceptor_.listen(asio::socket_base::max_listen_connections, error);
  if (error) {
    const std::string where = address.unix_path.empty()
                                  ? address.host + ":" + std::to_string(address.port)
                                  : "unix:" + address.unix_path;
    return base::Unavailable("cannot listen on " + where + ": " + error.message());
  }
  unix_path_ = address.unix_path;
  bound_ = BoundAddress(acceptor_, address);
  return base::Status::Ok();
}

// A socket file left by a process that died would make bind fail for ever; one that answers belongs
// to a living process and stays, so that bind reports it as in use.
void HttpServer::Impl::RemoveDeadSocket(const Protocol::endpoint& endpoint,
                                        const std::string& path) {
  Socket probe(io_);
  beast::error_code error;
  probe.connect(endpoint, error);
  if (error == asio::error::connection_refused) ::unlink(path.c_str());
}

void HttpServer::Impl::Run() {
  Accept();
  thread_ = std::thread([this] {
    base::SetThisThreadName("server");
    io_.run();
  });
}

void HttpServer::Impl::Stop() {
  if (!thread_.joinable()) return;
  asio::post(io_, [this] {
    beast::error_code ignored;
    acceptor_.close(ignored);
    for (const auto& connection : connections_) connection->Close();
    io_.stop();
  });
  thread_.join();
  connections_.clear();
  if (!unix_path_.empty()) ::unlink(unix_path_.c_str());
}

void HttpServer::Impl::Accept() {
  acceptor_.async_accept([this](beast::error_code error, Socket socket) {
    if (error == asio::error::operation_aborted) return;
    if (error) {
      log_.Warning("accept failed", {{"address", bound_}, {"error", error.message()}});
    } else {
      OnAccept(std::move(socket));
    }
    Accept();
  });
}

void HttpServer::Impl::OnAccept(Socket socket) {
  if (connections_.size() >= kHttpConnectionsMax) return;  // closed by its destructor
  auto connection = std::make_shared<Connection>(
      std::move(socket), router_,
      [this](const std::shared_ptr<Connection>& gone) { connections_.erase(gone); });
  connections_.insert(connection);
  connection->Read();
}

base::Result<std::unique_ptr<HttpServer>> HttpServer::Start(std::string_view address, Router router,
                                                            const base::Log& log) {
  OARLOCK_ASSIGN_OR_RETURN(const Address parsed, Address::Parse(address));
  auto impl = std::make_unique<Impl>(std::move(router), log);
  OARLOCK_RETURN_IF_ERROR(impl->Listen(parsed));
  impl->Run();
  return std::unique_ptr<HttpServer>(new HttpServer(std::move(impl)));
}

HttpServer::HttpServer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
HttpServer::~HttpServer() = default;
const std::string& HttpServer::address() const { return impl_->address(); }
void HttpServer::Stop() { impl_->Stop(); }

}  // namespace oarlock::server
