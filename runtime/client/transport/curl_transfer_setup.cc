// What libcurl is told of a transfer before it begins.
#include <curl/curl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include "base/check.h"
#include "client/transport/curl_pool.h"
#include "client/transport/curl_transfer.h"

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

long Milliseconds(base::Duration d) {
  return static_cast<long>(std::chrono::duration_cast<std::chrono::milliseconds>(d).count());
}

}  // namespace

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

}  // namespace oarlock::client
