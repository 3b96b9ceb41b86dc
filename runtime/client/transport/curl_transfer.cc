#include "client/transport/curl_transfer.h"

#include <curl/curl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/check.h"
#include "base/text/lower_case.h"
#include "client/transport/curl_error.h"
#include "client/transport/curl_pool.h"
#include "client/transport_options.h"

namespace oarlock::client {
namespace {

// A dead peer is noticed within about a minute, idle or not (RC-22): one connection carries many
// watches.
constexpr long kKeepAliveIdleSeconds = 30;
constexpr long kKeepAliveIntervalSeconds = 10;
constexpr unsigned kTcpUserTimeoutMs = 30'000;

template <typename T>
void Set(void* easy, CURLoption option, T value) {
  OARLOCK_CHECK(curl_easy_setopt(easy, option, value) == CURLE_OK);
}

void SetBlob(void* easy, CURLoption option, const std::string& text) {
  if (text.empty()) return;
  curl_blob blob{const_cast<char*>(text.data()), text.size(), CURL_BLOB_NOCOPY};
  Set(easy, option, &blob);
}

void Append(void*& list, const std::string& text) {
  curl_slist* longer = curl_slist_append(static_cast<curl_slist*>(list), text.c_str());
  OARLOCK_CHECK(longer != nullptr);
  list = longer;
}

std::string_view Trim(std::string_view text) {
  const auto space = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; };
  while (!text.empty() && space(text.front())) text.remove_prefix(1);
  while (!text.empty() && space(text.back())) text.remove_suffix(1);
  return text;
}

long Milliseconds(base::Duration d) {
  return static_cast<long>(std::chrono::duration_cast<std::chrono::milliseconds>(d).count());
}

}  // namespace

CurlTransfer::CurlTransfer(uint64_t id, TransferSpec spec, std::shared_ptr<TransferSink> sink,
                           CurlPool& pool, std::vector<uint64_t>& gathered,
                           EngineCounters& counters)
    : id_(id),
      spec_(std::move(spec)),
      pool_(pool),
      sink_(std::move(sink)),
      easy_(curl_easy_init()),
      gathered_ids_(gathered),
      counters_(counters) {
  ++counters_.transfers;
  OARLOCK_CHECK(easy_ != nullptr);
  error_text_.assign(CURL_ERROR_SIZE, '\0');
  fenced_ = pool.fence() != nullptr && spec_.method != "GET";
  SetUp();
}

CurlTransfer::~CurlTransfer() {
  counters_.body_bytes -= body_bytes_;
  --counters_.transfers;
  ++counters_.progress;
  curl_easy_cleanup(easy_);
  curl_slist_free_all(static_cast<curl_slist*>(header_list_));
  curl_slist_free_all(static_cast<curl_slist*>(connect_to_list_));
}

CurlTransfer* CurlTransfer::FromEasy(void* easy) {
  char* self = nullptr;
  curl_easy_getinfo(easy, CURLINFO_PRIVATE, &self);
  return static_cast<CurlTransfer*>(static_cast<void*>(self));
}

void CurlTransfer::SetUp() {
  Set(easy_, CURLOPT_PRIVATE, static_cast<void*>(this));
  Set(easy_, CURLOPT_URL, spec_.url.c_str());
  Set(easy_, CURLOPT_PROTOCOLS_STR, "http,https");
  Set(easy_, CURLOPT_NOSIGNAL, 1L);
  Set(easy_, CURLOPT_ERRORBUFFER, error_text_.data());
  Set(easy_, CURLOPT_PATH_AS_IS, 1L);
  Set(easy_, CURLOPT_HEADERFUNCTION, &CurlTransfer::HeaderCallback);
  Set(easy_, CURLOPT_HEADERDATA, static_cast<void*>(this));
  Set(easy_, CURLOPT_WRITEFUNCTION, &CurlTransfer::WriteCallback);
  Set(easy_, CURLOPT_WRITEDATA, static_cast<void*>(this));
  SetUpNetwork();
  SetUpTls();
  SetUpRequest();
}

