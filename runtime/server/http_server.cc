#include "server/http_server.h"

#include <sys/stat.h>
#include <unistd.h>

#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/beast/core/error.hpp>
#include <cstring>
#include <optional>
#include <set>
#include <thread>

#include "base/thread_name.h"
#include "server/address.h"
#include "server/http_connection.h"

namespace oarlock::server {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
using Protocol = asio::generic::stream_protocol;
using Socket = Protocol::socket;
using Acceptor = asio::basic_socket_acceptor<Protocol>;

// A Router as a handler: it answers at once.
class RouterHandler final : public HttpHandler {
 public:
  explicit RouterHandler(Router router) : router_(std::move(router)) {}

  void Handle(HttpRequest request, HttpReply reply) override {
    const std::string_view target = request.target;
    const size_t question = target.find('?');
    Response answer =
        router_.Route({request.method, target.substr(0, question),
                       question == std::string_view::npos ? "" : target.substr(question + 1),
                       request.Header("Accept"), request.body, request.Header("Accept-Encoding")});
    HttpResponse response;
    response.status = answer.status;
    response.content_type = std::move(answer.content_type);
    response.headers = std::move(answer.headers);
    response.body = std::move(answer.body);
    reply(std::move(response));
  }

  HttpResponse Refuse(int status, std::string_view why) override {
    HttpResponse response;
    response.status = status;
    response.content_type = "text/plain; charset=utf-8";
    response.body = std::string(why) + "\n";
    return response;
  }

 private:
  const Router router_;
};

// TLS 1.2 or newer; a client certificate is asked for where there is an authority to check it by.
base::Status UseCertificates(const HttpTls& tls, asio::ssl::context& context) {
  beast::error_code error;
  context.set_options(asio::ssl::context::no_sslv2 | asio::ssl::context::no_sslv3 |
                      asio::ssl::context::no_tlsv1 | asio::ssl::context::no_tlsv1_1);
  context.use_certificate_chain(asio::buffer(tls.certificate_pem), error);
  if (!error) context.use_private_key(asio::buffer(tls.key_pem), asio::ssl::context::pem, error);
  if (!error && !tls.client_ca_pem.empty()) {
    context.add_certificate_authority(asio::buffer(tls.client_ca_pem), error);
    context.set_verify_mode(asio::ssl::verify_peer);
  }
  if (error) return base::InvalidArgument("TLS certificate: " + error.message());
  return base::Status::Ok();
}

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
  Impl(HttpOptions options, std::shared_ptr<HttpHandler> handler, const base::Log& log)
      : log_(log) {
    shared_.options = std::move(options);
    shared_.handler = std::move(handler);
    shared_.poster = std::make_shared<HttpPoster>(io_);
  }
  ~Impl() { Stop(); }

  base::Status Listen(const Address& address);
  base::Status SetTls(const HttpTls& tls);
  void Run();
  void Stop();
  const std::string& address() const { return bound_; }
  const HttpCounters& counters() const { return shared_.counters; }
  size_t posted() const { return shared_.poster->posted(); }

 private:
  void RemoveDeadSocket(const Protocol::endpoint& endpoint, const std::string& path);
  void Accept();
  void OnAccept(Socket socket);

  HttpShared shared_;  // before io_: pending operations hold connections that use it
  asio::io_context io_{1};
  std::optional<asio::ssl::context> tls_;  // once it runs: [server]
  Acceptor acceptor_{io_};
  base::Log log_;
  std::set<std::shared_ptr<HttpConnection>> connections_;  // [server]
  std::string bound_;
  std::string unix_path_;
  std::thread thread_;
};

base::Status HttpServer::Impl::Listen(const Address& address) {
  if (shared_.options.tls) {
    tls_.emplace(asio::ssl::context::tls_server);
    OARLOCK_RETURN_IF_ERROR(UseCertificates(*shared_.options.tls, *tls_));
  }
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

base::Status HttpServer::Impl::SetTls(const HttpTls& tls) {
  auto context = std::make_shared<asio::ssl::context>(asio::ssl::context::tls_server);
  OARLOCK_RETURN_IF_ERROR(UseCertificates(tls, *context));
  shared_.poster->Post([this, context] { tls_ = std::move(*context); });
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
    base::SetThisThreadName(shared_.options.thread_name);
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
  shared_.poster->Close();
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
  if (connections_.size() >= shared_.options.connections) {  // closed by its destructor
    ++shared_.counters.refused;
    return;
  }
  beast::error_code error;
  const int family = socket.local_endpoint(error).protocol().family();
  const int descriptor = socket.release(error);
  if (error) return;
  auto connection = MakeConnection(
      io_, family, descriptor, tls_ ? &*tls_ : nullptr, shared_,
      [this](const std::shared_ptr<HttpConnection>& gone) { connections_.erase(gone); });
  connections_.insert(connection);
  connection->Run();
}

base::Result<std::unique_ptr<HttpServer>> HttpServer::Start(std::string_view address,
                                                            HttpOptions options,
                                                            std::shared_ptr<HttpHandler> handler,
                                                            const base::Log& log) {
  OARLOCK_ASSIGN_OR_RETURN(const Address parsed, Address::Parse(address));
  auto impl = std::make_unique<Impl>(std::move(options), std::move(handler), log);
  OARLOCK_RETURN_IF_ERROR(impl->Listen(parsed));
  impl->Run();
  return std::unique_ptr<HttpServer>(new HttpServer(std::move(impl)));
}

base::Result<std::unique_ptr<HttpServer>> HttpServer::Start(std::string_view address, Router router,
                                                            const base::Log& log) {
  return Start(address, {}, HandlerOf(std::move(router)), log);
}

std::shared_ptr<HttpHandler> HttpServer::HandlerOf(Router router) {
  return std::make_shared<RouterHandler>(std::move(router));
}

HttpServer::HttpServer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
HttpServer::~HttpServer() = default;
const std::string& HttpServer::address() const { return impl_->address(); }
const HttpCounters& HttpServer::counters() const { return impl_->counters(); }
size_t HttpServer::posted() const { return impl_->posted(); }
base::Status HttpServer::SetTls(const HttpTls& tls) { return impl_->SetTls(tls); }
void HttpServer::Stop() { impl_->Stop(); }

}  // namespace oarlock::server
