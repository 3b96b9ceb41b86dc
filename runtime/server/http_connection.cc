#include "server/http_connection.h"

#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/ssl/ssl_stream.hpp>
#include <optional>
#include <type_traits>
#include <utility>

#include "server/answer_head.h"
#include "server/http_peer.h"

namespace oarlock::server {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using Plain = beast::basic_stream<asio::generic::stream_protocol>;
using Tls = beast::ssl_stream<Plain>;

// One piece of a streamed answer.
constexpr size_t kPieceBytes = 64 * 1024;
// What a refused peer may still send before it is cut off, so that it can read why.
constexpr size_t kDrainBytes = 4 * 1024 * 1024;
constexpr std::chrono::seconds kDrainTime{2};

int RefusalOf(beast::error_code error) {
  if (error == http::error::header_limit) return 431;
  if (error == http::error::body_limit) return 413;
  return 400;
}

template <typename Stream>
class ConnectionOver final : public HttpConnection,
                             public std::enable_shared_from_this<ConnectionOver<Stream>> {
 public:
  ConnectionOver(Stream stream, HttpShared& shared, Gone gone)
      : stream_(std::move(stream)), shared_(shared), gone_(std::move(gone)) {
    ++shared_.counters.connections;
  }
  ~ConnectionOver() override {
    EndRequest();
    --shared_.counters.connections;
  }

  void Run() override {
    if constexpr (std::is_same_v<Stream, Tls>) {
      Socket().expires_after(shared_.options.idle_timeout);
      stream_.async_handshake(asio::ssl::stream_base::server,
                              [self = this->shared_from_this()](beast::error_code error) {
                                if (error) return self->Leave();
                                self->peer_ = PeerOf(self->stream_.native_handle());
                                self->Read();
                              });
    } else {
      Read();
    }
  }

  void Close() override {
    closed_ = true;
    beast::error_code ignored;
    Socket().socket().close(ignored);
    EndRequest();
  }

 private:
  Plain& Socket() {
    if constexpr (std::is_same_v<Stream, Tls>) {
      return stream_.next_layer();
    } else {
      return stream_;
    }
  }
  auto Self() { return this->shared_from_this(); }

  void Read() {
    parser_.emplace();
    parser_->header_limit(static_cast<std::uint32_t>(shared_.options.header_bytes));
    parser_->body_limit(shared_.options.body_bytes);
    Socket().expires_after(shared_.options.idle_timeout);
    http::async_read_header(
        stream_, buffer_, *parser_,
        [self = Self()](beast::error_code error, size_t) { self->OnHead(error); });
  }

  void OnHead(beast::error_code error) {
    if (error) return OnBadRequest(error);
    ++shared_.counters.requests;
    if (beast::iequals(parser_->get()[http::field::expect], "100-continue")) {
      out_ = "HTTP/1.1 100 Continue\r\n\r\n";
      return Send([self = Self()] { self->ReadBody(); });
    }
    ReadBody();
  }

  void ReadBody() {
    Socket().expires_after(shared_.options.body_timeout);
    http::async_read(stream_, buffer_, *parser_,
                     [self = Self()](beast::error_code error, size_t) { self->OnRequest(error); });
  }

  // What the peer sent is no request, or there is no peer any more.
  void OnBadRequest(beast::error_code error) {
    const bool is_http = error.category() == beast::error_code(http::error::bad_method).category();
    if (!is_http || error == http::error::end_of_stream || error == http::error::partial_message) {
      return Leave();
    }
    ++shared_.counters.bad_requests;
    const HttpResponse answer = shared_.handler->Refuse(RefusalOf(error), error.message());
    out_ = AnswerHead(answer, BodyEnd::kLength, false) + answer.body;
    Send([self = Self()] { self->Drain(kDrainBytes); });
  }

  // Reads on for a moment: closing with unread bytes would reset the connection before the peer has
  // read why.
  void Drain(size_t left) {
    beast::error_code ignored;
    Socket().socket().shutdown(asio::socket_base::shutdown_send, ignored);
    buffer_.consume(buffer_.size());
    Socket().expires_after(kDrainTime);
    stream_.async_read_some(buffer_.prepare(kPieceBytes),
                            [self = Self(), left](beast::error_code error, size_t read) {
                              if (error || read >= left) return self->Leave();
                              self->Drain(left - read);
                            });
  }

  void OnRequest(beast::error_code error) {
    if (error) return OnBadRequest(error);
    auto message = parser_->release();
    keep_alive_ = message.keep_alive();
    head_only_ = message.method() == http::verb::head;
    version_ = message.version();
    HttpRequest request;
    request.method = std::string(message.method_string());
    request.target = std::string(message.target());
    shared_.counters.bytes_received += message.body().size() + request.target.size();
    for (const auto& field : message) {
      request.headers.emplace_back(std::string(field.name_string()), std::string(field.value()));
    }
    request.body = std::move(message.body());
    request.peer = peer_;
    ++shared_.counters.open;
    open_ = true;
    Socket().expires_never();
    shared_.handler->Handle(std::move(request), MakeReply());
    // The answer may come much later: meanwhile the peer may go.
    if (open_ && !stream_body_ && !sending_) WatchPeer();
  }

  // May be called on any thread, and after the connection has gone.
  HttpReply MakeReply() {
    return [weak = this->weak_from_this(), poster = shared_.poster](HttpResponse answer) {
      auto kept = std::make_shared<HttpResponse>(std::move(answer));
      poster->Run([weak, kept] {
        if (const auto self = weak.lock()) self->Answer(std::move(*kept));
      });
    };
  }

  void Answer(HttpResponse answer) {
    if (closed_) return;
    if (answer.bare) return StartStream(std::move(answer.stream));
    const bool streams = answer.stream != nullptr && !head_only_;
    chunked_ = streams && version_ >= 11;
    if (streams && !chunked_) keep_alive_ = false;
    const BodyEnd end = chunked_ ? BodyEnd::kChunked : streams ? BodyEnd::kClose : BodyEnd::kLength;
    out_ = AnswerHead(answer, end, keep_alive_);
    if (!streams) {
      if (!head_only_) out_ += answer.body;
      return Send([self = Self()] { self->Finish(); });
    }
    if (!answer.body.empty()) AppendPiece(answer.body);
    StartStream(std::move(answer.stream));
  }

  void StartStream(std::shared_ptr<BodyStream> stream) {
    stream_body_ = std::move(stream);
    ++shared_.counters.streams;
    stream_body_->OnStart(MakeWake());
    WatchPeer();
    PullMore();
  }

  std::function<void()> MakeWake() {
    auto posted = std::make_shared<std::atomic<bool>>(false);
    return [weak = this->weak_from_this(), poster = shared_.poster, posted] {
      if (posted->exchange(true)) return;  // one is on its way
      poster->Post([weak, posted] {
        posted->store(false);
        if (const auto self = weak.lock()) self->OnWake();
      });
    };
  }

  void OnWake() {
    if (closed_ || !stream_body_ || sending_) {
      woken_ = true;
      return;
    }
    PullMore();
  }

  void AppendPiece(std::string_view data) {
    shared_.counters.stream_bytes += data.size();
    stream_bytes_ += data.size();
    if (chunked_) {
      AppendChunk(data, out_);
    } else {
      out_.append(data);
    }
  }

  // Sends what the stream has; `out_` may hold the head already.
  void PullMore() {
    SetWaiting(false);
    woken_ = false;
    std::string piece;
    const BodyStream::State state = stream_body_->Pull(kPieceBytes, piece);
    if (!piece.empty()) AppendPiece(piece);
    if (state == BodyStream::State::kEnd) {
      if (chunked_) out_ += "0\r\n\r\n";
      EndStream();
      return Send([self = Self()] { self->Finish(); });
    }
    if (state == BodyStream::State::kClose || state == BodyStream::State::kReset) {
      return Send([self = Self(), state] { self->BreakOff(state == BodyStream::State::kReset); });
    }
    if (out_.empty()) return state == BodyStream::State::kMore ? Yield() : SetWaiting(true);
    Send([self = Self(), state] {
      if (!self->stream_body_) return;
      if (state == BodyStream::State::kMore || self->woken_) return self->PullMore();
      self->SetWaiting(true);
    });
  }

  void BreakOff(bool reset) {
    beast::error_code ignored;
    if (reset) Socket().socket().set_option(asio::socket_base::linger(true, 0), ignored);
    Leave();
  }

  // The stream did some work that gave nothing to send: others have their turn first.
  void Yield() {
    asio::post(stream_.get_executor(), [self = Self()] {
      if (!self->closed_ && self->stream_body_ && !self->sending_) self->PullMore();
    });
  }

  // Notices that the peer has gone, or keeps what it already sends of its next request.
  void WatchPeer() {
    if (watching_) return;
    Socket().expires_never();
    watching_ = true;
    stream_.async_read_some(buffer_.prepare(kPieceBytes / 16),
                            [self = Self()](beast::error_code error, size_t read) {
                              self->watching_ = false;
                              if (error) return self->Leave();
                              self->buffer_.commit(read);
                              self->shared_.counters.bytes_received += read;
                              if (self->finished_) self->Next();
                            });
  }

  template <typename Then>
  void Send(Then then) {
    sending_ = true;
    Socket().expires_after(shared_.options.write_timeout);
    asio::async_write(stream_, asio::buffer(out_),
                      [self = Self(), then](beast::error_code error, size_t sent) {
                        self->sending_ = false;
                        self->shared_.counters.bytes_sent += sent;
                        self->out_.clear();
                        if (error) return self->Leave();
                        then();
                      });
  }

  void Finish() {
    ++shared_.counters.answers;
    EndRequest();
    if (!keep_alive_) return Leave();
    finished_ = true;
    // A read that is under way brings the next request's first bytes.
    if (!watching_) Next();
  }

  void Next() {
    finished_ = false;
    Read();
  }

  void SetWaiting(bool waiting) {
    if (waiting == waiting_) return;
    waiting_ = waiting;
    if (waiting) {
      ++shared_.counters.streams_waiting;
    } else {
      --shared_.counters.streams_waiting;
    }
  }

  void EndStream() {
    SetWaiting(false);
    if (!stream_body_) return;
    stream_body_.reset();
    --shared_.counters.streams;
  }

  void EndRequest() {
    EndStream();
    shared_.counters.stream_bytes -= std::exchange(stream_bytes_, 0);
    if (std::exchange(open_, false)) --shared_.counters.open;
  }

  void Leave() {
    if (closed_) return;
    Close();
    gone_(Self());
  }

  Stream stream_;
  HttpShared& shared_;
  Gone gone_;
  std::shared_ptr<const HttpPeer> peer_;
  beast::flat_buffer buffer_{kHttpHeaderBytesMax + kPieceBytes};
  std::optional<http::request_parser<http::string_body>> parser_;
  std::shared_ptr<BodyStream> stream_body_;
  std::string out_;
  size_t stream_bytes_ = 0;  // of the body that is under way
  unsigned version_ = 11;
  bool keep_alive_ = true;
  bool head_only_ = false;
  bool chunked_ = false;
  bool sending_ = false;
  bool watching_ = false;  // a read beside a streamed answer is under way
  bool open_ = false;      // a request is read, its answer is not sent to its end
  bool finished_ = false;  // the answer is sent, that read is still under way
  bool waiting_ = false;
  bool woken_ = false;
  bool closed_ = false;
};

}  // namespace

std::shared_ptr<HttpConnection> MakeConnection(asio::io_context& io, int family, int accepted,
                                               asio::ssl::context* tls, HttpShared& shared,
                                               HttpConnection::Gone gone) {
  Plain plain(Plain::socket_type(io, asio::generic::stream_protocol(family, 0), accepted));
  if (tls == nullptr) {
    return std::make_shared<ConnectionOver<Plain>>(std::move(plain), shared, std::move(gone));
  }
  return std::make_shared<ConnectionOver<Tls>>(Tls(std::move(plain), *tls), shared,
                                               std::move(gone));
}

}  // namespace oarlock::server