void CurlTransfer::SetUpNetwork() {
  Set(easy_, CURLOPT_BUFFERSIZE, static_cast<long>(spec_.buffer_bytes));
  Set(easy_, CURLOPT_HTTP_VERSION,
      static_cast<long>(spec_.http2 ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1));
  // Wait for a connection that can be shared instead of opening one per request.
  Set(easy_, CURLOPT_PIPEWAIT, spec_.http2 ? 1L : 0L);
  Set(easy_, CURLOPT_CONNECTTIMEOUT_MS, Milliseconds(spec_.connect_timeout));
  Set(easy_, CURLOPT_TCP_KEEPALIVE, 1L);
  Set(easy_, CURLOPT_TCP_KEEPIDLE, kKeepAliveIdleSeconds);
  Set(easy_, CURLOPT_TCP_KEEPINTVL, kKeepAliveIntervalSeconds);
  const curl_sockopt_callback on_socket = [](void* pool, curl_socket_t fd, curlsocktype purpose) {
    return SocketCallback(pool, fd, purpose);
  };
  Set(easy_, CURLOPT_SOCKOPTFUNCTION, on_socket);
  Set(easy_, CURLOPT_SOCKOPTDATA, static_cast<void*>(&pool_));
  if (pool_.sockets() != nullptr) FollowSockets();
  if (spec_.stall_timeout > base::Duration::zero()) {
    Set(easy_, CURLOPT_LOW_SPEED_LIMIT, 1L);
    Set(easy_, CURLOPT_LOW_SPEED_TIME, Milliseconds(spec_.stall_timeout) / 1000);
  }
  if (!spec_.proxy.empty()) {
    Set(easy_, CURLOPT_PROXY, spec_.proxy.c_str());
    Set(easy_, CURLOPT_NOPROXY, "");
  } else if (spec_.no_proxy) {
    Set(easy_, CURLOPT_PROXY, "");
  }
  Set(easy_, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
  if (!spec_.connect_to.empty()) {
    Append(connect_to_list_, "::" + spec_.connect_to);
    Set(easy_, CURLOPT_CONNECT_TO, static_cast<curl_slist*>(connect_to_list_));
  }
}

void CurlTransfer::SetUpTls() {
  Set(easy_, CURLOPT_SSLVERSION, static_cast<long>(CURL_SSLVERSION_TLSv1_2));
  if (spec_.insecure) {
    Set(easy_, CURLOPT_SSL_VERIFYPEER, 0L);
    Set(easy_, CURLOPT_SSL_VERIFYHOST, 0L);
  }
  if (!spec_.ca_pem.empty()) {
    SetBlob(easy_, CURLOPT_CAINFO_BLOB, spec_.ca_pem);
    // Otherwise the system's directory would still be trusted beside the given one.
    Set(easy_, CURLOPT_CAPATH, static_cast<char*>(nullptr));
  }
  if (spec_.client_cert_pem.empty()) return;
  Set(easy_, CURLOPT_SSLCERTTYPE, "PEM");
  Set(easy_, CURLOPT_SSLKEYTYPE, "PEM");
  SetBlob(easy_, CURLOPT_SSLCERT_BLOB, spec_.client_cert_pem);
  SetBlob(easy_, CURLOPT_SSLKEY_BLOB, spec_.client_key_pem);
}

void CurlTransfer::SetUpRequest() {
  // Decoding is always on, since some servers and proxies compress unasked (C-CTL-08); what is
  // asked for is said by the spec's own Accept-Encoding header, which replaces libcurl's.
  Set(easy_, CURLOPT_ACCEPT_ENCODING, "gzip");
  for (const std::string& header : spec_.headers) Append(header_list_, header);
  if (spec_.body != nullptr) {
    SetUpBody();
  } else {
    Set(easy_, CURLOPT_HTTPGET, 1L);
  }
  Set(easy_, CURLOPT_CUSTOMREQUEST, spec_.method.c_str());
  if (fenced_) SetUpFence();
  Set(easy_, CURLOPT_HTTPHEADER, static_cast<curl_slist*>(header_list_));
}

// Asked when there is a connection, right before the request's first bytes.
void CurlTransfer::SetUpFence() {
  const curl_prereq_callback may_send = [](void* self, char*, char*, int, int) {
    return static_cast<CurlTransfer*>(self)->MayWrite() ? CURL_PREREQFUNC_OK
                                                        : CURL_PREREQFUNC_ABORT;
  };
  Set(easy_, CURLOPT_PREREQFUNCTION, may_send);
  Set(easy_, CURLOPT_PREREQDATA, static_cast<void*>(this));
}

void CurlTransfer::SetUpBody() {
  Append(header_list_, "Expect:");
  Set(easy_, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(spec_.body->size()));
  if (!fenced_ && !IsOnceOnly()) {
    Set(easy_, CURLOPT_POSTFIELDS, spec_.body->data());
    return;
  }
  // When a connection that was used before ends without an answer, libcurl sends the request again
  // on a new one, unasked. The server may have done it already, and what these two do must not be
  // done twice: so their body cannot be had a second time.
  Set(easy_, CURLOPT_POST, 1L);
  Set(easy_, CURLOPT_READFUNCTION, &CurlTransfer::ReadCallback);
  Set(easy_, CURLOPT_READDATA, static_cast<void*>(this));
  const curl_seek_callback seek = [](void* self, curl_off_t offset, int /*from: the start*/) {
    return static_cast<CurlTransfer*>(self)->SendFrom(static_cast<size_t>(offset));
  };
  Set(easy_, CURLOPT_SEEKFUNCTION, seek);
  Set(easy_, CURLOPT_SEEKDATA, static_cast<void*>(this));
}

int CurlTransfer::SendFrom(size_t offset) {
  if (IsOnceOnly()) return CURL_SEEKFUNC_FAIL;
  body_sent_ = offset;
  return CURL_SEEKFUNC_OK;
}

bool CurlTransfer::IsOnceOnly() const { return spec_.method == "POST" || spec_.method == "PATCH"; }

bool CurlTransfer::MayWrite() const {
  return !fenced_ || (spec_.term != 0 && pool_.fence()->term() == spec_.term);
}

size_t CurlTransfer::ReadCallback(char* out, size_t size, size_t count, void* self) {
  auto* transfer = static_cast<CurlTransfer*>(self);
  if (!transfer->MayWrite()) return CURL_READFUNC_ABORT;
  const std::string& body = *transfer->spec_.body;
  const size_t bytes = body.copy(out, size * count, transfer->body_sent_);
  transfer->body_sent_ += bytes;
  return bytes;
}

void CurlTransfer::Flush() {
  if (spec_.body != nullptr) return;  // its own body is on the way
  // Changing what is paused sends the stream's window, and with it whatever waits.
  curl_easy_pause(easy_, CURLPAUSE_SEND);
  curl_easy_pause(easy_, CURLPAUSE_CONT);
}

void CurlTransfer::Resume() {
  if (!std::exchange(pause_requested_, false)) return pool_.ReleaseReads(easy_);
  curl_easy_pause(easy_, CURLPAUSE_CONT);
}

// The connection outlives this transfer, and so does the pool.
void CurlTransfer::FollowSockets() {
  const curl_closesocket_callback on_close = [](void* pool, curl_socket_t fd) {
    return static_cast<CurlPool*>(pool)->sockets()->Close(fd);
  };
  Set(easy_, CURLOPT_CLOSESOCKETFUNCTION, on_close);
  Set(easy_, CURLOPT_CLOSESOCKETDATA, static_cast<void*>(&pool_));
}

int CurlTransfer::SocketCallback(void* pool, int fd, int /*purpose*/) {
  FencedSockets* const fenced = static_cast<CurlPool*>(pool)->sockets();
  if (fenced != nullptr && !fenced->Add(fd)) return CURL_SOCKOPT_ERROR;
  const unsigned timeout = kTcpUserTimeoutMs;
  setsockopt(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, &timeout, sizeof(timeout));
  return CURL_SOCKOPT_OK;
}

size_t CurlTransfer::HeaderCallback(char* data, size_t size, size_t count, void* self) {
  return static_cast<CurlTransfer*>(self)->OnHeaderLine({data, size * count});
}

size_t CurlTransfer::WriteCallback(char* data, size_t size, size_t count, void* self) {
  return static_cast<CurlTransfer*>(self)->OnBytes({data, size * count});
}

void CurlTransfer::Mute() {
  sink_.reset();
  KeepNoConnection();
}

// libcurl 7.88 to 8.14 keeps the RST_STREAM of a transfer that ends early in a buffer until
// something moves on the connection. The engine flushes a connection that others still use; one
// that nobody uses would stay as it is for ever, and the server go on with the stream. So the
// connection ends with its last transfer when that is cut short.
void CurlTransfer::KeepNoConnection() { Set(easy_, CURLOPT_FORBID_REUSE, 1L); }

size_t CurlTransfer::OnHeaderLine(std::string_view line) {
  header_bytes_ += line.size();
  if (header_bytes_ > kHeaderBytesMax) {
    too_many_headers_ = true;
    return 0;
  }
  const std::string_view text = Trim(line);
  if (text.starts_with("HTTP/")) {
    ParseStatusLine(text);
    return line.size();
  }
  if (head_done_) return line.size();  // a trailer
  if (!text.empty()) {
    ParseHeader(text);
    return line.size();
  }
  if (head_.status < 200) return line.size();  // 100 Continue: the real head follows
  head_done_ = true;
  const std::shared_ptr<TransferSink> sink = sink_;  // the call may mute this transfer
  aborted_ = sink == nullptr || !sink->OnHead(head_);
  if (aborted_) KeepNoConnection();
  return aborted_ ? 0 : line.size();
}

void CurlTransfer::ParseStatusLine(std::string_view line) {
  head_ = {};
  head_done_ = false;
  head_.http2 = line.starts_with("HTTP/2");
  const size_t space = std::min(line.find(' '), line.size());
  line.remove_prefix(std::min(space + 1, line.size()));
  std::from_chars(line.data(), line.data() + line.size(), head_.status);
}

void CurlTransfer::ParseHeader(std::string_view line) {
  const size_t colon = line.find(':');
  if (colon == std::string_view::npos) return;
  const std::string name = base::LowerCase(line.substr(0, colon));
  const std::string_view value = Trim(line.substr(colon + 1));
  if (name == "content-type") {
    head_.content_type = value;
  } else if (name == "warning") {
    head_.warnings.emplace_back(value);
  } else if (name == "location") {
    head_.location = value;
  } else if (name == "www-authenticate") {
    head_.www_authenticate.emplace_back(value);
  } else if (name == "retry-after") {
    uint32_t seconds = 0;
    const auto parsed = std::from_chars(value.data(), value.data() + value.size(), seconds);
    if (parsed.ec == std::errc() && parsed.ptr == value.data() + value.size()) {
      head_.retry_after = std::chrono::seconds(seconds);
    }
  }
}

size_t CurlTransfer::OnBytes(std::string_view bytes) {
  if (pause_requested_) return CURL_WRITEFUNC_PAUSE;
  const bool taken = spec_.gather_bytes > 0 ? Gather(bytes) : Deliver(bytes);
  if (taken) return bytes.size();
  return bytes.empty() ? 1 : 0;  // any other number than given is an error
}

// False: the sink wants no more.
bool CurlTransfer::Deliver(std::string_view bytes) {
  const std::shared_ptr<TransferSink> sink = sink_;  // the call may mute this transfer
  const BodyAction action = sink == nullptr ? BodyAction::kAbort : sink->OnBody(bytes);
  body_bytes_ += bytes.size();
  counters_.body_bytes += bytes.size();
  ++counters_.progress;
  pause_requested_ = action == BodyAction::kPause && !head_.http2;
  // libcurl would go on to read a stream that it was told to pause, and keep what comes.
  if (action == BodyAction::kPause && head_.http2) pool_.HoldReads(easy_);
  if (action != BodyAction::kAbort) return true;
  aborted_ = true;
  KeepNoConnection();
  return false;
}

bool CurlTransfer::Gather(std::string_view bytes) {
  if (sink_ == nullptr) return Deliver(bytes);
  if (gathered_.empty() && !bytes.empty()) gathered_ids_.push_back(id_);
  gathered_.append(bytes);
  return gathered_.size() < spec_.gather_bytes || DeliverGathered();
}

bool CurlTransfer::DeliverGathered() {
  if (gathered_.empty()) return true;
  const bool taken = Deliver(gathered_);
  gathered_.clear();
  return taken;
}

bool CurlTransfer::HandOver() {
  const bool taken = DeliverGathered();
  // A watch that has become quiet keeps no memory for the next burst.
  if (gathered_.capacity() > kReceiveBufferBytes) std::string().swap(gathered_);
  return taken;
}

TransferResult CurlTransfer::ResultOf(int code) const {
  TransferResult result;
  result.got_head = head_done_;
  long connects = 0;
  curl_off_t lookup_us = 0;
  curl_easy_getinfo(easy_, CURLINFO_NUM_CONNECTS, &connects);
  curl_easy_getinfo(easy_, CURLINFO_NAMELOOKUP_TIME_T, &lookup_us);
  if (connects > 0) result.name_lookup = std::chrono::microseconds(lookup_us);
  if (aborted_) {
    result.error = TransferError::kAborted;
    result.status = base::Cancelled("aborted by its reader");
  } else if (code == CURLE_ABORTED_BY_CALLBACK && fenced_) {
    return Fenced("nothing was written: this replica does not lead");
  } else if (too_many_headers_) {
    result.error = TransferError::kOther;
    result.status = {base::StatusCode::kTooLarge, "the answer's headers exceed the limit"};
  } else if (code != CURLE_OK) {
    result.error = CurlErrorKind(code);
    result.status = CurlErrorStatus(code, error_text_.c_str());
  } else if (!head_done_) {
    result.error = TransferError::kBroken;
    result.status = base::Unavailable("the connection ended without an answer");
  }
  return result;
}

void CurlTransfer::Finish(int code) {
  // What came before an error counts, as it would have without collecting it.
  if (!aborted_ && sink_ != nullptr) DeliverGathered();
  const std::shared_ptr<TransferSink> sink = std::move(sink_);
  if (sink != nullptr) sink->OnTransferEnd(ResultOf(code));
}

TransferResult CurlTransfer::Fenced(const char* why) const {
  TransferResult result;
  result.error = TransferError::kFenced;
  result.status = {base::StatusCode::kNotLeading, why};
  result.got_head = head_done_;
  return result;
}

void CurlTransfer::FinishFenced() {
  const std::shared_ptr<TransferSink> sink = std::move(sink_);
  if (sink == nullptr) return;
  sink->OnTransferEnd(Fenced(
      fenced_ && spec_.term == 0
          ? "nothing was written: this replica does not lead"
          : "the connection was given up: this replica does not lead any more, and what was sent "
            "may have been done"));
}

void CurlTransfer::FinishCancelled() {
  const std::shared_ptr<TransferSink> sink = std::move(sink_);
  if (sink == nullptr) return;
  TransferResult result;
  result.status = base::Cancelled("the client was stopped");
  result.error = TransferError::kAborted;
  result.got_head = head_done_;
  sink->OnTransferEnd(result);
}

}  // namespace oarlock::client
